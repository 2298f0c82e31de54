// The words of a billed period.
import { frenchDay } from '../kernel/validators.ts';
import { lastDayOf, ofMonth } from '../planning/days.ts';

/** « Prestations d’octobre 2026 », or the days. */
export function periodTitle({ start, end }: { start: string; end: string }): string {
  if (!start.endsWith('-01') || end !== lastDayOf(start))
    return start === end
      ? `Prestations du ${frenchDay(start)}`
      : `Prestations du ${frenchDay(start)} au ${frenchDay(end)}`;
  return `Prestations ${ofMonth(start)}`;
}
