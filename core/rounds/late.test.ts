import { expect, test } from 'vitest';
import { isRoundLate } from './late.ts';
import { areRoundsLate, type RoundsLeft } from './left.ts';

const hour = 3_600_000;

// Three rounds in twelve hours: one in each four.
test.each<[name: string, begun: number, hours: number, late: boolean]>([
  ['nothing is late in the first share', 0, 3.9, false],
  ['the first is late once its share is over', 0, 4, true],
  ['begun in time', 1, 7.9, false],
  ['the second is late', 1, 8.1, true],
  ['all were begun', 3, 11.9, false],
  ['before the service', 0, -1, false],
  ['long after the end', 2, 20, true],
])('%s', (_, begun, hours, late) => {
  expect(isRoundLate({ planned: 3, begun, start: 0, end: 12 * hour }, hours * hour)).toBe(late);
});

test('the rounds of one service are counted together, as supervision does', () => {
  const left = (begun: number[]) =>
    begun.map((one) => ({ round: { numberOfExecutions: 1 }, done: 0, begun: one, running: null })) as RoundsLeft[];
  const service = { start: 0, end: 12 * hour };
  expect(areRoundsLate(left([0, 0]), service, 7 * hour)).toBe(true);
  expect(areRoundsLate(left([1, 0]), service, 7 * hour)).toBe(false);
});
