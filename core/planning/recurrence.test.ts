import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wallClock } from '../kernel/clock.ts';
import { Problem } from '../kernel/problem.ts';
import { dayNumber, dayOfNumber, weekdayOf } from './days.ts';
import { mostOccurrences, occurrences, recurrenceOf } from './recurrence.ts';

const paris = 'Europe/Paris';
const holidays = [
  { day: '2026-11-01', name: 'Toussaint' },
  { day: '2026-11-11', name: 'Armistice 1918' },
  { day: '2026-12-25', name: 'Noël' },
  { day: '2027-01-01', name: 'Nouvel an' },
];
const whole = { startDate: '2026-11-09', endDate: '2026-11-22', startTime: '08:00', endTime: '20:00', repeat: 'daily' };
const daysOf = (more: object): string[] =>
  occurrences(recurrenceOf({ ...whole, ...more }), paris, holidays).map(({ day }) => day.slice(5));
const refusal = (input: unknown): Problem => {
  try {
    recurrenceOf(input);
  } catch (error) {
    if (error instanceof Problem) return error;
  }
  throw new Error('accepted');
};

describe('a recurrence falls on', () => {
  test.each<[string, object, string[]]>([
    ['every third day', { frequency: 3 }, ['11-09', '11-12', '11-15', '11-18', '11-21']],
    ['a single day', { endDate: '2026-11-09' }, ['11-09']],
    ['the chosen days of each week', { repeat: 'weekly', days: [1, 0] }, ['11-09', '11-15', '11-16', '11-22']],
    [
      'the chosen days of every second week, counted from the first',
      { repeat: 'weekly', days: [3], frequency: 2, startDate: '2026-11-12', endDate: '2026-12-10' },
      ['11-25', '12-09'],
    ],
    [
      'the chosen days of each month, if the month has them',
      { repeat: 'monthly', monthDays: [1, 31], startDate: '2026-10-15', endDate: '2027-01-31' },
      ['10-31', '11-01', '12-01', '12-31', '01-01', '01-31'],
    ],
    [
      'every third month',
      { repeat: 'monthly', monthDays: [5], frequency: 3, startDate: '2026-11-01', endDate: '2027-05-31' },
      ['11-05', '02-05', '05-05'],
    ],
    [
      'the chosen holidays',
      { repeat: 'holidays', holidayDays: ['Toussaint', 'Noël'], startDate: '2026-10-01', endDate: '2027-01-31' },
      ['11-01', '12-25'],
    ],
    [
      'no public holiday, if they are excluded',
      { excludeHolidays: true, endDate: '2026-11-12' },
      ['11-09', '11-10', '11-12'],
    ],
    ['no excluded day', { exclusions: ['2026-11-10'], endDate: '2026-11-11' }, ['11-09', '11-11']],
  ])('%s', (_, more, days) => {
    expect(daysOf(more)).toEqual(days);
  });
});

test.each([
  ['a night ends the next day', '2026-11-09', '20:00', '06:00', '2026-11-09T19:00:00.000Z', '2026-11-10T05:00:00.000Z'],
  [
    'equal start and end times last a day',
    '2026-11-09',
    '08:00',
    '08:00',
    '2026-11-09T07:00:00.000Z',
    '2026-11-10T07:00:00.000Z',
  ],
  [
    'the night of the change to summer time lasts nine hours',
    '2026-03-28',
    '20:00',
    '06:00',
    '2026-03-28T19:00:00.000Z',
    '2026-03-29T04:00:00.000Z',
  ],
  [
    'the night of the change to winter time lasts eleven',
    '2026-10-24',
    '20:00',
    '06:00',
    '2026-10-24T18:00:00.000Z',
    '2026-10-25T05:00:00.000Z',
  ],
])('%s', (_, date, startTime, endTime, start, end) => {
  const series = recurrenceOf({ ...whole, startDate: date, endDate: date, startTime, endTime });
  expect(occurrences(series, paris, [])).toEqual([{ day: date, start, end }]);
});

test.each([
  ['36 hours', '08:00', '20:00', 1, '2026-11-10T19:00:00.000Z'],
  ['two days', '08:00', '08:00', 2, '2026-11-11T07:00:00.000Z'],
])('a series of services of %s keeps their length', (_, startTime, endTime, midnights, end) => {
  const series = recurrenceOf({ ...whole, endDate: '2026-11-09', startTime, endTime, midnights });
  expect(occurrences(series, paris, []).map((one) => one.end)).toEqual([end]);
  const ended = { ...whole, startTime: '20:00', endTime: '08:00', midnights: 0 };
  expect(refusal(ended).details.violations).toMatchObject([{ path: 'endTime' }]);
});

