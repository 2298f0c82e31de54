// Upgrades a filled baseline installation: all rows are intact, or nothing has changed.
import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { correcting, frozenCode } from '#server/kernel/frozen.ts';
import { freshDatabase } from '#server/testing/database.ts';
import { platformTables, settlePlatform } from '#server/testing/platform-rows.ts';
import { agencyLists, newPremises, settle } from '#server/testing/wall-rows.ts';
import { type Database, openDatabase } from './database.ts';
import { migrate, migrationsFolder } from './migrate.ts';

let folder: string;
let owner: pg.Client;
let database: Database;
let before: Rows;

type Rows = Map<string, string[]>;

let ofPlatform: readonly string[] = [];

const sql = async <R>(text: string, values: unknown[] = []): Promise<R[]> =>
  (
    await database.platform.query(text, values).catch((error: { code?: string }) => {
      // Lines of an order that was sent.
      if (error.code !== frozenCode) throw error;
      return database.platformTransaction((db) =>
        correcting(db, 'test', async () => ({ rows: await db.query({ text, values }) })),
      );
    })
  ).rows as R[];

const tables = async (): Promise<string[]> =>
  (
    await sql<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations' order by 1`,
    )
  ).map(({ name }) => name);

/** Each row of each table as JSON, without the column of the later migration. */
async function allRows(): Promise<Rows> {
  const found: Rows = new Map();
  for (const table of await tables())
    found.set(
      table,
      (await sql<{ row: string }>(`select (to_jsonb(t) - 'later')::text as row from ${table} t order by 1`)).map(
        ({ row }) => row,
      ),
    );
  return found;
}

