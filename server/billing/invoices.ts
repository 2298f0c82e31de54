// Invoices and credit notes: their totals, and their issue, which numbers and freezes them (decision 84).
import { Estimate } from '#core/billing/estimate.ts';
import { activeInvoice, cancelledInvoice, Invoice } from '#core/billing/invoice.ts';
import { missingMentions } from '#core/billing/issuing.ts';
import { privateCustomer } from '#core/customers/customer.ts';
import { dueDay, latestDueDay, type SettlementPeriod } from '#core/customers/settlement.ts';
import { entityNamed } from '#core/entities.ts';
import type { Row } from '#core/kernel/entity.ts';
import { Problem } from '#core/kernel/problem.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { convertProspects } from '#server/customers/prospects.ts';
import type { Db } from '#server/db/database.ts';
import { writeAudits } from '#server/kernel/audit.ts';
import { type Call, RawJson } from '#server/kernel/call.ts';
import type { Extension, Pending } from '#server/kernel/extension.ts';
import { utc } from '#server/kernel/kinds.ts';
import { readRow } from '#server/kernel/list.ts';
import { alias, planOf } from '#server/kernel/plan.ts';
import { lockRows, putWords, save } from '#server/kernel/save.ts';
import { deductFromStock, returnToStock } from '#server/stock/actions.ts';
import { billingInvoices, keepNet } from './billed.ts';
import { sealPapers } from './issued.ts';
import { type Numbered, takeNumbers } from './numbering.ts';
import { printedSql, readInvoicePapers, vatLabelOf } from './papers.ts';
import { savePaid } from './payments.ts';
import { refuseForeignSites } from './places.ts';
import { fillTotals } from './totals.ts';

/** Below zero: the agency owes the customer what he paid before a credit note. */
export const balance = (t: string): string => `(${t}.total - ${t}.paid_amount - ${t}.credited_amount)`;
/** An issued credit note of an invoice is in the balance of that one. */
const isTakenOff = (t: string): string =>
  `(${t}.type = 'avoir' and ${t}.credit_of_id is not null and ${t}.issued_at is not null)`;
/** A credited invoice owes nothing; a credit note is not paid by the customer. */
const paymentState = (t: string): string =>
  `case when ${isTakenOff(t)} or ${t}.issued_at is not null and ${balance(t)} <= 0 then 100 when ${t}.paid_amount > 0 then 50 else 0 end`;
const isPaid = (t: string): string => `(${paymentState(t)} = 100)`;

/** owed after its due date. */
export const isLate = (t: string): string =>
  `(${t}.issued_at is not null and ${t}.status = ${activeInvoice} and ${t}.type = 'facture' and ${balance(t)} > 0 and ${t}.due_date < app_today())`;

const remindedAt = (t: string): string =>
  `(select max(l.created_at) from paper_letters l where l.agency_id = ${t}.agency_id and l.invoice_id = ${t}.id and l.kind = 'REMIND')`;

