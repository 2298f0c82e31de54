// Splits an interval into the twelve time slots (2 §3; AC-018), by the agency's zone and night (AC-006, Q-013, Q-014).
import { type TimeSlot, timeSlots } from '../agencies/settings/pay.ts';
import type { Calendar } from './calendar.ts';
import { minutesOf } from './days.ts';
import type { Minute } from './model.ts';

/** In the order of the specification: weekday, Sunday, Saturday; each ordinary and holiday; each by day and by night. */
export const slotNames = Object.keys(timeSlots) as TimeSlot[];

export type SlotMinutes = Record<TimeSlot, number>;

export interface Night {
  /** 21:00 */
  start: string;
  /** 06:00. Equal to the start: no night. */
  end: string;
}

export interface Slots {
  /** Adds the minutes of the interval to twelve counters, in the order of `slotNames`. */
  add(to: Float64Array, start: Minute, end: Minute): void;
  of(start: Minute, end: Minute): SlotMinutes;
  /** Night minutes only. */
  night(start: Minute, end: Minute): number;
}

export function slotMinutes(counted: ArrayLike<number>): SlotMinutes {
  const minutes = {} as SlotMinutes;
  for (let index = 0; index < slotNames.length; index += 1) minutes[slotNames[index] as TimeSlot] = counted[index] ?? 0;
  return minutes;
}

/** Totals: an hour of Sunday night counts as night and as Sunday. `day` is everything but night. */
export interface SlotTotals {
  total: number;
  day: number;
  night: number;
  saturday: number;
  sunday: number;
  holiday: number;
}

export function slotTotals(minutes: SlotMinutes): SlotTotals {
  const totals: SlotTotals = { total: 0, day: 0, night: 0, saturday: 0, sunday: 0, holiday: 0 };
  slotNames.forEach((name, index) => {
    const some = minutes[name];
    totals.total += some;
    totals[index % 2 === 1 ? 'night' : 'day'] += some;
    if (index % 4 >= 2) totals.holiday += some;
    if (index >= 8) totals.saturday += some;
    else if (index >= 4) totals.sunday += some;
  });
  return totals;
}

const overlap = (from: Minute, to: Minute, start: Minute, end: Minute): number =>
  Math.max(0, Math.min(to, end) - Math.max(from, start));

export function slotsOf(calendar: Calendar, night: Night): Slots {
  const { midnights, weekdays, holidays } = calendar;
  const [begins, ends] = [minutesOf(night.start), minutesOf(night.end)];
  const midnight = (day: number): Minute => midnights[day] as Minute;

  /** Night minutes of that day, between two moments of it. */
  const nightOn = (day: number, from: Minute, to: Minute): number => {
    if (begins < ends) return overlap(from, to, calendar.at(day, begins), calendar.at(day, ends));
    if (begins === ends) return 0;
    return (
      overlap(from, to, midnight(day), calendar.at(day, ends)) +
      overlap(from, to, calendar.at(day, begins), midnight(day + 1))
    );
  };

  const base = (day: number): number => {
    const weekday = weekdays[day];
    const place = weekday === 0 ? 4 : weekday === 6 ? 8 : 0;
    return holidays[day] === null ? place : place + 2;
  };

  const eachDay = (start: Minute, end: Minute, see: (day: number, from: Minute, to: Minute) => void): void => {
    if (start >= end) return;
    if (start < midnight(0) || end > midnight(weekdays.length)) throw new RangeError('beyond the calendar');
    for (let day = calendar.dayOf(start); day < weekdays.length && midnight(day) < end; day += 1)
      see(day, Math.max(start, midnight(day)), Math.min(end, midnight(day + 1)));
  };

  const add = (to: Float64Array, start: Minute, end: Minute): void =>
    eachDay(start, end, (day, from, until) => {
      const dark = nightOn(day, from, until);
      const slot = base(day);
      to[slot] = (to[slot] as number) + until - from - dark;
      to[slot + 1] = (to[slot + 1] as number) + dark;
    });

  return {
    add,
    of(start, end) {
      const counted = new Float64Array(slotNames.length);
      add(counted, start, end);
      return slotMinutes(counted);
    },
    night(start, end) {
      let sum = 0;
      eachDay(start, end, (day, from, to) => {
        sum += nightOn(day, from, to);
      });
      return sum;
    },
  };
}
