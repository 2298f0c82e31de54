// The terms of a commercial contract that bill: which contract governs a service, and its prices on a day.

import type { PriceLevel } from '../customers/prices.ts';
import { compare, type Decimal, type Exact, round, times } from '../kernel/money.ts';
import { lastDayOf } from '../planning/days.ts';
import { type FlatTerms, flatDue, flatShare, monthsIn, type Periodicity } from './flats.ts';
import type { InvoiceGrouping } from './groups.ts';

export interface Revision {
  /** From this day on. */
  date: string;
  coefficient: Exact;
}

export interface ContractTerms {
  id: string;
  title: string;
  customer: { id: string; name: string; grouping: InvoiceGrouping };
  archived: boolean;
  startDate: string;
  /** Null: until it is denounced. */
  endDate: string | null;
  /** None: all sites of the customer. */
  sites: readonly { id: string; name: string }[];
  prices: PriceLevel['prices'];
  revisions: readonly Revision[];
  /** The day from which its prices are to be revised; null: they are not indexed. */
  revisionDate: string | null;
  periodicity: Periodicity;
  smoothing: boolean;
  flats: readonly FlatTerms[];
}

export const isInForce = ({ startDate, endDate }: Pick<ContractTerms, 'startDate' | 'endDate'>, day: string): boolean =>
  startDate <= day && (endDate === null || day <= endDate);

/** One in use before those archived; the contract that names the site before that of all sites; then the latest one. */
export function contractFor(contracts: readonly ContractTerms[], site: string, day: string): ContractTerms | null {
  const known = contracts
    .filter((one) => isInForce(one, day) && (one.sites.length === 0 || one.sites.some(({ id }) => id === site)))
    .toSorted(
      (one, other) =>
        Number(one.archived) - Number(other.archived) ||
        Number(other.sites.length > 0) - Number(one.sites.length > 0) ||
        (one.startDate === other.startDate ? (one.id < other.id ? 1 : -1) : one.startDate < other.startDate ? 1 : -1),
    );
  return known[0] ?? null;
}

/** Its prices were to be revised in the period or before, and are not: what is billed now may be too little. */
export const awaitsRevision = (
  { revisionDate, startDate, endDate }: Pick<ContractTerms, 'revisionDate' | 'startDate' | 'endDate'>,
  { start, end }: { start: string; end: string },
): boolean =>
  revisionDate !== null && revisionDate <= end && startDate <= end && (endDate === null || endDate >= start);

/** The last revision that began; 1 before the first. */
export const coefficientOn = (revisions: readonly Revision[], day: string): Exact =>
  revisions
    .filter(({ date }) => date <= day)
    .toSorted((one, other) => (one.date < other.date ? -1 : 1))
    .at(-1)?.coefficient ?? 1;

/** A revised price is rounded to the cents of the currency; an unrevised one is as written. */
export const revised = (amount: Exact, coefficient: Exact, scale: number): Exact =>
  compare(coefficient, 1) === 0 ? amount : round(times(amount, coefficient), scale);

/** Factors are not revised: the day price that they multiply is. */
export function contractLevel(terms: ContractTerms, day: string, scale: number): PriceLevel {
  const coefficient = coefficientOn(terms.revisions, day);
  return {
    source: 'contract',
    prices: terms.prices.map((line) => ({
      ...line,
      amount: line.amount === null ? null : revised(line.amount, coefficient, scale),
    })),
  };
}

export interface DueFlat {
  contract: ContractTerms;
  flat: FlatTerms;
  /** « 2026-10 » */
  month: string;
  /** The months that it covers. */
  months: readonly string[];
  /** Of one piece, without tax. */
  price: Decimal;
}

/** Revised as on the last day of the month in which it falls due. */
const coefficientIn = ({ revisions }: ContractTerms, month: string): Exact =>
  coefficientOn(revisions, lastDayOf(month));

/** The flat amounts that fall due in a period, without the months that are billed. */
export const flatsDue = (
  contracts: readonly ContractTerms[],
  period: { start: string; end: string },
  scale: number,
  isBilled: (flat: string, month: string) => boolean = () => false,
): DueFlat[] =>
  contracts.flatMap((contract) =>
    contract.flats.flatMap((flat) =>
      monthsIn(period).flatMap((month): DueFlat[] => {
        const due = flatDue(contract, flat, month, coefficientIn(contract, month), scale, (one) =>
          isBilled(flat.id, one),
        );
        return due ? [{ contract, flat, month, ...due }] : [];
      }),
    ),
  );

/** Without tax: what a line that billed these months of a flat amount would be by the terms of today. */
export function flatNow(contract: ContractTerms, flat: FlatTerms, months: readonly string[], scale: number): Decimal {
  const due = months.toSorted((one, other) => (one < other ? -1 : 1)).at(-1) ?? '';
  const price = flatShare(contract, flat, months, coefficientIn(contract, due), scale);
  return round(times(price, flat.quantity), scale);
}
