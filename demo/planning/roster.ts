// Assigns agents to posts: fixed teams on their cycle, other agents in turn, within the rules.
import type { WrittenShift } from '../lists/posts.ts';
import type { DemoAgent } from '../world.ts';

const hour = 3_600_000;
const week = 7 * 24 * hour;
/** Rest between two services: one hour more than the legal minimum, as planners usually do. */
const usualRest = 12;
const mostDays = 5;

/** A post on a day. Instants are milliseconds since 1970. */
export interface Slot {
  post: number;
  /** Today is 0. */
  day: number;
  weekday: number;
  shift: WrittenShift;
  /** First and last day, 2026-11-15. */
  dates: readonly [string, string];
  start: number;
  end: number;
  pause: { start: number; end: number } | null;
  agents: DemoAgent[];
}

export interface Absent {
  agent: DemoAgent;
  start: number;
  /** Excluded. */
  end: number;
}

export interface Demand {
  site: string;
  specialty: string | null;
  wanted: number;
}

type Span = Pick<Slot, 'start' | 'end'>;

export const workedMinutes = ({ start, end, pause }: Slot): number =>
  (end - start - (pause ? pause.end - pause.start : 0)) / 60_000;

/** Only hired agents with a contract and valid papers are planned. */
function isInOrder({ createdAt, draft }: DemoAgent, { dates: [first, last] }: Slot): boolean {
  const infos = draft.agentInfos ?? {};
  if (createdAt.slice(0, 10) > first || !infos.cardNumber) return false;
  if ((infos.expirations ?? []).some(({ expiresAt }) => (expiresAt ?? '') < last)) return false;
  if (infos.type === 'EXTERNAL' || infos.type === 'SELF') return true;
  return (infos.contracts ?? []).some(
    ({ startDate, endDate }) => (startDate ?? '9') <= first && (endDate === null || (endDate ?? '') >= last),
  );
}

const isRestricted = ({ draft }: DemoAgent, { weekday, shift }: Slot): boolean =>
  (draft.agentInfos?.restrictions ?? []).some(
    (one) =>
      one.weekday === weekday &&
      shift.from < (one.endTime ?? '') &&
      (shift.to <= shift.from || shift.to > (one.startTime ?? '')),
  );

export interface Roster {
  guards: readonly DemoAgent[];
  heldBy(agent: DemoAgent): readonly Slot[];
  /** Minutes worked in the week of that instant. */
  minutesIn(agent: DemoAgent, instant: number): number;
  has(agent: DemoAgent, specialty: string | null): boolean;
  isAbsent(agent: DemoAgent, span: Span): boolean;
  /** With this many hours of rest before and after it. */
  isFree(agent: DemoAgent, span: Span, rest?: number): boolean;
  mayHold(agent: DemoAgent, slot: Slot, demand: Demand): boolean;
  give(agent: DemoAgent, slot: Slot, site: string): void;
  take(agent: DemoAgent, slot: Slot): void;
  /** The least busy agent who knows the site and has contract hours left. None: the slot stays open. */
  fill(slot: Slot, demand: Demand): void;
}

/** `barred`: « site agent ». `monday`: any Monday; weeks are counted from it. */
export function rosterOf(
  guards: readonly DemoAgent[],
  absences: readonly Absent[],
  barred: ReadonlySet<string>,
  monday: number,
): Roster {
  const held = new Map<DemoAgent, Slot[]>();
  const weeks = new Map<DemoAgent, Map<number, number>>();
  const known = new Map<DemoAgent, Map<string, number>>();
  const specialties = new Map(
    guards.map((agent) => [agent, new Set((agent.draft.agentInfos?.specialties ?? []).map(({ id }) => id))]),
  );
  const weekOf = (instant: number): number => Math.floor((instant - monday) / week);
  const count = <K>(counts: Map<DemoAgent, Map<K, number>>, agent: DemoAgent, key: K, more: number): void => {
    const own = counts.get(agent) ?? new Map<K, number>();
    own.set(key, (own.get(key) ?? 0) + more);
    counts.set(agent, own);
  };
  const daysWith = (agent: DemoAgent, slot: Slot): number => {
    const days = new Set([slot.day]);
    for (const one of held.get(agent) ?? []) if (weekOf(one.start) === weekOf(slot.start)) days.add(one.day);
    return days.size;
  };

  const roster: Roster = {
    guards,
    heldBy: (agent) => held.get(agent) ?? [],
    minutesIn: (agent, instant) => weeks.get(agent)?.get(weekOf(instant)) ?? 0,
    has: (agent, specialty) => specialty === null || (specialties.get(agent)?.has(specialty) ?? false),
    isAbsent: (agent, { start, end }) =>
      absences.some((one) => one.agent === agent && one.start < end && one.end > start),
    isFree: (agent, { start, end }, rest = usualRest) =>
      (held.get(agent) ?? []).every((one) => one.end + rest * hour <= start || one.start >= end + rest * hour),
    mayHold: (agent, slot, { site, specialty }) =>
      roster.has(agent, specialty) &&
      roster.isFree(agent, slot) &&
      isInOrder(agent, slot) &&
      !isRestricted(agent, slot) &&
      !roster.isAbsent(agent, slot) &&
      !barred.has(`${site} ${agent.id}`),
    give: (agent, slot, site) => {
      slot.agents.push(agent);
      held.set(agent, [...(held.get(agent) ?? []), slot]);
      count(weeks, agent, weekOf(slot.start), workedMinutes(slot));
      count(known, agent, site, 1);
    },
    take: (agent, slot) => {
      slot.agents.splice(slot.agents.indexOf(agent), 1);
      held.set(
        agent,
        (held.get(agent) ?? []).filter((one) => one !== slot),
      );
      count(weeks, agent, weekOf(slot.start), -workedMinutes(slot));
    },
    fill: (slot, demand) => {
      const length = workedMinutes(slot);
      while (slot.agents.length < demand.wanted) {
        let best: { agent: DemoAgent; score: number } | null = null;
        for (const agent of guards) {
          const limit = (agent.draft.agentInfos?.contracts?.at(-1)?.hoursLimit ?? 35) * 60 + 60;
          const minutes = roster.minutesIn(agent, slot.start);
          if (minutes + length > limit) continue;
          const score = minutes / limit - Math.min(known.get(agent)?.get(demand.site) ?? 0, 8) * 0.04;
          if (best !== null && score >= best.score) continue;
          if (roster.mayHold(agent, slot, demand) && daysWith(agent, slot) <= mostDays) best = { agent, score };
        }
        if (best === null) return;
        roster.give(best.agent, slot, demand.site);
      }
    },
  };
  return roster;
}
