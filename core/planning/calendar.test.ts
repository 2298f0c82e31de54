import fc from 'fast-check';
import { expect, test } from 'vitest';
import { instantAt, wallClock } from '../kernel/clock.ts';
import { calendarOf, instantOf, minuteOf, wallOf } from './calendar.ts';
import { dayNumber, isoWeek, mondayOf, monthAfter } from './days.ts';

const paris = 'Europe/Paris';
const year = (zone: string) => calendarOf({ zone, from: '2026-01-01', to: '2026-12-31' });
const zones = [paris, 'America/Martinique', 'America/Miquelon', 'Indian/Reunion', 'Pacific/Noumea', 'UTC'];
const years = new Map(zones.map((zone) => [zone, year(zone)]));

test.each([
  ['2026-03-28', 24],
  ['2026-03-29', 23],
  ['2026-10-25', 25],
  ['2026-10-26', 24],
])('in Paris %s lasts %d hours', (day, hours) => {
  const calendar = calendarOf({ zone: paris, from: day, to: day });
  expect(calendar.window.to - calendar.window.from).toBe(hours * 60);
  expect(instantOf(calendar.window.from)).toBe(instantAt(day, '00:00', paris));
});

test.each([
  ['2025-12-29', 1, 2026],
  ['2026-01-05', 2, 2026],
  ['2026-11-09', 46, 2026],
  ['2026-12-28', 53, 2026],
  ['2027-01-04', 1, 2027],
])('the week of Monday %s is week %d of %d', (monday, number, ofYear) => {
  expect(isoWeek(dayNumber(monday))).toEqual({ number, year: ofYear });
  expect(mondayOf(dayNumber(monday) + 6)).toBe(dayNumber(monday));
});

test('days are coded Monday=1 to Sunday=0, and holidays have their name', () => {
  const holidays = [{ day: '2026-11-11', name: 'Armistice 1918' }];
  const calendar = calendarOf({ zone: paris, from: '2026-11-09', to: '2026-11-15', holidays });
  const first = calendar.days.indexOf('2026-11-09');
  expect([...calendar.weekdays.slice(first, first + 7)]).toEqual([1, 2, 3, 4, 5, 6, 0]);
  expect(calendar.holidays.slice(first, first + 4)).toEqual([null, null, 'Armistice 1918', null]);
  expect(calendar.weeks[calendar.weekOf(first)]).toMatchObject({ monday: '2026-11-09', number: 46 });
});

test('the loaded days extend eight days around the window, the calendar whole weeks around those', () => {
  const calendar = calendarOf({ zone: paris, from: '2026-11-11', to: '2026-11-12' });
  expect(wallOf(calendar, calendar.loaded.from)).toEqual({ day: '2026-11-03', time: '00:00' });
  expect(wallOf(calendar, calendar.loaded.to)).toEqual({ day: '2026-11-21', time: '00:00' });
  expect(calendar.days.length % 7).toBe(0);
  expect((calendar.days[0] as string) < '2026-10-28').toBe(true);
});

test.each([
  ['2026-03-29', '02:30', '2026-03-29T01:30:00.000Z', '03:30'],
  ['2026-03-29', '03:00', '2026-03-29T01:00:00.000Z', '03:00'],
  ['2026-10-25', '02:30', '2026-10-25T01:30:00.000Z', '02:30'],
  ['2026-10-25', '01:59', '2026-10-24T23:59:00.000Z', '01:59'],
  ['2026-10-25', '03:00', '2026-10-25T02:00:00.000Z', '03:00'],
])('in Paris %s at %s is %s', (day, time, instant, shown) => {
  const calendar = years.get(paris) as ReturnType<typeof year>;
  const minutes = Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  const minute = calendar.at(calendar.days.indexOf(day), minutes);
  expect(instantOf(minute)).toBe(instant);
  expect(instantOf(minute)).toBe(instantAt(day, time, paris));
  expect(wallOf(calendar, minute)).toEqual({ day, time: shown });
});

test('every minute of a year has the same local time as in the kernel’s clock, in every zone', () => {
  const minutes = fc.integer({ min: minuteOf('2026-01-02T00:00Z'), max: minuteOf('2026-12-30T00:00Z') });
  fc.assert(
    fc.property(fc.constantFrom(...zones), minutes, (zone, minute) => {
      const calendar = years.get(zone) as ReturnType<typeof year>;
      expect(wallOf(calendar, minute)).toEqual(wallClock(instantOf(minute), zone));
    }),
    { numRuns: 300 },
  );
});

test('around each clock change every minute has the right local time', () => {
  for (const [zone, around] of [
    [paris, '2026-03-29T01:00Z'],
    [paris, '2026-10-25T01:00Z'],
    ['America/Miquelon', '2026-03-08T05:00Z'],
    ['America/Miquelon', '2026-11-01T04:00Z'],
    ['Africa/Cairo', '2026-04-23T22:00Z'],
    ['Africa/Cairo', '2026-10-29T21:00Z'],
  ] as const) {
    const calendar = years.get(zone) ?? year(zone);
    for (let minute = minuteOf(around) - 90; minute < minuteOf(around) + 90; minute += 1)
      expect(wallOf(calendar, minute)).toEqual(wallClock(instantOf(minute), zone));
  }
});

test('a time after midnight is on the next day', () => {
  const calendar = years.get(paris) as ReturnType<typeof year>;
  const saturday = calendar.days.indexOf('2026-03-28');
  expect(wallOf(calendar, calendar.at(saturday, 1440))).toEqual({ day: '2026-03-29', time: '00:00' });
  expect(wallOf(calendar, calendar.at(saturday, 1440 + 360))).toEqual({ day: '2026-03-29', time: '06:00' });
});

test('months are counted across the end of a year', () => {
  expect(monthAfter('2026-12', 1)).toBe('2027-01');
  expect(monthAfter('2026-01', -2)).toBe('2025-11');
});
