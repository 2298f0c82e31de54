import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TimeSlot } from '../agencies/settings/pay.ts';
import { calendarOf } from './calendar.ts';
import {
  type Gap,
  type GapType,
  type HoursFacts,
  type HoursShift,
  hoursOf,
  isNightWorker,
  weekMinutesOf,
} from './hours.ts';
import type { ContractFacts } from './model.ts';
import { overtimeOf } from './overtime-spans.ts';
import { at, contract, daily, month, paris, shift } from './testing/planned.ts';

const settings = {
  night: { start: '21:00', end: '06:00' },
  overtime: [
    { from: 35, percent: 25 },
    { from: 43, percent: 50 },
  ],
};
const november = calendarOf({ zone: paris, from: '2026-11-01', to: '2026-11-30' });
const facts = (more: Partial<ContractFacts> = {}, others: Partial<HoursFacts> = {}): HoursFacts => ({
  contracts: [{ ...contract, ...more }],
  overtimeIncrease: [],
  counters: { weekMinutes: {} },
  ...others,
});
const planned = (text: string, ...gaps: [GapType, string, string][]): HoursShift => {
  const { id, start, end } = shift(text);
  const day = text.slice(0, 10);
  return {
    id,
    start,
    end,
    gaps: gaps.map(([type, from, to]): Gap => ({ type, start: at(`${day} ${from}`), end: at(`${day} ${to}`) })),
  };
};
const days = (first: string, count: number, hours: string): HoursShift[] =>
  daily(first, count, hours).map(({ id, start, end }) => ({ id, start, end, gaps: [] }));
const of = (shifts: HoursShift[], input = facts(), calendar = month) => hoursOf(calendar, settings).of(input, shifts);
const present = (slots: Record<TimeSlot, number>) =>
  Object.fromEntries(Object.entries(slots).filter(([, minutes]) => minutes > 0));

describe('hours of an agent', () => {
  test('by slot, without breaks and time gaps', () => {
    const found = of([
      planned('2026-11-11 20:00-06:00'),
      planned('2026-11-14 08:00-20:00', [0, '12:00', '12:30'], [1, '08:00', '08:20'], [3, '19:00', '20:00']),
    ]);
    expect(present(found.slots)).toEqual({ holiday: 60, holidayNight: 180, night: 360, saturday: 610 });
    expect(found).toMatchObject({ planned: 600 + 690, effective: 600 + 610, breaks: 30, gaps: 80, night: 540 });
  });

  test('overlapping gaps are subtracted once, gaps outside the service not at all', () => {
    const found = of([
      planned('2026-11-10 08:00-12:00', [0, '10:00', '10:30'], [4, '10:15', '11:00'], [1, '06:00', '08:10']),
    ]);
    expect(found).toMatchObject({ planned: 210, effective: 170, breaks: 30, gaps: 40 });
  });

  test('what is done until now is counted apart from what is to come', () => {
    const shifts = [planned('2026-11-10 08:00-12:00', [0, '10:00', '10:30']), planned('2026-11-12 08:00-12:00')];
    const until = (moment: string) => hoursOf(month, settings).of(facts(), shifts, at(moment)).done;
    expect(
      ['2026-11-09 12:00', '2026-11-10 09:00', '2026-11-10 11:00', '2026-11-11 12:00', '2026-11-30 12:00'].map(until),
    ).toEqual([0, 60, 150, 210, 450]);
    expect(of(shifts)).toMatchObject({ effective: 450, done: 450 });
  });

  test('a service across the end of the period is split at midnight', () => {
    const night = [planned('2026-11-30 20:00-06:00')];
    expect(of(night, facts(), november)).toMatchObject({ effective: 240 });
    const december = calendarOf({ zone: paris, from: '2026-12-01', to: '2026-12-31' });
    expect(of(night, facts(), december)).toMatchObject({ effective: 360 });
  });

  test('night work gives one percent of compensatory rest', () => {
    expect(of(days('2026-11-09', 10, '21:00-06:00'))).toMatchObject({ night: 5_400, nightRest: 54 });
  });

  test.each<[string, HoursShift[], number]>([
    ['six hours', [planned('2026-11-10 08:00-14:00')], 1],
    ['less', [planned('2026-11-10 08:00-14:00', [0, '12:00', '12:01'])], 0],
    ['six hours in two services of one day', [planned('2026-11-10 06:00-09:00'), planned('2026-11-10 14:00-17:00')], 1],
    ['twelve hours', [planned('2026-11-10 08:00-20:00')], 1],
    ['two days', days('2026-11-10', 2, '08:00-16:00'), 2],
    ['the period’s first minute', [planned('2026-11-09 00:00-08:00')], 1],
    ['the first minute after it', [planned('2026-12-07 00:00-08:00')], 0],
    ['a day that begins before the period', [planned('2026-11-08 20:00-06:00')], 0],
  ])('meals: %s', (_, shifts, meals) => {
    expect(of(shifts).meals).toBe(meals);
  });

  test('of one service, for the hours of its site', () => {
    expect(present(hoursOf(month, settings).slotsIn(planned('2026-11-10 19:00-23:00', [0, '20:00', '20:30'])))).toEqual(
      { day: 90, night: 120 },
    );
  });
});

