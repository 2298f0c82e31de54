import { expect, test } from 'vitest';
import { calendarOf } from '#core/planning/calendar.ts';
import type { PlannedBreak } from '#core/planning/planned.ts';
import { breakWords, hoursWords, periodWords, shortDay, squeezed } from './words.ts';

test.each([
  ['Plateforme logistique de Carros', 9, 2, 'Platefor.\nlogistiq.'],
  ['Centre de données NT1', 9, 2, 'Centre\ndonnées'],
  ['Le Port', 9, 2, 'Port'],
  ['Des', 9, 2, 'Des'],
  ['Bar du A B', 7, 1, 'Bar A B'],
  ['', 7, 2, ''],
])('« %s » in %i letters and %i lines is %j', (text, letters, lines, made) => {
  expect(squeezed(text, letters, lines)).toBe(made);
});

const calendar = calendarOf({ zone: 'Europe/Paris', from: '2026-10-19', to: '2026-10-31' });
const minute = (instant: string): number => Date.parse(instant) / 60_000;
const span = (from: string, to: string) => ({ start: minute(from), end: minute(to) });

test('hours are wall-clock hours, also when the clocks go back; a service longer than a day shows the day of its end', () => {
  expect(hoursWords(calendar, span('2026-10-24T17:00Z', '2026-10-25T06:00Z'))).toBe('19:00 – 07:00');
  expect(hoursWords(calendar, span('2026-10-20T06:00Z', '2026-10-21T18:00Z'))).toBe('08:00 – mer. 21/10 20:00');
});

test('a person reads the breaks of everybody and his own, not those of a colleague', () => {
  const breaks: PlannedBreak[] = [
    [minute('2026-10-20T10:00Z'), minute('2026-10-20T10:30Z'), null],
    [minute('2026-10-20T14:00Z'), minute('2026-10-20T14:15Z'), 'ada'],
    [minute('2026-10-20T15:00Z'), minute('2026-10-20T15:15Z'), 'bob'],
  ];
  expect(breakWords(calendar, { breaks }, 'ada')).toBe('12:00 – 12:30, 16:00 – 16:15');
});

test('days and periods are in French', () => {
  expect(shortDay('2026-11-15')).toBe('dim. 15/11');
  expect(periodWords({ start: '2026-11-16', end: '2026-11-22' })).toBe('Du 16/11/2026 au 22/11/2026');
  expect(periodWords({ start: '2026-11-16', end: '2026-11-16' })).toBe('Le 16/11/2026');
});
