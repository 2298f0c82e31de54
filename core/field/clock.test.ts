import { expect, test } from 'vitest';
import { measured } from './clock.ts';

const minute = 60_000;

test('the offset is the server’s time against the middle of the exchange', () => {
  expect(measured(null, { sent: 1_000, received: 1_200, server: 61_100 })).toEqual({
    offset: minute,
    error: 100,
    at: 1_200,
  });
});

test.each([
  ['a slower exchange that agrees is ignored', { sent: 10_000, received: 14_000, server: 12_000 + minute }, 100],
  ['a faster one replaces it', { sent: 10_000, received: 10_100, server: 10_050 + minute }, 50],
  ['a clock that was set replaces it, even by a slower one', { sent: 10_000, received: 14_000, server: 12_000 }, 2_000],
  ['an exchange during which the clock was set back is ignored', { sent: 10_000, received: 9_000, server: 0 }, 100],
])('%s', (_, exchange, error) => {
  const known = measured(null, { sent: 1_000, received: 1_200, server: 61_100 });
  expect(measured(known, exchange)?.error).toBe(error);
});

test('after a day an exchange of a few seconds is more certain than the old measure', () => {
  const known = measured(null, { sent: 0, received: 200, server: 100 });
  const day = 86_400_000;
  expect(measured(known, { sent: day, received: day + 4_000, server: day + 2_500 })?.offset).toBe(500);
});
