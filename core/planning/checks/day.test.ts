import { describe, expect, test } from 'vitest';
import type { CheckLevel } from '../../agencies/settings/planning.ts';
import { calendarOf } from '../calendar.ts';
import { rulesOf } from '../checks.ts';
import type { Shift } from '../model.ts';
import {
  branch,
  contract,
  daily,
  findings,
  findingTexts,
  levels,
  month,
  own,
  paris,
  shift,
  somebody,
} from '../testing/planned.ts';

const shifts = (...texts: string[]): Shift[] => texts.map((text) => shift(text));
const onCycle = { contracts: [{ ...contract, cycleWeeks: 4 }] };

describe('maximum service duration', () => {
  test.each<[string, string[], string[], string[]]>([
    ['twelve hours', ['2026-11-09 08:00-20:00/20'], [], []],
    ['one minute more', ['2026-11-09 08:00-20:21/20'], ['duration 721/720'], ['duration 721/720']],
    ['breaks are not worked', ['2026-11-09 08:00-20:30/30'], [], []],
    ['six hours need no break', ['2026-11-09 08:00-14:00'], [], []],
    ['more than six hours need a break', ['2026-11-09 08:00-14:01'], [], ['break 0/20']],
    ['an amplitude of thirteen hours', ['2026-11-09 06:00-10:00', '2026-11-09 17:00-19:00'], [], []],
    ['an amplitude of fourteen hours', ['2026-11-09 06:00-10:00', '2026-11-09 17:00-20:00'], [], ['amplitude 840/780']],
    [
      'a daily rest between two services separates their amplitudes',
      ['2026-11-09 00:00-06:00', '2026-11-09 18:00-23:00'],
      [],
      [],
    ],
    [
      'more than twelve hours in two services',
      ['2026-11-09 06:00-12:00', '2026-11-09 12:30-19:00'],
      [],
      ['break 0/20', 'dailyWork 750/720'],
    ],
  ])('%s', (_, texts, ofAgency, ofBranch) => {
    expect(findingTexts('serviceMaxDuration', { shifts: shifts(...texts) })).toEqual(ofAgency);
    expect(findingTexts('serviceMaxDuration', { shifts: shifts(...texts), settings: branch })).toEqual(ofBranch);
  });

  test('the agency sets its own maximum, which the branch does not follow', () => {
    const limits = { ...own.limits, maxServiceDuration: 600 };
    const input = shifts('2026-11-09 08:00-19:00/20');
    expect(findingTexts('serviceMaxDuration', { shifts: input, settings: { ...own, limits } })).toEqual([
      'duration 640/600',
    ]);
    expect(findingTexts('serviceMaxDuration', { shifts: input, settings: { ...branch, limits } })).toEqual([]);
  });

  test.each<[string, string[]]>([
    ['2026-06-30', []],
    ['2026-07-01', ['amplitude 840/780']],
  ])('a day of %s is checked by the text in force on that day', (day, expected) => {
    const calendar = calendarOf({ zone: paris, from: '2026-06-22', to: '2026-07-05' });
    const input = { shifts: shifts(`${day} 06:00-10:00`, `${day} 17:00-20:00`), settings: branch, calendar };
    expect(findingTexts('serviceMaxDuration', input)).toEqual(expected);
    // The daily rest of such a day was too short under both texts.
    expect(findingTexts('dailyRest', input)).toEqual(['dailyRest 600/660']);
  });

  test('the finding marks the last service of a day and names the earlier ones', () => {
    const [early, late, last] = ['2026-11-09 05:00-11:00', '2026-11-09 11:30-16:00', '2026-11-09 16:30-19:00'];
    const found = findings('serviceMaxDuration', {
      shifts: shifts(early as string, late as string, last as string),
      settings: branch,
    });
    expect(found.map(({ rule, service, others }) => [rule, service, others])).toEqual([
      ['amplitude', last, [early, late]],
    ]);
    const long = ['2026-11-09 06:00-12:00', '2026-11-09 12:00-18:30'];
    expect(findings('serviceMaxDuration', { shifts: shifts(...long), settings: branch })).toMatchObject([
      { rule: 'break' },
      { rule: 'dailyWork', service: long[1], others: [long[0]] },
    ]);
  });

  test.each<[CheckLevel, CheckLevel, string[]]>([
    [0, 0, []],
    [0, 2, ['break 2']],
    [2, 0, ['duration 2']],
    [2, 1, ['duration 2', 'break 1']],
    [1, 2, ['duration 1', 'break 2']],
  ])('with the duration at level %i, the missing break has its own level %i', (serviceMaxDuration, pause, expected) => {
    const settings = { ...branch, levels: { ...levels(0), serviceMaxDuration, break: pause } };
    const found = rulesOf(settings, month).checkAgent(somebody(), shifts('2026-11-09 08:00-20:30'));
    expect(found.map(({ rule, level }) => `${rule} ${level}`)).toEqual(expected);
  });
});