describe('hours of the contract', () => {
  test.each<[string, Partial<ContractFacts>, typeof month, number]>([
    ['four weeks of 35', {}, month, 140 * 60],
    ['a month of 35 a week is 151.67', {}, november, Math.round(151.67 * 60)],
    ['a month of 120 a month', { period: 'MONTH', hoursLimit: 120 }, november, 7_200],
    ['half of a month', { period: 'MONTH', hoursLimit: 120, startDate: '2026-11-16' }, november, 3_600],
    ['a contract that begins on the third of four Mondays', { startDate: '2026-11-23' }, month, 70 * 60],
    ['none', { startDate: '2027-01-01' }, month, 0],
  ])('%s', (_, more, calendar, minutes) => {
    expect(of([], facts(more), calendar).contract).toBe(minutes);
  });
});

describe('pay months', () => {
  const pay = calendarOf({ zone: paris, from: '2026-10-21', to: '2026-11-20' });
  const counted = (calendar: typeof pay, more: Partial<ContractFacts> = {}) =>
    hoursOf(calendar, { ...settings, payPeriodStart: 21 }).of(facts(more), []);

  test('a whole pay month has the contract’s monthly hours and the name of the month it ends in', () => {
    expect(counted(pay)).toMatchObject({
      contract: Math.round(151.67 * 60),
      months: [{ month: '2026-11', contract: Math.round(151.67 * 60) }],
    });
    expect(of([], facts(), pay).contract).toBe(31 * 5 * 60);
  });

  test('a calendar month stays one, whatever the pay period', () => {
    expect(counted(november)).toMatchObject({ contract: Math.round(151.67 * 60), months: [{ month: '2026-11' }] });
  });

  test('a contract that begins during a pay month has its share of the hours', () => {
    const { contract } = counted(pay, { period: 'MONTH', hoursLimit: 124, startDate: '2026-11-11' });
    expect(contract).toBe((124 * 60 * 10) / 31);
  });
});

