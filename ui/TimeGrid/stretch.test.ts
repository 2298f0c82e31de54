import { expect, test } from 'vitest';
import { isUnstretched, type Stretch, seize, stretched, stretchStep } from './stretch.ts';
import { monday, someChip, someColumns, someProps } from './testing/grid.ts';
import { layouts, type TimeGridProps } from './types.ts';
import { View } from './view.ts';

const early = someChip('1', 'r0', 0, { start: monday + 60, end: monday + 300 });
const hours = { mode: 'hours' as const, layout: layouts.day, columns: someColumns(32, 60) };
const viewOf = (more: Partial<TimeGridProps> = {}): View =>
  new View(someProps({ ...hours, chips: [early], onResize: () => {}, ...more }), { width: 2220, height: 700 });

test.each([
  ['end', 400, { start: monday + 60, end: monday + 405 }],
  ['end', 0, { start: monday + 60, end: monday + 75 }],
  ['start', 0, { start: monday, end: monday + 300 }],
  ['start', 900, { start: monday + 285, end: monday + 300 }],
] as const)('its %s dragged to %i pixels, it is at least a quarter of an hour long', (edge, x, bounds) => {
  expect(stretched(viewOf(), early, edge, x)).toEqual(bounds);
});

test.each<[string, string, boolean, Partial<Stretch>]>([
  ['the end an hour later', 'ArrowRight', false, { end: monday + 360 }],
  ['the end a quarter of an hour earlier', 'ArrowLeft', true, { end: monday + 285 }],
  ['the start instead', 'ArrowUp', false, { edge: 'start' }],
])('a key moves %s', (_, key, fine, expected) => {
  const stretch = seize(viewOf(), early) as Stretch;
  expect(stretchStep(viewOf(), stretch, key, fine)).toEqual({ ...stretch, ...expected });
});

test('by keys a chip stays a quarter of an hour long, and its start never passes its end', () => {
  let stretch = seize(viewOf(), early) as Stretch;
  for (let press = 0; press < 10; press += 1) stretch = stretchStep(viewOf(), stretch, 'ArrowLeft', false) as Stretch;
  expect(stretch).toMatchObject({ start: early.start, end: early.start + 15 });
  stretch = { ...(seize(viewOf(), early) as Stretch), edge: 'start' };
  for (let press = 0; press < 10; press += 1) stretch = stretchStep(viewOf(), stretch, 'ArrowRight', false) as Stretch;
  expect(stretch).toMatchObject({ start: early.end - 15, end: early.end });
});

test('what is locked, or only shown, keeps its hours', () => {
  expect(seize(viewOf(), { ...early, locked: true })).toBeNull();
  expect(seize(viewOf({ readOnly: true }), early)).toBeNull();
  expect(seize(new View(someProps({ ...hours, chips: [early] }), { width: 900, height: 700 }), early)).toBeNull();
});

test('back where it was, nothing has changed', () => {
  const stretch = seize(viewOf(), early) as Stretch;
  expect(isUnstretched(stretch)).toBe(true);
  expect(isUnstretched({ ...stretch, end: stretch.end + 15 })).toBe(false);
});
