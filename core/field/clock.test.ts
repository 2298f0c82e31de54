import { expect, test } from 'vitest';
import { isSet, measured, type Offset } from './clock.ts';
import { clockSet } from './clock-message.ts';

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

test('a clock that was set is told from one that drifts', () => {
  const known = measured(null, { sent: 0, received: 200, server: 100 }) as Offset;
  const after = (server: number): Offset => measured(known, { sent: 10_000, received: 10_100, server }) as Offset;
  expect(isSet(known, after(10_051))).toBe(false);
  expect(isSet(known, after(10_050 + minute))).toBe(true);
  const words = (before: number, later: number) => clockSet.words({ before, after: later }, String);
  expect(words(0, -60 * minute)).toBe('Horloge du téléphone avancée de 1h00');
  expect(words(0, 90 * minute)).toBe('Horloge du téléphone reculée de 1h30');
});
