// Margins of a period: the billable services, the flat amounts and the labour cost. Whole months are read from their copies
// (kept.ts); the others are joined in memory, by a number of queries that does not depend on the number of services.
import { cancelledInvoice } from '#core/billing/invoice.ts';
import type { DueFlat } from '#core/commercial/terms.ts';
import { compare, type Exact, round, scaleOf, subtract, sum, times, toNumber } from '#core/kernel/money.ts';
import type { CostlyService } from '#core/margins/calls.ts';
import {
  type Cost,
  cellsOf,
  keyOf,
  type MarginAxis,
  type Margins,
  marginsOf,
  onStops,
  type Revenue,
  type Stop,
  type Sums,
  sumsBy,
} from '#core/margins/margins.ts';
import { daysAfter, lastDayOf } from '#core/planning/days.ts';
import { idleStatuses } from '#core/planning/status.ts';
import type { StockActionCode } from '#core/stock/reference.ts';
import { turnoverBetween } from '#server/accounting/turnover.ts';
import { readBillable } from '#server/billing/billable.ts';
import type { BilledFlat } from '#server/billing/flats.ts';
import type { Db } from '#server/db/database.ts';
import { isUuid } from '#server/kernel/uuid.ts';
import { daysPaid, labourCost } from '#server/pay/cost.ts';
import { planningPlace } from '#server/planning/facts.ts';
import { keepMonth, keptMonths } from './kept.ts';

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

/** Who was or is planned on these services, or came. */
async function peopleOn(db: Db, services: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>({
    name: 'margin-people',
    text: `select agent_id as id from service_agents where agency_id = app_agency() and service_id = any ($1::uuid[])
      union select agent_id from service_times where agency_id = app_agency() and service_id = any ($1::uuid[])`,
    values: [services],
  });
  return rows.map(({ id }) => id);
}

export interface WorkFacts {
  currency: string;
  revenues: Revenue[];
  costs: Cost[];
  references: ReadonlyMap<string, string>;
}

/** Services, flat amounts and labour of a period. Only the people of a customer's services are counted for him. */
async function workFacts(
  db: Db,
  period: { start: string; end: string },
  customer: string | undefined,
  at: Date,
): Promise<WorkFacts> {
  const { services, flats: due, billedFlats, currency, today } = await readBillable(db, period, { customer }, at);
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
  // Who drives a circuit is paid for the circuit.
  const paid =
    customer &&
    (await peopleOn(
      db,
      services.flatMap(({ id, circuit }) => circuit ?? id),
    ));
  const labour = await labourCost(db, daysPaid(period), { agents: paid || null });
  const stops = await db.query<Stop & Record<string, unknown>>({
    name: 'margin-stops',
    text: `select id, circuit_id as circuit, (extract(epoch from end_at - start_at) / 60)::integer as minutes from services
      where agency_id = app_agency() and circuit_id = any ($1::uuid[]) and status not in (${idleStatuses})`,
    values: [labour.map(({ service }) => service)],
  });
  return {
    currency,
    revenues: [...work, ...flats],
    costs: onStops(
      labour.map(({ service, paid: minutes, loaded }) => ({ service, minutes, loaded })),
      stops,
      scaleOf(currency),
    ),
    references: new Map(services.map(({ id, reference }) => [id, reference])),
  };
}

/** How a call reads, and how it keeps a month after its answer. */
export interface Reading {
  db: Db;
  now: Date;
  keep(work: (db: Db) => Promise<unknown>): void;
}

interface Asked {
  start: string;
  end: string;
  by: MarginAxis;
  customer?: string | undefined;
}

/** Month by month, as invoices are made: so a year is the sum of its months. */
const monthsOf = ({
  start,
  end,
}: {
  start: string;
  end: string;
}): { start: string; end: string; isWhole: boolean }[] => {
  const months: { start: string; end: string; isWhole: boolean }[] = [];
  for (let first = start; first <= end; ) {
    const last = lastDayOf(first.slice(0, 7));
    months.push({ start: first, end: last < end ? last : end, isWhole: first.endsWith('-01') && last <= end });
    first = daysAfter(last, 1);
  }
  return months;
};

