// happy-dom lays nothing out and has no canvas: the grid takes 1140 × 700 pixels, and its layer, keys and pointers work.
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactElement, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TimeGrid } from './TimeGrid.tsx';
import { day, monday, someChip, someColumns, someProps } from './testing/grid.ts';
import { type GridChip, layouts, type TimeGridProps } from './types.ts';

const chips = [
  someChip('1', 'r0', 0),
  someChip('2', 'r0', 0, { start: monday + 18 * 60, end: monday + 22 * 60 }),
  someChip('3', 'r1', 1),
  someChip('4', 'r2', 2, { locked: true }),
];
const spies = () => ({
  onSelect: vi.fn(),
  onOpen: vi.fn(),
  onRow: vi.fn(),
  onCreate: vi.fn(),
  onMove: vi.fn(),
  onRemove: vi.fn(),
  onCopy: vi.fn(),
  onPaste: vi.fn(),
  onUndo: vi.fn(),
  onMenu: vi.fn(),
  onResize: vi.fn(),
  onDrag: vi.fn(),
});
let on = spies();

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

const shown = (more: Partial<TimeGridProps> = {}) => {
  const props = someProps({ chips, layout: layouts.fourWeeks, ...on, ...more });
  const { rerender } = render(<Held {...props} />);
  return { again: (next: Partial<TimeGridProps>) => rerender(<Held {...props} {...next} />) };
};
const user = userEvent.setup();
const press = (keys: string): Promise<void> => user.keyboard(keys);
const focused = (): string => document.activeElement?.getAttribute('aria-label') ?? '';
const told = (): string => document.querySelector('[aria-live]')?.textContent ?? '';
/** Tab enters the grid at its first cell. */
const entered = async (more: Partial<TimeGridProps> = {}) => {
  const grid = shown(more);
  await user.tab();
  return grid;
};

/** In the middle of a chip's place: titles 300 wide, header 44 high, cells 120 × 55 (7 columns share 840 pixels). */
const at = (row: number, column: number, y = 10) => ({
  clientX: 300 + column * 120 + 60,
  clientY: 44 + row * 55 + y,
  button: 0,
  pointerType: 'mouse',
  pointerId: 1,
});
const scroller = (): Element => document.querySelector('[data-part="scroller"]') as Element;
const drag = (from: object, ...to: object[]): void => {
  fireEvent.pointerDown(scroller(), from);
  for (const one of to) fireEvent.pointerMove(scroller(), one);
};

beforeEach(() => {
  on = spies();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('the grid names itself, its columns and its rows', () => {
  shown({ unfilled: { title: 'Postes à pourvoir' } });
  const grid = screen.getByRole('grid', { name: 'Planning' });
  expect(grid.getAttribute('aria-rowcount')).toBe('7');
  expect(grid.getAttribute('aria-colcount')).toBe('8');
  expect(screen.getAllByRole('columnheader')).toHaveLength(8);
  expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
    'Postes à pourvoir',
    'Ligne 1',
    'Ligne 2',
    'Ligne 3',
    'Ligne 4',
    'Ligne 5',
  ]);
});

test('of two thousand rows only those in sight are in the page', () => {
  shown({ rows: Array.from({ length: 2_000 }, (_none, row) => ({ id: `r${row}`, title: `Ligne ${row}` })) });
  expect(screen.getAllByRole('rowheader').length).toBeLessThan(30);
});

test('arrows go from chip to chip, then from cell to cell, and each says what it is', async () => {
  await entered();
  expect(focused()).toBe('Service 1, Ligne 1, jour 1, affecté');
  await press('{ArrowDown}');
  expect(focused()).toBe('Service 2, Ligne 1, jour 1, affecté');
  await press('{ArrowDown}');
  expect(focused()).toBe('Ligne 2, jour 1, vide');
  expect(document.activeElement?.getAttribute('role')).toBe('gridcell');
  await press('{ArrowRight}');
  expect(focused()).toBe('Service 3, Ligne 2, jour 2, affecté');
  await press('{ArrowLeft}{ArrowLeft}');
  expect(document.activeElement?.textContent).toBe('Ligne 2');
});

test('one place at a time is reached by Tab', async () => {
  await entered();
  await press('{ArrowDown}{ArrowDown}{ArrowRight}');
  expect(document.querySelectorAll('[role="grid"] [tabindex="0"]')).toHaveLength(1);
});

