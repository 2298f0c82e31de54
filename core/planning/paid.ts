// What a working day is paid (art. 7.12 of the collective agreement, avenant n°2 of 3 September 2025, in force on 1 July
// 2026; law.md section 1).
import type { Minute } from './model.ts';

/** Work that art. 7.12 c) leaves out: paid for its time, neither brought to six hours nor joined to what surrounds it. */
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
  /** Minutes paid at least for a day. */
  minimum: number;
  /** A longer gap is paid. */
  longestGap: number;
  /** Effective minutes from which there is a meal allowance (annexe IV, art. 6). */
  meal: number;
}

export const paidRows: readonly PaidRow[] = [
  { validFrom: '2026-07-01', validTo: null, minimum: 360, longestGap: 120, meal: 360 },
];

const rowOn = (day: string): PaidRow | null =>
  paidRows.find(({ validFrom, validTo }) => validFrom <= day && (validTo === null || day <= validTo)) ?? null;

/** Effective minutes from which a day has its meal allowance; one a day, of a twelve-hour one too. */
export const mealFrom = (day: string): number => (rowOn(day) ?? (paidRows[0] as PaidRow)).meal;

/** What made the figure: the time worked, the minimum, or the span from the first start to the last end. */
export type PaidBy = 'effective' | 'minimum' | 'amplitude';

export interface PaidDay {
  /** Minutes paid, excluded work included. */
  paid: number;
  /** Minutes worked. */
  effective: number;
  by: PaidBy;
  /** The hours that are paid, as the branch's examples write them. */
  from: Minute;
  to: Minute;
  meal: boolean;
}

const effectiveOf = ({ start, end, unpaid = 0 }: Piece): number => Math.max(0, end - start - unpaid);

/**
 * One working day of one agent, its pieces sorted by start. `day` is the day it begins on. `exempt`: annexe VIII (airport
 * safety), to which the article does not apply.
 */
export function paidDay(pieces: readonly Piece[], day: string, { exempt = false } = {}): PaidDay {
  const row = exempt ? null : rowOn(day);
  const work = row === null ? [] : pieces.filter(({ excluded }) => !excluded);
  const effective = pieces.reduce((sum, piece) => sum + effectiveOf(piece), 0);
  const apart = pieces.filter((piece) => !work.includes(piece)).reduce((sum, piece) => sum + effectiveOf(piece), 0);
  const meal = effective >= mealFrom(day);
  const first = work[0];
  if (!row || !first) {
    const from = pieces[0]?.start ?? 0;
    return {
      paid: effective,
      effective,
      by: 'effective',
      from,
      to: Math.max(from, ...pieces.map(({ end }) => end)),
      meal,
    };
  }
  const { start: from } = first;
  let end = first.end;
  let hasLongGap = false;
  for (const piece of work) {
    if (piece.start - end > row.longestGap) hasLongGap = true;
    end = Math.max(end, piece.end);
  }
  const worked = effective - apart;
  const due = hasLongGap ? end - from : worked;
  if (due < row.minimum)
    return { paid: row.minimum + apart, effective, by: 'minimum', from, to: Math.max(end, from + row.minimum), meal };
  return { paid: due + apart, effective, by: hasLongGap ? 'amplitude' : 'effective', from, to: end, meal };
}
