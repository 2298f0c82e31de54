// The planned hours of a person on a service: grid, agent's days, sites, paper and spreadsheet count them with this rule,
// the one of « Heures » (core/planning/hours.ts).
import { type HoursShift, plannedIn } from './hours.ts';
import type { Minute } from './model.ts';

/** Start, end, and whose it is; null: everybody's. */
export type PlannedBreak = [Minute, Minute, string | null];

export interface PlannedHours {
  start: Minute;
  end: Minute;
  breaks: readonly PlannedBreak[];
}

/** The breaks of a person: his own, and those of everybody. Null: of somebody not known yet. */
export const breaksFor = ({ breaks }: Pick<PlannedHours, 'breaks'>, agent: string | null): PlannedBreak[] =>
  breaks.filter(([, , whose]) => whose === null || whose === agent);

const planOf = (service: PlannedHours, agent: string | null): HoursShift => ({
  id: '',
  start: service.start,
  end: service.end,
  gaps: breaksFor(service, agent).map(([start, end]) => ({ type: 0, start, end })),
});

/** The planned minutes of a person between two moments, or of the whole service. */
export function plannedMinutes(
  service: PlannedHours,
  agent: string | null,
  from: Minute = service.start,
  to: Minute = service.end,
): number {
  if (service.breaks.length === 0) return Math.max(0, Math.min(service.end, to) - Math.max(service.start, from));
  return plannedIn(planOf(service, agent), from, to);
}

/** Minutes of the breaks of a person. */
export const unpaidMinutes = (service: PlannedHours, agent: string | null): number =>
  service.breaks.length === 0 ? 0 : service.end - service.start - plannedMinutes(service, agent);

/** The planned minutes of all posts: those of its people, and those still to be filled. */
export function postMinutes(
  service: PlannedHours & { agents: readonly string[]; wanted: number },
  from: Minute = service.start,
  to: Minute = service.end,
): number {
  const open = plannedMinutes(service, null, from, to);
  const { agents, wanted, breaks } = service;
  if (breaks.every(([, , whose]) => whose === null)) return open * Math.max(wanted, agents.length);
  return agents.reduce(
    (sum, agent) => sum + plannedMinutes(service, agent, from, to),
    open * Math.max(0, wanted - agents.length),
  );
}

/** At other hours: breaks of everybody follow the start, and those outside are dropped, as the server does. */
export function movedBreaks(service: PlannedHours, start: Minute, end: Minute): PlannedBreak[] {
  const by = start - service.start;
  return service.breaks
    .map(([from, to, whose]): PlannedBreak => (whose === null ? [from + by, to + by, whose] : [from, to, whose]))
    .filter(([from, to]) => from >= start && to <= end);
}
