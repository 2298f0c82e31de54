import { expect, test } from 'vitest';
import { shortNotice } from './notice.ts';

const hour = 60;
const day = 24 * hour;
const now = 30_000_000;
const shift = (inMinutes: number, length = 8 * hour) => ({ start: now + inMinutes, end: now + inMinutes + length });

test.each([
  ['assigned two days before', null, shift(48 * hour), null],
  ['assigned one minute later than that', null, shift(48 * hour - 1), 'extra'],
  ['assigned while it runs', null, shift(-hour), 'extra'],
  ['recorded afterwards', null, shift(-3 * day), null],
  ['published and unchanged', shift(hour), shift(hour), null],
  ['changed a week before', shift(7 * day), shift(7 * day + hour), null],
  ['changed one minute later than that', shift(7 * day - 1), shift(8 * day), 'change'],
  ['brought forward to less than a week from now', shift(20 * day), shift(3 * day), 'change'],
  ['of tomorrow made longer', shift(day), shift(day, 10 * hour), 'change'],
] as const)('a service %s', (_, before, after, notice) => {
  expect(shortNotice(before, after, now)).toBe(notice);
});
