// Migrations: one transaction each, in order, never changed once applied, with short lock waits.
import { appendFile, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Refusal } from '#server/refusal.ts';
import { freshDatabase } from '#server/testing/database.ts';
import { type MigrateOptions, migrate, migrationsFolder } from './migrate.ts';

let ownerUrl: string;
let folder: string;
let clients: pg.Client[];

beforeEach(async () => {
  ownerUrl = await freshDatabase();
  folder = await mkdtemp(join(tmpdir(), 'vigie-migrations-'));
  await writeFile(join(folder, '0001-a.sql'), 'create table a (x integer);\ngrant select on a to :app;\n');
  clients = [];
});
afterEach(async () => {
  for (const client of clients) await client.end();
  await rm(folder, { recursive: true });
});

async function owner(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  clients.push(client);
  return client;
}
const run = async (options: MigrateOptions = {}): Promise<unknown> =>
  migrate(await owner(), 'test', { folder, ...options });
const applied = async (): Promise<string[]> =>
  (await (await owner()).query<{ name: string }>('select name from migrations order by name')).rows.map((r) => r.name);
const add = (name: string, text: string): Promise<void> => writeFile(join(folder, name), text);

test('an applied migration whose file changed refuses the start and is named', async () => {
  await run();
  await run();
  await appendFile(join(folder, '0001-a.sql'), '-- an innocent remark\n');
  const refused = await run().catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Refusal);
  expect((refused as Refusal).message).toContain('La migration « 0001-a.sql » a été modifiée après son application');
});

test('the line endings of a Windows checkout do not count as a change', async () => {
  await run();
  await add('0001-a.sql', 'create table a (x integer);\r\ngrant select on a to :app;\r\n');
  await expect(run()).resolves.toBeTruthy();
});

test('a database that a later version migrated refuses the start and names the migration', async () => {
  await add('0002-b.sql', 'create table b (x integer)');
  await run();
  await rm(join(folder, '0002-b.sql'));
  await expect(run()).rejects.toThrow(/« 0002-b\.sql », inconnue de cette version/);
});

test('a database without checksums is refused', async () => {
  const client = await owner();
  await client.query('create table migrations (name text primary key, ran_at timestamptz not null default now())');
  await client.query(`insert into migrations values ('0001-a.sql')`);
  await expect(run()).rejects.toThrow(Refusal);
});

test('a failed migration is rolled back, keeps the earlier ones, and is retried', async () => {
  await add('0002-b.sql', 'create table b (x integer); insert into a values (1); select 1 / 0;');
  await add('0003-c.sql', 'create table c (x integer)');
  await expect(run()).rejects.toThrow('migration 0002-b.sql : division by zero');
  expect(await applied()).toEqual(['0001-a.sql']);
  const { rows } = await (await owner()).query(
    `select to_regclass('b') as b, to_regclass('c') as c from a right join (values (1)) v on true`,
  );
  expect(rows).toEqual([{ b: null, c: null }]);
  await add('0002-b.sql', 'create table b (x integer)');
  await run();
  expect(await applied()).toEqual(['0001-a.sql', '0002-b.sql', '0003-c.sql']);
});

test('a migration and its record are one transaction', async () => {
  await run();
  // Its record fails because it already exists.
  await add('0002-b.sql', `create table b (x integer); insert into migrations values ('0002-b.sql', 'x')`);
  await expect(run()).rejects.toThrow('migration 0002-b.sql : duplicate key');
  expect(await applied()).toEqual(['0001-a.sql']);
  expect((await (await owner()).query(`select to_regclass('b') as b`)).rows).toEqual([{ b: null }]);
});

test('a migration does not wait for a busy table longer than the lock timeout, and changes nothing', async () => {
  await run();
  await add('0002-b.sql', 'alter table a add column y integer');
  const busy = await owner();
  await busy.query('begin');
  await busy.query('lock table a in access exclusive mode');
  await expect(run({ lockTimeout: '50ms', lockAttempts: 2 })).rejects.toThrow(
    /« 0002-b\.sql » attend des tables occupées/,
  );
  // If the table is released between two attempts, the start succeeds.
  const started = run({ lockTimeout: '50ms', lockAttempts: 20 });
  await new Promise((resolve) => setTimeout(resolve, 120));
  await busy.query('rollback');
  await started;
  expect(await applied()).toEqual(['0001-a.sql', '0002-b.sql']);
});

test('processes that start together apply each migration once', async () => {
  await cp(migrationsFolder, folder, { recursive: true });
  await add('9999-slow.sql', 'create table slow (x integer); select pg_sleep(0.2); insert into slow values (1)');
  await Promise.all([run(), run(), run()]);
  const { rows } = await (await owner()).query('select count(*)::integer as n from slow');
  expect(rows).toEqual([{ n: 1 }]);
});
