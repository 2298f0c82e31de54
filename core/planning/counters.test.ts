import { expect, test } from 'vitest';
import { calendarOf } from './calendar.ts';
import { countersOf } from './counters.ts';

// Loaded: from 1 to 18 November 2026.
const calendar = calendarOf({ zone: 'Europe/Paris', from: '2026-11-09', to: '2026-11-10' });
const count = (days: { day: string; minutes: number; until?: string }[]) =>
  countersOf(calendar, { firstOvertimeFrom: 35 }, days);

test('an agent who never worked had every Sunday off, and no hours', () => {
  expect(count([])).toEqual({
    weekMinutes: {},
    monthMinutes: {},
    // 1, 8 and 15 November are loaded.
    restSundays: { '2026-09': 4, '2026-10': 4, '2026-11': 2 },
    yearOvertime: {},
  });
});

test('work is counted by week and by month; a worked Sunday is not a rest, nor one that a night service runs into', () => {
  const { weekMinutes, monthMinutes, restSundays } = count([
    { day: '2026-10-04', minutes: 480 },
    { day: '2026-10-10', minutes: 600, until: '2026-10-11' },
    { day: '2026-10-08', minutes: 300 },
    { day: '2026-11-22', minutes: 480 },
  ]);
  expect(weekMinutes).toEqual({ '2026-09-28': 480, '2026-10-05': 900, '2026-11-16': 480 });
  expect(monthMinutes).toEqual({ '2026-10': 1_380, '2026-11': 480 });
  expect(restSundays).toEqual({ '2026-09': 4, '2026-10': 2, '2026-11': 1 });
});

test('overtime counts only weeks completely outside, in the year of their Thursday', () => {
  const heavy = (day: string) => ({ day, minutes: 40 * 60 });
  const { yearOvertime } = count([heavy('2026-01-02'), heavy('2025-12-22'), heavy('2026-10-12'), heavy('2026-10-26')]);
  // The week of 26 October has a loaded day, so the rules count it.
  expect(yearOvertime).toEqual({ '2026': 600, '2025': 300 });
});
