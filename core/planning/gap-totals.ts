// Totals of time gaps by day, night, Sunday and holiday.
import type { BreakTotals } from './break.ts';
import { calendarOf, type Holiday, instantOf } from './calendar.ts';
import { daysAfter, monthAfter } from './days.ts';
import type { Minute } from './model.ts';
import { type Night, slotNames, slotsOf } from './slots.ts';

export interface GapPlace {
  zone: string;
  night: Night;
  /** From the first day to the last, both included. */
  holidays(from: string, to: string): readonly Holiday[];
}

/** A gap is never longer than its service, so the calendar of a month plus a few days covers all gaps that begin in it. */
export function gapTotals(gaps: readonly (readonly [start: Minute, end: Minute])[], place: GapPlace): BreakTotals {
  const minutes = new Float64Array(slotNames.length);
  const months = new Map<string, (typeof gaps)[number][]>();
  for (const gap of gaps) {
    const month = instantOf(gap[0]).slice(0, 7);
    months.set(month, [...(months.get(month) ?? []), gap]);
  }
  for (const [month, some] of months) {
    const [from, to] = [daysAfter(`${month}-01`, -1), daysAfter(`${monthAfter(month, 1)}-01`, 4)];
    const slots = slotsOf(calendarOf({ zone: place.zone, from, to, holidays: place.holidays(from, to) }), place.night);
    for (const [start, end] of some) slots.add(minutes, start, end);
  }
  const sum = (...words: RegExp[]): number =>
    slotNames.reduce((all, name, at) => all + (words.every((word) => word.test(name)) ? (minutes[at] ?? 0) : 0), 0);
  const night = sum(/night$/i);
  return { day: sum(/./) - night, night, sunday: sum(/sunday/i), holiday: sum(/holiday/i) };
}
