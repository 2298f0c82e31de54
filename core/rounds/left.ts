// What is left to walk, by counting alone: this is loaded before the first screen of the field, the walk itself is not.
import type { FieldEvent } from '../field/event.ts';
import { isRoundLate } from './late.ts';
import { roundCheckpoint, roundStart, roundStop, roundVirtual } from './messages.ts';
import type { ServiceRound } from './service-round.ts';

export interface RoundsLeft {
  round: ServiceRound;
  /** Executions made, and those begun, by anybody. */
  done: number;
  begun: number;
  /** The execution under way of this person. */
  running: string | null;
}

/** N-053 */
export const roundsLeftQuestion =
  'Il faut terminer toutes les rondes avant de terminer le service, terminer le service quand même ?';

export function roundsLeft(
  rounds: readonly ServiceRound[],
  events: readonly FieldEvent[],
  agent: string,
  /** Of the agent's services that are over. */
  ends: ReadonlyMap<string, string> = new Map(),
): RoundsLeft[] {
  const [begun, ended] = [new Map<string, Set<string>>(), new Set<string>()];
  for (const { type, payload } of events) {
    const { execution, serviceRound } = (payload ?? {}) as { execution?: string; serviceRound?: string };
    if (!execution) continue;
    if (type === roundStop.type) ended.add(execution);
    else if (type === roundStart.type && serviceRound)
      begun.set(serviceRound, (begun.get(serviceRound) ?? new Set()).add(execution));
  }
  return rounds.map((round) => {
    const known = new Set(round.executions.map(({ uuid }) => uuid));
    const fresh = [...(begun.get(round.uuid) ?? [])].filter((one) => !known.has(one));
    const isServiceOver = ends.has(round.service.id);
    const isOver = ({ uuid, endedAt, agent: by }: ServiceRound['executions'][number]): boolean =>
      endedAt !== null || ended.has(uuid) || (isServiceOver && by?.id === agent);
    const isOwnOver = (one: string): boolean => isServiceOver || ended.has(one);
    const own = round.executions.find((one) => !isOver(one) && one.agent?.id === agent);
    return {
      round,
      begun: round.executions.length + fresh.length,
      done: round.executions.filter(isOver).length + fresh.filter(isOwnOver).length,
      running: own?.uuid ?? fresh.find((one) => !isOwnOver(one)) ?? null,
    };
  });
}

const sum = (counts: readonly number[]): number => counts.reduce((total, one) => total + one, 0);

/** As supervision counts: over all rounds of the service, which the agent walks in the order he likes. */
export const areRoundsLate = (
  left: readonly RoundsLeft[],
  { start, end }: { start: number; end: number },
  now: number,
): boolean => {
  const planned = sum(left.map(({ round }) => round.numberOfExecutions));
  return isRoundLate({ planned, begun: sum(left.map(({ begun }) => begun)), start, end }, now);
};

/** N-051: the last point of the execution under way is not read. */
export function isEndOpen(
  { round, executions }: ServiceRound,
  running: string | null,
  events: readonly FieldEvent[],
): boolean {
  const last = round.checkpoints.at(-1)?.line;
  if (running === null || last === undefined) return false;
  const known = executions.find(({ uuid }) => uuid === running)?.facts ?? [];
  const isRead = known.some(({ kind, line }) => line === last && (kind === 'read' || kind === 'virtual'));
  return !(
    isRead ||
    events.some(({ type, payload }) => {
      const { execution, line } = (payload ?? {}) as { execution?: string; line?: string };
      return execution === running && line === last && (type === roundCheckpoint.type || type === roundVirtual.type);
    })
  );
}
