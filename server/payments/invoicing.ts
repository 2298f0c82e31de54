// The platform's invoices to agencies: numbered, frozen, with the payments that settle them (decision 101).
import { missingMentions } from '#core/billing/issuing.ts';
import { billedTotals, storedTotals, type VatExemption } from '#core/billing/parts.ts';
import { entityNamed } from '#core/entities.ts';
import { type Exact, toNumber } from '#core/kernel/money.ts';
import { platformAgencyId } from '#core/kernel/platform.ts';
import { Problem } from '#core/kernel/problem.ts';
import { AgencyInvoice } from '#core/payments/invoice.ts';
import { countedOf, invoiceStatusOf, type PaymentStatus, settledOf } from '#core/payments/statuses.ts';
import { paymentMessages } from '#core/payments/texts.ts';
import { takeNumber } from '#server/billing/numbering.ts';
import type { Db } from '#server/db/database.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import type { Caller } from '#server/kernel/call.ts';
import type { Extension } from '#server/kernel/extension.ts';
import { alias, planOf } from '#server/kernel/plan.ts';
import { putWords } from '#server/kernel/save.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';
import { asPlatform } from './as-platform.ts';
import { agencyInvoiceComputed } from './computed.ts';
import { printedSql, readPapers } from './papers.ts';

/** Called once per invoice, in the transaction that settles it in full, in the platform's context. */
export const onPaid: ((db: Db, invoiceId: string) => Promise<void>)[] = [];

export const agencyInvoiceExtension: Extension<typeof AgencyInvoice> = {
  computed: agencyInvoiceComputed,
  always: 't.issued_at is not null',
};
export const agencyInvoicePlan = planOf(AgencyInvoice, agencyInvoiceExtension, entityNamed);

export interface AgencyInvoiceLine {
  offerId: string | null;
  label: string;
  quantity: Exact;
  /** Without tax. */
  unitPrice: Exact;
  vatRate: Exact;
}

export interface AgencyInvoiceOrder {
  buyerId: string;
  lines: readonly AgencyInvoiceLine[];
  /** A day. */
  dueAt: string;
  note?: string | null;
  /** The same key is the same invoice. */
  once?: string;
  /** Decision 59: the first payment waits for the agency's agreement and means of payment. */
  first?: boolean;
  vatExemption?: VatExemption | null;
  /** Absent: one payment of the whole on the due day. */
  payments?: readonly { date: string; amount: number; note: string | null; method: string | null }[];
  caller?: Caller | null;
}

/** One frozen, numbered invoice of the platform to the agency, with its payments. In the transaction of its cause. */
export const issueAgencyInvoice = (db: Db, order: AgencyInvoiceOrder): Promise<{ id: string; number: string }> =>
  asPlatform(db, async () => {
    if (order.once) {
      const known = await sameOrder(db, order.once);
      if (known) return known;
    }
    const id = await insertPaper(db, order, 'facture', null);
    const number = await issue(db, id, 'F', order.caller ?? null);
    const { payments, first } = order;
    const [{ total, today }] = (await db.query<{ total: number; today: string }>({
      name: 'agency-invoice-total',
      text: 'select total::float8 as total, app_today()::text as today from agency_invoices where agency_id = app_agency() and id = $1',
      values: [id],
    })) as [{ total: number; today: string }];
    const due = payments ?? [{ date: order.dueAt, amount: total, note: null, method: null }];
    if (total > 0)
      await insertPayments(
        db,
        id,
        order.buyerId,
        due.map((one) => ({ ...one, status: first ? 'VALIDATION' : one.date <= today ? 'PENDING' : 'COMING_SOON' })),
      );
    await refreshInvoice(db, id);
    return { id, number };
  });

async function sameOrder(db: Db, once: string): Promise<{ id: string; number: string } | null> {
  await db.query({
    name: 'agency-invoice-once-lock',
    text: `select pg_advisory_xact_lock(hashtext('agency-invoice ' || $1))`,
    values: [once],
  });
  const [known] = await db.query<{ id: string; number: string }>({
    name: 'agency-invoice-once',
    text: 'select id, reference as number from agency_invoices where agency_id = app_agency() and once = $1',
    values: [once],
  });
  return known ?? null;
}

