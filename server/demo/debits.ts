// The direct debits of a demo agency: what three customers paid, one order that was cancelled and one that waits.
import { sum, toNumber } from '#core/kernel/money.ts';
import { daysAfter } from '#core/planning/days.ts';
import type { DemoInvoices, DemoPayment } from '#demo/invoices.ts';
import type { Db } from '#server/db/database.ts';
import { insertRows } from '#server/kernel/rows.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';

interface Order {
  id: string;
  number: string;
  status: 100 | 200 | 300;
  date: string;
  lines: { invoice: string; amount: number }[];
}

/** Every payment of these customers is a debit; those of one day are one order. */
export function debited(
  { papers, payments }: DemoInvoices,
  customers: ReadonlySet<string>,
): { payments: DemoPayment[]; orders: Order[] } {
  const whose = new Map(papers.map(({ id, draft }) => [id, draft.customer?.id ?? '']));
  const isDebit = ({ invoice }: DemoPayment): boolean => customers.has(whose.get(invoice) ?? '');
  const byDay = Map.groupBy(payments.filter(isDebit), ({ date }) => date);
  const days = [...byDay.keys()].toSorted((one, other) => one.localeCompare(other));
  const counts = new Map<string, number>();
  const numbers = new Map(days.map((day) => [day, nextNumber(counts, day)]));
  return {
    payments: payments.map((one) =>
      isDebit(one) ? { ...one, means: 'DEBIT', note: `Prélèvement ${numbers.get(one.date)}` } : one,
    ),
    orders: days.map((date) => ({
      ...{ id: uuidv7(Date.parse(date)), number: numbers.get(date) as string, status: 200, date },
      lines: (byDay.get(date) ?? []).map(({ invoice, amount }) => ({ invoice, amount })),
    })),
  };
}

function nextNumber(counts: Map<string, number>, day: string): string {
  const year = day.slice(0, 4);
  counts.set(year, (counts.get(year) ?? 0) + 1);
  return `PR${year}-${String(counts.get(year)).padStart(4, '0')}`;
}

/** With one that waits for the last unpaid invoices of these customers, after one that was cancelled. */
export async function insertDebits(
  db: Db,
  agency: string,
  { orders, customers, today }: { orders: readonly Order[]; customers: readonly string[]; today: string },
): Promise<void> {
  const owed = await db.query<{ invoice: string; amount: number }>({
    text: `select i.id as invoice, (i.total - i.paid_amount - i.credited_amount)::float8 as amount from invoices i
      where i.agency_id = $1 and i.customer_id = any ($2::uuid[]) and i.type = 'facture' and i.status = 100 and i.issued_at is not null
        and i.total > i.paid_amount + i.credited_amount order by i.date desc, i.number desc limit 2`,
    values: [agency, customers],
  });
  const counts = new Map<string, number>();
  for (const { number } of orders) counts.set(number.slice(2, 6), Number(number.slice(7)));
  const open = (status: 100 | 300, prepared: string, date: string): Order[] =>
    owed.length === 0
      ? []
      : [{ id: uuidv7(Date.parse(prepared)), number: nextNumber(counts, prepared), status, date, lines: owed }];
  const all = [
    ...orders,
    ...open(300, daysAfter(today, -2), daysAfter(today, 3)),
    ...open(100, daysAfter(today, -1), daysAfter(today, 6)),
  ];
  await insertRows(db, 'direct_debits', all, ({ id, number, status, date, lines }) => {
    const at = `${status === 200 ? daysAfter(date, -6) : daysAfter(today, status === 300 ? -2 : -1)}T08:00:00.000Z`;
    const total = toNumber(sum(lines.map(({ amount }) => amount)));
    return { ...{ agency_id: agency, id, number, status, collection_date: date, total }, created_at: at };
  });
  const lines = all.flatMap(({ id, status, lines: own }) => own.map((line, rank) => ({ id, status, rank, ...line })));
  await insertRows(db, 'direct_debit_lines', lines, ({ id, status, rank, invoice, amount }) => ({
    ...{ agency_id: agency, id: uuidv7(), direct_debit_id: id, rank, invoice_id: invoice, amount },
    pending: status === 100,
  }));
  await db.query({
    text: `insert into billing_counters (agency_id, series, year, last, last_date)
      select agency_id, 'PR', substr(number, 3, 4)::integer, max(right(number, 4)::integer), max(created_at)::date from direct_debits
        where agency_id = $1 group by 1, 3`,
    values: [agency],
  });
}
