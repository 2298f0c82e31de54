// A chain of 100,000 entries of one site: written by the database, then verified whole.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#server/db/database.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { verify } from '#server/logbook/logbook.ts';
import { line, median, title } from './report.ts';

const [count, chunk, rounds] = [100_000, 5_000, 3];
const secret = 'a secret of the benchmark alone';
const perSecond = (entries: number, since: number): number =>
  Math.round((entries * 1_000) / (performance.now() - since));

export async function benchLogbook(): Promise<void> {
  title(`Logbook: a chain of ${count} entries of one site, verified ${rounds} times`);
  const dataDir = await mkdtemp(join(tmpdir(), 'vigie-bench-'));
  const embedded = await startEmbedded({ dataDir, secret, log: () => undefined });
  try {
    const database = await openDatabase({ ownerUrl: embedded.url, secret });
    const [agency, customer, site] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
    const { platform } = database;
    await platform.query(`insert into agencies (id, name) values ($1, 'Mesure')`, [agency]);
    await platform.query(`insert into customers (agency_id, id, name) values ($1, $2, 'Client')`, [agency, customer]);
    await platform.query(
      `insert into sites (agency_id, id, customer_id, name, slug) values ($1, $2, $3, 'Site', 'site')`,
      [agency, site, customer],
    );
    const content = { type: 121, category: 'observations', label: 'Rien à signaler', customerShow: true };
    const writing = performance.now();
    for (let written = 0; written < count; written += chunk)
      await platform.query(
        `insert into logbook_entries (agency_id, id, site_id, kind, event_id, content, latitude, longitude)
          select $1, u, $2, 'entry', u, $3::jsonb || jsonb_build_object('at', now(), 'description', 'Ronde ' || n), 43.7, 7.25
          from (select n, gen_random_uuid() as u from generate_series(1, $4::integer) n) g`,
        [agency, site, JSON.stringify(content), chunk],
      );
    line('written, each chained and shown in the log', `${perSecond(count, writing)} entries/s`);
    const speeds: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const since = performance.now();
      const { verdict, entries } = await database.platformTransaction((db) => verify(db, agency, site));
      if (verdict !== 'valid' || entries !== count) throw new Error(`${verdict}, ${entries} entries`);
      speeds.push(perSecond(count, since));
    }
    line('verified', `${median(speeds)} entries/s`);
    await database.close();
  } finally {
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