describe('overtime of a week', () => {
  test.each<[number, [number, number][]]>([
    [35, []],
    [36, [[25, 60]]],
    [43, [[25, 480]]],
    [
      45,
      [
        [25, 480],
        [50, 120],
      ],
    ],
  ])('%d hours', (hours, expected) => {
    expect(overtimeOf(hours * 60, settings.overtime).map(({ percent, minutes }) => [percent, minutes])).toEqual(
      expected,
    );
  });

  test('an agent’s own rates replace the agency’s', () => {
    const week = days('2026-11-09', 5, '08:00-16:00');
    const own = facts({}, { overtimeIncrease: [{ from: 38, percent: 40 }] });
    expect(of(week).weeks[0]).toMatchObject({
      monday: '2026-11-09',
      number: 46,
      minutes: 2_400,
      overtime: [{ percent: 25, minutes: 300 }],
    });
    expect(of(week, own).weeks[0]).toMatchObject({ overtime: [{ percent: 40, minutes: 120 }] });
    expect(of(week, own).overtime).toEqual([{ from: 38, percent: 40, minutes: 120 }]);
  });

  test('minutes of the counters are added to the loaded services', () => {
    const input = facts({}, { counters: { weekMinutes: { '2026-11-09': 600 } } });
    expect(of(days('2026-11-09', 4, '08:00-16:00'), input).weeks[0]).toMatchObject({ minutes: 2_520 });
  });

  test('a whole week belongs to the period in which it ends', () => {
    const week = days('2026-10-26', 5, '08:00-16:00');
    const october = calendarOf({ zone: paris, from: '2026-10-01', to: '2026-10-31' });
    expect(of(week, facts(), november)).toMatchObject({ overtime: [{ minutes: 300 }], effective: 0 });
    expect(of(week, facts(), october)).toMatchObject({ overtime: [], effective: 2_400 });
  });
});

describe('overtime of a month and of a cycle', () => {
  test('a month above a monthly contract', () => {
    const input = facts({ period: 'MONTH', hoursLimit: 30 });
    expect(of(days('2026-11-09', 4, '08:00-16:00'), input, november).months).toEqual([
      { month: '2026-11', minutes: 1_920, contract: 1_800, over: 120, overtime: [] },
    ]);
    // A part of a month has no overtime of the month.
    expect(of(days('2026-11-09', 4, '08:00-16:00'), input).months[0]).toMatchObject({ month: '2026-11', over: 0 });
    expect(of(days('2026-11-09', 5, '08:00-16:00'), facts(), november).months[0]).toMatchObject({ over: 0 });
  });

  test('a cycle above its average, in the period in which it ends', () => {
    const input = facts({ startDate: '2026-11-09', cycleWeeks: 4 });
    const shifts = [...days('2026-11-09', 6, '08:00-20:00'), ...days('2026-11-16', 6, '08:00-20:00')];
    expect(of(shifts, input).cycles).toEqual([
      {
        monday: '2026-11-09',
        weeks: 4,
        minutes: 8_640,
        contract: 8_400,
        over: 240,
        overtime: [{ from: 140, percent: 25, minutes: 240 }],
      },
    ]);
    expect(of(shifts, input, november).cycles).toEqual([]);
    expect(of(shifts, facts()).cycles).toEqual([]);
  });

  test('a long week of a cycle is no overtime if the cycle makes up for it', () => {
    const input = facts({ startDate: '2026-11-09', cycleWeeks: 4 });
    const shifts = days('2026-11-09', 6, '08:00-20:00');
    expect(of(shifts, input).overtime).toEqual([]);
    expect(of(shifts, facts()).overtime).not.toEqual([]);
  });

  test('a monthly contract counts by the month, not by the week', () => {
    const input = facts({ period: 'MONTH', hoursLimit: 151.67 });
    const long = days('2026-11-01', 28, '08:00-14:00');
    expect(of(long.slice(8, 14), input, november)).toMatchObject({ overtime: [] });
    // 168 h against 35 × 52 / 12.
    expect(of(long, input, november).overtime).toMatchObject([{ percent: 25, minutes: 168 * 60 - 9_100 }]);
  });

  test('weeks of a cycle before the loaded days are taken from the counters', () => {
    const input = facts(
      { startDate: '2026-10-19', cycleWeeks: 4 },
      { counters: { weekMinutes: { '2026-10-19': 8_000 } } },
    );
    expect(of(days('2026-11-09', 1, '08:00-18:00'), input).cycles).toEqual([
      {
        monday: '2026-10-19',
        weeks: 4,
        minutes: 8_600,
        contract: 8_400,
        over: 200,
        overtime: [{ from: 140, percent: 25, minutes: 200 }],
      },
    ]);
  });
});

