// Groups the services of one agent into working days (decision 40). The checks do the same in place, without these lists.
import { workingDay } from './limits.ts';
import type { Minute } from './model.ts';

interface Interval {
  start: Minute;
  end: Minute;
}

/** Sorted by start: services within thirteen hours of the first start form one working day. */
export function workingDays<S extends Interval>(shifts: readonly S[]): S[][] {
  const days: S[][] = [];
  for (const shift of shifts) {
    const day = days.at(-1);
    const first = day?.[0];
    if (day && first && shift.end <= first.start + workingDay) day.push(shift);
    else days.push([shift]);
  }
  return days;
}
