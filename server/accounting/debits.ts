// Direct debits: which invoices, the order, its file, and the payments that it collects.
import { DirectDebit, waitingDebit } from '#core/accounting/debit.ts';
import {
  createDebit,
  type DueInvoice,
  debitMessages,
  downloadDebit,
  listDebitable,
  mostDebits,
} from '#core/accounting/debit-calls.ts';
import { type Debit, isCreditorIdentifier, isMandateReference, mostDebited, painOf } from '#core/accounting/sepa.ts';
import { ibanIn } from '#core/billing/iban.ts';
import { Invoice } from '#core/billing/invoice.ts';
import { Customer } from '#core/customers/customer.ts';
import { entityNamed } from '#core/entities.ts';
import { compare } from '#core/kernel/money.ts';
import { Problem } from '#core/kernel/problem.ts';
import { balance as balanceOf } from '#server/billing/invoices.ts';
import { takeNumber } from '#server/billing/numbering.ts';
import type { Db } from '#server/db/database.ts';
import { doerOf, writeAudit, writeAudits } from '#server/kernel/audit.ts';
import { type Call, type Handler, handle, RawJson } from '#server/kernel/call.ts';
import type { Extension } from '#server/kernel/extension.ts';
import { readRow } from '#server/kernel/list.ts';
import { planOf } from '#server/kernel/plan.ts';
import { lockRows } from '#server/kernel/save.ts';
import { openText } from '#server/kernel/sealed.ts';
import { agencyToday } from '#server/kernel/today.ts';
import { isUuid, uuidv7 } from '#server/kernel/uuid.ts';
import { fileReply } from '#server/pdf/reply.ts';

const balance = balanceOf('i');

export const debitExtension: Extension<typeof DirectDebit> = {
  computed: {
    count: (t) =>
      `(select count(*)::integer from direct_debit_lines l where l.agency_id = ${t}.agency_id and l.direct_debit_id = ${t}.id)`,
    debits: (t) =>
      `(select coalesce(json_agg(json_build_object('id', l.id, 'invoice', json_build_object('id', i.id, 'name', i.number),
          'customer', c.name, 'amount', l.amount) order by l.rank), '[]')
        from direct_debit_lines l join invoices i on i.agency_id = l.agency_id and i.id = l.invoice_id
          join customers c on c.agency_id = i.agency_id and c.id = i.customer_id
        where l.agency_id = ${t}.agency_id and l.direct_debit_id = ${t}.id)`,
  },
  async afterMove(move, rows, call) {
    const ids = rows.map(({ id }) => id);
    if (move === 'collect') await collect(call, ids);
    await call.db.query({
      name: 'settle-direct-debits',
      text: `update direct_debit_lines set pending = false where agency_id = app_agency() and direct_debit_id = any ($1::uuid[])`,
      values: [ids],
    });
  },
};

const plan = planOf(DirectDebit, debitExtension, entityNamed);

/**
 * A payment of each invoice, of what the bank took: paid otherwise meanwhile, its balance falls below zero, and the agency owes
 * the customer the rest.
 */
async function collect(call: Call, ids: readonly string[]): Promise<void> {
  const { db, now } = call;
  const [early] = await db.query<{ number: string; day: string }>({
    name: 'early-direct-debit',
    text: `select number, to_char(collection_date, 'DD/MM/YYYY') as day from direct_debits
      where agency_id = app_agency() and id = any ($1::uuid[]) and collection_date > app_today() order by number limit 1`,
    values: [ids],
  });
  if (early)
    throw new Problem(
      'conflict',
      `${early.number} sera prélevé le ${early.day} : notez l’encaissement à partir de ce jour.`,
    );
  await db.query({
    name: 'lock-debited-invoices',
    text: `select 1 from invoices i where i.agency_id = app_agency()
      and i.id in (select l.invoice_id from direct_debit_lines l where l.agency_id = app_agency() and l.direct_debit_id = any ($1::uuid[]))
      order by i.id for update`,
    values: [ids],
  });
  const paid = await db.query<{ invoice: string; date: string; amount: number }>({
    name: 'collect-direct-debits',
    text: `insert into invoice_payments (agency_id, id, invoice_id, date, amount, note, means, author, created_at)
      select i.agency_id, gen_random_uuid(), i.id, d.collection_date, l.amount, 'Prélèvement ' || d.number, 'DEBIT', $2, $3
        from direct_debit_lines l join direct_debits d on d.agency_id = l.agency_id and d.id = l.direct_debit_id
          join invoices i on i.agency_id = l.agency_id and i.id = l.invoice_id
        where l.agency_id = app_agency() and l.direct_debit_id = any ($1::uuid[])
      returning invoice_id as invoice, date::text, amount::float8 as amount`,
    values: [ids, doerOf(call), now],
  });
  await writeAudits(
    db,
    call,
    paid.map(({ invoice, date, amount }) => ({
      entity: Invoice.name,
      id: invoice,
      action: 'pay',
      changes: { payment: { before: null, after: { date, amount, means: 'DEBIT' } } },
    })),
  );
}

