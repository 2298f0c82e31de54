// Writes the checkpoints and rounds of a demo agency.
import { Checkpoint } from '#core/rounds/checkpoint.ts';
import { Round } from '#core/rounds/round.ts';
import type { DemoAgency } from '#demo/index.ts';
import type { Db } from '#server/db/database.ts';
import { type BulkRow, insertEntity } from '#server/kernel/bulk.ts';
import { correcting } from '#server/kernel/frozen.ts';

const withStatus = <R extends { id: string; createdAt: string; draft: object; status: number }>(row: R): BulkRow => ({
  ...row,
  columns: { status: row.status },
});

export async function insertRounds(db: Db, { agency, checkpoints, rounds }: DemoAgency): Promise<void> {
  await insertEntity(db, { of: Checkpoint, agency: agency.id, rows: checkpoints.map(withStatus) });
  await insertEntity(db, { of: Round, agency: agency.id, rows: rounds.map(withStatus) });
}

/** Night posts walk the round of their site twice (O-030). */
export async function insertServiceRounds(db: Db, { agency }: DemoAgency): Promise<void> {
  const write = (): Promise<unknown> =>
    db.query({
      text: `insert into service_rounds (agency_id, id, service_id, round_id, number_of_executions)
      select s.agency_id, gen_random_uuid(), s.id, r.id, 2
      from services s join rounds r on r.agency_id = s.agency_id and r.site_id = s.site_id and r.status = 100 and r.name = 'Ronde de nuit'
      where s.agency_id = $1 and s.circuit_id is null and not s.is_circuit and extract(hour from s.start_at at time zone 'Europe/Paris') >= 18`,
      values: [agency.id],
    });
  await correcting(db, 'demo', write);
}

const planned = `jsonb_build_object('name', r.name, 'directions', r.granted_directions, 'radius', t.radius, 'points',
  (select coalesce(jsonb_agg(jsonb_build_object('line', p.id, 'checkpoint', c.id, 'title', c.title,
      'location', case when c.latitude is not null then jsonb_build_object('latitude', c.latitude, 'longitude', c.longitude) end) order by p.rank, p.id), '[]')
    from round_checkpoints p join checkpoints c on c.agency_id = p.agency_id and c.id = p.checkpoint_id where p.agency_id = r.agency_id and p.round_id = r.id))`;

/** Minutes between two points. */
const pace = 3;

/** A week of walked rounds: one with a point that was jumped, one read far from its point, one under way. */
export async function insertExecutions(db: Db, { agency }: DemoAgency): Promise<void> {
  const under = `insert into service_rounds (agency_id, id, service_id, round_id, number_of_executions)
    select s.agency_id, gen_random_uuid(), s.id, r.id, 2 from services s join rounds r on r.agency_id = s.agency_id and r.site_id = s.site_id and r.status = 100
      where s.agency_id = $1 and s.status = 200 and s.circuit_id is null and not s.is_circuit and s.real_start_at < now() - interval '30 minutes'
        and exists (select from service_agents h where h.agency_id = s.agency_id and h.service_id = s.id)
        and not exists (select from service_rounds l where l.agency_id = s.agency_id and l.service_id = s.id)
      order by s.start_at, s.id, r.name limit 1`;
  await correcting(db, 'demo', () => db.query({ text: under, values: [agency.id] }));
  await db.query({
    text: `with line as (select l.*, s.real_start_at, s.real_end_at, s.status, h.agent_id, ${planned} as plan from service_rounds l
          join services s on s.agency_id = l.agency_id and s.id = l.service_id join rounds r on r.agency_id = l.agency_id and r.id = l.round_id
          join sites t on t.agency_id = r.agency_id and t.id = r.site_id
          join lateral (select agent_id from service_agents h where h.agency_id = s.agency_id and h.service_id = s.id order by agent_id limit 1) h on true
        where l.agency_id = $1 and s.real_start_at > now() - interval '8 days'),
      walked as (select l.*, l.real_start_at + n * interval '2 hours' as start, jsonb_array_length(l.plan->'points') * ${pace} + 2 as minutes
        from line l, generate_series(1, l.number_of_executions) n),
      now_walked as (select l.* from line l where l.status = 200 and l.real_start_at < now() - interval '30 minutes' order by l.real_start_at desc, l.service_id limit 1)
      insert into round_executions (agency_id, id, service_id, service_round_id, round_id, site_id, agent_id, plan, started_at, ended_at)
      select agency_id, gen_random_uuid(), service_id, id, round_id, site_id, agent_id, plan, start, start + minutes * interval '1 minute'
        from walked where start + minutes * interval '1 minute' < least(coalesce(real_end_at, now()), now() - interval '15 minutes')
      union all select agency_id, gen_random_uuid(), service_id, id, round_id, site_id, agent_id, plan, now() - interval '9 minutes', null from now_walked`,
    values: [agency.id],
  });
  await db.query({
    text: `with pass as (select e.*, row_number() over (partition by ended_at is null order by started_at desc, id) as rank from round_executions e where e.agency_id = $1),
      point as (select e.*, p.value as point, p.ordinality as place, c.type, c.latitude, c.longitude, e.started_at + p.ordinality * interval '${pace} minutes' as at
        from pass e cross join lateral jsonb_array_elements(e.plan->'points') with ordinality p
          join checkpoints c on c.agency_id = e.agency_id and c.id = (p.value->>'checkpoint')::uuid),
      happened as (
        select agency_id, id as execution, agent_id, 'start' as kind, started_at as at, null::uuid as line, null::uuid as checkpoint, null as way, null as content, null::numeric as latitude, null::numeric as longitude from pass
        union all select agency_id, id, agent_id, 'stop', ended_at, null, null, null, null, null, null from pass where ended_at is not null
        union all select agency_id, id, agent_id, case when isJumped then 'jump' when type = 'VIRTUAL' then 'virtual' else 'read' end, at, (point->>'line')::uuid, (point->>'checkpoint')::uuid,
          case when isJumped then null when type = 'VIRTUAL' then 'POSITION' else type end, case when isJumped then 'Accès fermé par des travaux' end,
          case when isJumped then null else latitude + case when isFar then 0.004 else 0.00003 end end, case when isJumped then null else longitude end
          from (select o.*, o.rank = 1 and o.ended_at is not null and o.place = 3 as isJumped, o.rank = 2 and o.ended_at is not null and o.place = 2 as isFar from point o) x
          where at <= now())
      insert into round_events (agency_id, id, execution_id, agent_id, kind, at, created_at, line_id, checkpoint_id, way, content, latitude, longitude, accuracy)
      select agency_id, gen_random_uuid(), execution, agent_id, kind, at, at, line, checkpoint, way, content, latitude, longitude, case when latitude is not null then 8 end from happened`,
    values: [agency.id],
  });
}
