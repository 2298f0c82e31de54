// The list of a customer's user among 10,000 documents: the same query as among 100, his own 30 in both.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nobody } from '#server/db/context.ts';
import { type Database, openDatabase } from '#server/db/database.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { gatherStatistics } from '#server/db/statistics.ts';
import { documentPlan } from '#server/documents/documents.ts';
import { fillDocuments } from '#server/documents/many.ts';
import { listStatement } from '#server/kernel/list.ts';
import { line, median, title } from './report.ts';

const [few, many, rounds] = [100, 10_000, 50];
const secret = 'a secret of the benchmark alone';
const asker = { platform: null, profile: null };

/** Milliseconds of one page, and how many rows it counts. */
async function page(database: Database, ownerUrl: string, count: number): Promise<{ time: number; rows: number }> {
  const { agency, customer } = await database.platformTransaction((db) => fillDocuments(db, count));
  await gatherStatistics(ownerUrl);
  const context = { ...nobody, agency, customer, user: randomUUID() };
  const statement = listStatement(documentPlan.readerFor({ asker, context }), {});
  const times: number[] = [];
  let rows = 0;
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    const [row] = await database.read<{ reply: string }>(context, statement);
    times.push(performance.now() - start);
    rows = (JSON.parse(row?.reply ?? '{}') as { filtered: number }).filtered;
  }
  return { time: median(times), rows };
}

export async function benchDocuments(): Promise<void> {
  title(`Documents of a customer user (${many.toLocaleString('fr')} in the agency)`);
  const dataDir = await mkdtemp(join(tmpdir(), 'vigie-bench-'));
  const embedded = await startEmbedded({ dataDir, secret, log: () => undefined });
  const database = await openDatabase({ ownerUrl: embedded.url, secret });
  try {
    const [small, large] = [await page(database, embedded.url, few), await page(database, embedded.url, many)];
    line('documents returned', `${large.rows} of ${many}`, '30');
    line(`one page among ${few}`, `${small.time.toFixed(2)} ms`);
    line(`one page among ${many}`, `${large.time.toFixed(2)} ms`);
    line('ratio', (large.time / small.time).toFixed(2), '≤ 1.5');
  } finally {
    await database.close();
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
