import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, test } from 'vitest';
import { calendarOf } from '#core/planning/calendar.ts';
import { nobody } from '#server/db/context.ts';
import type { Db } from '#server/db/database.ts';
import { plannerOf } from '#server/testing/planner.ts';
import { world } from '#server/testing/world.ts';
import { planningPlace } from './facts.ts';
import { countersFor, workedDaysStatement } from './worked-days.ts';

const here = await world({ jobs: [] });
const { agency, database, sql } = here;
const { site, guard } = await plannerOf(here);
const people = [await guard(), await guard(), await guard()];
const read = <T>(act: (db: Db) => Promise<T>): Promise<T> =>
  database.transaction({ ...nobody, agency: agency.id }, act);

/** Days and nights of the year around the loaded days, some shared, some with breaks for all agents or for one. */
await sql(
  `with made as (insert into services (agency_id, id, site_id, start_at, end_at, status)
      select $1, gen_random_uuid(), $2, '2027-01-02 06:00Z'::timestamptz + make_interval(hours => i * 31), '2027-01-02 06:00Z'::timestamptz + make_interval(hours => i * 31 + 4 + i % 9),
        case i % 11 when 0 then 120 when 1 then 700 else 300 end
      from generate_series(0, 270) i returning id, start_at, (extract(epoch from start_at) / 3600)::integer as hour),
    held as (insert into service_agents (agency_id, service_id, agent_id)
      select $1, m.id, p.id from made m join unnest($3::uuid[]) with ordinality p (id, n) on (m.hour + p.n) % 3 <> 0 returning 1)
  insert into service_breaks (agency_id, id, service_id, agent_id, type, start_at, end_at)
    select $1, gen_random_uuid(), m.id, case m.hour % 4 when 0 then ($3::uuid[])[1 + m.hour % 3] end, m.hour % 2 * 2, m.start_at + interval '1 hour', m.start_at + interval '95 minutes'
    from made m where m.hour % 4 < 3`,
  [agency.id, site, people],
);
// Some agents have a break of their own over the shared one, or took theirs at another time.
await sql(
  `insert into service_breaks (agency_id, id, service_id, agent_id, type, start_at, end_at, real_start_at, real_end_at)
    select $1, gen_random_uuid(), s.id, $2, 0, s.start_at + interval '80 minutes', s.start_at + interval '110 minutes',
      case when extract(day from s.start_at)::integer % 2 = 0 then s.start_at + interval '100 minutes' end, case when extract(day from s.start_at)::integer % 2 = 0 then s.start_at + interval '2 hours' end
    from services s join service_agents h on h.agency_id = s.agency_id and h.service_id = s.id and h.agent_id = $2 where s.agency_id = $1`,
  [agency.id, people[0]],
);
// Statistics, as autovacuum would gather them.
const owner = new pg.Client({ connectionString: here.environment.databaseUrl as string });
await owner.connect();
await owner.query('analyze services, service_agents');
await owner.end();

test.each(['OWN', 'IDCC1351'])('everybody’s counters are those of each agent asked alone (%s)', async (regulation) => {
  await sql('update agencies set planning_regulation = $1', [regulation]);
  await read(async (db) => {
    const { zone, settings } = await planningPlace(db);
    const calendar = calendarOf({ zone, from: '2027-09-06', to: '2027-09-19' });
    const all = await countersFor(db, null, calendar, settings);
    for (const agent of people) {
      const alone = (await countersFor(db, [agent], calendar, settings))(agent);
      expect(alone).toEqual(all(agent));
      expect(Object.keys(alone.counters.weekMinutes).length).toBeGreaterThan(30);
    }
    const stranger = randomUUID();
    expect((await countersFor(db, [stranger], calendar, settings))(stranger)).toEqual(all(stranger));
  });
});

interface Node {
  'Relation Name'?: string;
  'Index Name'?: string;
  Plans?: Node[];
}

test('for one agent his services are looked up by id; the year is not scanned', async () => {
  const { text, values } = workedDaysStatement([people[0] as string], new Date(), new Date(), true);
  const rows = await read(async (db) => {
    // PostgreSQL would scan such small tables.
    await db.query({ text: 'set local enable_seqscan = off' });
    return db.query<{ 'QUERY PLAN': { Plan: Node }[] }>({
      text: `explain (format json) ${text}`,
      ...(values ? { values } : {}),
    });
  });
  const scans: string[] = [];
  const walk = (node: Node): void => {
    if (node['Relation Name'] === 'services' || node['Relation Name'] === 'service_agents')
      scans.push(node['Index Name'] ?? 'none');
    node.Plans?.forEach(walk);
  };
  walk(rows[0]?.['QUERY PLAN'][0]?.Plan as Node);
  // That of a break under way once more.
  expect([...new Set(scans)].toSorted()).toEqual(['service_agents_agent', 'services_pkey']);
});
