import { describe, expect, test } from 'vitest';
import { daily } from '../planning/testing/planned.ts';
import type { PayShift } from './facts.ts';
import { type PayMonth, payMonth } from './month.ts';
import { contractOf, personOf, placeOf } from './testing/paid.ts';

const october = placeOf('2026-10');
const of = (found: PayMonth, rubric: string) => found.lines.find((line) => line.rubric === rubric);
const everyDay = (first: string, count: number, hours: string): PayShift[] =>
  daily(first, count, hours).map(({ id, start, end }) => ({ id, start, end, gaps: [], site: 'Entrepôt' }));

describe('overtime', () => {
  test('of a week falls in the month of its Sunday: 45 h are 8 h at 125 % and 2 h at 150 %', () => {
    const found = payMonth(october, personOf({ shifts: everyDay('2026-10-05', 5, '08:00-17:00') }));
    expect(of(found, 'overtime:25')).toMatchObject({ quantity: 480, percent: 125, amount: 124.21 });
    expect(of(found, 'overtime:50')).toMatchObject({ quantity: 120, percent: 150, amount: 37.26 });
    const crossing = personOf({ shifts: everyDay('2026-09-28', 5, '08:00-17:00') });
    expect(of(payMonth(placeOf('2026-09'), crossing), 'overtime:25')).toBeUndefined();
    expect(of(payMonth(october, crossing), 'overtime:25')).toMatchObject({ quantity: 480 });
  });

  test('the agent’s own steps replace those of the agency (AC-007)', () => {
    const shifts = everyDay('2026-10-05', 5, '08:00-17:00');
    const found = payMonth(october, personOf({ shifts, overtimeIncrease: [{ from: 35, percent: 30 }] }));
    expect(of(found, 'overtime:30')).toMatchObject({ quantity: 600, percent: 130 });
  });

  test('of who was hired or left inside his week, month or cycle is paid', () => {
    const paid = (contract: object, shifts: PayShift[]) =>
      of(payMonth(october, personOf({ contracts: [contractOf(contract)], shifts })), 'overtime:25')?.inputs.map(
        ({ label, day, quantity }) => [label, day, quantity],
      );
    // A Wednesday.
    expect(paid({ startDate: '2026-10-07' }, everyDay('2026-10-07', 5, '08:00-16:00'))).toEqual([
      ['Semaine 41', '2026-10-11', 300],
    ]);
    // 72 h against 14 of 31 days of 151 h 40.
    const monthly = { period: 'MONTH', hoursLimit: 151.67, endDate: '2026-10-14' } as const;
    expect(paid(monthly, everyDay('2026-10-05', 9, '08:00-16:00'))).toEqual([['Mois', '2026-10-14', 72 * 60 - 4_110]]);
    // 88 h against two of four weeks: 16 h up to 86.
    const cycle = { startDate: '2026-09-21', endDate: '2026-10-04', cycleWeeks: 4 };
    const weeks = [...everyDay('2026-09-21', 4, '08:00-19:00'), ...everyDay('2026-09-28', 4, '08:00-19:00')];
    expect(paid(cycle, weeks)).toEqual([['Cycle de 4 semaines du 21/09/2026', '2026-10-04', 16 * 60]]);
  });

  test('rates have decimals', () => {
    const shifts = everyDay('2026-10-05', 5, '08:00-17:00');
    const found = payMonth(october, personOf({ shifts, overtimeIncrease: [{ from: 35, percent: 33.33 }] }));
    expect(of(found, 'overtime:33.33')).toMatchObject({ quantity: 600, percent: 133.33, amount: 165.61 });
    const partly = contractOf({ hoursLimit: 20, partTime: true, monthlyPay: 1076.48 });
    const month = placeOf('2026-10', {
      own: [{ kind: 'complementaryFirst', value: 33.33, validFrom: '2026-01-01', validTo: null }],
    });
    const above = payMonth(month, personOf({ contracts: [partly], shifts: everyDay('2026-10-05', 3, '08:00-15:00') }));
    expect(of(above, 'complementary')).toMatchObject({ quantity: 60, percent: 133.33 });
  });

  test('of a cycle falls in the month in which the cycle ends (decision 99)', () => {
    const contracts = [contractOf({ startDate: '2026-09-21', cycleWeeks: 4 })];
    // Four weeks from 21 September: 48 h, then three of 36 h: 16 h above the average of 35 h.
    const shifts = [
      ...everyDay('2026-09-21', 4, '07:00-19:00'),
      ...['2026-09-28', '2026-10-05', '2026-10-12'].flatMap((monday) => everyDay(monday, 3, '07:00-19:00')),
    ];
    expect(of(payMonth(placeOf('2026-09'), personOf({ contracts, shifts })), 'overtime:25')).toBeUndefined();
    const found = of(payMonth(october, personOf({ contracts, shifts })), 'overtime:25');
    expect(found).toMatchObject({ quantity: 16 * 60, percent: 125 });
    expect(found?.inputs[0]?.label).toBe('Cycle de 4 semaines du 21/09/2026');
  });

  test('a contract of 39 h pays its hours above 35 in the salary: only their increase is added', () => {
    const contracts = [contractOf({ hoursLimit: 39, monthlyPay: 2366 })];
    const found = payMonth(october, personOf({ contracts, shifts: everyDay('2026-10-05', 5, '08:00-16:00') }));
    expect(of(found, 'overtime:25')?.inputs.map(({ quantity, percent }) => [quantity, percent])).toEqual([
      [60, 125],
      [240, 25],
    ]);
  });

  test('a part-time contract of 20 h: two hours at 110 %, the rest of the week at 125 %', () => {
    const contracts = [contractOf({ hoursLimit: 20, partTime: true, monthlyPay: 1076.48 })];
    const found = payMonth(october, personOf({ contracts, shifts: everyDay('2026-10-05', 3, '08:00-16:00') }));
    expect(of(found, 'complementary')?.inputs.map(({ quantity, percent }) => [quantity, percent])).toEqual([
      [120, 110],
      [120, 125],
    ]);
  });

  test('rest: 1 % of the nights, overtime beyond the yearly quota, and what was taken', () => {
    const shifts = everyDay('2026-10-05', 5, '21:00-06:00');
    const carried = { nightRest: 100, quotaRest: 0, overtimeYear: 329 * 60 - 60 };
    const absences = [{ typeId: 'r', type: 'Repos', effect: 'REST' as const, days: { '2026-10-20': 1 } }];
    const { counters } = payMonth(october, personOf({ shifts, carried, absences }));
    expect(counters).toEqual({
      nightRest: { opening: 100, earned: 27, taken: 60, closing: 67 },
      quotaRest: { opening: 0, earned: 540, taken: 0, closing: 540 },
      overtimeYear: 329 * 60 + 540,
    });
  });
});
