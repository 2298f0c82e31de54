// Databases for tests, on the server that global-setup.ts started. Never dropped: the server and its folder go at the
// end of the run.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import type {} from './global-setup.ts';
import { cloneDatabase, emptyTemplate, urlOf, worldTemplate } from './templates.ts';

/** An empty database, for what migrates it or reads the names of its own roles in its catalogue. */
export const freshDatabase = (): Promise<string> =>
  made((owner, name) => owner.query(`create database ${name}`).then(() => {}));

/** A database with every migration run and no row, copied from a template: eight times cheaper than migrating. */
export const migratedDatabase = (): Promise<string> => made((owner, name) => cloneDatabase(owner, emptyTemplate, name));

/** The same with the cast of people.ts. */
export const peopledDatabase = (): Promise<string> => made((owner, name) => cloneDatabase(owner, worldTemplate, name));

async function made(create: (owner: pg.Client, name: string) => Promise<void>): Promise<string> {
  const ownerUrl = inject('ownerUrl');
  const name = `vigie_${randomBytes(6).toString('hex')}`;
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await create(owner, name);
  } finally {
    await owner.end();
  }
  return urlOf(ownerUrl, name);
}
