import { expect, test } from 'vitest';
import {
  beginDrag,
  type DragState,
  dropColumn,
  dropOf,
  dropStart,
  isStill,
  step,
  targetAt,
  targetColumn,
} from './dragState.ts';
import { day, fixed, monday, someChip, someColumns, someProps } from './testing/grid.ts';
import type { GridChip, TimeGridProps } from './types.ts';
import { Verdicts } from './verdicts.ts';
import { View } from './view.ts';

const room = { width: 1440, height: 700 };
const viewOf = (more: Partial<TimeGridProps>): View => new View(someProps({ onDrop: () => {}, ...more }), room);
const taken = (view: View, chip: GridChip): DragState => beginDrag(view, chip, false) as DragState;

const [one, two, locked] = [someChip('1', 'r0', 1), someChip('2', 'r2', 3), someChip('3', 'r0', 4, { locked: 'Figé' })];
const chips = [one, two, locked];

test('dragging a selected chip drags the selection, except locked chips', () => {
  const view = viewOf({ chips, selection: new Set(['1', '2', '3']) });
  expect(taken(view, one).chips).toEqual([one, two]);
  expect(beginDrag(view, one, true)?.chips).toEqual(chips);
});

test('a chip outside the selection is dragged alone', () => {
  expect(taken(viewOf({ chips, selection: new Set(['2']) }), one).chips).toEqual([one]);
});

test('a locked or read-only chip is not dragged', () => {
  expect(beginDrag(viewOf({ chips }), locked, false)).toBeNull();
  expect(beginDrag(viewOf({ chips, readOnly: true }), one, false)).toBeNull();
  expect(beginDrag(new View(someProps({ chips }), room), one, false)).toBeNull();
});

test('in cells a chip is dropped in the column under the pointer, and keeps its time of day when the clocks change', () => {
  const columns = someColumns(7);
  // Saturday is a day of 23 hours.
  for (const [at, column] of columns.entries()) if (at > 5) column.start -= 60;
  (columns[5] as { end: number }).end -= 60;
  const view = viewOf({ chips, columns });
  const dragState = taken(view, one);
  const target = targetAt(view, dragState, 4, 6 * view.sizes.cellWidth + 5, 0);
  expect(target).toEqual({ row: 4, columns: 5, minutes: 5 * day - 60 });
  expect(dropOf(view, { ...dragState, target })).toEqual({ row: 'r4', minutes: 5 * day - 60, columns: 5 });
  expect(dropColumn(view, { ...dragState, target })).toBe(6);
});

test('dropped in its own row and column, a chip does not change', () => {
  const view = viewOf({ chips });
  const dragState = taken(view, one);
  expect(isStill(dragState)).toBe(true);
  expect(dropOf(view, dragState).row).toBeUndefined();
  expect(isStill({ ...dragState, target: targetColumn(view, dragState, 0, 2) })).toBe(false);
});

const hours = { mode: 'hours' as const, layout: fixed, columns: someColumns(32, 60) };
const [early, late] = [
  someChip('e', 'r0', 0, { start: monday + 60, end: monday + 300 }),
  someChip('l', 'r1', 0, { start: monday + 31 * 60, end: monday + 33 * 60 }),
];

test.each([
  // pressed at, released at (pixels; 60 are an hour), minutes
  ['by quarters of an hour', 80, 118, 45],
  ['to the left, no further than where the day begins', 80, 0, -60],
  ['to the right, no further than its last quarter', 80, 1_919, 30 * 60 + 45],
])('to scale a chip is dragged %s', (_what, caught, to, minutes) => {
  const view = viewOf({ ...hours, chips: [early, late] });
  expect(targetAt(view, taken(view, early), 0, to, caught).minutes).toBe(minutes);
});

test('by keys a chip is dragged by an hour, with Shift by a quarter, and from row to row within the grid', () => {
  const view = viewOf({ ...hours, chips: [early, late] });
  const dragState = taken(view, early);
  expect(step(view, dragState, 'ArrowRight', false)?.minutes).toBe(60);
  expect(step(view, dragState, 'ArrowLeft', true)?.minutes).toBe(-15);
  expect(step(view, dragState, 'ArrowUp', false)?.row).toBe(0);
  expect(step(view, dragState, 'ArrowDown', false)?.row).toBe(1);
  expect(step(view, dragState, 'x', false)).toBeNull();
  expect(dropStart({ ...dragState, target: { row: 0, columns: 0, minutes: 60 } })).toBe(monday + 120);
});

test('rows are checked nearest first, within the time budget of a frame, and never twice', () => {
  const asked: (string | null)[] = [];
  let now = 0;
  const view = viewOf({
    chips,
    feedback: (_chip, row) => {
      asked.push(row);
      now += 0.9;
      return { allowed: 2, why: '' };
    },
  });
  const dragState = { ...taken(view, one), target: { row: 3, columns: 0, minutes: 0 } };
  const verdicts = new Verdicts(() => now);
  verdicts.ask(view, dragState, 3);
  verdicts.queue(view, dragState, [0, 1, 2, 3, 4]);
  verdicts.work(view, dragState);
  expect(asked).toEqual(['r3', 'r4', 'r2', 'r1']);
  expect(verdicts.isDone).toBe(false);
  verdicts.work(view, dragState);
  expect(asked).toEqual(['r3', 'r4', 'r2', 'r1', 'r0']);
  expect(verdicts.isDone).toBe(true);
  verdicts.queue(view, dragState, [0, 1, 2, 3, 4]);
  expect(verdicts.isDone).toBe(true);
});
