import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type TimeSlot, timeSlots } from '../agencies/settings/pay.ts';
import { branchMinimums } from '../agents/branch.ts';
import { daily } from '../planning/testing/planned.ts';
import type { PayPerson, PayPlace, PayShift } from './facts.ts';
import { amountOf } from './lines.ts';
import { type PayMonth, payMonth } from './month.ts';
import { additiveFactor, premiumLines } from './premiums.ts';
import { ratesOf } from './rates.ts';
import { contractOf, personOf, placeOf, workOf } from './testing/paid.ts';

const october = placeOf('2026-10');
const extra = (shifts: PayShift[], more: Partial<PayPerson> = {}): PayPerson =>
  personOf({ hourly: true, contracts: [contractOf({ monthlyPay: null, hourlyPay: 12.4207 })], shifts, ...more });
const of = (found: PayMonth, rubric: string) => found.lines.find((line) => line.rubric === rubric);
const amounts = (found: PayMonth) => Object.fromEntries(found.lines.map(({ rubric, amount }) => [rubric, amount]));
const everyDay = (first: string, count: number, hours: string): PayShift[] =>
  daily(first, count, hours).map(({ id, start, end }) => ({ id, start, end, gaps: [], site: 'Entrepôt' }));

describe('hours paid (art. 7.12)', () => {
  // The five examples of art. 4 of the avenant of 3 September 2025.
  test.each([
    [['06:00-08:00'], 6, false],
    [['08:00-10:00', '13:00-17:00'], 9, true],
    [['08:00-09:00', '10:30-11:30'], 6, false],
    [['08:00-12:00', '13:00-17:00'], 8, true],
    [['09:00-10:00', '12:30-14:00'], 6, false],
  ])('%s is paid %d h', (pieces, hours, meal) => {
    const found = payMonth(october, extra(workOf(...pieces.map((text) => `2026-10-06 ${text}`))));
    const paid = (of(found, 'base')?.quantity ?? 0) + (of(found, 'supplement')?.quantity ?? 0);
    expect(paid).toBe(hours * 60);
    expect(found.paid).toBe(hours * 60);
    expect(of(found, 'meal')?.amount ?? 0).toBe(meal ? 4.48 : 0);
  });

  test('the added hours carry their premiums: a night of two hours is paid six, all at night', () => {
    const found = payMonth(october, extra(workOf('2026-10-06 22:00-00:00')));
    expect(of(found, 'supplement')).toMatchObject({ quantity: 240, amount: 49.68, article: 'Art. 7.12' });
    expect(of(found, 'night')).toMatchObject({ quantity: 360, amount: 7.45 });
  });

  test('a monthly salary already pays them up to the hours of the contract', () => {
    const few = payMonth(october, personOf({ shifts: workOf('2026-10-06 06:00-08:00') }));
    expect(of(few, 'supplement')).toBeUndefined();
    // 19 days of 8 hours are 152 h, for a contract of 151.67 h.
    const many = payMonth(
      october,
      personOf({ shifts: [...everyDay('2026-10-05', 19, '08:00-16:00'), ...workOf('2026-10-26 06:00-08:00')] }),
    );
    expect(of(many, 'supplement')).toMatchObject({ quantity: 240 });
    // Excluded work is paid for its duration; the night of the work beside it is not counted twice.
    const [meeting, night] = workOf('2026-10-06 14:00-15:00', '2026-10-06 20:00-23:00');
    const found = payMonth(october, extra([{ ...meeting, excluded: 'meeting' }, night] as never));
    expect([of(found, 'supplement')?.quantity, of(found, 'night')?.quantity]).toEqual([180, 300]);
  });
});

