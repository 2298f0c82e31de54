// The lifecycle of a service: the agent or the desk asks for a step, the rules of core check it, its event is written.

import type { Output } from '#core/kernel/endpoint.ts';
import { Problem } from '#core/kernel/problem.ts';
import { breakRunning } from '#core/planning/break.ts';
import {
  eventOfId,
  isExtensionContent,
  lifecycleEvents,
  type Outcome,
  outcomeOf,
  personStatus,
  refusalOf,
  refusals,
  type ServiceState,
  type Step,
  statusOfAll,
  stepTo,
} from '#core/planning/lifecycle.ts';
import {
  beginService,
  fetchServiceEvents,
  fetchServicePeople,
  fetchStops,
  moveService,
  type ServicePerson,
  type StepEvent,
} from '#core/planning/lifecycle-calls.ts';
import { Service } from '#core/planning/service.ts';
import { activeStatuses, extended, finished, isActive, isOver, missed } from '#core/planning/status.ts';
import type { Db } from '#server/db/database.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import { type Call, type Handler, handle } from '#server/kernel/call.ts';
import { correcting } from '#server/kernel/frozen.ts';
import { utc } from '#server/kernel/kinds.ts';
import { readRow } from '#server/kernel/list.ts';
import { isUuid } from '#server/kernel/uuid.ts';
import { correctHandler } from './correcting.ts';
import { joinTimes } from './facts.ts';
import { notifyInterruption } from './interrupted-notice.ts';
import {
  asAgency,
  contentOf,
  isWorkingAt,
  missWaitingStops,
  momentOf,
  noteEvent,
  noteInterruption,
  turnBreak,
} from './lifecycle-writing.ts';
import { closeTimes, measureTimes, writeTimes } from './lived.ts';
import { plan } from './services.ts';
import { beginUnplanned } from './unplanned.ts';
import { readServices } from './writing.ts';

interface Dog extends Record<string, unknown> {
  id: string;
  name: string;
}

interface Life extends Record<string, unknown> {
  id: string;
  status: number;
  start: Date;
  end: Date;
  isCircuit: boolean;
  circuit: string | null;
  circuitStatus: number | null;
  openEnded: boolean;
  realStart: Date | null;
  realEnd: Date | null;
  /** Running breaks; `agent` null: of everybody. */
  pauses: { agent: string | null; from: number }[];
  times: Times[];
  /** Time of the last event of a person: no event comes before it. Events of the clock do not count. */
  last: Date | null;
  lateMargin: number;
  dog: Dog | null;
  agents: string[];
  others: { isCircuit: boolean }[];
  stops: { status: number }[];
}

/** One person on the service. */
interface Times {
  agent: string;
  status: number;
  endedAt: string | null;
}

