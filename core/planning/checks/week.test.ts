import { describe, expect, test } from 'vitest';
import { daysAfter } from '../days.ts';
import type { Shift } from '../model.ts';
import { branch, contract, daily, findings, findingTexts, month, own, shift, somebody } from '../testing/planned.ts';

const shifts = (...texts: string[]): Shift[] => texts.map((text) => shift(text));
const onCycle = { contracts: [{ ...contract, cycleWeeks: 4 }] };
const weeks = (first: string, count: number, hours: number): Record<string, number> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [daysAfter(first, index * 7), hours * 60]));
const counted = (weekMinutes: Record<string, number>) => ({ counters: { ...somebody().counters, weekMinutes } });

describe('maximum weekly hours', () => {
  test.each<[string, Shift[], string[]]>([
    ['48 hours', daily('2026-11-09', 4, '08:00-20:00'), []],
    ['one hour more', [...daily('2026-11-09', 4, '08:00-20:00'), shift('2026-11-13 08:00-09:00')], ['week 2940/2880']],
    [
      'hours of Sunday night after midnight belong to the next week',
      [...daily('2026-11-10', 4, '08:00-19:00'), shift('2026-11-15 20:00-08:00')],
      [],
    ],
    ['breaks are not worked', daily('2026-11-09', 5, '08:00-18:00/30'), []],
  ])('%s', (_, input, expected) => {
    expect(findingTexts('maxWeeklyHours', { shifts: input })).toEqual(expected);
  });

  test('minutes of the counters are added to the loaded services of a week', () => {
    const input = daily('2026-11-09', 4, '08:00-20:00');
    expect(findingTexts('maxWeeklyHours', { shifts: input, facts: counted({ '2026-11-09': 60 }) })).toEqual([
      'week 2940/2880',
    ]);
  });

  test('the finding marks the service that exceeds the limit', () => {
    const input = daily('2026-11-09', 6, '08:00-18:00');
    expect(findings('maxWeeklyHours', { shifts: input })).toMatchObject([{ service: '2026-11-13 08:00-18:00' }]);
  });

  test('the agency sets another maximum, which the branch does not follow', () => {
    const settings = { ...own, limits: { ...own.limits, maxWeeklyHours: 40 } };
    const input = daily('2026-11-09', 4, '08:00-19:00');
    expect(findingTexts('maxWeeklyHours', { shifts: input, settings })).toEqual(['week 2640/2400']);
    expect(
      findingTexts('maxWeeklyHours', { shifts: input, settings: { ...settings, regulation: 'IDCC1351' } }),
    ).toEqual([]);
  });
});

describe('the average of twelve weeks', () => {
  const input = daily('2026-11-09', 4, '08:00-20:00');
  const night = { isNightWorker: true };

  test.each<[string, object, string[]]>([
    ['46 hours', counted(weeks('2026-08-24', 11, 45.8)), []],
    ['more than 46', counted(weeks('2026-08-24', 11, 46)), ['twelveWeeks 2770/2760']],
    ['45 hours of night', { ...counted(weeks('2026-08-24', 11, 44.7)), ...night }, ['twelveWeeks 2699/2640']],
    ['45 hours of day', counted(weeks('2026-08-24', 11, 44.7)), []],
    ['thirteen weeks of 44 hours', counted({ ...weeks('2026-08-24', 11, 44), ...weeks('2026-11-16', 1, 44) }), []],
    ['eleven weeks, and a week of rest', counted(weeks('2026-08-24', 10, 48)), []],
    ['weeks after the window count as well', counted(weeks('2026-11-16', 11, 46)), ['twelveWeeks 2770/2760']],
    ['twelve heavy weeks outside the window are not reported', counted(weeks('2026-07-06', 14, 48)), []],
  ])('%s', (_, facts, expected) => {
    expect(findingTexts('maxWeeklyHours', { shifts: input, facts, settings: branch })).toEqual(expected);
    expect(findingTexts('maxWeeklyHours', { shifts: input, facts })).toEqual([]);
  });

  test('names the Monday on which the twelve weeks begin', () => {
    const facts = counted(weeks('2026-08-24', 11, 47));
    expect(findings('maxWeeklyHours', { shifts: input, facts, settings: branch })).toMatchObject([
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
      'a rest of 35 hours in the middle of the week',
      [...daily('2026-11-09', 3, '09:00-17:00'), ...daily('2026-11-13', 5, '09:00-17:00')],
      [],
    ],
    [
      'a rest with less than a day in the week belongs to the next week',
      [...daily('2026-11-09', 6, '09:00-17:00'), shift('2026-11-15 01:00-05:00')],
      ['weeklyRest 1140/2100'],
    ],
  ])('%s', (_, input, expected) => {
    expect(findingTexts('minWeeklyRest', { shifts: input })).toEqual(expected);
  });

  test('of the branch: 36 hours for a contract on a cycle', () => {
    const input = [...daily('2026-11-09', 6, '14:00-20:00'), shift('2026-11-16 07:30-12:00')];
    expect(findingTexts('minWeeklyRest', { shifts: input, settings: branch })).toEqual([]);
    expect(findingTexts('minWeeklyRest', { shifts: input, settings: branch, facts: onCycle })).toEqual([
      'weeklyRest 2130/2160',
    ]);
  });

  test('a service before the window shortens the rest of its first week', () => {
    const input = [shift('2026-11-08 20:00-08:00'), ...daily('2026-11-10', 6, '10:00-18:00')];
    expect(findingTexts('minWeeklyRest', { shifts: input })).toEqual(['weeklyRest 1560/2100']);
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
    [
      'a rest of one day separates them',
      [...daily('2026-11-09', 4, '08:00-20:00'), shift('2026-11-13 20:00-23:00')],
      [],
    ],
    [
      'a rest of less than one day does not',
      [...daily('2026-11-09', 4, '08:00-20:00'), shift('2026-11-13 19:59-23:00')],
      ['restAfterService 3061/2880'],
    ],
  ])('%s', (_, input, expected) => {
    const found = findingTexts('minWeeklyRest', { shifts: input, settings: branch });
    expect(found.filter((text) => text.startsWith('restAfterService'))).toEqual(expected);
    expect(findingTexts('minWeeklyRest', { shifts: input }).filter((text) => text.startsWith('rest'))).toEqual([]);
  });

  test('marks the service that exceeds them', () => {
    const [found] = findings('minWeeklyRest', { shifts: daily('2026-11-09', 6, '08:00-18:00'), settings: branch });
    expect(found).toMatchObject({ service: '2026-11-13 08:00-18:00', from: shift('2026-11-09 08:00-18:00').start });
  });
});

test('weeks outside the window are not reported, even if loaded', () => {
  const input = shifts(...[2, 3, 4, 5, 6, 7, 8].map((day) => `2026-11-0${day} 08:00-20:00`));
  for (const check of ['maxWeeklyHours', 'minWeeklyRest'] as const)
    expect(findingTexts(check, { shifts: input, settings: branch })).toEqual([]);
  expect(month.window.from).toBeGreaterThan(input.at(-1)?.end ?? 0);
});
