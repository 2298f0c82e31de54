// Ranks who could take a service: allowed, qualified, rested, contract hours left, distance, cost; with the reasons.

import type { PlanningCheck } from '../agencies/settings/planning.ts';
import { formatMoney } from '../kernel/money.ts';
import { frenchDay } from '../kernel/validators.ts';
import type { Calendar, Week } from './calendar.ts';
import type { Rules } from './checks.ts';
import { contractOn, cycleMinutes, minutesOfMonth } from './contract-hours.ts';
import { dayNumber } from './days.ts';
import { type AgentFacts, type Finding, type Minute, minutesBetween, type Row, type Shift } from './model.ts';
import { cycleOf } from './overtime-spans.ts';
import { durationText, sentence, type Words } from './sentences.ts';

export interface Applicant extends Row {
  /** Metres from home to the site; null: unknown. */
  distance: number | null;
  /** Per hour, in the agency's currency; null: unknown. */
  cost: number | null;
}

export interface Points {
  label: string;
  lost: number;
}

export interface Candidate {
  agent: string;
  name: string;
  /** Findings that assigning the service to this agent would cause. */
  findings: Finding[];
  /** No finding is a refusal. */
  allowed: boolean;
  /** Has the specialty and valid papers. */
  qualified: boolean;
  /** Null: not verifiable, he also works elsewhere. */
  rested: boolean | null;
  /** Not on another service, not absent, not forbidden on the site at that time. A mere warning counts as an obstacle too. */
  free: boolean;
  /** Contract minutes left in the week, month or cycle, before this service; null: no contract. */
  hoursLeft: number | null;
  distance: number | null;
  cost: number | null;
  /** 0 to 100, 100 is best. */
  score: number;
  /** What the score lost, from 100. */
  points: Points[];
  why: string[];
}

const qualities: ReadonlySet<PlanningCheck> = new Set<PlanningCheck>(['qualification', 'expirations']);
const rests: ReadonlySet<PlanningCheck> = new Set<PlanningCheck>([
  'spaceBetweenServices',
  'dailyRest',
  'minWeeklyRest',
  'restConsecutive',
  'restSunday',
]);

const obstacles: ReadonlySet<PlanningCheck> = new Set<PlanningCheck>([
  'multipleAssignments',
  'unavailabilities',
  'siteProhibition',
]);

/** Points subtracted from 100. An unknown value counts half. */
const weights = {
  obstacle: 60,
  unqualified: 30,
  warning: 12,
  mostWarnings: 48,
  hours: 17,
  distance: 20,
  farthest: 20_000,
  cost: 15,
};

export interface Ranking {
  rules: Rules;
  calendar: Calendar;
  words: Words;
  /** Of the agency. */
  currency: string;
}

export function rankCandidates(applicants: readonly Applicant[], service: Shift, context: Ranking): Candidate[] {
  const costs = applicants.flatMap(({ cost }) => (cost === null ? [] : [cost]));
  const range = { least: Math.min(...costs), most: Math.max(...costs) };
  return applicants
    .map((applicant) => candidateOf(applicant, service, range, context))
    .sort(
      (one, other) =>
        Number(other.allowed) - Number(one.allowed) ||
        Number(other.free) - Number(one.free) ||
        other.score - one.score ||
        one.findings.length - other.findings.length ||
        one.name.localeCompare(other.name, 'fr') ||
        (one.agent < other.agent ? -1 : 1),
    );
}

