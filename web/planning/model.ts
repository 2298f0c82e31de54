// The planning of a period, ready to be shown and checked: built once when its data arrives, then patched row by row.

import type { Output } from '#core/kernel/endpoint.ts';
import { type Calendar, calendarOf, minuteOf } from '#core/planning/calendar.ts';
import type { fetchCounters, fetchPlanning, PlannedService } from '#core/planning/calls.ts';
import { type Rules, rulesOf } from '#core/planning/checks.ts';
import { contractMinutes, monthParts } from '#core/planning/contract-hours.ts';
import { type AgentFacts, type Finding, noCounters, type PlanningSettings, type Shift } from '#core/planning/model.ts';
import { neededConsent, noticeSentence } from '#core/planning/notice.ts';
import { plannedMinutes, unpaidMinutes } from '#core/planning/planned.ts';
import type { Words } from '#core/planning/sentences.ts';
import { counts } from '#core/planning/status.ts';
import { siteCodes } from '#core/sites/code.ts';
import { type Lookup, PatchMap } from './lookup.ts';
import { differences, servicesOf } from './patch.ts';
import type { Period } from './periods.ts';

export type PlanningData = Output<typeof fetchPlanning>;
export type WorkingTimes = Output<typeof fetchCounters>['workingTimes'];

export interface Planning {
  period: Period;
  calendar: Calendar;
  /** Null for those who cannot plan: nothing is checked. */
  rules: Rules | null;
  data: PlanningData;
  times: WorkingTimes | undefined;
  services: Lookup<PlannedService>;
  facts: ReadonlyMap<string, AgentFacts>;
  shifts: ReadonlyMap<string, readonly OwnShift[]>;
  names: {
    sites: ReadonlyMap<string, string>;
    agents: ReadonlyMap<string, string>;
    specialties: ReadonlyMap<string, string>;
    /** Short codes of the sites. */
    codes: ReadonlyMap<string, string>;
  };
}

interface OwnShift extends Shift {
  /** The service as it is planned. */
  plan: PlannedService;
}

/** Decision 97: the checks use the lived times of somebody who has begun, the totals the plan. */
function shiftOf(plan: PlannedService, agent: string): OwnShift {
  const { id, start, end, site, specialty, stops, lived } = plan;
  const own = lived?.find(([one]) => one === agent);
  return own
    ? { id, start: own[1], end: own[2], unpaid: own[3], site, specialty, stops, plan }
    : { id, start, end, unpaid: unpaidMinutes(plan, agent), site, specialty, stops, plan };
}

const byStart = (one: Shift, other: Shift): number => one.start - other.start || (one.id < other.id ? -1 : 1);

/**
 * Builds the planning of this data. `before`: the previous planning of the same period. Unchanged parts keep their
 * objects, so that what is computed from them can be reused: a dragged service recomputes only the rows of its agents.
 */
export function planningOf(
  data: PlanningData,
  times: WorkingTimes | undefined,
  period: Period,
  before: Planning | null = null,
): Planning {
  const past = before?.period.start === period.start && before.period.end === period.end ? before : null;
  const calendar =
    past && past.data.zone === data.zone && past.data.holidays === data.holidays
      ? past.calendar
      : calendarOf({ zone: data.zone, from: period.start, to: period.end, holidays: data.holidays });
  const isSameRules = past?.calendar === calendar && past.data.settings === data.settings;
  const changes = past ? differences(past.data.services, data.services) : null;
  return {
    period,
    calendar,
    rules: isSameRules
      ? past.rules
      : data.settings
        ? rulesOf(data.settings as unknown as PlanningSettings, calendar)
        : null,
    data,
    times,
    services: servicesOf(data),
    facts: factsOf(data, times, past),
    shifts: past && changes ? patchShifts(past.shifts, changes) : shiftsOf(data.services),
    names: namesOf(data, past),
  };
}

