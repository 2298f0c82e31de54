import { expect, test } from 'vitest';
import { receiptOf } from './receipt.ts';

test.each([
  ['at once', '2026-11-16T20:10:00.000Z', null],
  ['eleven minutes later', '2026-11-16T20:11:00.000Z', 'transmis le 16/11/2026 21:11'],
  ['days later', '2026-11-19T07:00:00.000Z', 'transmis le 19/11/2026 08:00'],
])('an event received %s', (_, receivedAt, words) => {
  expect(receiptOf({ createdAt: '2026-11-16T20:00:00.000Z', receivedAt }, 'Europe/Paris')).toBe(words);
});
