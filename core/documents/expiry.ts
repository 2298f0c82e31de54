// The expiry badge of the documents table (decision 6) and the month that it is computed from (decision 69).
import { daysUntil } from '../agents/expiry.ts';
import { lastDayOf } from '../planning/days.ts';

export const documentExpiry = { EXPIRED: 'Expiré', SOON: 'Expire bientôt', VALID: 'Valide' } as const;
export type DocumentExpiry = keyof typeof documentExpiry;

/** Days. */
export const soon = 60;

/** `expiredAt`: any day of the month; it is valid through the last one. */
export function expiryOf(expiredAt: string, today: string): DocumentExpiry {
  const left = daysUntil(lastDayOf(expiredAt.slice(0, 7)), today);
  if (left < 0) return 'EXPIRED';
  return left <= soon ? 'SOON' : 'VALID';
}
