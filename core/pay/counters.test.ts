import { expect, test } from 'vitest';
import { type ClosedCounters, type CounterCorrection, carriedFrom, counterCorrection, openingNow } from './counters.ts';
import type { PayCounters } from './month.ts';

const counter = (opening: number, earned: number) => ({ opening, earned, taken: 0, closing: opening + earned });
const closed = (month: string, nights: [number, number], overtimeYear: number, more: object = {}): ClosedCounters => ({
  month,
  counters: { nightRest: counter(...nights), quotaRest: counter(0, 0), overtimeYear, ...more },
});
/** The month as it would be computed today. */
const now = (
  rows: ClosedCounters[],
  month: string,
  earned: number,
  overtime: number,
  found: CounterCorrection[] = [],
) => {
  const { nightRest, overtimeYear } = openingNow(rows, month, found);
  const counters: PayCounters = {
    ...{ nightRest: counter(nightRest, earned), quotaRest: counter(0, 0), overtimeYear: overtimeYear + overtime },
  };
  return counterCorrection(rows, month, counters, found);
};
const changed = { month: '2026-09', nightRest: 4, quotaRest: 0, overtime: 60 };

test('what a closed month earns more is carried once, and moves the months after it without being counted again', () => {
  const rows = [closed('2026-08', [0, 5], 100), closed('2026-09', [5, 6], 160), closed('2026-10', [11, 7], 200)];
  expect(now(rows, '2026-08', 5, 100)).toBeNull();
  expect(now(rows, '2026-09', 10, 120)).toEqual(changed);
  // October opens with more, and earns the same.
  expect(openingNow(rows, '2026-10', [changed])).toEqual({ nightRest: 15, quotaRest: 0, overtimeYear: 220 });
  expect(now(rows, '2026-10', 7, 40, [changed])).toBeNull();
  const after = [...rows, closed('2026-11', [22, 1], 270, { corrections: [changed] })];
  expect(now(after, '2026-09', 10, 120)).toBeNull();
  expect(now(after, '2026-10', 7, 40)).toBeNull();
  expect(now(after, '2026-11', 1, 10)).toBeNull();
  // Undone since.
  expect(now(after, '2026-09', 6, 60)).toEqual({ month: '2026-09', nightRest: -4, quotaRest: 0, overtime: -60 });
});

test('overtime begins again in January, rest does not; somebody who is gone earns nothing', () => {
  const december = closed('2026-12', [0, 5], 300);
  expect(carriedFrom(december, '2027-01')).toEqual({ nightRest: 5, quotaRest: 0, overtimeYear: 0 });
  const rows = [december, closed('2027-01', [5, 1], 30)];
  const more = { month: '2026-12', nightRest: 2, quotaRest: 0, overtime: 60 };
  expect(openingNow(rows, '2027-01', [more])).toEqual({ nightRest: 7, quotaRest: 0, overtimeYear: 0 });
  expect(counterCorrection(rows, '2027-01', undefined, [])).toEqual({
    ...{ month: '2027-01', nightRest: -1, quotaRest: 0, overtime: -30 },
  });
});

test('a month without a row opens with what the last one before it left', () => {
  const rows = [closed('2026-08', [0, 5], 100), closed('2026-10', [5, 7], 140)];
  expect(openingNow(rows, '2026-09', [])).toEqual({ nightRest: 5, quotaRest: 0, overtimeYear: 100 });
  expect(counterCorrection(rows, '2026-09', undefined, [])).toBeNull();
  expect(now(rows, '2026-09', 3, 20)).toEqual({ month: '2026-09', nightRest: 3, quotaRest: 0, overtime: 20 });
});
