// Flat amounts of a commercial contract: when each is due, by the periodicity of the contract (Y-006).

import { allocate, type Decimal, divide, type Exact, exact, round, sum, times } from '../kernel/money.ts';
import { lastDayOf } from '../planning/days.ts';

/** Y-006: the months of a period; smoothed, it is billed in equal monthly instalments. */
export const periodicities = {
  1: 'Désactivé',
  2: 'Mensuel',
  3: 'Trimestriel',
  4: 'Semestriel',
  5: 'Annuel',
} as const;
export type Periodicity = keyof typeof periodicities;

export const monthsOf: Readonly<Record<Periodicity, number>> = { 1: 0, 2: 1, 3: 3, 4: 6, 5: 12 };

export const isSmoothable = (periodicity: Periodicity): boolean => monthsOf[periodicity] > 1;

export interface FlatTerms {
  id: string;
  label: string;
  quantity: Exact;
  /** Of one period. */
  amount: Exact;
  vat: Exact | null;
  /** Due whole in these months of each year, whatever the periodicity; none: by the periodicity. */
  months: readonly number[];
  /** Pieces taken out of the stock when the invoice is issued. */
  stockReference: string | null;
}

export interface FlatContract {
  startDate: string;
  endDate: string | null;
  periodicity: Periodicity;
  smoothing: boolean;
}

/** Months since year 0, of a day or a month. */
const monthNumber = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
const monthText = (month: number): string =>
  `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}`;

/** The part of a month in which the contract is in force: days in force, days of the month. */
function inForce({ startDate, endDate }: FlatContract, month: number): [number, number] {
  const text = monthText(month);
  const last = Number(lastDayOf(text).slice(8));
  const from =
    startDate.slice(0, 7) === text ? Number(startDate.slice(8)) : startDate.slice(0, 7) < text ? 1 : last + 1;
  const to =
    endDate === null || endDate.slice(0, 7) > text ? last : endDate.slice(0, 7) === text ? Number(endDate.slice(8)) : 0;
  return [Math.max(0, to - from + 1), last];
}

/** What a share of the amount is worth for the days in force of its month. */
function proRata(contract: FlatContract, share: Decimal, month: number, scale: number): Decimal {
  const [days, all] = inForce(contract, month);
  return days === all ? share : divide(times(share, days), all, scale);
}

/** The first month of the period of a month, counted from the start of the contract. */
function firstOf(contract: FlatContract, month: number): number {
  const length = monthsOf[contract.periodicity];
  return month - ((((month - monthNumber(contract.startDate)) % length) + length) % length);
}

/** The months that a month bills: itself when smoothed, otherwise its whole period, at its end. */
function billedMonths(contract: FlatContract, month: number): number[] {
  const length = monthsOf[contract.periodicity];
  if (length === 0) return [];
  if (length === 1 || contract.smoothing) return [month];
  const first = firstOf(contract, month);
  const ends = contract.endDate === null ? Number.POSITIVE_INFINITY : monthNumber(contract.endDate);
  const due = Math.min(first + length - 1, ends);
  return due === month ? Array.from({ length }, (_, index) => first + index) : [];
}

/** What one month is worth of one piece, after the indexation, whichever month bills it. */
function shareOf(contract: FlatContract, flat: FlatTerms, month: number, coefficient: Exact, scale: number): Decimal {
  const nothing: Decimal = { units: 0n, scale };
  if (inForce(contract, month)[0] === 0) return nothing;
  const whole = round(times(flat.amount, coefficient), scale);
  if (flat.months.length > 0) return flat.months.includes((month % 12) + 1) ? whole : nothing;
  const length = monthsOf[contract.periodicity];
  if (length === 0) return nothing;
  const shares = allocate(
    whole,
    Array.from({ length }, () => 1),
    scale,
  );
  return proRata(contract, shares[month - firstOf(contract, month)] as Decimal, month, scale);
}

/** The amount of one piece for these months (« 2026-10 »). */
export const flatShare = (
  contract: FlatContract,
  flat: FlatTerms,
  months: readonly string[],
  coefficient: Exact,
  scale: number,
): Decimal => sum(months.map((month) => shareOf(contract, flat, monthNumber(month), coefficient, scale)));

export interface FlatDue {
  /** Of one piece. */
  price: Decimal;
  /** What it covers, without the months that are billed. */
  months: string[];
}

/** What falls due in a month (« 2026-10 »), after the indexation; null: nothing. A month that is billed is not due again. */
export function flatDue(
  contract: FlatContract,
  flat: FlatTerms,
  month: string,
  coefficient: Exact,
  scale: number,
  isBilled: (month: string) => boolean = () => false,
): FlatDue | null {
  const at = monthNumber(month);
  if (inForce(contract, at)[0] === 0) return null;
  const covered = flat.months.length > 0 ? [at] : billedMonths(contract, at);
  // A month out of force is not covered: the contract may be prolonged.
  const months = covered
    .filter((one) => inForce(contract, one)[0] > 0)
    .map(monthText)
    .filter((one) => !isBilled(one));
  const price = flatShare(contract, flat, months, coefficient, scale);
  return price.units === 0n ? null : { price: exact(price), months };
}

/** The months whose last day is in the period. */
export function monthsIn({ start, end }: { start: string; end: string }): string[] {
  const found: string[] = [];
  for (let month = monthNumber(start); month <= monthNumber(end); month += 1) {
    const text = monthText(month);
    if (lastDayOf(text) >= start && lastDayOf(text) <= end) found.push(text);
  }
  return found;
}