/** Locks the service, its circuit and its agents, who could otherwise start another service at the same time. */
async function lockLife(db: Db, id: string, agent: string | null): Promise<Life> {
  const locked = await db.query({
    name: 'lock-life',
    text: `select 1 from services where id = $1 or id = (select c.circuit_id from services c where c.id = $1) order by id for update`,
    values: [id],
  });
  if (locked.length === 0) throw new Problem('conflict', 'Ce service a été retiré du planning : appelez votre agence.');
  await db.query({
    name: 'lock-workers',
    text: `select 1 from agents where id = $2 or $2 is null and id in (select agent_id from service_agents where service_id = $1) order by id for no key update`,
    values: [id, agent],
  });
  const active = `status in (${activeStatuses})`;
  const [life] = await db.query<Life>({
    name: 'read-life',
    text: `select s.id, s.status, s.start_at as start, s.end_at as "end", s.is_circuit as "isCircuit", s.circuit_id as circuit, c.status as "circuitStatus",
        s.open_ended as "openEnded", s.real_start_at as "realStart", s.real_end_at as "realEnd", a.late_margin as "lateMargin",
        (select coalesce(json_agg(json_build_object('agent', b.agent_id, 'from', b.paused_from)), '[]') from service_breaks b
          where b.agency_id = s.agency_id and b.service_id = s.id and b.status = ${breakRunning} and b.paused_from is not null) as pauses,
        (select coalesce(json_agg(json_build_object('agent', t.agent_id, 'status', t.state, 'endedAt', ${utc('t.ended_at')})), '[]') from service_times t
          where t.agency_id = s.agency_id and t.service_id = s.id) as times,
        (select max(e.at) from service_events e where e.agency_id = s.agency_id and e.service_id = s.id and (e.agent_id is not null or e.author is not null)) as last,
        (select json_build_object('id', d.id, 'name', d.name) from agent_dogs d where d.agency_id = s.agency_id and d.id = s.dog_id) as dog,
        array(select h.agent_id::text from service_agents h where h.agency_id = s.agency_id and h.service_id = s.id) as agents,
        (select coalesce(json_agg(json_build_object('isCircuit', o.is_circuit)), '[]') from services o
          where o.agency_id = s.agency_id and o.${active} and o.id <> s.id and o.id is distinct from s.circuit_id
            and (${isWorkingAt('o', '$2')} or $2 is null and exists (select from service_agents m where m.agency_id = s.agency_id and m.service_id = s.id
              and ${isWorkingAt('o', 'm.agent_id')}))) as others,
        (select coalesce(json_agg(json_build_object('status', p.status)), '[]') from services p where p.agency_id = s.agency_id and p.circuit_id = s.id) as stops
      from services s join agencies a on a.id = s.agency_id left join services c on c.agency_id = s.agency_id and c.id = s.circuit_id
      where s.id = $1`,
    values: [id, agent],
  });
  return life as Life;
}

interface Asked {
  id: string;
  to: number;
  event: StepEvent;
  agent: string | null;
  dog?: { id: string } | null | undefined;
}

/** A repeated event has no effect. */
async function isKnown(db: Db, uuid: string, service: string): Promise<boolean> {
  const [known] = await db.query<{ service: string }>({
    name: 'known-event',
    text: 'select service_id as service from service_events where id = $1',
    values: [uuid],
  });
  if (known && known.service !== service)
    throw new Problem('conflict', 'Cet événement est déjà celui d’un autre service.');
  return known !== undefined;
}

async function takeStep({ id, to, event, agent, dog }: Asked, call: Call): Promise<void> {
  const { db } = call;
  const life = await lockLife(db, id, agent);
  if (await isKnown(db, event.uuid, id)) return;
  // On the agent's own path his publication counts: he may not know yet that somebody replaces him.
  if (agent !== null && call.context.agent === null && !life.agents.includes(agent))
    throw new Problem('invalid', 'Ce collaborateur n’est pas sur le service', {
      violations: [{ path: 'agent', message: 'Ce collaborateur n’est pas sur le service' }],
    });
  const at = momentOf(event, call.now, life.last);
  const { step, living, people } = moveOf(life, agent, to, at.getTime());
  const content = contentOf(event);
  // N-058, N-060
  if (to === extended && !isExtensionContent(content ?? ''))
    throw new Problem('invalid', 'Un motif de prolongation est attendu', {
      violations: [{ path: 'event.eventMessages', message: 'Un motif de prolongation est attendu' }],
    });
  const own = outcomeOf(step, living, life.lateMargin, at.getTime());
  const after = people.length === 0 ? own.status : statusOfAll(statusesAfter(life, people, own.status), own.status);
  // A late event of a phone is what happened, even if the service is already unfinished and frozen.
  const unfrozen = <T>(work: () => Promise<T>): Promise<T> => correcting(db, step, work);
  const doer = agent ?? (life.agents.length === 1 ? (life.agents[0] as string) : null);
  const dates = await unfrozen(() => writeOutcome(life, { ...own, status: after }, at, call));
  await turnBreaks({ life, people, outcome: own, at, step }, call);
  if (people.length > 0) await writePeople({ life, people, outcome: own, at }, call);
  if (isOver(after) && life.circuit === null) await closeTimes(db, id, at, call.now);
  await measureTimes(db, [id], call.now);
  const brought = dog === undefined ? life.dog : await unfrozen(() => giveDog(id, dog?.id ?? null, life.agents, db));
  await noteEvent(
    {
      id: event.uuid,
      service: id,
      agent: doer,
      event: own.event,
      at,
      content,
      before: life.status,
      after,
      location: event.location,
    },
    call,
  );
  if (step === 'finish' && life.isCircuit) await missWaitingStops(id, at, call);
  await writeAudit(db, call, {
    entity: Service.name,
    id,
    action: step,
    changes: changesOf(life, after, dates, brought),
  });
  if (step === 'interrupt' && call.context.agent !== null) await notifyInterruption(id, at, call);
}

