// Writes the planning of a demo agency: services, who holds them, their breaks, and when people cannot come.

import { Service } from '#core/planning/service.ts';
import { hoursByDay, Unavailability } from '#core/planning/unavailability.ts';
import type { DemoAgency } from '#demo/index.ts';
import { zone } from '#demo/planning/slots.ts';
import type { Db } from '#server/db/database.ts';
import { insertEntity, insertMany } from '#server/kernel/bulk.ts';

export async function insertPlanning(db: Db, { agency, planning }: DemoAgency): Promise<void> {
  await insertMany(
    db,
    'service_series',
    { agency_id: 'uuid', id: 'uuid', recurrence: 'jsonb', created_at: 'timestamptz' },
    planning.series,
    ({ id, recurrence, createdAt }) => ({ agency_id: agency.id, id, recurrence, created_at: createdAt }),
  );
  await insertEntity(db, {
    of: Service,
    agency: agency.id,
    // A circuit before its stops, as they come.
    rows: planning.services.map((row) => ({
      ...row,
      columns: {
        reference: row.reference,
        status: row.status,
        circuit_id: row.circuitId,
        series_id: row.seriesId,
        published_at: row.publishedAt,
        real_start_at: row.realStartAt,
        real_end_at: row.realEndAt,
      },
    })),
    types: {
      reference: 'text',
      status: 'integer',
      circuit_id: 'uuid',
      series_id: 'uuid',
      published_at: 'timestamptz',
      real_start_at: 'timestamptz',
      real_end_at: 'timestamptz',
    },
  });
  await db.query({
    text: `insert into counters (agency_id, name, value) values ($1, 'service', $2)`,
    values: [agency.id, planning.services.length],
  });
  await publish(db, agency.id, planning.services);
  await insertBreaks(db, agency.id, planning.breaks);
  await insertUnavailabilities(db, agency.id, planning.unavailabilities);
}

/** What people were told is what is planned, but for those that changed since. */
async function publish(db: Db, agency: string, services: DemoAgency['planning']['services']): Promise<void> {
  const told = services.flatMap(({ id, told }) => (told ? [{ id, told }] : []));
  await db.query({
    text: `update services s set published = service_facts(s) || coalesce(r.told, '{}')
      from services o left join json_to_recordset($2) as r (id uuid, told jsonb) on r.id = o.id
      where s.agency_id = $1 and s.published_at is not null and s.circuit_id is null and o.agency_id = s.agency_id and o.id = s.id`,
    values: [agency, JSON.stringify(told)],
  });
}

const insertBreaks = (db: Db, agency: string, breaks: DemoAgency['planning']['breaks']): Promise<void> =>
  insertMany(
    db,
    'service_breaks',
    {
      agency_id: 'uuid',
      id: 'uuid',
      service_id: 'uuid',
      rank: 'integer',
      agent_id: 'uuid',
      type: 'integer',
      start_at: 'timestamptz',
      end_at: 'timestamptz',
      real_start_at: 'timestamptz',
      real_end_at: 'timestamptz',
      status: 'integer',
      comment: 'text',
      created_at: 'timestamptz',
      updated_at: 'timestamptz',
    },
    breaks,
    (row) => ({
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
    }),
  );

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
    types: { duration: 'jsonb' },
  });
}
