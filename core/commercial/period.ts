// The words of a billed period.
import { frenchDay } from '../kernel/validators.ts';

export const monthNames = [
  'janvier',
  'février',
  'mars',
  'avril',
  'mai',
  'juin',
  'juillet',
  'août',
  'septembre',
  'octobre',
  'novembre',
  'décembre',
];

export const lastDayOf = (month: string): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).toISOString().slice(0, 10);

/** « octobre 2026 » */
export const monthTitle = (month: string): string =>
  `${monthNames[Number(month.slice(5, 7)) - 1]} ${month.slice(0, 4)}`;

/** « Prestations d’octobre 2026 », or the days. */
export function periodTitle({ start, end }: { start: string; end: string }): string {
  if (!start.endsWith('-01') || end !== lastDayOf(start))
    return start === end
      ? `Prestations du ${frenchDay(start)}`
      : `Prestations du ${frenchDay(start)} au ${frenchDay(end)}`;
  const month = monthTitle(start);
  return `Prestations ${/^[aeiou]/.test(month) ? 'd’' : 'de '}${month}`;
}