interface Move {
  step: Step;
  living: ServiceState;
  /** Who takes it; nobody at a stop, and on a service without agents. */
  people: string[];
}

/** The step of the named person, or of everybody on the service who can take it; throws the reason of a refusal. */
function moveOf(life: Life, agent: string | null, to: number, at: number): Move {
  const { circuit, agents, times, status, realStart } = life;
  const people = circuit !== null ? [] : agent === null ? agents : [agent];
  const living = { ...life, start: life.start.getTime(), end: life.end.getTime() };
  const stateOf = (person: string | null): ServiceState => ({
    ...living,
    status:
      person === null
        ? status
        : personStatus(
            { status, begun: realStart !== null },
            times.find((one) => one.agent === person)?.status ?? null,
          ),
    pausedFrom: pausedFromOf(life, person),
  });
  const judged = (people.length === 0 ? [null] : people).map((person) => {
    const state = stateOf(person);
    const step = stepTo(state.status, to);
    return { person, state, step, refused: step ? refusalOf(step, state, life, at) : refusals.ended };
  });
  const usual = stepTo(status, to);
  const allowed = judged.flatMap((one) => (one.step && one.refused === null ? [{ ...one, step: one.step }] : []));
  // « Reprendre » changes nothing for somebody at work: another person's step comes first.
  const moving = allowed.filter(({ step, state }) => step !== 'resume' || !isActive(state.status));
  const first = moving.find(({ step }) => step === usual) ?? moving[0] ?? allowed[0];
  if (!first) throw new Problem('conflict', (judged.find(({ step }) => step === usual) ?? judged[0])?.refused ?? '');
  return {
    step: first.step,
    living: first.state,
    people: allowed.flatMap(({ step, person }) => (step === first.step && person !== null ? [person] : [])),
  };
}

/** His own break, or the one of everybody. */
const pausedFromOf = ({ pauses }: Life, person: string | null): number | null =>
  (pauses.find(({ agent }) => agent === person) ?? pauses.find(({ agent }) => agent === null || person === null))
    ?.from ?? null;

/** People who were replaced no longer count. */
const statusesAfter = ({ times, agents }: Life, people: readonly string[], status: number): number[] => [
  ...times.filter(({ agent }) => agents.includes(agent) && !people.includes(agent)).map((one) => one.status),
  status,
];

interface Taken {
  life: Life;
  people: readonly string[];
  outcome: Outcome;
  at: Date;
}

/** Starts or ends the breaks of these people. */
async function turnBreaks({ life, people, outcome, at, step }: Taken & { step: Step }, call: Call): Promise<void> {
  for (const agent of people.length > 0 ? people : [null]) {
    // End the break of a service that somebody else or the clock ends, so that it does not run forever.
    const isLeft = step === 'finish' && pausedFromOf(life, agent) !== null;
    const turned = outcome.break ?? (isLeft ? 'end' : undefined);
    const from = agent === null ? life.status : (life.times.find((one) => one.agent === agent)?.status ?? life.status);
    const isShared = life.agents.length > 1;
    if (turned) await turnBreak(turned, { service: life.id, agent, isShared, from, at }, call);
  }
}