function candidateOf(
  { facts, shifts, distance, cost }: Applicant,
  service: Shift,
  range: { least: number; most: number },
  { rules, calendar, words, currency }: Ranking,
): Candidate {
  const findings = rules
    .wouldBreak(facts, shifts, service)
    .sort((one, other) => other.level - one.level || one.from - other.from);
  const allowed = findings.every(({ level }) => level === 1);
  const qualified = !findings.some(({ code }) => qualities.has(code));
  const isTired = findings.some(({ code }) => rests.has(code));
  const rested = facts.external === true && !isTired ? null : !isTired;
  const free = !findings.some(({ code }) => obstacles.has(code));
  const { left, period } = hoursLeft(facts, shifts, service, calendar);
  const asked = Math.max(1, service.end - service.start - service.unpaid);
  const missing = left === null ? 0.5 : Math.min(1, Math.max(0, asked - left) / asked);
  const expensive =
    cost === null ? 0.5 : range.most === range.least ? 0 : (cost - range.least) / (range.most - range.least);
  const far = distance === null ? 0.5 : Math.min(1, distance / weights.farthest);
  const points: Points[] = [
    { label: 'n’est pas libre', lost: free ? 0 : weights.obstacle },
    { label: 'qualification ou papier à vérifier', lost: qualified ? 0 : weights.unqualified },
    {
      label: findings.length === 1 ? '1 avertissement' : `${findings.length} avertissements`,
      lost: Math.min(weights.mostWarnings, weights.warning * findings.length),
    },
    {
      label: left === null ? 'heures de contrat inconnues' : `heures au-delà du contrat, ${period}`,
      lost: Math.round(weights.hours * missing),
    },
    {
      label: distance === null ? 'distance inconnue' : `à ${comma(distance / 1000, 1)} km du site`,
      lost: Math.round(weights.distance * far),
    },
    {
      label: cost === null ? 'coût inconnu' : 'plus cher que d’autres',
      lost: Math.round(weights.cost * expensive),
    },
  ].filter(({ lost }) => lost > 0);
  const score = points.reduce((rest, { lost }) => rest - lost, 100);
  return {
    agent: facts.id,
    name: facts.name,
    findings,
    allowed,
    qualified,
    rested,
    free,
    hoursLeft: left,
    distance,
    cost,
    score: allowed ? Math.max(0, score) : 0,
    points,
    why: [
      ...findings.map((finding) => sentence(finding, words)),
      ...strengths({ qualified, rested, left, period, distance, cost }, currency),
    ],
  };
}

const comma = (value: number, decimals: number): string => value.toFixed(decimals).replace('.', ',');

function strengths(
  of: {
    qualified: boolean;
    rested: boolean | null;
    left: number | null;
    period: string;
    distance: number | null;
    cost: number | null;
  },
  currency: string,
): string[] {
  return [
    ...(of.qualified ? ['Qualification et papiers valides.'] : []),
    ...(of.rested === null ? ['Repos non vérifiables : il travaille pour une autre entreprise.'] : []),
    ...(of.rested ? ['Repos respectés.'] : []),
    ...(of.left === null
      ? []
      : [
          of.left > 0
            ? `Il lui reste ${durationText(of.left)} à son contrat, ${of.period}.`
            : `Les heures de son contrat sont planifiées, ${of.period}.`,
        ]),
    ...(of.distance === null ? [] : [`À ${comma(of.distance / 1000, 1)} km du site.`]),
    ...(of.cost === null ? [] : [`${formatMoney(of.cost, currency)} de l’heure.`]),
  ];
}

const plannedIn = (shifts: readonly Shift[], from: Minute, to: Minute): number =>
  shifts.reduce((sum, shift) => sum + minutesBetween(shift, from, to), 0);

interface Left {
  /** Null: no contract to count. */
  left: number | null;
  /** « semaine du 16/11/2026 » */
  period: string;
}

/** For the contract's week, month or cycle in which the service begins. */
function hoursLeft(facts: AgentFacts, shifts: readonly Shift[], service: Shift, calendar: Calendar): Left {
  const day = calendar.dayOf(service.start);
  const contract =
    facts.external === true || facts.temporary === true
      ? null
      : contractOn(facts.contracts, calendar.days[day] as string);
  if (contract === null) return { left: null, period: '' };
  const { counters } = facts;
  if (contract.period === 'MONTH' && !contract.cycleWeeks) {
    const month = calendar.months[day] as string;
    const from = calendar.midnights[calendar.months.indexOf(month)] as Minute;
    const to = calendar.midnights[calendar.months.lastIndexOf(month) + 1] as Minute;
    const left =
      minutesOfMonth(facts.contracts, contract, month) -
      plannedIn(shifts, from, to) -
      (counters.monthMinutes[month] ?? 0);
    return { left, period: `mois de ${month.slice(5)}/${month.slice(0, 4)}` };
  }
  const { monday, from, to } = calendar.weeks[calendar.weekOf(day)] as Week;
  const total = (since: Minute, until: Minute): number => plannedIn(shifts, since, until);
  const counted = { calendar, contracts: facts.contracts, weekMinutes: counters.weekMinutes, total };
  const cycle = contract.cycleWeeks ? cycleOf(counted, contract, dayNumber(monday)) : null;
  if (cycle) {
    const period = `cycle de ${contract.cycleWeeks} semaines du ${frenchDay(cycle.monday)}`;
    return { left: cycle.agreed - cycle.minutes, period };
  }
  const left = cycleMinutes(contract, 1) - total(from, to) - (counters.weekMinutes[monday] ?? 0);
  return { left, period: `semaine du ${frenchDay(monday)}` };
}
