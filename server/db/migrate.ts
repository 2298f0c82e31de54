// Runs each hand-written migration once, and makes the two restricted login roles.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { installJobs } from '#server/jobs/install.ts';
import { derive } from '#server/secret.ts';

const folder = join(import.meta.dirname, '../../db/migrations');

/** Any fixed number: two processes that start together wait for each other here. */
const migrationLock = 7_316_201;

export interface Roles {
  app: string;
  platform: string;
}

export const rolesOf = (database: string): Roles => ({ app: `${database}_app`, platform: `${database}_platform` });

export const passwordOf = (secret: string, role: string): string =>
  derive(secret, `database:${role}`).toString('base64url');

export async function migrate(client: pg.Client, secret: string): Promise<Roles> {
  const { rows } = await client.query<{ name: string }>('select current_database() as name');
  const roles = rolesOf(rows[0]?.name ?? '');
  await client.query('select pg_advisory_lock($1)', [migrationLock]);
  try {
    for (const role of Object.values(roles)) await ensureRole(client, role, passwordOf(secret, role));
    await installJobs(client);
    await client.query(
      'create table if not exists migrations (name text primary key, ran_at timestamptz not null default now())',
    );
    const done = await client.query<{ name: string }>('select name from migrations');
    const ran = new Set(done.rows.map((row) => row.name));
    const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
    for (const name of names) if (!ran.has(name)) await runOne(client, name, roles);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLock]);
  }
  return roles;
}

async function ensureRole(client: pg.Client, role: string, password: string): Promise<void> {
  const [name, secret] = [client.escapeIdentifier(role), client.escapeLiteral(password)];
  const known = await client.query('select 1 from pg_roles where rolname = $1', [role]);
  // A new role has no privilege by default; naming those attributes again would ask a superuser of the owner.
  await client.query(`${known.rowCount === 0 ? 'create' : 'alter'} role ${name} login password ${secret}`);
  await client.query(`grant usage on schema public to ${name}`);
}

async function runOne(client: pg.Client, name: string, roles: Roles): Promise<void> {
  const text = (await readFile(join(folder, name), 'utf8'))
    .replaceAll(/:app\b/g, client.escapeIdentifier(roles.app))
    .replaceAll(/:platform\b/g, client.escapeIdentifier(roles.platform));
  await client.query('begin');
  try {
    await client.query(text);
    await client.query('insert into migrations (name) values ($1)', [name]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`migration ${name}: ${(error as Error).message}`, { cause: error });
  }
}
