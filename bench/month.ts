// A month of 300 customers and 10,000 services turned into issued invoices with their PDFs, against the bare PDF library
// that draws the same pages. Interleaved, by parts of 100 customers.
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { InvoicePaper } from '#core/billing/paper.ts';
import { readInvoicePapers } from '#server/billing/papers.ts';
import { paperContent } from '#server/billing/printing.ts';
import { openDatabase } from '#server/db/database.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { readEnvironment } from '#server/environment.ts';
import { createApp } from '#server/kernel/app.ts';
import { fontFiles } from '#server/pdf/fonts.ts';
import { openSession } from '#server/session/sessions.ts';
import { populate } from '#server/testing/people.ts';
import { line, median, title } from './report.ts';

const [customers, services, part] = [300, 10_000, 100];
const secret = 'a secret of the benchmark alone';
const period = { start: '2026-10-01', end: '2026-10-31' };

interface Library {
  setFonts(fonts: object): void;
  createPdf(definition: object): { getBuffer(): Promise<Buffer> };
}
const library = createRequire(import.meta.url)('pdfmake') as Library;

/** The same content as the library draws it: no thread, no store, neither mentions of the agency nor XML. */
const bareDocument = (paper: InvoicePaper): Promise<Buffer> =>
  library
    .createPdf({
      defaultStyle: { font: 'Roboto', fontSize: 9 },
      styles: { section: { fontSize: 11, bold: true }, head: { bold: true, fontSize: 8 }, quiet: {}, title: {} },
      content: paperContent(paper),
    })
    .getBuffer();

const seconds = (since: number): number => (performance.now() - since) / 1_000;

/** A month of guards by day and by night on two sites of each customer. */
const writeMonth = `with people as (select id, row_number() over () as n from agents where agency_id = $1),
    payers as (insert into customers (agency_id, id, name, street, zipcode, city)
      select $1, gen_random_uuid(), 'Client ' || n, n || ' rue du Port', '06000', 'Nice' from generate_series(1, $2::integer) n returning agency_id, id),
    places as (insert into sites (agency_id, id, customer_id, name, slug)
      select p.agency_id, gen_random_uuid(), p.id, 'Site ' || n, p.id || '-' || n from payers p, generate_series(1, 2) n returning agency_id, id),
    numbered as (select id, row_number() over () - 1 as n, count(*) over () as places from places),
    done as (insert into services (agency_id, id, site_id, start_at, end_at)
      select $1, gen_random_uuid(), l.id, t.start, t.start + interval '12 hours' from generate_series(0, $3::integer - 1) g
        join numbered l on l.n = g % l.places
        cross join lateral (select timestamptz '2026-10-01T05:00Z' + (g / 600) * interval '40 hours' + (g % 2) * interval '12 hours' as start) t
      returning agency_id, id)
  insert into service_agents (agency_id, service_id, agent_id) select d.agency_id, d.id, (select id from people where n = 1) from done d`;

export async function benchMonth(): Promise<void> {
  library.setFonts({ Roboto: fontFiles });
  title(`Month: ${services} services of ${customers} customers turned into issued invoices with PDFs, interleaved`);
  const dataDir = await mkdtemp(join(tmpdir(), 'vigie-bench-'));
  const embedded = await startEmbedded({ dataDir, secret, log: () => undefined });
  try {
    const database = await openDatabase({ ownerUrl: embedded.url, secret });
    const environment = readEnvironment({
      ...{ DATABASE_URL: embedded.url, SECRET: secret, RATE_LIMIT: '0', LOG_LEVEL: 'error', DATA_DIR: dataDir },
    });
    const app: FastifyInstance = await createApp({ database, environment });
    const { agency, people } = await populate(database);
    await database.platform.query(writeMonth, [agency.id, customers, services]);
    await database.platform.query('update services set status = 300 where agency_id = $1', [agency.id]);
    await database.platform.query('analyze');
    const { tokens } = await database.platformTransaction((db) => openSession(db, secret, people.owner.id, new Date()));
    const ask = async (method: 'POST' | 'DELETE', path: string, payload?: object) => {
      const answer = await app.inject({
        ...{ method, url: `/api/agency/${agency.id}${path}`, headers: { authorization: `Bearer ${tokens.token}` } },
        ...(payload ? { payload } : {}),
      });
      if (answer.statusCode >= 300) throw new Error(`${path}: ${answer.statusCode} ${answer.body}`);
      return answer;
    };
    const reading = performance.now();
    const { groups } = (await ask('POST', '/invoices/preparation', period)).json() as { groups: { key: string }[] };
    line('prepared: hours, prices, differences', `${seconds(reading).toFixed(2)} s`);
    const [drafted, issued]: [number[], number[]] = [[], []];
    const inAgency = { agency: agency.id, agent: null, customer: null, user: null };
    const speeds: Record<'ours' | 'bare', number[]> = { ours: [], bare: [] };
    for (let first = 0; first < groups.length; first += part) {
      const keys = groups.slice(first, first + part).map(({ key }) => key);
      const since = performance.now();
      const { invoices } = (await ask('POST', '/invoices/preparation/drafts', { ...period, groups: keys })).json() as {
        invoices: string[];
      };
      drafted.push(seconds(since));
      for (const id of invoices) await ask('DELETE', `/invoice/${id}/issue`);
      issued.push(seconds(since));
      // Each is drawn by a job after its issue.
      const drawn = 'select count(*)::integer as papers from invoice_papers where invoice_id = any ($1)';
      while ((await database.platform.query(drawn, [invoices])).rows[0].papers < invoices.length) await wait(20);
      speeds.ours.push(invoices.length / seconds(since));
      const papers = await database.transaction(inAgency, (db) => readInvoicePapers(db, invoices));
      const alone = performance.now();
      for (const paper of papers) await bareDocument(paper);
      speeds.bare.push(papers.length / seconds(alone));
    }
    line(`of ${part}: drafts made after`, `${median(drafted).toFixed(2)} s`);
    line(`of ${part}: all issued after`, `${median(issued).toFixed(2)} s`);
    const [ours, bare] = [median(speeds.ours), median(speeds.bare)];
    line('billed, issued and drawn as Factur-X', `${ours.toFixed(1)} documents/s`);
    line('the same pages by the bare PDF library', `${bare.toFixed(1)} documents/s`);
    line('ratio', (ours / bare).toFixed(2), '≥ 0.5');
    await app.close();
    await database.close();
  } finally {
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