describe('a contract that begins, ends or changes', () => {
  const other = { ...contract, startDate: '2026-11-11' };
  const overtime = (shifts: HoursShift[], contracts: ContractFacts[], calendar = november) =>
    of(shifts, facts({}, { contracts }), calendar).spans.flatMap((span) =>
      span.overtime.map(({ percent, minutes }) => [span.of, span.key, percent, minutes]),
    );

  test('inside its week: the week keeps the legal hours', () => {
    // Hired on a Wednesday.
    const hired = of(days('2026-11-11', 5, '08:00-16:00'), facts({ startDate: '2026-11-11' })).spans[0];
    expect(hired).toMatchObject({ agreed: 2_100, overtime: [{ percent: 25, minutes: 300 }] });
    const raised = of(
      days('2026-11-09', 5, '08:00-16:00'),
      facts({}, { contracts: [contract, { ...other, hoursLimit: 42 }] }),
    ).spans[0];
    // Two days of 35 h, five of 42.
    expect(raised).toMatchObject({ agreed: 2_400, contract: { hoursLimit: 42 }, overtime: [{ minutes: 300 }] });
  });

  test('inside its month: the month has its share of the hours', () => {
    const monthly = { ...contract, period: 'MONTH' as const, hoursLimit: 151.67 };
    const shifts = days('2026-11-16', 10, '08:00-16:00');
    // 80 h against half of 151 h 40.
    expect(overtime(shifts, [{ ...monthly, startDate: '2026-11-16' }])).toEqual([['MONTH', '2026-11', 25, 250]]);
    expect(overtime(days('2026-11-05', 10, '08:00-16:00'), [{ ...monthly, endDate: '2026-11-15' }])).toEqual([
      ['MONTH', '2026-11', 25, 250],
    ]);
    expect(overtime(shifts, [monthly])).toEqual([]);
  });

  test('inside its cycle: it ends with its share of the hours', () => {
    const cycle = { ...contract, startDate: '2026-11-02', endDate: '2026-11-15', cycleWeeks: 4 };
    // 80 h against two of four weeks.
    expect(overtime(days('2026-11-04', 10, '08:00-16:00'), [cycle])).toEqual([['CYCLE', '2026-11-02', 25, 600]]);
    const next = { ...cycle, startDate: '2026-11-16', endDate: null };
    expect(overtime(days('2026-11-04', 10, '08:00-16:00'), [{ ...cycle, endDate: null }, next])).toEqual([
      ['CYCLE', '2026-11-02', 25, 600],
    ]);
  });

  test('to another period: no hour counts twice', () => {
    const monthly = { ...other, period: 'MONTH' as const, hoursLimit: 151.67 };
    // Monday and Tuesday by the week; twenty days of the month from Wednesday, 101 h.
    const shifts = [...days('2026-11-09', 2, '07:00-19:00'), ...days('2026-11-11', 10, '08:00-19:00')];
    expect(overtime(shifts, [contract, monthly])).toEqual([['MONTH', '2026-11', 25, 110 * 60 - 6_067]]);
  });
});

test('the first week of a cycle has no hours of the contract before it', () => {
  const weekly = { ...contract, endDate: '2026-11-10' };
  const cycle = { ...contract, startDate: '2026-11-11', cycleWeeks: 4 };
  const shifts = days('2026-11-09', 5, '08:00-20:00');
  const first = (contracts: ContractFacts[]) => weekMinutesOf(november, contracts, shifts)['2026-11-09'];
  expect([first([weekly, cycle]), first([cycle]), first([contract])]).toEqual([3 * 720, 5 * 720, 5 * 720]);
});

