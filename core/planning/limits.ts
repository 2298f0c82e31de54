// The limits that the checks use: the agency's own, or the branch's as dated rows (law.md section 1). A new legal text is a
// new row; an old service is checked against the row of its time.
import type { PlanningSettings } from './model.ts';

/** In minutes, unless stated otherwise. Infinity: no limit. */
export interface Limits {
  /** Effective work of one service. */
  service: number;
  /** Effective work of one working day with several services. */
  dailyWork: number;
  /** From the first start to the last end of a day. */
  amplitude: number;
  /** Continuous work that requires a break, and the length of the break. */
  workBeforeBreak: number;
  break: number;
  space: Rest;
  dailyRest: Rest;
  weeklyRest: Rest;
  week: number;
  /** Average of any twelve consecutive weeks. */
  twelveWeeks: number;
  twelveWeeksOfNight: number;
  /** Work that requires a rest, and the length of the rest. */
  workBeforeRest: number;
  restAfterWork: number;
  /** Rest Sundays per month, on average over this many months. */
  sundays: number;
  sundayMonths: number;
  /** Rules on Sundays apply only to full-time staff (art. 7.01). */
  sundaysOfFullTime: boolean;
  /** Overtime of a year: a warning above the first, a refusal above the second. */
  yearWarning: number;
  yearLimit: number;
}

/** Contracts on a work cycle may require another rest. */
export interface Rest {
  usual: number;
  cycle: number;
}

export const hour = 60;
const never = Number.POSITIVE_INFINITY;

/** Decision 40: services within 13 h of the first start form one working day. */
export const workingDay = 13 * hour;

interface BranchRow {
  validFrom: string;
  /** Null: until further notice. */
  validTo: string | null;
  limits: Limits;
}

// Art. 7 of 1 March 2022 and of 1 July 2026 (KALIARTI000005853755, KALIARTI000054226430); accord of 18 May 1993, art. 2 and
// 6; avenant of 25 September 2001, art. 2.2; accord of 15 July 2014, art. 6.
const before: Limits = {
  service: 12 * hour,
  dailyWork: 12 * hour,
  // Before July 2026, art. 7.12 only defined the period of work and set no limit: only the daily rest limited the day.
  amplitude: never,
  workBeforeBreak: 6 * hour,
  break: 20,
  space: { usual: 11 * hour, cycle: 12 * hour },
  dailyRest: { usual: 11 * hour, cycle: 12 * hour },
  weeklyRest: { usual: 35 * hour, cycle: 36 * hour },
  week: 48 * hour,
  twelveWeeks: 46 * hour,
  twelveWeeksOfNight: 44 * hour,
  workBeforeRest: 48 * hour,
  restAfterWork: 24 * hour,
  sundays: 2,
  sundayMonths: 3,
  sundaysOfFullTime: true,
  yearWarning: 288 * hour,
  yearLimit: 329 * hour,
};

/** The first row dates from the avenant on night work; nothing older is planned. */
export const branchLimits: readonly BranchRow[] = [
  { validFrom: '2001-09-25', validTo: '2026-06-30', limits: before },
  // Avenant n°2 of 3 September 2025, extended by the order of 27 May 2026.
  { validFrom: '2026-07-01', validTo: null, limits: { ...before, amplitude: 13 * hour } },
];

/** A day before the first row uses the first row. */
export function branchLimitsOn(day: string, rows: readonly BranchRow[] = branchLimits): Limits {
  const row =
    rows.find(({ validFrom, validTo }) => validFrom <= day && (validTo === null || day <= validTo)) ?? rows[0];
  if (!row) throw new RangeError('no limits');
  return row.limits;
}

const everybody = (rest: number): Rest => ({ usual: rest, cycle: rest });

const ownLimits = ({ limits, ...settings }: PlanningSettings): Limits => ({
  service: limits.maxServiceDuration,
  dailyWork: never,
  amplitude: never,
  workBeforeBreak: never,
  break: 0,
  space: everybody(limits.spaceBetweenServices),
  dailyRest: everybody(limits.agentRest),
  weeklyRest: everybody(limits.minWeeklyRest * hour),
  week: limits.maxWeeklyHours * hour,
  twelveWeeks: never,
  twelveWeeksOfNight: never,
  workBeforeRest: never,
  restAfterWork: 0,
  sundays: limits.monthlySundays,
  // Decision 38: a strict month would raise false errors.
  sundayMonths: 3,
  sundaysOfFullTime: false,
  yearWarning: settings.yearlyOvertimeWarning * hour,
  yearLimit: settings.yearlyOvertimeLimit * hour,
});

/** One item per day. */
export function limitsOf(settings: PlanningSettings, days: readonly string[]): Limits[] {
  if (settings.regulation === 'IDCC1351') return days.map((day) => branchLimitsOn(day));
  const own = ownLimits(settings);
  return days.map(() => own);
}
