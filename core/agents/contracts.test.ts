import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { subtract, toNumber } from '../kernel/money.ts';
import { branchMinimum, branchMinimums, minimumPayFor, placeInGrid } from './branch.ts';
import {
  activeContract,
  anomalyOf,
  type Contract,
  contractAt,
  covers,
  hasOverlap,
  isExpired,
  monthlyHours,
  payGap,
} from './contracts.ts';

const contract = (startDate: string, endDate: string | null, more: Partial<Contract> = {}): Contract => ({
  id: startDate,
  type: 'CDI',
  startDate,
  endDate,
  period: 'WEEK',
  hoursLimit: 35,
  ...more,
});

describe('a contract', () => {
  test.each([
    ['without an end', null, false],
    ['that ends today', '2026-11-15', false],
    ['that ended yesterday', '2026-11-14', true],
    ['that ends tomorrow', '2026-11-16', false],
  ])('%s: whether it is expired', (_, endDate, expired) => {
    expect(isExpired({ endDate }, '2026-11-15')).toBe(expired);
  });

  test.each([
    ['35 hours a week are 151.67 a month', 'WEEK', 35, 151.67],
    ['24 hours a week are 104 a month', 'WEEK', 24, 104],
    ['17.5 hours a week are 75.83 a month', 'WEEK', 17.5, 75.83],
    ['39 hours a week are 169 a month', 'WEEK', 39, 169],
    ['monthly hours stay unchanged', 'MONTH', 151.67, 151.67],
    ['zero hours stay zero', 'WEEK', 0, 0],
  ] as const)('%s', (_, period, hoursLimit, hours) => {
    expect(monthlyHours({ period, hoursLimit })).toBe(hours);
  });
});

describe('successive contracts', () => {
  test.each<[string, Contract[], 100 | 101]>([
    ['follow each other', [contract('2026-01-01', '2026-03-31'), contract('2026-04-01', null)], 100],
    ['share one day', [contract('2026-01-01', '2026-04-01'), contract('2026-04-01', null)], 101],
    ['are both without an end', [contract('2026-01-01', null), contract('2026-06-01', null)], 101],
    ['are contained in one another', [contract('2026-01-01', '2026-12-31'), contract('2026-05-01', '2026-05-31')], 101],
    ['leave a gap', [contract('2026-01-01', '2026-01-31'), contract('2026-03-01', '2026-03-31')], 100],
    ['are a single one', [contract('2026-01-01', null)], 100],
  ])('%s', (_, contracts, anomaly) => {
    expect(contracts.map((one) => anomalyOf(one, contracts))).toEqual(contracts.map(() => anomaly));
    expect(hasOverlap(contracts)).toBe(anomaly === 101);
  });

  const past = contract('2025-01-01', '2025-06-30');
  const present = contract('2026-01-01', null);
  const later = contract('2027-01-01', null);
  test.each<[string, Contract[], string, Contract | null]>([
    ['the contract in force', [past, present, later], '2026-11-15', present],
    ['the last one that ended', [past, later], '2026-11-15', past],
    ['the first future one', [later, contract('2028-01-01', null)], '2026-11-15', later],
    ['none', [], '2026-11-15', null],
    [
      'the latest of two at once',
      [contract('2026-01-01', null), contract('2026-02-01', null)],
      '2026-11-15',
      contract('2026-02-01', null),
    ],
  ])('the active contract is %s', (_, contracts, day, found) => {
    expect(activeContract(contracts, day)).toEqual(found);
  });

  const days = fc
    .integer({ min: 0, max: 400 })
    .map((offset) => new Date(Date.UTC(2026, 0, 1 + offset)).toISOString().slice(0, 10));
  const contracts = fc.array(
    fc
      .tuple(days, fc.option(days), fc.uuid())
      .map(([one, other, id]) =>
        other !== null && other < one ? contract(other, one, { id }) : contract(one, other, { id }),
      ),
    { maxLength: 6 },
  );

  test('without anomaly no day has two contracts', () => {
    fc.assert(
      fc.property(contracts, days, (all, day) => {
        const valid = all.filter((one) => covers(one, day));
        if (!hasOverlap(all)) expect(valid.length).toBeLessThanOrEqual(1);
        expect(contractAt(all, day) === null).toBe(valid.length === 0);
      }),
    );
  });
});