test('Enter opens a chip, and creates in an empty cell', async () => {
  await entered();
  await press('{Enter}');
  expect(on.onOpen).toHaveBeenCalledExactlyOnceWith(chips[0]);
  await press('{ArrowRight}{Enter}');
  expect(on.onCreate).toHaveBeenCalledExactlyOnceWith('r0', monday + day, monday + 2 * day);
});

test('Shift and arrows extend the selection, Escape empties it', async () => {
  await entered();
  await press('{Shift>}{ArrowDown}{/Shift}');
  expect(on.onSelect).toHaveBeenLastCalledWith(new Set(['1', '2']));
  await press('{Shift>}{ArrowDown}{ArrowRight}{/Shift}');
  expect(on.onSelect).toHaveBeenLastCalledWith(new Set(['1', '2', '3']));
  expect(screen.getAllByRole('button', { pressed: true })).toHaveLength(3);
  await press('{Escape}');
  expect(on.onSelect).toHaveBeenLastCalledWith(new Set());
});

test('Delete removes what has the focus, with the selection it is part of, and never what is locked', async () => {
  await entered({ selection: new Set(['1', '3', '4']) });
  await press('{Delete}');
  expect(on.onRemove).toHaveBeenLastCalledWith([chips[0], chips[2]]);
  await press('{ArrowDown}{Delete}');
  expect(on.onRemove).toHaveBeenLastCalledWith([chips[1]]);
});

test('Ctrl C, V, Z and A are heard', async () => {
  await entered();
  await press('{Control>}c{/Control}{ArrowRight}{Control>}v{/Control}{Control>}z{/Control}{Control>}a{/Control}');
  expect(on.onCopy).toHaveBeenCalledExactlyOnceWith([chips[0]]);
  expect(on.onPaste).toHaveBeenCalledExactlyOnceWith('r0', monday + day);
  expect(on.onUndo).toHaveBeenCalledOnce();
  expect(on.onSelect).toHaveBeenLastCalledWith(new Set(['1', '2', '3', '4']));
});

test('M carries a chip by the arrows, saying whether it may land; Enter sets it down', async () => {
  const feedback = (_chip: GridChip, row: string | null) =>
    row === 'r1' ? ({ allowed: 0, why: 'Repos de 11 h non respecté' } as const) : ({ allowed: 2, why: '' } as const);
  await entered({ feedback });
  await press('m{ArrowDown}');
  expect(told()).toBe('Ligne 2, jour 1, Repos de 11 h non respecté');
  await press('{ArrowDown}{ArrowRight}');
  expect(told()).toBe('Ligne 3, jour 2, autorisé');
  expect(on.onDrag).toHaveBeenLastCalledWith({
    chips: [chips[0]],
    move: { row: 'r2', minutes: day, columns: 1 },
    copy: false,
  });
  await press('{Enter}');
  expect(on.onMove).toHaveBeenCalledExactlyOnceWith([chips[0]], { row: 'r2', minutes: day, columns: 1 }, false);
  expect(on.onDrag).toHaveBeenLastCalledWith(null);
  expect(told()).toBe('Déplacé.');
});

test('what is refused is not set down, and Escape leaves everything as it was', async () => {
  await entered({ feedback: () => ({ allowed: 0, why: 'Pas qualifié' }) });
  await press('m{ArrowDown}{Enter}');
  expect(told()).toBe('Refusé : Pas qualifié');
  await press('m{ArrowDown}{Escape}{Enter}');
  expect(on.onMove).not.toHaveBeenCalled();
  expect(on.onOpen).toHaveBeenCalledOnce();
});

test('a locked chip says that it does not move', async () => {
  await entered();
  await press('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowRight}{ArrowRight}m');
  expect(focused()).toBe('Service 4, Ligne 3, jour 3, affecté, verrouillé');
  expect(told()).toBe('Verrouillé : ne peut pas être déplacé.');
});

test('a menu is asked for by keyboard, of a chip and of a cell', async () => {
  await entered();
  await press('{ContextMenu}');
  expect(on.onMenu.mock.lastCall?.[0]).toEqual({ kind: 'chips', chips: [chips[0]] });
  await press('{ArrowRight}{ContextMenu}');
  expect(on.onMenu.mock.lastCall?.[0]).toEqual({ kind: 'cell', row: 'r0', start: monday + day, end: monday + 2 * day });
});