export const invoiceExtension: Extension<typeof Invoice> = {
  computed: {
    vatLabel: vatLabelOf,
    state: (t) =>
      `case when ${t}.issued_at is null then 'DRAFT' when ${t}.status = ${cancelledInvoice} then 'CREDITED' when ${t}.type = 'facture' and ${isPaid(t)} then 'PAID' when ${isLate(t)} then 'LATE' when ${t}.paid_amount > 0 then 'PARTLY_PAID' when ${t}.sent and ${t}.type = 'facture' then 'AWAITING_PAYMENT' when ${t}.sent then 'SENT' else 'NOT_SENT' end`,
    balance: (t) => `case when ${isTakenOff(t)} then 0 else ${balance(t)} end`,
    partialPaymentsStatus: paymentState,
    paid: isPaid,
    partialPayments: (t) =>
      `(select coalesce(json_agg(json_build_object('id', p.id, 'date', p.date::text, 'amount', p.amount, 'note', case when p.reverses_id is null or app_customer() is null then p.note end,
          'status', case when x.reversed then 'CANCELLED_MANUALLY' else 'VALIDATED_MANUALLY' end, 'reversed', x.reversed)
          order by p.date, p.created_at, p.id), '[]')
        from invoice_payments p
          cross join lateral (select p.reverses_id is not null or exists (select from invoice_payments r where r.agency_id = p.agency_id and r.reverses_id = p.id) as reversed) x
        where p.agency_id = ${t}.agency_id and p.invoice_id = ${t}.id)`,
    remindedAt: (t) => utc(remindedAt(t)),
    transmission: (t) =>
      `(select x.state from invoice_states x where x.agency_id = ${t}.agency_id and x.invoice_id = ${t}.id order by x.at desc, x.created_at desc limit 1)`,
    transmissions: (t) =>
      `(select coalesce(json_agg(json_build_object('id', x.id, 'state', x.state, 'at', ${utc('x.at')}, 'reason', x.reason) order by x.at, x.created_at), '[]')
        from invoice_states x where x.agency_id = ${t}.agency_id and x.invoice_id = ${t}.id)`,
  },
  bare: { remindedAt },
  // Decision 100: models of subscriptions are read, not listed.
  always: 'not t.is_model',
  operations: {
    // `paid` is the only change that an issued invoice takes from a save.
    save: async (plan, call) => {
      const { paid, ...input } = (call.input ?? {}) as { id?: unknown; paid?: unknown };
      if (typeof paid !== 'boolean' || typeof input.id !== 'string') return save(plan, call);
      const saved = await save(plan, { ...call, input } as Call);
      const row = (await lockRows(invoicePlan, call.db, [input.id])).get(input.id.toLowerCase());
      if (!row || row.paid === paid) return saved;
      await savePaid(call, row, paid);
      return new RawJson(`{"${Invoice.name}":${await readRow(plan, call, row.id)}}`);
    },
  },
  async beforeSave(rows, { db }) {
    await refuseForeignSites(rows, db);
    await refuseOtherBill(rows, db);
    await fillTotals(rows, db);
  },
  async afterSave(rows, call) {
    const billed = rows.filter(
      ({ before, after }) => after.type === 'facture' && !after.isModel && isBilledAnew(before, after),
    );
    await convertProspects(
      billed.map(({ after }) => after.customer.id),
      call,
    );
    await keepNet(
      call.db,
      rows.flatMap(({ before, after }) => (before === null ? [] : [after])),
    );
  },
  async afterMove(move, rows, call) {
    const ids = rows.map(({ id }) => id);
    if (move === 'sent' || move === 'unsent')
      await call.db.query({
        name: 'mark-invoices-sent',
        text: 'update invoices set sent = $2, sent_at = case when $2 then $3::timestamptz end where agency_id = app_agency() and id = any ($1::uuid[])',
        values: [ids, move === 'sent', call.now],
      });
    if (move === 'issue') {
      const { db, services, context } = call;
      await issue(
        rows.filter(({ creditOf }) => creditOf === null),
        call,
      );
      // One after the other: those of one invoice are at most its total.
      for (const row of rows) if (row.creditOf) await issue([row], call);
      await sealPapers(ids, { db, services, agency: context.agency });
    }
  },
};

export const invoicePlan = planOf(Invoice, invoiceExtension, entityNamed);

/** H-015: also a draft that becomes an invoice, or that of another customer. */
const isBilledAnew = (before: Row<typeof Invoice> | null, after: Row<typeof Invoice>): boolean =>
  before === null || before.type !== after.type || before.customer.id !== after.customer.id;

/** What was prepared for a customer is billed to him, as an invoice. Its lines free it, or the removal of the draft. */
async function refuseOtherBill(rows: readonly Pending<typeof Invoice>[], db: Db): Promise<void> {
  const other = rows.flatMap(({ id, draft, current }) => {
    if (current === null) return [];
    const isMoved = draft.customer !== undefined && draft.customer?.id !== current.customer.id;
    return isMoved
      ? [{ id, path: 'customer' }]
      : draft.type && draft.type !== current.type
        ? [{ id, path: 'type' }]
        : [];
  });
  const billing = await billingInvoices(
    db,
    other.map(({ id }) => id),
  );
  const found = other.find(({ id }) => billing.has(id));
  if (!found) return;
  const message =
    'Ce brouillon facture des services ou des forfaits : supprimez-le et préparez-le de nouveau, il garde son client et son type.';
  throw new Problem('invalid', message, { violations: [{ path: found.path, message }] });
}

interface Terms extends Record<string, unknown> {
  id: string;
  period: SettlementPeriod | null;
  days: number | null;
  customerType: number;
}

async function termsOf(db: Db, customers: readonly string[]): Promise<Map<string, Terms>> {
  const rows = await db.query<Terms>({
    name: 'settlement-terms',
    text: 'select id, settlement_period as period, settlement_period_days as days, type as "customerType" from customers where agency_id = app_agency() and id = any ($1::uuid[])',
    values: [customers],
  });
  return new Map(rows.map((row) => [row.id, row]));
}

function dueOf({ type, dueDate }: Row<typeof Invoice>, date: string, terms: Terms | undefined): string {
  const due = dueDate && dueDate >= date ? dueDate : dueDay(date, terms?.period ?? 1, terms?.days ?? 30);
  if (type === 'facture' && terms && terms.customerType !== privateCustomer && due > latestDueDay(date))
    throw new Problem(
      'conflict',
      `L’échéance dépasse le délai légal entre professionnels (${frenchDay(latestDueDay(date))} au plus tard).`,
    );
  return due;
}

