// The days of a period on the agency's wall clock, read once: the loops of the rules then add and compare whole numbers,
// and days of 23 or 25 hours are right by themselves.
import { instantAt, wallClock } from '../kernel/clock.ts';
import { dayNumber, dayOfNumber, isoWeek, mondayOf, timeOf, weekdayOf } from './days.ts';
import type { Minute } from './model.ts';

export interface Holiday {
  day: string;
  name: string;
}

/** Days beside the window whose services are loaded too, so that a rest across its edge is a real one. */
export const margin = 8;

export interface Week {
  /** Its Monday: the key of the counters. */
  monday: string;
  number: number;
  year: number;
  from: Minute;
  to: Minute;
}

interface Span {
  /** Included. */
  from: Minute;
  /** Not included. */
  to: Minute;
}

export interface Calendar {
  zone: string;
  /** What was asked for: findings that touch it are told. */
  window: Span;
  /** Window and margin: the services given to the rules are those that touch it. */
  loaded: Span;
  /** Whole weeks around the loaded days, with a week to spare. */
  days: readonly string[];
  /** One more than the days: the end of the last. */
  midnights: Int32Array;
  /** Monday=1 … Sunday=0. */
  weekdays: Uint8Array;
  /** The name of the public holiday. */
  holidays: readonly (string | null)[];
  weeks: readonly Week[];
  /** 2026-11, for each day. */
  months: readonly string[];
  /** Position of the day that holds it; the first or the last for what lies outside. */
  dayOf(minute: Minute): number;
  /** The week of a day, by its position. */
  weekOf(day: number): number;
  /** A wall-clock time on that day; 1440 and more is the next one's. In the hour that clocks skip, the other side. */
  at(day: number, minuteOfDay: number): Minute;
  /** Minutes since midnight that the wall clock shows. */
  wallMinute(minute: Minute): number;
}

export const minuteOf = (instant: string | Date): Minute => Math.floor(new Date(instant).getTime() / 60_000);

export const instantOf = (minute: Minute): string => new Date(minute * 60_000).toISOString();

/** Minutes by which the wall clock is ahead of UTC. */
const offsetAt = (minute: Minute, zone: string): number => {
  const { day, time } = wallClock(instantOf(minute), zone);
  return minuteOf(`${day}T${time}:00.000Z`) - minute;
};

/** Minutes after midnight at which the clocks change on that day. */
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

  // How far the clocks go on (or back), and when, for the few days on which they do.
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

/** As people read it: day and time of the wall clock. */
export const wallOf = (calendar: Calendar, minute: Minute): { day: string; time: string } => ({
  day: calendar.days[calendar.dayOf(minute)] as string,
  time: timeOf(calendar.wallMinute(minute)),
});
