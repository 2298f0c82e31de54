// The margins of whole months, counted once (docs/decisions/105). A month is read from its copy as long as everything it was
// counted from is unchanged: its mark is a digest of the row versions (xmin) of all of it. Nobody has to announce a change,
// so none is missed. A month around today is counted each time, for its figures change with the clock.
import { type Cell, type MarginAxis, nobodys, type Sums } from '#core/margins/margins.ts';
import { daysAfter } from '#core/planning/days.ts';
import { activeStatuses } from '#core/planning/status.ts';
import type { Db } from '#server/db/database.ts';
import { productVersion } from '#server/version.ts';

/**
 * Days that count for a month on both sides of it: the rest of a week, whose overtime is shared by its services, and the
 * longest service. A cycle is up to four weeks.
 */
const reach = { weeks: 9, cycles: 30 };

/** Columns of an agency that change by themselves, and that no margin depends on. */
const restless = [
  ...['version', 'updated_at', 'errors', 'remaining_sheets', 'prepaid_signatures', 'prepaid_payslips'],
  ...['agent_planning_sent_at', 'customer_planning_sent_at', 'reports_mailed_on', 'storage_limit'],
];

const rowMark = (t: string, id = `${t}.id`): string => `uuid_hash_extended(${id}, ${t}.xmin::text::bigint)`;
const textMark = (...columns: string[]): string => `hashtextextended(concat_ws(' ', ${columns.join()}), 0)`;

/** Of the whole agency: any change makes every month be counted again. */
const settings: [table: string, mark: string][] = [
  ['agencies', textMark(`to_jsonb(t) - '{${restless.join()}}'::text[]`)],
  // Names, addresses and papers change every day.
  ['agents', textMark('t.id', 't.type', 't.seniority', 't.holiday_rest', 't.latitude', 't.longitude')],
  ['customers', textMark('t.id', 't.invoice_grouping')],
  ['sites', textMark('t.id', 't.customer_id', 't.latitude', 't.longitude')],
  ['agent_overtime', textMark('t.agent_id', 't.xmin', 't.from_hours', 't.percent')],
  ['commercial_contract_sites', textMark('t.commercial_contract_id', 't.site_id')],
  ...[
    ...['agent_contracts', 'pay_rates', 'specialties', 'customer_prices', 'commercial_contracts'],
    ...['commercial_contract_prices', 'commercial_revisions', 'commercial_flats', 'billed_flats'],
  ].map((table): [string, string] => [table, rowMark('t')]),
];

/** Of a service, by its id. */
const ofService: [table: string, mark: string, running?: string][] = [
  ['service_agents', textMark('t.agent_id', 't.service_id', 't.xmin')],
  ['service_times', rowMark('t'), `t.state in (${activeStatuses}) and t.ended_at is null`],
  ['service_breaks', rowMark('t')],
  ['agency_reports', rowMark('t')],
  ['billed_services', rowMark('t')],
];

/** Every table whose rows are in a mark (a test compares them with those that are read). */
export const markedTables: readonly string[] = [
  ...settings.map(([table]) => table),
  ...ofService.map(([table]) => table),
  ...['services', 'billed_parts'],
];

/**
 * $1: months, by their first day. $2: now. $3: the product's version. The bounds of what counts for them are in the text, not
 * parameters: the connections plan once for all values, and a year of services is better hashed than looked up.
 */
const marksSql = (
  from: string,
  to: string,
): string => `months as (select first, (first + interval '1 month')::date - 1 as last from unnest($1::date[]) first),
  place as (select g.time_zone as zone, ($2::timestamptz at time zone g.time_zone)::date as today,
      case when exists (select from agent_contracts c where c.agency_id = g.id and c.cycle <> 'NONE') then ${reach.cycles} else ${reach.weeks} end as reach
    from agencies g where g.id = (select app_agency())),
  chosen as materialized (select s.id, (s.start_at at time zone (select zone from place))::date as day, ${rowMark('s')} as mark
    from services s where s.agency_id = (select app_agency()) and s.start_at >= date '${from}' and s.start_at < date '${to}'),
  rows as (select day, mark, false as running from chosen
    ${ofService.map(([table, mark, running = 'false']) => `union all select c.day, ${mark}, ${running} from chosen c join ${table} t on t.agency_id = (select app_agency()) and t.service_id = c.id`).join('\n    ')}
    union all select c.day, ${textMark('t.billed_id', 't.item_id', 't.price_key', 't.xmin')}, false from chosen c
      join billed_services b on b.agency_id = (select app_agency()) and b.service_id = c.id
      join billed_parts t on t.agency_id = b.agency_id and t.billed_id = b.id),
  days as materialized (select day, bit_xor(mark) as mark, bool_or(running) as running from rows group by day),
  settings as (select concat_ws(' ', $3::text, ${settings
    .map(
      ([table, mark]) =>
        `(select bit_xor(${mark}) from ${table} t where t.${table === 'agencies' ? 'id' : 'agency_id'} = (select app_agency()))`,
    )
    .join(',\n      ')}) as mark),
  marks as materialized (select m.first,
      case when p.today between m.first - p.reach and m.last + p.reach or d.running then null
        else md5(concat_ws(' ', s.mark, p.today > m.last, d.mark)) end as mark
    from months m cross join place p cross join settings s cross join lateral (
      select bit_xor(d.mark) as mark, bool_or(d.running) as running from days d where d.day between m.first - p.reach and m.last + p.reach) d)`;

