// Takes steps of a service: the rules of core judge each one after the other, what they come to is written once.
import { Problem } from '#core/kernel/problem.ts';
import { endPhotoReason, endUnproven, isEndProven } from '#core/planning/end-photo.ts';
import {
  isExtensionContent,
  type Outcome,
  outcomeOf,
  type ServiceState,
  type Step,
  statusOfAll,
} from '#core/planning/lifecycle.ts';
import type { StepEvent } from '#core/planning/lifecycle-calls.ts';
import { Service } from '#core/planning/service.ts';
import { extended, finished, interrupted, isOver } from '#core/planning/status.ts';
import type { Db } from '#server/db/database.ts';
import { writeAudits } from '#server/kernel/audit.ts';
import type { Call } from '#server/kernel/call.ts';
import { contradiction } from '#server/kernel/field-message.ts';
import { correcting } from '#server/kernel/frozen.ts';
import { mailAfterService } from '#server/reports/deciding.ts';
import { noteCutRounds } from '#server/rounds/cut.ts';
import { noteMissedRounds } from '#server/rounds/missed.ts';
import { notifyLeft } from './left-notice.ts';
import { type Dog, type Life, lockLife, moveOf, pausedFromOf, statusesAfter } from './life.ts';
import {
  contentOf,
  leaveActiveStop,
  missWaitingStops,
  momentOf,
  noteEvents,
  noteInterruption,
  reportedMoment,
} from './lifecycle-writing.ts';
import { closeTimes, measureTimes, writeTimes } from './lived.ts';
import { type Turn, turnBreaks } from './step-breaks.ts';

export interface Asked {
  id: string;
  to: number;
  event: StepEvent;
  agent: string | null;
  dog?: { id: string } | null | undefined;
  /** An event of the field keeps its time (decision 87). */
  at?: Date;
  /** Of his round; see `endPhotoReason`. */
  isEndPointOpen?: boolean;
}

/** The services of the events that are noted already. */
export async function knownEvents(db: Db, uuids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query<{ id: string; service: string }>({
    name: 'known-events',
    text: 'select id, service_id as service from service_events where id = any ($1::uuid[])',
    values: [uuids],
  });
  return new Map(rows.map(({ id, service }) => [id, service]));
}

/** A repeated event has no effect. */
export function isKnown(uuid: string, service: string, known: ReadonlyMap<string, string>): boolean {
  const of = known.get(uuid.toLowerCase());
  if (of !== undefined && of !== service.toLowerCase())
    throw new Problem('conflict', 'Cet événement est déjà celui d’un autre service.');
  return of !== undefined;
}

/** On the agent's own path his publication counts: he may not know yet that somebody replaces him. */
export function refuseStranger({ agents, times }: Life, agent: string | null, { context }: Call): void {
  // Who began it and was removed meanwhile still ends it.
  const isHis = agents.includes(agent ?? '') || times.some((one) => one.agent === agent);
  if (agent !== null && context.agent === null && !isHis)
    throw new Problem('invalid', 'Ce collaborateur n’est pas sur le service', {
      violations: [{ path: 'agent', message: 'Ce collaborateur n’est pas sur le service' }],
    });
}

/** Whose event it is. */
export const personOf = ({ agents }: Life, agent: string | null): string | null =>
  agent ?? (agents.length === 1 ? (agents[0] as string) : null);

/** A clock that was set back must not end a service before it began. */
function refuseEarlier(at: Date, { lastOwn }: Life): void {
  if (lastOwn && at < lastOwn) throw new Problem('conflict', contradiction);
}

/** N-048 to N-052 */
function refuseUnproven(
  living: ServiceState,
  { endPhoto }: Life,
  { event, isEndPointOpen = false }: Asked,
  at: Date,
): void {
  const why = endPhotoReason(living, endPhoto, isEndPointOpen, at.getTime());
  if (isEndProven(why, 0, contentOf(event))) return;
  throw new Problem('invalid', `${why} ${endUnproven}`, {
    violations: [{ path: 'event.eventMessages', message: endUnproven }],
  });
}

interface Done {
  asked: Asked;
  step: Step;
  own: Outcome;
  people: readonly string[];
  at: Date;
  before: Life;
  after: Life;
}

