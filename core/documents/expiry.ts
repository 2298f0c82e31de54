// The expiry badge of the documents table (decision 6) and the month that it is computed from (decision 69).
import { daysUntil } from '../agents/expiry.ts';

export const documentExpiry = { EXPIRED: 'Expiré', SOON: 'Expire bientôt', VALID: 'Valide' } as const;
export type DocumentExpiry = keyof typeof documentExpiry;

/** Days. */
export const soon = 60;

/** Valid through the last day of its month. */
export function lastDayOf(day: string): string {
  const [year, month] = day.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

/** `expiredAt`: any day of the month. */
export function expiryOf(expiredAt: string, today: string): DocumentExpiry {
  const left = daysUntil(lastDayOf(expiredAt), today);
  if (left < 0) return 'EXPIRED';
  return left <= soon ? 'SOON' : 'VALID';
}
