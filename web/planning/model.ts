// The planning of a period, ready to be shown and checked: built once when its data arrives, patched when one service moves.

import type { Output } from '#core/kernel/endpoint.ts';
import { type Calendar, calendarOf } from '#core/planning/calendar.ts';
import type { fetchCounters, fetchPlanning, PlannedService } from '#core/planning/calls.ts';
import { type Rules, rulesOf } from '#core/planning/checks.ts';
import { contractMinutes, monthParts } from '#core/planning/contract-hours.ts';
import { type AgentFacts, type Finding, noCounters, type PlanningSettings, type Shift } from '#core/planning/model.ts';
import { counts } from '#core/planning/status.ts';
import type { Period } from './periods.ts';

export type PlanningData = Output<typeof fetchPlanning>;
export type WorkingTimes = Output<typeof fetchCounters>['workingTimes'];

export interface Planning {
  period: Period;
  calendar: Calendar;
  /** Null where nothing is checked: a customer, an agent. */
  rules: Rules | null;
  data: PlanningData;
  services: ReadonlyMap<string, PlannedService>;
  facts: ReadonlyMap<string, AgentFacts>;
  shifts: ReadonlyMap<string, readonly Shift[]>;
  names: {
    sites: ReadonlyMap<string, string>;
    agents: ReadonlyMap<string, string>;
    specialties: ReadonlyMap<string, string>;
  };
}

export const shiftOf = ({ id, start, end, unpaid, site, specialty }: PlannedService): Shift => ({
  id,
  start,
  end,
  unpaid,
  site,
  specialty,
});

const byStart = (one: Shift, other: Shift): number => one.start - other.start || (one.id < other.id ? -1 : 1);

export function planningOf(data: PlanningData, times: WorkingTimes | undefined, period: Period): Planning {
  const calendar = calendarOf({ zone: data.zone, from: period.start, to: period.end, holidays: data.holidays });
  const absences = Map.groupBy(data.unavailabilities, ({ agent }) => agent);
  const facts = new Map(
    data.agents.map((agent) => [
      agent.id,
      {
        ...(agent as unknown as AgentFacts),
        absences: absences.get(agent.id) ?? [],
        ...((times?.[agent.id] as Pick<AgentFacts, 'counters' | 'isNightWorker'> | undefined) ?? {
          counters: noCounters,
        }),
      },
    ]),
  );
  const shifts = new Map<string, Shift[]>();
  for (const service of data.services) {
    if (!counts(service.status)) continue;
    const shift = shiftOf(service);
    for (const agent of service.agents) {
      const own = shifts.get(agent);
      if (own) own.push(shift);
      else shifts.set(agent, [shift]);
    }
  }
  for (const own of shifts.values()) own.sort(byStart);
  return {
    period,
    calendar,
    rules: data.settings ? rulesOf(data.settings as unknown as PlanningSettings, calendar) : null,
    data,
    services: new Map(data.services.map((service) => [service.id, service])),
    facts,
    shifts,
    names: {
      sites: new Map(data.sites.map(({ id, name }) => [id, name])),
      agents: new Map(data.agents.map(({ id, name }) => [id, name])),
      specialties: new Map(data.specialties.map(({ id, name }) => [id, name])),
    },
  };
}

/** By agent: the faults of his period. */
export function findingsOf({ rules, facts, shifts }: Planning): Map<string, Finding[]> {
  const found = new Map<string, Finding[]>();
  if (!rules) return found;
  for (const [agent, own] of shifts) {
    const known = facts.get(agent);
    const faults = known ? rules.checkAgent(known, own) : [];
    if (faults.length > 0) found.set(agent, faults);
  }
  return found;
}

/** Faults of each service, by its id; a fault of two services stands on both. */
export function byService(findings: ReadonlyMap<string, readonly Finding[]>): Map<string, Finding[]> {
  const found = new Map<string, Finding[]>();
  for (const faults of findings.values())
    for (const fault of faults)
      for (const id of new Set([fault.service, ...fault.others])) {
        if (id === null) continue;
        const list = found.get(id);
        if (list) list.push(fault);
        else found.set(id, [fault]);
      }
  return found;
}

/** What the service would break in this agent's row, were it there and then. */
export function wouldBreak(planning: Planning, service: PlannedService, agent: string): Finding[] {
  const { rules, facts, shifts } = planning;
  const known = facts.get(agent);
  if (!rules || !known) return [];
  const own = shifts.get(agent) ?? [];
  const others = own.some(({ id }) => id === service.id) ? own.filter(({ id }) => id !== service.id) : own;
  return rules.wouldBreak(known, others, shiftOf(service));
}

export interface Hours {
  planned: number;
  contract: number | null;
}

/** Minutes of the period: worked, and asked for by his contracts. */
export function hoursOf({ shifts, facts, calendar }: Planning, agent: string): Hours {
  const { from, to } = calendar.window;
  let planned = 0;
  for (const { start, end, unpaid } of shifts.get(agent) ?? []) {
    const inside = Math.min(end, to) - Math.max(start, from);
    if (inside > 0) planned += Math.max(0, inside - unpaid);
  }
  const known = facts.get(agent);
  return {
    planned,
    contract:
      known && known.contracts.length > 0
        ? monthParts(calendar).reduce((sum, part) => sum + contractMinutes(calendar, known.contracts, part), 0)
        : null,
  };
}

/** The same instant of the wall clock, so many days later. */
export function movedDays(calendar: Calendar, minute: number, days: number): number {
  const day = calendar.dayOf(minute);
  return calendar.at(day + days, calendar.wallMinute(minute));
}
