import { describe, expect, test } from 'vitest';
import { calendarOf } from '../calendar.ts';
import { countersOf, type WorkedDay } from '../counters.ts';
import type { Shift } from '../model.ts';
import { at, branch, contract, findings, findingTexts, month, own, paris, shift } from '../testing/planned.ts';

const on = (...days: string[]): Shift[] => days.map((day) => shift(`2026-${day} 08:00-16:00`));
const partTime = { contracts: [{ ...contract, partTime: true }] };
const sundaysBefore = (...days: string[]) => ({
  counters: countersOf(
    month,
    own,
    days.map((day): WorkedDay => ({ day: `2026-${day}`, minutes: 480 })),
  ),
});

describe('a rest Sunday', () => {
  test.each<[string, Shift[], number]>([
    ['next to a rest Saturday', on('11-13', '11-16'), 0],
    ['next to a rest Monday', on('11-14', '11-17'), 0],
    ['between a worked Saturday and a worked Monday', on('11-14', '11-16'), 1],
    ['that is worked', on('11-14', '11-15', '11-16'), 0],
    ['that a Saturday night service runs into', [shift('2026-11-14 20:00-06:00'), ...on('11-16')], 0],
    ['twice between worked days', on('11-14', '11-16', '11-21', '11-23'), 2],
    ['at the end of the window, with the Monday after it', on('12-05', '12-07'), 1],
    ['before the window', on('11-07', '11-09'), 0],
  ])('%s', (_, input, count) => {
    expect(findingTexts('restConsecutive', { shifts: input })).toHaveLength(count);
  });

  test('art. 7.01 applies to full-time staff; the agency’s own rule to everyone', () => {
    const input = on('11-14', '11-16');
    expect(findingTexts('restConsecutive', { shifts: input, facts: partTime, settings: branch })).toEqual([]);
    expect(findingTexts('restConsecutive', { shifts: input, settings: branch })).toHaveLength(1);
    expect(findingTexts('restConsecutive', { shifts: input, facts: partTime })).toHaveLength(1);
  });

  test('names the services on both sides', () => {
    expect(findings('restConsecutive', { shifts: on('11-14', '11-16') })).toMatchObject([
      {
        service: '2026-11-16 08:00-16:00',
        others: ['2026-11-14 08:00-16:00'],
        from: at('2026-11-15 00:00'),
        to: at('2026-11-16 00:00'),
      },
    ]);
  });
});

