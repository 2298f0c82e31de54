// Verifies the chain of private customers' payments and closes its months and years.
import { type PaymentClosure, verifyPayments } from '#core/billing/chain.ts';
import { nobody } from '#server/db/context.ts';
import type { Db } from '#server/db/database.ts';
import { byClock, job } from '#server/jobs/registry.ts';
import { type Handler, handle, type Services } from '#server/kernel/call.ts';
import { utc } from '#server/kernel/kinds.ts';
import { agencyCurrency } from './totals.ts';

interface Verified extends Record<string, unknown> {
  entries: number;
  total: number;
  brokenAt: number | null;
}

/** Each line follows the one before, is what it was hashed from, and what its payment says, while that is kept. */
const verification = `select count(*)::integer as entries, coalesce(sum(c.amount), 0)::float8 as total,
    min(c.position) filter (where c.broken)::integer as "brokenAt"
  from (select s.position, s.amount,
      s.position <> row_number() over w or s.hash <> payment_seal_hash(lag(s.hash) over w, s)
        or p.id is not null and (p.amount, p.date, p.means, p.reverses_id) is distinct from (s.amount, s.date, s.means, s.reverses_id) as broken
    from payment_seals s left join invoice_payments p on p.agency_id = s.agency_id and p.id = s.payment_id
    where s.agency_id = app_agency() window w as (order by s.position)) c`;

/** A payment of a private customer without its line. */
const unsealed = `select count(*)::integer as count from invoice_payments p join invoices i on i.agency_id = p.agency_id and i.id = p.invoice_id
  where p.agency_id = app_agency() and i.printed -> 'buyer' ->> 'type' = '200' and p.created_at >= (select min(s.entered_at) from payment_seals s where s.agency_id = p.agency_id)
    and not exists (select from payment_seals s where s.agency_id = p.agency_id and s.payment_id = p.id)`;

const format = { MONTH: 'YYYY-MM', YEAR: 'YYYY' } as const;

const periodOf = (kind: 'MONTH' | 'YEAR'): string => `to_char(s.entered_at at time zone app_zone(), '${format[kind]}')`;

/** What a closure of a kind says, from the lines: `p` is its period. */
const figures = (kind: 'MONTH' | 'YEAR'): string => {
  const period = periodOf(kind);
  return `(select count(*) filter (where ${period} = p.period)::integer as entries, coalesce(sum(s.amount) filter (where ${period} = p.period), 0) as total,
      coalesce(sum(s.amount), 0) as grand_total, coalesce(max(s.position), 0)::integer as position, coalesce((array_agg(s.hash order by s.position desc))[1], '') as last
    from payment_seals s where s.agency_id = app_agency() and ${period} <= p.period)`;
};

const closureHash = (before: string, kind: string, period: string, f: string): string =>
  `encode(sha256(convert_to(concat_ws('|', coalesce(${before}, ''), ${kind}, ${period}, ${f}.entries, ${f}.total::numeric(15, 2)::text, ${f}.grand_total::numeric(15, 2)::text, ${f}.position, ${f}.last), 'UTF8')), 'hex')`;

/** Every ended period since the first line, in order; one that is closed stays as it is. */
async function closePeriods(db: Db, kind: 'MONTH' | 'YEAR'): Promise<void> {
  const step = kind === 'MONTH' ? '1 month' : '1 year';
  const unit = kind.toLowerCase();
  const open = await db.query<{ period: string }>({
    name: `open-${unit}-periods`,
    text: `select to_char(d, '${format[kind]}') as period
      from (select min(s.entered_at at time zone app_zone()) as first from payment_seals s where s.agency_id = app_agency()) f,
        generate_series(date_trunc('${unit}', f.first), date_trunc('${unit}', app_today()::timestamp) - interval '${step}', interval '${step}') d
      where f.first is not null and not exists (select from payment_closures c where c.agency_id = app_agency() and c.kind = '${kind}' and c.period = to_char(d, '${format[kind]}'))
      order by d`,
  });
  for (const { period } of open)
    await db.query({
      name: `close-${unit}`,
      text: `insert into payment_closures (agency_id, kind, period, entries, total, grand_total, position, hash)
        select app_agency(), '${kind}', p.period, f.entries, f.total, f.grand_total, f.position,
          ${closureHash(`(select c.hash from payment_closures c where c.agency_id = app_agency() and c.kind = '${kind}' order by c.period desc limit 1)`, `'${kind}'`, 'p.period', 'f')}
        from (select $1::text as period) p, lateral ${figures(kind)} f
        on conflict do nothing`,
      values: [period],
    });
}

export async function closePayments(agency: string, { database }: Services): Promise<void> {
  await database.transaction({ ...nobody, agency }, async (db) => {
    await closePeriods(db, 'MONTH');
    await closePeriods(db, 'YEAR');
  });
}

export const closePaymentPeriods = job(
  'closePaymentPeriods',
  byClock,
  { label: 'Clôture des paiements des particuliers', cron: { at: '30 2 * * *', of: 'agencies' } },
  async (_, services, { agency }) => {
    if (agency) await closePayments(agency, services);
  },
);

/** The lines are added up once, whatever the number of closures. `mark`: the position of a line, then its hash. */
export const closuresSql = (
  kind: 'MONTH' | 'YEAR',
): string => `with own as (select ${periodOf(kind)} as period, count(*)::integer as entries, sum(s.amount) as total, max((lpad(s.position::text, 10, '0') || s.hash) collate "C") as mark
    from payment_seals s where s.agency_id = app_agency() group by 1),
  running as materialized (select o.period, o.entries, o.total, sum(o.total) over w as grand_total, max(o.mark) over w as mark from own o window w as (order by o.period)),
  said as (select k.*, lag(k.hash) over (order by k.period) as before from payment_closures k where k.agency_id = app_agency() and k.kind = '${kind}'),
  f as (select c.period, coalesce(r.grand_total, 0) as grand_total, coalesce(left(r.mark, 10)::integer, 0) as position, coalesce(substr(r.mark, 11), '') as last,
      case when r.period = c.period then r.entries else 0 end as entries, case when r.period = c.period then r.total else 0 end as total
    from said c left join lateral (select x.* from running x where x.period <= c.period order by x.period desc limit 1) r on true)
  select c.kind, c.period, c.entries, c.total::float8 as total, c.grand_total::float8 as "grandTotal", ${utc('c.closed_at')} as "closedAt",
    c.hash = ${closureHash('c.before', 'c.kind', 'c.period', 'f')} and (c.entries, c.total, c.grand_total, c.position) = (f.entries, f.total, f.grand_total, f.position) as "isIntact"
  from said c join f on f.period = c.period order by c.period desc limit 60`;

const closuresOf = (db: Db, kind: 'MONTH' | 'YEAR'): Promise<PaymentClosure[]> =>
  db.query<PaymentClosure & Record<string, unknown>>({
    name: `${kind.toLowerCase()}-closures`,
    text: closuresSql(kind),
  });

export const chainHandlers: Handler[] = [
  handle(verifyPayments, async ({ db }) => {
    const [found] = await db.query<Verified>({ name: 'verify-payments', text: verification });
    const [missing] = await db.query<{ count: number }>({ name: 'unsealed-payments', text: unsealed });
    const closures = [...(await closuresOf(db, 'MONTH')), ...(await closuresOf(db, 'YEAR'))];
    const { entries = 0, total = 0, brokenAt = null } = found ?? {};
    const isIntact = brokenAt === null && missing?.count === 0 && closures.every((one) => one.isIntact);
    return { entries, total, currency: await agencyCurrency(db), isIntact, brokenAt, closures };
  }),
];