async function writePeople({ life, people, outcome, at }: Taken, { db, context, now }: Call): Promise<void> {
  const { id: service, realStart } = life;
  // An interruption that ends was no work.
  if (outcome.event === 'serviceResume' && outcome.realEnd === 'clear')
    for (const { agent, endedAt } of life.times)
      if (people.includes(agent) && endedAt !== null)
        await noteInterruption(db, { agency: context.agency, service, agent, from: new Date(endedAt), to: at, now });
  const hasEnded = outcome.realEnd === 'set' || outcome.realEnd === 'planned';
  await writeTimes(db, {
    service,
    people,
    status: outcome.status,
    at,
    began: outcome.realStart ? at : realStart,
    ended: hasEnded ? endOf(life, outcome.realEnd, at) : null,
    now,
  });
}

interface Dates extends Record<string, unknown> {
  realStart: Date | null;
  realEnd: Date | null;
}

const changed = (before: Date | null, after: Date | null): { before: string | null; after: string | null } | null =>
  before?.getTime() === after?.getTime()
    ? null
    : { before: before?.toISOString() ?? null, after: after?.toISOString() ?? null };

function changesOf(before: Life, status: number, { realStart, realEnd }: Dates, dog: Dog | null) {
  const [began, ended] = [changed(before.realStart, realStart), changed(before.realEnd, realEnd)];
  return {
    ...(before.status === status ? {} : { status: { before: before.status, after: status } }),
    ...(before.dog?.id === dog?.id ? {} : { dog: { before: before.dog, after: dog } }),
    ...(began ? { realStartAt: began } : {}),
    ...(ended ? { realEndAt: ended } : {}),
  };
}

const endOf = ({ end }: Life, realEnd: Outcome['realEnd'], at: Date): Date => (realEnd === 'planned' ? end : at);

/**
 * Writes the state of the service, its first start and its last end (decision 83). Keeps the version, like the clock: an
 * open form does not change these columns (docs/decisions/033-clock.md).
 */
async function writeOutcome(
  life: Life,
  { status, realStart, realEnd }: Outcome,
  at: Date,
  { db, now }: Call,
): Promise<Dates> {
  const ends = life.openEnded && status === finished;
  const [written] = await db.query<Dates>({
    name: 'write-outcome',
    text: `update services set status = $2, updated_at = $3, real_start_at = case when $4 then least(real_start_at, $6) else real_start_at end,
        real_end_at = case when $5 then greatest(real_end_at, $6) end,
        -- An open-ended service gets its end.
        end_at = case when $7 then least(greatest($6, start_at + interval '1 minute'), start_at + interval '72 hours') else end_at end,
        open_ended = open_ended and not $7 where id = $1 returning real_start_at as "realStart", real_end_at as "realEnd"`,
    values: [life.id, status, now, realStart === 'set', isOver(status), endOf(life, realEnd, at), ends],
  });
  if (ends)
    await db.query({
      name: 'publish-end',
      text: 'update services s set published = service_facts(s) where s.id = $1 and s.published is not null',
      values: [life.id],
    });
  return written as Dates;
}