describe('space between services', () => {
  test.each<[string, string[], string[]]>([
    ['eleven hours', ['2026-11-09 08:00-20:00', '2026-11-10 07:00-15:00'], []],
    ['one minute less', ['2026-11-09 08:00-20:00', '2026-11-10 06:59-15:00'], ['space 659/660']],
    ['a night, then a day', ['2026-11-09 20:00-06:00', '2026-11-10 14:00-20:00'], ['space 480/660']],
    ['two services of one working day', ['2026-11-09 08:00-12:00', '2026-11-09 14:00-18:00'], []],
    ['a working day of thirteen hours', ['2026-11-09 06:00-08:00', '2026-11-09 17:00-19:00'], []],
    [
      'after thirteen hours another working day begins',
      ['2026-11-09 06:00-08:00', '2026-11-09 17:00-20:00'],
      ['space 540/660'],
    ],
    ['one right after the other', ['2026-11-09 08:00-20:00', '2026-11-09 20:00-08:00'], ['space 0/660']],
    ['overlapping services are ignored', ['2026-11-09 08:00-20:00', '2026-11-09 19:00-23:00'], []],
    [
      'the longest service counts, not the last begun',
      ['2026-11-09 08:00-20:00', '2026-11-09 09:00-10:00', '2026-11-10 06:00-07:00'],
      ['space 600/660'],
    ],
  ])('%s', (_, texts, expected) => {
    expect(findingTexts('spaceBetweenServices', { shifts: shifts(...texts) })).toEqual(expected);
  });

  test('of the branch: twelve hours for a contract on a cycle, eleven otherwise', () => {
    const input = shifts('2026-11-09 08:00-20:00', '2026-11-10 07:00-15:00');
    const of = (facts: object) => findingTexts('spaceBetweenServices', { shifts: input, settings: branch, facts });
    expect(of({})).toEqual([]);
    expect(of(onCycle)).toEqual(['space 660/720']);
  });

  test('marks the service that starts too soon, and names the previous one', () => {
    const input = shifts('2026-11-09 08:00-20:00', '2026-11-10 06:00-10:00');
    expect(findings('spaceBetweenServices', { shifts: input })).toMatchObject([
      {
        service: '2026-11-10 06:00-10:00',
        others: ['2026-11-09 08:00-20:00'],
        from: input[0]?.end,
        to: input[1]?.start,
      },
    ]);
  });

  test('is reported if it ends at the first service of the window, not if it is completely before the window', () => {
    const across = shifts('2026-11-08 20:00-23:30', '2026-11-09 06:00-15:00');
    expect(findingTexts('spaceBetweenServices', { shifts: across })).toEqual(['space 390/660']);
    const before = shifts('2026-11-07 08:00-20:00', '2026-11-08 06:00-20:00');
    expect(findingTexts('spaceBetweenServices', { shifts: before })).toEqual([]);
  });
});

describe('daily rest', () => {
  test.each<[string, string[], string[]]>([
    ['twelve hours of work leave twelve', ['2026-11-09 08:00-20:00'], []],
    ['thirteen hours and a minute leave less than eleven', ['2026-11-09 08:00-21:01'], ['dailyRest 659/660']],
    [
      'a split day that leaves eleven',
      ['2026-11-09 06:00-10:00', '2026-11-09 15:00-19:00', '2026-11-10 06:00-10:00'],
      [],
    ],
    [
      'two working days with ten hours between them both have too little',
      ['2026-11-09 06:00-10:00', '2026-11-09 16:00-20:00', '2026-11-10 06:00-10:00'],
      ['dailyRest 600/660', 'dailyRest 600/660'],
    ],
    ['a rest in the middle of the 24 hours counts', ['2026-11-09 20:00-23:00', '2026-11-10 10:00-18:00'], []],
    ['a service of 24 hours leaves none', ['2026-11-09 08:00-08:00'], ['dailyRest 0/660']],
  ])('%s', (_, texts, expected) => {
    expect(findingTexts('dailyRest', { shifts: shifts(...texts) })).toEqual(expected);
  });

  test('of the branch: twelve hours for a contract on a cycle', () => {
    const input = shifts('2026-11-09 08:00-20:30', '2026-11-10 09:00-15:00');
    expect(findingTexts('dailyRest', { shifts: input, settings: branch, facts: onCycle })).toEqual([
      'dailyRest 690/720',
    ]);
    expect(findingTexts('dailyRest', { shifts: input, settings: branch })).toEqual([]);
  });
});

test('a month of ordinary days breaks no rule of the day', () => {
  const input = [...daily('2026-11-09', 5, '09:00-17:00/60'), ...daily('2026-11-16', 5, '09:00-17:00/60')];
  for (const check of ['serviceMaxDuration', 'spaceBetweenServices', 'dailyRest'] as const)
    expect(findingTexts(check, { shifts: input, settings: branch })).toEqual([]);
});

describe('in the night of the clock change to winter time', () => {
  const calendar = calendarOf({ zone: paris, from: '2026-10-19', to: '2026-11-01' });

  test('a service from 20:00 to 08:00 lasts thirteen hours', () => {
    const input = { shifts: shifts('2026-10-24 20:00-08:00'), calendar };
    expect(findingTexts('serviceMaxDuration', input)).toEqual(['duration 780/720']);
  });

  test('from 21:00 to 07:00 there are eleven hours of rest', () => {
    const input = { shifts: shifts('2026-10-24 12:00-21:00', '2026-10-25 07:00-12:00'), calendar };
    expect(findingTexts('spaceBetweenServices', input)).toEqual([]);
    const usual = { shifts: shifts('2026-10-23 12:00-21:00', '2026-10-24 07:00-12:00'), calendar };
    expect(findingTexts('spaceBetweenServices', usual)).toEqual(['space 600/660']);
  });
});