describe('pay under the minimum of the branch', () => {
  const guard = { category: 'AGENT_EXPLOIT', classificationCoeff: 140 };
  test.each<[string, Partial<Contract>, { paid: number; minimum: number } | null]>([
    ['the minimum itself is enough', { ...guard, monthlyPay: 1965.78 }, null],
    ['one cent less is too little', { ...guard, monthlyPay: 1965.77 }, { paid: 1965.77, minimum: 1965.78 }],
    ['a part-timer is paid in proportion', { ...guard, hoursLimit: 24, monthlyPay: 1347.93 }, null],
    [
      'a part-timer is underpaid in proportion',
      { ...guard, hoursLimit: 24, monthlyPay: 1300 },
      { paid: 1300, minimum: 1347.93 },
    ],
    [
      'an hourly pay is multiplied by the hours of the contract',
      { ...guard, hourlyPay: 12 },
      { paid: 1820.04, minimum: 1965.78 },
    ],
    ['the minimum hourly pay is enough', { ...guard, hourlyPay: 12.961 }, null],
    [
      'a half cent, not exact in binary, is rounded up',
      { ...guard, period: 'MONTH', hoursLimit: 1, hourlyPay: 1.005 },
      { paid: 1.01, minimum: 12.96 },
    ],
    ['an unknown coefficient gives no result', { ...guard, classificationCoeff: 141, monthlyPay: 1 }, null],
    ['without a category there is no result', { classificationCoeff: 140, monthlyPay: 1 }, null],
    ['without a pay there is no result', guard, null],
  ])('%s', (_, more, gap) => {
    expect(payGap(contract('2026-01-01', null, more), '2026-11-15')).toEqual(gap);
  });

  test.each([
    [300, 2968.47, 'la position I'],
    [400, 3756.63, 'la position II-A'],
    [470, 4307.92, 'la position II-B'],
    [530, 4780.86, 'la position III-A'],
    [620, 5489.93, 'la position III-B'],
    [800, 6908.48, 'la position III-C'],
  ])('a cadre of coefficient %i is paid at least %d, for %s of the grid', (classificationCoeff, minimum, place) => {
    const cadre = { category: 'INGENIEUR_CADRE', classificationCoeff };
    const row = branchMinimum('INGENIEUR_CADRE', classificationCoeff, '2026-11-15');
    expect(row && placeInGrid(row)).toBe(place);
    const paidAt = (monthlyPay: number) => payGap(contract('2026-01-01', null, { ...cadre, monthlyPay }), '2026-11-15');
    expect(paidAt(minimum)).toBeNull();
    const less = toNumber(subtract(minimum, 0.01));
    expect(paidAt(less)).toEqual({ paid: less, minimum });
  });

  test('places of the other categories are levels and grades', () => {
    const places = (['AGENT_EXPLOIT', 'AGENT_MAITRISE'] as const).map((category) =>
      branchMinimums.filter((row) => row.category === category).map(placeInGrid),
    );
    expect(places.map((some) => [some.length, some[0], some.at(-1)])).toEqual([
      [10, 'le niveau II, échelon 2', 'le niveau V, échelon 3'],
      [9, 'le niveau I, échelon 1', 'le niveau III, échelon 3'],
    ]);
  });

  test('a day before the table has no minimum', () => {
    expect(branchMinimum('AGENT_EXPLOIT', 140, '2025-12-31')).toBeNull();
    expect(branchMinimum('AGENT_EXPLOIT', 140, '2026-01-01')?.monthly).toBe(1965.78);
  });

  test('the hourly minima are those of the agreement', () => {
    const hourly = (coefficient: number): number =>
      (branchMinimum('AGENT_EXPLOIT', coefficient, '2026-06-01')?.monthly ?? 0) / 151.67;
    expect(hourly(120)).toBeCloseTo(12.4207, 3);
    expect(hourly(140)).toBeCloseTo(12.9609, 3);
  });

  test('overtime in the contract does not raise the minimum', () => {
    const row = branchMinimum('AGENT_EXPLOIT', 140, '2026-06-01');
    expect(row && minimumPayFor(row, 169)).toBe(1965.78);
  });

  test('no two rows overlap', () => {
    const keys = branchMinimums.map(
      ({ category, coefficient, validFrom }) => `${category} ${coefficient} ${validFrom}`,
    );
    expect(new Set(keys).size).toBe(keys.length);
  });
});
