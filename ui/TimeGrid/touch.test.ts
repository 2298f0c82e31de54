import { act, cleanup, createEvent, fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { day } from './testing/grid.ts';
import { at, chips, scroller, show, spies } from './testing/shown.tsx';
import type { TimeGridProps } from './types.ts';

let on = spies();
const shown = (more: Partial<TimeGridProps> = {}) => show({ ...on, ...more });
const finger = (row: number, column: number) => ({ ...at(row, column), pointerType: 'touch' });
const tap = (row: number, column: number): void => {
  fireEvent.pointerDown(scroller(), finger(row, column));
  fireEvent.pointerUp(scroller(), finger(row, column));
};
const pressLong = (row: number, column: number): void => {
  fireEvent.pointerDown(scroller(), finger(row, column));
  act(() => {
    vi.advanceTimersByTime(600);
  });
};
/** Returns true if the page does not scroll. */
const holdsPage = (): boolean => {
  const moved = createEvent.touchMove(scroller(), { cancelable: true });
  fireEvent(scroller(), moved);
  return moved.defaultPrevented;
};

beforeEach(() => {
  on = spies();
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('a tap opens, a long press selects, and each tap after it selects', () => {
  shown();
  tap(0, 0);
  expect(on.onOpen).toHaveBeenCalledExactlyOnceWith(chips[0]);
  pressLong(0, 0);
  fireEvent.pointerUp(scroller(), finger(0, 0));
  expect(on.onSelect).toHaveBeenLastCalledWith(new Set(['1']));
  tap(1, 1);
  expect(on.onSelect).toHaveBeenLastCalledWith(new Set(['1', '3']));
  expect(on.onOpen).toHaveBeenCalledOnce();
  pressLong(1, 1);
  fireEvent.pointerUp(scroller(), finger(1, 1));
  expect(on.onSelect).toHaveBeenLastCalledWith(new Set(['1']));
});

test('a finger that moves scrolls: nothing is dragged, opened or selected', () => {
  shown();
  fireEvent.pointerDown(scroller(), finger(0, 0));
  fireEvent.pointerMove(scroller(), finger(2, 0));
  expect(holdsPage()).toBe(false);
  fireEvent.pointerCancel(scroller(), finger(2, 0));
  fireEvent.pointerUp(scroller(), finger(2, 0));
  for (const spy of Object.values(on)) expect(spy).not.toHaveBeenCalled();
});

test('after a long press a chip follows the finger, and each row shows its verdict', () => {
  shown({ feedback: (_chip, row) => (row === 'r3' ? { allowed: 1, why: 'Dimanche' } : { allowed: 2, why: '' }) });
  pressLong(0, 0);
  expect(holdsPage()).toBe(true);
  fireEvent.pointerMove(scroller(), finger(1, 1));
  fireEvent.pointerMove(scroller(), finger(3, 2));
  expect(holdsPage()).toBe(true);
  expect(document.querySelector('[data-part="reason"]')?.textContent).toBe('Ligne 4, jour 3, Dimanche');
  fireEvent.pointerUp(scroller(), finger(3, 2));
  expect(on.onDrop).toHaveBeenCalledExactlyOnceWith([chips[0]], { row: 'r3', minutes: 2 * day, columns: 2 }, false);
  // The selection is as before the drag: the next tap opens again.
  expect(on.onSelect).toHaveBeenLastCalledWith(new Set());
  expect(holdsPage()).toBe(false);
  expect(on.onOpen).not.toHaveBeenCalled();
});

test('a refused drop changes nothing, and a gesture that the browser takes over is cancelled', () => {
  shown({ feedback: () => ({ allowed: 0, why: 'Pas qualifié' }) });
  pressLong(0, 0);
  fireEvent.pointerMove(scroller(), finger(3, 2));
  fireEvent.pointerUp(scroller(), finger(3, 2));
  expect(document.querySelector('[aria-live]')?.textContent).toBe('Refusé : Pas qualifié');
  pressLong(1, 1);
  fireEvent.pointerMove(scroller(), finger(3, 2));
  fireEvent.pointerCancel(scroller(), finger(3, 2));
  fireEvent.pointerUp(scroller(), finger(3, 2));
  expect(on.onDrop).not.toHaveBeenCalled();
});

test('dragging a selected chip drags the whole selection', () => {
  shown({ selection: new Set(['1', '3']) });
  pressLong(1, 1);
  fireEvent.pointerMove(scroller(), finger(1, 3));
  fireEvent.pointerUp(scroller(), finger(1, 3));
  expect(on.onDrop).toHaveBeenCalledExactlyOnceWith(
    [chips[0], chips[2]],
    { row: undefined, minutes: 2 * day, columns: 2 },
    false,
  );
});

test('a long press on a locked or read-only chip selects it and does not drag it', () => {
  const { again } = shown();
  pressLong(2, 2);
  expect(on.onSelect).toHaveBeenLastCalledWith(new Set(['4']));
  expect(holdsPage()).toBe(false);
  again({ readOnly: true });
  pressLong(0, 0);
  fireEvent.pointerMove(scroller(), finger(3, 3));
  expect(holdsPage()).toBe(false);
  expect(on.onDrop).not.toHaveBeenCalled();
});
