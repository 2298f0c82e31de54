import { expect, test } from 'vitest';
import { calendarOf } from '#core/planning/calendar.ts';
import { comingDay, shapeOf, titleOf } from './periods.ts';

test.each([
  ['before its usual start: today', '2026-11-10', '2026-11-10T07:59:00+01:00', '2026-11-10'],
  ['after its usual start: tomorrow', '2026-11-10', '2026-11-10T08:00:00+01:00', '2026-11-11'],
  ['of a past week: the next day to come', '2026-11-03', '2026-11-10T15:00:00+01:00', '2026-11-11'],
  ['of a coming week: itself', '2026-11-17', '2026-11-10T15:00:00+01:00', '2026-11-17'],
  ['just after midnight in Paris, not in UTC', '2026-11-10', '2026-11-10T00:30:00+01:00', '2026-11-10'],
])('the day proposed for a new service, %s', (_, day, now, proposed) => {
  expect(comingDay(day, 'Europe/Paris', new Date(now))).toBe(proposed);
});

const dayOf = (day: string, holidays: { day: string; name: string }[] = []) => {
  const calendar = calendarOf({ zone: 'Europe/Paris', from: day, to: day, holidays });
  const { columns } = shapeOf(4, { start: day, end: day }, calendar, '2026-01-01');
  return { calendar, columns };
};

test.each([
  ['2026-11-10', 24, 32],
  ['of 25 hours, 2026-10-25', 25, 33],
  ['of 23 hours, 2026-03-29', 23, 31],
])('the day %s ends at its midnight, and the grid at 8 of the next (M-005)', (name, midnight, count) => {
  const { columns } = dayOf(name.slice(-10));
  expect(columns).toHaveLength(count);
  expect(columns.findIndex(({ sub }) => sub === 'J+1')).toBe(midnight);
  expect(columns.findIndex(({ isOff }) => isOff)).toBe(midnight);
  expect(columns[midnight]).toMatchObject({ label: '00', title: '00 h, le lendemain' });
  expect(columns.at(-1)?.label).toBe('07');
});

test('M-019: a day that is a holiday says so in its title, and is shown as one', () => {
  const { calendar, columns } = dayOf('2026-05-01', [{ day: '2026-05-01', name: 'Fête du Travail' }]);
  const period = { start: '2026-05-01', end: '2026-05-01' };
  expect(titleOf(4, period, calendar)).toBe('Vendredi 1 mai 2026 · Fête du Travail');
  expect(titleOf(4, period)).toBe('Vendredi 1 mai 2026');
  expect(columns.every(({ isOff }) => isOff)).toBe(true);
});
