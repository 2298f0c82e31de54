// Counters of rest and overtime from one month to the next, and what changed in those of a closed month.
import type { Carried } from './facts.ts';
import type { PayCounters } from './month.ts';

/** What one month adds to the counters, in minutes: earned less taken. */
export interface CounterFigures {
  nightRest: number;
  quotaRest: number;
  overtime: number;
  /** Absent: nothing. */
  holidayRest?: number | undefined;
}

/** Left out where there is none: few choose it. */
const holidays = (minutes: number): { holidayRest?: number } => (minutes === 0 ? {} : { holidayRest: minutes });

/** What a month carries for a closed one that changed since. */
export interface CounterCorrection extends CounterFigures {
  month: string;
}

export const nothingCarried: Carried = { nightRest: 0, quotaRest: 0, overtimeYear: 0 };

const sameYear = (one: string, other: string): boolean => one.slice(0, 4) === other.slice(0, 4);

/** Overtime is counted from January on. */
export const corrected = (carried: Carried, month: string, corrections: readonly CounterCorrection[]): Carried =>
  corrections.reduce(
    (all, one) => ({
      nightRest: all.nightRest + one.nightRest,
      quotaRest: all.quotaRest + one.quotaRest,
      overtimeYear: all.overtimeYear + (sameYear(one.month, month) ? one.overtime : 0),
      ...holidays((all.holidayRest ?? 0) + (one.holidayRest ?? 0)),
    }),
    carried,
  );

/** What a month opens with, after the one before it. */
export const carriedFrom = (
  before: { month: string; counters: PayCounters } | null | undefined,
  month: string,
): Carried =>
  before
    ? {
        nightRest: before.counters.nightRest.closing,
        quotaRest: before.counters.quotaRest.closing,
        overtimeYear: sameYear(before.month, month) ? before.counters.overtimeYear : 0,
        ...holidays(before.counters.holidayRest?.closing ?? 0),
      }
    : nothingCarried;

const figuresOf = (
  { nightRest, quotaRest, overtimeYear, holidayRest }: PayCounters,
  carried: Carried,
): CounterFigures => ({
  nightRest: nightRest.closing - carried.nightRest,
  quotaRest: quotaRest.closing - carried.quotaRest,
  overtime: overtimeYear - carried.overtimeYear,
  ...holidays((holidayRest?.closing ?? 0) - (carried.holidayRest ?? 0)),
});

const none: CounterFigures = { nightRest: 0, quotaRest: 0, overtime: 0 };
const minus = (one: CounterFigures, other: CounterFigures): CounterFigures => ({
  nightRest: one.nightRest - other.nightRest,
  quotaRest: one.quotaRest - other.quotaRest,
  overtime: one.overtime - other.overtime,
  ...holidays((one.holidayRest ?? 0) - (other.holidayRest ?? 0)),
});

/** A closed month of one person. */
export interface ClosedCounters {
  month: string;
  counters: PayCounters;
}

/** What a closed month opened with: its row, and the overtime of the year before it. Without a row, what was left before it. */
export function openingOf(rows: readonly ClosedCounters[], month: string): Carried {
  const row = rows.find((one) => one.month === month);
  const before = rows.filter((one) => one.month < month).at(-1);
  if (!row) return carriedFrom(before, month);
  const { nightRest, quotaRest, holidayRest, corrections = [] } = row.counters;
  const { overtimeYear } = corrected(carriedFrom(before, month), month, corrections);
  return {
    ...{ nightRest: nightRest.opening, quotaRest: quotaRest.opening, overtimeYear },
    ...holidays(holidayRest?.opening ?? 0),
  };
}

/** What it would open with today: with the corrections of earlier months that it does not hold. */
export function openingNow(
  rows: readonly ClosedCounters[],
  month: string,
  found: readonly CounterCorrection[],
): Carried {
  const later = rows
    .filter((one) => one.month > month)
    .flatMap(({ counters }) => (counters.corrections ?? []).filter((one) => one.month < month));
  return corrected(openingOf(rows, month), month, [...later, ...found]);
}

/** Null: nothing changed, or what changed is carried already. `now` opens with `openingNow`. */
export function counterCorrection(
  rows: readonly ClosedCounters[],
  month: string,
  now: PayCounters | undefined,
  found: readonly CounterCorrection[],
): CounterCorrection | null {
  const row = rows.find((one) => one.month === month);
  const before = row ? figuresOf(row.counters, openingOf(rows, month)) : none;
  const carried = rows.flatMap(({ counters }) => (counters.corrections ?? []).filter((one) => one.month === month));
  const after = now ? figuresOf(now, openingNow(rows, month, found)) : none;
  const left = carried.reduce(minus, minus(after, before));
  return Object.values(left).some((minutes) => minutes !== 0) ? { month, ...left } : null;
}
