// Databases for tests, on the server that global-setup.ts started.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import type {} from './global-setup.ts';

export async function testDatabase(): Promise<{ ownerUrl: string }> {
  return { ownerUrl: inject('ownerUrl') };
}

// Never dropped: the server and its folder go at the end of the run.
export async function freshDatabase(): Promise<string> {
  const { ownerUrl } = await testDatabase();
  const name = `vigie_${randomBytes(6).toString('hex')}`;
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query(`create database ${name}`);
  } finally {
    await client.end();
  }
  const url = new URL(ownerUrl);
  url.pathname = `/${name}`;
  return url.href;
}
