// Payments, credit notes, estimates turned into invoices, and the papers themselves.
import {
  billingDefaults,
  billingMessages,
  creditInvoice,
  estimateReminders,
  estimateSilence,
  invoiceEstimate,
  invoiceReminders,
  mostReminded,
  payInvoice,
  printEstimate,
  printInvoice,
  reversePayment,
} from '#core/billing/calls.ts';
import { cancelledEstimate, Estimate, validatedEstimate } from '#core/billing/estimate.ts';
import { activeInvoice, Invoice, isIssued } from '#core/billing/invoice.ts';
import { isInvoicePaper, type Paper } from '#core/billing/paper.ts';
import type { Output } from '#core/kernel/endpoint.ts';
import type { Entity, Row } from '#core/kernel/entity.ts';
import { compare, readDecimal, scaleOf, times, toNumber } from '#core/kernel/money.ts';
import { Problem } from '#core/kernel/problem.ts';
import type { Db } from '#server/db/database.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import { type Call, type Handler, handle, RawJson } from '#server/kernel/call.ts';
import { readRow } from '#server/kernel/list.ts';
import { moveMany } from '#server/kernel/move.ts';
import { lockRows, saveMany } from '#server/kernel/save.ts';
import { needOne } from '#server/kernel/scope.ts';
import { refuseStale } from '#server/kernel/stale.ts';
import { agencyToday } from '#server/kernel/today.ts';
import { isUuid } from '#server/kernel/uuid.ts';
import { identityOf } from '#server/pdf/identity.ts';
import { fileReply } from '#server/pdf/reply.ts';
import { copied } from './drafts.ts';
import { estimatePlan } from './estimates.ts';
import { balance, invoicePlan, isLate } from './invoices.ts';
import { issuedPdf, staffOf } from './issued.ts';
import { readEstimatePapers, readInvoicePapers } from './papers.ts';
import { enterPayment as enter, refuseDebited } from './payments.ts';
import { drawPaper, paperName } from './printing.ts';

const missing = (of: Entity): Problem => new Problem('missing', of.missing);
const refused = (message: string): Problem => new Problem('conflict', message);

async function lockedInvoice({ db, params }: { db: Db; params: { id: string } }): Promise<Row<typeof Invoice>> {
  if (!isUuid(params.id)) throw missing(Invoice);
  const row = (await lockRows(invoicePlan, db, [params.id])).get(params.id.toLowerCase());
  if (!row) throw missing(Invoice);
  return row;
}

const answer = async (call: Call, id: string): Promise<never> =>
  new RawJson(`{"invoice":${await readRow(invoicePlan, call, id)}}`) as never;

export async function print(
  of: Entity,
  call: Call,
  read: (db: Db, ids: readonly string[]) => Promise<Paper[]>,
): Promise<never> {
  const { db, params, now, services, context } = call;
  const { id } = params as { id: string };
  const seen = isUuid(id)
    ? await db.query({ name: `seen-${of.table}`, text: `select 1 from ${of.table} where id = $1`, values: [id] })
    : [];
  if (seen.length === 0) throw missing(of);
  const staff = staffOf(services, context.agency);
  const [paper] = await read(staff, [id]);
  if (!paper) throw missing(of);
  const content =
    isInvoicePaper(paper) && paper.issuedAt
      ? await issuedPdf(paper, services, context.agency as string)
      : await drawPaper(paper, await identityOf(call), now);
  return fileReply(content, paperName(paper), 'application/pdf');
}

async function draftOf(call: Call, input: object): Promise<Row<typeof Invoice>> {
  const [saved] = await saveMany(invoicePlan, [{ date: await agencyToday(call.db), ...input }], call);
  return saved?.after as Row<typeof Invoice>;
}

type Reminded = Output<typeof invoiceReminders>['invoices'][number] & Record<string, unknown>;

const reminded = (days: string, amount: string): string =>
  `select i.id, i.number, json_build_object('id', c.id, 'name', c.name) as customer, i.date::text, ${amount}::float8 as amount, i.currency, ${days} as days`;
const ofCustomer =
  'join customers c on c.agency_id = i.agency_id and c.id = i.customer_id where i.agency_id = app_agency()';

