// Input and output of the planning rules: integer minutes, so that server, grid and tests compute the same.
import type { CheckLevel, CheckPart, LevelledRule, PlanningCheck, regulations } from '../agencies/settings/planning.ts';

/** Whole minutes since 1970-01-01T00:00Z. */
export type Minute = number;

/** One agent on one service. The rules expect them sorted by start. */
export interface Shift {
  id: string;
  start: Minute;
  /** Excluded. */
  end: Minute;
  /** Minutes of planned breaks, not worked. */
  unpaid: number;
  site: string | null;
  specialty: string | null;
  /** The sites of a tour's stops. */
  stops?: readonly string[] | null | undefined;
}

/** Effective minutes of a service between two moments, such as midnights; its breaks are spread evenly over it. */
export function minutesBetween(
  { start, end, unpaid }: Pick<Shift, 'start' | 'end' | 'unpaid'>,
  from: Minute,
  to: Minute,
): number {
  const part = Math.min(end, to) - Math.max(start, from);
  return part > 0 ? Math.max(0, Math.round((part * (end - start - unpaid)) / (end - start))) : 0;
}

/** The type of an absence for callers who may not list absences. */
export const neutralAbsence = 'Indisponible';

/** U-010: the end minute is included. A whole day ends at 23:59. */
export interface Absence {
  id: string;
  start: Minute;
  end: Minute;
  type: string;
}

export interface ContractFacts {
  startDate: string;
  endDate: string | null;
  period: 'WEEK' | 'MONTH';
  hoursLimit: number;
  /** Weeks of the work cycle (art. 7.06), counted from the Monday of the contract's first week. Null: no cycle. */
  cycleWeeks: number | null;
  /** Art. 7.01 applies only to full-time staff. */
  partTime?: boolean;
}

/**
 * Work outside the loaded shifts, computed by `countersOf`. A minute is never both in a counter and in a loaded shift: the
 * rules add the two.
 */
export interface Counters {
  /** Worked minutes by Monday of the ISO week. */
  weekMinutes: Record<string, number>;
  /** Worked minutes by month, 2026-11. */
  monthMinutes: Record<string, number>;
  /** Sundays without work by month, without those of the loaded days. An absent month is unknown and not checked. */
  restSundays: Record<string, number>;
  /** Minutes over the week's limit by year, 2026. */
  yearOvertime: Record<string, number>;
}

/** The level that applies to a paper. */
export type PaperKind = Extract<CheckPart, 'card' | 'medicalVisit' | 'firstAid'> | 'expirations';

export interface Paper {
  kind: PaperKind;
  name: string;
  /** The last valid day; null: required, and missing. */
  expiresAt: string | null;
  /** Held, but its last valid day is unknown. */
  undated?: boolean;
}

/** Why an agent gets no more services. */
export const goneReasons = {
  DELETED: 'Collaborateur supprimé',
  ARCHIVED: 'Collaborateur archivé',
  UNPLANNABLE: 'Collaborateur non planifiable',
} as const;

export interface AgentFacts {
  id: string;
  name: string;
  /** Absent: he can be planned. `from`: services that end later must be given to somebody else. */
  gone?: { why: keyof typeof goneReasons; from: Minute } | null;
  /** Works for another company, or for himself: his working time elsewhere is unknown, he has no contract with the agency. */
  external?: boolean;
  /** Works for himself: the rests of the Labour Code do not apply. */
  selfEmployed?: boolean;
  /** From a temporary work agency: working time is checked as for employees; his contract is with that agency. */
  temporary?: boolean;
  contracts: readonly ContractFacts[];
  /** until: last valid day; null: no limit. */
  specialties: readonly { id: string; until: string | null }[];
  /** Regulatory papers, without the licences of specialties. */
  papers: readonly Paper[];
  /** Monday=1 … Sunday=0; may pass midnight. */
  restrictions: readonly { weekday: number; startTime: string; endTime: string }[];
  forbiddenSites: readonly string[];
  absences: readonly Absence[];
  counters: Counters;
  /** 3 h of night twice a week, or 270 h in twelve months (law.md section 1). */
  isNightWorker?: boolean;
}

/** An agent with his shifts of the loaded days, sorted by start. */
export interface Row {
  facts: AgentFacts;
  shifts: readonly Shift[];
}

export type FindingRule =
  | 'duration'
  | 'dailyWork'
  | 'amplitude'
  | 'break'
  | 'space'
  | 'dailyRest'
  | 'contractWeek'
  | 'contractMonth'
  | 'contractCycle'
  | 'year'
  | 'week'
  | 'twelveWeeks'
  | 'weeklyRest'
  | 'restAfterService'
  | 'joinedSunday'
  | 'restSundays'
  | 'specialtyMissing'
  | 'specialtyExpired'
  | 'paperMissing'
  | 'paperExpired'
  | 'paperUndated'
  | 'restriction'
  | 'site'
  | 'absence'
  | 'overlap'
  | 'contract'
  | 'gone';

/** Rules about the hours of a week, month, cycle or year: no single service breaks them. */
export const excessRules: ReadonlySet<FindingRule> = new Set([
  'contractWeek',
  'contractMonth',
  'contractCycle',
  'year',
  'week',
  'twelveWeeks',
]);

/** A broken rule. `sentence` writes its text, only when it is shown. */
export interface Finding {
  code: PlanningCheck;
  rule: FindingRule;
  agent: string;
  /** The service to mark; for a week or a month, the one that exceeds the limit. */
  service: string | null;
  /** The other loaded services involved; for a week or a month, all of them. */
  others: readonly string[];
  level: 1 | 2;
  from: Minute;
  to: Minute;
  /** Minutes, or Sundays. */
  found: number;
  limit: number;
  /** The kind of the paper whose level and article apply. */
  paper?: PaperKind;
  /** The name of the paper, the id of the specialty or the site, the type of the absence, the month, the year, the Monday. */
  what?: string;
}

/** The settings of the agency (core/agencies/settings/planning.ts, pay.ts) and the tenant that the rules use. */
export interface PlanningSettings {
  regulation: keyof typeof regulations;
  levels: Readonly<Record<LevelledRule, CheckLevel>>;
  /** In the agency's units: minutes, except hours for the two weekly limits (decision 41). */
  limits: {
    maxServiceDuration: number;
    agentRest: number;
    spaceBetweenServices: number;
    maxWeeklyHours: number;
    minWeeklyRest: number;
    monthlySundays: number;
  };
  /** Hours. */
  firstOvertimeFrom: number;
  yearlyOvertimeWarning: number;
  yearlyOvertimeLimit: number;
  /** V-021: if false, working-time rules are skipped. */
  regulatory: boolean;
}

/** Counters of an agent without work outside the loaded days. */
export const noCounters: Counters = { weekMinutes: {}, monthMinutes: {}, restSundays: {}, yearOvertime: {} };