/** The dog must belong to an agent of the service. */
async function giveDog(service: string, dog: string | null, agents: readonly string[], db: Db): Promise<Dog | null> {
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

/** On his own path an agent finds his published services. */
async function seenService(call: Pick<Call, 'db' | 'context'>, id: string) {
  const [row] = isUuid(id) ? await readServices(call.db, [id], call.context) : [];
  if (!row) throw new Problem('missing', Service.missing);
  return row;
}

type StepCall = Call<typeof moveService> | Call<typeof beginService>;

async function step(call: StepCall, id: string) {
  const { context, input, params } = call;
  await seenService(call, id);
  const agent = context.agent ?? input.agent ?? null;
  await asAgency(call, (own) =>
    takeStep({ id, to: Number(params.status), event: input.event, agent, dog: input.service.dog }, own),
  );
  const row = await readRow(plan, call, id);
  if (row === null) throw new Problem('missing', Service.missing);
  return { service: JSON.parse(row) as never };
}

export const lifecycleHandlers: Handler[] = [
  correctHandler,

  handle(moveService, (call) => step(call, call.input.service.id)),

  handle(beginService, async (call) => {
    const { id } = call.input.service;
    if (id !== undefined) return step(call, id);
    return { service: (await seenService(call, await beginUnplanned(call))) as never };
  }),

  handle(fetchStops, async ({ db, context, params }) => {
    await seenService({ db, context }, params.id);
    const [row] = await db.query<{ services: Output<typeof fetchStops>['services'] }>({
      name: 'circuit-stops',
      text: `select coalesce(json_agg(json_build_object('id', s.id, 'site', json_build_object('id', s.site_id, 'name', coalesce(i.name, '')), 'startAt', ${utc('s.start_at')},
          'endAt', ${utc('s.end_at')}, 'status', s.status, 'realStartAt', ${utc('s.real_start_at')}, 'realEndAt', ${utc('s.real_end_at')}) order by s.start_at, s.id), '[]') as services
        from seen_services s left join sites i on i.agency_id = s.agency_id and i.id = s.site_id where s.agency_id = app_agency() and s.circuit_id = $1`,
      values: [params.id],
    });
    return { services: row?.services ?? [] };
  }),

  handle(fetchServicePeople, async ({ db, context, params }) => {
    await seenService({ db, context }, params.id);
    const rows = await db.query<ServicePerson & { own: number | null; begun: boolean }>({
      name: 'service-people',
      text: `select a.id, a.fullname as name, s.status, s.real_start_at is not null as begun, t.state as own, ${utc('t.started_at')} as "startedAt", ${utc('t.ended_at')} as "endedAt"
        from services s join (select agency_id, service_id, agent_id from service_agents union select agency_id, service_id, agent_id from service_times) h
            on h.agency_id = s.agency_id and h.service_id = s.id
          join agents a on a.agency_id = h.agency_id and a.id = h.agent_id ${joinTimes('s', 'a.id', 't')}
        where s.agency_id = app_agency() and s.id = $1 order by a.lastname collate "fr-x-icu", a.id`,
      values: [params.id],
    });
    return {
      people: rows.map(({ own, begun, ...person }) => ({
        ...person,
        status: own === missed ? missed : personStatus({ status: person.status, begun }, own),
      })),
    };
  }),

  handle(fetchServiceEvents, async ({ db, context, input, params }) => {
    await seenService({ db, context }, params.id);
    const limit = input.limit ?? 100;
    const rows = await db.query<{
      uuid: string;
      type: number;
      content: string | null;
      author: string | null;
      at: Date;
      received: Date;
      latitude: number | null;
      longitude: number | null;
      count: number;
    }>({
      name: 'service-events',
      text: `select e.id as uuid, e.type, e.content, case when app_whole() or e.agent_id = app_agent() then e.author end as author, e.at, e.created_at as received,
          -- Only the agency and the agent himself see the position.
          case when app_whole() or e.agent_id = app_agent() then e.latitude end as latitude, case when app_whole() or e.agent_id = app_agent() then e.longitude end as longitude, count(*) over ()::integer as count
        from service_events e where e.agency_id = app_agency() and e.service_id = $1 order by e.at, e.created_at, e.id limit $2 offset $3`,
      values: [params.id, limit, ((input.page ?? 1) - 1) * limit],
    });
    return {
      events: rows.map(({ uuid, type, content, author, at, received, latitude, longitude }) => {
        const typeKey = eventOfId(type);
        return {
          uuid,
          type: { id: type, typeKey, label: typeKey ? lifecycleEvents[typeKey].label : '???' },
          content,
          author,
          createdAt: at.toISOString(),
          receivedAt: received.toISOString(),
          location: latitude === null || longitude === null ? null : { latitude, longitude },
        };
      }),
      filtered: rows[0]?.count ?? 0,
    };
  }),
];