const axes: Record<MarginAxis, { id: string; name: string; join: string }> = {
  customer: {
    id: 'c.customer::text',
    name: 'n.name',
    join: 'customers n on n.agency_id = k.agency_id and n.id = c.customer',
  },
  site: {
    id: `coalesce(c.site::text, '')`,
    name: `coalesce(n.name, '${nobodys.site}')`,
    join: 'sites n on n.agency_id = k.agency_id and n.id = c.site',
  },
  contract: {
    id: `coalesce(c.contract::text, '')`,
    name: `coalesce(n.title, '${nobodys.contract}')`,
    join: 'commercial_contracts n on n.agency_id = k.agency_id and n.id = c.contract',
  },
  month: { id: `to_char(k.month, 'YYYY-MM')`, name: `to_char(k.month, 'YYYY-MM')`, join: '(select) n on true' },
};

const amounts = ['revenue', 'forecast', 'cost'];
const counts = ['minutes', 'services', 'unpriced', 'uncosted'];

export interface KeptMonths {
  /** By their first day: null for a month that is not kept, since its figures change with the clock. */
  marks: { month: string; mark: string | null; isKept: boolean }[];
  sums: ({ id: string } & Sums)[];
}

/** Of months in their order: the copies that are still right, added up, in one query. */
export async function keptMonths(
  db: Db,
  months: readonly string[],
  { by, customer }: { by: MarginAxis; customer?: string | undefined },
  now: Date,
): Promise<KeptMonths> {
  const { id, name, join } = axes[by];
  if (months.length === 0) return { marks: [], sums: [] };
  // A day more for the time zone.
  const from = daysAfter(months[0] as string, -reach.cycles - 1);
  const to = daysAfter(months.at(-1) as string, 31 + reach.cycles + 1);
  const [row] = await db.query<KeptMonths & Record<string, unknown>>({
    text: `with ${marksSql(from, to)},
      kept as materialized (select k.* from marks m join margin_months k on k.agency_id = (select app_agency()) and k.month = m.first and k.mark = m.mark),
      sums as (select ${id} as id, ${name} as name, ${amounts.map((one) => `sum(c.${one})::text as ${one}`).join()}, ${counts.map((one) => `sum(c.${one}) as ${one}`).join()}
        from kept k cross join lateral jsonb_to_recordset(k.cells) c (customer uuid, site uuid, contract uuid, ${amounts.map((one) => `${one} numeric`).join()}, ${counts.map((one) => `${one} integer`).join()})
          left join ${join}
        where $4::uuid is null or c.customer = $4 group by 1, 2)
      select (select coalesce(json_agg(json_build_object('month', m.first, 'mark', m.mark, 'isKept', k.month is not null) order by m.first), '[]')
          from marks m left join kept k on k.month = m.first) as marks,
        (select coalesce(json_agg(s), '[]') from sums s) as sums`,
    values: [months, now, productVersion, customer ?? null],
  });
  return row as KeptMonths;
}

/** `mark`: read before the month was counted, so that a change in between makes it be counted again. */
export const keepMonth = (db: Db, month: string, mark: string, cells: readonly Cell[]): Promise<unknown> =>
  db.query({
    name: 'keep-margin-month',
    text: `insert into margin_months (agency_id, month, mark, cells) values (app_agency(), $1, $2, $3)
      on conflict (agency_id, month) do update set mark = excluded.mark, cells = excluded.cells, counted_at = now()`,
    values: [month, mark, JSON.stringify(cells)],
  });
