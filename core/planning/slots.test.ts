import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TimeSlot } from '../agencies/settings/pay.ts';
import { wallClock } from '../kernel/clock.ts';
import { calendarOf, instantOf, minuteOf } from './calendar.ts';
import { dayNumber, weekdayOf } from './days.ts';
import { type Night, slotNames, slotsOf, slotTotals } from './slots.ts';

const holidays = [
  { day: '2026-05-01', name: 'Fête du Travail' },
  { day: '2026-11-01', name: 'Toussaint' },
  { day: '2026-11-11', name: 'Armistice 1918' },
  { day: '2026-08-15', name: 'Assomption' },
];
const yearIn = (zone: string) => calendarOf({ zone, from: '2026-01-01', to: '2026-12-31', holidays });
const zones = ['Europe/Paris', 'America/Miquelon', 'Indian/Reunion', 'Pacific/Noumea'];
const years = new Map(zones.map((zone) => [zone, yearIn(zone)]));
const paris = years.get('Europe/Paris') as ReturnType<typeof yearIn>;
const usual: Night = { start: '21:00', end: '06:00' };
const local = (text: string): number =>
  paris.at(paris.days.indexOf(text.slice(0, 10)), Number(text.slice(11, 13)) * 60 + Number(text.slice(14, 16)));

test.each<[string, string, string, Partial<Record<TimeSlot, number>>]>([
  ['a weekday', '2026-11-09 08:00', '2026-11-09 20:00', { day: 720 }],
  ['a weekday night', '2026-11-09 20:00', '2026-11-10 06:00', { day: 60, night: 540 }],
  ['the night to a Saturday', '2026-11-13 21:00', '2026-11-14 07:00', { night: 180, saturdayNight: 360, saturday: 60 }],
  [
    'the night to a Sunday',
    '2026-11-14 19:00',
    '2026-11-15 07:00',
    { saturday: 120, saturdayNight: 180, sundayNight: 360, sunday: 60 },
  ],
  ['a holiday', '2026-11-11 05:00', '2026-11-11 10:00', { holidayNight: 60, holiday: 240 }],
  ['a holiday on a Sunday', '2026-11-01 04:00', '2026-11-01 08:00', { sundayHolidayNight: 120, sundayHoliday: 120 }],
  [
    'a holiday on a Saturday',
    '2026-08-15 20:00',
    '2026-08-15 22:00',
    { saturdayHoliday: 60, saturdayHolidayNight: 60 },
  ],
  [
    'the night of the change to summer time',
    '2026-03-28 21:00',
    '2026-03-29 06:00',
    { saturdayNight: 180, sundayNight: 300 },
  ],
  [
    'the night of the change to winter time',
    '2026-10-24 21:00',
    '2026-10-25 06:00',
    { saturdayNight: 180, sundayNight: 420 },
  ],
  ['nothing', '2026-11-09 08:00', '2026-11-09 08:00', {}],
])('%s is split into its slots', (_, start, end, minutes) => {
  const found = slotsOf(paris, usual).of(local(start), local(end));
  expect(Object.fromEntries(Object.entries(found).filter(([, value]) => value > 0))).toEqual(minutes);
  expect(Object.keys(found)).toEqual(slotNames);
});

test.each<[string, Night, number]>([
  ['only after midnight', { start: '00:00', end: '05:00' }, 300],
  ['until midnight', { start: '22:00', end: '00:00' }, 120],
  ['of no length', { start: '21:00', end: '21:00' }, 0],
])('a night %s is counted', (_, night, minutes) => {
  expect(slotsOf(paris, night).night(local('2026-11-09 12:00'), local('2026-11-10 12:00'))).toBe(minutes);
});

test('an hour of Sunday night counts as night and as Sunday', () => {
  const found = slotsOf(paris, usual).of(local('2026-10-31 19:00'), local('2026-11-01 08:00'));
  // Saturday 19:00-21:00 and its night, then All Saints' Day, a Sunday.
  expect(slotTotals(found)).toEqual({ total: 780, day: 240, night: 540, saturday: 300, sunday: 480, holiday: 480 });
});

test('an interval outside the calendar throws', () => {
  expect(() => slotsOf(paris, usual).of(minuteOf('2028-01-01T00:00Z'), minuteOf('2028-01-01T02:00Z'))).toThrow(
    RangeError,
  );
});

const time = fc.integer({ min: 0, max: 1439 }).map((minute) => new Date(minute * 60_000).toISOString().slice(11, 16));
const starts = fc.integer({ min: minuteOf('2026-01-01T00:00Z'), max: minuteOf('2026-12-20T00:00Z') });
const lengths = fc.integer({ min: 0, max: 5_000 });

test('slots add up to the interval, also when it is split, in any zone and with any night', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      starts,
      lengths,
      lengths,
      time,
      time,
      (zone, start, one, other, from, to) => {
        const slots = slotsOf(years.get(zone) as ReturnType<typeof yearIn>, { start: from, end: to });
        const sum = (minutes: Record<TimeSlot, number>): number =>
          Object.values(minutes).reduce((all, more) => all + more, 0);
        const [end, last] = [start + one, start + one + other];
        expect(sum(slots.of(start, last))).toBe(one + other);
        const [left, right, whole] = [slots.of(start, end), slots.of(end, last), slots.of(start, last)];
        for (const slot of slotNames) expect(left[slot] + right[slot]).toBe(whole[slot]);
      },
    ),
  );
});

test('each minute is in the slot of its local time', () => {
  fc.assert(
    fc.property(fc.constantFrom(...zones), starts, (zone, minute) => {
      const { day, time: shown } = wallClock(instantOf(minute), zone);
      const weekday = weekdayOf(dayNumber(day));
      const holiday = holidays.some((one) => one.day === day);
      const dark = shown >= '21:00' || shown < '06:00';
      const first = weekday === 0 ? 'sunday' : weekday === 6 ? 'saturday' : '';
      const words = [first, holiday ? 'holiday' : '', dark ? 'night' : ''].filter((word) => word !== '');
      const name =
        words.map((word, index) => (index === 0 ? word : word[0]?.toUpperCase() + word.slice(1))).join('') || 'day';
      const found = slotsOf(years.get(zone) as ReturnType<typeof yearIn>, usual).of(minute, minute + 1);
      expect(found[name as TimeSlot]).toBe(1);
    }),
    { numRuns: 200 },
  );
});
