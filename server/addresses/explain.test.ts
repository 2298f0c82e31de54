// The plans PostgreSQL chooses for addresses and positions, under the policies, on many rows.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nobody } from '#server/db/context.ts';
import { type Database, openDatabase, type Statement } from '#server/db/database.ts';
import type { Call, Handler } from '#server/kernel/call.ts';
import { positionHandlers } from '#server/sites/positions.ts';
import { migratedDatabase } from '#server/testing/database.ts';
import { addressHandlers } from './addresses.ts';

let database: Database;
const agencies = [randomUUID(), randomUUID()];
const context = { ...nobody, agency: agencies[1] as string, user: randomUUID() };

beforeAll(async () => {
  const ownerUrl = await migratedDatabase();
  database = await openDatabase({ ownerUrl, secret: 'test' });
  await database.platformTransaction(async (db) => {
    for (const agency of agencies) {
      await db.query({ text: `insert into agencies (id, name) values ($1, 'A')`, values: [agency] });
      await db.query({
        text: `insert into customers (agency_id, id, name, street, city, latitude, longitude)
          select $1, gen_random_uuid(), 'Client ' || n, n || ' rue ' || md5(n::text), 'Nice', 43 + random(), 7 + random() from generate_series(1, 500) n`,
        values: [agency],
      });
      await db.query({
        text: `insert into sites (agency_id, id, customer_id, name, street, city, latitude, longitude)
          select $1, gen_random_uuid(), c.id, 'Site', n || ' rue ' || md5(n || c.id::text), 'Nice', 30 + 20 * random(), 20 * random()
          from (select id from customers where agency_id = $1) c, generate_series(1, 20) n`,
        values: [agency],
      });
    }
  });
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query('analyze');
  await owner.end();
}, 60_000);
afterAll(() => database.close());

/** Names of the indexes and tables that the call reads. */
async function reads(handler: Handler | undefined, input: object): Promise<{ indexes: string[]; scanned: string[] }> {
  const found = { indexes: [] as string[], scanned: [] as string[] };
  await database.transaction(context, async (db) => {
    const spied = {
      query: async (statement: Statement) => {
        const { text, values = [] } = statement;
        const [row] = await db.query<{ 'QUERY PLAN': unknown }>({ text: `explain (format json) ${text}`, values });
        JSON.stringify(row?.['QUERY PLAN'], (key, value) => {
          if (key === 'Index Name') found.indexes.push(value);
          if (value?.['Node Type'] === 'Seq Scan') found.scanned.push(value['Relation Name']);
          return value;
        });
        return db.query(statement);
      },
    };
    const asker = { platform: 'support' as const, profile: null };
    await handler?.work({ db: spied, context, asker, input, now: new Date() } as unknown as Call);
  });
  return found;
}

test('sites near a point are found by the index of positions', async () => {
  const { indexes, scanned } = await reads(positionHandlers[0], { near: { latitude: 43.5, longitude: 7.5 } });
  expect(indexes).toEqual(['sites_by_place']);
  expect(scanned).toEqual([]);
});

test('the nearest address is found by the index of positions', async () => {
  const { indexes, scanned } = await reads(addressHandlers[0], { near: { latitude: 43.5, longitude: 7.5 } });
  expect(indexes).toEqual(expect.arrayContaining(['sites_by_place', 'customers_by_place']));
  expect(scanned.filter((table) => table !== 'agencies')).toEqual([]);
});

test('addresses found by the search are read by their ids', async () => {
  const { indexes, scanned } = await reads(addressHandlers[0], { query: 'rue' });
  expect(indexes).toContain('sites_pkey');
  expect(scanned.filter((table) => table !== 'agencies')).toEqual([]);
});
