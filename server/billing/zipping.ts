// Issued papers for an archive of several files: each asked as its own download would be.
import { Invoice } from '#core/billing/invoice.ts';
import { sendingMessages } from '#core/billing/sending.ts';
import { Problem } from '#core/kernel/problem.ts';
import { missingRight } from '#core/rights.ts';
import { meets } from '#core/roles.ts';
import type { Call } from '#server/kernel/call.ts';
import type { Archived, ArchiveSource } from '#server/kernel/module.ts';
import { scopeOf } from '#server/kernel/plan.ts';
import { issuedPdf, staffOf } from './issued.ts';
import { readInvoicePapers } from './papers.ts';
import { paperName } from './printing.ts';

const invoiceIn = (url: string): string | null =>
  /\/invoice\/([0-9a-f-]{36})\/pdf(\?|$)/i.exec(url)?.[1]?.toLowerCase() ?? null;

async function zippedPapers(call: Call, ids: readonly string[]): Promise<Archived[]> {
  if (ids.length === 0) return [];
  const { db, services, context, asker } = call;
  const right = 'listInvoices';
  if (!meets(asker, Invoice.grants.read[scopeOf(call)] ?? null))
    throw new Problem('forbidden', missingRight(right), { right });
  const seen = await db.query<{ id: string; issued: boolean }>({
    name: 'papers-to-zip',
    text: 'select id, issued_at is not null as issued from invoices where agency_id = app_agency() and id = any ($1::uuid[])',
    values: [ids],
  });
  if (seen.length < ids.length) throw new Problem('missing', Invoice.missing);
  if (!seen.every(({ issued }) => issued)) throw new Problem('conflict', sendingMessages.notIssued);
  const staff = staffOf(services, context.agency);
  const papers = await readInvoicePapers(staff, ids);
  const hashes = async (): Promise<Map<string, string>> => {
    const rows = await staff.query<{ id: string; hash: string }>({
      name: 'issued-papers',
      text: 'select invoice_id as id, hash from invoice_papers where agency_id = app_agency() and invoice_id = any ($1::uuid[])',
      values: [ids],
    });
    return new Map(rows.map(({ id, hash }) => [id, hash]));
  };
  const known = await hashes();
  const undrawn = papers.filter(({ id }) => !known.has(id));
  // Drawn now if their job has not run.
  for (const paper of undrawn) await issuedPdf(paper, services, context.agency as string);
  const all = undrawn.length === 0 ? known : await hashes();
  return papers.map((paper) => ({
    ...{ id: paper.id, name: paperName(paper), mime_type: 'application/pdf', hash: all.get(paper.id) as string },
  }));
}

export const invoiceArchives: ArchiveSource = { idIn: invoiceIn, read: zippedPapers };
