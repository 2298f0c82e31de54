// The recurrence being typed in the dialog of a new service.
import { wallClock } from '#core/kernel/clock.ts';
import { dayNumber } from '#core/planning/days.ts';
import type { RecurrenceType } from '#core/planning/recurrence.ts';

export interface TypedRecurrence {
  repeat: RecurrenceType | 'none';
  frequency: number;
  endDate: string | null;
  days: number[];
  monthDays: number[];
  holidayDays: string[];
  excludeHolidays: boolean;
}

export const noRecurrence: TypedRecurrence = {
  repeat: 'none',
  frequency: 1,
  endDate: null,
  days: [],
  monthDays: [],
  holidayDays: [],
  excludeHolidays: false,
};

/** As the call expects it, with the hours and the length of the service. Null: no recurrence. */
export function recurrenceInput(typed: TypedRecurrence, startAt: string, endAt: string, zone: string) {
  if (typed.repeat === 'none') return null;
  const [start, end] = [wallClock(startAt, zone), wallClock(endAt, zone)];
  const { endDate, ...rest } = typed;
  const midnights = dayNumber(end.day) - dayNumber(start.day);
  return {
    ...rest,
    ...{ startDate: start.day, endDate: endDate ?? '', startTime: start.time, endTime: end.time },
    // The form refuses an end before the start.
    ...(midnights > 0 ? { midnights } : {}),
  };
}