function factsOf(
  { agents, unavailabilities }: PlanningData,
  times: WorkingTimes | undefined,
  past: Planning | null,
): ReadonlyMap<string, AgentFacts> {
  const isSame = past?.data.agents === agents && past.data.unavailabilities === unavailabilities;
  if (isSame && past.times === times) return past.facts;
  const absences = Map.groupBy(unavailabilities, ({ agent }) => agent);
  return new Map(
    agents.map((agent) => {
      const known = isSame && past.times?.[agent.id] === times?.[agent.id] ? past.facts.get(agent.id) : undefined;
      const counted = times?.[agent.id] as Pick<AgentFacts, 'counters' | 'isNightWorker'> | undefined;
      return [
        agent.id,
        known ?? {
          ...(agent as unknown as AgentFacts),
          absences: absences.get(agent.id) ?? [],
          ...(counted ?? { counters: noCounters }),
        },
      ];
    }),
  );
}

function namesOf(data: PlanningData, past: Planning | null): Planning['names'] {
  const was = past?.data;
  if (past && was?.sites === data.sites && was.agents === data.agents && was.specialties === data.specialties)
    return past.names;
  return {
    sites: new Map(data.sites.map(({ id, name }) => [id, name])),
    agents: new Map(data.agents.map(({ id, name }) => [id, name])),
    specialties: new Map(data.specialties.map(({ id, name }) => [id, name])),
    codes: siteCodes(data.sites),
  };
}

function shiftsOf(services: Iterable<PlannedService>): Map<string, OwnShift[]> {
  const shifts = new Map<string, OwnShift[]>();
  for (const service of services) {
    if (!counts(service.status)) continue;
    for (const agent of service.agents) {
      const shift = shiftOf(service, agent);
      const own = shifts.get(agent);
      if (own) own.push(shift);
      else shifts.set(agent, [shift]);
    }
  }
  for (const own of shifts.values()) own.sort(byStart);
  return shifts;
}

type Changes = ReturnType<typeof differences>;

/** Recomputes the shifts of agents whose services changed; the others keep their list. */
function patchShifts(past: Planning['shifts'], { gone, come }: Changes): Planning['shifts'] {
  if (gone.size === 0 && come.length === 0) return past;
  const added = shiftsOf(come);
  const touched = new Set(added.keys());
  const ids = new Set<string>();
  for (const { id, agents } of gone) {
    ids.add(id);
    for (const agent of agents) touched.add(agent);
  }
  const shifts = new Map(past);
  for (const agent of touched) {
    const own = [...(past.get(agent) ?? []).filter(({ id }) => !ids.has(id)), ...(added.get(agent) ?? [])];
    if (own.length > 0) shifts.set(agent, own.sort(byStart));
    else shifts.delete(agent);
  }
  return shifts;
}

export type Findings = ReadonlyMap<string, readonly Finding[]>;
export type Faults = PatchMap<readonly Finding[]>;

/** A planning with the findings of its checks. */
export interface Checked {
  planning: Planning;
  /** By agent. */
  findings: Findings;
  /** By service. */
  faults: Faults;
}

/** Checks the rows that changed since `before`. */
export function checkedOf(planning: Planning, before: Checked | null = null): Checked {
  const findings = findingsOf(planning, before);
  return { planning, findings, faults: byService(findings, before) };
}

/** Unchanged findings keep their object; an unchanged list is the same list. */
function sameFindings(before: readonly Finding[], found: readonly Finding[]): readonly Finding[] {
  const known = new Map(before.map((one) => [JSON.stringify(one), one]));
  const made = found.map((one) => known.get(JSON.stringify(one)) ?? one);
  return isSameList(before, made) ? before : made;
}

const isSameList = (one: readonly Finding[], other: readonly Finding[]): boolean =>
  one.length === other.length && one.every((finding, at) => finding === other[at]);

/** Findings by agent; reuses those of agents whose shifts and facts did not change. */
export function findingsOf({ rules, facts, shifts }: Planning, before: Checked | null = null): Findings {
  const found = new Map<string, readonly Finding[]>();
  if (!rules) return found;
  const past = before?.planning.rules === rules ? before : null;
  for (const [agent, own] of shifts) {
    const known = facts.get(agent);
    if (!known) continue;
    const isSame = past?.planning.shifts.get(agent) === own && past.planning.facts.get(agent) === known;
    const was = before?.findings.get(agent) ?? [];
    const faults = isSame ? was : sameFindings(was, rules.checkAgent(known, own));
    if (faults.length > 0) found.set(agent, faults);
  }
  return found;
}

