// What a publication tells the customers about their sites.
import { type SitesChange, sitesNotice } from '#core/planning/publication.ts';
import { archived, unscheduled } from '#core/planning/status.ts';
import type { Db } from '#server/db/database.ts';
import type { Notice } from '#server/notifications/notify.ts';

/** Of the service as it is and as it was published. */
export const lastEnd = (s: string, published: string): string =>
  `greatest(${s}.end_at, (${published}->>'endAt')::timestamptz)`;

/** A customer sees another planning: not a tour itself, nor who comes. `$now`: what is over tells nobody. */
const isSeen = (s: string, published: string, now: string): string =>
  `not ${s}.is_circuit and ${lastEnd(s, published)} >= ${now} and ${published} - 'agents' is distinct from service_facts(${s}) - 'agents'
    and not (${published} is null and ${s}.status = ${unscheduled})`;

/** Before a publication: the customers who will see each service change; a stop counts for its tour. */
export async function customersOf(
  db: Db,
  { name, text, values }: { name: string; text: string; values: readonly unknown[] },
  now: Date,
): Promise<ReadonlyMap<string, string[]>> {
  const seen = `from services t where t.publication <> 'PUBLISHED' and t.status <> ${archived} and ${isSeen('t', 't.published', '$1')} and ${text}`;
  const rows = await db.query<{ service: string; customers: string[] }>({
    name: `customers-of-${name}`,
    text: `select c.service, array_agg(distinct i.customer_id) as customers from (
        select coalesce(t.circuit_id, t.id) as service, t.site_id as site ${seen}
        union all select coalesce(t.circuit_id, t.id), (t.published->>'site')::uuid ${seen} and t.published is not null
        union all select coalesce(t.circuit_id, t.id), t.site_id from published_services t where t.removed and not t.is_circuit and t.end_at >= $1 and ${text}) c
      join sites i on i.agency_id = app_agency() and i.id = c.site where i.customer_id is not null group by 1`,
    values: [now, ...values],
  });
  return new Map(rows.map(({ service, customers }) => [service, customers]));
}

export interface SitesNotice {
  customer: string;
  title: string;
  text: string;
}

/** What each customer is told: services to come on his sites that appear, change or go; not who comes. */
export async function sitesNotices(
  db: Db,
  rows: readonly { id: string; published: object | null }[],
  removed: readonly { row: object }[],
  now: Date,
): Promise<SitesNotice[]> {
  const found = await db.query<SitesChange & { customer: string } & Record<string, unknown>>({
    name: 'told-customers',
    text: `with written as materialized (
        select s.site_id, s.start_at, (x.published->>'site')::uuid as old_site, (x.published->>'startAt')::timestamptz as old_start
        from jsonb_to_recordset($1::jsonb) as x (id uuid, published jsonb) join services s on s.agency_id = app_agency() and s.id = x.id
        where ${isSeen('s', 'x.published', '$3')}),
      changed as (
        -- The day that it leaves too: the customer no longer expects it then.
        select site_id, start_at, case when old_site = site_id then old_start end as left_at from written
        union all select old_site, old_start, null from written where old_site <> site_id
        union all select (r->>'site_id')::uuid, (r->>'start_at')::timestamptz, null from jsonb_array_elements($2::jsonb) r where not (r->>'is_circuit')::boolean)
      select i.customer_id as customer, count(*)::integer as count, array_agg(distinct i.name) as sites,
        min(least(c.start_at, c.left_at) at time zone app_zone())::date::text as first, max(greatest(c.start_at, c.left_at) at time zone app_zone())::date::text as last
      from changed c join sites i on i.agency_id = app_agency() and i.id = c.site_id where i.customer_id is not null group by 1 order by 1`,
    values: [
      JSON.stringify(rows.map(({ id, published }) => ({ id, published }))),
      JSON.stringify(removed.map(({ row }) => row)),
      now,
    ],
  });
  return found.map(({ customer, ...change }) => ({ customer, ...sitesNotice(change) }));
}

export const customerNotice = ({ customer, title, text }: SitesNotice, event: string): Notice => ({
  to: { customers: [customer] },
  // One person may be a contact of several customers.
  event: `${event}:${customer}`,
  title,
  text,
  link: '/customerPlanning',
  action: 'Voir le planning',
});
