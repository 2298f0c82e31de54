// The plan of a search of services under the policies: by the indexes of site and agent, not by every service.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, test } from 'vitest';
import { nobody } from '#server/db/context.ts';
import { openDatabase } from '#server/db/database.ts';
import { listStatement } from '#server/kernel/list.ts';
import { plan } from '#server/planning/services.ts';
import { migratedDatabase } from '#server/testing/database.ts';

const count = 10_000;
const tables = ['agencies', 'customers', 'sites', 'agents', 'services', 'service_agents'];

test('a search of services reads the indexes of site and agent, not every service', async () => {
  const ownerUrl = await migratedDatabase();
  const database = await openDatabase({ ownerUrl, secret: 'test' });
  const agency = randomUUID();
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  for (const table of tables) await owner.query(`alter table ${table} no force row level security`);
  for (const table of ['agencies', 'services', 'service_agents'])
    await owner.query(`alter table ${table} disable trigger user`);
  await owner.query(`insert into agencies (id, name) values ('${agency}', 'A')`);
  await owner.query(`insert into customers (agency_id, id, name) values ('${agency}', gen_random_uuid(), 'Client')`);
  await owner.query(`insert into sites (agency_id, id, customer_id, name, slug, city)
    select '${agency}', gen_random_uuid(), (select id from customers limit 1), 'Site ' || md5(n::text), 's-' || n, case when n % 2 = 0 then 'Nice' else 'Antibes' end from generate_series(1, 400) n`);
  await owner.query(`insert into agents (agency_id, id, firstname, lastname, rights)
    select '${agency}', gen_random_uuid(), 'Agent', md5(n::text), '{}' from generate_series(1, 600) n`);
  await owner.query(`with s as (select id, row_number() over (order by id) as n from sites)
    insert into services (agency_id, id, reference, site_id, start_at, end_at)
    select '${agency}', gen_random_uuid(), 'S' || lpad(g::text, 6, '0'), s.id, timestamptz '2026-01-01' + g * interval '5 minutes', timestamptz '2026-01-01 08:00' + g * interval '5 minutes'
    from generate_series(1, ${count}) g join s on s.n = g % 400 + 1`);
  await owner.query(`with a as (select id, row_number() over (order by id) as n from agents), v as (select id, row_number() over (order by id) as n from services)
    insert into service_agents (agency_id, service_id, agent_id) select '${agency}', v.id, a.id from v join a on a.n = v.n % 600 + 1`);
  await owner.query(
    `insert into search (agency_id, entity, id, words) select agency_id, 'service', id, lower(reference) from services`,
  );
  await owner.query('analyze');
  const [one] = (
    await owner.query<{ name: string; lastname: string }>(
      `select (select name from sites limit 1) as name, (select lastname from agents limit 1) as lastname`,
    )
  ).rows;
  for (const table of tables) await owner.query(`alter table ${table} force row level security`);
  await owner.end();
  const context = { ...nobody, agency, user: randomUUID() };
  for (const query of [one?.lastname, one?.name.split(' ')[1]] as string[]) {
    const { text, values } = listStatement(plan.whole, { query });
    const rows = await database.transaction(context, (db) =>
      db.query<{ 'QUERY PLAN': string }>({ text: `explain ${text}`, values }),
    );
    const lines = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(lines).toContain('services_of_site');
    expect(lines).toContain('service_agents_agent');
    expect(lines).not.toMatch(/Seq Scan on (services|service_agents)/);
  }
  // A town finds half of them: read by the index of the site, not looked up one by one, for the page and for the count.
  // Another word only filters them, in one pass.
  for (const query of ['nice', 'nice s00']) {
    const { text, values } = listStatement(plan.whole, { query });
    const rows = await database.transaction(context, (db) =>
      db.query<{ 'QUERY PLAN': string }>({ text: `explain (analyze, costs off, timing off) ${text}`, values }),
    );
    const lines = rows.map((row) => row['QUERY PLAN']);
    expect(lines.filter((line) => line.includes('Bitmap Index Scan on services_of_site'))).toHaveLength(2);
    expect(lines.filter((line) => /services.*loops=\d{4,}/.test(line))).toEqual([]);
    expect(lines.filter((line) => /Intersect|HashAggregate/.test(line))).toEqual([]);
  }
  await database.close();
}, 120_000);
