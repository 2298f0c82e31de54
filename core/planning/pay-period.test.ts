import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayOfNumber, daysAfter, monthAfter } from './days.ts';
import { payMonthOf, payPeriodAround, payPeriodOf } from './pay-period.ts';

test.each([
  ['2026-11-15', 1, '2026-11', '2026-11-01', '2026-11-30'],
  ['2026-11-20', 21, '2026-11', '2026-10-21', '2026-11-20'],
  ['2026-11-21', 21, '2026-12', '2026-11-21', '2026-12-20'],
  ['2026-12-31', 26, '2027-01', '2026-12-26', '2027-01-25'],
  ['2028-02-28', 28, '2028-03', '2028-02-28', '2028-03-27'],
  ['2028-02-27', 28, '2028-02', '2028-01-28', '2028-02-27'],
])('%s, from the %ith: pay of %s', (day, first, month, start, end) => {
  expect(payMonthOf(day, first)).toBe(month);
  expect(payPeriodAround(day, first)).toEqual({ start, end });
});

test('every day is in exactly one period, and periods follow one another', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40_000 }), fc.integer({ min: 1, max: 28 }), (number, first) => {
      const day = dayOfNumber(number);
      const month = payMonthOf(day, first);
      const { start, end } = payPeriodOf(month, first);
      expect(start <= day && day <= end).toBe(true);
      expect(payPeriodOf(monthAfter(month, 1), first).start).toBe(daysAfter(end, 1));
    }),
  );
});
