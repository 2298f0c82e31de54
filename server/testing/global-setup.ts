// One PostgreSQL for the whole run of the server tests; each test file copies its own database.
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { tryLock } from '#server/db/embedded/lock.ts';
import { haltAll } from '#server/db/embedded/processes.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import type { Cast } from './people.ts';
import { makeTemplates } from './templates.ts';

declare module 'vitest' {
  interface ProvidedContext {
    ownerUrl: string;
    cast: Cast;
  }
}

const prefix = 'vigie-test-';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // An external PostgreSQL, such as in `npm run test:pg15`: empty, and dropped by its provider.
  const external = process.env.TEST_DATABASE_URL;
  if (external) {
    project.provide('ownerUrl', external);
    project.provide('cast', await makeTemplates(external));
    return async () => {};
  }
  await forgetKilledRuns();
  const dataDir = await mkdtemp(join(tmpdir(), prefix));
  const postgres = await startEmbedded({
    dataDir,
    secret: 'a secret that only tests know',
    log: () => {},
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' },
  });
  project.provide('ownerUrl', postgres.url);
  project.provide('cast', await makeTemplates(postgres.url));
  return async () => {
    await postgres.stop();
    await rm(postgres.folder, { recursive: true, force: true });
    await rm(dataDir, { recursive: true, force: true });
  };
}

// A killed run leaves its server running; the lock shows whether another run uses it.
async function forgetKilledRuns(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const dataDir = join(tmpdir(), name);
    if (!name.startsWith(prefix) || !existsSync(join(dataDir, 'postgres', 'cluster'))) continue;
    const lock = tryLock(join(dataDir, 'lock'));
    if (!lock) continue;
    await haltAll(join(dataDir, 'postgres', 'cluster'));
    lock.release();
    await rm(dataDir, { recursive: true, force: true });
  }
}
