// The pay of a working day (art. 7.12 of the collective agreement: avenant n°2 of 3 September 2025, in force on 1 July 2026;
// before it art. 7.12 and 7.13 of the accord of 1 April 2021, KALIARTI000044066006; law.md section 1).
import type { Minute } from './model.ts';

/** Work excluded by art. 7.12: paid for its duration, without the minimum and not joined to other work. */
export const excludedActivities = {
  onCall: "Intervention d'astreinte",
  medicalVisit: 'Visite médicale',
  meeting: 'Réunion',
  training: 'Formation',
  therapeuticPartTime: 'Mi-temps thérapeutique',
  mandate: 'Mandat de représentation',
  interview: 'Entretien',
} as const;

export type ExcludedActivity = keyof typeof excludedActivities;

export interface Piece {
  start: Minute;
  end: Minute;
  /** Minutes of breaks, not worked. */
  unpaid?: number;
  excluded?: ExcludedActivity | null;
}

interface PaidRow {
  validFrom: string;
  validTo: string | null;
  /** Minimum minutes paid. */
  minimum: number;
  /** A longer gap is handled according to `parted`. */
  longestGap: number;
  /** A long gap is 'paid', with the minimum for the whole day, or splits it ('apart'), with the minimum for each part. */
  parted: 'paid' | 'apart';
  excluded: readonly ExcludedActivity[];
  /** Effective minutes that give a meal allowance (annexe IV, art. 6). */
  meal: number;
}

export const paidRows: readonly PaidRow[] = [
  {
    validFrom: '2022-03-01',
    validTo: '2026-06-30',
    minimum: 240,
    longestGap: 120,
    parted: 'apart',
    excluded: ['onCall', 'medicalVisit', 'meeting', 'interview'],
    meal: 360,
  },
  {
    validFrom: '2026-07-01',
    validTo: null,
    minimum: 360,
    longestGap: 120,
    parted: 'paid',
    excluded: Object.keys(excludedActivities) as ExcludedActivity[],
    meal: 360,
  },
];

const rowOn = (day: string): PaidRow | null =>
  paidRows.find(({ validFrom, validTo }) => validFrom <= day && (validTo === null || day <= validTo)) ?? null;

export const isExcluded = (excluded: ExcludedActivity | null | undefined, day: string): boolean =>
  excluded != null && (rowOn(day)?.excluded.includes(excluded) ?? false);

/** Effective minutes that give a meal allowance; one per day, even for twelve hours. */
export const mealFrom = (day: string): number => (rowOn(day) ?? (paidRows[0] as PaidRow)).meal;

/** The origin of the paid minutes: the time worked, the minimum, or the amplitude from the first start to the last end. */
export type PaidBy = 'effective' | 'minimum' | 'amplitude';

export interface PaidDay {
  /** Minutes paid, excluded work included. */
  paid: number;
  /** Minutes worked. */
  effective: number;
  by: PaidBy;
  /** The paid hours, as in the branch's examples. */
  from: Minute;
  to: Minute;
  meal: boolean;
}

const effectiveOf = ({ start, end, unpaid = 0 }: Piece): number => Math.max(0, end - start - unpaid);

/** Parts of a day, separated by gaps longer than `longestGap` minutes. */
function partsOf(pieces: readonly Piece[], longestGap: number): Piece[][] {
  const parts: Piece[][] = [];
  let end = 0;
  for (const piece of pieces) {
    const last = parts.at(-1);
    if (last && piece.start - end <= longestGap) last.push(piece);
    else parts.push([piece]);
    end = Math.max(end, piece.end);
  }
  return parts;
}

const endOf = (pieces: readonly Piece[]): Minute => Math.max(...pieces.map(({ end }) => end));
const sum = (pieces: readonly Piece[]): number => pieces.reduce((all, piece) => all + effectiveOf(piece), 0);

/**
 * One working day of one agent; pieces sorted by start. `day` is the day it begins. `exempt`: annexe VIII (airport
 * safety), where the article does not apply.
 */
export function paidDay(pieces: readonly Piece[], day: string, { exempt = false } = {}): PaidDay {
  const row = exempt ? null : rowOn(day);
  const work = row === null ? [] : pieces.filter(({ excluded }) => !isExcluded(excluded, day));
  const effective = sum(pieces);
  const meal = effective >= mealFrom(day);
  const [first] = work;
  if (!row || !first) {
    const from = pieces[0]?.start ?? 0;
    const to = Math.max(from, ...pieces.map(({ end }) => end));
    return { paid: effective, effective, by: 'effective', from, to, meal };
  }
  const { start: from } = first;
  const parts = partsOf(work, row.longestGap);
  const whole = parts.length > 1 && row.parted === 'paid';
  // The minimum applies to these: the whole day, or each part.
  const dues = whole ? [{ start: from, end: endOf(work), worked: endOf(work) - from }] : parts.map(spanOf);
  const apart = effective - sum(work);
  const paid = dues.reduce((all, { worked }) => all + Math.max(worked, row.minimum), apart);
  const short = dues.some(({ worked }) => worked < row.minimum);
  const to = Math.max(
    endOf(work),
    ...dues.map(({ start, end, worked }) => (worked < row.minimum ? Math.max(end, start + row.minimum) : end)),
  );
  return { paid, effective, by: short ? 'minimum' : whole ? 'amplitude' : 'effective', from, to, meal };
}

const spanOf = (part: readonly Piece[]): { start: Minute; end: Minute; worked: number } => ({
  start: (part[0] as Piece).start,
  end: endOf(part),
  worked: sum(part),
});