test.each<[string, [string, number][], boolean]>([
  [
    'three hours twice in a week',
    [
      ['2026-11-09', 180],
      ['2026-11-15', 180],
    ],
    true,
  ],
  [
    'three hours once in each of two weeks',
    [
      ['2026-11-09', 180],
      ['2026-11-16', 180],
    ],
    false,
  ],
  [
    '270 hours',
    Array.from({ length: 100 }, (_, index): [string, number] => [
      `2026-${String(1 + (index % 12)).padStart(2, '0')}-01`,
      162,
    ]),
    true,
  ],
])('a night worker: %s', (_, nights, expected) => {
  expect(isNightWorker(nights.map(([day, minutes]) => ({ day, minutes })))).toBe(expected);
});

test('slots add up to the effective hours, and no minute is both worked and subtracted', () => {
  const randomShift = fc.tuple(
    fc.integer({ min: -2_000, max: 41_000 }),
    fc.integer({ min: 30, max: 800 }),
    fc.array(
      fc.tuple(
        fc.constantFrom<GapType>(0, 1, 2, 3, 4),
        fc.integer({ min: -60, max: 800 }),
        fc.integer({ min: 1, max: 200 }),
      ),
      { maxLength: 4 },
    ),
  );
  fc.assert(
    fc.property(fc.array(randomShift, { maxLength: 12 }), (list) => {
      const shifts = list
        .map(([start, length, gaps], index): HoursShift => {
          const from = month.window.from + start;
          return {
            id: String(index),
            start: from,
            end: from + length,
            gaps: gaps.map(([type, after, lasts]) => ({ type, start: from + after, end: from + after + lasts })),
          };
        })
        .sort((one, other) => one.start - other.start);
      const found = of(shifts);
      expect(Object.values(found.slots).reduce((sum, minutes) => sum + minutes, 0)).toBe(found.effective);
      const inside = shifts.reduce(
        (sum, { start, end }) => sum + Math.max(0, Math.min(end, month.window.to) - Math.max(start, month.window.from)),
        0,
      );
      expect(found.effective + found.gaps + found.breaks).toBe(inside);
      expect(Math.min(found.gaps, found.breaks, found.effective)).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 100 },
  );
});

describe('paid hours (art. 7.12)', () => {
  const branch = (shifts: HoursShift[]) => hoursOf(november, { ...settings, branch: true }).of(facts(), shifts);

  test.each<[string, string[], number, string, [string, string]]>([
    ['06–08', ['06:00-08:00'], 6, 'minimum', ['06:00', '12:00']],
    ['08–10 and 13–17', ['08:00-10:00', '13:00-17:00'], 9, 'amplitude', ['08:00', '17:00']],
    ['08–09 and 10:30–11:30', ['08:00-09:00', '10:30-11:30'], 6, 'minimum', ['08:00', '14:00']],
    ['09–10 and 12:30–14', ['09:00-10:00', '12:30-14:00'], 6, 'minimum', ['09:00', '15:00']],
  ])('of the official example %s', (_, hours, paid, by, [from, to]) => {
    const found = branch(hours.map((one) => planned(`2026-11-09 ${one}`)));
    expect(found.paid).toBe(paid * 60);
    expect(found.paidDays).toMatchObject([
      { day: '2026-11-09', by, from: at(`2026-11-09 ${from}`), to: at(`2026-11-09 ${to}`) },
    ]);
  });

  test('of a day paid as worked give no reason; without the branch agreement the worked hours are paid', () => {
    const whole = ['08:00-12:00', '13:00-17:00'].map((one) => planned(`2026-11-09 ${one}`));
    expect(branch(whole)).toMatchObject({ paid: 480, effective: 480, paidDays: [] });
    expect(of([planned('2026-11-09 06:00-08:00')])).toMatchObject({ paid: 120, paidDays: [] });
  });

  test('of a service that was lived otherwise follow what counts, planned hours the plan', () => {
    const plan = planned('2026-11-09 08:00-18:00');
    const found = branch([{ ...planned('2026-11-09 08:00-11:00'), plan }]);
    expect(found).toMatchObject({ planned: 600, effective: 180, gaps: 420, paid: 360 });
  });
});
