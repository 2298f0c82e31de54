// The PDF of an issued invoice or credit note: drawn once, then always the same bytes (money.md).
import { Readable } from 'node:stream';
import * as z from 'zod';
import { Invoice } from '#core/billing/invoice.ts';
import type { InvoicePaper } from '#core/billing/paper.ts';
import { Problem } from '#core/kernel/problem.ts';
import { nobody } from '#server/db/context.ts';
import type { Db } from '#server/db/database.ts';
import { contentOf } from '#server/files/store.ts';
import { shareFilesLock } from '#server/files/sweep.ts';
import { job } from '#server/jobs/registry.ts';
import type { Services } from '#server/kernel/call.ts';
import { identityOf } from '#server/pdf/identity.ts';
import { readInvoicePapers } from './papers.ts';
import { drawPaper } from './printing.ts';

export const hashOf = async (db: Db, invoice: string): Promise<string | null> =>
  (
    await db.query<{ hash: string }>({
      name: 'issued-paper',
      text: 'select hash from invoice_papers where agency_id = app_agency() and invoice_id = $1',
      values: [invoice],
    })
  )[0]?.hash ?? null;

/** Of two that draw at the same time, the first one kept is the paper. */
async function seal(paper: InvoicePaper, services: Services, agency: string): Promise<string> {
  const { database, files } = services;
  const context = { ...nobody, agency };
  const house = await identityOf({ db: staffOf(services, agency), context, services });
  const content = await drawPaper(paper, house, new Date());
  return database.transaction(context, async (db) => {
    await shareFilesLock(db);
    const arrived = await files.receive(Readable.from([content]), content.length);
    await files.keep(arrived);
    await db.query({
      name: 'seal-paper',
      text: 'insert into invoice_papers (agency_id, invoice_id, hash, size) values (app_agency(), $1, $2, $3) on conflict do nothing',
      values: [paper.id, arrived.hash, arrived.size],
    });
    return (await hashOf(db, paper.id)) as string;
  });
}

/** Reads as the agency itself: a customer may print what he sees, and reads the agency's texts on it. */
export const staffOf = ({ database }: Services, agency: string | null): Db => ({
  query: (statement) => database.read({ ...nobody, agency }, statement),
});

/** Throws if its content is gone from the store: an issued paper is never drawn a second time. */
export async function issuedPdf(paper: InvoicePaper, services: Services, agency: string): Promise<Buffer> {
  const hash = (await hashOf(staffOf(services, agency), paper.id)) ?? (await seal(paper, services, agency));
  const content = await contentOf(services.files, hash);
  if (!content) throw new Problem('missing', 'Le fichier de ce document est introuvable : prévenez le support.');
  return content;
}

export const sealPaper = job(
  'sealPaper',
  z.object({ invoice: z.uuid() }),
  { label: 'PDF d’une facture émise' },
  async ({ invoice }, services, { agency }) => {
    if (!agency) return;
    const [paper] = await readInvoicePapers(staffOf(services, agency), [invoice]);
    // Undone or deleted meanwhile: nothing to draw.
    if (paper?.issuedAt) await issuedPdf(paper, services, agency);
  },
);

export const sealPapers = (
  ids: readonly string[],
  { db, services, agency }: { db: Db; services: Services; agency: string | null },
): Promise<unknown> =>
  services.jobs.enqueue(
    sealPaper,
    ids.map((invoice) => ({ key: `${Invoice.name} ${invoice}`, data: { invoice } })),
    { db, agency },
  );
