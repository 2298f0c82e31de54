// The days of a period in the agency's local time, computed once. The rules then only add and compare integers, and days of
// 23 or 25 hours need no special case.
import { instantAt, wallClock } from '../kernel/clock.ts';
import { dayNumber, dayOfNumber, isoWeek, mondayOf, timeOf, weekdayOf } from './days.ts';
import type { Minute } from './model.ts';

export interface Holiday {
  day: string;
  name: string;
}

/** Days before and after the window whose services are loaded too, so that rests across its edges are computed in full. */
export const margin = 8;

export interface Week {
  /** Its Monday, the key of the counters. */
  monday: string;
  number: number;
  year: number;
  from: Minute;
  to: Minute;
}

interface Interval {
  /** Included. */
  from: Minute;
  /** Excluded. */
  to: Minute;
}

export interface Calendar {
  zone: string;
  /** The requested days: only findings that touch them are reported. */
  window: Interval;
  /** Window and margin: the rules receive the services that touch it. */
  loaded: Interval;
  /** Whole weeks around the loaded days, with one extra week on each side. */
  days: readonly string[];
  /** One more item than `days`: the end of the last day. */
  midnights: Int32Array;
  /** Monday=1 … Sunday=0. */
  weekdays: Uint8Array;
  /** The name of the public holiday, or null. */
  holidays: readonly (string | null)[];
  weeks: readonly Week[];
  /** 2026-11, for each day. */
  months: readonly string[];
  /** Index of the day that contains the minute; clamped to the first and last day. */
  dayOf(minute: Minute): number;
  /** Index of the week that contains a day. */
  weekOf(day: number): number;
  /** The minute at a local time on that day; from 1440 on, the next day. A skipped time gives the other side of the jump. */
  at(day: number, minuteOfDay: number): Minute;
  /** Local time in minutes since midnight. */
  wallMinute(minute: Minute): number;
}

export const minuteOf = (instant: string | Date): Minute => Math.floor(new Date(instant).getTime() / 60_000);

export const instantOf = (minute: Minute): string => new Date(minute * 60_000).toISOString();

/** Minutes by which local time is ahead of UTC. */
const offsetAt = (minute: Minute, zone: string): number => {
  const { day, time } = wallClock(instantOf(minute), zone);
  return minuteOf(`${day}T${time}:00.000Z`) - minute;
};

/** Minutes after midnight at which the clocks change on that day; 0: they do not. */
function jumpIn(from: Minute, to: Minute, zone: string): number {
  const before = offsetAt(from, zone);
  if (offsetAt(to - 1, zone) === before) return 0;
  let [low, high] = [from, to - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (offsetAt(middle, zone) === before) low = middle;
    else high = middle;
  }
  return high - from;
}

/** From the first day to the last, both included. */
export function calendarOf(period: {
  zone: string;
  from: string;
  to: string;
  holidays?: readonly Holiday[];
}): Calendar {
  const { zone } = period;
  const [first, last] = [dayNumber(period.from), dayNumber(period.to)];
  const start = mondayOf(first - margin - 7);
  const count = mondayOf(last + margin + 14) - start;
  const names = new Map(period.holidays?.map(({ day, name }) => [day, name]));
  const days: string[] = [];
  const holidays: (string | null)[] = [];
  const weekdays = new Uint8Array(count);
  const midnights = new Int32Array(count + 1);
  for (let index = 0; index <= count; index += 1) {
    const day = dayOfNumber(start + index);
    midnights[index] = minuteOf(instantAt(day, '00:00', zone));
    if (index === count) break;
    days.push(day);
    holidays.push(names.get(day) ?? null);
    weekdays[index] = weekdayOf(start + index);
  }

  // For the few days with a clock change: its offset and its time.
  const jumps = new Map<number, { after: number; by: number }>();
  const midnight = (index: number): Minute => midnights[index] as Minute;
  for (let index = 0; index < count; index += 1) {
    const by = 1440 - (midnight(index + 1) - midnight(index));
    if (by !== 0) jumps.set(index, { after: jumpIn(midnight(index), midnight(index + 1), zone), by });
  }
  const plain = jumps.size === 0;

  const dayOf = (minute: Minute): number => {
    let index = Math.floor((minute - midnight(0)) / 1440);
    if (index < 0) return 0;
    if (index >= count) index = count - 1;
    while (index > 0 && minute < midnight(index)) index -= 1;
    while (index < count - 1 && minute >= midnight(index + 1)) index += 1;
    return index;
  };

  const weeks: Week[] = [];
  for (let index = 0; index < count; index += 7)
    weeks.push({
      monday: days[index] as string,
      ...isoWeek(start + index),
      from: midnight(index),
      to: midnight(index + 7),
    });

  return {
    zone,
    window: { from: midnight(first - start), to: midnight(last + 1 - start) },
    loaded: { from: midnight(first - margin - start), to: midnight(last + margin + 1 - start) },
    days,
    midnights,
    weekdays,
    holidays,
    weeks,
    months: days.map((day) => day.slice(0, 7)),
    dayOf,
    weekOf: (day) => Math.floor(day / 7),
    at(day, minuteOfDay) {
      const on = minuteOfDay < 1440 ? day : day + 1;
      const minutes = minuteOfDay < 1440 ? minuteOfDay : minuteOfDay - 1440;
      const jump = plain ? undefined : jumps.get(on);
      if (jump === undefined || minutes < jump.after + jump.by) return midnight(on) + minutes;
      return midnight(on) + minutes - jump.by;
    },
    wallMinute(minute) {
      const day = dayOf(minute);
      const passed = minute - midnight(day);
      const jump = plain ? undefined : jumps.get(day);
      return jump === undefined || passed < jump.after ? passed : passed + jump.by;
    },
  };
}

/** Local day and time. */
export const wallOf = (calendar: Calendar, minute: Minute): { day: string; time: string } => ({
  day: calendar.days[calendar.dayOf(minute)] as string,
  time: timeOf(calendar.wallMinute(minute)),
});
