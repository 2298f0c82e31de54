import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inDays, inHours, inSignedHours, parseDuration } from './duration.ts';

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
  [0, '0h00'],
  [20, '+0h20'],
  [-90, '−1h30'],
  [0.2, '0h00'],
])('a difference of %d minutes is shown as %s', (minutes, shown) => {
  expect(inSignedHours(minutes)).toBe(shown);
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

test.each([
  [{ '2026-11-16': 24, '2026-11-17': 24 }, '2 jours'],
  [{ '2026-03-29': 23 }, '1 jour'],
  [{ '2026-11-16': 24, '2026-11-17': 4 }, '1 jour et 4h00'],
  [{ '2026-11-17': 3.5 }, '3h30'],
  [{}, '0h00'],
])('an absence of %o is written « %s »', (byDay, shown) => {
  expect(inDays(byDay)).toBe(shown);
});
