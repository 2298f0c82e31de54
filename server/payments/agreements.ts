// The agreement of an agency to a subscription (Z-025), and its first payment (decision 59).
import { Problem } from '#core/kernel/problem.ts';
import { confirmAgreement, pendingAgreement } from '#core/payments/payment-calls.ts';
import { paymentMessages } from '#core/payments/texts.ts';
import type { Db } from '#server/db/database.ts';
import { doerOf } from '#server/kernel/audit.ts';
import { type Caller, type Handler, handle, type Services } from '#server/kernel/call.ts';
import { refusePlatform } from '#server/kernel/scope.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';
import { asPlatform, platformContext } from './as-platform.ts';
import { askCollect } from './clock.ts';
import { audit, refreshInvoice } from './invoicing.ts';

/** In the platform's context: what waited for it is due. */
async function approve(db: Db, services: Services, invoice: string): Promise<void> {
  const payments = await db.query<{ id: string }>({
    name: 'approve-first-payments',
    text: `update agency_payments set status = case when date <= app_today() then 'PENDING' else 'COMING_SOON' end, updated_at = now()
      where agency_id = app_agency() and agency_invoice_id = $1 and status = 'VALIDATION' returning id`,
    values: [invoice],
  });
  if (payments.length === 0) return;
  await refreshInvoice(db, invoice);
  await askCollect(
    db,
    services,
    payments.map(({ id }) => id),
  );
}

/** A means of payment was chosen: agreed invoices that waited for one are collected. */
export const approveFirstPayments = (services: Services, agency: string): Promise<void> =>
  services.database.transaction(platformContext, async (db) => {
    const waiting = await db.query<{ id: string }>({
      name: 'agreed-first-payments',
      text: `select i.id from agency_invoices i where i.agency_id = app_agency() and i.buyer_id = $1 and i.status = 'VALIDATION'
        and exists (select from subscription_agreements a where a.agency_id = i.buyer_id and a.agency_invoice_id = i.id)`,
      values: [agency],
    });
    for (const { id } of waiting) await approve(db, services, id);
  });

interface Waiting extends Record<string, unknown> {
  id: string;
  reference: string;
  total: number;
  currency: string;
  dueDate: string;
  items: { title: string; quantity: number; price: number }[];
}

const waitingSql = `select i.id, i.reference, i.total::float8 as total, i.currency, i.due_date::text as "dueDate",
    (select coalesce(json_agg(json_build_object('title', l.title, 'quantity', l.quantity, 'price', l.price) order by l.rank), '[]')
      from agency_invoice_items l where l.agency_id = i.agency_id and l.agency_invoice_id = i.id) as items
  from agency_invoices i where i.buyer_id = app_agency() and i.status = 'VALIDATION'
    and not exists (select from subscription_agreements a where a.agency_id = i.buyer_id and a.agency_invoice_id = i.id)`;

const lockInvoice = (db: Db, id: string): Promise<unknown> =>
  db.query({
    name: 'lock-answered-invoice',
    text: 'select 1 from agency_invoices where agency_id = app_agency() and id = $1 for update',
    values: [id],
  });

/** In the platform's context: nothing was collected yet; the invoice is cancelled by its credit note, and the order with it. */
async function refuse(db: Db, invoice: string, caller: Caller | null): Promise<void> {
  await db.query({
    name: 'refuse-first-payments',
    text: `update agency_payments set status = 'CANCELLED_MANUALLY', updated_at = now()
      where agency_id = app_agency() and agency_invoice_id = $1 and status = 'VALIDATION'`,
    values: [invoice],
  });
  await audit(db, invoice, 'refuseOrder', { agreed: { before: null, after: false } }, caller);
  await refreshInvoice(db, invoice);
}

export const agreementHandlers: Handler[] = [
  handle(pendingAgreement, async ({ db }) => {
    const [row] = await db.query<Waiting>({
      name: 'pending-agreement',
      text: `${waitingSql} order by i.created_at limit 1`,
    });
    return { agencyInvoice: row ?? null };
  }),

  handle(confirmAgreement, async (call) => {
    refusePlatform(call);
    const { db, input, now, services, caller } = call;
    // Of several answers at once the first one counts: the others wait here, and find nothing to answer.
    await asPlatform(db, () => lockInvoice(db, input.id));
    const [row] = await db.query<Waiting>({
      name: 'agreement-asked',
      text: `${waitingSql} and i.id = $1`,
      values: [input.id],
    });
    if (!row) throw new Problem('missing', paymentMessages.missingInvoice);
    if (!input.agreed) {
      await asPlatform(db, () => refuse(db, row.id, caller));
      return { agreedAt: null };
    }
    const lines = row.items.map(({ title, quantity }) => `${quantity} × ${title}`).join(', ');
    await db.query({
      name: 'agree',
      text: `insert into subscription_agreements (agency_id, id, agency_invoice_id, author, text, agreed_at) values (app_agency(), $1, $2, $3, $4, $5)`,
      values: [uuidv7(), row.id, doerOf(call), `${row.reference} : ${lines}, ${row.total} ${row.currency} TTC`, now],
    });
    await asPlatform(db, async () => {
      await audit(db, row.id, 'agree', { agreed: { before: null, after: true } }, caller);
      await approve(db, services, row.id);
    });
    return { agreedAt: now.toISOString() };
  }),
];
