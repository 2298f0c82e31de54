// The lifecycle of a service: the agent or the desk asks for a step, the rules of core check it, its event is written.

import type { Output } from '#core/kernel/endpoint.ts';
import { Problem } from '#core/kernel/problem.ts';
import type { StoredFile } from '#core/kernel/values.ts';
import {
  eventOfId,
  isExtensionContent,
  labelOfEvent,
  type Outcome,
  outcomeOf,
  personStatus,
  refusals,
  type Step,
  statusOfAll,
} from '#core/planning/lifecycle.ts';
import {
  beginService,
  fetchServiceEvents,
  fetchServicePeople,
  fetchStops,
  moveService,
  type ServicePerson,
  type StepEvent,
  updateCircuit,
} from '#core/planning/lifecycle-calls.ts';
import { Service } from '#core/planning/service.ts';
import { extended, finished, isOver, missed, unscheduled } from '#core/planning/status.ts';
import type { Db } from '#server/db/database.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import { type Call, type Handler, handle } from '#server/kernel/call.ts';
import { correcting } from '#server/kernel/frozen.ts';
import { utc } from '#server/kernel/kinds.ts';
import { readRow } from '#server/kernel/list.ts';
import { isUuid } from '#server/kernel/uuid.ts';
import { mailAfterService } from '#server/reports/deciding.ts';
import { keepReport } from '#server/reports/writing.ts';
import { correctHandler } from './correcting.ts';
import { joinTimes } from './facts.ts';
import { notifyLeft } from './left-notice.ts';
import { type Dog, type Life, lockLife, moveOf, pausedFromOf, statusesAfter } from './life.ts';
import {
  asAgency,
  contentOf,
  missWaitingStops,
  momentOf,
  noteEvent,
  noteInterruption,
  turnBreak,
} from './lifecycle-writing.ts';
import { closeTimes, measureTimes, writeTimes } from './lived.ts';
import { replacements } from './replacements.ts';
import { plan } from './services.ts';
import { beginUnplanned } from './unplanned.ts';
import { readServices } from './writing.ts';

interface Asked {
  id: string;
  to: number;
  event: StepEvent;
  agent: string | null;
  dog?: { id: string } | null | undefined;
  /** An event of the field keeps its time (decision 87). */
  at?: Date;
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

/** On the agent's own path his publication counts: he may not know yet that somebody replaces him. */
function refuseStranger({ agents }: Life, agent: string | null, { context }: Call): void {
  if (agent !== null && context.agent === null && !agents.includes(agent))
    throw new Problem('invalid', 'Ce collaborateur n’est pas sur le service', {
      violations: [{ path: 'agent', message: 'Ce collaborateur n’est pas sur le service' }],
    });
}

export async function takeStep({ id, to, event, agent, dog, at: given }: Asked, call: Call): Promise<void> {
  const { db } = call;
  const locked = await lockLife(db, id, agent);
  // The agency may accept the end that a phone reports, signed or not.
  const life = given && call.context.agent === null ? { ...locked, missingSignatures: [] } : locked;
  if (await isKnown(db, event.uuid, id)) return;
  refuseStranger(life, agent, call);
  const at = given ?? momentOf(event, call.now, life.last);
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
  if (isOver(after)) await mailAfterService('r.service_id', [id], call);
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
  // The desk knows what it did itself; a stop of a circuit is no post.
  const { event: done } = own;
  if (call.context.agent !== null && life.circuit === null)
    if (done === 'serviceInterrupted' || done === 'serviceStoppedEarly') await notifyLeft(id, done, at, call);
}

/** A change that leaves the state as it is; refused once the service is over. */
async function update({ id, event, agent, dog }: Omit<Asked, 'to'>, call: Call): Promise<void> {
  const { db } = call;
  const life = await lockLife(db, id, agent);
  if (await isKnown(db, event.uuid, id)) return;
  refuseStranger(life, agent, call);
  if (isOver(life.status)) throw new Problem('conflict', refusals.ended);
  if (life.status === unscheduled) throw new Problem('conflict', refusals.unscheduled);
  const brought = dog === undefined ? life.dog : await giveDog(id, dog?.id ?? null, life.agents, db);
  await noteEvent(
    {
      id: event.uuid,
      service: id,
      agent: agent ?? (life.agents.length === 1 ? (life.agents[0] as string) : null),
      event: 'serviceUpdate',
      at: momentOf(event, call.now, life.last),
      content: contentOf(event),
      before: life.status,
      after: life.status,
      location: event.location,
    },
    call,
  );
  const changes = changesOf(life, life.status, { realStart: life.realStart, realEnd: life.realEnd }, brought);
  await writeAudit(db, call, { entity: Service.name, id, action: 'edit', changes });
}

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
export async function seenService(call: Pick<Call, 'db' | 'context'>, id: string) {
  const [row] = isUuid(id) ? await readServices(call.db, [id], call.context) : [];
  if (!row) throw new Problem('missing', Service.missing);
  return row;
}

type StepCall = Call<typeof moveService> | Call<typeof beginService>;

async function step(call: StepCall, id: string) {
  const { context, input, params } = call;
  await seenService(call, id);
  await keepReport(call.input.service, call as Call);
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

  handle(updateCircuit, async (call) => {
    const { context, input } = call;
    const { id, dog } = input.service;
    await seenService(call, id);
    await keepReport(call.input.service, call as Call);
    await asAgency(call, (own) =>
      update({ id, event: input.event, agent: context.agent ?? input.agent ?? null, dog }, own),
    );
    return { service: (await seenService(call, id)) as never };
  }),

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
      photos: StoredFile[];
      count: number;
    }>({
      name: 'service-events',
      text: `select e.id as uuid, e.type, e.content, case when app_whole() or e.agent_id = app_agent() then e.author end as author, e.at, e.created_at as received,
          -- Only the agency and the agent himself see the position.
          case when app_whole() or e.agent_id = app_agent() then e.latitude end as latitude, case when app_whole() or e.agent_id = app_agent() then e.longitude end as longitude,
          case when app_customer() is null then coalesce((select json_agg(file_json(f, app_file_url(f.id)) order by p.rank) from field_event_files p
            join files f on f.agency_id = p.agency_id and f.id = p.file_id where p.agency_id = app_agency() and p.event_id = e.id), '[]') else '[]' end as photos,
          count(*) over ()::integer as count
        from (select id, agent_id, type, content, author, at, created_at, latitude, longitude from service_events where agency_id = app_agency() and service_id = $1
          union all ${replacements}) e order by e.at, e.created_at, e.id limit $2 offset $3`,
      values: [params.id, limit, ((input.page ?? 1) - 1) * limit],
    });
    return {
      events: rows.map(({ uuid, type, content, author, at, received, latitude, longitude, photos }) => {
        const typeKey = eventOfId(type);
        return {
          uuid,
          type: { id: type, typeKey, label: labelOfEvent(type) },
          content,
          author,
          createdAt: at.toISOString(),
          receivedAt: received.toISOString(),
          location: latitude === null || longitude === null ? null : { latitude, longitude },
          photos,
        };
      }),
      filtered: rows[0]?.count ?? 0,
    };
  }),
];
