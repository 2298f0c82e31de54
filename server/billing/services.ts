// The services of a period with what billing needs of them: one query for each kind of fact, joined here. Looking them up
// for each service took most of the time.
import type { InvoiceGrouping } from '#core/commercial/groups.ts';
import type { PriceKey } from '#core/customers/prices.ts';
import type { ActivityType } from '#core/planning/activity.ts';
import type { Minute } from '#core/planning/model.ts';
import { unscheduled } from '#core/planning/status.ts';
import type { Db } from '#server/db/database.ts';
import { joinTimes, minuteSql } from '#server/planning/facts.ts';
import { peopleOn } from '#server/planning/hours-calls.ts';
import {
  type LivedBreaks,
  type LivedRow,
  readBreaks,
  type SettlementRow,
  settlementColumns,
  timeColumns,
} from '#server/planning/lived.ts';

export interface BillableFilter {
  customer?: string | null | undefined;
  /** Only these, and the stops of these circuits. */
  services?: readonly string[] | undefined;
  /** The planning as it was published. */
  published?: boolean;
}

export interface Named {
  id: string;
  name: string;
}

export interface Worker extends LivedRow, SettlementRow {
  agent: string;
  name: string;
  planned: boolean;
}

export interface ServiceFacts {
  id: string;
  reference: string;
  status: number;
  day: string;
  start: Minute;
  end: Minute;
  site: Named;
  customer: Named & { grouping: InvoiceGrouping };
  specialty: Named | null;
  activity: ActivityType;
  postTitle: string | null;
  /** The tour of a stop. */
  circuit: string | null;
  isStop: boolean;
  wanted: number;
  /** The agency's price when its report was made. */
  reportPrice: string | null;
  billed: {
    invoice: string;
    number: string;
    /** To whom: the service may be on another customer's site since. */
    customer: Named;
    /** `price` of one hour or piece, null if it was not kept; `net` without tax, after the discounts. */
    parts: { key: PriceKey; minutes: number | null; price: string | null; net: string }[];
  } | null;
}

export interface ServiceRow extends ServiceFacts {
  work: Worker[];
}

/** $1 and $2: the bounds of the start. $3: the customer, or the services. What was unscheduled is read if it was billed before. */
const chosenSql = (more: string): string =>
  `s.agency_id = app_agency() and s.start_at >= $1 and s.start_at < $2 and not s.is_circuit${more}
    and (s.status <> ${unscheduled} or exists (select from billed_services u where u.agency_id = s.agency_id and u.service_id = s.id and u.freed_at is null))`;

interface FlatRow extends Record<string, unknown> {
  siteId: string;
  siteName: string;
  customerId: string;
  customerName: string;
  grouping: InvoiceGrouping;
  specialtyId: string | null;
  specialtyName: string | null;
}

type Facts = Omit<ServiceFacts, 'site' | 'customer' | 'specialty' | 'billed' | 'reportPrice'>;

/** In the order of their start. */
export async function servicesOf(
  db: Db,
  bounds: readonly [Date, Date],
  { customer = null, services, published = false }: BillableFilter,
): Promise<ServiceRow[]> {
  const [table, people] = published
    ? ['published_services', 'published_service_agents']
    : ['services', 'service_agents'];
  const name = `${services ? '-named' : customer === null ? '' : '-of-customer'}${published ? '-published' : ''}`;
  const only = services ?? customer;
  const values = only === null ? [...bounds] : [...bounds, only];
  const chosen = chosenSql(
    services
      ? ' and (s.id = any ($3::uuid[]) or s.circuit_id = any ($3::uuid[]))'
      : customer === null
        ? ''
        : ' and i.customer_id = $3',
  );
  const joined = 'join sites i on i.agency_id = s.agency_id and i.id = s.site_id';
  const rows = await db.query<Facts & FlatRow>({
    name: `billable-services${name}`,
    text: `select s.id, s.reference, s.status, (s.start_at at time zone app_zone())::date::text as day,
        ${minuteSql('s.start_at')} as start, ${minuteSql('s.end_at')} as "end", i.id as "siteId", i.name as "siteName",
        c.id as "customerId", c.name as "customerName", c.invoice_grouping as grouping, y.id as "specialtyId", y.name as "specialtyName",
        s.activity_type as activity, s.post_title as "postTitle", s.circuit_id as circuit, s.circuit_id is not null as "isStop", s.nb_agents as wanted
      from ${table} s ${joined} join customers c on c.agency_id = s.agency_id and c.id = i.customer_id
        left join specialties y on y.agency_id = s.agency_id and y.id = s.specialty_id
      where ${chosen} order by s.start_at, s.id`,
    values,
  });
  const workers = await db.query<Omit<Worker, keyof LivedBreaks> & { service: string }>({
    name: `billable-work${name}`,
    text: `select s.id as service, h.agent_id as agent, h.planned, a.fullname as name, ${timeColumns('s', 't', 'h.planned')}, ${settlementColumns('t')}
      from ${table} s ${joined} cross join ${peopleOn(people)}
        join agents a on a.agency_id = s.agency_id and a.id = h.agent_id ${joinTimes('s', 'h.agent_id', 't')}
      where ${chosen} order by a.fullname`,
    values,
  });
  const prices = await db.query<{ service: string; price: string }>({
    name: `billable-reports${name}`,
    text: `select distinct on (r.service_id) r.service_id as service, r.price::text as price
      from ${table} s ${joined} join agency_reports r on r.agency_id = s.agency_id and r.service_id = s.id
      where ${chosen} and r.price is not null order by r.service_id, r.edition desc`,
    values,
  });
  const billed = await db.query<NonNullable<ServiceFacts['billed']> & { service: string }>({
    name: `billable-billed${name}`,
    text: `select b.service_id as service, b.invoice_id as invoice, v.number, json_build_object('id', u.id, 'name', u.name) as customer, (
        select coalesce(json_agg(json_build_object('key', p.price_key, 'minutes', p.minutes, 'price', p.price::text, 'net', coalesce(p.net, p.amount)::text)), '[]') from billed_parts p
        where p.agency_id = b.agency_id and p.billed_id = b.id) as parts
      from ${table} s ${joined} join billed_services b on b.agency_id = s.agency_id and b.service_id = s.id
        join invoices v on v.agency_id = b.agency_id and v.id = b.invoice_id join customers u on u.agency_id = v.agency_id and u.id = v.customer_id
      where ${chosen} and b.freed_at is null`,
    values,
  });
  const breaks = await readBreaks(
    db,
    rows.map(({ id }) => id),
  );
  const work = Map.groupBy(workers, ({ service }) => service);
  const reported = new Map(prices.map(({ service, price }) => [service, price]));
  const paid = new Map(billed.map(({ service, ...one }) => [service, one]));
  const payers = new Map<string, ServiceFacts['customer']>();
  return rows.map((row) => {
    const { siteId, siteName, customerId, customerName, grouping, specialtyId, specialtyName, ...facts } = row;
    const payer = payers.get(customerId) ?? { id: customerId, name: customerName, grouping };
    payers.set(customerId, payer);
    return {
      ...(facts as Facts),
      site: { id: siteId, name: siteName },
      customer: payer,
      specialty: specialtyId === null ? null : { id: specialtyId, name: specialtyName ?? '' },
      reportPrice: reported.get(row.id) ?? null,
      billed: paid.get(row.id) ?? null,
      work: (work.get(row.id) ?? []).map(
        (one) => ({ ...one, ...breaks(row.id, one.agent as string) }) as unknown as Worker,
      ),
    };
  });
}
