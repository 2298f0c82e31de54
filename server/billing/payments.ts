// Payments are entries: the balance is paid by one, an entry is undone by its opposite (decision 90).
import { billingMessages } from '#core/billing/calls.ts';
import { Invoice, isIssued } from '#core/billing/invoice.ts';
import type { Row } from '#core/kernel/entity.ts';
import { compare } from '#core/kernel/money.ts';
import { Problem } from '#core/kernel/problem.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import type { Db } from '#server/db/database.ts';
import { doerOf, writeAudit } from '#server/kernel/audit.ts';
import type { Call } from '#server/kernel/call.ts';
import { agencyToday } from '#server/kernel/today.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';

interface Entry {
  date: string;
  amount: number;
  note: string | null;
  means: string | null;
  reverses: string | null;
}

export async function enterPayment(
  call: Call,
  invoice: string,
  { date, amount, note, means, reverses }: Entry,
): Promise<void> {
  const { db, now } = call;
  await db.query({
    name: 'enter-payment',
    text: `insert into invoice_payments (agency_id, id, invoice_id, date, amount, note, means, reverses_id, author, created_at)
      values (app_agency(), $1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    values: [uuidv7(now.getTime()), invoice, date, amount, note, means, reverses, doerOf(call), now],
  });
  const changes = { payment: { before: null, after: { date, amount, note, means } } };
  await writeAudit(db, call, { entity: Invoice.name, id: invoice, action: reverses ? 'reverse' : 'pay', changes });
}

/** The order may be at the bank: whoever enters a payment is told once. */
export async function refuseDebited(db: Db, invoice: string): Promise<void> {
  const [order] = await db.query<{ number: string; day: string }>({
    name: 'pending-debit',
    text: `select d.number, d.collection_date::text as day from direct_debit_lines l join direct_debits d on d.agency_id = l.agency_id and d.id = l.direct_debit_id
      where l.agency_id = app_agency() and l.invoice_id = $1 and l.pending limit 1`,
    values: [invoice],
  });
  if (order) throw new Problem('conflict', `${billingMessages.debited}${order.number}, le ${frenchDay(order.day)}.`);
}

/** a save with `paid` appends the balance, or reverses what counts. The row is locked. */
export async function savePaid(call: Call, row: Row<typeof Invoice>, paid: boolean): Promise<void> {
  if (row.paid === paid) return;
  if (!isIssued(row)) throw new Problem('conflict', billingMessages.notIssued);
  if (row.type !== 'facture') throw new Problem('conflict', billingMessages.notAnInvoice);
  const date = await agencyToday(call.db);
  if (paid) {
    if (compare(row.balance, 0) > 0) await refuseDebited(call.db, row.id);
    return enterPayment(call, row.id, { date, means: null, amount: row.balance, note: 'Solde', reverses: null });
  }
  // With its means: what came into the cash box leaves it, not the bank.
  const counting = await call.db.query<{ id: string; amount: number; means: string | null }>({
    name: 'payments-that-count',
    text: `select p.id, p.amount::float8 as amount, p.means from invoice_payments p
      where p.agency_id = app_agency() and p.invoice_id = $1 and p.amount <> 0 and p.reverses_id is null
        and not exists (select from invoice_payments r where r.agency_id = p.agency_id and r.reverses_id = p.id)
      order by p.created_at, p.id`,
    values: [row.id],
  });
  if (counting.length === 0) throw new Problem('conflict', billingMessages.nothingPaid);
  for (const { id, amount, means } of counting)
    await enterPayment(call, row.id, { date, means, amount: -amount, note: 'Marquée non payée', reverses: id });
}