test('read only, everything can be read and opened, nothing changed', async () => {
  await entered({ readOnly: true });
  await press('m{ArrowDown}{Enter}{Delete}{ArrowRight}{ArrowRight}{Enter}{Control>}z{/Control}');
  drag(at(0, 0), at(1, 1), at(2, 1));
  fireEvent.pointerUp(scroller(), at(2, 1));
  fireEvent.dblClick(scroller(), at(3, 3));
  for (const name of ['onMove', 'onRemove', 'onCreate', 'onUndo'] as const) expect(on[name]).not.toHaveBeenCalled();
  expect(on.onOpen).toHaveBeenCalledWith(chips[1]);
});

test('when the chip that had the focus is gone, its cell has it', async () => {
  const { again } = await entered();
  await press('{ArrowDown}{ArrowDown}{ArrowRight}');
  again({ chips: chips.filter(({ id }) => id !== '3') });
  expect(focused()).toBe('Ligne 2, jour 2, vide');
});

test('a chip that moves keeps the focus', async () => {
  const { again } = await entered();
  again({ chips: chips.map((chip) => (chip.id === '1' ? { ...chip, row: 'r4' } : chip)) });
  expect(focused()).toBe('Service 1, Ligne 5, jour 1, affecté');
});

test('a click selects, with Ctrl adds, with Shift selects all between; a double click opens or creates', () => {
  shown();
  const click = (where: object): void => {
    fireEvent.pointerDown(scroller(), where);
    fireEvent.pointerUp(scroller(), where);
  };
  click(at(0, 0));
  expect(on.onSelect).toHaveBeenLastCalledWith(new Set(['1']));
  click({ ...at(1, 1), ctrlKey: true });
  expect(on.onSelect).toHaveBeenLastCalledWith(new Set(['1', '3']));
  click(at(0, 0));
  click({ ...at(2, 2), shiftKey: true });
  expect(on.onSelect).toHaveBeenLastCalledWith(new Set(['1', '2', '3', '4']));
  fireEvent.dblClick(scroller(), at(1, 1));
  expect(on.onOpen).toHaveBeenCalledExactlyOnceWith(chips[2]);
  fireEvent.dblClick(scroller(), at(3, 4));
  expect(on.onCreate).toHaveBeenCalledExactlyOnceWith('r3', monday + 4 * day, monday + 5 * day);
});

test('dragged, a chip lands where it is let go; with Alt it is copied', () => {
  shown();
  drag(at(0, 0), at(1, 1), at(3, 2));
  fireEvent.pointerUp(scroller(), at(3, 2));
  expect(on.onMove).toHaveBeenLastCalledWith([chips[0]], { row: 'r3', minutes: 2 * day, columns: 2 }, false);
  drag(at(1, 1), at(1, 2), { ...at(1, 3), altKey: true });
  fireEvent.pointerUp(scroller(), { ...at(1, 3), altKey: true });
  expect(on.onMove).toHaveBeenLastCalledWith([chips[2]], { row: undefined, minutes: 2 * day, columns: 2 }, true);
});

test('Escape undoes a drag, and letting go then moves nothing', () => {
  shown();
  drag(at(0, 0), at(1, 1), at(3, 2));
  fireEvent.keyDown(document.body, { key: 'Escape' });
  fireEvent.pointerUp(scroller(), at(3, 2));
  expect(on.onMove).not.toHaveBeenCalled();
});

test('while it is dragged the reason stands by the pointer and every row in sight is judged', async () => {
  shown({
    feedback: (_chip, row) => (row === 'r3' ? { allowed: 0, why: 'Pas qualifié' } : { allowed: 1, why: 'Dimanche' }),
  });
  drag(at(0, 0), at(1, 1), at(3, 2));
  expect(document.querySelector('[data-part="reason"]')?.textContent).toBe('Ligne 4, jour 3, Pas qualifié');
  await vi.waitFor(() => {
    const judged = [...document.querySelectorAll<HTMLElement>('[data-row]')].map(({ dataset }) => dataset.allowed);
    expect(judged).toEqual(['1', '1', '1', '0', '1']);
  });
  fireEvent.pointerUp(scroller(), at(3, 2));
  expect(on.onMove).not.toHaveBeenCalled();
});

test('a rubber band selects what it touches, with Ctrl in addition', () => {
  shown();
  drag(at(3, 3), at(2, 2), at(1, 0));
  fireEvent.pointerUp(scroller(), at(1, 0));
  expect(on.onSelect).toHaveBeenLastCalledWith(new Set(['3', '4']));
  drag({ ...at(1, 0, 40), ctrlKey: true }, { ...at(0, 1), ctrlKey: true }, at(0, 0));
  fireEvent.pointerUp(scroller(), at(0, 0));
  expect(on.onSelect).toHaveBeenLastCalledWith(new Set(['1', '2', '3', '4']));
});

