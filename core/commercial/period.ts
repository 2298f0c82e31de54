// The words of a billed period.
import { frenchDay } from '../kernel/validators.ts';
import { monthText } from '../planning/days.ts';

export const lastDayOf = (month: string): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).toISOString().slice(0, 10);

/** « Prestations d’octobre 2026 », or the days. */
export function periodTitle({ start, end }: { start: string; end: string }): string {
  if (!start.endsWith('-01') || end !== lastDayOf(start))
    return start === end
      ? `Prestations du ${frenchDay(start)}`
      : `Prestations du ${frenchDay(start)} au ${frenchDay(end)}`;
  const month = monthText(start);
  return `Prestations ${/^[aeiou]/.test(month) ? 'd’' : 'de '}${month}`;
}
