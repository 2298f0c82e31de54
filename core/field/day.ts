// The services of a device as its agent lives them: what the server said last, and the steps of the log since. The rules are
// those of the server (core/planning/lifecycle.ts).
import { outcomeOf, refusalOf, type ServiceState, stepTo } from '../planning/lifecycle.ts';
import { finished, interrupted, isActive, late, missed, running, waiting } from '../planning/status.ts';
import { serviceStep } from '../planning/step-message.ts';
import type { Extension } from '../planning/step-words.ts';
import { unplannedStart } from '../planning/unplanned-message.ts';
import { correctedTime, type FieldEvent } from './event.ts';
import type { PackRows } from './pack.ts';

export interface LivedService extends ServiceState {
  id: string;
  /** The circuit whose stop it is. */
  circuit: string | null;
  realStart: number | null;
  realEnd: number | null;
  /** Of the break under way; absent: an older server did not say. */
  pausedAt?: number;
  /** Absent: not extended, or an older server did not say. */
  extension?: Extension;
}

const instant = (text: string | null | undefined): number | null => (text ? Date.parse(text) : null);

/** A row of the pack. */
export const livedOf = (
  row: PackRows['services'],
  pause: { startedAt: string; from: number } | null = null,
  extension: { at: string; reason: string | null } | null = null,
): LivedService => ({
  id: row.id,
  status: row.status,
  start: Date.parse(row.startAt),
  end: Date.parse(row.endAt),
  openEnded: row.openEnded ?? false,
  isCircuit: row.isCircuit ?? false,
  circuit: row.circuit?.id ?? null,
  circuitStatus: row.circuitStatus ?? null,
  realStart: instant(row.realStartAt),
  realEnd: instant(row.realEndAt),
  ...(pause ? { pausedFrom: pause.from, pausedAt: Date.parse(pause.startedAt) } : {}),
  ...(extension ? { extension: { at: Date.parse(extension.at), reason: extension.reason } } : {}),
});

/** A service that its agent began and nobody planned (N-067), before the server knows of it. */
export interface Begun extends LivedService {
  site: string;
}

/**
 * Events in the order of their ranks. One that the state does not allow changes nothing: the agency decides on it.
 * `made`: what the screens need of a service that its agent began by himself; null: the place is unknown here.
 */
export function livedDay<S extends LivedService>(
  services: readonly S[],
  events: readonly FieldEvent[],
  lateMargin: number,
  made: (begun: Begun) => S | null = () => null,
): S[] {
  let day = [...services];
  for (const event of events) {
    if (event.type === serviceStep.type) day = withStep(day, event, lateMargin);
    else if (event.type === unplannedStart.type) day = withUnplanned(day, event, made);
  }
  return day;
}

/** Hours; the server knows the agency's own limit. */
const openEnded = 12 * 3_600_000;

function withUnplanned<S extends LivedService>(
  day: readonly S[],
  event: FieldEvent,
  made: (begun: Begun) => S | null,
): S[] {
  const payload = unplannedStart.payload.safeParse(event.payload);
  const { service: id } = event;
  if (!payload.success || id === null || day.some((one) => one.id === id) || otherThanTour(day) !== null)
    return [...day];
  const start = correctedTime(event);
  const service = made({
    ...{ id, status: running, start, end: start + openEnded, openEnded: true, isCircuit: false },
    ...{ circuit: null, circuitStatus: null, realStart: start, realEnd: null, site: payload.data.site },
  });
  return service ? [...day, service] : [...day];
}

function withStep<S extends LivedService>(day: readonly S[], event: FieldEvent, lateMargin: number): S[] {
  const service = day.find(({ id }) => id === event.service);
  const payload = serviceStep.payload.safeParse(event.payload);
  if (!service || !payload.success) return [...day];
  const at = correctedTime(event);
  const step = stepTo(service.status, payload.data.status);
  if (step === null || refusalIn(day, service, step, lateMargin, at) !== null) return [...day];
  const outcome = outcomeOf(step, service, lateMargin, at);
  const moved: S = {
    ...service,
    status: outcome.status,
    ...(outcome.break === 'start' ? { pausedFrom: service.status, pausedAt: at } : {}),
    ...(outcome.event === 'serviceExtension' ? { extension: { at, reason: payload.data.content ?? null } } : {}),
    ...(outcome.realStart ? { realStart: at } : {}),
    ...(outcome.realEnd
      ? { realEnd: outcome.realEnd === 'clear' ? null : outcome.realEnd === 'planned' ? service.end : at }
      : {}),
  };
  return day.map((one) => {
    if (one.id === moved.id) return moved;
    if (one.circuit !== moved.id) return one;
    // Stops that nobody reached are missed with the end of their circuit.
    const isMissed = moved.status === finished && (one.status === waiting || one.status === late);
    // Whoever breaks it off leaves the site where he was.
    const isLeft = moved.status === interrupted && isActive(one.status);
    return {
      ...one,
      circuitStatus: moved.status,
      ...(isMissed ? { status: missed } : isLeft ? { status: finished, realEnd: at } : {}),
    };
  });
}

/** Why the agent cannot take this step now, or null. */
export const refusalIn = <S extends LivedService>(
  day: readonly S[],
  service: S,
  step: Parameters<typeof refusalOf>[0],
  lateMargin: number,
  at: number,
): string | null =>
  refusalOf(
    step,
    service,
    {
      lateMargin,
      others: day.filter((one) => one.id !== service.id && isActive(one.status)),
      stops: day.filter(({ circuit }) => circuit === service.id),
    },
    at,
  );

/** Beside a tour, one service at a time is active: another one is not begun (2 §3). A stop is a service. */
export const otherThanTour = <S extends LivedService>(day: readonly S[]): S | null =>
  day.find(({ status, isCircuit }) => isActive(status) && !isCircuit) ?? null;

/** The service, circuit or stop at hand: a stop before its circuit (B-010, B-011). */
export const activeOf = <S extends LivedService>(day: readonly S[]): S | null => {
  const active = day.filter(({ status }) => isActive(status));
  return active.find(({ isCircuit }) => !isCircuit) ?? active[0] ?? null;
};
