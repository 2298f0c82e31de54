import { describe, expect, test } from 'vitest';
import { daysAfter } from '../days.ts';
import type { Shift } from '../model.ts';
import { branch, contract, daily, findings, month, own, shift, somebody, told } from '../testing/planned.ts';

const shifts = (...texts: string[]): Shift[] => texts.map((text) => shift(text));
const onCycle = { contracts: [{ ...contract, cycleWeeks: 4 }] };
const weeks = (first: string, count: number, hours: number): Record<string, number> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [daysAfter(first, index * 7), hours * 60]));
const counted = (weekMinutes: Record<string, number>) => ({ counters: { ...somebody().counters, weekMinutes } });

describe('maximum weekly hours', () => {
  test.each<[string, Shift[], string[]]>([
    ['48 hours', daily('2026-11-09', 4, '08:00-20:00'), []],
    ['an hour more', [...daily('2026-11-09', 4, '08:00-20:00'), shift('2026-11-13 08:00-09:00')], ['week 2940/2880']],
    [
      'hours of Sunday night after midnight are of the next week',
      [...daily('2026-11-10', 4, '08:00-19:00'), shift('2026-11-15 20:00-08:00')],
      [],
    ],
    ['breaks are not worked', daily('2026-11-09', 5, '08:00-18:00/30'), []],
  ])('%s', (_, given, expected) => {
    expect(told('maxWeeklyHours', { shifts: given })).toEqual(expected);
  });

  test('a week that begins before the window is known whole, and what is counted outside comes on top', () => {
    const given = daily('2026-11-09', 4, '08:00-20:00');
    expect(told('maxWeeklyHours', { shifts: given, facts: counted({ '2026-11-09': 60 }) })).toEqual(['week 2940/2880']);
  });

  test('the service that passes the limit is the one to mark', () => {
    const given = daily('2026-11-09', 6, '08:00-18:00');
    expect(findings('maxWeeklyHours', { shifts: given })).toMatchObject([{ service: '2026-11-13 08:00-18:00' }]);
  });

  test('the agency sets another maximum, which the branch does not follow', () => {
    const settings = { ...own, limits: { ...own.limits, maxWeeklyHours: 40 } };
    const given = daily('2026-11-09', 4, '08:00-19:00');
    expect(told('maxWeeklyHours', { shifts: given, settings })).toEqual(['week 2640/2400']);
    expect(told('maxWeeklyHours', { shifts: given, settings: { ...settings, regulation: 'IDCC1351' } })).toEqual([]);
  });
});

describe('the average of twelve weeks', () => {
  const given = daily('2026-11-09', 4, '08:00-20:00');
  const night = { isNightWorker: true };

  test.each<[string, object, string[]]>([
    ['46 hours', counted(weeks('2026-08-24', 11, 45.8)), []],
    ['more than 46', counted(weeks('2026-08-24', 11, 46)), ['twelveWeeks 2770/2760']],
    ['45 hours of night', { ...counted(weeks('2026-08-24', 11, 44.7)), ...night }, ['twelveWeeks 2699/2640']],
    ['45 hours of day', counted(weeks('2026-08-24', 11, 44.7)), []],
    ['thirteen weeks of 44 hours', counted({ ...weeks('2026-08-24', 11, 44), ...weeks('2026-11-16', 1, 44) }), []],
    ['eleven weeks, and a week of rest', counted(weeks('2026-08-24', 10, 48)), []],
    ['weeks after the window count as well', counted(weeks('2026-11-16', 11, 46)), ['twelveWeeks 2770/2760']],
    ['twelve heavy weeks without the window are told elsewhere', counted(weeks('2026-07-06', 14, 48)), []],
  ])('%s', (_, facts, expected) => {
    expect(told('maxWeeklyHours', { shifts: given, facts, settings: branch })).toEqual(expected);
    expect(told('maxWeeklyHours', { shifts: given, facts })).toEqual([]);
  });

  test('names the Monday on which the twelve weeks begin', () => {
    const facts = counted(weeks('2026-08-24', 11, 47));
    expect(findings('maxWeeklyHours', { shifts: given, facts, settings: branch })).toMatchObject([
      { what: '2026-08-24' },
    ]);
  });
});

