// Indexation of prices: P = P0 × (a + b × index ÷ base), from the date of the revision on.
import { add, compare, type Decimal, divide, type Exact, sum, times } from '../kernel/money.ts';

export interface Formula {
  /** a: the share that does not move. */
  fixedShare: Exact;
  /** b: the share that follows the index. */
  indexShare: Exact;
  /** The index on the day when the prices were agreed. */
  base: Exact;
}

export const coefficientDecimals = 6;

export const coefficientOf = ({ fixedShare, indexShare, base }: Formula, index: Exact): Decimal =>
  add(fixedShare, divide(times(indexShare, index), base, coefficientDecimals));

/** Unless the two shares make a whole, the prices would move without the index. */
export const isWhole = ({ fixedShare, indexShare }: Pick<Formula, 'fixedShare' | 'indexShare'>): boolean =>
  compare(sum([fixedShare, indexShare]), 1) === 0;

export interface IndexValue {
  date: string;
  value: number;
}

/** The last one known on that day. */
export const indexOn = (values: readonly IndexValue[], day: string): IndexValue | null =>
  values
    .filter(({ date }) => date <= day)
    .toSorted((one, other) => (one.date < other.date ? -1 : 1))
    .at(-1) ?? null;
