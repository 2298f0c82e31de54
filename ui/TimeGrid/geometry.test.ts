import fc from 'fast-check';
import { expect, test } from 'vitest';
import { columnOf, minuteAt, sizesOf, xOf } from './geometry.ts';
import { day, monday, someColumns } from './testing/grid.ts';
import { layouts } from './types.ts';

const week = someColumns(7);

test.each([
  ['before the first', monday - 1, -1],
  ['at the first minute', monday, 0],
  ['at the last minute of a day', monday + day - 1, 0],
  ['at midnight', monday + day, 1],
  ['at the end of the last', monday + 7 * day, 7],
])('a moment %s is in the right column', (_when, minute, column) => {
  expect(columnOf(week, minute)).toBe(column);
});

test('on a day of 23 hours, noon is slightly left of its usual place', () => {
  const short = [
    { start: 0, end: 23 * 60, label: '30' },
    { start: 23 * 60, end: 47 * 60, label: '31' },
  ];
  expect(xOf(short, 60, 11 * 60)).toBeCloseTo((11 / 23) * 60);
  expect(xOf(short, 60, 23 * 60)).toBe(60);
  expect(xOf(short, 60, 35 * 60)).toBe(90);
});

test('converting a pixel to a minute and back gives the same pixel', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 7 * day - 1 }), fc.integer({ min: 20, max: 300 }), (minute, width) => {
      expect(minuteAt(week, width, xOf(week, width, monday + minute))).toBeCloseTo(monday + minute, 5);
    }),
  );
});

test.each([
  ['a desk, four weeks: all days fit beside the menu', layouts.fourWeeks, 28, 1143, 219, 33],
  ['a wide desk, four weeks: the columns keep their width', layouts.fourWeeks, 28, 2000, 300, 60],
  ['a small desk, four weeks: the columns keep their width', layouts.fourWeeks, 28, 983, 275, 60],
  ['a desk, one week: the columns share the room', layouts.week, 7, 1440, 300, 162],
  ['a screen of 1280 pixels beside the menu: seven days fit', layouts.week, 7, 983, 275, 101],
  ['the same for the 24 hours of a day', layouts.day, 32, 983, 275, 29],
  ['a phone: titles leave three fifths', layouts.fourWeeks, 28, 390, 156, 60],
])('%s', (_what, layout, columns, room, titleWidth, cellWidth) => {
  expect(sizesOf(layout, columns, room)).toEqual({ titleWidth, cellWidth, width: cellWidth * columns });
});
