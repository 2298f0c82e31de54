// The due day of an invoice, by the customer's settlement terms.
import { atMost } from '../kernel/validators.ts';

export type SettlementPeriod = 0 | 1 | 2;

/** Code de commerce L441-10, between professionals: at most sixty days from issue, or forty-five days end of month. */
export const longestNet = 60;
export const longestEndOfMonth = 45;

const dayMs = 86_400_000;
const iso = (time: number): string => new Date(time).toISOString().slice(0, 10);
const endOfMonth = (time: number): number => {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0);
};

/** `issued` and the result are days (2026-11-15). « Fin de mois »: add the days, then go to the end of that month. */
export function dueDay(issued: string, period: SettlementPeriod, days: number): string {
  const start = Date.parse(`${issued}T00:00:00Z`);
  if (period === 0) return issued;
  const later = start + days * dayMs;
  return iso(period === 1 ? later : endOfMonth(later));
}

/** The last due day that the law allows between professionals, by either way of counting. */
export function latestDueDay(issued: string): string {
  const days = [dueDay(issued, 1, longestNet), dueDay(issued, 2, longestEndOfMonth)].toSorted();
  return days.at(-1) as string;
}

/** Why the terms are longer than the law allows for a professional customer; null: they are not. Individuals have no limit. */
export function settlementFault(customerType: number, period: SettlementPeriod, days: number): string | null {
  if (customerType === 200 || period === 0) return null;
  const most = period === 1 ? longestNet : longestEndOfMonth;
  return atMost(most)(days);
}
