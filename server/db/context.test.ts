import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase, migratedDatabase } from '#server/testing/database.ts';
import { nobody, queryUnder } from './context.ts';
import { type Database, openDatabase } from './database.ts';

let database: Database;
const agencies = Array.from({ length: 5 }, () => randomUUID());

beforeAll(async () => {
  database = await openDatabase({ ownerUrl: await migratedDatabase(), secret: 'test', connections: 4 });
  await database.platformTransaction(async (db) => {
    for (const id of agencies) {
      await db.query({ text: 'insert into agencies (id, name) values ($1, $2)', values: [id, id] });
      await db.query({
        text: `insert into specialties (agency_id, id, name) values ($1, $2, 'SSIAP')`,
        values: [id, randomUUID()],
      });
    }
  });
});
afterAll(() => database.close());

test('a thousand mixed calls with injected errors never show another agency', async () => {
  const calls = Array.from({ length: 1_000 }, async (_, index) => {
    const agency = agencies[index % agencies.length] ?? null;
    const context = { ...nobody, agency };
    if (index % 7 === 0) {
      const failing =
        index % 14 === 0
          ? { text: 'select 1/0 as boom' }
          : { text: 'select * from no_such_table', name: `missing${index % 3}` };
      await expect(queryUnder(database.app, context, failing)).rejects.toThrow();
      return;
    }
    if (index % 11 === 0) {
      await database.transaction(context, async (db) => {
        const rows = await db.query({ text: 'select agency_id from specialties' });
        expect(rows).toEqual([{ agency_id: agency }]);
      });
      return;
    }
    const rows = await database.read(context, {
      name: 'specialties',
      text: 'select agency_id from specialties where name = $1',
      values: ['SSIAP'],
    });
    expect(rows).toEqual([{ agency_id: agency }]);
  });
  await Promise.all(calls);
});

test('a query without a context sees no row, before and after queries with one', async () => {
  const rows = await database.app.query('select * from specialties');
  expect(rows.rows).toEqual([]);
});

test('a terminated backend fails its call, not the process', async () => {
  const context = { ...nobody, agency: agencies[0] ?? null };
  const slow = database.read(context, { text: 'select pg_sleep(5)' });
  const failed = expect(slow).rejects.toThrow();
  await new Promise((resolve) => setTimeout(resolve, 200));
  await database.platform.query(`select 1`);
  const killer = await database.app.connect();
  await killer.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep%' and pid <> pg_backend_pid() and usename = current_user`,
  );
  killer.release();
  await failed;
  expect(await database.read(context, { text: 'select 1 as one' })).toEqual([{ one: 1 }]);
});

test('the application role can neither bypass the policies nor become another role', async () => {
  const { rows } = await database.app.query(
    'select rolsuper, rolbypassrls, rolcreaterole from pg_roles where rolname = current_user',
  );
  expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false, rolcreaterole: false }]);
  await expect(database.app.query(`set role ${database.roles.platform}`)).rejects.toThrow();
  await expect(database.app.query('select * from search')).rejects.toThrow(/permission denied/);
});

test('two processes that start together migrate once', async () => {
  const ownerUrl = await freshDatabase();
  const opened = await Promise.all([1, 2, 3].map(() => openDatabase({ ownerUrl, secret: 'test' })));
  await Promise.all(opened.map((one) => one.close()));
});
