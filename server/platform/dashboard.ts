// The platform's dashboard, from its own rows: agencies, subscriptions, invoices (W-006..W-010).
import { monthsBetween, yearBefore } from '#core/accounting/turnover.ts';
import type { Output } from '#core/kernel/endpoint.ts';
import { sum, toNumber } from '#core/kernel/money.ts';
import { Problem } from '#core/kernel/problem.ts';
import { expiringDays, type Resume, readPlatformTurnover, readResume } from '#core/platform/dashboard-calls.ts';
import type { Db } from '#server/db/database.ts';
import { type Handler, handle } from '#server/kernel/call.ts';
import { agencyToday } from '#server/kernel/today.ts';
import { stateOf, subscriptionOf } from './administered.ts';

const count = (condition: string): string => `count(*) filter (where ${condition})::integer`;

/** One pass over the agencies. */
const resumeSql = `with people as materialized (select * from platform_people())
  select count(*)::integer as agencies, ${count(`g.state = 'ACTIVE'`)} as active, ${count(`g.state = 'INACTIVE'`)} as inactive,
    ${count(`g.state = 'PENDING'`)} as pending, ${count(`g.state = 'LOCKED'`)} as locked, ${count(`s.state = 'TRIAL'`)} as trial,
    ${count(`s.state = 'PLAN'`)} as subscribed, ${count('g.manager_id is null')} as unmanaged,
    ${count(`(g.created_at at time zone app_zone())::date >= date_trunc('month', app_today())::date`)} as created,
    ${count(`s.ends_on between app_today() and app_today() + ${expiringDays}`)} as expiring,
    ${count(`exists (select from agency_payments p where p.buyer_id = g.id and p.status = 'ERROR')`)} as failing,
    (select sheets from people) as sheets, (select accounts from people) as accounts, app_today()::text as today
  from (select a.*, ${stateOf('a')} as state from administered_agencies a) g
  left join (select s.buyer_id, s.ends_on, ${subscriptionOf} as state from agency_subscriptions s where s.agency_id = app_agency()) s on s.buyer_id = g.id`;

/** W-009: the part of an invoice that its payments cover, without tax; a refund takes it away again. */
const paidPapers = `(select i.id, i.date, i.price * least(i.counted_amount, i.total) / i.total as ht, least(i.counted_amount, i.total) / i.total as part, 1 as sign
      from agency_invoices i where i.agency_id = app_agency() and i.issued_at is not null and i.type = 'facture' and i.counted_amount > 0 and i.total > 0 and i.date between $1 and $2
    union all
    select i.id, i.date, i.price, 1, -1 from agency_invoices i join agency_invoices o on o.agency_id = i.agency_id and o.id = i.credit_of_id
      where i.agency_id = app_agency() and i.issued_at is not null and i.type = 'avoir' and o.counted_amount > 0 and i.date between $1 and $2) f`;

/** W-010: pieces on paid invoices, refunded ones taken away. */
const piecesOf = `(select coalesce(sum(l.quantity), 0) from agency_invoice_items l where l.agency_id = app_agency() and l.agency_invoice_id = f.id)`;

type Turnover = Output<typeof readPlatformTurnover>;
type Row<Of> = Of & Record<string, unknown>;

const monthsSql = `select to_char(f.date, 'YYYY-MM') as month, round(sum(f.sign * f.ht), 2)::float8 as turnover, sum(f.sign * ${piecesOf})::integer as "numberOfSales"
  from ${paidPapers} group by 1`;
const offersSql = `select l.offer_id as id, coalesce(max(o.name), 'Autres lignes') as name, round(sum(f.sign * l.quantity * l.price * f.part), 2)::float8 as turnover,
    sum(f.sign * l.quantity)::integer as "numberOfSales"
  from ${paidPapers} join agency_invoice_items l on l.agency_id = app_agency() and l.agency_invoice_id = f.id
    left join subscription_offers o on o.agency_id = l.agency_id and o.id = l.offer_id
  group by l.offer_id order by 3 desc, 2`;

const monthsOf = (db: Db, from: string, to: string): Promise<Row<Turnover['months'][number]>[]> =>
  db.query({ name: 'platform-turnover-months', text: monthsSql, values: [from, to] });
const turnoverOf = (months: readonly { turnover: number }[]): number =>
  toNumber(sum(months.map(({ turnover }) => turnover)));

export const dashboardHandlers: Handler[] = [
  handle(readResume, async ({ db }) => {
    const [resume] = await db.query<Row<Resume>>({ name: 'platform-resume', text: resumeSql });
    return { resume: resume as Resume };
  }),

  handle(readPlatformTurnover, async ({ db, input }) => {
    const year = (await agencyToday(db)).slice(0, 4);
    const from = input.from ?? `${year}-01-01`;
    const to = input.to ?? `${from.slice(0, 4)}-12-31`;
    if (from > to || Number(to.slice(0, 4)) - Number(from.slice(0, 4)) > 10) {
      const message = from > to ? 'La fin précède le début.' : 'Dix ans au plus.';
      throw new Problem('invalid', message, { violations: [{ path: 'to', message }] });
    }
    const months = await monthsOf(db, from, to);
    const offers = await db.query<Row<Turnover['offers'][number]>>({
      name: 'platform-turnover-offers',
      text: offersSql,
      values: [from, to],
    });
    const known = new Map(months.map((one) => [one.month, one]));
    return {
      ...{ from, to, currency: 'EUR', offers, turnover: turnoverOf(months) },
      before: turnoverOf(await monthsOf(db, yearBefore(from), yearBefore(to))),
      numberOfSales: months.reduce((all, { numberOfSales }) => all + numberOfSales, 0),
      months: monthsBetween(from, to).map((month) => known.get(month) ?? { month, turnover: 0, numberOfSales: 0 }),
    };
  }),
];