test('a service that the clock change leaves without duration does not exist', () => {
  const series = recurrenceOf({
    ...whole,
    startDate: '2026-03-28',
    endDate: '2026-03-30',
    startTime: '02:10',
    endTime: '02:50',
  });
  expect(occurrences(series, paris, []).map(({ day }) => day)).toEqual(['2026-03-28', '2026-03-29', '2026-03-30']);
  const short = recurrenceOf({
    ...whole,
    startDate: '2026-03-29',
    endDate: '2026-03-29',
    startTime: '02:10',
    endTime: '03:00',
  });
  expect(occurrences(short, paris, [])).toEqual([]);
});

describe('a recurrence is refused', () => {
  test.each(['startDate', 'endDate', 'startTime', 'endTime', 'repeat'])('without %s: Missing parameters', (name) => {
    for (const value of [undefined, null, ''])
      expect(refusal({ ...whole, [name]: value }).message).toBe('Missing parameters.');
  });

  test.each<[string, object, string]>([
    ['when its start does not precede its end', { startDate: '2026-11-23' }, 'Wrong parameters'],
    ['with a day that does not exist', { startDate: '2026-02-30' }, "La date n'existe pas"],
    ['with an hour that does not exist', { startTime: '24:00' }, 'Format français invalide'],
    ['with an unknown repetition', { repeat: 'yearly' }, 'Valeur inconnue'],
    ['with an unknown key', { colour: 'red' }, 'Champ inconnu'],
    ['with a number instead of a list of days', { repeat: 'weekly', days: 1 }, 'Liste attendue'],
    ['every zero days', { frequency: 0 }, 'Doit être supérieur ou égal à 1'],
    ['weekly without a day', { repeat: 'weekly' }, 'Choisissez au moins un jour de la semaine.'],
    ['weekly on an eighth day', { repeat: 'weekly', days: [7] }, 'Doit être inférieur ou égal à 6'],
    ['monthly without a day', { repeat: 'monthly' }, 'Choisissez au moins un jour du mois.'],
    ['on holidays without naming any', { repeat: 'holidays' }, 'Choisissez au moins un jour férié.'],
    [
      'on holidays and excluding them',
      { repeat: 'holidays', holidayDays: ['Noël'], excludeHolidays: true },
      'Une série des jours fériés ne peut pas les exclure.',
    ],
    ['over eleven years', { endDate: '2037-11-22' }, "Une série s'étend sur dix ans au plus."],
  ])('%s', (_, more, message) => {
    expect(refusal({ ...whole, ...more }).message).toBe(message);
  });

  test('if it is not an object', () => {
    for (const input of [undefined, null, 'daily', []]) expect(refusal(input).message).toBe('Missing parameters.');
  });

  test('beyond a thousand services', () => {
    const until = (count: number) =>
      recurrenceOf({ ...whole, endDate: dayOfNumber(dayNumber(whole.startDate) + count - 1) });
    expect(occurrences(until(mostOccurrences), paris, [])).toHaveLength(mostOccurrences);
    expect(() => occurrences(until(mostOccurrences + 1), paris, [])).toThrow(
      'Une série compte 1 000 services au plus.',
    );
  });
});

const someDay = fc.integer({ min: dayNumber('2026-01-01'), max: dayNumber('2027-06-30') }).map(dayOfNumber);
const someTime = fc
  .integer({ min: 0, max: 1439 })
  .map((minute) => new Date(minute * 60_000).toISOString().slice(11, 16));

test('a recurrence yields no excluded day, no day outside its dates, and the right local times', () => {
  fc.assert(
    fc.property(
      fc.record({
        startDate: someDay,
        length: fc.integer({ min: 0, max: 200 }),
        startTime: someTime,
        endTime: someTime,
        repeat: fc.constantFrom('daily', 'weekly', 'monthly'),
        frequency: fc.integer({ min: 1, max: 4 }),
        days: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
        monthDays: fc.uniqueArray(fc.integer({ min: 1, max: 31 }), { minLength: 1 }),
        exclusions: fc.array(someDay, { maxLength: 30 }),
        excludeHolidays: fc.boolean(),
      }),
      ({ length, ...input }) => {
        const endDate = dayOfNumber(dayNumber(input.startDate) + length);
        for (const { day, start, end } of occurrences(recurrenceOf({ ...input, endDate }), paris, holidays)) {
          expect(input.exclusions).not.toContain(day);
          expect(input.excludeHolidays && holidays.some((holiday) => holiday.day === day)).toBe(false);
          expect(day >= input.startDate && day <= endDate).toBe(true);
          if (input.repeat === 'weekly') expect(input.days).toContain(weekdayOf(dayNumber(day)));
          if (input.repeat === 'monthly') expect(input.monthDays).toContain(Number(day.slice(8)));
          expect(end > start).toBe(true);
          const shown = wallClock(start, paris);
          expect(shown.day).toBe(day);
          // Only a time in the skipped hour is shown differently.
          if (input.startTime < '02:00' || input.startTime >= '03:00') expect(shown.time).toBe(input.startTime);
        }
      },
    ),
    { numRuns: 60 },
  );
});
