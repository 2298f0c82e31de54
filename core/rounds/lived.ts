// The rounds of a device as its agent walks them: what the server said last, and the events of the log since.
import { correctedTime, type FieldEvent, type Fix } from '../field/event.ts';
import type { PayloadOf } from '../kernel/field-message.ts';
import type { RoundFact, RoundPlan } from './execution.ts';
import {
  roundCheckpoint,
  roundJump,
  roundMessages,
  roundObservation,
  roundStart,
  roundStop,
  roundUnknown,
  roundVirtual,
} from './messages.ts';
import type { RoundExecution, ServiceRound } from './service-round.ts';

interface Happened {
  uuid: string;
  /** Corrected, in milliseconds. */
  at: number;
  position: Fix | null;
}

const said = { line: null, checkpoint: null, way: null, tag: null, content: null, gone: null } as const;

/** The fact of a message whose payload is checked; null: not a message of rounds. */
export function factOf(type: string, payload: unknown, { uuid, at, position }: Happened): RoundFact | null {
  const fact = { ...said, id: uuid, at: new Date(at).toISOString(), position };
  switch (type) {
    case roundStart.type:
      return { ...fact, kind: 'start' };
    case roundCheckpoint.type: {
      const { line, checkpoint, way, tag = null } = payload as PayloadOf<typeof roundCheckpoint>;
      return { ...fact, kind: 'read', line, checkpoint, way, tag };
    }
    case roundUnknown.type: {
      const { way, tag } = payload as PayloadOf<typeof roundUnknown>;
      return { ...fact, kind: 'unknown', way, tag };
    }
    case roundVirtual.type: {
      const { line, checkpoint } = payload as PayloadOf<typeof roundVirtual>;
      return { ...fact, kind: 'virtual', line, checkpoint, way: 'POSITION' };
    }
    case roundJump.type: {
      const { line, checkpoint, comment } = payload as PayloadOf<typeof roundJump>;
      return { ...fact, kind: 'jump', line, checkpoint, content: comment };
    }
    case roundObservation.type: {
      const { line, checkpoint, content } = payload as PayloadOf<typeof roundObservation>;
      return { ...fact, kind: 'observation', line, checkpoint, content };
    }
    case roundStop.type:
      return { ...fact, kind: 'stop', content: (payload as PayloadOf<typeof roundStop>).comment ?? null };
    default:
      return null;
  }
}

/** The plan of an execution that begins now. */
export const planOf = ({ round, site }: Pick<ServiceRound, 'round' | 'site'>): RoundPlan => ({
  name: round.name,
  points: round.checkpoints.map(({ line, id, title, location }) => ({ line, checkpoint: id, title, location })),
  directions: round.grantedDirections,
  radius: site.radius,
});

/**
 * The rounds with the executions of the log; what the pack already has counts once. `ends`: of the agent's services that
 * are over, which ends what he left open.
 */
export function livedRounds(
  rounds: readonly ServiceRound[],
  events: readonly FieldEvent[],
  ends: ReadonlyMap<string, string> = new Map(),
  agent: string | null = null,
): ServiceRound[] {
  const lived = rounds.map((one) => ({ ...one, executions: [...one.executions] }));
  for (const event of events) {
    const message = roundMessages.find(({ type }) => type === event.type);
    const read = message?.payload.safeParse(event.payload);
    if (!read?.success) continue;
    const payload = read.data as { execution: string; serviceRound?: string };
    const happened = { uuid: event.uuid, at: correctedTime(event), position: event.position };
    const fact = factOf(event.type, payload, happened);
    if (fact) add(lived, payload, fact);
  }
  return lived.map((one) => ({ ...one, executions: one.executions.map(closed(ends.get(one.service.id), agent)) }));
}

const closed =
  (end: string | undefined, agent: string | null) =>
  (execution: RoundExecution): RoundExecution => {
    const isOwn = execution.agent === null || execution.agent.id === agent;
    if (end === undefined || execution.endedAt !== null || !isOwn) return execution;
    return { ...execution, endedAt: end > execution.startedAt ? end : execution.startedAt };
  };

function add(
  lived: readonly ServiceRound[],
  { execution, serviceRound }: { execution: string; serviceRound?: string },
  fact: RoundFact,
): void {
  const round = lived.find(({ uuid, executions }) => uuid === serviceRound || executions.some(isIt(execution)));
  if (!round) return;
  const index = round.executions.findIndex(isIt(execution));
  const known = round.executions[index];
  if (known) round.executions[index] = { ...known, ...added(known, fact) };
  else if (fact.kind === 'start') {
    const begun = { uuid: execution, startedAt: fact.at, endedAt: null, agent: null, plan: planOf(round), facts: [] };
    round.executions.push({ ...begun, ...added(begun, fact) });
  }
}

const isIt =
  (execution: string) =>
  ({ uuid }: RoundExecution): boolean =>
    uuid === execution;

const added = ({ facts, endedAt }: RoundExecution, fact: RoundFact): Pick<RoundExecution, 'facts' | 'endedAt'> => ({
  facts: facts.some(({ id }) => id === fact.id) ? facts : [...facts, fact],
  endedAt: endedAt ?? (fact.kind === 'stop' ? fact.at : null),
});