async function insertPaper(
  db: Db,
  { buyerId, lines, dueAt, note, once, vatExemption }: AgencyInvoiceOrder,
  type: 'facture' | 'avoir',
  creditOf: string | null,
): Promise<string> {
  if (lines.length === 0) throw new Problem('invalid', 'Une facture a au moins une ligne.');
  if (buyerId === platformAgencyId) throw new Problem('missing', 'Agence introuvable');
  const items = lines.map(({ offerId, label, quantity, unitPrice, vatRate }, rank) => ({
    id: uuidv7(),
    rank,
    offer: offerId,
    title: label,
    quantity: toNumber(quantity),
    price: toNumber(unitPrice),
    vat: toNumber(vatRate),
  }));
  const [sides] = await db.query<{ buyer: string | null; hasAddress: boolean; currency: string }>({
    name: 'agency-invoice-sides',
    text: `select b.name as buyer, coalesce(b.street <> '' and b.city <> '', false) as "hasAddress", g.currency
      from agencies g left join agencies b on b.id = $1 where g.id = app_agency()`,
    values: [buyerId],
  });
  if (!sides?.buyer) throw new Problem('missing', 'Agence introuvable');
  // Z-024
  if (!sides.hasAddress) throw new Problem('conflict', paymentMessages.addressRequired);
  const totals = storedTotals(billedTotals({ items }, sides.currency));
  if (totals.total < 0) throw new Problem('invalid', 'Le total d’une facture n’est pas négatif.');
  const id = uuidv7();
  await db.query({
    name: 'draft-agency-invoice',
    text: `insert into agency_invoices (agency_id, id, type, credit_of_id, buyer_id, agency_name, status, date, due_date, note, vat_exemption, price, total_vat, total, currency, once)
      values (app_agency(), $1, $2, $3, $4, $5, 'COMING_SOON', app_today(), greatest($6::date, app_today()), $7, $8, $9, $10, $11, $12, $13)`,
    values: [
      ...[id, type, creditOf, buyerId, sides.buyer, dueAt, note ?? null, vatExemption ?? null],
      ...[totals.price, totals.totalVat, totals.total, sides.currency, once ?? null],
    ],
  });
  await db.query({
    name: 'agency-invoice-items',
    text: `insert into agency_invoice_items (agency_id, id, agency_invoice_id, buyer_id, rank, offer_id, title, quantity, price, vat)
      select app_agency(), x.id, $1, $2, x.rank, x.offer, x.title, x.quantity, x.price, x.vat
      from json_to_recordset($3) as x (id uuid, rank integer, offer uuid, title text, quantity numeric, price numeric, vat numeric)`,
    values: [id, buyerId, JSON.stringify(items)],
  });
  return id;
}

/** Numbers and freezes it, in the platform's own series. */
async function issue(db: Db, id: string, series: 'F' | 'A', caller: Caller | null): Promise<string> {
  const [paper] = await readPapers(db, [id]);
  const lacks = paper && missingMentions(paper);
  if (lacks)
    throw new Problem('conflict', lacks.replaceAll('de l’agence', 'du vendeur').replaceAll('du client', 'de l’agence'));
  const { number, date } = await takeNumber(db, series);
  await db.query({
    name: 'issue-agency-invoice',
    text: `update agency_invoices i set reference = $2, date = $3, due_date = greatest(i.due_date, $3::date), issued_at = now(), printed = ${printedSql}
      from agencies g, agencies c where i.agency_id = app_agency() and i.id = $1 and g.id = i.agency_id and c.id = i.buyer_id`,
    values: [id, number, date],
  });
  await putWords(agencyInvoicePlan, db, `${alias}.id = any ($1::uuid[])`, [id]);
  await audit(db, id, 'number', { number: { before: null, after: number } }, caller);
  return number;
}

export const audit = (
  db: Db,
  id: string,
  action: string,
  changes: Record<string, { before: unknown; after: unknown }>,
  caller: Caller | null,
): Promise<void> =>
  writeAudit(
    db,
    { caller, context: { agency: platformAgencyId, agent: null, customer: null, user: null }, now: new Date() },
    { entity: AgencyInvoice.name, id, action, changes },
  );

