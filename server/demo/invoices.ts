// Writes the issued invoices of a demo agency with their payments.
import { Invoice } from '#core/billing/invoice.ts';
import { Customer } from '#core/customers/customer.ts';
import type { DemoAgency } from '#demo/index.ts';
import { printedSql } from '#server/billing/papers.ts';
import { keepProof } from '#server/commercial/preparing.ts';
import type { Db } from '#server/db/database.ts';
import { insertEntity } from '#server/kernel/bulk.ts';
import { insertRows } from '#server/kernel/rows.ts';
import { sealText } from '#server/kernel/sealed.ts';
import { withBilled } from './billed.ts';
import { debited, insertDebits } from './debits.ts';

/** A fictional account: no bank has the code 99999. */
const account = 'FR7699999060000002406150039';

export async function insertInvoices(
  db: Db,
  { agency: { id: agency }, invoices }: DemoAgency,
  secret: string | null,
  now: Date,
): Promise<void> {
  if (invoices.papers.length === 0) return;
  // As the agency itself would prepare them.
  await db.query({ text: `select set_config('app.agency', $1, true)`, values: [agency] });
  const made = await withBilled(db, invoices, now);
  await insertEntity(db, { of: Invoice, agency, rows: made.papers });
  await keepProof(db, made.proofs);
  await db.query({ text: `select set_config('app.agency', '', true)` });
  // Invoices before their credit notes: what these take off is counted when they are issued.
  for (const type of ['facture', 'avoir'])
    await db.query({
      text: `update invoices i set number = d.number, issued_at = d.at, sent = true, sent_at = d.at, printed = ${printedSql('invoice')}
        from json_to_recordset($2) as d (id uuid, number text, at timestamptz), agencies g, customers c
        where i.agency_id = $1 and i.id = d.id and i.type = $3 and g.id = i.agency_id and c.agency_id = i.agency_id and c.id = i.customer_id`,
      values: [agency, JSON.stringify(made.papers.map(({ id, number, issuedAt: at }) => ({ id, number, at }))), type],
    });
  const mandated = secret === null ? [] : await insertMandates(db, agency, secret);
  const { payments, orders } = debited(made, new Set(mandated));
  await insertRows(db, 'invoice_payments', payments, ({ id, invoice, date, amount, means, note }) => ({
    ...{ agency_id: agency, id, invoice_id: invoice, date, amount, means, note, created_at: `${date}T09:00:00.000Z` },
  }));
  await db.query({
    text: `insert into billing_counters (agency_id, series, year, last, last_date)
      select agency_id, left(number, 1), substr(number, 2, 4)::integer, count(*), max(date) from invoices
        where agency_id = $1 and issued_at is not null group by 1, 2, 3`,
    values: [agency],
  });
  if (mandated.length > 0)
    await insertDebits(db, agency, { orders, customers: mandated, today: now.toISOString().slice(0, 10) });
}

/** Three customers are debited (decision 102). */
async function insertMandates(db: Db, agency: string, secret: string): Promise<string[]> {
  await db.query({
    text: `update agencies set creditor_identifier = 'FR72ZZZ123456' where id = $1`,
    values: [agency],
  });
  const customers = await db.query<{ id: string }>({
    text: `select c.id from customers c where c.agency_id = $1 and c.id in (select customer_id from invoices where agency_id = $1) order by c.name limit 3`,
    values: [agency],
  });
  for (const [rank, { id }] of customers.entries())
    await db.query({
      text: 'update customers set debit_iban = $3, mandate_reference = $4, mandate_date = $5 where agency_id = $1 and id = $2',
      values: [
        agency,
        id,
        sealText({ secret }, { agency, entity: Customer.name, id, path: 'customerInfos.debitIban' }, account),
        `MDT-${String(rank + 1).padStart(4, '0')}`,
        '2025-09-01',
      ],
    });
  return customers.map(({ id }) => id);
}
