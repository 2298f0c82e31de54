// Credit notes called by their own type: invoices, of which only the credit notes are seen.
import { listCreditNotes, saveCreditNote } from '#core/billing/credit-note-calls.ts';
import { Problem } from '#core/kernel/problem.ts';
import { withForced } from '#core/kernel/query.ts';
import type { Db } from '#server/db/database.ts';
import { type Call, type Handler, handle } from '#server/kernel/call.ts';
import { list } from '#server/kernel/list.ts';
import { isUuid } from '#server/kernel/uuid.ts';
import { invoiceExtension, invoicePlan } from './invoices.ts';

async function refuseInvoices(db: Db, ids: readonly string[]): Promise<void> {
  const [other] = await db.query<{ id: string }>({
    name: 'no-credit-notes',
    text: `select id from invoices where agency_id = app_agency() and id = any ($1::uuid[]) and type <> 'avoir' limit 1`,
    values: [ids.filter(isUuid)],
  });
  if (other) throw new Problem('missing', 'Avoir introuvable');
}

const typed = { type: 'avoir' } as const;

export const creditNoteHandlers: Handler[] = [
  handle(listCreditNotes, (call) => {
    const input = { ...call.input, filters: withForced(call.input.filters, 'type', ['avoir']) };
    return list(invoicePlan, { ...call, input } as Call) as never;
  }),
  handle(saveCreditNote, async (call) => {
    const input = { ...(call.input as { id?: string | null }), ...typed };
    if (input.id) await refuseInvoices(call.db, [input.id]);
    return invoiceExtension.operations?.save?.(invoicePlan, { ...call, input } as Call) as never;
  }),
];
