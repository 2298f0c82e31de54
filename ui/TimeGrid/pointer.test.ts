import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { day, fixed, monday, someChip, someColumns } from './testing/grid.ts';
import { at, chips, drag, scroller, show, spies } from './testing/shown.tsx';
import type { TimeGridProps } from './types.ts';

let on = spies();
const shown = (more: Partial<TimeGridProps> = {}) => show({ ...on, ...more });
const user = userEvent.setup();

beforeEach(() => {
  on = spies();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('a click selects, with Ctrl it adds, with Shift it selects the range; a double click opens or creates', () => {
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

test('a dragged chip is dropped where the pointer is released; with Alt it is copied', () => {
  shown();
  drag(at(0, 0), at(1, 1), at(3, 2));
  fireEvent.pointerUp(scroller(), at(3, 2));
  expect(on.onDrop).toHaveBeenLastCalledWith([chips[0]], { row: 'r3', minutes: 2 * day, columns: 2 }, false);
  drag(at(1, 1), at(1, 2), { ...at(1, 3), altKey: true });
  fireEvent.pointerUp(scroller(), { ...at(1, 3), altKey: true });
  expect(on.onDrop).toHaveBeenLastCalledWith([chips[2]], { row: undefined, minutes: 2 * day, columns: 2 }, true);
});

test('Escape cancels a drag, and releasing the pointer then does nothing', () => {
  shown();
  drag(at(0, 0), at(1, 1), at(3, 2));
  fireEvent.keyDown(document.body, { key: 'Escape' });
  fireEvent.pointerUp(scroller(), at(3, 2));
  expect(on.onDrop).not.toHaveBeenCalled();
});

test('during a drag the reason is shown next to the pointer and every visible row gets a verdict', async () => {
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
  expect(on.onDrop).not.toHaveBeenCalled();
});

test('a rubber band selects the chips it touches, with Ctrl in addition', () => {
  shown();
  drag(at(3, 3), at(2, 2), at(1, 0));
  fireEvent.pointerUp(scroller(), at(1, 0));
  expect(on.onSelect).toHaveBeenLastCalledWith(new Set(['3', '4']));
  drag({ ...at(1, 0, 40), ctrlKey: true }, { ...at(0, 1), ctrlKey: true }, at(0, 0));
  fireEvent.pointerUp(scroller(), at(0, 0));
  expect(on.onSelect).toHaveBeenLastCalledWith(new Set(['1', '2', '3', '4']));
});

test('to scale, dragging an edge makes the chip longer', () => {
  const hours = { mode: 'hours' as const, layout: fixed, columns: someColumns(32, 60) };
  shown({ ...hours, chips: [someChip('1', 'r0', 0, { start: monday + 60, end: monday + 180 })] });
  const point = (x: number) => ({ ...at(0, 0), clientX: 300 + x });
  drag(point(178), point(200), point(243));
  fireEvent.pointerUp(scroller(), point(243));
  expect(on.onResize).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: '1' }), monday + 60, monday + 240);
});

test('dragging an edge asks for a verdict once per new hour, not at every pointer event', () => {
  const hours = { mode: 'hours' as const, layout: fixed, columns: someColumns(32, 60) };
  const feedback = vi.fn(() => null);
  shown({ ...hours, feedback, chips: [someChip('1', 'r0', 0, { start: monday + 60, end: monday + 180 })] });
  const point = (x: number) => ({ ...at(0, 0), clientX: 300 + x });
  drag(point(178), point(190), point(241), point(242), point(243), point(241), point(242));
  const ends = feedback.mock.calls.map((asked: unknown[]) => asked[4]);
  expect(ends.at(-1)).toBe(monday + 240);
  expect(ends).toEqual([...new Set(ends)]);
});

test('to scale, an edge goes back when a rule refuses it', () => {
  const hours = { mode: 'hours' as const, layout: fixed, columns: someColumns(32, 60) };
  const feedback = (_chip: object, _row: string | null, _start: number, _copy: boolean, end = 0) =>
    end > monday + 200 ? ({ allowed: 0, why: 'Trop long' } as const) : null;
  shown({ ...hours, feedback, chips: [someChip('1', 'r0', 0, { start: monday + 60, end: monday + 180 })] });
  const point = (x: number) => ({ ...at(0, 0), clientX: 300 + x });
  drag(point(178), point(200), point(243));
  expect(document.querySelector('[data-part="reason"]')?.textContent).toBe('Trop long');
  fireEvent.pointerUp(scroller(), point(243));
  expect(on.onResize).not.toHaveBeenCalled();
});

test('a right click selects the chip and opens its menu', () => {
  shown();
  fireEvent.contextMenu(scroller(), { ...at(1, 1), button: 2 });
  expect(on.onSelect).toHaveBeenLastCalledWith(new Set(['3']));
  expect(on.onMenu).toHaveBeenLastCalledWith({ kind: 'chips', chips: [chips[2]] }, { x: 480, y: 109 });
});

test('chips without room are counted, and listed on a click', async () => {
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

test('a pointer that rests on a chip opens its tooltip', async () => {
  shown({ hover: (chip) => `Tout sur ${chip.title}` });
  fireEvent.pointerMove(scroller(), at(1, 1));
  const tip = await screen.findByRole('tooltip');
  expect(tip.textContent).toBe('Tout sur Service 3');
  await waitFor(() =>
    expect(screen.getByRole('button', { name: /Service 3/ }).getAttribute('aria-describedby')).toBe(tip.id),
  );
  fireEvent.pointerLeave(scroller());
  expect(screen.queryByRole('tooltip')).toBeNull();
});

test('the title of a row opens it', async () => {
  shown();
  await user.click(screen.getByRole('button', { name: 'Ligne 2' }));
  expect(on.onRow).toHaveBeenCalledExactlyOnceWith({ id: 'r1', title: 'Ligne 2' });
});
