// The turnover: invoices minus credit notes by their date, receipts by theirs, and what is owed today.
import { ages, type listTurnover, turnoverMost } from '#core/accounting/calls.ts';
import { monthsBetween, yearBefore } from '#core/accounting/turnover.ts';
import type { Input, Output } from '#core/kernel/endpoint.ts';
import { divide, sum, times, toNumber } from '#core/kernel/money.ts';
import { Problem } from '#core/kernel/problem.ts';
import { balance as balanceOf } from '#server/billing/invoices.ts';
import type { Db } from '#server/db/database.ts';
import { agencyToday } from '#server/kernel/today.ts';

type Turnover = Output<typeof listTurnover>;

const signed = (column: string): string => `case i.type when 'avoir' then -${column} else ${column} end`;
const issued = `i.agency_id = app_agency() and i.issued_at is not null`;
const balance = balanceOf('i');

const monthsSql = `select m.month, sum(m.turnover)::float8 as turnover, sum(m.invoiced)::float8 as invoiced, sum(m.received)::float8 as received
  from (
    select to_char(i.date, 'YYYY-MM') as month, ${signed('i.price')} as turnover, ${signed('i.total')} as invoiced, 0 as received
      from invoices i where ${issued} and i.date between $1 and $2
    union all
    select to_char(p.date, 'YYYY-MM'), 0, 0, p.amount from invoice_payments p where p.agency_id = app_agency() and p.date between $1 and $2) m
  group by 1`;

const customersSql = `select json_build_object('id', c.id, 'name', c.name) as customer, sum(m.turnover)::float8 as turnover,
    sum(m.received)::float8 as received, sum(m.owed)::float8 as owed
  from (
    select i.customer_id, ${signed('i.price')} as turnover, 0 as received, 0 as owed from invoices i where ${issued} and i.date between $1 and $2
    union all
    select i.customer_id, 0, p.amount, 0 from invoice_payments p join invoices i on i.agency_id = p.agency_id and i.id = p.invoice_id
      where p.agency_id = app_agency() and p.date between $1 and $2
    union all
    select i.customer_id, 0, 0, ${balance} from invoices i where ${issued} and i.status = 100 and i.type = 'facture' and ${balance} > 0) m
  join customers c on c.agency_id = app_agency() and c.id = m.customer_id
  group by c.id, c.name order by sum(m.turnover) desc, c.name, c.id`;

const owedSql = `select case when i.due_date is null or i.due_date >= app_today() then 'notDue'
      when app_today() - i.due_date <= 30 then 'upTo30' when app_today() - i.due_date <= 60 then 'upTo60'
      when app_today() - i.due_date <= 90 then 'upTo90' else 'more' end as age,
    sum(${balance})::float8 as amount, count(*)::integer as count
  from invoices i where ${issued} and i.status = 100 and i.type = 'facture' and ${balance} > 0
  group by 1`;

const betweenSql = `select coalesce(sum(${signed('i.price')}), 0)::float8 as turnover from invoices i where ${issued} and i.date between $1 and $2 and ($3::uuid is null or i.customer_id = $3)`;

/** Without tax: invoices less credit notes of these days, of the agency or of one customer. */
export async function turnoverBetween(db: Db, days: readonly [string, string], customer?: string): Promise<number> {
  const [row] = await db.query<{ turnover: number }>({
    name: 'turnover-between',
    text: betweenSql,
    values: [...days, customer ?? null],
  });
  return row?.turnover ?? 0;
}

type Row<Of> = Of & Record<string, unknown>;

export async function turnoverOf(db: Db, input: Input<typeof listTurnover>): Promise<Turnover> {
  const today = await agencyToday(db);
  const from = input.from ?? `${today.slice(0, 4)}-01-01`;
  const to = input.to ?? `${from.slice(0, 4)}-12-31`;
  if (from > to || Number(to.slice(0, 4)) - Number(from.slice(0, 4)) > 10) {
    const message = from > to ? 'La fin précède le début.' : 'Dix ans au plus.';
    throw new Problem('invalid', message, { violations: [{ path: 'to', message }] });
  }
  const values = [from, to];
  const months = await db.query<Row<Turnover['months'][number]>>({ name: 'turnover-months', text: monthsSql, values });
  const customers = await db.query<Row<Omit<Turnover['customers'][number], 'share'>>>({
    name: 'turnover-customers',
    text: customersSql,
    values,
  });
  const owed = await db.query<Row<Turnover['owed'][number]>>({ name: 'turnover-owed', text: owedSql });
  const before = await turnoverBetween(db, [yearBefore(from), yearBefore(to)]);
  const [agency] = await db.query<{ currency: string }>({
    name: 'turnover-currency',
    text: 'select currency from agencies where id = app_agency()',
  });
  const turnover = sum(months.map((one) => one.turnover));
  const known = new Map(months.map((one) => [one.month, one]));
  return {
    from,
    to,
    currency: agency?.currency ?? 'EUR',
    months: monthsBetween(from, to).map(
      (month) => known.get(month) ?? { month, turnover: 0, invoiced: 0, received: 0 },
    ),
    customers: customers.slice(0, turnoverMost).map((one) => ({
      ...one,
      share: turnover.units > 0n ? toNumber(divide(times(one.turnover, 100), turnover, 1)) : 0,
    })),
    filtered: customers.length,
    turnover: toNumber(turnover),
    before,
    received: toNumber(sum(months.map((one) => one.received))),
    owed: ages.map((age) => owed.find((one) => one.age === age) ?? { age, amount: 0, count: 0 }),
  };
}