describe('minimum weekly rest', () => {
  test.each<[string, Shift[], string[]]>([
    ['two days off', daily('2026-11-09', 5, '09:00-17:00'), []],
    [
      'from Saturday evening to Monday morning: 36 hours',
      [...daily('2026-11-09', 6, '12:00-20:00'), ...daily('2026-11-16', 1, '08:00-12:00')],
      [],
    ],
    [
      'from Saturday evening to Monday at dawn: 34 hours',
      [...daily('2026-11-09', 6, '12:00-20:00'), ...daily('2026-11-16', 1, '06:00-12:00')],
      ['weeklyRest 2040/2100'],
    ],
    ['seven days of work', daily('2026-11-09', 7, '09:00-17:00'), ['weeklyRest 960/2100']],
    [
      'of which a rest of 35 hours in the middle',
      [...daily('2026-11-09', 3, '09:00-17:00'), ...daily('2026-11-13', 5, '09:00-17:00')],
      [],
    ],
    [
      'a rest of which less than a day lies in the week is the next one’s',
      [...daily('2026-11-09', 6, '09:00-17:00'), shift('2026-11-15 01:00-05:00')],
      ['weeklyRest 1140/2100'],
    ],
  ])('%s', (_, given, expected) => {
    expect(told('minWeeklyRest', { shifts: given })).toEqual(expected);
  });

  test('of the branch: 36 hours for a contract on a cycle', () => {
    const given = [...daily('2026-11-09', 6, '14:00-20:00'), shift('2026-11-16 07:30-12:00')];
    expect(told('minWeeklyRest', { shifts: given, settings: branch })).toEqual([]);
    expect(told('minWeeklyRest', { shifts: given, settings: branch, facts: onCycle })).toEqual([
      'weeklyRest 2130/2160',
    ]);
  });

  test('a service before the window takes the rest of its first week away', () => {
    const given = [shift('2026-11-08 20:00-08:00'), ...daily('2026-11-10', 6, '10:00-18:00')];
    expect(told('minWeeklyRest', { shifts: given })).toEqual(['weeklyRest 1560/2100']);
  });
});

describe('rest after 48 hours of service', () => {
  test.each<[string, Shift[], string[]]>([
    ['48 hours, then a day', [...daily('2026-11-09', 4, '08:00-20:00'), shift('2026-11-14 08:00-20:00')], []],
    [
      'more than 48 hours',
      [...daily('2026-11-09', 4, '08:00-20:00'), shift('2026-11-13 08:00-12:00')],
      ['restAfterService 3120/2880'],
    ],
    ['a rest of a day parts them', [...daily('2026-11-09', 4, '08:00-20:00'), shift('2026-11-13 20:00-23:00')], []],
    [
      'a rest of less than a day does not part them',
      [...daily('2026-11-09', 4, '08:00-20:00'), shift('2026-11-13 19:59-23:00')],
      ['restAfterService 3061/2880'],
    ],
  ])('%s', (_, given, expected) => {
    const found = told('minWeeklyRest', { shifts: given, settings: branch });
    expect(found.filter((text) => text.startsWith('restAfterService'))).toEqual(expected);
    expect(told('minWeeklyRest', { shifts: given }).filter((text) => text.startsWith('rest'))).toEqual([]);
  });

  test('marks the service by which they are passed', () => {
    const [found] = findings('minWeeklyRest', { shifts: daily('2026-11-09', 6, '08:00-18:00'), settings: branch });
    expect(found).toMatchObject({ service: '2026-11-13 08:00-18:00', from: shift('2026-11-09 08:00-18:00').start });
  });
});

test('weeks that only touch the loaded days are not told', () => {
  const given = shifts(...[2, 3, 4, 5, 6, 7, 8].map((day) => `2026-11-0${day} 08:00-20:00`));
  for (const check of ['maxWeeklyHours', 'minWeeklyRest'] as const)
    expect(told(check, { shifts: given, settings: branch })).toEqual([]);
  expect(month.window.from).toBeGreaterThan(given.at(-1)?.end ?? 0);
});
