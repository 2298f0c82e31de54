// Runs each migration once, in one transaction each, and creates the two restricted login roles.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { installJobs } from '#server/jobs/install.ts';
import { Refusal } from '#server/refusal.ts';
import { derive } from '#server/secret.ts';

export const migrationsFolder = join(import.meta.dirname, '../../db/migrations');

/** Any fixed number: two processes that start together wait for each other. */
const migrationLock = 7_316_201;

/**
 * A statement that waits for a table lock blocks all later queries of that table. So a migration times out soon, is
 * rolled back, and is retried.
 */
const lockTimeout = '5s';
const lockAttempts = 6;

export interface Roles {
  app: string;
  platform: string;
}

interface Migration {
  name: string;
  text: string;
  checksum: string;
}

export interface MigrateOptions {
  folder?: string;
  lockTimeout?: string;
  lockAttempts?: number;
}

export const rolesOf = (database: string): Roles => ({ app: `${database}_app`, platform: `${database}_platform` });

export const passwordOf = (secret: string, role: string): string =>
  derive(secret, `database:${role}`).toString('base64url');

export async function migrate(client: pg.Client, secret: string, options: MigrateOptions = {}): Promise<Roles> {
  const { rows } = await client.query<{ name: string }>('select current_database() as name');
  const roles = rolesOf(rows[0]?.name ?? '');
  await client.query('select pg_advisory_lock($1)', [migrationLock]);
  try {
    for (const role of Object.values(roles)) await ensureRole(client, role, passwordOf(secret, role));
    await installJobs(client);
    const migrations = await readMigrations(options.folder ?? migrationsFolder);
    const applied = await appliedMigrations(client);
    checkApplied(migrations, applied);
    for (const migration of migrations) if (!applied.has(migration.name)) await run(client, migration, roles, options);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLock]);
  }
  return roles;
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      // Windows line endings do not count as a change.
      const text = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

async function appliedMigrations(client: pg.Client): Promise<Map<string, string | null>> {
  await client.query(
    'create table if not exists migrations (name text primary key, checksum text not null, ran_at timestamptz not null default now())',
  );
  // Databases from before checksums lack the column: their migrations count as unknown and are refused.
  const { rows } = await client.query<{ name: string; checksum: string | null }>(
    `select name, to_jsonb(m)->>'checksum' as checksum from migrations m order by name`,
  );
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

function checkApplied(migrations: Migration[], applied: Map<string, string | null>): void {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const [name, checksum] of applied) {
    const migration = known.get(name);
    if (!migration)
      throw new Refusal(
        `La base de données a reçu la migration « ${name} », inconnue de cette version : lancez la version de Vigie qui l'a mise à jour, ou une plus récente.`,
      );
    if (migration.checksum !== checksum)
      throw new Refusal(
        `La migration « ${name} » a été modifiée après son application : remettez le fichier d'origine et écrivez le changement dans une nouvelle migration.`,
      );
  }
}

async function ensureRole(client: pg.Client, role: string, password: string): Promise<void> {
  const [name, secret] = [client.escapeIdentifier(role), client.escapeLiteral(password)];
  const known = await client.query('select 1 from pg_roles where rolname = $1', [role]);
  // A new role has no privileges; setting those attributes again would need a superuser.
  await client.query(`${known.rowCount === 0 ? 'create' : 'alter'} role ${name} login password ${secret}`);
  await client.query(`grant usage on schema public to ${name}`);
}

async function run(client: pg.Client, migration: Migration, roles: Roles, options: MigrateOptions): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await runOnce(client, migration, roles, options.lockTimeout ?? lockTimeout);
      return;
    } catch (error) {
      if (!isLockTimeout(error)) throw new Error(`migration ${migration.name} : ${message(error)}`, { cause: error });
      if (attempt >= (options.lockAttempts ?? lockAttempts))
        throw new Refusal(
          `La migration « ${migration.name} » attend des tables occupées par un autre programme : arrêtez les autres Vigie et les sauvegardes sur cette base, puis relancez. La base n'a pas changé.`,
        );
      // Let the queries that waited behind this migration run.
      await wait(200 * attempt);
    }
  }
}

async function runOnce(client: pg.Client, migration: Migration, roles: Roles, timeout: string): Promise<void> {
  const text = migration.text
    .replaceAll(/:app\b/g, client.escapeIdentifier(roles.app))
    .replaceAll(/:platform\b/g, client.escapeIdentifier(roles.platform));
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = ${client.escapeLiteral(timeout)}`);
    // A migration may fill a column of records that are frozen (0004-records.sql).
    await client.query(`set local app.correction = 'migration'`);
    await client.query(text);
    await align(client);
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [migration.name, migration.checksum]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** Updates tables that copy the columns of another table, by their functions named align_…. */
async function align(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select proname as name from pg_proc where pronamespace = 'public'::regnamespace and proname like 'align\\_%' order by 1`,
  );
  for (const { name } of rows) await client.query(`select ${client.escapeIdentifier(name)}()`);
}

const isLockTimeout = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '55P03';

const message = (error: unknown): string => (error instanceof Error ? error.message : String(error));