/** The same few statements for any number of invoices, which are numbered in their order. */
async function issue(rows: readonly Row<typeof Invoice>[], call: Call): Promise<void> {
  if (rows.length === 0) return;
  const { db, now } = call;
  const ids = rows.map(({ id }) => id);
  for (const paper of await readInvoicePapers(db, ids)) {
    const lacks = missingMentions(paper);
    if (lacks) throw new Problem('conflict', lacks);
  }
  for (const { id, creditOf } of rows) if (creditOf) await refuseCredit(id, creditOf.id, db);
  const terms = await termsOf(
    db,
    rows.map(({ customer }) => customer.id),
  );
  const numbers = {
    facture: await takeNumbers(db, 'F', rows.filter(({ type }) => type === 'facture').length),
    avoir: await takeNumbers(db, 'A', rows.filter(({ type }) => type === 'avoir').length),
  };
  const issued = rows.map((row) => {
    const numbered = numbers[row.type].shift() as Numbered;
    return { row, ...numbered, due: dueOf(row, numbered.date, terms.get(row.customer.id)) };
  });
  await db.query({
    name: 'issue-invoices',
    text: `update invoices i set number = x.number, date = x.date, due_date = case when i.type = 'facture' then x.due end, issued_at = $2, printed = ${printedSql('invoice')}
      from json_to_recordset($1) as x (id uuid, number text, date date, due date), agencies g, customers c
      where i.agency_id = app_agency() and i.id = x.id and g.id = i.agency_id and c.agency_id = i.agency_id and c.id = i.customer_id`,
    values: [JSON.stringify(issued.map(({ row, number, date, due }) => ({ id: row.id, number, date, due }))), now],
  });
  for (const { row, number } of issued) {
    const { type, creditOf } = row;
    if (creditOf) await cancelIfCredited(creditOf, call);
    // refused if the stock is short, and nothing is numbered.
    if (type === 'facture')
      await deductFromStock(call, soldBy(row), { invoice: { id: row.id, name: number }, site: row.site });
    if (creditOf) await returnToStock(call, soldBy(row), { credit: number, invoice: creditOf, site: row.site });
  }
  await putWords(invoicePlan, db, `${alias}.id = any ($1::uuid[])`, ids);
  await writeAudits(
    db,
    call,
    issued.map(({ row, number, date }) => ({
      ...{ entity: Invoice.name, id: row.id, action: 'number' },
      changes: {
        number: { before: row.number, after: number },
        date: { before: row.date, after: date },
        total: { before: null, after: row.total },
      },
    })),
  );
}

const soldBy = ({ items }: Row<typeof Invoice>): { reference: string; quantity: number }[] =>
  items.flatMap(({ mustBeDeductedFromStock, stockReference, quantity }) =>
    mustBeDeductedFromStock && stockReference ? [{ reference: stockReference.id, quantity }] : [],
  );

/** A credit note corrects an issued invoice of its own customer, and never more than its total. The lock makes two wait. */
async function refuseCredit(credit: string, invoice: string, db: Db): Promise<void> {
  await db.query({ name: 'lock-credited', text: 'select 1 from invoices where id = $1 for update', values: [invoice] });
  const [row] = await db.query<{ matches: boolean; exceeds: boolean }>({
    name: 'credited-invoice',
    text: `select i.type = 'facture' and i.issued_at is not null and i.customer_id = n.customer_id and i.currency = n.currency as matches,
        n.total + i.credited_amount > i.total as exceeds
      from invoices i, invoices n where i.agency_id = app_agency() and i.id = $1 and n.agency_id = i.agency_id and n.id = $2`,
    values: [invoice, credit],
  });
  if (!row?.matches) throw new Problem('conflict', 'Un avoir corrige une facture émise du même client.');
  if (row.exceeds) throw new Problem('conflict', 'Les avoirs dépassent le total de la facture.');
}

/** Credit notes of the whole cancel the invoice (decision 84); the estimate that it billed is to be billed again. */
async function cancelIfCredited({ id, name }: { id: string; name: string }, call: Call): Promise<void> {
  const { db } = call;
  const freed = await db.query<{ id: string }>({
    name: 'cancel-credited',
    text: `with cancelled as (update invoices i set status = ${cancelledInvoice}, version = version + 1, updated_at = now()
        where i.agency_id = app_agency() and i.id = $1 and i.total <= i.credited_amount returning i.id)
      update estimates e set invoice_id = null, version = version + 1, updated_at = now() from cancelled c
        where e.agency_id = app_agency() and e.invoice_id = c.id returning e.id`,
    values: [id],
  });
  await writeAudits(
    db,
    call,
    freed.map((estimate) => ({
      ...{ entity: Estimate.name, id: estimate.id, action: 'credit' },
      changes: { invoice: { before: name, after: null } },
    })),
  );
}
