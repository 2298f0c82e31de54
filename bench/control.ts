// The control file of 500 agents over two months of planning: what is missing, and the archive. Goal: 5 s.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gapsOf } from '#core/control/gaps.ts';
import { partNames } from '#core/control/parts.ts';
import { controlFacts } from '#server/control/facts.ts';
import { controlArchive } from '#server/control/file.ts';
import { nobody } from '#server/db/context.ts';
import { openDatabase } from '#server/db/database.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { folderStore } from '#server/files/store.ts';
import type { Call } from '#server/kernel/call.ts';
import { fillMonths } from './pay.ts';
import { line, title } from './report.ts';

const secret = 'a secret of the benchmark alone';
const period = { start: '2026-09-01', end: '2026-10-31' };

export async function benchControl(): Promise<void> {
  title('Control file: 500 agents, two months of 22 services each');
  const dataDir = await mkdtemp(join(tmpdir(), 'vigie-bench-'));
  const embedded = await startEmbedded({ dataDir, secret, log: () => undefined });
  try {
    const database = await openDatabase({ ownerUrl: embedded.url, secret });
    const agency = await fillMonths(database);
    const files = folderStore(dataDir);
    const context = { ...nobody, agency };
    const services = {
      database,
      files,
      environment: { secret },
      tenants: { rules: () => ({ regulatoryCalculation: true }) },
    };
    const asker = { platform: 'admin', profile: null };
    for (const round of ['first', 'again']) {
      const since = performance.now();
      await database.transaction(context, async (db) => {
        const call = { db, context, services, asker, caller: null, now: new Date() } as unknown as Call;
        const facts = await controlFacts(call, period);
        const gaps = gapsOf(facts);
        line(`gaps, ${round}`, `${Math.round(performance.now() - since)} ms, ${gaps.length} found`);
        const file = { facts, gaps, open: new Set(partNames), period };
        const archive = await controlArchive(file, { db, store: files, now: call.now, caller: null });
        let size = 0;
        for await (const chunk of archive) size += (chunk as Buffer).length;
        line(`whole archive, ${round}`, `${Math.round(performance.now() - since)} ms, ${Math.round(size / 1_024)} ko`);
      });
    }
    line('memory', `${Math.round(process.memoryUsage().rss / 1_048_576)} Mo`);
    await database.close();
  } finally {
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
