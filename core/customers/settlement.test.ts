import { describe, expect, test } from 'vitest';
import { checkDraft } from '../kernel/schema.ts';
import { Customer } from './customer.ts';
import { dueDay, type SettlementPeriod, settlementFault } from './settlement.ts';

describe('the due day', () => {
  test.each<[string, string, SettlementPeriod, number, string]>([
    ['of « À réception » is the day of issue', '2026-11-15', 0, 30, '2026-11-15'],
    ['of thirty days net crosses the month', '2026-11-15', 1, 30, '2026-12-15'],
    ['of thirty days net crosses the year and February', '2027-01-30', 1, 30, '2027-03-01'],
    ['of thirty days net in a leap year', '2028-01-31', 1, 30, '2028-03-01'],
    ['of forty-five days end of month', '2026-11-15', 2, 45, '2026-12-31'],
    ['of zero days end of month', '2026-02-10', 2, 0, '2026-02-28'],
  ])('%s', (_, issued, period, days, expected) => {
    expect(dueDay(issued, period, days)).toBe(expected);
  });
});

test('terms longer than the law allows are refused for professionals, not for individuals', () => {
  expect(settlementFault(100, 1, 61)).toBe('Doit être inférieur ou égal à 60');
  expect(settlementFault(100, 2, 46)).toBe('Doit être inférieur ou égal à 45');
  expect(settlementFault(400, 1, 60)).toBeNull();
  expect(settlementFault(200, 1, 90)).toBeNull();
});

test('the customer’s form reports it at the field', () => {
  const checked = checkDraft(
    Customer,
    { name: 'Azur', type: 100, customerInfos: { settlementPeriod: 2, settlementPeriodDays: 60 } },
    null,
  );
  expect(checked).toEqual({
    ok: false,
    violations: [{ path: 'customerInfos.settlementPeriodDays', message: 'Doit être inférieur ou égal à 45' }],
  });
});

test('a discount cannot end before it begins', () => {
  const checked = checkDraft(
    Customer,
    {
      name: 'Azur',
      type: 100,
      companyDiscounts: [{ label: 'Fidélité', rate: 5, startDate: '2026-02-01', endDate: '2026-01-31' }],
    },
    null,
  );
  expect(checked).toEqual({
    ok: false,
    violations: [{ path: 'companyDiscounts.0.endDate', message: 'Doit être supérieure ou égale à 01/02/2026' }],
  });
});
