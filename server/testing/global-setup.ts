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

interface Server {
  ownerUrl: string;
  cast: Cast;
  stop(): Promise<void>;
}

interface Shared {
  vigieTests?: { server: Promise<Server>; projects: number };
}

/** The projects of a run share one server: the first starts it, the last stops it. Each loads this file anew. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const run = globalThis as Shared;
  run.vigieTests ??= { server: startServer(), projects: 0 };
  const shared = run.vigieTests;
  shared.projects += 1;
  const { ownerUrl, cast, stop } = await shared.server;
  project.provide('ownerUrl', ownerUrl);
  project.provide('cast', cast);
  return async () => {
    shared.projects -= 1;
    if (shared.projects === 0) await stop();
  };
}

async function startServer(): Promise<Server> {
  // An external PostgreSQL, such as in `npm run test:pg15`: empty, and dropped by its provider.
  const external = process.env.TEST_DATABASE_URL;
  if (external) return { ownerUrl: external, cast: await makeTemplates(external), stop: async () => {} };
  await forgetKilledRuns();
  const dataDir = await mkdtemp(join(tmpdir(), prefix));
  const postgres = await startEmbedded({
    dataDir,
    secret: 'a secret that only tests know',
    log: () => {},
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '300',
      // Otherwise each of three thousand connections spends 3 ms on its password.
      scram_iterations: '1',
      // Two hundred small databases that nobody uses for long.
      autovacuum: 'off',
    },
  });
  return {
    ownerUrl: postgres.url,
    cast: await makeTemplates(postgres.url),
    stop: async () => {
      await postgres.stop();
      await rm(postgres.folder, { recursive: true, force: true });
      await rm(dataDir, { recursive: true, force: true });
    },
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