describe('premiums', () => {
  test.each([
    ['day', 1],
    ['night', 1.1],
    ['holiday', 2],
    ['holidayNight', 2.1],
    ['sunday', 1.1],
    ['sundayNight', 1.2],
    ['sundayHoliday', 2.1],
    ['sundayHolidayNight', 2.2],
    ['saturday', 1],
    ['saturdayNight', 1.1],
    ['saturdayHoliday', 2],
    ['saturdayHolidayNight', 2.1],
  ] as [TimeSlot, number][])('an hour of %s is paid %d: increases add up and Saturday has none', (slot, factor) => {
    expect(additiveFactor(slot, october.rates, '2026-10-06')).toBe(factor);
    expect(additiveFactor(slot, october.rates, '2026-10-06')).toBeLessThanOrEqual(timeSlots[slot].factor);
  });

  const hourIn = (slot: TimeSlot, hour: number, place: PayPlace = october): number => {
    const slots = Object.fromEntries(Object.keys(timeSlots).map((name) => [name, name === slot ? 60 : 0])) as never;
    const lines = premiumLines([{ day: '2026-10-06', label: '', service: null, slots, hour, paid: hour }], place);
    return Math.round(100 * lines.reduce((sum, { amount }) => sum + amount, hour)) / 100;
  };

  test('to the cent: the branch’s example, 7,73 € makes 9,27 € on a Sunday night; 10 € makes 22 € on a holiday Sunday night', () => {
    expect(hourIn('sundayNight', 7.73)).toBe(9.27);
    expect(hourIn('sundayHolidayNight', 10)).toBe(22);
    expect(hourIn('sundayHolidayNight', 12.96)).toBe(28.52);
    expect(hourIn('saturday', 10)).toBe(10);
  });

  test('they apply to the conventional minimum, whatever the contract pays', () => {
    const shifts = workOf('2026-10-04 22:00-06:00');
    const found = payMonth(october, personOf({ shifts, contracts: [contractOf({ monthlyPay: 3000 })] }));
    expect(of(found, 'night')).toMatchObject({ quantity: 480, rate: 12.4207, percent: 10, amount: 9.94 });
    expect(of(found, 'sunday')).toMatchObject({ quantity: 120, rate: 12.4207, percent: 10, amount: 2.48 });
    expect(of(found, 'night')?.inputs).toMatchObject([{ day: '2026-10-04', label: 'Entrepôt', quantity: 480 }]);
    expect(of(found, 'night')?.article).toContain('25 septembre 2001');
  });

  test('a holiday on a Sunday at night pays each increase once', () => {
    const place = placeOf('2026-11', { holidays: ['2026-11-01'] });
    const found = payMonth(place, extra(workOf('2026-11-01 21:00-00:00', '2026-11-02 00:00-03:00')));
    expect(amounts(found)).toMatchObject({ base: 74.52, night: 7.45, sunday: 3.73, holiday: 37.26 });
  });

  test('an agency sets its own: a factor of a combined slot, an amount of the hour (AC-018)', () => {
    const own = [
      { kind: 'sundayNightFactor', value: 1.5, validFrom: '2026-01-01', validTo: null },
      { kind: 'nightAmount', value: 15, validFrom: '2026-01-01', validTo: null },
    ] as const;
    const place = placeOf('2026-10', { own: [...own], branch: false });
    expect(hourIn('sundayNight', 12, place)).toBe(18);
    expect(hourIn('night', 12, place)).toBe(15);
    // Outside the branch nothing is increased unless the agency says so.
    expect(hourIn('holiday', 12, place)).toBe(12);
  });

  test('an amount of the agency is the whole hour: it tops up what the contract pays, and never lowers it', () => {
    const own = [{ kind: 'sundayAmount', value: 16, validFrom: '2026-01-01', validTo: null } as const];
    const place = placeOf('2026-10', { own });
    const paid = (hourlyPay: number) => {
      const contracts = [contractOf({ monthlyPay: null, hourlyPay })];
      return payMonth(place, personOf({ hourly: true, contracts, shifts: workOf('2026-10-04 08:00-16:00') }));
    };
    expect(amounts(paid(14))).toMatchObject({ base: 112, sunday: 16 });
    expect(amounts(paid(18))).toMatchObject({ base: 144 });
    expect(of(paid(18), 'sunday')).toBeUndefined();
  });

  test('drawn minutes give the amount of rational arithmetic, rounded once', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20_000 }),
        fc.integer({ min: 1, max: 500_000 }),
        fc.integer({ min: 1, max: 400 }),
        (minutes, rate, percent) => {
          const cents = 2n * BigInt(minutes) * BigInt(rate) * BigInt(percent);
          const by = 60n * 10_000n;
          // Half up, in hundredths.
          const whole = (cents + by) / (2n * by);
          expect(amountOf(minutes, 'minutes', rate / 10_000, percent, 'EUR')).toBe(Number(whole) / 100);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

describe('salary', () => {
  test('a whole month is the contract’s; a month begun on the 16th its share of the days', () => {
    expect(of(payMonth(october, personOf()), 'base')?.amount).toBe(1883.85);
    const late = personOf({ contracts: [contractOf({ startDate: '2026-10-16' })] });
    expect(of(payMonth(october, late), 'base')?.amount).toBe(972.31);
    expect(of(payMonth(october, late), 'uniform')?.amount).toBe(4.53);
  });

  test.each(branchMinimums.map((row) => [row.category, row.coefficient, row.monthly] as const))(
    'without a pay of its own, %s %d earns the minimum of the table',
    (category, classificationCoeff, monthly) => {
      const contract = contractOf({ monthlyPay: null, category, classificationCoeff });
      expect(of(payMonth(october, personOf({ contracts: [contract] })), 'base')?.amount).toBe(monthly);
    },
  );

  test.each([
    ['2022-10-02', 0],
    ['2022-10-01', 2],
    ['2019-09-30', 5],
    ['2016-09-30', 8],
    ['2014-09-30', 10],
    ['2011-09-30', 12],
  ])('in October 2026 somebody since %s has %d %% of seniority', (seniority, percent) => {
    const found = of(payMonth(october, personOf({ seniority })), 'seniority');
    expect(found?.percent ?? 0).toBe(percent);
    expect(found?.amount ?? 0).toBe(Number(((1883.85 * percent) / 100 + 1e-9).toFixed(2)));
  });

  test('one meal for a vacation of twelve hours; none below six hours of effective work', () => {
    const shifts = workOf('2026-10-06 07:00-19:00', '2026-10-08 08:00-13:59', '2026-10-12 08:00-14:00');
    expect(of(payMonth(october, personOf({ shifts })), 'meal')).toMatchObject({
      quantity: 2,
      rate: 4.48,
      amount: 8.96,
    });
    const earlier = placeOf('2025-10');
    expect(of(payMonth(earlier, personOf({ shifts: workOf('2025-10-07 07:00-19:00') })), 'meal')?.amount).toBe(4.36);
  });

  test('the care of the uniform is paid eleven months of twelve', () => {
    const months = Array.from({ length: 12 }, (_one, index) => `2026-${String(index + 1).padStart(2, '0')}`);
    const paid = months.filter((month) => of(payMonth(placeOf(month), personOf()), 'uniform')?.amount === 8.78);
    expect(paid).toHaveLength(11);
    expect(paid).not.toContain('2026-08');
  });

  test.each([
    [30, 1.75],
    [31, 2.33],
    [99, 2.68],
    [101, 3.03],
  ])('a dog is paid by the hour, and one trip of %d km', (kilometres, trip) => {
    const [one] = workOf('2026-10-06 08:00-16:00') as [PayShift];
    const found = payMonth(october, personOf({ shifts: [{ ...one, dog: true, kilometres }] }));
    expect(amounts(found)).toMatchObject({ dog: 11.28, dogTrip: trip });
    expect(found.issues).toEqual([]);
    expect(payMonth(october, personOf({ shifts: [{ ...one, dog: true }] })).issues).toEqual(['dogDistance']);
  });

  test('a deducted absence takes the hours of the contract, a kept one is only counted', () => {
    const days = { '2026-10-05': 24, '2026-10-06': 24 };
    const absences = [
      { typeId: 's', type: 'Maladie', effect: 'DEDUCTED' as const, days },
      { typeId: 'c', type: 'Congés payés', effect: 'KEPT' as const, days: { '2026-10-12': 24, '2026-11-02': 24 } },
    ];
    const found = payMonth(october, personOf({ absences }));
    // Two days of 31 of 1 883,85 € and of 151,67 h.
    expect(of(found, 'absence:s')).toMatchObject({ quantity: 587, amount: -121.54, rate: null });
    expect(of(found, 'absence:s')?.inputs[0]).toMatchObject({
      day: '2026-10-05',
      quantity: 1,
      unit: 'days',
      rate: 60.77,
    });
    expect(of(found, 'absence:s')?.inputs[0]?.label.replaceAll(/\s/g, ' ')).toBe(
      'Maladie : 1 jour sur 31 de 1 883,85 €',
    );
    expect(of(found, 'absence:c')).toMatchObject({ quantity: 294, amount: 0 });
  });

  const away = (place: PayPlace, from: string, to: string, typeId = 's') => ({
    ...{ typeId, type: 'Maladie', effect: 'DEDUCTED' as const },
    days: Object.fromEntries(place.calendar.days.filter((day) => day >= from && day <= to).map((day) => [day, 24])),
  });

  test.each([
    ['2026-10', 'WEEK', 35],
    ['2026-02', 'WEEK', 35],
    ['2026-04', 'WEEK', 24],
    ['2026-10', 'MONTH', 151.67],
  ] as const)(
    'away the whole of %s, somebody on a contract by %s of %d h is paid nothing',
    (month, period, hoursLimit) => {
      const place = { ...placeOf(month), allowances: false };
      const contracts = [contractOf({ period, hoursLimit })];
      // In two absences of two types: each cent is taken once.
      const absences = [away(place, `${month}-01`, `${month}-13`), away(place, `${month}-14`, place.end, 'u')];
      const found = payMonth(place, personOf({ contracts, absences }));
      expect(found.total).toBe(0);
      const minutes = found.lines
        .filter(({ rubric }) => rubric.startsWith('absence'))
        .map(({ quantity }) => quantity ?? 0);
      expect(minutes.reduce((all, one) => all + one, 0)).toBe(
        Math.round((period === 'WEEK' ? (hoursLimit * 52) / 12 : hoursLimit) * 60),
      );
    },
  );

  test('a day in two absences is taken once; parts of it together at most a day', () => {
    const on = (typeId: string, hours: number) => ({
      ...away(october, '2026-10-06', '2026-10-06', typeId),
      days: { '2026-10-06': hours },
    });
    const taken = (...absences: ReturnType<typeof on>[]) => {
      const found = payMonth(october, personOf({ absences }));
      return [amounts(found)['absence:s'], amounts(found)['absence:u'], found.issues.includes('absentTwice')];
    };
    expect(taken(on('s', 24), on('u', 24))).toEqual([-60.77, undefined, true]);
    // The whole day, whichever comes first.
    expect(taken(on('u', 3), on('s', 24))).toEqual([-60.77, undefined, true]);
    // 4 h and 3 h of the 7 h of a day, at 12.4207 €.
    expect(taken(on('s', 4), on('u', 5))).toEqual([-49.68, -37.26, false]);
    expect(taken(on('s', 24))).toEqual([-60.77, undefined, false]);
  });

  test('a part of a month under contract and all of it absent is paid nothing; an « extra » loses nothing', () => {
    const place = { ...october, allowances: false };
    const absences = [away(place, '2026-10-16', '2026-10-31')];
    const contracts = [contractOf({ startDate: '2026-10-16' })];
    expect(payMonth(place, personOf({ contracts, absences })).total).toBe(0);
    const found = payMonth(place, extra(workOf('2026-10-06 08:00-16:00'), { absences }));
    expect(found.total).toBe(99.37);
    expect(of(found, 'absence:s')?.article).toBe('Payé à l’heure : rien à retenir');
  });

  test('salary elements add and take; one without an amount only counts', () => {
    const element = {
      typeId: 'p',
      type: 'Prime',
      date: '2026-10-10',
      direction: 'GAIN' as const,
      quantity: 1,
      amount: 100,
      comment: null,
    };
    const elements = [
      element,
      { ...element, amount: 50.25, comment: 'Remplacement' },
      { ...element, typeId: 'a', type: 'Acompte', direction: 'DEDUCTION' as const, amount: 300 },
      { ...element, typeId: 't', type: 'Transport', quantity: 12, amount: null },
    ];
    const found = payMonth(october, personOf({ elements }));
    expect(amounts(found)).toMatchObject({ 'element:p': 150.25, 'element:a': -300, 'element:t': 0 });
    expect(of(found, 'element:t')?.quantity).toBe(12);
    expect(found.total).toBe(1742.88);
    const shares = [1.1, 2.2].map((quantity) => ({ ...element, quantity }));
    expect(of(payMonth(october, personOf({ elements: shares })), 'element:p')?.quantity).toBe(3.3);
  });

  test('what is missing is named', () => {
    expect(payMonth(october, personOf({ contracts: [] })).issues).toEqual(['noContract']);
    const poor = contractOf({ monthlyPay: 1500 });
    expect(payMonth(october, personOf({ contracts: [poor] })).issues).toEqual(['belowMinimum']);
    const unknown = contractOf({ monthlyPay: null, category: null });
    expect(payMonth(october, personOf({ contracts: [unknown] })).issues).toEqual(['noPay', 'noCoefficient']);
    expect(payMonth(october, personOf({ unclocked: 2 })).issues).toEqual(['unclocked']);
    const sick = (day: string, hours = 24) => [
      { typeId: 'm', type: 'Maladie', effect: 'DEDUCTED' as const, days: { [day]: hours } },
    ];
    const shifts = workOf('2026-10-06 08:00-16:00');
    const issuesOn = (day: string, hours?: number) =>
      payMonth(october, personOf({ shifts, absences: sick(day, hours) })).issues;
    expect(issuesOn('2026-10-06')).toEqual(['absentAtWork']);
    // Another day, or some hours of the day.
    expect([issuesOn('2026-10-07'), issuesOn('2026-10-06', 4)]).toEqual([[], []]);
  });
});

test('the agency’s rate replaces the branch’s from its day on', () => {
  const rates = ratesOf([{ kind: 'meal', value: 6, validFrom: '2026-10-01', validTo: '2026-10-31' }], true);
  expect(['2026-09-30', '2026-10-01', '2026-11-01'].map((day) => rates('meal', day)?.value)).toEqual([4.48, 6, 4.48]);
  expect(rates('meal', '2026-10-01')).toMatchObject({ own: true, article: 'Taux de l’agence' });
  expect(ratesOf([], false)('nightFactor', '2026-10-01')).toBeNull();
});