export const billingHandlers: Handler[] = [
  handle(payInvoice, async (call) => {
    const { input } = call;
    const invoice = await lockedInvoice(call);
    if (!isIssued(invoice)) throw refused(billingMessages.notIssued);
    if (invoice.type !== 'facture') throw refused(billingMessages.notAnInvoice);
    if (compare(invoice.balance, 0) === 0) throw refused(billingMessages.settled);
    // What was paid before a credit note is given back.
    const isRefund = compare(invoice.balance, 0) < 0;
    const owed = toNumber(times(invoice.balance, isRefund ? -1 : 1));
    const amount = input.amount ?? owed;
    if ((readDecimal(String(amount))?.scale ?? 0) > scaleOf(invoice.currency)) {
      const message = `${scaleOf(invoice.currency)} décimale(s) au plus`;
      throw new Problem('invalid', message, { violations: [{ path: 'amount', message }] });
    }
    const wrongDay =
      input.date > (await agencyToday(call.db))
        ? billingMessages.future
        : input.date < invoice.date
          ? billingMessages.beforeIssue
          : null;
    if (wrongDay) throw new Problem('invalid', wrongDay, { violations: [{ path: 'date', message: wrongDay }] });
    if (compare(amount, owed) > 0)
      throw new Problem('invalid', billingMessages.tooMuch, {
        violations: [{ path: 'amount', message: billingMessages.tooMuch }],
      });
    if (!isRefund && !input.despiteDebit) await refuseDebited(call.db, invoice.id);
    //
    const note = input.note || (isRefund ? 'Remboursement' : input.amount === undefined ? 'Solde' : null);
    await enter(call, invoice.id, {
      date: input.date,
      amount: isRefund ? -amount : amount,
      note,
      means: input.means ?? null,
      reverses: null,
    });
    return answer(call, invoice.id);
  }),

  handle(reversePayment, async (call) => {
    const { db, params, input } = call;
    const invoice = await lockedInvoice(call);
    const [payment] = isUuid(params.payment)
      ? await db.query<{ amount: number; reversed: boolean; isReversal: boolean; means: string | null }>({
          name: 'payment-to-reverse',
          text: `select p.amount::float8 as amount, p.means, p.reverses_id is not null as "isReversal",
              exists (select from invoice_payments r where r.agency_id = p.agency_id and r.reverses_id = p.id) as reversed
            from invoice_payments p where p.agency_id = app_agency() and p.invoice_id = $1 and p.id = $2`,
          values: [invoice.id, params.payment],
        })
      : [];
    if (!payment || payment.isReversal) throw new Problem('missing', billingMessages.noPayment);
    if (payment.reversed) throw refused(billingMessages.reversed);
    await enter(call, invoice.id, {
      ...{ date: await agencyToday(db), amount: -payment.amount, note: input.reason, means: payment.means },
      reverses: params.payment,
    });
    return answer(call, invoice.id);
  }),

  handle(creditInvoice, async (call) => {
    const invoice = await lockedInvoice(call);
    await refuseStale(invoicePlan, invoice, call.input.version, call);
    if (!isIssued(invoice)) throw refused('Un brouillon se modifie : seul un document émis se corrige par un avoir.');
    if (invoice.type !== 'facture') throw refused('Un avoir ne se crédite pas.');
    if (invoice.status !== activeInvoice) throw refused(billingMessages.credited);
    // The buyer finds his order and his service by them, as on the invoice (Chorus Pro).
    const { orderNumber, buyerReference, periodStart, periodEnd } = invoice;
    const { id } = await draftOf(call, {
      ...{ ...copied(invoice), orderNumber, buyerReference, periodStart, periodEnd },
      ...{ type: 'avoir', creditOf: { id: invoice.id } },
    });
    return answer(call, id);
  }),

  handle(invoiceEstimate, async (call) => {
    const { db, params } = call;
    const estimate = isUuid(params.id)
      ? (await lockRows(estimatePlan, db, [params.id])).get(params.id.toLowerCase())
      : null;
    if (!estimate) throw missing(Estimate);
    if (estimate.invoice) throw refused(billingMessages.transformed);
    if (estimate.status === cancelledEstimate) throw refused(billingMessages.refused);
    // Billed, it is accepted; and it can no longer be changed.
    if (estimate.status !== validatedEstimate) {
      needOne(call.asker, ['signEstimate']);
      await moveMany(estimatePlan, [estimate.id], 'validate', call);
    }
    const { id } = await draftOf(call, { ...copied(estimate), type: 'facture' });
    await db.query({
      name: 'estimate-invoiced',
      text: 'update estimates set invoice_id = $2, version = version + 1, updated_at = now() where agency_id = app_agency() and id = $1',
      values: [estimate.id, id],
    });
    await writeAudit(db, call, { entity: Estimate.name, id: estimate.id, action: 'transform' });
    return answer(call, id);
  }),

  handle(printInvoice, (call) => print(Invoice, call, readInvoicePapers)),
  handle(printEstimate, (call) => print(Estimate, call, readEstimatePapers)),

  handle(estimateReminders, async ({ db, now }) => ({
    estimates: await db.query<Reminded>({
      name: 'estimates-to-remind',
      text: `${reminded('(($1::timestamptz at time zone app_zone())::date - (i.sent_at at time zone app_zone())::date)', 'i.total')} from estimates i ${ofCustomer}
        and i.status = 300 and i.invoice_id is null and c.status <> 300
          and (i.sent_at at time zone app_zone())::date <= ($1::timestamptz at time zone app_zone())::date - ${estimateSilence} order by i.sent_at, i.id limit ${mostReminded}`,
      values: [now],
    }),
  })),

  handle(invoiceReminders, async ({ db }) => ({
    invoices: await db.query<Reminded>({
      name: 'invoices-to-remind',
      text: `${reminded('(app_today() - i.due_date)', balance('i'))} from invoices i ${ofCustomer}
        and ${isLate('i')} and i.sent
        order by i.due_date, i.id limit ${mostReminded}`,
    }),
  })),

  handle(billingDefaults, async ({ db }) => {
    const [row] = await db.query<Output<typeof billingDefaults> & Record<string, unknown>>({
      name: 'billing-defaults',
      text: 'select vat::float8 as vat, vat_label as "vatLabel", coalesce(purchase_order_vat, vat)::float8 as "purchaseOrderVat" from agencies where id = app_agency()',
    });
    return row as Output<typeof billingDefaults>;
  }),
];