// Sundays: 6, 13, 20, 27 September; 4, 11, 18, 25 October; 1, 8, 15, 22, 29 November; 6, 13, 20, 27 December. Loaded: from
// 1 November to 14 December.
describe('rest Sundays', () => {
  const september = ['09-06', '09-13', '09-20', '09-27'];
  const october = ['10-04', '10-11', '10-18', '10-25'];

  test.each<[string, string[], string[], string[]]>([
    ['all Sundays of November, none before', [], ['11-01', '11-08', '11-15', '11-22', '11-29'], []],
    ['six of three months', september, ['11-01', '11-08', '11-15'], []],
    [
      'four of three months',
      [...september, '10-04', '10-11'],
      ['11-01', '11-08', '11-15'],
      ['restSundays 4/6 2026-11'],
    ],
    ['three of three months', [...september, ...october], ['11-15', '11-22', '12-06'], ['restSundays 3/6 2026-11']],
    [
      'nothing is reported for an agent who works on no Sunday of the window',
      [...september, ...october],
      ['11-01', '11-08'],
      [],
    ],
  ])('%s', (_, before, worked, expected) => {
    const found = findings('restSunday', { shifts: on(...worked), facts: sundaysBefore(...before) });
    expect(found.map((one) => `${one.rule} ${one.found}/${one.limit} ${one.what}`)).toEqual(expected);
  });

  test('a night that begins on Saturday counts as work on Sunday', () => {
    const facts = sundaysBefore(...september, ...october);
    const nights = ['11-14', '11-21', '11-28'].map((day) => shift(`2026-${day} 20:00-06:00`));
    expect(findingTexts('restSunday', { shifts: nights, facts })).toEqual(['restSundays 2/6']);
  });

  test('the finding marks the last worked Sunday and names the other ones', () => {
    const night = shift('2026-11-14 20:00-06:00');
    const input = [...on('11-08', '11-22', '11-23'), night];
    expect(findings('restSunday', { shifts: input, facts: sundaysBefore(...september, ...october) })).toMatchObject([
      { service: '2026-11-22 08:00-16:00', others: ['2026-11-08 08:00-16:00', night.id] },
    ]);
  });

  test('in a window of four months the average is over three', () => {
    const calendar = calendarOf({ zone: paris, from: '2026-08-01', to: '2026-11-30' });
    const worked = [...september, ...october, '11-01', '11-08', '11-15', '11-22', '11-29'];
    const input = { calendar, facts: { counters: countersOf(calendar, own, []) }, shifts: on(...worked) };
    // August was all rest.
    expect(findingTexts('restSunday', input)).toEqual(['restSundays 5/6', 'restSundays 0/6']);
  });

  test('a Sunday right after the window does not count as worked in it', () => {
    const calendar = calendarOf({ zone: paris, from: '2026-11-09', to: '2026-11-14' });
    const counters = countersOf(
      calendar,
      own,
      [...september, ...october].map((day) => ({ day: `2026-${day}`, minutes: 480 })),
    );
    const input = { calendar, facts: { counters } };
    expect(findingTexts('restSunday', { ...input, shifts: on('11-01', '11-08', '11-15', '11-22') })).toEqual([]);
  });

  test('a Sunday right after the loaded days is counted once', () => {
    // Loaded until Saturday 21 November: the rest Sundays 22 and 29 are in the counters.
    const calendar = calendarOf({ zone: paris, from: '2026-11-09', to: '2026-11-13' });
    const wide = calendarOf({ zone: paris, from: '2026-11-09', to: '2026-11-15' });
    const before = [...september, ...october].map((day) => ({ day: `2026-${day}`, minutes: 480 }));
    for (const one of [calendar, wide]) {
      const facts = { counters: countersOf(one, own, before) };
      const found = findingTexts('restSunday', { calendar: one, facts, shifts: on('11-01', '11-08', '11-15') });
      expect(found).toEqual(one === wide ? ['restSundays 2/6'] : []);
    }
    const sunday = calendarOf({ zone: paris, from: '2026-11-15', to: '2026-11-20' });
    const loadedToSaturday = { counters: countersOf(sunday, own, before) };
    expect(
      findingTexts('restSunday', { calendar: sunday, facts: loadedToSaturday, shifts: on('11-08', '11-15') }),
    ).toEqual(['restSundays 3/6']);
  });

  test('unknown months are not checked', () => {
    const counters = { weekMinutes: {}, monthMinutes: {}, restSundays: {}, yearOvertime: {} };
    const everySunday = on('11-01', '11-08', '11-15', '11-22', '11-29', '12-06');
    expect(findings('restSunday', { shifts: everySunday, facts: { counters } })).toMatchObject([
      // November is completely loaded: two Sundays are required in it alone.
      { what: '2026-11', found: 0, limit: 2 },
    ]);
  });

  test('the agency sets the number per month; the branch requires two, for full-time staff', () => {
    const settings = { ...own, limits: { ...own.limits, monthlySundays: 4 } };
    const input = on('11-15', '11-22');
    expect(findingTexts('restSunday', { shifts: input, settings })).toEqual(['restSundays 11/12']);
    expect(findingTexts('restSunday', { shifts: input, settings: { ...branch, limits: settings.limits } })).toEqual([]);
    const hard = { shifts: input, facts: { ...sundaysBefore(...september, ...october), ...partTime } };
    expect(findingTexts('restSunday', { ...hard, settings: branch })).toEqual([]);
    expect(findingTexts('restSunday', hard)).toEqual(['restSundays 3/6']);
  });
});
