import { expect, test } from 'vitest';
import { soonOf, whenOf } from './when.ts';

const now = new Date('2026-11-16T10:00:00+01:00');

test.each([
  ['2026-11-16T19:00+01:00', '2026-11-17T07:00+01:00', 'lun. 16, 19:00–07:00'],
  ['2026-11-30T08:00+01:00', null, 'lun. 30, dès 08:00'],
  ['2026-12-01T08:00+01:00', '2026-12-01T20:00+01:00', 'mar. 1 déc., 08:00–20:00'],
  ['2026-12-24T08:00+01:00', '2026-12-24T20:00+01:00', 'jeu. 24 déc., 08:00–20:00'],
  ['2027-01-04T08:00+01:00', '2027-01-04T20:00+01:00', 'lun. 4 janv. 2027, 08:00–20:00'],
])('%s to %s is written « %s »: the month only of another month', (start, end, words) => {
  expect(whenOf(start, end, 'Europe/Paris', now)).toBe(words);
});

test.each([
  ['2026-11-16T19:00+01:00', 'aujourd’hui, 19:00–07:00'],
  ['2026-11-17T19:00+01:00', 'demain, 19:00–07:00'],
  ['2026-11-18T19:00+01:00', 'mer. 18, 19:00–07:00'],
])('soon, %s is « %s »', (start, words) => {
  expect(soonOf(start, '2026-11-19T07:00+01:00', 'Europe/Paris', now)).toBe(words);
});