async function sumsOf({ db, now, keep }: Reading, { by, customer, ...period }: Asked): Promise<[string, Sums][]> {
  const months = monthsOf(period);
  const whole = months.filter(({ isWhole }) => isWhole).map(({ start }) => start);
  const { marks, sums } = await keptMonths(db, whole, { by, customer }, now);
  const known = new Map(marks.map(({ month, ...one }) => [month, one]));
  const found = sums.map(({ id, ...one }): [string, Sums] => [id, one]);
  for (const month of months) {
    const { mark = null, isKept = false } = month.isWhole ? (known.get(month.start) ?? {}) : {};
    if (isKept) continue;
    // A month to be kept is counted for everybody.
    const { revenues, costs } = await workFacts(db, month, mark === null ? customer : undefined, now);
    if (mark !== null) {
      const cells = cellsOf(revenues, costs);
      keep((own) => keepMonth(own, month.start, mark, cells));
    }
    const own = customer ? revenues.filter((one) => one.customer.id === customer) : revenues;
    found.push(...sumsBy(by, own, costs));
  }
  return found;
}

const currencyOf = async (db: Db): Promise<string> => (await planningPlace(db)).currency;

/** Services, flat amounts and stock, as the planning shows them. */
export async function readMargins(reading: Reading, asked: Asked): Promise<Margins & { currency: string }> {
  const currency = await currencyOf(reading.db);
  const used = await stockOf(reading.db, asked, asked.customer, scaleOf(currency));
  const work = await sumsOf(reading, asked);
  return { currency, ...marginsOf(asked.by, [...work, ...sumsBy(asked.by, used, [])]) };
}

/** Of the agency, or of one customer: with what invoices bill beyond services, and what they bill in all. */
export async function readBilledMargins(
  reading: Reading,
  asked: Asked,
): Promise<Margins & { currency: string; typed: number; turnover: number }> {
  const { db } = reading;
  const currency = await currencyOf(db);
  const used = await stockOf(db, asked, asked.customer, scaleOf(currency));
  const invoices = await typedOf(db, asked, asked.customer);
  const work = await sumsOf(reading, asked);
  return {
    currency,
    ...marginsOf(asked.by, [...work, ...sumsBy(asked.by, [...used, ...invoices], [])]),
    typed: toNumber(sum(invoices.map(({ amount }) => amount ?? 0))),
    turnover: await turnoverBetween(db, [asked.start, asked.end], asked.customer),
  };
}

/** Whose row it is, to read no more than his services. */
async function customerOf(db: Db, by: MarginAxis, id: string): Promise<string | undefined> {
  if (by === 'month' || !isUuid(id)) return undefined;
  if (by === 'customer') return id;
  const [row] = await db.query<{ id: string }>({
    name: `margin-customer-of-${by}`,
    text: `select customer_id as id from ${by === 'site' ? 'sites' : 'commercial_contracts'} where agency_id = app_agency() and id = $1`,
    values: [id],
  });
  return row?.id;
}

/** The services of one row, each with what it costs. */
export async function readCostlyServices(
  { db, now }: Pick<Reading, 'db' | 'now'>,
  { by, id, ...period }: { start: string; end: string; by: MarginAxis; id: string },
): Promise<{ currency: string; services: CostlyService[] }> {
  const customer = await customerOf(db, by, id);
  const services: CostlyService[] = [];
  for (const month of monthsOf(period)) {
    if (by === 'month' && !month.start.startsWith(id)) continue;
    const { revenues, costs, references } = await workFacts(db, month, customer, now);
    const ofService = Map.groupBy(costs, ({ service }) => service);
    for (const one of revenues) {
      if (one.service === null || keyOf(one, by).id !== id) continue;
      const cost = sum((ofService.get(one.service) ?? []).map(({ loaded }) => loaded ?? 0));
      services.push({
        ...{ id: one.service, reference: references.get(one.service) ?? '', day: one.day, site: one.site?.name ?? '' },
        ...{ amount: one.amount === null ? null : toNumber(one.amount), cost: toNumber(cost), isDone: one.isDone },
        margin: toNumber(subtract(one.amount ?? 0, cost)),
      });
    }
  }
  return {
    currency: await currencyOf(db),
    services: services.toSorted((one, other) => one.margin - other.margin || (one.day < other.day ? -1 : 1)),
  };
}
