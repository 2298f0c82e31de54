import { expect, test } from 'vitest';
import {
  dueOn,
  frequencyInWords,
  namedAs,
  namingOf,
  nextFrom,
  type Rhythm,
  type Schedule,
  unknownNaming,
} from './schedule.ts';

test.each([
  [3, 2, 'Tous les 2 mois'],
  [2, 3, 'Toutes les 3 semaines'],
  [3, 1, 'Tous les mois'],
  [2, 1, 'Toutes les semaines'],
  [1, 1, 'Tous les jours'],
  [4, 1, 'Tous les ans'],
  [4, 2, 'Tous les 2 ans'],
] as [Rhythm, number, string][])('rhythm %i, every %i: « %s »', (rhythm, frequency, words) => {
  expect(frequencyInWords(rhythm, frequency)).toBe(words);
});

const monthly = (startAt: string, more: Partial<Schedule> = {}): Schedule => ({
  ...{ startAt, endAt: null, frequencyRhythm: 3, frequency: 1 },
  ...more,
});

test('the 31st is the last day of a shorter month, and the 31st again after it; the 29th of February comes back', () => {
  const days = (schedule: Schedule): string[] => [0, 1, 2, 3].map((index) => dueOn(schedule, index));
  expect(days(monthly('2026-10-31'))).toEqual(['2026-10-31', '2026-11-30', '2026-12-31', '2027-01-31']);
  expect(days(monthly('2027-12-31', { frequency: 2 }))).toEqual([
    '2027-12-31',
    '2028-02-29',
    '2028-04-30',
    '2028-06-30',
  ]);
  expect(days(monthly('2028-02-29', { frequencyRhythm: 4 })).slice(0, 3)).toEqual([
    ...['2028-02-29', '2029-02-28', '2030-02-28'],
  ]);
});

test('days and weeks step over the changes of hour', () => {
  expect(dueOn(monthly('2026-03-28', { frequencyRhythm: 1 }), 2)).toBe('2026-03-30');
  expect(dueOn(monthly('2026-10-22', { frequencyRhythm: 2 }), 1)).toBe('2026-10-29');
});

test('the next period is the first one that is not before the day, and none after the end', () => {
  for (const rhythm of [1, 2, 3, 4] as const)
    for (const frequency of [1, 3, 7])
      for (const from of ['2026-01-31', '2026-02-28', '2026-03-01', '2027-06-15', '2031-12-31']) {
        const schedule = monthly('2026-01-31', { frequencyRhythm: rhythm, frequency });
        let index = 0;
        while (dueOn(schedule, index) < from) index += 1;
        expect(nextFrom(schedule, from)).toBe(dueOn(schedule, index));
      }
  expect(nextFrom(monthly('2026-01-31', { endAt: '2026-02-28' }), '2026-02-01')).toBe('2026-02-28');
  expect(nextFrom(monthly('2026-01-31', { endAt: '2026-02-27' }), '2026-02-01')).toBeNull();
});

test('a name has its variables filled in; an unknown one is seen', () => {
  const values = namingOf({ referenceTitle: 'Gardiennage', referenceNumber: '', customer: 'Mairie' }, '2026-11-30');
  expect(namedAs('{referenceTitle} – {month}', values)).toBe('Gardiennage – novembre 2026');
  expect(namedAs('{customer}, {date} – {referenceNumber}', values)).toBe('Mairie, 30/11/2026');
  expect(namedAs('{client}', values)).toBe('Variable inconnu');
});

test('a name knows its five variables, and says which others it was given', () => {
  expect(unknownNaming('{referenceTitle} – {month}, { customer } {date} {referenceNumber}')).toEqual([]);
  expect(unknownNaming('{client}, {mois}, {client}')).toEqual(['{client}', '{mois}']);
});