export interface NewPayment {
  date: string;
  amount: number;
  note: string | null;
  method: string | null;
  status: PaymentStatus;
}

export async function insertPayments(
  db: Db,
  invoice: string,
  buyer: string,
  payments: readonly NewPayment[],
): Promise<void> {
  await db.query({
    name: 'insert-agency-payments',
    text: `insert into agency_payments (agency_id, id, agency_invoice_id, buyer_id, date, amount, note, method_id, status, settled_at)
      select app_agency(), x.id, $1, $2, x.date, x.amount, x.note, x.method, x.status, case when x.status = 'VALIDATED_MANUALLY' then now() end
      from json_to_recordset($3) as x (id uuid, date date, amount numeric, note text, method uuid, status text)`,
    values: [invoice, buyer, JSON.stringify(payments.map((one) => ({ id: uuidv7(), ...one })))],
  });
}

/** Its status follows its payments. Tells the other modules when it is settled in full, once. */
export async function refreshInvoice(db: Db, id: string, caller: Caller | null = null): Promise<PaymentStatus> {
  const [invoice] = await db.query<{ total: number; told: boolean; status: PaymentStatus }>({
    name: 'lock-agency-invoice',
    text: `select total::float8 as total, told_at is not null as told, status from agency_invoices where agency_id = app_agency() and id = $1 for update`,
    values: [id],
  });
  if (!invoice) throw new Problem('missing', AgencyInvoice.missing);
  const payments = await db.query<{ amount: number; status: PaymentStatus }>({
    name: 'payments-of-invoice',
    text: 'select amount::float8 as amount, status from agency_payments where agency_id = app_agency() and agency_invoice_id = $1',
    values: [id],
  });
  const status = invoiceStatusOf(payments, invoice.total);
  const isSettled = status === 'VALIDATED' || status === 'VALIDATED_MANUALLY';
  await db.query({
    name: 'refresh-agency-invoice',
    text: `update agency_invoices set status = $2, counted_amount = $3, settled_amount = $4,
        settled_at = case when $5 then coalesce(settled_at, now()) end, told_at = case when $5 then coalesce(told_at, now()) else told_at end,
        version = version + 1, updated_at = now()
      where agency_id = app_agency() and id = $1`,
    values: [id, status, toNumber(countedOf(payments)), toNumber(settledOf(payments)), isSettled],
  });
  if (isSettled && !invoice.told) for (const tell of onPaid) await tell(db, id);
  // An issued invoice is cancelled by a credit note (CGI, annexe II, 242 nonies A).
  if (status === 'CANCELLED_MANUALLY' && invoice.status !== status) await creditWhole(db, id, caller);
  return status;
}

async function creditWhole(db: Db, invoice: string, caller: Caller | null): Promise<void> {
  const rows = await db.query<{
    buyer: string;
    exemption: VatExemption | null;
    offer: string | null;
    title: string;
    quantity: number;
    price: number;
    vat: number;
  }>({
    name: 'credited-agency-items',
    text: `select i.buyer_id as buyer, i.vat_exemption as exemption, l.offer_id as offer, l.title, l.quantity::float8 as quantity, l.price::float8 as price, l.vat::float8 as vat
      from agency_invoices i join agency_invoice_items l on l.agency_id = i.agency_id and l.agency_invoice_id = i.id
      where i.agency_id = app_agency() and i.id = $1 order by l.rank`,
    values: [invoice],
  });
  const [first] = rows;
  if (!first) return;
  const lines = rows.map((row) => ({
    ...{ offerId: row.offer, label: row.title, quantity: row.quantity, unitPrice: row.price, vatRate: row.vat },
  }));
  const order = { buyerId: first.buyer, lines, dueAt: '1970-01-01', vatExemption: first.exemption };
  const id = await insertPaper(db, order, 'avoir', invoice);
  await issue(db, id, 'A', caller);
  await db.query({
    name: 'settle-agency-credit',
    text: `update agency_invoices set status = 'VALIDATED_MANUALLY', settled_at = now(), told_at = now() where agency_id = app_agency() and id = $1`,
    values: [id],
  });
}
