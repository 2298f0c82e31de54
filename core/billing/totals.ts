// The totals of an estimate, an invoice, a credit note or a purchase order (X-046, decisions 89 and 98): each line is
// rounded, discounts come before the tax, and the tax is computed once per rate.
import {
  add,
  allocate,
  compare,
  type Decimal,
  type Exact,
  percentOf,
  round,
  scaleOf,
  subtract,
  sum,
  times,
  toText,
} from '../kernel/money.ts';

export interface BilledLine {
  /** Without tax, of one unit. */
  price: Exact;
  quantity: Exact;
  /** Percent; absent: none. */
  discountRate?: Exact | null;
  /** Percent. */
  vat: Exact;
}

export type DiscountKind = 'PERCENT' | 'AMOUNT';

export interface BilledDiscount {
  kind: DiscountKind;
  /** A percentage of the total without tax, or an amount without tax (Y-015). */
  value: Exact;
}

/** The part of a document under one rate. */
export interface TaxedPart {
  rate: Exact;
  /** Its lines, before the document's discounts. */
  lines: Decimal;
  /** Its share of them (decision 98). */
  discount: Decimal;
  /** What is taxed. */
  base: Decimal;
  vat: Decimal;
}

export interface Totals {
  /** Price × quantity − discount of each line. */
  lines: readonly Decimal[];
  /** Sum of the lines. */
  gross: Decimal;
  /** Each discount of the document, then their sum. */
  discounts: readonly Decimal[];
  discount: Decimal;
  /** Without tax (HT). */
  price: Decimal;
  /** By ascending rate. */
  parts: readonly TaxedPart[];
  totalVat: Decimal;
  /** With tax (TTC). */
  total: Decimal;
}

/** Price × quantity, without the line's own discount. */
export const grossOf = ({ price, quantity }: Pick<BilledLine, 'price' | 'quantity'>, scale: number): Decimal =>
  round(times(price, quantity), scale);

/** The line's own discount. */
export const lineDiscountOf = (line: BilledLine, scale: number): Decimal =>
  round(percentOf(grossOf(line, scale), line.discountRate ?? 0), scale);

export const lineTotalOf = (line: BilledLine, scale: number): Decimal =>
  subtract(grossOf(line, scale), lineDiscountOf(line, scale));

export function totalsOf(
  billed: readonly BilledLine[],
  discounts: readonly BilledDiscount[],
  currency: string,
): Totals {
  const scale = scaleOf(currency);
  const zero: Decimal = { units: 0n, scale };
  const lines = billed.map((line) => lineTotalOf(line, scale));
  const gross = add(zero, sum(lines));
  const deducted = discounts.map(({ kind, value }) =>
    round(kind === 'PERCENT' ? percentOf(gross, value) : value, scale),
  );
  const discount = add(zero, sum(deducted));
  const byRate = new Map<string, { rate: Exact; lines: Decimal }>();
  for (const [index, { vat }] of billed.entries()) {
    const known = byRate.get(toText(vat)) ?? { rate: vat, lines: zero };
    byRate.set(toText(vat), { ...known, lines: add(known.lines, lines[index] as Decimal) });
  }
  const rates = [...byRate.values()].toSorted((one, other) => compare(one.rate, other.rate));
  const shares = shared(
    discount,
    rates.map((part) => part.lines),
    scale,
  );
  const parts = rates.map((part, index): TaxedPart => {
    const share = shares[index] as Decimal;
    const base = subtract(part.lines, share);
    return { ...part, discount: share, base, vat: round(percentOf(base, part.rate), scale) };
  });
  const price = subtract(gross, discount);
  const totalVat = add(zero, sum(parts.map(({ vat }) => vat)));
  return { lines, gross, discounts: deducted, discount, price, parts, totalVat, total: add(price, totalVat) };
}

/** A discount on lines that add up to nothing falls on the first rate. */
const shared = (discount: Decimal, parts: readonly Decimal[], scale: number): Decimal[] =>
  compare(sum(parts), 0) === 0
    ? parts.map((_part, index) => (index === 0 ? discount : { units: 0n, scale }))
    : allocate(discount, parts, scale);

/** What each line bills, its share of the document's discounts deducted. */
export function netLines({ lines, discount }: Totals, currency: string): Decimal[] {
  const shares = shared(discount, lines, scaleOf(currency));
  return lines.map((line, index) => subtract(line, shares[index] as Decimal));
}
