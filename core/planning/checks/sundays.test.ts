import { describe, expect, test } from 'vitest';
import { calendarOf } from '../calendar.ts';
import { countersOf, type WorkedDay } from '../counters.ts';
import type { Shift } from '../model.ts';
import { at, branch, contract, findings, month, own, paris, shift, told } from '../testing/planned.ts';

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
    ['joined to a rest Saturday', on('11-13', '11-16'), 0],
    ['joined to a rest Monday', on('11-14', '11-17'), 0],
    ['between a worked Saturday and a worked Monday', on('11-14', '11-16'), 1],
    ['that is worked', on('11-14', '11-15', '11-16'), 0],
    ['that a night of Saturday enters', [shift('2026-11-14 20:00-06:00'), ...on('11-16')], 0],
    ['twice so', on('11-14', '11-16', '11-21', '11-23'), 2],
    ['at the window’s end, with the Monday after it', on('12-05', '12-07'), 1],
    ['before the window', on('11-07', '11-09'), 0],
  ])('%s', (_, given, count) => {
    expect(told('restConsecutive', { shifts: given })).toHaveLength(count);
  });

  test('art. 7.01 speaks of full-time staff; the agency’s own rule of everybody', () => {
    const given = on('11-14', '11-16');
    expect(told('restConsecutive', { shifts: given, facts: partTime, settings: branch })).toEqual([]);
    expect(told('restConsecutive', { shifts: given, settings: branch })).toHaveLength(1);
    expect(told('restConsecutive', { shifts: given, facts: partTime })).toHaveLength(1);
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
    ['three in a row of months', [...september, ...october], ['11-15', '11-22', '12-06'], ['restSundays 3/6 2026-11']],
    ['who works on none of the window’s Sundays hears of none', [...september, ...october], ['11-01', '11-08'], []],
  ])('%s', (_, before, worked, expected) => {
    const found = findings('restSunday', { shifts: on(...worked), facts: sundaysBefore(...before) });
    expect(found.map((one) => `${one.rule} ${one.found}/${one.limit} ${one.what}`)).toEqual(expected);
  });

  test('a night that begins on Saturday takes the Sunday', () => {
    const facts = sundaysBefore(...september, ...october);
    const nights = ['11-14', '11-21', '11-28'].map((day) => shift(`2026-${day} 20:00-06:00`));
    expect(told('restSunday', { shifts: nights, facts })).toEqual(['restSundays 2/6']);
  });

  test('the last worked Sunday is marked, and the other ones are named', () => {
    const night = shift('2026-11-14 20:00-06:00');
    const given = [...on('11-08', '11-22', '11-23'), night];
    expect(findings('restSunday', { shifts: given, facts: sundaysBefore(...september, ...october) })).toMatchObject([
      { service: '2026-11-22 08:00-16:00', others: ['2026-11-08 08:00-16:00', night.id] },
    ]);
  });

  test('in a window of four months the fourth is not the first’s matter', () => {
    const calendar = calendarOf({ zone: paris, from: '2026-08-01', to: '2026-11-30' });
    const worked = [...september, ...october, '11-01', '11-08', '11-15', '11-22', '11-29'];
    const given = { calendar, facts: { counters: countersOf(calendar, own, []) }, shifts: on(...worked) };
    // August was all rest.
    expect(told('restSunday', given)).toEqual(['restSundays 5/6', 'restSundays 0/6']);
  });

  test('a Sunday right after the window is none of its own', () => {
    const calendar = calendarOf({ zone: paris, from: '2026-11-09', to: '2026-11-14' });
    const counters = countersOf(
      calendar,
      own,
      [...september, ...october].map((day) => ({ day: `2026-${day}`, minutes: 480 })),
    );
    const given = { calendar, facts: { counters } };
    expect(told('restSunday', { ...given, shifts: on('11-01', '11-08', '11-15', '11-22') })).toEqual([]);
  });

  test('a Sunday right after the loaded days is counted once', () => {
    // Loaded until Saturday 21 November: of the rest Sundays 22 and 29 the counters tell.
    const calendar = calendarOf({ zone: paris, from: '2026-11-09', to: '2026-11-13' });
    const wide = calendarOf({ zone: paris, from: '2026-11-09', to: '2026-11-15' });
    const before = [...september, ...october].map((day) => ({ day: `2026-${day}`, minutes: 480 }));
    for (const one of [calendar, wide]) {
      const facts = { counters: countersOf(one, own, before) };
      const found = told('restSunday', { calendar: one, facts, shifts: on('11-01', '11-08', '11-15') });
      expect(found).toEqual(one === wide ? ['restSundays 2/6'] : []);
    }
    const sunday = calendarOf({ zone: paris, from: '2026-11-15', to: '2026-11-20' });
    const loadedToSaturday = { counters: countersOf(sunday, own, before) };
    expect(told('restSunday', { calendar: sunday, facts: loadedToSaturday, shifts: on('11-08', '11-15') })).toEqual([
      'restSundays 3/6',
    ]);
  });

  test('months of which nothing is known are not judged', () => {
    const counters = { weekMinutes: {}, monthMinutes: {}, restSundays: {}, yearOvertime: {} };
    const everySunday = on('11-01', '11-08', '11-15', '11-22', '11-29', '12-06');
    expect(findings('restSunday', { shifts: everySunday, facts: { counters } })).toMatchObject([
      // November is loaded whole: two Sundays are due in it alone.
      { what: '2026-11', found: 0, limit: 2 },
    ]);
  });

  test('the agency sets how many a month; the branch says two, to full-time staff', () => {
    const settings = { ...own, limits: { ...own.limits, monthlySundays: 4 } };
    const given = on('11-15', '11-22');
    expect(told('restSunday', { shifts: given, settings })).toEqual(['restSundays 11/12']);
    expect(told('restSunday', { shifts: given, settings: { ...branch, limits: settings.limits } })).toEqual([]);
    const hard = { shifts: given, facts: { ...sundaysBefore(...september, ...october), ...partTime } };
    expect(told('restSunday', { ...hard, settings: branch })).toEqual([]);
    expect(told('restSunday', hard)).toEqual(['restSundays 3/6']);
  });
});
