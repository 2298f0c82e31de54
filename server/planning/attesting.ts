// Declare services done that nobody clocked: each planned person gets the planned hours, with the reason in the history.
import { wallClock } from '#core/kernel/clock.ts';
import { Problem } from '#core/kernel/problem.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { attestServices } from '#core/planning/lifecycle-calls.ts';
import { Service } from '#core/planning/service.ts';
import { finished, missed } from '#core/planning/status.ts';
import type { Db } from '#server/db/database.ts';
import { writeAudits } from '#server/kernel/audit.ts';
import { handle } from '#server/kernel/call.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';
import { holdPeople, planningPlace } from './facts.ts';
import { noteEvents } from './lifecycle-writing.ts';
import { measureTimes } from './lived.ts';
import { lockServices } from './writing.ts';

/** He clocked in somewhere else meanwhile: these hours would be paid twice. */
async function refuseElsewhere(db: Db, services: readonly string[]): Promise<void> {
  const [elsewhere] = await db.query<{ reference: string; name: string; other: string }>({
    name: 'attested-elsewhere',
    text: `select s.reference, a.fullname as name, o.reference as other
      from services s join service_agents h on h.agency_id = s.agency_id and h.service_id = s.id join agents a on a.agency_id = h.agency_id and a.id = h.agent_id
        join service_times t on t.agency_id = h.agency_id and t.agent_id = h.agent_id and t.service_id <> s.id
        join services o on o.agency_id = t.agency_id and o.id = t.service_id
      where s.agency_id = app_agency() and s.id = any ($1::uuid[]) and t.started_at < s.end_at and coalesce(t.ended_at, o.end_at) > s.start_at
      order by s.start_at, s.id, a.id limit 1`,
    values: [services],
  });
  if (elsewhere)
    throw new Problem(
      'conflict',
      `${elsewhere.name} a pointé sur ${elsewhere.other} pendant ${elsewhere.reference} : ce service n’a pas pu être réalisé par lui.`,
    );
}

export const attestHandler = handle(attestServices, async (call) => {
  const { db, input, now } = call;
  const { reason } = input;
  const ids = [...new Set(input.services.map((id) => id.toLowerCase()))];
  const rows = await lockServices(db, ids);
  const { zone } = await planningPlace(db);
  for (const row of rows) {
    if (!row) throw new Problem('missing', Service.missing);
    const named = `${row.reference} du ${frenchDay(wallClock(row.startAt, zone).day)}`;
    if (row.circuit) throw new Problem('conflict', `${named} est un passage : déclarez sa tournée réalisée.`);
    if (row.status !== missed) throw new Problem('conflict', `${named} n’est pas « Non réalisé ».`);
    if (row.agents.length === 0) throw new Problem('conflict', `${named} : personne n’y était affecté.`);
  }
  await holdPeople(db, [...new Set(rows.flatMap(({ agents }) => agents.map(({ id }) => id)))]);
  await refuseElsewhere(db, ids);
  await db.query({
    name: 'attest-times',
    text: `insert into service_times as t (agency_id, service_id, agent_id, state, started_at, ended_at, created_at, updated_at)
      select h.agency_id, h.service_id, h.agent_id, ${finished}, s.start_at, s.end_at, $2, $2
        from service_agents h join services s on s.agency_id = h.agency_id and s.id = h.service_id
        where h.agency_id = app_agency() and h.service_id = any ($1::uuid[])
      on conflict (agency_id, service_id, agent_id) do update
        set state = ${finished}, started_at = excluded.started_at, ended_at = excluded.ended_at, updated_at = $2, version = t.version + 1`,
    values: [ids, now],
  });
  const moved = await db.query<{ id: string }>({
    name: 'attest-services',
    // With the stops of a tour.
    text: `update services set status = ${finished}, real_start_at = start_at, real_end_at = end_at, updated_at = $2
      where agency_id = app_agency() and (id = any ($1::uuid[]) or circuit_id = any ($1::uuid[])) and status = ${missed} returning id`,
    values: [ids, now],
  });
  const content = `Déclaré réalisé par l’agence : ${reason}`;
  const noted = { agent: null, event: 'serviceUpdate', at: now, content, before: missed, after: finished } as const;
  await noteEvents(
    moved.map(({ id }) => ({ ...noted, id: uuidv7(), service: id })),
    call,
  );
  const changes = { status: { before: missed, after: finished } };
  await writeAudits(
    db,
    call,
    moved.map(({ id }) => ({ entity: Service.name, id, action: 'attest', changes, reason })),
  );
  await measureTimes(db, ids, now);
  return { services: ids };
});