/** What the step comes to; null: nothing. Throws the reason of a refusal. */
function judge(locked: Life, asked: Asked, known: ReadonlyMap<string, string>, call: Call): Done | null {
  const { id, to, event, agent, at: reported } = asked;
  const { now } = call;
  const phoned = reported && reportedMoment(reported, now);
  if (reported) refuseEarlier(reported, locked);
  if (isKnown(event.uuid, id, known)) return null;
  // The agency may accept the end that a phone reports, signed or not.
  const before = reported && call.context.agent === null ? { ...locked, missingSignatures: [] } : locked;
  refuseStranger(before, agent, call);
  const at = phoned ?? momentOf(event, now, before.last);
  const { step, living, people } = moveOf(before, agent, to, at.getTime());
  // N-058, N-060
  if (to === extended && !isExtensionContent(contentOf(event) ?? ''))
    throw new Problem('invalid', 'Un motif de prolongation est attendu', {
      violations: [{ path: 'event.eventMessages', message: 'Un motif de prolongation est attendu' }],
    });
  if (step === 'finish' && !reported && call.context.agent !== null) refuseUnproven(living, before, asked, at);
  const own = outcomeOf(step, living, before.lateMargin, at.getTime());
  const status = people.length === 0 ? own.status : statusOfAll(statusesAfter(before, people, own.status), own.status);
  const done = { asked, step, own, people, at, before };
  const after = {
    ...before,
    status,
    // The first start and the last end (decision 83).
    realStart: own.realStart ? earliest(before.realStart, at) : before.realStart,
    realEnd: isOver(status) ? latest(before.realEnd, endOf(done)) : null,
    last: latest(before.last, at),
    lastOwn: personOf(before, agent) === agent ? latest(before.lastOwn, at) : before.lastOwn,
    times: [
      ...before.times.filter((one) => !people.includes(one.agent)),
      ...people.map((person) => ({ agent: person, status: own.status, endedAt: null })),
    ],
    pauses: pausesAfter(before.pauses, turnsOf(done)),
  };
  return { ...done, after };
}

const pausesAfter = (pauses: Life['pauses'], turns: readonly Turn[]): Life['pauses'] => [
  ...pauses.filter(({ agent }) => !turns.some((turn) => turn.to === 'end' && isTurned(agent, turn))),
  ...turns.filter(({ to }) => to === 'start'),
];

/** A break of everybody ends with the one of anybody. */
const isTurned = (agent: string | null, turn: Turn): boolean =>
  agent === null || turn.agent === null || agent === turn.agent;

const earliest = (one: Date | null, other: Date): Date => (one && one < other ? one : other);
const latest = (one: Date | null, other: Date): Date => (one && one > other ? one : other);

/** `after` does not know all that these change, so the next step is judged after a new reading. */
const isReadAgain = ({ asked, own }: Done): boolean =>
  asked.agent === null || asked.dog !== undefined || own.realEnd !== undefined;

/** Steps of one service and one person, in their order: for each why it is refused, or null. */
export async function takeSteps(asked: readonly Asked[], call: Call): Promise<(Problem | null)[]> {
  const { db } = call;
  const answers: (Problem | null)[] = [];
  let known: ReadonlyMap<string, string> | null = null;
  for (let [next] = asked; next; next = asked[answers.length]) {
    let life = await lockLife(db, next.id, next.agent);
    known ??= await knownEvents(
      db,
      asked.map(({ event }) => event.uuid),
    );
    const taken: Done[] = [];
    for (const one of asked.slice(answers.length)) {
      const judged = answerOf(life, one, known, call);
      answers.push(judged instanceof Problem ? judged : null);
      if (judged === null || judged instanceof Problem) continue;
      taken.push(judged);
      life = judged.after;
      if (isReadAgain(judged)) break;
    }
    await write(taken, call);
  }
  return answers;
}

