// One PostgreSQL for the whole run of the server tests; each test file makes its own database on it.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '#server/db/embedded.ts';

declare module 'vitest' {
  interface ProvidedContext {
    ownerUrl: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vigie-test-'));
  const postgres = await startEmbedded({
    dataDir,
    secret: 'a secret that only tests know',
    log: () => {},
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' },
  });
  project.provide('ownerUrl', postgres.url);
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
    await rm(postgres.folder, { recursive: true, force: true });
  };
}
