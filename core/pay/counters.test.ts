import { expect, test } from 'vitest';
import { type ClosedCounters, type CounterCorrection, carriedFrom, counterCorrection, openingNow } from './counters.ts';
import { type PayCounters, payMonth } from './month.ts';
import { personOf, placeOf, workOf } from './testing/paid.ts';

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

test('whoever chose rest earns the hours of holidays instead of their allowance, except the first of May (art. 9.05)', () => {
  const holidayOf = (month: string, work: string, more: object) => {
    const { lines, counters } = payMonth(
      placeOf(month, { holidays: [work.slice(0, 10)] }),
      personOf({ shifts: workOf(work), ...more }),
    );
    const { quantity, amount } = lines.find(({ rubric }) => rubric === 'holiday') ?? { quantity: null, amount: null };
    return { quantity, amount, rest: counters.holidayRest };
  };
  const armistice = '2026-11-11 08:00-16:00';
  expect(holidayOf('2026-11', armistice, {})).toEqual({ quantity: 480, amount: 99.37, rest: undefined });
  const rest = { opening: 0, earned: 480, taken: 0, closing: 480 };
  expect(holidayOf('2026-11', armistice, { holidayRest: true })).toEqual({ quantity: 480, amount: 0, rest });
  expect(holidayOf('2026-05', '2026-05-01 08:00-16:00', { holidayRest: true })).toMatchObject({
    quantity: 480,
    amount: expect.toSatisfy((paid: number) => paid > 90),
    rest: undefined,
  });
  // Taken in December, after the rest of the nights.
  const before = { month: '2026-11', counters: { ...closed('2026-11', [0, 60], 0).counters, holidayRest: rest } };
  const carried = carriedFrom(before, '2026-12');
  expect(carried).toEqual({ nightRest: 60, quotaRest: 0, overtimeYear: 0, holidayRest: 480 });
  const absences = [{ typeId: 'r', type: 'Repos', effect: 'REST' as const, days: { '2026-12-10': 5 } }];
  expect(payMonth(placeOf('2026-12'), personOf({ carried, absences })).counters).toMatchObject({
    nightRest: { closing: 0 },
    holidayRest: { opening: 480, earned: 0, taken: 240, closing: 240 },
    quotaRest: { taken: 0 },
  });
  // A holiday worked that was forgotten is carried once.
  const rows = [{ month: '2026-11', counters: before.counters }];
  const more = { ...before.counters, holidayRest: { ...rest, earned: 960, closing: 960 } };
  const found = counterCorrection(rows, '2026-11', more, []);
  expect(found).toEqual({ month: '2026-11', nightRest: 0, quotaRest: 0, overtime: 0, holidayRest: 480 });
  const carriesIt = { ...before.counters, corrections: [found as CounterCorrection] };
  expect(counterCorrection([...rows, { month: '2026-12', counters: carriesIt }], '2026-11', more, [])).toBeNull();
});
