// Prices by time slot, tour and report: lines of a customer and of its commercial contracts, then the agency's settings
// (X-050, decisions 60 and 61).
import { type TimeSlot, timeSlots } from '../agencies/settings/pay.ts';
import { choice, decimal, ref, unitPrice } from '../kernel/field.ts';
import { compare, type Decimal, type Exact, exact, priceDecimals, round, times } from '../kernel/money.ts';
import type { Violation } from '../kernel/problem.ts';
import { noFactor } from '../kernel/validators.ts';
import type { ReportType } from '../reports/types.ts';

/** Billed by the piece: a pass of a tour, an intervention or round with its report. */
export const piecePrices = {
  circuit: 'Passage de tournée',
  intervention: 'Intervention',
  round: 'Ronde mobile',
  recognition: 'Reconnaissance des lieux',
  audit: 'Audit',
} as const satisfies Record<'circuit' | ReportType, string>;

export type PiecePrice = keyof typeof piecePrices;
export type PriceKey = TimeSlot | PiecePrice;

export const priceLabels = {
  ...(Object.fromEntries(Object.entries(timeSlots).map(([slot, { label }]) => [slot, label])) as Record<
    TimeSlot,
    string
  >),
  ...piecePrices,
} as const;

export const isPiece = (key: PriceKey): key is PiecePrice => key in piecePrices;

export const priceLineFields = {
  priceKey: choice('Tranche', priceLabels, { required: true, default: 'day', width: 'half' }),
  specialty: ref('Spécialité', 'specialty', { width: 'half', help: 'Vide : toutes.' }),
  amount: unitPrice('Prix HT', {
    ...{ min: 0, max: 1_000_000, width: 'half' },
    help: 'De l’heure, du passage ou du rapport. Il l’emporte sur le coefficient.',
  }),
  factor: decimal('Coefficient', {
    ...{ min: 0.001, tooLow: noFactor, max: 100, decimals: 3, width: 'half' },
    help: 'Du prix de jour ; 1 pour ne pas majorer.',
  }),
};

interface PriceLine {
  priceKey?: PriceKey | null;
  specialty?: { id: string } | null;
  amount?: number | null;
  factor?: number | null;
}

/** A line says one thing, once. */
export function priceViolations(lines: readonly PriceLine[] | null | undefined, path: string): Violation[] {
  const seen = new Set<string>();
  return (lines ?? []).flatMap(({ priceKey = 'day', specialty, amount, factor }, index): Violation[] => {
    const at = `${path}.${index}`;
    const key = `${priceKey} ${specialty?.id ?? ''}`;
    const isAgain = seen.has(key);
    seen.add(key);
    if (isAgain) return [{ path: `${at}.priceKey`, message: 'Cette tranche a déjà son prix.' }];
    const needsAmount = priceKey === 'day' || (priceKey !== null && isPiece(priceKey));
    if (needsAmount && (amount ?? null) === null) return [{ path: `${at}.amount`, message: 'Donnez un prix.' }];
    if ((amount ?? null) === null && (factor ?? null) === null)
      return [{ path: `${at}.amount`, message: 'Donnez un prix ou un coefficient.' }];
    return [];
  });
}

export type PriceSource = 'contract' | 'customer' | 'agency';

/** What one of them says; the first that names a price wins. */
export interface PriceLevel {
  source: PriceSource;
  prices: readonly { key: PriceKey; specialty: string | null; amount: Exact | null; factor: Exact | null }[];
}

export interface FoundPrice {
  price: Decimal;
  source: PriceSource;
}

/**
 * The price of an hour or a piece. The first level with an Amount for the slot, or with a day price to multiply, gives it;
 * the Factor is the first one that any level names (decision 60). Prices of the speciality come before those of all.
 */
export function priceOf(levels: readonly PriceLevel[], key: PriceKey, specialty: string | null): FoundPrice | null {
  const steps = levels.flatMap(({ source, prices }) =>
    (specialty === null ? [null] : [specialty, null]).map((of) => ({
      source,
      own: prices.find((line) => line.key === key && line.specialty === of),
      day: prices.find((line) => line.key === 'day' && line.specialty === of),
    })),
  );
  const factor = steps.find(({ own }) => own !== undefined && own.factor !== null)?.own?.factor ?? null;
  for (const { source, own, day } of steps) {
    const amount = own?.amount ?? null;
    if (amount !== null) return priced(amount, source);
    if (!isPiece(key) && factor !== null && day !== undefined && day.amount !== null)
      return priced(round(times(day.amount, factor), priceDecimals), source);
  }
  return null;
}

/** Nothing is billed at nothing: a price of 0 is a price that nobody gave. */
const priced = (price: Exact, source: PriceSource): FoundPrice | null =>
  compare(price, 0) > 0 ? { price: exact(price), source } : null;