const markedBy = ({ service, others }: Finding): Set<string> => {
  const ids = new Set(others);
  if (service !== null) ids.add(service);
  return ids;
};

const byAgent = (one: Finding, other: Finding): number =>
  one.agent < other.agent ? -1 : one.agent > other.agent ? 1 : 0;

/** Findings by service id; one that concerns two services is listed under both. */
export function byService(findings: Findings, before: Checked | null = null): Faults {
  const changed = new Set<string>();
  for (const [agent, faults] of findings) if (before?.findings.get(agent) !== faults) changed.add(agent);
  for (const agent of before?.findings.keys() ?? []) if (!findings.has(agent)) changed.add(agent);
  if (before && changed.size === 0) return before.faults;
  const added = new Map<string, Finding[]>();
  for (const agent of changed) {
    for (const fault of before?.findings.get(agent) ?? [])
      for (const id of markedBy(fault)) if (!added.has(id)) added.set(id, []);
    for (const fault of findings.get(agent) ?? [])
      for (const id of markedBy(fault)) {
        const list = added.get(id);
        if (list) list.push(fault);
        else added.set(id, [fault]);
      }
  }
  const faults = before?.faults ?? new PatchMap<readonly Finding[]>(new Map());
  const changes = new Map<string, readonly Finding[] | undefined>();
  for (const [id, come] of added) {
    const was = faults.get(id) ?? [];
    const list = [...was.filter(({ agent }) => !changed.has(agent)), ...come].sort(byAgent);
    if (!isSameList(was, list)) changes.set(id, list.length > 0 ? list : undefined);
  }
  return faults.with(changes);
}

/** The findings that this service would cause in this agent's row. */
export function wouldBreak(planning: Planning, service: PlannedService, agent: string): Finding[] {
  const { rules, facts, shifts } = planning;
  const known = facts.get(agent);
  if (!rules || !known) return [];
  const own = shifts.get(agent) ?? [];
  const others = own.some(({ id }) => id === service.id) ? own.filter(({ id }) => id !== service.id) : own;
  return rules.wouldBreak(known, others, shiftOf({ ...service, lived: undefined }, agent));
}

/** Art. 7.07.3: why this change needs the agent's consent; null: it does not. `before` null: a new service. */
export function consentFor(
  { data }: Planning,
  before: PlannedService | null,
  after: PlannedService,
  agent: string,
): string | null {
  if ((data.settings as unknown as PlanningSettings | null)?.regulation !== 'IDCC1351' || !counts(after.status))
    return null;
  // The grid does not know the published hours of a changed service: the server compares with them.
  const was = before && counts(before.status) && before.agents.includes(agent) ? before : null;
  const told = { before: was, published: before?.publication === 'DRAFT' ? null : was };
  const notice = neededConsent(told, after, minuteOf(new Date()));
  return notice && noticeSentence(notice, { published: told.published, after, zone: data.zone });
}

export interface Hours {
  planned: number;
  contract: number | null;
}

/** The minutes that the totals count: the period, or its first day, whose data has the next day too. */
export const countedIn = ({ window, midnights }: Calendar, ofDay: boolean): { from: number; to: number } =>
  ofDay ? { from: window.from, to: midnights[midnights.indexOf(window.from) + 1] ?? window.to } : window;

/** Minutes of the period, or of its first day: planned, and of his contracts. */
export function hoursOf({ shifts, facts, calendar }: Planning, agent: string, ofDay = false): Hours {
  const { from, to } = countedIn(calendar, ofDay);
  let planned = 0;
  for (const { plan } of shifts.get(agent) ?? []) planned += plannedMinutes(plan, agent, from, to);
  const known = facts.get(agent);
  return {
    planned,
    contract:
      known && known.contracts.length > 0
        ? monthParts(calendar).reduce((sum, part) => sum + contractMinutes(calendar, known.contracts, part), 0)
        : null,
  };
}

/** What the sentences of findings need to name things. */
export const wordsOf = ({ data, names }: Planning): Words => ({
  zone: data.zone,
  nameOf: (id) => names.specialties.get(id) ?? names.sites.get(id),
});

/** The same local time, this many days later. */
export function daysLater(calendar: Calendar, minute: number, days: number): number {
  const day = calendar.dayOf(minute);
  return calendar.at(day + days, calendar.wallMinute(minute));
}