test('to scale, an edge that is dragged makes the chip longer', () => {
  const hours = { mode: 'hours' as const, layout: layouts.day, columns: someColumns(32, 60) };
  shown({ ...hours, chips: [someChip('1', 'r0', 0, { start: monday + 60, end: monday + 180 })] });
  const point = (x: number) => ({ ...at(0, 0), clientX: 300 + x });
  drag(point(178), point(200), point(243));
  fireEvent.pointerUp(scroller(), point(243));
  expect(on.onResize).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: '1' }), monday + 60, monday + 240);
});

test('the right button asks for a menu, and selects what it asks for', () => {
  shown();
  fireEvent.contextMenu(scroller(), { ...at(1, 1), button: 2 });
  expect(on.onSelect).toHaveBeenLastCalledWith(new Set(['3']));
  expect(on.onMenu).toHaveBeenLastCalledWith({ kind: 'chips', chips: [chips[2]] }, { x: 480, y: 109 });
});

test('a finger opens by a tap, selects by a long press, and then each tap selects', () => {
  vi.useFakeTimers();
  shown();
  const finger = (row: number, column: number) => ({ ...at(row, column), pointerType: 'touch' });
  const tap = (row: number, column: number): void => {
    fireEvent.pointerDown(scroller(), finger(row, column));
    fireEvent.pointerUp(scroller(), finger(row, column));
  };
  tap(0, 0);
  expect(on.onOpen).toHaveBeenCalledExactlyOnceWith(chips[0]);
  fireEvent.pointerDown(scroller(), finger(0, 0));
  act(() => {
    vi.advanceTimersByTime(600);
  });
  fireEvent.pointerUp(scroller(), finger(0, 0));
  expect(on.onSelect).toHaveBeenLastCalledWith(new Set(['1']));
  tap(1, 1);
  expect(on.onSelect).toHaveBeenLastCalledWith(new Set(['1', '3']));
  expect(on.onOpen).toHaveBeenCalledOnce();
});

test('a finger that moves scrolls: nothing is dragged, opened or selected', () => {
  shown();
  const finger = (row: number) => ({ ...at(row, 0), pointerType: 'touch' });
  const down = fireEvent.pointerDown(scroller(), finger(0));
  const moved = fireEvent.pointerMove(scroller(), finger(2));
  fireEvent.pointerCancel(scroller(), finger(2));
  fireEvent.pointerUp(scroller(), finger(2));
  expect([down, moved]).toEqual([true, true]);
  for (const spy of Object.values(on)) expect(spy).not.toHaveBeenCalled();
});

test('chips without room are counted, and listed when asked', async () => {
  const crowd = Array.from({ length: 6 }, (_none, place) => someChip(`x${place}`, 'r0', 0));
  shown({ chips: crowd });
  fireEvent.pointerDown(scroller(), at(0, 0, 45));
  fireEvent.pointerUp(scroller(), at(0, 0, 45));
  const list = await screen.findByRole('list');
  expect([...list.querySelectorAll('b')].map(({ textContent }) => textContent)).toEqual([
    'Service x2',
    'Service x3',
    'Service x4',
    'Service x5',
  ]);
  await user.click(screen.getByRole('button', { name: /Service x4/ }));
  expect(on.onOpen).toHaveBeenCalledExactlyOnceWith(crowd[4]);
});

test('a pointer that rests on a chip is told more', async () => {
  shown({ hover: (chip) => `Tout sur ${chip.title}` });
  fireEvent.pointerMove(scroller(), at(1, 1));
  expect((await screen.findByRole('tooltip')).textContent).toBe('Tout sur Service 3');
  fireEvent.pointerLeave(scroller());
  expect(screen.queryByRole('tooltip')).toBeNull();
});

test('the title of a row opens it', async () => {
  shown();
  await user.click(screen.getByRole('button', { name: 'Ligne 2' }));
  expect(on.onRow).toHaveBeenCalledExactlyOnceWith({ id: 'r1', title: 'Ligne 2' });
});

test('without rows it says so, or that they are on their way', () => {
  const { again } = shown({ rows: [], chips: [], empty: 'Aucun collaborateur' });
  expect(screen.getByText('Aucun collaborateur')).toBeDefined();
  again({ rows: [], chips: [], busy: true });
  expect(screen.getByRole('status').textContent).toBe('Chargement…');
  expect(screen.getByRole('grid').getAttribute('aria-busy')).toBe('true');
});
