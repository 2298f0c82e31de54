import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wallClock } from '../kernel/clock.ts';
import { totalHours } from '../kernel/duration.ts';
import { availableAgain, hoursByDay, isWholeDays, wholeDays } from './unavailability.ts';

const paris = 'Europe/Paris';
const days = (first: string, last: string, zone = paris): Record<string, number> => {
  const { startAt, endAt } = wholeDays(first, last, zone);
  return hoursByDay(startAt, endAt, zone);
};

describe('hours of each day (U-003)', () => {
  test('a whole day has 24 hours, in the agency’s local time', () => {
    expect(days('2026-11-16', '2026-11-16')).toEqual({ '2026-11-16': 24 });
    expect(days('2026-11-16', '2026-11-18')).toEqual({ '2026-11-16': 24, '2026-11-17': 24, '2026-11-18': 24 });
    expect(wholeDays('2026-11-16', '2026-11-16', 'Indian/Reunion').startAt).toBe('2026-11-15T20:00:00.000Z');
  });

  test('the day on which the clocks change has 25 hours, or 23', () => {
    expect(days('2026-10-25', '2026-10-25')).toEqual({ '2026-10-25': 25 });
    expect(days('2026-03-28', '2026-03-29')).toEqual({ '2026-03-28': 24, '2026-03-29': 23 });
    expect(days('2026-03-29', '2026-03-29', 'Indian/Reunion')).toEqual({ '2026-03-29': 24 });
  });

  test('part of a day counts its hours, and a night belongs to two days', () => {
    expect(hoursByDay('2026-11-16T07:00:00.000Z', '2026-11-16T11:30:00.000Z', paris)).toEqual({ '2026-11-16': 4.5 });
    expect(hoursByDay('2026-11-16T20:00:00.000Z', '2026-11-17T05:00:00.000Z', paris)).toEqual({
      '2026-11-16': 3,
      '2026-11-17': 6,
    });
  });

  test('the sum of all days is the time between start and end', () => {
    const start = Date.parse('2026-01-01T00:00:00Z') / 60_000;
    fc.assert(
      fc.property(
        fc.integer({ min: start, max: start + 525_600 }),
        fc.integer({ min: 0, max: 40 * 1_440 }),
        fc.constantFrom(paris, 'Indian/Reunion', 'America/Montreal', 'Pacific/Noumea'),
        (from, length, zone) => {
          const [startAt, endAt] = [from, from + length].map((at) => new Date(at * 60_000).toISOString()) as [
            string,
            string,
          ];
          const closes = wallClock(endAt, zone).time === '23:59' ? 1 : 0;
          const spent = hoursByDay(startAt, endAt, zone);
          // Each day is rounded to a hundredth of an hour.
          expect(Math.abs(totalHours(spent) - (length + closes) / 60)).toBeLessThan(
            0.0051 * Object.keys(spent).length + 0.006,
          );
          expect(Object.keys(spent)[0]).toBe(wallClock(startAt, zone).day);
          expect(Object.keys(spent).at(-1)).toBe(wallClock(endAt, zone).day);
          expect(Object.values(spent).every((one) => one >= 0 && one <= 25)).toBe(true);
        },
      ),
    );
  });
});

test('whole days are recognised, and built from two days', () => {
  const { startAt, endAt } = wholeDays('2026-03-29', '2026-04-01', paris);
  expect([startAt, endAt]).toEqual(['2026-03-28T23:00:00.000Z', '2026-04-01T21:59:00.000Z']);
  expect(isWholeDays(startAt, endAt, paris)).toBe(true);
  expect(isWholeDays(startAt, endAt, 'Indian/Reunion')).toBe(false);
  expect(isWholeDays(startAt, '2026-04-01T21:00:00.000Z', paris)).toBe(false);
});

test('the end minute is included: the agent is available again one minute later (U-010)', () => {
  expect(availableAgain(wholeDays('2026-11-16', '2026-11-16', paris).endAt)).toBe('2026-11-16T23:00:00.000Z');
});
