// The grid on a page without layout or canvas: it takes 1140 × 700 pixels; its layer, keys and pointer events work.
import { MantineProvider } from '@mantine/core';
import { fireEvent, render } from '@testing-library/react';
import { type ReactElement, useState } from 'react';
import { type Mock, vi } from 'vitest';
import { TimeGrid } from '../TimeGrid.tsx';
import type { TimeGridProps } from '../types.ts';
import { fixed, monday, someChip, someProps } from './grid.ts';

/** Two chips in the first cell, then one per day, each a row further down; the last one is locked. */
export const chips = [
  someChip('1', 'r0', 0),
  someChip('2', 'r0', 0, { start: monday + 18 * 60, end: monday + 22 * 60 }),
  someChip('3', 'r1', 1),
  someChip('4', 'r2', 2, { locked: 'Terminé : figé.' }),
];

const names = [
  'onSelect',
  'onOpen',
  'onRow',
  'onCreate',
  'onDrop',
  'onRemove',
  'onLocked',
  'onCopy',
  'onPaste',
  'onUndo',
  'onMenu',
  'onResize',
  'onDrag',
] as const;

export const spies = (): Record<(typeof names)[number], Mock> =>
  Object.fromEntries(names.map((name) => [name, vi.fn()])) as Record<(typeof names)[number], Mock>;

function Held(props: TimeGridProps): ReactElement {
  const [selection, setSelection] = useState(props.selection);
  const select = (next: ReadonlySet<string>): void => {
    props.onSelect(next);
    setSelection(next);
  };
  return (
    <MantineProvider env="test">
      <TimeGrid {...props} selection={selection} onSelect={select} />
    </MantineProvider>
  );
}

export function show(more: Partial<TimeGridProps>): { again(next: Partial<TimeGridProps>): void } {
  const props = someProps({ chips, layout: fixed, ...more });
  const { rerender } = render(<Held {...props} />);
  return { again: (next) => rerender(<Held {...props} {...next} />) };
}

/** The middle of a cell: titles 300 wide, header 44 high, cells 120 × 55 (7 columns share 840 pixels). */
export const at = (row: number, column: number, y = 10) => ({
  clientX: 300 + column * 120 + 60,
  clientY: 44 + row * 55 + y,
  button: 0,
  pointerType: 'mouse',
  pointerId: 1,
});

export const scroller = (): Element => document.querySelector('[data-part="scroller"]') as Element;

export function drag(from: object, ...to: object[]): void {
  fireEvent.pointerDown(scroller(), from);
  for (const one of to) fireEvent.pointerMove(scroller(), one);
}