interface Creditor {
  name: string;
  currency: string;
  identifier: string | null;
  bankDetails: string | null;
}

async function creditorOf(db: Db): Promise<Creditor> {
  const [row] = await db.query<Creditor & Record<string, unknown>>({
    name: 'direct-debit-creditor',
    text: `select name, currency, creditor_identifier as identifier, invoice_bank_details as "bankDetails" from agencies where id = app_agency()`,
  });
  return row as Creditor;
}

const lacking = ({ currency, identifier, bankDetails }: Creditor): string | null =>
  currency !== 'EUR'
    ? debitMessages.currency
    : !identifier || !isCreditorIdentifier(identifier)
      ? debitMessages.identifier
      : !bankDetails || !ibanIn(bankDetails)
        ? debitMessages.account
        : null;

const open = `i.agency_id = app_agency() and i.issued_at is not null and i.status = 100 and i.type = 'facture'
  and ${balance} > 0
  and not exists (select from direct_debit_lines l where l.agency_id = i.agency_id and l.invoice_id = i.id and l.pending)`;

interface Mandated extends Record<string, unknown> {
  id: string;
  number: string;
  amount: number;
  customer: string;
  customerName: string;
  iban: string | null;
  mandate: string | null;
  signedOn: string | null;
}

const mandatedSql = (amount: string, from: string): string =>
  `select i.id, i.number, (${amount})::float8 as amount, c.id as customer, c.name as "customerName", c.debit_iban as iban,
    c.mandate_reference as mandate, c.mandate_date::text as "signedOn" ${from}`;

/** The sentence of what the customer lacks, or the debit. */
function debitOf(call: Call, one: Mandated): Debit | string {
  if (one.iban === null) return debitMessages.noIban;
  if (!one.mandate || !one.signedOn) return debitMessages.noMandate;
  if (!isMandateReference(one.mandate)) return debitMessages.badMandate;
  if (compare(one.amount, mostDebited) > 0) return debitMessages.tooMuch;
  const place = {
    agency: call.context.agency as string,
    entity: Customer.name,
    id: one.customer,
    path: 'customerInfos.debitIban',
  };
  const iban = ibanIn(openText(call.services.environment, place, one.iban));
  if (!iban) return debitMessages.badIban;
  return {
    reference: one.number,
    amount: one.amount,
    debtor: one.customerName,
    iban,
    mandate: { reference: one.mandate, signedOn: one.signedOn },
  };
}

function debitsOf(call: Call, rows: readonly Mandated[]): Debit[] {
  const all = rows.map((row) => ({ row, debit: debitOf(call, row) }));
  const wrong = all.filter(({ debit }) => typeof debit === 'string');
  if (wrong.length > 0)
    throw new Problem(
      'conflict',
      wrong.map(({ row, debit }) => `${row.number} (${row.customerName}) : ${debit}`).join('. '),
    );
  return all.map(({ debit }) => debit as Debit);
}

/** One that was settled, credited or ordered meanwhile, or that does not exist. */
async function refuseOthers(db: Db, wanted: readonly string[], left: number): Promise<never> {
  const [seen] = await db.query<{ count: number }>({
    name: 'invoices-seen',
    text: 'select count(*)::integer as count from invoices where agency_id = app_agency() and id = any ($1::uuid[])',
    values: [wanted],
  });
  if (seen?.count !== wanted.length) throw new Problem('missing', Invoice.missing);
  throw new Problem('conflict', `${debitMessages.changed}${wanted.length - left} sur ${wanted.length}.`);
}

/** Paid or credited since it was ordered: the bank would take it a second time. */
async function refuseChanged(db: Db, order: string): Promise<void> {
  const changed = await db.query<{ number: string }>({
    name: 'changed-debits',
    text: `select i.number from direct_debit_lines l join invoices i on i.agency_id = l.agency_id and i.id = l.invoice_id
      where l.agency_id = app_agency() and l.direct_debit_id = $1 and ${balance} < l.amount order by l.rank`,
    values: [order],
  });
  if (changed.length > 0)
    throw new Problem('conflict', `${debitMessages.paidSince}${changed.map(({ number }) => number).join(', ')}.`);
}

