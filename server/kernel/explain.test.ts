// The plans PostgreSQL chooses for the generic list, under the policies, on many rows.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { entityNamed } from '#core/entities.ts';
import type { ListInput } from '#core/kernel/query.ts';
import { Site } from '#core/sites/site.ts';
import { nobody } from '#server/db/context.ts';
import { type Database, openDatabase } from '#server/db/database.ts';
import { migratedDatabase } from '#server/testing/database.ts';
import { listStatement } from './list.ts';
import { planOf } from './plan.ts';

let database: Database;
const agencies = [randomUUID(), randomUUID(), randomUUID()];
const context = { ...nobody, agency: agencies[1] as string, user: randomUUID() };
let customer = '';

beforeAll(async () => {
  const ownerUrl = await migratedDatabase();
  database = await openDatabase({ ownerUrl, secret: 'test' });
  await database.platformTransaction(async (db) => {
    for (const agency of agencies) {
      customer = randomUUID();
      await db.query({ text: `insert into agencies (id, name) values ($1, 'A')`, values: [agency] });
      await db.query({
        text: `insert into customers (agency_id, id, name) select $1, gen_random_uuid(), 'Client ' || n from generate_series(1, 500) n`,
        values: [agency],
      });
      await db.query({
        text: `insert into customers (agency_id, id, name) values ($1, $2, 'Client')`,
        values: [agency, customer],
      });
      await db.query({
        text: `insert into sites (agency_id, id, customer_id, name, status, slug, city)
          select $1, gen_random_uuid(), c.id, 'Site ' || md5(n::text || c.id), case when n % 20 = 0 then 300 else 100 end, 's-' || n || c.id, 'Nice'
          from (select id, row_number() over () from customers where agency_id = $1) c, generate_series(1, 20) n`,
        values: [agency],
      });
      await db.query({
        text: `insert into search (agency_id, entity, id, words) select agency_id, 'site', id, lower(name) from sites where agency_id = $1`,
        values: [agency],
      });
    }
  });
  const [{ customer_id: id } = { customer_id: '' }] = await database.read<{ customer_id: string }>(context, {
    text: 'select customer_id from sites limit 1',
  });
  customer = id;
  // Statistics, as autovacuum would gather them.
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query('analyze');
  await owner.end();
}, 60_000);
afterAll(() => database.close());

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  Alias?: string;
  'Subplan Name'?: string;
  Plans?: Node[];
}

async function explain(input: ListInput): Promise<Node[]> {
  const { text, values } = listStatement(planOf(Site, {}, entityNamed).whole, input);
  const rows = await database.transaction(context, (db) =>
    db.query<{ 'QUERY PLAN': { Plan: Node }[] }>({ text: `explain (format json) ${text}`, values }),
  );
  const nodes: Node[] = [];
  const walk = (node: Node): void => {
    nodes.push(node);
    node.Plans?.forEach(walk);
  };
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
  if (plan) walk(plan);
  return nodes;
}

const scansOf = (nodes: Node[], table: string): string[] =>
  nodes
    .filter((node) => node['Relation Name'] === table || node['Index Name']?.startsWith(table))
    .map((node) => node['Index Name'] ?? node['Node Type']);

test.each([
  ['the first page by name', {}, 'sites_by_name'],
  ['a page filtered by status', { filters: { status: [100] } }, 'sites_by_'],
  ['a page by creation', { orderBy: 'createdAt', ascending: false }, 'sites_by_created'],
])('%s walks an index in order and sorts nothing', async (_, input, index) => {
  const nodes = await explain(input as ListInput);
  expect(
    scansOf(nodes, 'sites').some((name) => name.startsWith(index)),
    JSON.stringify(scansOf(nodes, 'sites')),
  ).toBe(true);
  expect(
    nodes.some((node) => node['Node Type'].includes('Sort') && node.Plans?.some((child) => child.Alias === 't')),
    'sorts sites',
  ).toBe(false);
});

test('a page of one customer reads the rows of that customer alone', async () => {
  const nodes = await explain({ filters: { customer: [customer], isCustomer: 1 } });
  expect(
    scansOf(nodes, 'sites')
      .filter((name) => name !== 'Bitmap Heap Scan')
      .every((name) => name === 'sites_by_customer' || name === 'sites_pkey'),
  ).toBe(true);
  expect(scansOf(nodes, 'sites')).toContain('sites_by_customer');
});

test('references of a page are looked up by key', async () => {
  expect(scansOf(await explain({}), 'customers')).toContain('customers_pkey');
});

test('a search reads the trigram index, not every row', async () => {
  const { rows } = await database.platform.query<{ 'QUERY PLAN': string }>(
    `explain select id from search where agency_id = '${agencies[1]}' and entity = 'site' and words like '%abcdef%'`,
  );
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('search_words');
});

test('a search under the policies answers as fast as a page', async () => {
  const time = async (input: ListInput): Promise<number> => {
    const statement = listStatement(planOf(Site, {}, entityNamed).whole, input);
    const samples: number[] = [];
    for (let run = 0; run < 7; run += 1) {
      const start = performance.now();
      await database.read(context, statement);
      samples.push(performance.now() - start);
    }
    return samples.sort((one, other) => one - other)[3] ?? 0;
  };
  const [page, search] = [await time({}), await time({ query: 'abcdef' })];
  // Without the index it is fifty times slower; the factor leaves room for a busy machine.
  expect(search).toBeLessThan(page * 10 + 5);
});

test.each<[string, string, Partial<typeof context>]>([
  ['an agent sees of services', 'published_services', { agent: randomUUID() }],
  ['an agent sees of sites', 'sites', { agent: randomUUID() }],
  ['a customer sees of services', 'published_services', { customer: randomUUID() }],
])('what %s is asked once a statement, not once a row', async (_what, table, own) => {
  const rows = await database.transaction({ ...context, ...own }, (db) =>
    db.query<{ 'QUERY PLAN': string }>({ text: `explain select id from ${table}` }),
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(/hashed SubPlan/);
  expect(plan).not.toMatch(/Filter: .*app_\w+\((id|site_id)\)/);
});