function answerOf(...[life, asked, known, call]: Parameters<typeof judge>): Done | Problem | null {
  try {
    return judge(life, asked, known, call);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

export async function takeStep(asked: Asked, call: Call): Promise<void> {
  const [refused] = await takeSteps([asked], call);
  if (refused) throw refused;
}

async function write(taken: readonly Done[], call: Call): Promise<void> {
  const [first, last] = [taken[0], taken.at(-1)];
  if (!first || !last) return;
  const { db, now } = call;
  const { step, own, at } = last;
  const { id, agent, dog } = last.asked;
  const { status } = last.after;
  const { before } = first;
  // A late event of a phone is what happened, even if the service is already unfinished and frozen.
  const isFrozen = isOver(before.status) || isOver(status);
  const unfrozen = <T>(work: () => Promise<T>): Promise<T> => (isFrozen ? correcting(db, step, work) : work());
  await unfrozen(() => writeOutcome(taken, last, call));
  await turnBreaks(
    taken.flatMap(turnsOf),
    { service: id, isShared: before.agents.length > 1, hasRunning: before.pauses.length > 0 },
    call,
  );
  if (last.people.length > 0) await writePeople(taken, first, last, call);
  if (isOver(status) && before.circuit === null) await closeTimes(db, id, at, now);
  if (isOver(status)) await mailAfterService('r.service_id', [id], call);
  await measureTimes(db, [id], now);
  const brought =
    dog === undefined ? before.dog : await unfrozen(() => giveDog(id, dog?.id ?? null, before.agents, db));
  await noteEvents(
    taken.map((one) => ({
      id: one.asked.event.uuid,
      service: id,
      agent: personOf(before, agent),
      event: one.own.event,
      at: one.at,
      content: contentOf(one.asked.event),
      before: one.before.status,
      after: one.after.status,
      location: one.asked.event.location,
    })),
    call,
  );
  // With several people, its last one ends it.
  if (before.isCircuit && status === finished && before.status !== finished) await missWaitingStops(id, at, call);
  if (before.isCircuit && status === interrupted)
    await mailAfterService('r.service_id', await leaveActiveStop(id, at, call), call);
  if (isOver(own.status) || own.realEnd === 'clear') await noteCutRounds(id, call);
  if (isOver(status) && status !== before.status) await noteMissedRounds(id, personOf(before, agent), at, call);
  await writeAudits(
    db,
    call,
    taken.map((one) => ({
      entity: Service.name,
      id,
      action: one.step,
      changes: changesOf(one.before, one === last ? { ...one.after, dog: brought } : one.after),
    })),
  );
  // The desk knows what it did itself; a stop of a circuit is no post.
  const { event: done } = own;
  if (call.context.agent !== null && before.circuit === null)
    if (done === 'serviceInterrupted' || done === 'serviceStoppedEarly') await notifyLeft(id, done, at, call);
}

/** The breaks that it begins or ends, of each of its people. */
const turnsOf = ({ before, people, own, at: taken, step }: Omit<Done, 'after'>): Turn[] =>
  (people.length > 0 ? people : [null]).flatMap((agent) => {
    // End the break of a service that somebody else or the clock ends, so that it does not run forever.
    const isLeft = step === 'finish' && pausedFromOf(before, agent) !== null;
    const to = own.break ?? (isLeft ? 'end' : undefined);
    const at = isLeft ? endOf({ before, own, at: taken }) : taken;
    const from =
      agent === null ? before.status : (before.times.find((one) => one.agent === agent)?.status ?? before.status);
    return to ? [{ to, agent, from, at }] : [];
  });

async function writePeople(taken: readonly Done[], first: Done, last: Done, call: Call): Promise<void> {
  const { db, context, now } = call;
  const { before, own, people, at } = first;
  const service = before.id;
  // An interruption that ends was no work. Nobody takes another step before it.
  if (own.event === 'serviceResume' && own.realEnd === 'clear')
    for (const { agent, endedAt } of before.times)
      if (people.includes(agent) && endedAt !== null)
        await noteInterruption(db, { agency: context.agency, service, agent, from: new Date(endedAt), to: at, now });
  const hasEnded = last.own.realEnd === 'set' || last.own.realEnd === 'planned';
  await writeTimes(db, {
    service,
    people,
    status: last.own.status,
    began: own.realStart ? at : (before.realStart ?? at),
    ended: hasEnded ? endOf(last) : null,
    steps: taken.length,
    now,
  });
}

const changed = (before: Date | null, after: Date | null): { before: string | null; after: string | null } | null =>
  before?.getTime() === after?.getTime()
    ? null
    : { before: before?.toISOString() ?? null, after: after?.toISOString() ?? null };

/** What the history says of it. */
export function changesOf(before: Life, { status, realStart, realEnd, dog }: Life) {
  const [began, ended] = [changed(before.realStart, realStart), changed(before.realEnd, realEnd)];
  return {
    ...(before.status === status ? {} : { status: { before: before.status, after: status } }),
    ...(before.dog?.id === dog?.id ? {} : { dog: { before: before.dog, after: dog } }),
    ...(began ? { realStartAt: began } : {}),
    ...(ended ? { realEndAt: ended } : {}),
  };
}

const endOf = ({ before, own, at }: Pick<Done, 'before' | 'own' | 'at'>): Date =>
  own.realEnd === 'planned' ? before.end : at;

/** Keeps the version, like the clock: an open form does not change these columns (docs/decisions/033-clock.md). */
async function writeOutcome(taken: readonly Done[], last: Done, { db, now }: Call): Promise<void> {
  const { id, status, openEnded } = last.after;
  const began = taken.find(({ own }) => own.realStart)?.at ?? null;
  const ends = openEnded && status === finished;
  await db.query({
    name: 'write-outcome',
    // Of what is stored, not of what was read: that has no microseconds.
    text: `update services set status = $2, updated_at = $3, real_start_at = case when $4::timestamptz is not null then least(real_start_at, $4) else real_start_at end,
        real_end_at = case when $5 then greatest(real_end_at, $6) end,
        -- An open-ended service gets its end.
        end_at = case when $7 then least(greatest($6, start_at + interval '1 minute'), start_at + interval '72 hours') else end_at end,
        open_ended = open_ended and not $7 where id = $1`,
    values: [id, status, now, began, isOver(status), endOf(last), ends],
  });
  if (ends)
    await db.query({
      name: 'publish-end',
      text: 'update services s set published = service_facts(s) where s.id = $1 and s.published is not null',
      values: [id],
    });
}

/** The dog must belong to an agent of the service. */
export async function giveDog(
  service: string,
  dog: string | null,
  agents: readonly string[],
  db: Db,
): Promise<Dog | null> {
  const [found] = await db.query<Dog>({
    name: 'own-dog',
    text: 'select d.id, d.name from agent_dogs d where d.id = $1 and d.agent_id = any ($2::uuid[])',
    values: [dog, agents],
  });
  if (dog !== null && !found)
    throw new Problem('invalid', 'Chien introuvable', {
      violations: [{ path: 'service.dog', message: 'Chien introuvable' }],
    });
  await db.query({
    name: 'give-dog',
    // A field of the form: an open form must notice the change.
    text: 'update services set dog_id = $2, version = version + 1 where id = $1 and dog_id is distinct from $2',
    values: [service, dog],
  });
  return found ?? null;
}
