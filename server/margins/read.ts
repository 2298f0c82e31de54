// Margins of a period: the billable services, the flat amounts and the labour cost, joined in memory. The number of
// queries does not depend on the number of services.
import { cancelledInvoice } from '#core/billing/invoice.ts';
import type { DueFlat } from '#core/commercial/terms.ts';
import { compare, type Exact, round, scaleOf, sum, times, toNumber } from '#core/kernel/money.ts';
import {
  type Cost,
  type MarginAxis,
  type Margins,
  marginsBy,
  onStops,
  type Revenue,
  type Stop,
} from '#core/margins/margins.ts';
import { lastDayOf } from '#core/planning/days.ts';
import { idleStatuses } from '#core/planning/status.ts';
import type { StockActionCode } from '#core/stock/reference.ts';
import { turnoverBetween } from '#server/accounting/turnover.ts';
import { readBillable } from '#server/billing/billable.ts';
import type { BilledFlat } from '#server/billing/flats.ts';
import type { Db } from '#server/db/database.ts';
import { agencyToday } from '#server/kernel/today.ts';
import { daysPaid, labourCost } from '#server/pay/cost.ts';

const stockOut: StockActionCode = 200;

interface Used extends Record<string, unknown> {
  siteId: string;
  site: string;
  customerId: string;
  customer: string;
  day: string;
  pieces: number;
  price: string;
}

/** Pieces that went out for a site, and those that it lost. A reference without a price costs nothing here. */
async function stockOf(
  db: Db,
  { start, end }: { start: string; end: string },
  customer: string | undefined,
  scale: number,
): Promise<Revenue[]> {
  const rows = await db.query<Used>({
    name: 'margin-stock',
    text: `select i.id as "siteId", i.name as site, c.id as "customerId", c.name as customer, x.day::text as day, x.pieces, r.purchase_price::text as price
      from (select stock_reference_id, site_id, date as day, quantity as pieces from stock_actions
          where agency_id = app_agency() and action = ${stockOut} and date between $1 and $2
        union all
        select stock_reference_id, site_id, coalesce(restituted_at, assignment_date), quantity_lost from stock_assignments
          where agency_id = app_agency() and quantity_lost > 0 and coalesce(restituted_at, assignment_date) between $1 and $2) x
        join stock_references r on r.agency_id = app_agency() and r.id = x.stock_reference_id and r.purchase_price is not null
        join sites i on i.agency_id = app_agency() and i.id = x.site_id join customers c on c.agency_id = app_agency() and c.id = i.customer_id
      where $3::uuid is null or c.id = $3`,
    values: [start, end, customer ?? null],
  });
  return rows.map(({ siteId, site, customerId, customer: payer, day, pieces, price }) => ({
    ...{ service: null, contract: null, day, amount: 0, isDone: true },
    ...{ customer: { id: customerId, name: payer }, site: { id: siteId, name: site } },
    spent: round(times(price, pieces), scale),
  }));
}

interface Typed extends Record<string, unknown> {
  customerId: string;
  customer: string;
  siteId: string | null;
  site: string | null;
  day: string;
  typed: string;
}

/**
 * What issued invoices bill beyond services and flat amounts: lines typed by hand, subscriptions, and credit notes of a part.
 * An invoice that was credited as a whole counts for nothing: what it billed is free again.
 */
