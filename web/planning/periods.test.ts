import { expect, test } from 'vitest';
import { comingDay } from './periods.ts';

test.each([
  ['before its usual start: today', '2026-11-10', '2026-11-10T07:59:00+01:00', '2026-11-10'],
  ['after its usual start: tomorrow', '2026-11-10', '2026-11-10T08:00:00+01:00', '2026-11-11'],
  ['of a past week: the next day to come', '2026-11-03', '2026-11-10T15:00:00+01:00', '2026-11-11'],
  ['of a coming week: itself', '2026-11-17', '2026-11-10T15:00:00+01:00', '2026-11-17'],
  ['just after midnight in Paris, not in UTC', '2026-11-10', '2026-11-10T00:30:00+01:00', '2026-11-10'],
])('the day proposed for a new service, %s', (_, day, now, proposed) => {
  expect(comingDay(day, 'Europe/Paris', new Date(now))).toBe(proposed);
});
