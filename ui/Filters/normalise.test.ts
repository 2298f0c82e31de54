import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { countActive } from '#core/kernel/query.ts';
import { Crate } from '../testing/crate.ts';
import { normaliseFilters, tidyFilters, withoutValue } from './normalise.ts';
import { periods } from './periods.ts';

const locale = { zone: 'Europe/Paris', currency: 'EUR', country: 'FR', holidayLocale: 'FR' };

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-15T12:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

test('references are sent as ids with their flag; « sans valeur » as the flag only', () => {
  expect(normaliseFilters(Crate, { specialties: ['a', 'b'] }, locale)).toEqual({
    specialties: ['a', 'b'],
    isSpecialties: 1,
  });
  expect(normaliseFilters(Crate, { specialties: withoutValue }, locale)).toEqual({ isSpecialties: 0 });
});

test("the date range of an entity is sent as start and end, whole days in the agency's time zone", () => {
  expect(normaliseFilters(Crate, { dateRange: { from: '2026-11-01', to: '2026-11-02' } }, locale)).toEqual({
    start: '2026-10-31T23:00:00.000Z',
    end: '2026-11-02T22:59:59.999Z',
  });
  expect(normaliseFilters(Crate, { dateRange: { period: 'today' } }, locale)).toEqual({
    start: '2026-11-14T23:00:00.000Z',
    end: '2026-11-15T22:59:59.999Z',
  });
});

test('a date has day bounds, a number has number bounds, and an open end stays open', () => {
  expect(normaliseFilters(Crate, { 'infos.packedOn': { from: '2026-11-01', to: null } }, locale)).toEqual({
    'infos.packedOn': { from: '2026-11-01' },
  });
  expect(normaliseFilters(Crate, { weight: { to: 0 } }, locale)).toEqual({ weight: { to: 0 } });
});

test('an empty filter is neither kept nor counted; the date range is kept but not counted', () => {
  const kept = tidyFilters(Crate, { status: [], size: -1, weight: { from: null }, dateRange: { period: 'today' } });
  expect(kept).toEqual({ dateRange: { period: 'today' } });
  expect(countActive(kept)).toBe(0);
});

test('periods are counted from today, weeks from Monday', () => {
  const on = (day: string) => Object.fromEntries(Object.entries(periods).map(([key, { range }]) => [key, range(day)]));
  expect(on('2026-11-15')).toEqual({
    yesterday: { from: '2026-11-14', to: '2026-11-14' },
    today: { from: '2026-11-15', to: '2026-11-15' },
    fromToday: { from: '2026-11-15', to: null },
    tomorrow: { from: '2026-11-16', to: '2026-11-16' },
    next3Days: { from: '2026-11-15', to: '2026-11-18' },
    last3Days: { from: '2026-11-12', to: '2026-11-15' },
    currentWeek: { from: '2026-11-09', to: '2026-11-15' },
    previousWeek: { from: '2026-11-02', to: '2026-11-08' },
    rollingWeek: { from: '2026-11-08', to: '2026-11-22' },
    currentMonth: { from: '2026-11-01', to: '2026-11-30' },
    previousMonth: { from: '2026-10-01', to: '2026-10-31' },
    rollingMonth: { from: '2026-10-16', to: '2026-12-15' },
    currentYear: { from: '2026-01-01', to: '2026-12-31' },
    previousYear: { from: '2025-01-01', to: '2025-12-31' },
  });
  expect(on('2026-01-31').previousMonth).toEqual({ from: '2025-12-01', to: '2025-12-31' });
});

test('the rows that a link names are kept and sent as they are', () => {
  const filters = { id: ['01900000-0000-7000-8000-000000000001'] };
  expect(tidyFilters(Crate, filters)).toEqual(filters);
  expect(normaliseFilters(Crate, filters, locale)).toEqual(filters);
});
