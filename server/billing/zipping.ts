// Issued papers for an archive of several files: each asked as its own download would be.
import { Invoice } from '#core/billing/invoice.ts';
import { sendingMessages } from '#core/billing/sending.ts';
import { Problem } from '#core/kernel/problem.ts';
import { missingRight } from '#core/rights.ts';
import { meets } from '#core/roles.ts';
import type { Call } from '#server/kernel/call.ts';
import { scopeOf } from '#server/kernel/plan.ts';
import { hashOf, issuedPdf, staffOf } from './issued.ts';
import { readInvoicePapers } from './papers.ts';
import { paperName } from './printing.ts';

export const invoiceIn = (url: string): string | null =>
  /\/invoice\/([0-9a-f-]{36})\/pdf(\?|$)/i.exec(url)?.[1]?.toLowerCase() ?? null;

export interface ZippedPaper {
  id: string;
  name: string;
  mime_type: string;
  hash: string;
}

export async function zippedPapers(call: Call, ids: readonly string[]): Promise<ZippedPaper[]> {
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
  const zipped: ZippedPaper[] = [];
  for (const paper of await readInvoicePapers(staff, ids)) {
    // Drawn now if its job has not run.
    if ((await hashOf(staff, paper.id)) === null) await issuedPdf(paper, services, context.agency as string);
    const hash = (await hashOf(staff, paper.id)) as string;
    zipped.push({ id: paper.id, name: paperName(paper), mime_type: 'application/pdf', hash });
  }
  return zipped;
}