export const debitHandlers: Handler[] = [
  handle(listDebitable, async ({ db }) => {
    const creditor = await creditorOf(db);
    const invoices = await db.query<DueInvoice & { filtered: number } & Record<string, unknown>>({
      name: 'debitable-invoices',
      text: `select i.id, i.number, json_build_object('id', c.id, 'name', c.name) as customer, i.due_date::text as "dueDate", (${balance})::float8 as balance,
          case when c.debit_iban is null then $1 when c.mandate_reference is null or c.mandate_date is null then $2 end as lacks,
          count(*) over ()::integer as filtered
        from invoices i join customers c on c.agency_id = i.agency_id and c.id = i.customer_id where ${open}
        order by (c.debit_iban is null or c.mandate_reference is null or c.mandate_date is null), i.due_date nulls last, i.number limit ${mostDebits}`,
      values: [debitMessages.noIban, debitMessages.noMandate],
    });
    return {
      invoices: invoices.map(({ filtered: _filtered, ...one }) => one),
      filtered: invoices[0]?.filtered ?? 0,
      currency: creditor.currency,
      lacks: lacking(creditor),
    };
  }),

  handle(createDebit, async (call) => {
    const { db, input, now } = call;
    const lacks = lacking(await creditorOf(db));
    if (lacks) throw new Problem('conflict', lacks);
    if (input.date <= (await agencyToday(db)))
      throw new Problem('invalid', debitMessages.tooSoon, {
        violations: [{ path: 'date', message: debitMessages.tooSoon }],
      });
    const wanted = [...new Set(input.invoices.map((id) => id.toLowerCase()))];
    // Locked before they are read: the statement after it sees the order of whoever held them.
    await db.query({
      name: 'lock-invoices-to-debit',
      text: 'select 1 from invoices where agency_id = app_agency() and id = any ($1::uuid[]) order by id for update',
      values: [wanted],
    });
    const rows = await db.query<Mandated>({
      name: 'invoices-to-debit',
      text: `${mandatedSql(balance, 'from invoices i join customers c on c.agency_id = i.agency_id and c.id = i.customer_id')}
        where ${open} and i.id = any ($1::uuid[]) order by i.number`,
      values: [wanted],
    });
    if (rows.length < wanted.length) await refuseOthers(db, wanted, rows.length);
    debitsOf(call, rows);
    const { number } = await takeNumber(db, 'PR');
    const id = uuidv7(now.getTime());
    await db.query({
      name: 'create-direct-debit',
      text: `with lines as (select x.* from jsonb_to_recordset($4::jsonb) as x (id uuid, rank integer, invoice_id uuid, amount numeric)),
          made as (insert into direct_debits (agency_id, id, number, collection_date, total, author, created_at, updated_at)
            values (app_agency(), $1, $2, $3, (select sum(amount) from lines), $5, $6, $6))
        insert into direct_debit_lines (agency_id, id, direct_debit_id, rank, invoice_id, amount)
          select app_agency(), id, $1, rank, invoice_id, amount from lines`,
      values: [
        id,
        number,
        input.date,
        JSON.stringify(
          rows.map((row, rank) => ({ id: uuidv7(now.getTime()), rank, invoice_id: row.id, amount: row.amount })),
        ),
        doerOf(call),
        now,
      ],
    });
    await writeAudit(db, call, { entity: DirectDebit.name, id, action: 'create', changes: {} });
    return new RawJson(`{"directDebit":${await readRow(plan, call, id)}}`) as never;
  }),

  handle(downloadDebit, async (call) => {
    const { db, params, now } = call;
    const order = isUuid(params.id) ? (await lockRows(plan, db, [params.id])).get(params.id.toLowerCase()) : undefined;
    if (!order) throw new Problem('missing', DirectDebit.missing);
    if (order.status !== waitingDebit)
      throw new Problem('conflict', 'Ce prélèvement n’est plus à remettre à la banque.');
    const creditor = await creditorOf(db);
    const lacks = lacking(creditor);
    if (lacks) throw new Problem('conflict', lacks);
    await refuseChanged(db, order.id);
    const rows = await db.query<Mandated>({
      name: 'debits-of-order',
      text: `${mandatedSql(
        'l.amount',
        `from direct_debit_lines l join invoices i on i.agency_id = l.agency_id and i.id = l.invoice_id
          join customers c on c.agency_id = i.agency_id and c.id = i.customer_id`,
      )}
        where l.agency_id = app_agency() and l.direct_debit_id = $1 order by l.rank`,
      values: [order.id],
    });
    const xml = painOf({
      number: order.number,
      createdAt: now.toISOString().slice(0, 19),
      collectionDate: order.collectionDate,
      creditor: {
        name: creditor.name,
        iban: ibanIn(creditor.bankDetails ?? '') as string,
        identifier: creditor.identifier as string,
      },
      debits: debitsOf(call, rows),
    });
    // The file has the accounts of customers in clear.
    await writeAudit(db, call, { entity: DirectDebit.name, id: order.id, action: 'debitFile', changes: {} });
    return fileReply(Buffer.from(xml), `${order.number}.xml`, 'application/xml');
  }),
];
