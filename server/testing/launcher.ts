// A minimal application that embedded.test.ts kills: it reports each row after its commit.
import { writeSync } from 'node:fs';
import pg from 'pg';
import { startEmbedded } from '#server/db/embedded.ts';
import { Refusal } from '#server/refusal.ts';

const [dataDir = '', secret = 'a secret that only tests know'] = process.argv.slice(2);
// Unbuffered, so that every reported row was committed before a kill -9.
const report = (line: unknown): number => writeSync(1, `${JSON.stringify(line)}\n`);

try {
  const embedded = await startEmbedded({ dataDir, secret, log: (line) => report({ log: line }) });
  let ending = false;
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: embedded.url });
    client.on('error', () => {});
    await client.connect();
    await client.query('create table if not exists rows (n integer primary key)');
    return client;
  };
  let client = await connect();
  const { rows } = await client.query<{ last: number; count: number }>(
    'select coalesce(max(n), 0) as last, count(*)::integer as count from rows',
  );
  let { last = 0, count = 0 } = rows[0] ?? {};
  process.on('SIGTERM', () => {
    ending = true;
  });
  report({ ready: count, folder: embedded.folder, url: embedded.url });
  while (!ending) {
    try {
      await client.query('insert into rows values ($1) on conflict do nothing', [last + 1]);
      last += 1;
      report({ committed: last });
    } catch {
      await client.end().catch(() => {});
      client = await connect().catch(() => client);
    }
    await new Promise((resume) => setTimeout(resume, 5));
  }
  await client.end();
  await embedded.stop();
} catch (error) {
  console.error(error instanceof Refusal ? error.message : error);
  process.exitCode = 1;
}
