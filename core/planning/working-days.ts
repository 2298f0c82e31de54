// Services of one agent grouped into working days (decision 40). The checks walk them in place, without these lists.
import { workingDay } from './limits.ts';
import type { Minute } from './model.ts';

interface Span {
  start: Minute;
  end: Minute;
}

/** Sorted by start: what lies within thirteen hours of a first start is one working day. */
export function workingDays<S extends Span>(shifts: readonly S[]): S[][] {
  const days: S[][] = [];
  for (const shift of shifts) {
    const day = days.at(-1);
    const first = day?.[0];
    if (day && first && shift.end <= first.start + workingDay) day.push(shift);
    else days.push([shift]);
  }
  return days;
}
