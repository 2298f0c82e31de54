// The template databases of the tests: one migrated, one with the people of people.ts.
import pg from 'pg';
import { openDatabase } from '#server/db/database.ts';
import { rolesOf } from '#server/db/migrate.ts';
import { createJobs } from '#server/jobs/queue.ts';
import { allJobs } from '#server/product.ts';
import { type Cast, populate } from './people.ts';

export const emptyTemplate = 'vigie_migrated';
export const worldTemplate = 'vigie_peopled';

const secret = 'a secret that only tests know';

export function urlOf(ownerUrl: string, name: string): string {
  const url = new URL(ownerUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/**
 * Roles are named after their database. A copy keeps the grants of the template's roles, so its own roles become members
 * of those. No connection to the template may be open.
 */
export async function cloneDatabase(owner: pg.Client, template: string, name: string): Promise<void> {
  // Copy the files: with fsync off this takes half the time of `wal_log`.
  await owner.query(`create database ${name} template ${template} strategy file_copy`);
  const [migrated, own] = [rolesOf(emptyTemplate), rolesOf(name)];
  await owner.query(`create role ${own.app} in role ${migrated.app}`);
  await owner.query(`create role ${own.platform} in role ${migrated.platform}`);
}

/** Once per run. */
export async function makeTemplates(ownerUrl: string): Promise<Cast> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query(`create database ${emptyTemplate}`);
    const empty = await openDatabase({ ownerUrl: urlOf(ownerUrl, emptyTemplate), secret, connections: 1 });
    await empty.close();
    await cloneDatabase(owner, emptyTemplate, worldTemplate);
    const peopled = await openDatabase({ ownerUrl: urlOf(ownerUrl, worldTemplate), secret, connections: 1 });
    const cast = await populate(peopled);
    // Creating them takes as long as the rest of a start.
    await createJobs(peopled, allJobs).install();
    await peopled.close();
    return cast;
  } finally {
    await owner.end();
  }
}
