// Copies of documents, and the paper of what is typed.
import { copyEstimate, copyInvoice, previewEstimate, previewInvoice } from '#core/billing/drafting.ts';
import type { Estimate } from '#core/billing/estimate.ts';
import type { Invoice } from '#core/billing/invoice.ts';
import type { Paper } from '#core/billing/paper.ts';
import type { Entity, Row } from '#core/kernel/entity.ts';
import { Problem } from '#core/kernel/problem.ts';
import { missingRight, type Right } from '#core/rights.ts';
import { can } from '#core/roles.ts';
import type { Db } from '#server/db/database.ts';
import { type Call, type Handler, handle, RawJson } from '#server/kernel/call.ts';
import { readRow } from '#server/kernel/list.ts';
import type { Plan } from '#server/kernel/plan.ts';
import { lockRows, saveMany } from '#server/kernel/save.ts';
import { agencyToday } from '#server/kernel/today.ts';
import { isUuid } from '#server/kernel/uuid.ts';
import { identityOf } from '#server/pdf/identity.ts';
import { fileReply } from '#server/pdf/reply.ts';
import { estimatePlan } from './estimates.ts';
import { invoicePlan } from './invoices.ts';
import { readEstimatePapers, readInvoicePapers } from './papers.ts';
import { drawPaper, paperName } from './printing.ts';

/** New lines for another document. */
export const linesCopied = ({ items, discounts }: Pick<Row<typeof Invoice>, 'items' | 'discounts'>) => ({
  items: items.map(({ id: _id, stockReference, ...item }) => ({
    ...item,
    stockReference: stockReference && { id: stockReference.id },
  })),
  discounts: discounts.map(({ id: _id, ...discount }) => discount),
});

/** The lines and terms that a document made of another one takes over. */
export const copied = ({
  items,
  discounts,
  vatExemption,
  customer,
  site,
  title,
  header,
  footer,
  paperVersion,
}: Row<typeof Estimate> | Row<typeof Invoice>) => ({
  ...linesCopied({ items, discounts }),
  ...{ vatExemption, title, header, footer, paperVersion },
  customer: { id: customer.id },
  site: site && { id: site.id },
});

async function copy<E extends typeof Invoice | typeof Estimate>(
  plan: Plan<E>,
  call: Call & { params: { id: string } },
  more: (row: Row<E>) => object,
): Promise<never> {
  const { db, params } = call;
  const row = isUuid(params.id) ? (await lockRows(plan, db, [params.id])).get(params.id.toLowerCase()) : null;
  if (!row) throw new Problem('missing', plan.of.missing);
  const draft = { ...copied(row as Row<typeof Invoice>), ...more(row), date: await agencyToday(db) };
  const [saved] = await saveMany(plan, [draft], call);
  const { name } = plan.of as Entity;
  return new RawJson(`{"${name}":${await readRow(plan, call, saved?.after.id ?? '')}}`) as never;
}

/** Ends the transaction of a preview without a trace. */
class Shown extends Error {
  readonly paper: Paper | undefined;
  constructor(paper: Paper | undefined) {
    super('preview');
    this.paper = paper;
  }
}

/** Saved, read and undone: the paper is exactly what the save would print, and every rule of the save is asked. */
export async function preview(
  plan: Plan,
  edit: Right,
  call: Call,
  read: (db: Db, ids: readonly string[]) => Promise<Paper[]>,
): Promise<never> {
  const { now, services, context } = call;
  const input = call.input as Record<string, unknown>;
  // Who may only create previews what is new.
  if (input.id && !can(call.asker, [edit])) throw new Problem('forbidden', missingRight(edit), { right: edit });
  const paper = await services.database
    .transaction(context, async (db): Promise<Paper | undefined> => {
      const [saved] = await saveMany(plan, [input], { ...call, db });
      throw new Shown((await read(db, [saved?.after.id ?? '']))[0]);
    })
    .catch((error: unknown) => {
      if (error instanceof Shown) return error.paper;
      throw error;
    });
  if (!paper) throw new Problem('missing', plan.of.missing);
  return fileReply(await drawPaper(paper, await identityOf(call), now), paperName(paper), 'application/pdf');
}

export const draftHandlers: Handler[] = [
  handle(copyInvoice, (call) => copy(invoicePlan, call, ({ type }) => ({ type }))),
  handle(copyEstimate, (call) => copy(estimatePlan, call, () => ({}))),
  handle(previewInvoice, (call) => preview(invoicePlan as unknown as Plan, 'editInvoice', call, readInvoicePapers)),
  handle(previewEstimate, (call) => preview(estimatePlan as unknown as Plan, 'editEstimate', call, readEstimatePapers)),
];
