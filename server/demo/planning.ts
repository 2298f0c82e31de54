// Writes the planning of a demo agency: services, their agents, their breaks, and absences.

import { clockEvents, extensionReasons, lifecycleEvents } from '#core/planning/lifecycle.ts';
import { Service } from '#core/planning/service.ts';
import { timesAsPlanned, timesOpen, timesToSettle } from '#core/planning/service-time.ts';
import { activeStatuses, finished, idleStatuses, interrupted, running } from '#core/planning/status.ts';
import { hoursByDay, Unavailability } from '#core/planning/unavailability.ts';
import { activeStatus } from '#core/roles.ts';
import type { DemoAgency } from '#demo/index.ts';
import { zone } from '#demo/planning/slots.ts';
import type { Db } from '#server/db/database.ts';
import { insertEntity } from '#server/kernel/bulk.ts';
import { correcting } from '#server/kernel/frozen.ts';
import { insertRows } from '#server/kernel/rows.ts';

/** Finished services need their agents, so write as a correction. */
export const insertPlanning = (db: Db, demo: DemoAgency): Promise<void> =>
  correcting(db, 'demo', () => insertAll(db, demo));

async function insertAll(db: Db, { agency, planning }: DemoAgency): Promise<void> {
  await insertRows(db, 'service_series', planning.series, ({ id, recurrence, createdAt }) => ({
    agency_id: agency.id,
    id,
    recurrence,
    created_at: createdAt,
  }));
  await insertEntity(db, {
    of: Service,
    agency: agency.id,
    // In order: a circuit comes before its stops.
    rows: planning.services.map((row) => ({
      ...row,
      columns: {
        reference: row.reference,
        status: row.status,
        circuit_id: row.circuitId,
        series_id: row.seriesId,
        real_start_at: row.realStartAt,
        real_end_at: row.realEndAt,
      },
    })),
  });
  await db.query({
    text: `insert into counters (agency_id, name, value) values ($1, 'service', $2)`,
    values: [agency.id, planning.services.length],
  });
  await publish(db, agency.id, planning.services);
  await insertBreaks(db, agency.id, planning.breaks);
  await insertTimes(db, agency.id);
  await insertUnavailabilities(db, agency.id, planning.unavailabilities);
  await insertEvents(db, agency.id);
  await insertReplacements(db, agency.id);
}

/** Publishes the planned services, with the earlier values of services that changed since. */
async function publish(db: Db, agency: string, services: DemoAgency['planning']['services']): Promise<void> {
  const published = services.flatMap(({ id, publishedAt, lastPublished }) =>
    publishedAt ? [{ id, at: publishedAt, earlier: lastPublished }] : [],
  );
  await db.query({
    text: `update services s set published_at = r.at, published = service_facts(s) || coalesce(r.earlier, '{}')
      from json_to_recordset($2) as r (id uuid, at timestamptz, earlier jsonb) where s.agency_id = $1 and s.id = r.id`,
    values: [agency, JSON.stringify(published)],
  });
}

const insertBreaks = (db: Db, agency: string, breaks: DemoAgency['planning']['breaks']): Promise<void> =>
  insertRows(db, 'service_breaks', breaks, (row) => ({
    agency_id: agency,
    id: row.id,
    service_id: row.serviceId,
    rank: row.rank,
    agent_id: row.agentId,
    type: row.type,
    start_at: row.startAt,
    end_at: row.endAt,
    real_start_at: row.realStartAt,
    real_end_at: row.realEndAt,
    status: row.status,
    comment: row.comment,
    created_at: row.createdAt,
    updated_at: row.createdAt,
  }));

/** The times of each person: those of his service, without the latenesses and early departures noted for him. Older
 * differences are settled. */
const insertTimes = (db: Db, agency: string): Promise<unknown> =>
  db.query({
    text: `insert into service_times (agency_id, service_id, agent_id, state, started_at, ended_at, difference, status, counted_start_at, counted_end_at, created_at, updated_at)
      select $1, l.service, l.agent, l.state, l.began, l.ended, l.difference, l.settled, case when l.settled = 300 then l.began end, case when l.settled = 300 then l.ended end, l.began, l.began
      from (select w.*, case when w.ended is not null then (extract(epoch from (w.ended - w.began) - (w.end_at - w.start_at)) / 60)::integer end as difference,
          case when w.status in (${activeStatuses}) then ${timesOpen}
            when abs(extract(epoch from w.ended - w.leaves)) <= 300 and w.ended is not null then ${timesAsPlanned}
            when w.end_at < now() - interval '7 days' and w.ended is not null then 300 else ${timesToSettle} end as settled
        from (select s.id as service, s.status, s.start_at, s.end_at, h.agent_id as agent,
            case when s.status in (${activeStatuses}) then s.status when s.status = ${interrupted} then ${interrupted} when s.real_end_at is null then ${running} else ${finished} end as state,
            greatest(s.real_start_at, late.at) as began, case when s.real_end_at is not null then greatest(least(s.real_end_at, early.at), s.real_start_at, late.at) end as ended, coalesce(early.at, s.end_at) as leaves
          from services s join service_agents h on h.agency_id = s.agency_id and h.service_id = s.id
            left join lateral (select max(b.end_at) as at from service_breaks b where b.agency_id = s.agency_id and b.service_id = s.id and b.agent_id = h.agent_id and b.type = 1) late on true
            left join lateral (select min(b.start_at) as at from service_breaks b where b.agency_id = s.agency_id and b.service_id = s.id and b.agent_id = h.agent_id and b.type in (2, 3)) early on true
          where s.agency_id = $1 and s.real_start_at is not null and s.circuit_id is null) w) l`,
    values: [agency],
  });