async function typedOf(
  db: Db,
  { start, end }: { start: string; end: string },
  customer: string | undefined,
): Promise<Revenue[]> {
  const rows = await db.query<Typed>({
    name: 'margin-invoices',
    text: `with chosen as materialized (select i.agency_id, i.id, i.type, i.customer_id, i.date, i.price, coalesce(i.site_id, w.site_id) as site_id
        from invoices i left join invoices w on w.agency_id = i.agency_id and w.id = i.credit_of_id
        where i.agency_id = app_agency() and i.issued_at is not null and i.date between $1 and $2 and i.status <> ${cancelledInvoice}
          and w.status is distinct from ${cancelledInvoice} and ($3::uuid is null or i.customer_id = $3)),
      billed as (select b.invoice_id, coalesce(p.net, p.amount) as net
          from chosen i join billed_services b on b.agency_id = i.agency_id and b.invoice_id = i.id and b.freed_at is null
            join billed_parts p on p.agency_id = b.agency_id and p.billed_id = b.id
        union all select f.invoice_id, coalesce(f.net, f.amount)
          from chosen i join billed_flats f on f.agency_id = i.agency_id and f.invoice_id = i.id and f.freed_at is null)
      select c.id as "customerId", c.name as customer, s.id as "siteId", s.name as site, i.date::text as day,
        (case i.type when 'avoir' then -i.price else i.price - coalesce(b.net, 0) end)::text as typed
      from chosen i join customers c on c.agency_id = i.agency_id and c.id = i.customer_id
        left join sites s on s.agency_id = i.agency_id and s.id = i.site_id
        left join (select invoice_id, sum(net) as net from billed group by 1) b on b.invoice_id = i.id`,
    values: [start, end, customer ?? null],
  });
  return rows.flatMap(({ customerId, customer: payer, siteId, site, day, typed: amount }) =>
    compare(amount, 0) === 0
      ? []
      : [
          {
            ...{ service: null, contract: null, day, amount, isDone: true },
            ...{ customer: { id: customerId, name: payer }, site: siteId ? { id: siteId, name: site ?? '' } : null },
          },
        ],
  );
}

export interface MarginFacts {
  currency: string;
  revenues: Revenue[];
  costs: Cost[];
  references: ReadonlyMap<string, string>;
}

export async function marginFacts(
  db: Db,
  period: { start: string; end: string },
  customer: string | undefined,
  at: Date,
): Promise<MarginFacts> {
  const { services, flats: due, billedFlats, currency } = await readBillable(db, period, { customer }, at);
  const today = await agencyToday(db);
  const flatRevenue = ({ contract, month }: DueFlat | BilledFlat, amount: Exact, isDone: boolean): Revenue => ({
    ...{ service: null, customer: contract.customer, site: null, contract: { id: contract.id, name: contract.title } },
    ...{ day: `${month}-01`, amount, isDone },
  });
  const flats = [
    ...billedFlats.map((one) => flatRevenue(one, one.net, true)),
    ...due.map((one) =>
      flatRevenue(one, round(times(one.price, one.flat.quantity), scaleOf(currency)), lastDayOf(one.month) <= today),
    ),
  ];
  const work = services.map(
    ({ id, customer: payer, site, contract, day, amount, state }): Revenue => ({
      ...{ service: id, customer: payer, site, contract, day },
      ...{ amount: state === 'NOTHING' ? 0 : amount, isDone: state !== 'OPEN' },
    }),
  );
  // Of everybody: a circuit passes at several customers.
  const labour = await labourCost(db, daysPaid(period));
  const stops = await db.query<Stop & Record<string, unknown>>({
    name: 'margin-stops',
    text: `select id, circuit_id as circuit, (extract(epoch from end_at - start_at) / 60)::integer as minutes from services
      where agency_id = app_agency() and circuit_id = any ($1::uuid[]) and status not in (${idleStatuses})`,
    values: [labour.map(({ service }) => service)],
  });
  return {
    currency,
    revenues: [...work, ...flats, ...(await stockOf(db, period, customer, scaleOf(currency)))],
    costs: onStops(
      labour.map(({ service, paid, loaded }) => ({ service, minutes: paid, loaded })),
      stops,
      scaleOf(currency),
    ),
    references: new Map(services.map(({ id, reference }) => [id, reference])),
  };
}

export async function readMargins(
  db: Db,
  { by, customer, ...period }: { start: string; end: string; by: MarginAxis; customer?: string | undefined },
  at: Date,
): Promise<Margins & { currency: string }> {
  const { currency, revenues, costs } = await marginFacts(db, period, customer, at);
  return { currency, ...marginsBy(by, revenues, costs) };
}

/** Of the agency, or of one customer: with what invoices bill beyond services, and what they bill in all. */
export async function readBilledMargins(
  db: Db,
  { by, customer, ...period }: { start: string; end: string; by: MarginAxis; customer?: string | undefined },
  at: Date,
): Promise<Margins & { currency: string; typed: number; turnover: number }> {
  const { currency, revenues, costs } = await marginFacts(db, period, customer, at);
  const invoices = await typedOf(db, period, customer);
  return {
    currency,
    ...marginsBy(by, [...revenues, ...invoices], costs),
    typed: toNumber(sum(invoices.map(({ amount }) => amount ?? 0))),
    turnover: await turnoverBetween(db, [period.start, period.end], customer),
  };
}
