// Work outside the loaded days, counted once before the rules run.
import type { Calendar } from './calendar.ts';
import { dayNumber, dayOfNumber, isoWeek, mondayOf, monthAfter, weekdayOf } from './days.ts';
import { hour } from './limits.ts';
import type { Counters } from './model.ts';

/** Effective work that begins on a day, of services that touch no loaded day. */
export interface WorkedDay {
  day: string;
  minutes: number;
  /** The day on which the last service ends, if it is another day. */
  until?: string;
}

/**
 * Counters of one agent. For an agent who never worked, every Sunday is a rest. Overtime of weeks that touch the loaded
 * days is left to the rules, which see these weeks completely.
 */
export function countersOf(
  calendar: Calendar,
  { firstOvertimeFrom }: { firstOvertimeFrom: number },
  worked: readonly WorkedDay[],
): Counters {
  const counters: Counters = { weekMinutes: {}, monthMinutes: {}, restSundays: {}, yearOvertime: {} };
  const loaded = {
    first: dayNumber(calendar.days[calendar.dayOf(calendar.loaded.from)] as string),
    last: dayNumber(calendar.days[calendar.dayOf(calendar.loaded.to - 1)] as string),
  };
  const busy = new Set<number>();
  for (const { day, minutes, until = day } of worked) {
    const number = dayNumber(day);
    const monday = dayOfNumber(mondayOf(number));
    counters.weekMinutes[monday] = (counters.weekMinutes[monday] ?? 0) + minutes;
    const month = day.slice(0, 7);
    counters.monthMinutes[month] = (counters.monthMinutes[month] ?? 0) + minutes;
    for (let one = number; one <= dayNumber(until); one += 1) busy.add(one);
  }
  const full = Math.round(firstOvertimeFrom * hour);
  for (const [monday, minutes] of Object.entries(counters.weekMinutes)) {
    const first = dayNumber(monday);
    if (minutes <= full || (first <= loaded.last && first + 6 >= loaded.first)) continue;
    const year = String(isoWeek(first).year);
    counters.yearOvertime[year] = (counters.yearOvertime[year] ?? 0) + minutes - full;
  }
  countSundays(calendar, loaded, busy, counters.restSundays);
  return counters;
}

/** Counts the months of the loaded days, and the two before. */
function countSundays(
  { days }: Calendar,
  loaded: { first: number; last: number },
  busy: ReadonlySet<number>,
  restSundays: Record<string, number>,
): void {
  const first = monthAfter(dayOfNumber(loaded.first).slice(0, 7), -2);
  const last = (days.at(-1) as string).slice(0, 7);
  for (let month = first; month <= last; month = monthAfter(month, 1)) {
    restSundays[month] = 0;
    const end = dayNumber(`${monthAfter(month, 1)}-01`);
    for (let day = dayNumber(`${month}-01`); day < end; day += 1)
      if (weekdayOf(day) === 0 && (day < loaded.first || day > loaded.last) && !busy.has(day))
        restSundays[month] = (restSundays[month] ?? 0) + 1;
  }
}
