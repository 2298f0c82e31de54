// The lifecycle of a service: the agent or the desk asks for a step, the rules of core check it, its event is written.

import type { Output } from '#core/kernel/endpoint.ts';
import { Problem } from '#core/kernel/problem.ts';
import type { StoredFile } from '#core/kernel/values.ts';
import { eventOfId, labelOfEvent, personStatus, refusals } from '#core/planning/lifecycle.ts';
import {
  beginService,
  fetchServiceEvents,
  fetchServicePeople,
  fetchStops,
  moveService,
  type ServicePerson,
  updateCircuit,
} from '#core/planning/lifecycle-calls.ts';
import { Service } from '#core/planning/service.ts';
import { finished, isOver, missed, unscheduled } from '#core/planning/status.ts';
import { refuseUnsynchronised } from '#server/field/synchronised.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import { type Call, type Handler, handle } from '#server/kernel/call.ts';
import { utc } from '#server/kernel/kinds.ts';
import { readRow } from '#server/kernel/list.ts';
import { keepReport } from '#server/reports/writing.ts';
import { attestHandler } from './attesting.ts';
import { correctHandler } from './correcting.ts';
import { endPhotoHandler, isEndPointOpen } from './end-photo.ts';
import { joinTimes } from './facts.ts';
import { lockLife } from './life.ts';
import { asAgency, contentOf, eventOrder, isDisproved, momentOf, noteEvents } from './lifecycle-writing.ts';
import { replacements } from './replacements.ts';
import { seenService } from './seen-service.ts';
import { plan } from './services.ts';
import { type Asked, changesOf, giveDog, isKnown, knownEvents, personOf, refuseStranger, takeStep } from './steps.ts';
import { beginUnplanned } from './unplanned.ts';

/** A change that leaves the state as it is; refused once the service is over. */
async function update({ id, event, agent, dog }: Omit<Asked, 'to' | 'at'>, call: Call): Promise<void> {
  const { db } = call;
  const life = await lockLife(db, id, agent);
  if (isKnown(event.uuid, id, await knownEvents(db, [event.uuid]))) return;
  refuseStranger(life, agent, call);
  if (isOver(life.status)) throw new Problem('conflict', refusals.ended);
  if (life.status === unscheduled) throw new Problem('conflict', refusals.unscheduled);
  const brought = dog === undefined ? life.dog : await giveDog(id, dog?.id ?? null, life.agents, db);
  const noted = {
    id: event.uuid,
    service: id,
    agent: personOf(life, agent),
    event: 'serviceUpdate' as const,
    at: momentOf(event, call.now, life.last),
    content: contentOf(event),
    before: life.status,
    after: life.status,
    location: event.location,
  };
  await noteEvents([noted], call);
  const changes = changesOf(life, { ...life, dog: brought });
  await writeAudit(db, call, { entity: Service.name, id, action: 'edit', changes });
}

/** A person who acts in a browser, while his telephone still holds what he did: two truths would part. */
const refuseOtherTruth = (call: Pick<Call, 'db' | 'caller' | 'context'>): Promise<void> | null =>
  call.context.agent === null ? null : refuseUnsynchronised(call);

type StepCall = Call<typeof moveService> | Call<typeof beginService>;

async function step(call: StepCall, id: string) {
  const { context, input, params } = call;
  await seenService(call, id);
  await refuseOtherTruth(call);
  await keepReport(call.input.service, call as Call);
  const agent = context.agent ?? input.agent ?? null;
  const to = Number(params.status);
  const isOpen = to === finished && context.agent !== null && (await isEndPointOpen(call.db, id, context.agent));
  await asAgency(call, (own) =>
    takeStep({ id, to, event: input.event, agent, dog: input.service.dog, isEndPointOpen: isOpen }, own),
  );
  const row = await readRow(plan, call, id);
  if (row === null) throw new Problem('missing', Service.missing);
  return { service: JSON.parse(row) as never };
}

/** What a phone said and the desk applied later is his: who applied it stands beside. */
const appliedFor = `coalesce((select a.fullname || ' (appliqué par ' || e.author || ')' from field_events f join agents a on a.agency_id = f.agency_id and a.id = f.agent_id
  where f.agency_id = app_agency() and f.id = e.id and f.settlement = 'applied'), e.author)`;

export const lifecycleHandlers: Handler[] = [
  attestHandler,
  correctHandler,
  endPhotoHandler,

  handle(moveService, (call) => step(call, call.input.service.id)),

  handle(updateCircuit, async (call) => {
    const { context, input } = call;
    const { id, dog } = input.service;
    await seenService(call, id);
    await refuseOtherTruth(call);
    await keepReport(call.input.service, call as Call);
    await asAgency(call, (own) =>
      update({ id, event: input.event, agent: context.agent ?? input.agent ?? null, dog }, own),
    );
    return { service: (await seenService(call, id)) as never };
  }),

  handle(beginService, async (call) => {
    const { id } = call.input.service;
    if (id !== undefined) return step(call, id);
    await refuseOtherTruth(call);
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
      text: `select e.id as uuid, e.type, e.content, case when app_whole() or e.agent_id = app_agent() then ${appliedFor} end as author, e.at, e.created_at as received,
          -- Only the agency and the agent himself see the position.
          case when app_whole() or e.agent_id = app_agent() then e.latitude end as latitude, case when app_whole() or e.agent_id = app_agent() then e.longitude end as longitude,
          case when app_customer() is null then coalesce((select json_agg(file_json(f, app_file_url(f.id)) order by p.rank) from field_event_files p
            join files f on f.agency_id = p.agency_id and f.id = p.file_id where p.agency_id = app_agency() and p.event_id = e.id), '[]') else '[]' end as photos,
          count(*) over ()::integer as count
        from (select id, agent_id, type, content, author, at, created_at, latitude, longitude, position from service_events t where agency_id = app_agency() and service_id = $1
            and not (app_customer() is not null and ${isDisproved('t')})
          union all ${replacements}) e order by ${eventOrder('e')} limit $2 offset $3`,
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
