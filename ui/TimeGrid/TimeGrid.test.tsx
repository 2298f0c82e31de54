import { cleanup, fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { day, monday, someChip, someColumns } from './testing/grid.ts';
import { at, chips, drag, scroller, show, spies } from './testing/shown.tsx';
import { type GridChip, layouts, type TimeGridProps } from './types.ts';

let on = spies();
const shown = (more: Partial<TimeGridProps> = {}) => show({ ...on, ...more });
const user = userEvent.setup();
const press = (keys: string): Promise<void> => user.keyboard(keys);
const focused = (): string => document.activeElement?.getAttribute('aria-label') ?? '';
const readOut = (): string => document.querySelector('[aria-live]')?.textContent ?? '';
/** Tab enters the grid at its first cell. */
const entered = async (more: Partial<TimeGridProps> = {}) => {
  const grid = shown(more);
  await user.tab();
  return grid;
};

beforeEach(() => {
  on = spies();
});
afterEach(() => {
  cleanup();
});

test('the grid, its columns and its rows have accessible names', () => {
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

test('of two thousand rows, only the visible ones are in the page', () => {
  shown({ rows: Array.from({ length: 2_000 }, (_none, row) => ({ id: `r${row}`, title: `Ligne ${row}` })) });
  expect(screen.getAllByRole('rowheader').length).toBeLessThan(30);
});

test('arrows go from chip to chip, then from cell to cell, and each is read out', async () => {
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

test('Tab reaches one element of the grid', async () => {
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
  expect(readOut()).toBe('3 éléments dans la sélection.');
  await press('{Escape}');
  expect(on.onSelect).toHaveBeenLastCalledWith(new Set());
});

test('Delete removes the focused chip, with the selection if it is part of it, but no locked chip', async () => {
  await entered({ selection: new Set(['1', '3', '4']) });
  await press('{Delete}');
  expect(on.onRemove).toHaveBeenLastCalledWith([chips[0], chips[2]]);
  await press('{ArrowDown}{Delete}');
  expect(on.onRemove).toHaveBeenLastCalledWith([chips[1]]);
});

test.each([
  { key: 'r', ctrlKey: true },
  { key: 'R', ctrlKey: true, shiftKey: true },
  { key: 'r', metaKey: true },
  { key: 'm', ctrlKey: true },
])('a letter with Ctrl or Cmd is left to the browser, also during a drag or a resize: %o', async (letter) => {
  await entered();
  const isLeft = (): boolean => fireEvent.keyDown(document.activeElement as Element, letter);
  expect([isLeft(), readOut()]).toEqual([true, '']);
  for (const begun of ['m', 'r']) {
    await press(begun);
    const before = readOut();
    expect([isLeft(), readOut()]).toEqual([true, before]);
    await press('{Escape}');
  }
});

test('Ctrl C, V, Z and A work', async () => {
  await entered();
  await press('{Control>}c{/Control}{ArrowRight}{Control>}v{/Control}{Control>}z{/Control}{Control>}a{/Control}');
  expect(on.onCopy).toHaveBeenCalledExactlyOnceWith([chips[0]]);
  expect(on.onPaste).toHaveBeenCalledExactlyOnceWith('r0', monday + day);
  expect(on.onUndo).toHaveBeenCalledOnce();
  expect(on.onSelect).toHaveBeenLastCalledWith(new Set(['1', '2', '3', '4']));
});

test('M drags a chip by arrow keys and reads out whether it may be dropped; Enter drops it', async () => {
  const feedback = (_chip: GridChip, row: string | null) =>
    row === 'r1' ? ({ allowed: 0, why: 'Repos de 11 h non respecté' } as const) : ({ allowed: 2, why: '' } as const);
  await entered({ feedback });
  await press('m{ArrowDown}');
  expect(readOut()).toBe('Ligne 2, jour 1, Repos de 11 h non respecté');
  await press('{ArrowDown}{ArrowRight}');
  expect(readOut()).toBe('Ligne 3, jour 2, autorisé');
  expect(on.onDrag).toHaveBeenLastCalledWith({
    chips: [chips[0]],
    drop: { row: 'r2', minutes: day, columns: 1 },
    copy: false,
  });
  await press('{Enter}');
  expect(on.onDrop).toHaveBeenCalledExactlyOnceWith([chips[0]], { row: 'r2', minutes: day, columns: 1 }, false);
  expect(on.onDrag).toHaveBeenLastCalledWith(null);
  expect(readOut()).toBe('Déplacé.');
});

test('a refused drop is not made, and Escape cancels the drag', async () => {
  await entered({ feedback: () => ({ allowed: 0, why: 'Pas qualifié' }) });
  await press('m{ArrowDown}{Enter}');
  expect(readOut()).toBe('Refusé : Pas qualifié');
  await press('m{ArrowDown}{Escape}{Enter}');
  expect(on.onDrop).not.toHaveBeenCalled();
  expect(on.onOpen).toHaveBeenCalledOnce();
});

const hours = (minute: number): string => `${Math.floor((minute - monday) / 60)} h ${(minute - monday) % 60}`;

test('R resizes a chip by arrow keys and reads out whether the hours are allowed; Enter saves them', async () => {
  const feedback = vi.fn((_chip: GridChip, _row: string | null, _start: number, _copy: boolean, end = 0) =>
    end > monday + 17 * 60 ? ({ allowed: 0, why: 'Plus de 9 h' } as const) : ({ allowed: 2, why: '' } as const),
  );
  await entered({ feedback, timeOf: hours });
  await press('r{ArrowRight}');
  expect(readOut()).toBe('Fin : 8 h 0 – 17 h 0, autorisé');
  await press('{ArrowRight}');
  expect(readOut()).toBe('Fin : 8 h 0 – 18 h 0, Plus de 9 h');
  expect(document.querySelector('[data-part="reason"]')?.textContent).toBe('8 h 0 – 18 h 0, Plus de 9 h');
  await press('{Enter}');
  expect(readOut()).toBe('Refusé : Plus de 9 h');
  expect(on.onResize).not.toHaveBeenCalled();
  await press('r{ArrowUp}{ArrowRight}{Enter}');
  expect(on.onResize).toHaveBeenCalledExactlyOnceWith(chips[0], monday + 9 * 60, monday + 16 * 60);
  expect(readOut()).toBe('Horaires changés.');
});

test('Alt, Shift and an arrow change the end by a quarter of an hour; Escape cancels', async () => {
  await entered({ timeOf: hours });
  await press('{Alt>}{Shift>}{ArrowRight}{ArrowRight}{/Shift}{/Alt}');
  expect(readOut()).toBe('Fin : 8 h 0 – 16 h 30');
  await press('{Escape}{Enter}');
  expect(on.onResize).not.toHaveBeenCalled();
  expect(on.onOpen).toHaveBeenCalledOnce();
});

test('a chip lists its shortcut keys; a locked chip lists none and is described by its reason', async () => {
  await entered();
  expect(document.activeElement?.getAttribute('aria-keyshortcuts')).toContain('Alt+Shift+ArrowRight');
  expect(screen.getByRole('grid').getAttribute('aria-describedby')).toBe(
    screen.getByText(/Alt Maj et flèches : changer la fin/).id,
  );
  await press('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowRight}{ArrowRight}r');
  expect(document.activeElement?.hasAttribute('aria-keyshortcuts')).toBe(false);
  expect(document.activeElement?.getAttribute('aria-description')).toBe('Terminé : figé.');
});

test('a locked chip is not changed by keys or by the mouse, and each attempt is reported', async () => {
  await entered();
  await press('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowRight}{ArrowRight}');
  expect(focused()).toBe('Service 4, Ligne 3, jour 3, affecté, verrouillé');
  await press('m');
  await press('r');
  await press('{Delete}');
  drag(at(2, 2), at(3, 2));
  fireEvent.pointerUp(scroller(), at(3, 2));
  expect(on.onLocked.mock.calls).toEqual(Array.from({ length: 4 }, () => [chips[3]]));
  for (const name of ['onDrop', 'onResize', 'onRemove'] as const) expect(on[name]).not.toHaveBeenCalled();
});

test('the keyboard opens the menu of a chip and of a cell', async () => {
  await entered();
  await press('{ContextMenu}');
  expect(on.onMenu.mock.lastCall?.[0]).toEqual({ kind: 'chips', chips: [chips[0]] });
  await press('{ArrowRight}{ContextMenu}');
  expect(on.onMenu.mock.lastCall?.[0]).toEqual({ kind: 'cell', row: 'r0', start: monday + day, end: monday + 2 * day });
});

test('in read-only mode everything can be read and opened, nothing changed', async () => {
  await entered({ readOnly: true });
  await press('m{ArrowDown}{Enter}{Delete}{ArrowRight}{ArrowRight}{Enter}{Control>}z{/Control}');
  drag(at(0, 0), at(1, 1), at(2, 1));
  fireEvent.pointerUp(scroller(), at(2, 1));
  fireEvent.dblClick(scroller(), at(3, 3));
  for (const name of ['onDrop', 'onRemove', 'onCreate', 'onUndo'] as const) expect(on[name]).not.toHaveBeenCalled();
  expect(on.onOpen).toHaveBeenCalledWith(chips[1]);
});

test('when the focused chip is removed, its cell gets the focus', async () => {
  const { again } = await entered();
  await press('{ArrowDown}{ArrowDown}{ArrowRight}');
  again({ chips: chips.filter(({ id }) => id !== '3') });
  expect(focused()).toBe('Ligne 2, jour 2, vide');
});

test('a dragged chip keeps the focus', async () => {
  const { again } = await entered();
  again({ chips: chips.map((chip) => (chip.id === '1' ? { ...chip, row: 'r4' } : chip)) });
  expect(focused()).toBe('Service 1, Ligne 5, jour 1, affecté');
});

test('a chip that gets another id where it is dropped keeps the focus, also beside others', async () => {
  const moving = { ...(chips[0] as GridChip), subject: 'moved' };
  const { again } = await entered({ chips: [moving, ...chips.slice(1)] });
  await press('m{ArrowRight}{Enter}');
  const there = [someChip('other', 'r0', 1), someChip('new', 'r0', 1, { subject: 'moved' })];
  again({ chips: [...there, ...chips.slice(1)] });
  expect(focused()).toBe('Service new, Ligne 1, jour 2, affecté');
});

test('the focus follows a chip that the mouse drops', async () => {
  const moving = { ...(chips[0] as GridChip), subject: 'moved' };
  const { again } = await entered({ chips: [moving, ...chips.slice(1)] });
  drag(at(0, 0), at(3, 3));
  fireEvent.pointerUp(scroller(), at(3, 3));
  again({ chips: [someChip('new', 'r3', 3, { subject: 'moved' }), ...chips.slice(1)] });
  expect(focused()).toBe('Service new, Ligne 4, jour 4, affecté');
});

test('a dialog that closes gives the focus back to the grid, even if the chip is gone', async () => {
  const { again } = await entered();
  const before = document.activeElement as HTMLElement;
  const dialog = document.createElement('div');
  dialog.setAttribute('role', 'dialog');
  dialog.innerHTML = '<button>Oui</button>';
  document.body.append(dialog);
  dialog.querySelector('button')?.focus();
  again({ chips: chips.slice(1) });
  dialog.remove();
  before.focus();
  expect(focused()).toBe('Service 2, Ligne 1, jour 1, affecté');
  expect(before.isConnected).toBe(false);
});

test('without rows, keys do nothing', async () => {
  shown({ rows: [], chips: [someChip('x', null, 0)] });
  (scroller() as HTMLElement).focus();
  await press('{ArrowDown}{Enter}{Delete}m');
  for (const spy of Object.values(on)) expect(spy).not.toHaveBeenCalled();
});

test('without rows the grid shows that it is empty or loading', () => {
  const { again } = shown({ rows: [], chips: [], empty: 'Aucun collaborateur' });
  expect(screen.getByText('Aucun collaborateur')).toBeDefined();
  again({ rows: [], chips: [], busy: true });
  expect(screen.getByRole('status').textContent).toBe('Chargement…');
  expect(screen.getByRole('grid').getAttribute('aria-busy')).toBe('true');
});

test('where columns are hours, a line shows the present moment; the day fits without scrolling', () => {
  vi.useFakeTimers({ now: (monday + 12 * 60) * 60_000 });
  const hours = { mode: 'hours' as const, layout: layouts.day, columns: someColumns(32, 60) };
  const { again } = show(hours);
  const lines = () => [...document.querySelectorAll<HTMLElement>('[data-part="content"] > [data-now]')];
  expect(lines().map(({ hidden }) => hidden)).toEqual([false, false]);
  // 24 of 32 columns share 840 pixels.
  expect(lines()[0]?.style.transform).toBe('translateX(420px)');
  vi.advanceTimersByTime(60 * 60_000);
  expect(lines()[0]?.style.transform).toBe('translateX(455px)');
  expect(scroller().scrollLeft).toBe(0);
  again({ mode: 'cells', columns: someColumns(7) });
  expect(lines().every(({ hidden }) => hidden)).toBe(true);
  vi.useRealTimers();
});
