// The time that one person really worked on a service, its difference from the plan, and the hours that count (decisions
// 83 and 97): checks use the lived times at once; hours use the plan until the agency has settled the difference.
import type { roundings } from '../agencies/settings/planning.ts';
import { effectiveMinutes, type Gap, type HoursShift } from './hours.ts';
import type { Minute } from './model.ts';
import { isActive } from './status.ts';

/** What the agency decided about a difference. */
export type Decision = 'ACCEPTED' | 'ROUNDED' | 'REFUSED';

export type Rounding = keyof typeof roundings;

export interface RoundingRule {
  /** Minutes. */
  step: number;
  way: Rounding;
}

export interface TakenBreak {
  start: Minute;
  /** Null: still running. */
  end: Minute | null;
  /** The planned start of a planned break. */
  planned?: Minute | null;
}

/** One person on one service. */
export interface LivedFacts {
  start: Minute;
  end: Minute;
  /** Planned breaks, and the gaps that the agency entered. */
  gaps: readonly Gap[];
  /** The person's own state; null: he has not begun. */
  status: number | null;
  startedAt: Minute | null;
  endedAt: Minute | null;
  /** Breaks and interruptions as they took place. */
  taken: readonly TakenBreak[];
}

/** A settled difference. The times are null if the plan counts, or if nothing was worked. */
export interface Settlement {
  decision: Decision;
  start: Minute | null;
  end: Minute | null;
}

const isBreak = ({ type }: Gap): boolean => type === 0;

/**
 * The lived hours; null: he has not begun. Someone still at work stays until the planned end, or until now if it has
 * passed. A planned break that nobody recorded is taken as planned.
 */
export function livedShift(id: string, facts: LivedFacts, now: Minute): HoursShift | null {
  const { start, end, gaps, status, startedAt, endedAt, taken } = facts;
  if (startedAt === null) return null;
  const atWork = status !== null && isActive(status);
  const until = endedAt ?? (atWork ? Math.max(end, now) : Math.max(start, end));
  return {
    id,
    start: startedAt,
    end: Math.max(startedAt, until),
    gaps: [
      ...gaps.filter((gap) => !isBreak(gap) || !taken.some(({ planned }) => planned === gap.start)),
      ...taken.map((one): Gap => ({ type: 0, start: one.start, end: one.end ?? Math.max(now, one.start) })),
    ],
  };
}

const plannedShift = (id: string, { start, end, gaps }: LivedFacts): HoursShift => ({ id, start, end, gaps });

/** Minutes; positive: later, longer, more. */
export interface Difference {
  start: number;
  end: number;
  effective: number;
}

/** The planned start and end, without the latenesses and early departures that the agency entered already. */
function expectedBounds({ start, end, gaps }: LivedFacts): [Minute, Minute] {
  const entered = gaps.filter((gap) => !isBreak(gap));
  const from = entered.reduce((at, gap) => (gap.start <= start ? Math.max(at, gap.end) : at), start);
  const to = entered.reduce((at, gap) => (gap.end >= end ? Math.min(at, gap.start) : at), end);
  return from < to ? [from, to] : [start, end];
}

/** The difference from the plan of a person whose service is over. */
export function differenceOf(facts: LivedFacts, now: Minute): Difference {
  const planned = effectiveMinutes(plannedShift('', facts));
  const lived = livedShift('', facts, now);
  if (lived === null) return { start: 0, end: 0, effective: -planned };
  const [start, end] = expectedBounds(facts);
  return { start: lived.start - start, end: lived.end - end, effective: effectiveMinutes(lived) - planned };
}

/**
 * Whether the agency is asked: the start, the end or the breaks differ by more than the tolerance. `isMissing`: he did not
 * begin, or nobody reported his end.
 */
export function isToSettle({ start, end, effective }: Difference, tolerance: number, isMissing: boolean): boolean {
  const breaks = effective - (end - start);
  return isMissing || [start, end, breaks].some((minutes) => Math.abs(minutes) > tolerance);
}

function rounded(at: Minute, { step, way }: RoundingRule, favour: (value: number) => number): Minute {
  return (way === 'NEAREST' ? Math.round(at / step) : favour(at / step)) * step;
}

/** The times that count after a decision. */
export function settle(decision: Decision, facts: LivedFacts, rule: RoundingRule, now: Minute): Settlement {
  const lived = decision === 'REFUSED' ? null : livedShift('', facts, now);
  if (lived === null) return { decision, start: null, end: null };
  if (decision === 'ACCEPTED') return { decision, start: lived.start, end: lived.end };
  const start = rounded(lived.start, rule, Math.floor);
  return { decision, start, end: Math.max(start, rounded(lived.end, rule, Math.ceil)) };
}

/** The hours that count; null: none, he did not work. */
export function countedShift(
  id: string,
  facts: LivedFacts,
  settlement: Settlement | null,
  now: Minute,
): HoursShift | null {
  if (settlement === null || settlement.decision === 'REFUSED') return plannedShift(id, facts);
  const lived = livedShift(id, facts, now);
  if (lived === null || settlement.start === null || settlement.end === null) return null;
  return { ...lived, start: settlement.start, end: settlement.end };
}
