// The first weeks of a cycle, which lie before the loaded days: they count what the agency decided, as the others do.
import { type Calendar, calendarOf } from '#core/planning/calendar.ts';
import { longestCycle } from '#core/planning/contract-hours.ts';
import { daysAfter } from '#core/planning/days.ts';
import { type HoursShift, weekMinutesOf } from '#core/planning/hours.ts';
import type { ContractFacts } from '#core/planning/model.ts';

/** The weeks before the loaded days that a cycle of the period may reach. */
export function beforeLoaded({ calendar, period }: { calendar: Calendar; period: { start: string } }): {
  calendar: Calendar;
  loaded: [Date, Date];
} {
  const weeks = calendarOf({ zone: calendar.zone, from: daysAfter(period.start, -7 * longestCycle), to: period.start });
  const [from, to] = [weeks.window.from, calendar.loaded.from];
  return { calendar: weeks, loaded: [new Date(from * 60_000), new Date(to * 60_000)] };
}

/** Minutes of these weeks, without the services of the loaded days. */
export function weekMinutesBefore(
  before: Calendar,
  contracts: readonly ContractFacts[],
  earlier: readonly HoursShift[],
  loaded: readonly HoursShift[],
): Record<string, number> {
  if (earlier.length === 0) return {};
  const known = new Set(loaded.map(({ id }) => id));
  return weekMinutesOf(
    before,
    contracts,
    earlier.filter(({ id }) => !known.has(id)),
  );
}