async function insertUnavailabilities(
  db: Db,
  agency: string,
  unavailabilities: DemoAgency['planning']['unavailabilities'],
): Promise<void> {
  const types = await db.query<{ id: string; name: string }>({
    text: 'select id, name from agency_unavailability_types where agency_id = $1',
    values: [agency],
  });
  const idOf = new Map(types.map(({ id, name }) => [name, id]));
  await insertEntity(db, {
    of: Unavailability,
    agency,
    rows: unavailabilities.map(({ id, createdAt, agentId, type, startAt, endAt, comment }) => ({
      id,
      createdAt,
      draft: { agent: { id: agentId }, type: { id: idOf.get(type) ?? '' }, startAt, endAt, comment },
      columns: { duration: hoursByDay(startAt, endAt, zone) },
    })),
  });
}

const { serviceStart, serviceStartLate, serviceNotStarted, serviceInterrupted, serviceStoppedEarly } = lifecycleEvents;
const { serviceFinish, serviceExtension, breakStart, breakFinish } = lifecycleEvents;
const shown = Object.values(lifecycleEvents).flatMap(({ id, customerShow }) => (customerShow ? [id] : []));

/** Writes the events of the last weeks for each service, derived from its hours. */
async function insertEvents(db: Db, agency: string): Promise<void> {
  await db.query({
    text: `with lived as (
        select s.*, h.agent_id, a.firstname || ' ' || a.lastname as author, g.late_margin * interval '1 minute' as margin
        from services s join agencies g on g.id = s.agency_id
          left join lateral (select agent_id from service_agents h where h.agency_id = s.agency_id and h.service_id = s.id order by agent_id limit 1) h on true
          left join agents a on a.agency_id = s.agency_id and a.id = h.agent_id
        where s.agency_id = $1 and s.start_at > now() - interval '30 days' and s.status not in (100, 700)),
      happened (service, agent, author, type, at, content) as (
        select id, agent_id, author, case when real_start_at > start_at + margin then ${serviceStartLate.id} else ${serviceStart.id} end, real_start_at, null::text
          from lived where real_start_at is not null
        union all select id, null, null, ${serviceNotStarted.id}, start_at + margin, '${clockEvents[110].content}' from lived where real_start_at is null
        union all select id, null, null, ${serviceNotStarted.id}, end_at, '${clockEvents[120].content}' from lived where status = 120
        union all select id, null, null, ${lifecycleEvents[clockEvents[800].event].id}, end_at + interval '24 hours', '${clockEvents[800].content}' from lived where status = 800
        union all select id, agent_id, author, ${serviceExtension.id}, end_at, '${extensionReasons.requestCustomer}' from lived where status = 250
        union all select id, agent_id, author, case when status = 400 then ${serviceInterrupted.id} when real_end_at < end_at - margin then ${serviceStoppedEarly.id} else ${serviceFinish.id} end,
          real_end_at, null from lived where real_end_at is not null
        union all select l.id, l.agent_id, l.author, k.type, k.at, null from lived l join service_breaks b on b.agency_id = l.agency_id and b.service_id = l.id and b.type = 0
          cross join lateral (values (${breakStart.id}, b.real_start_at), (${breakFinish.id}, b.real_end_at)) k (type, at) where k.at is not null)
      insert into service_events (agency_id, id, service_id, agent_id, type, at, created_at, author, content, customer_show)
      select $1, gen_random_uuid(), service, agent, type, at, at, author, content, type = any ($2::integer[]) from happened where at <= now()`,
    values: [agency, shown],
  });
  await db.query({
    text: 'update service_breaks set paused_from = 200 where agency_id = $1 and type = 0 and status = 200',
    values: [agency],
  });
}

/** Some people were replaced on the day before, and the substitutes agreed to it (art. 7.07.3). */
const insertReplacements = (db: Db, agency: string): Promise<unknown> =>
  db.query({
    text: `with replaced as (
        select s.id, s.start_at - interval '20 hours' as at, m.fullname as author, a.id as agent, a.fullname as name, o.id as other, o.fullname as "otherName"
        from services s join agencies g on g.id = s.agency_id join agents m on m.agency_id = g.id and m.user_id = g.manager_id
          join service_agents h on h.agency_id = s.agency_id and h.service_id = s.id join agents a on a.agency_id = s.agency_id and a.id = h.agent_id
          cross join lateral (select x.id, x.fullname from agents x where x.agency_id = s.agency_id and x.id <> a.id and x.plannable and x.type = 'EMPLOYEE' and x.status = ${activeStatus}
            order by md5(x.id::text || s.id) limit 1) o
        where s.agency_id = $1 and s.nb_agents = 1 and s.circuit_id is null and s.status not in (${idleStatuses})
          and s.start_at between now() - interval '10 days' and now() + interval '20 hours' and left(md5(s.id::text), 1) = '0'),
      noted as (insert into audit (agency_id, id, at, author, entity, entity_id, action, changes)
        select $1, gen_random_uuid(), at, author, '${Service.name}', id, 'edit', jsonb_build_object('agents', jsonb_build_object(
          'before', jsonb_build_array(jsonb_build_object('id', other, 'name', "otherName")), 'after', jsonb_build_array(jsonb_build_object('id', agent, 'name', name)))) from replaced)
      insert into service_consents (agency_id, id, service_id, agent_id, means, obtained_at, author)
      select $1, gen_random_uuid(), id, agent, 'PHONE', at, author from replaced`,
    values: [agency],
  });