/** Fills the platform tables, which wall-rows.ts leaves out. */
async function fillPlatform(user: string, agency: string): Promise<void> {
  const [device, session] = [randomUUID(), randomUUID()];
  const rows: Record<string, object> = {
    user_devices: { id: device, user_id: user, token: 't' },
    sessions: { id: session, user_id: user, refresh_hash: 'h', expires_at: '2099-01-01', device_id: device },
    push_subscriptions: {
      ...{ id: randomUUID(), user_id: user, session_id: session, endpoint_hash: session, sealed: Buffer.from('s') },
    },
    user_tokens: { hash: randomUUID(), purpose: 'password', user_id: user, expires_at: '2099-01-01' },
    user_second_factors: { user_id: user, secret: Buffer.from('s') },
    user_recovery_codes: { user_id: user, hash: 'h' },
    sign_in_failures: { source: randomUUID() },
    sign_ups: {
      ...{
        id: randomUUID(),
        hash: randomUUID(),
        email: `${user}@c.fr`,
        agency_name: 'A',
        siret: '1',
        firstname: 'A',
        lastname: 'B',
      },
      ...{ terms_version: 'v', terms_accepted_at: '2026-01-01', created_at: '2026-01-01', expires_at: '2099-01-01' },
    },
    idempotency_keys: { user_id: user, key: 'k', request_hash: 'h' },
    platform_settings: { key: randomUUID(), value: '{}' },
    platform_audit: { id: randomUUID(), user_id: user, entity: 'user', action: 'edit' },
    platform_emails: { id: randomUUID(), recipients: ['a@b.fr'], pending: [], subject: 's', reason: 'r' },
    personal_exports: {
      id: randomUUID(),
      requested_by: user,
      subject_agency: agency,
      subject_kind: 'agent',
      subject_id: user,
    },
    retention_runs: { id: randomUUID(), rule: 'audit', before: '2020-01-01', count: 1 },
    known_rights: { key: randomUUID(), sets: ['admin'] },
    platform_contract_templates: { id: randomUUID(), kind: 'agent', title: 'CDI' },
    referrals: { id: randomUUID(), user_id: user, recipient: 'digest' },
    signing_certificates: { key_digest: randomUUID(), certificate: Buffer.from('c'), expires_at: '2099-01-01' },
  };
  for (const [table, row] of Object.entries(rows)) {
    const names = Object.keys(row);
    await sql(
      `insert into ${table} (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
      Object.values(row),
    );
  }
}

beforeAll(async () => {
  const ownerUrl = await freshDatabase();
  folder = await mkdtemp(join(tmpdir(), 'vigie-upgrade-'));
  await cp(migrationsFolder, folder, { recursive: true });
  database = await openDatabase({ ownerUrl, secret: 'test' });
  owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const stranger = randomUUID();
  await sql(`insert into users (id, email, firstname, lastname) values ($1, 'stranger@b.fr', 'C', 'D')`, [stranger]);
  for (const name of ['A', 'B']) {
    const [agency, user] = [randomUUID(), randomUUID()];
    await sql(`insert into users (id, email, firstname, lastname) values ($1, $2, 'A', 'B')`, [user, `${user}@b.fr`]);
    await sql('insert into agencies (id, name, manager_id) values ($1, $2, $3)', [agency, name, user]);
    for (const table of agencyLists) await sql(`delete from ${table} where agency_id = $1`, [agency]);
    await settle({ sql }, newPremises(agency, user), stranger);
    await fillPlatform(user, agency);
  }
  const [{ id: buyer } = { id: '' }] = await sql<{ id: string }>(`select id from agencies where name = 'A'`);
  await settlePlatform({ sql }, buyer);
  ofPlatform = await platformTables({ sql });
  before = await allRows();
});
afterAll(async () => {
  await owner.end();
  await database.close();
  await rm(folder, { recursive: true });
});

const upgrade = async (name: string, text: string): Promise<unknown> => {
  await writeFile(join(folder, name), text);
  return migrate(owner, 'test', { folder });
};

test('each table of the baseline has rows, agency tables of both agencies', () => {
  for (const [table, rows] of before) {
    const agencies = new Set(rows.flatMap((row) => (JSON.parse(row) as { agency_id?: string }).agency_id ?? []));
    // A new table of the platform needs a row above.
    expect(rows.length, table).toBeGreaterThan(0);
    // Agencies that only appear in the rows of others have their lists, too.
    if (agencies.size > 0) expect(agencies.size, table).toBeGreaterThanOrEqual(ofPlatform.includes(table) ? 1 : 2);
  }
  expect(before.size).toBeGreaterThan(80);
});

test('a failed migration leaves every row and column unchanged', async () => {
  await expect(
    upgrade(
      '9990-broken.sql',
      `alter table customers drop column comments; truncate services cascade; drop table rounds cascade;
        alter table platform_settings add column broken integer; select 1 / 0;`,
    ),
  ).rejects.toThrow('division by zero');
  expect(await allRows()).toEqual(before);
  await rm(join(folder, '9990-broken.sql'));
});

test('a migration that changes every table keeps every row', async () => {
  await upgrade(
    '9991-later.sql',
    `do $$
      declare
        t text;
      begin
        for t in select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations' loop
          execute format('alter table %I add column later integer not null default 7', t);
        end loop;
      end $$;
      create table badges (agency_id uuid not null references agencies (id) on delete cascade, id uuid not null,
        name text not null, primary key (agency_id, id));
      select agency_table('badges');
      -- The owner of a table obeys its policies: rows are rewritten without FORCE.
      alter table customers no force row level security;
      alter table badges no force row level security;
      insert into badges select agency_id, id, name from customers;
      update customers set later = 8;
      alter table badges force row level security;
      alter table customers force row level security;`,
  );
  const after = await allRows();
  expect(after.get('badges')).toHaveLength(before.get('customers')?.length ?? 0);
  after.delete('badges');
  expect(after).toEqual(before);
  expect(await sql('select distinct later from customers')).toEqual([{ later: 8 }]);
  expect(await sql('select distinct later from services')).toEqual([{ later: 7 }]);
});
