// Checks the catalogue of the database: keys start with the agency, every table has policies, nothing bypasses them.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '#server/testing/database.ts';
import { type Database, openDatabase } from './database.ts';

let database: Database;
beforeAll(async () => {
  database = await openDatabase({ ownerUrl: await freshDatabase(), secret: 'test' });
});
afterAll(() => database.close());

/** Tables without an agency: users, sessions and other platform tables. */
const platformTables = new Set([
  'agencies',
  'idempotency_keys',
  'known_rights',
  'migrations',
  'personal_exports',
  'platform_audit',
  'platform_contract_templates',
  'platform_emails',
  'platform_settings',
  'push_subscriptions',
  'referrals',
  'retention_rules',
  'retention_runs',
  'sessions',
  'sign_in_failures',
  'sign_ups',
  'signing_certificates',
  'user_devices',
  'user_recovery_codes',
  'user_second_factors',
  'user_tokens',
  'users',
]);

const ask = async <R extends object>(text: string): Promise<R[]> =>
  (await database.platform.query<R & Record<string, unknown>>(text)).rows;

const tables = async (): Promise<string[]> =>
  (
    await ask<{ name: string }>(
      `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`,
    )
  ).map((row) => row.name);

test('every table is an agency table or a named platform table', async () => {
  const columns = await ask<{ name: string }>(
    `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'agency_id'`,
  );
  const ofAgency = new Set(columns.map((row) => row.name));
  for (const table of await tables()) expect(ofAgency.has(table), table).toBe(!platformTables.has(table));
});

test('primary keys, unique constraints and foreign keys between agency tables start with agency_id', async () => {
  const constraints = await ask<{
    name: string;
    table: string;
    type: string;
    target: string | null;
    columns: string[];
    targets: string[] | null;
  }>(`
    select k.conname as name, c.relname as table, k.contype as type, f.relname as target,
      (select array_agg(a.attname::text order by p.n) from unnest(k.conkey) with ordinality p(num, n) join pg_attribute a on a.attrelid = k.conrelid and a.attnum = p.num) as columns,
      (select array_agg(a.attname::text order by p.n) from unnest(k.confkey) with ordinality p(num, n) join pg_attribute a on a.attrelid = k.confrelid and a.attnum = p.num) as targets
    from pg_constraint k join pg_class c on c.oid = k.conrelid left join pg_class f on f.oid = k.confrelid
    where c.relnamespace = 'public'::regnamespace and k.contype in ('p', 'u', 'f')`);
  let checked = 0;
  for (const constraint of constraints) {
    if (platformTables.has(constraint.table)) continue;
    if (constraint.type === 'f' && platformTables.has(constraint.target ?? '')) continue;
    expect(constraint.columns[0], `${constraint.table}.${constraint.name}`).toBe('agency_id');
    if (constraint.type === 'f')
      expect(constraint.targets?.[0], `${constraint.table}.${constraint.name}`).toBe('agency_id');
    checked += 1;
  }
  expect(checked).toBeGreaterThan(20);
});

test('every foreign key has an index that begins with its columns', async () => {
  const missing = await ask<{ name: string }>(`
    select c.relname || '.' || k.conname as name from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and c.relnamespace = 'public'::regnamespace and not exists (
      select from pg_index i where i.indrelid = k.conrelid
        and (select array_agg(x order by x) from unnest((i.indkey::int2[])[0:cardinality(k.conkey) - 1]) x) = (select array_agg(x order by x) from unnest(k.conkey) x))`);
  // The manager of an agency and the author of a session are only looked up by the owner's key.
  expect(
    missing
      .map((row) => row.name)
      .filter(
        (name) => !name.startsWith('agencies.') && !name.startsWith('sessions.') && !name.startsWith('user_tokens.'),
      ),
  ).toEqual([]);
});

test('every table has row security, forced except for the search', async () => {
  const rows = await ask<{ name: string; on: boolean; forced: boolean }>(
    `select relname as name, relrowsecurity as on, relforcerowsecurity as forced from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations'`,
  );
  for (const row of rows) expect(row, row.name).toMatchObject({ on: true, forced: row.name !== 'search' });
});

test('every policy of the application names the agency or the user of the transaction', async () => {
  const policies = await ask<{
    table: string;
    name: string;
    roles: string[];
    using: string | null;
    check: string | null;
  }>(
    `select tablename as table, policyname as name, roles::text[] as roles, qual as using, with_check as check from pg_policies where schemaname = 'public'`,
  );
  const application = policies.filter((policy) => policy.roles.includes(database.roles.app));
  expect(application.length).toBeGreaterThan(15);
  for (const policy of application) {
    if (policy.table === 'platform_settings') continue;
    for (const condition of [policy.using, policy.check])
      if (condition) expect(condition, `${policy.table}.${policy.name}`).toMatch(/app_agency\(\)|app_user\(\)/);
  }
  const named = new Set(application.map((policy) => policy.table));
  // The information schema would hide another role's grants.
  const granted = await ask<{ name: string }>(
    `select distinct c.relname as name from pg_class c, aclexplode(c.relacl) g join pg_roles r on r.oid = g.grantee
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and r.rolname = '${database.roles.app}'`,
  );
  expect(granted.length).toBeGreaterThan(15);
  for (const { name } of granted) expect(named.has(name), `${name} is granted without a policy`).toBe(true);
});

test('none of our functions is immutable: a cached plan would keep the first agency', async () => {
  const rows = await ask<{ name: string }>(
    `select p.proname as name from pg_proc p where p.pronamespace = 'public'::regnamespace and p.provolatile = 'i' and p.proname like 'app\\_%'`,
  );
  expect(rows).toEqual([]);
});

// For a delete, PostgreSQL only checks whether the row is visible.
test('a table with more readers than writers has a policy for deletes', async () => {
  const open = await ask<{ table: string }>(
    // Materialized, so that privileges are not checked for every relation.
    `with policies as materialized (select * from pg_policies where schemaname = 'public')
      select p.tablename as table from policies p
      where p.cmd = 'ALL' and '${database.roles.app}' = any (p.roles::text[]) and p.with_check is distinct from p.qual
        and has_table_privilege('${database.roles.app}', p.tablename, 'delete')
        and not exists (select from policies r where r.tablename = p.tablename and r.permissive = 'RESTRICTIVE' and r.cmd = 'DELETE')`,
  );
  expect(open.map(({ table }) => table)).toEqual([]);
});
