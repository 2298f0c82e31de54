// Public holidays of the years of a series: they change the number of its services.
import { useQueries } from '@tanstack/react-query';
import { readHolidays } from '#core/planning/calls.ts';
import { call } from '#ui/client/call.ts';
import { queryOf } from '#ui/client/queries.tsx';

export interface Holiday {
  day: string;
  name: string;
}

/** Greatest number of years of a series, ten and a part (core/planning/recurrence.ts). */
const mostYears = 12;

const yearsBetween = (start: string, end: string): string[] => {
  const [first, last] = [Number(start.slice(0, 4)), Number(end.slice(0, 4))];
  return Array.from({ length: Math.min(Math.max(last - first, 0) + 1, mostYears) }, (_, at) => String(first + at));
};

export async function holidaysBetween(start: string, end: string): Promise<Holiday[]> {
  const found = await Promise.all(yearsBetween(start, end).map((year) => call(readHolidays, { params: { year } })));
  return found.flatMap(({ holidays }) => holidays);
}

/** The holidays loaded so far. */
export const useHolidays = (start: string, end: string, enabled: boolean): Holiday[] =>
  useQueries({
    queries: yearsBetween(start, end).map((year) => ({ ...queryOf(readHolidays, { params: { year } }), enabled })),
  }).flatMap(({ data }) => data?.holidays ?? []);
