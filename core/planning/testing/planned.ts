// Short builders of an agent, his services and the agency's settings, for tables of test cases.
import {
  type CheckLevel,
  checkParts,
  type LevelledRule,
  levelledRules,
  type PlanningCheck,
} from '../../agencies/settings/planning.ts';
import { instantAt } from '../../kernel/clock.ts';
import { type Calendar, calendarOf, minuteOf } from '../calendar.ts';
import { rulesOf } from '../checks.ts';
import { countersOf } from '../counters.ts';
import { daysAfter } from '../days.ts';
import type { AgentFacts, ContractFacts, Finding, Minute, PlanningSettings, Shift } from '../model.ts';

export const paris = 'Europe/Paris';
/** Four weeks from a Monday; Armistice is a Wednesday among them. */
export const month = calendarOf({
  zone: paris,
  from: '2026-11-09',
  to: '2026-12-06',
  holidays: [{ day: '2026-11-11', name: 'Armistice 1918' }],
});

const checkOf = (rule: LevelledRule): PlanningCheck =>
  (rule in checkParts ? checkParts[rule as 'card'].of : rule) as PlanningCheck;

/** A check with its parts, or one part alone. */
export const levels = (level: CheckLevel, only: readonly LevelledRule[] = levelledRules): PlanningSettings['levels'] =>
  Object.fromEntries(
    levelledRules.map((rule) => [rule, only.includes(rule) || only.includes(checkOf(rule)) ? level : 0]),
  ) as PlanningSettings['levels'];

export const own: PlanningSettings = {
  regulation: 'OWN',
  levels: levels(1),
  limits: {
    maxServiceDuration: 720,
    agentRest: 660,
    spaceBetweenServices: 660,
    maxWeeklyHours: 48,
    minWeeklyRest: 35,
    monthlySundays: 2,
  },
  firstOvertimeFrom: 35,
  yearlyOvertimeWarning: 288,
  yearlyOvertimeLimit: 329,
  regulatory: true,
};
export const branch: PlanningSettings = { ...own, regulation: 'IDCC1351' };

export const contract: ContractFacts = {
  startDate: '2020-01-06',
  endDate: null,
  period: 'WEEK',
  hoursLimit: 35,
  cycleWeeks: null,
};

export const somebody = (more: Partial<AgentFacts> = {}): AgentFacts => ({
  id: 'agent',
  name: 'Amélie Roux',
  contracts: [contract],
  specialties: [],
  papers: [],
  restrictions: [],
  forbiddenSites: [],
  absences: [],
  counters: countersOf(month, own, []),
  ...more,
});

/** « 2026-11-09 08:00 » in Paris. */
export const at = (moment: string): Minute => minuteOf(instantAt(moment.slice(0, 10), moment.slice(11, 16), paris));

/** « 2026-11-09 08:00-20:00 »; « 2026-11-09 20:00-08:00/20 »: until the next day, with a break of twenty minutes. */
export function shift(text: string, more: Partial<Shift> = {}): Shift {
  const [day = '', hours = ''] = text.split(' ');
  const [times = '', unpaid = '0'] = hours.split('/');
  const [from = '', to = ''] = times.split('-');
  return {
    id: text,
    start: at(`${day} ${from}`),
    end: at(`${to <= from ? daysAfter(day, 1) : day} ${to}`),
    unpaid: Number(unpaid),
    site: null,
    specialty: null,
    ...more,
  };
}

/** The same hours on consecutive days. */
export const daily = (first: string, count: number, hours: string): Shift[] =>
  Array.from({ length: count }, (_, index) => shift(`${daysAfter(first, index)} ${hours}`));

export const byStart = (shifts: readonly Shift[]): Shift[] =>
  shifts.toSorted((one, other) => one.start - other.start || (one.id < other.id ? -1 : 1));

export interface Case {
  shifts: readonly Shift[];
  facts?: Partial<AgentFacts>;
  settings?: PlanningSettings;
  calendar?: Calendar;
}

export const findings = (check: LevelledRule, { shifts, facts, settings = own, calendar = month }: Case): Finding[] =>
  rulesOf({ ...settings, levels: levels(1, [check]) }, calendar).checkAgent(somebody(facts), byStart(shifts));

/** « rule found/limit » of each finding of one check. */
export const findingTexts = (check: LevelledRule, input: Case): string[] =>
  findings(check, input).map(({ rule, found, limit }) => (limit === 0 ? rule : `${rule} ${found}/${limit}`));
