import { expect, test } from 'vitest';
import { beginResize, isUnresized, type ResizeState, resized, resizeStep } from './resize.ts';
import { fixed, monday, someChip, someColumns, someProps } from './testing/grid.ts';
import { layouts, type TimeGridProps } from './types.ts';
import { View } from './view.ts';

const early = someChip('1', 'r0', 0, { start: monday + 60, end: monday + 300 });
const hours = { mode: 'hours' as const, layout: fixed, columns: someColumns(32, 60) };
const viewOf = (more: Partial<TimeGridProps> = {}): View =>
  new View(someProps({ ...hours, chips: [early], onResize: () => {}, ...more }), { width: 2220, height: 700 });

test.each([
  ['end', 400, { start: monday + 60, end: monday + 405 }],
  ['end', 0, { start: monday + 60, end: monday + 75 }],
  ['start', 0, { start: monday, end: monday + 300 }],
  ['start', 900, { start: monday + 285, end: monday + 300 }],
] as const)('its %s dragged to %i pixels, it is at least a quarter of an hour long', (edge, x, bounds) => {
  expect(resized(viewOf(), early, edge, x, 0)).toEqual(bounds);
});

test.each([
  ['end', 16, { start: monday + 60, end: monday + 360 }],
  ['end', -400, { start: monday + 60, end: monday + 75 }],
  ['start', -4, { start: monday + 45, end: monday + 300 }],
  ['start', -400, { start: monday, end: monday + 300 }],
] as const)(
  'in a week, its %s dragged by %i pixels changes by a quarter of an hour for each four',
  (edge, by, bounds) => {
    const week = { mode: 'cells' as const, layout: layouts.week, columns: someColumns(7) };
    expect(resized(viewOf(week), early, edge, 500 + by, 500)).toEqual(bounds);
  },
);

test('a chip has both edges in a week, none where columns are narrow', () => {
  const week = { mode: 'cells' as const, layout: layouts.week, columns: someColumns(7) };
  const edges = (view: View) => {
    const [chip] = view.layoutOf(0).placed;
    if (!chip) throw new Error('no chip');
    return [chip.x + 1, chip.x + chip.w / 2, chip.x + chip.w - 2].map((x) => {
      const hit = view.hit(0, x, chip.y + 5);
      return hit?.kind === 'chip' ? hit.edge : 'none';
    });
  };
  expect(edges(viewOf(week))).toEqual(['start', null, 'end']);
  const weeks = { mode: 'cells' as const, layout: layouts.fourWeeks, columns: someColumns(28) };
  expect(edges(viewOf(weeks))).toEqual([null, null, null]);
});

test.each<[string, string, boolean, Partial<ResizeState>]>([
  ['the end an hour later', 'ArrowRight', false, { end: monday + 360 }],
  ['the end a quarter of an hour earlier', 'ArrowLeft', true, { end: monday + 285 }],
  ['the start instead', 'ArrowUp', false, { edge: 'start' }],
])('a key changes %s', (_, key, fine, expected) => {
  const resizeState = beginResize(viewOf(), early) as ResizeState;
  expect(resizeStep(viewOf(), resizeState, key, fine)).toEqual({ ...resizeState, ...expected });
});

test('by keys a chip keeps at least a quarter of an hour, and its start stays before its end', () => {
  let resizeState = beginResize(viewOf(), early) as ResizeState;
  for (let press = 0; press < 10; press += 1)
    resizeState = resizeStep(viewOf(), resizeState, 'ArrowLeft', false) as ResizeState;
  expect(resizeState).toMatchObject({ start: early.start, end: early.start + 15 });
  resizeState = { ...(beginResize(viewOf(), early) as ResizeState), edge: 'start' };
  for (let press = 0; press < 10; press += 1)
    resizeState = resizeStep(viewOf(), resizeState, 'ArrowRight', false) as ResizeState;
  expect(resizeState).toMatchObject({ start: early.end - 15, end: early.end });
});

test('by keys a chip stays within the columns shown, and an edge outside them does not move further out', () => {
  const pressed = (resizeState: ResizeState, key: string): ResizeState => {
    let next = resizeState;
    for (let press = 0; press < 40; press += 1) next = resizeStep(viewOf(), next, key, false) as ResizeState;
    return next;
  };
  const begun = beginResize(viewOf(), early) as ResizeState;
  expect(pressed(begun, 'ArrowRight').end).toBe(monday + 32 * 60);
  expect(pressed({ ...begun, edge: 'start' }, 'ArrowLeft').start).toBe(monday);
  const long = beginResize(viewOf(), { ...early, start: monday - 120, end: monday + 33 * 60 }) as ResizeState;
  expect(pressed(long, 'ArrowRight').end).toBe(monday + 33 * 60);
  expect(pressed({ ...long, edge: 'start' }, 'ArrowLeft').start).toBe(monday - 120);
});

test('a locked or read-only chip keeps its hours', () => {
  expect(beginResize(viewOf(), { ...early, locked: 'Figé' })).toBeNull();
  expect(beginResize(viewOf({ readOnly: true }), early)).toBeNull();
  expect(beginResize(new View(someProps({ ...hours, chips: [early] }), { width: 900, height: 700 }), early)).toBeNull();
});

test('resized back to its hours, a chip is unchanged', () => {
  const resizeState = beginResize(viewOf(), early) as ResizeState;
  expect(isUnresized(resizeState)).toBe(true);
  expect(isUnresized({ ...resizeState, end: resizeState.end + 15 })).toBe(false);
});
