// The professional card (law.md section 2).

export const undatedCard = 'Indiquez aussi la date de validité de cette carte, parmi les documents réglementaires';

/** F-003: the last seven characters of the card's number. */
export const individualNumber = (cardNumber: string | null): string | null =>
  cardNumber === null || cardNumber === '' ? null : cardNumber.slice(-7);

/**
 * The number looks like CAR-département-YYYY-MM-DD-number, where the date is the end of validity. No source confirms
 * this, so the date is only proposed to the user, never stored automatically.
 */
export function cardExpiry(cardNumber: string | null): string | null {
  const [, year, month, day] = /^[A-Z]{3}-\d{3}-(\d{4})-(\d\d)-(\d\d)-\d{11}$/.exec(cardNumber ?? '') ?? [];
  if (!year || !month || !day) return null;
  const read = `${year}-${month}-${day}`;
  const real = new Date(`${read}T00:00:00Z`);
  return !Number.isNaN(real.getTime()) && real.toISOString().startsWith(read) ? read : null;
}

/** The renewal must be requested at least three months before the card expires. */
export const renewalMonths = 3;

export function renewalDeadline(expiresAt: string): string {
  const [year = 0, month = 1, day = 1] = expiresAt.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 - renewalMonths, 1));
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(day, lastDay));
  return first.toISOString().slice(0, 10);
}
