// A service as the checks see it, before and after a change.
import { minuteOf } from '#core/planning/calendar.ts';
import type { Shift } from '#core/planning/model.ts';
import { counts } from '#core/planning/status.ts';

export type Values = Record<string, unknown>;

/** Of a service that the undo of a leaving gives back. */
export interface Back {
  /** When the leaving took it away: what stood before is not asked about again. Null: the leaving was not its last change. */
  since: Date | null;
  /** The dog that left with its handler. */
  dog: string | null;
  /** Agents who have it, at the same hours, in the published state. */
  told: readonly string[];
}

/** A draft and the row it changes; null: a new one. */
export interface Changed {
  draft: Values;
  current: Values | null;
  back?: Back | undefined;
}

export interface Line {
  startAt: string;
  endAt: string;
  type: number;
}

export interface Stop {
  site: { id: string };
  arrival: string;
  minutes: number;
}

/** A service as the checks see it. */
export interface Seen {
  id: string;
  shift: Shift;
  agents: string[];
  stops: readonly Stop[];
  counts: boolean;
}

export const idOf = (value: unknown): string | null =>
  (value as { id: string } | null | undefined)?.id.toLowerCase() ?? null;

export function seenOf(values: Values, id: string): Seen {
  const breaks = (values.breaks ?? []) as Line[];
  const unpaid = breaks
    .filter(({ type }) => (type ?? 0) === 0)
    .reduce((sum, { startAt, endAt }) => sum + minuteOf(endAt) - minuteOf(startAt), 0);
  const stops = ((values.isCircuit ? (values.services ?? []) : []) as Stop[]).map(({ site, arrival, minutes }) => ({
    site: { id: site.id.toLowerCase() },
    arrival,
    minutes,
  }));
  return {
    id,
    shift: {
      id,
      start: minuteOf(values.startAt as string),
      end: minuteOf(values.endAt as string),
      unpaid,
      site: idOf(values.site),
      specialty: idOf(values.specialty),
      stops: stops.map(({ site }) => site.id),
    },
    agents: ((values.agents ?? []) as { id: string }[]).map((agent) => agent.id.toLowerCase()).toSorted(),
    stops,
    counts: values.status === undefined || counts(values.status as number),
  };
}
