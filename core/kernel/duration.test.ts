import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inHours, parseDuration } from './duration.ts';

test.each([
  [0, '0h00'],
  [5, '0h05'],
  [65, '1h05'],
  [60, '1h00'],
  [1_500, '25h00'],
  [-90, '-1h30'],
  [64.6, '1h05'],
])('%d minutes are shown as %s', (minutes, shown) => {
  expect(inHours(minutes)).toBe(shown);
});

test.each([
  ['1h05', 65],
  ['1 h 05', 65],
  ['1H5', 65],
  ['2h', 120],
  ['1:30', 90],
  ['65', 65],
  ['45 min', 45],
  ['1h30min', 90],
  ['1h75', null],
  ['h', null],
  ['', null],
  ['-5', null],
  ['une heure', null],
])('« %s » is read as %s', (typed, minutes) => {
  expect(parseDuration(typed)).toBe(minutes);
});

test('a formatted duration parses back to the same minutes', () => {
  fc.assert(
    fc.property(fc.nat({ max: 100_000 }), (minutes) => {
      expect(parseDuration(inHours(minutes))).toBe(minutes);
    }),
  );
});
