// The grid's data in one call, 500 agents × 28 days × 10,000 services: our reply with row policies, against the bare rows
// of the same tables, without policies and without the facts that the checks need. Interleaved, median.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type pg from 'pg';
import { nobody } from '#server/db/context.ts';
import { openDatabase } from '#server/db/database.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { gatherStatistics } from '#server/db/statistics.ts';
import { seedDemo } from '#server/demo/seed.ts';
import { planningJson } from '#server/planning/grid.ts';
import { line, median, title } from '../report.ts';

const rounds = 11;
const secret = 'a secret of the benchmark alone';
const agents = 500;
const services = 10_000;
const product = { tenants: { rules: () => ({ regulatoryCalculation: true, origin: 'product' as const }) } };
const asked = { start: '2030-11-04', end: '2030-12-01' };

export async function benchPlanningData(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vigie-bench-'));
  const postgres = await startEmbedded({ dataDir, secret, log: () => {} });
  try {
    const database = await openDatabase({ ownerUrl: postgres.url, secret });
    await seedDemo(database, () => {}, { factor: 9, secret });
    const platform = await database.platform.connect();
    const { rows } = await platform.query<{ agency: string }>(
      'select agency_id as agency from agents group by 1 order by count(*) desc limit 1',
    );
    const agency = rows[0]?.agency ?? '';
    await fill(platform, agency);
    await gatherStatistics(postgres.url);
    const times: { ours: number[]; bare: number[] } = { ours: [], bare: [] };
    let text = '';
    for (let round = 0; round <= rounds; round += 1) {
      let since = performance.now();
      text = await database.transaction({ ...nobody, agency }, (db) =>
        planningJson(
          { db, services: product, context: { ...nobody, agency }, asker: { platform: 'admin', profile: null } },
          asked,
        ),
      );
      if (round > 0) times.ours.push(performance.now() - since);
      since = performance.now();
      await bare(platform, agency);
      if (round > 0) times.bare.push(performance.now() - since);
    }
    const found = JSON.parse(text) as { services: unknown[]; agents: unknown[] };
    title(
      `Planning: ${found.agents.length} agents, ${found.services.length} services of 28 days in one call, ${rounds} × each, interleaved`,
    );
    const [our, their] = [median(times.ours), median(times.bare)];
    line('the whole answer', `${our.toFixed(0)} ms, bare rows ${their.toFixed(0)} ms`);
    line('ratio to the bare rows', (their / our).toFixed(2), '≥ 0.5');
    line(
      'compressed',
      `${(gzipSync(text).length / 1_024).toFixed(0)} kB of ${(text.length / 1_024).toFixed(0)} kB`,
      '≤ 1 MB',
    );
    platform.release();
    await database.close();
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Adds services in four weeks from that Monday: 1 in 20 unassigned, 4 in 5 published, some of these changed since. */
export async function fill(client: pg.PoolClient, agency: string, monday = asked.start): Promise<void> {
  await client.query(
    `update agents set plannable = n <= $2, status = 100 from (select id, row_number() over (order by id) as n from agents where agency_id = $1) r
      where agents.id = r.id and agents.agency_id = $1`,
    [agency, agents],
  );
  await client.query(
    `with people as (select id, row_number() over (order by id) - 1 as n from agents where agency_id = $1 and plannable),
        places as (select id, row_number() over (order by id) - 1 as n, count(*) over () as total from sites where agency_id = $1 and status = 100),
        made as (insert into services (agency_id, id, reference, site_id, start_at, end_at, post_title)
          select $1, gen_random_uuid(), 'B' || i, p.id, '${monday} 06:00+01'::timestamptz + make_interval(days => (i / ${agents}) * 28 / ${services / agents}, hours => i % 4),
            '${monday} 16:00+01'::timestamptz + make_interval(days => (i / ${agents}) * 28 / ${services / agents}, hours => i % 4), 'Poste ' || i % 9
          from generate_series(0, $2 - 1) i join places p on p.n = i % p.total returning id, reference)
      insert into service_agents (agency_id, service_id, agent_id) select $1, m.id, p.id from made m
        join people p on p.n = substr(m.reference, 2)::integer % ${agents} where substr(m.reference, 2)::integer % 20 <> 0`,
    [agency, services],
  );
  const number = 'substr(reference, 2)::integer';
  const made = `agency_id = $1 and reference like 'B%'`;
  await client.query(
    `update services s set published_at = now(), published = service_facts(s) where ${made} and ${number} % 5 <> 0`,
    [agency],
  );
  await client.query(`update services set post_title = 'Accueil' where ${made} and ${number} % 19 = 1`, [agency]);
}

async function bare(client: pg.PoolClient, agency: string): Promise<void> {
  const period = [agency, '2030-10-27', '2030-12-10'];
  await client.query(
    `select id, version, reference, start_at, end_at, site_id, post_title, specialty_id, activity_type, nb_agents, status, publication, is_circuit, series_id
      from services where agency_id = $1 and start_at >= $2 and start_at < $3 order by start_at, id`,
    period,
  );
  await client.query(
    `select a.service_id, a.agent_id from service_agents a join services s on s.agency_id = a.agency_id and s.id = a.service_id
      where s.agency_id = $1 and s.start_at >= $2 and s.start_at < $3`,
    period,
  );
  await client.query('select id, fullname, type, card_number from agents where agency_id = $1 and plannable', [agency]);
  await client.query('select * from agent_contracts where agency_id = $1', [agency]);
  await client.query('select id, name, city, customer_id from sites where agency_id = $1', [agency]);
}
