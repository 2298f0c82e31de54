// The stops of a circuit: each is also a service on its site, with the same id.
import {
  archived,
  finished,
  interrupted,
  isActive,
  missed,
  running,
  unfinished,
  waiting,
} from '#core/planning/status.ts';
import type { WrittenPost } from '../lists/posts.ts';
import type { DemoService } from '../world.ts';
import type { Slot } from './roster.ts';
import type { Numbering } from './rows.ts';
import type { Days } from './slots.ts';

const minute = 60_000;

/** Stops after the circuit was interrupted did not take place. */
function statusOf(circuit: DemoService, startAt: string, endAt: string, now: number): number {
  if (circuit.status === interrupted) return startAt < (circuit.realEndAt ?? '') ? finished : missed;
  if (circuit.status === unfinished) return finished;
  if (!isActive(circuit.status)) return circuit.status;
  if (Date.parse(endAt) <= now) return finished;
  return Date.parse(startAt) <= now ? running : waiting;
}

export function stopsOf(
  circuit: DemoService,
  { day, shift }: Slot,
  written: NonNullable<WrittenPost['stops']>,
  days: Days,
  next: Numbering,
  siteOf: (name: string) => string,
): DemoService[] {
  const stops = written.map(([name, arrival, minutes]): DemoService => {
    const begins = days.at(arrival < shift.from ? day + 1 : day, arrival);
    const [startAt, endAt] = [begins, begins + minutes * minute].map((at) => new Date(at).toISOString()) as [
      string,
      string,
    ];
    const status = statusOf(circuit, startAt, endAt, days.now);
    const isDone = status === finished || status === archived;
    return {
      ...circuit,
      id: next.id(),
      reference: next.reference('S'),
      status,
      circuitId: circuit.id,
      seriesId: null,
      lastPublished: null,
      realStartAt: isDone || status === running ? startAt : null,
      realEndAt: isDone ? endAt : null,
      draft: {
        site: { id: siteOf(name) },
        activityType: 6,
        nbAgents: circuit.draft.nbAgents ?? 1,
        startAt,
        endAt,
        agents: circuit.draft.agents ?? [],
      },
    };
  });
  circuit.draft = {
    ...circuit.draft,
    services: stops.map(({ id, draft }, rank) => ({
      id,
      site: draft.site ?? null,
      arrival: written[rank]?.[1] ?? '',
      minutes: written[rank]?.[2] ?? 0,
      activityType: 6 as const,
    })),
  };
  return stops;
}
