// Hours of the sites: hours wanted by posts, hours worked by agents (AC-004).

import { Problem } from '#core/kernel/problem.ts';
import { instantOf } from '#core/planning/calendar.ts';
import type { HoursShift } from '#core/planning/hours.ts';
import { type SiteHoursOrder, type SiteHoursRow, siteHourDetail, sitesHours } from '#core/planning/hours-calls.ts';
import { countedShift } from '#core/planning/lived.ts';
import { type SlotMinutes, slotNames } from '#core/planning/slots.ts';
import { idleStatuses } from '#core/planning/status.ts';
import { activeStatus } from '#core/roles.ts';
import { Site } from '#core/sites/site.ts';
import type { Db } from '#server/db/database.ts';
import { type Handler, handle } from '#server/kernel/call.ts';
import { joinTimes, minuteSql } from './facts.ts';
import {
  addedSlots,
  type HoursPlace,
  hoursPlace,
  inOrder,
  matching,
  peopleOn,
  touching,
  usualLimit,
} from './hours-calls.ts';
import {
  type LivedRow,
  readBreaks,
  type SettlementRow,
  settlementColumns,
  settlementOf,
  timeColumns,
} from './lived.ts';

export interface Post extends Record<string, unknown> {
  id: string;
  reference: string;
  site: string;
  start: number;
  end: number;
  postTitle: string | null;
  wanted: number;
  /** One entry per agent of the post, and per agent who worked on it and was replaced. */
  work: (LivedRow & SettlementRow & { agent: string; name: string; planned: boolean })[];
}

const ofCustomer = (site: string, customer: string): string =>
  `${site} in (select c.id from sites c where c.agency_id = app_agency() and c.customer_id = ${customer})`;

/** One site, the sites of one customer, or all. */
interface Of {
  site?: string;
  customer?: string | null | undefined;
}

/** A tour is counted at the sites of its stops: it has no site to bill. */
export async function postsOf(db: Db, of: Of, { calendar: { window } }: HoursPlace): Promise<Post[]> {
  const only = of.site ?? of.customer ?? null;
  const posts = await db.query<Post>({
    name: `posts-of-${of.site ? 'site' : of.customer ? 'customer' : 'sites'}`,
    text: `select s.id, s.reference, s.site_id as site, ${minuteSql('s.start_at')} as start, ${minuteSql('s.end_at')} as "end",
        s.post_title as "postTitle", s.nb_agents as wanted,
        (select coalesce(json_agg(w order by w.name), '[]') from (
          select h.agent_id as agent, h.planned, a.fullname as name, ${timeColumns('s', 't', 'h.planned')}, ${settlementColumns('t')}
          from ${peopleOn()} join agents a on a.agency_id = s.agency_id and a.id = h.agent_id ${joinTimes('s', 'h.agent_id', 't')}) w) as work
      from seen_services s where s.agency_id = app_agency() and ${touching('s')} and s.status not in (${idleStatuses}) and not s.is_circuit
        ${of.site ? 'and s.site_id = $3' : of.customer ? `and ${ofCustomer('s.site_id', '$3')}` : ''} order by s.start_at, s.id`,
    values: [new Date(window.from * 60_000), new Date(window.to * 60_000), ...(only ? [only] : [])],
  });
  const breaks = await readBreaks(
    db,
    posts.map(({ id }) => id),
  );
  return posts.map((post) => ({
    ...post,
    work: post.work.map((one) => ({ ...one, ...breaks(post.id, one.agent) })),
  }));
}

interface Figures {
  wanted: number;
  planned: number;
  effective: number;
  missing: number;
  slots: SlotMinutes;
}

export function figuresOf(post: Post, { hours }: HoursPlace): Figures {
  const sum = (shift: HoursShift): number => Object.values(hours.slotsIn(shift)).reduce((all, one) => all + one, 0);
  const now = Math.floor(Date.now() / 60_000);
  const slots = hours.slotsIn({ ...post, gaps: [] });
  const whole = Object.values(slots).reduce((all, one) => all + one, 0);
  const planned = post.work.filter((one) => one.planned);
  const counted = post.work.flatMap((facts) => countedShift(post.id, facts, settlementOf(facts), now) ?? []);
  return {
    wanted: whole * post.wanted,
    planned: planned.reduce((all, { gaps }) => all + sum({ ...post, gaps: gaps.filter(({ type }) => type === 0) }), 0),
    effective: counted.reduce((all, shift) => all + sum(shift), 0),
    missing: whole * Math.max(0, post.wanted - planned.length),
    slots: Object.fromEntries(slotNames.map((name) => [name, slots[name] * post.wanted])) as SlotMinutes,
  };
}

interface Place extends Record<string, unknown> {
  id: string;
  name: string;
  customer: string | null;
}

/** Active sites, and inactive sites with a post in the period. */
const sitesOf = (db: Db, known: readonly string[], customer: string | null): Promise<Place[]> =>
  db.query<Place>({
    name: 'sites-with-hours',
    text: `select s.id, s.name, (select c.name from customers c where c.agency_id = s.agency_id and c.id = s.customer_id) as customer
      from sites s where (s.status = ${activeStatus} or s.id = any ($1::uuid[])) and ($2::uuid is null or s.customer_id = $2)`,
    values: [known, customer],
  });

type Totals = Omit<SiteHoursRow, 'id' | 'name' | 'customer'>;

/** Only the agency sees who works and how long. */
function totalsOf(rows: readonly (Figures & { services: number })[], whole: boolean): Totals {
  const sum = (key: 'services' | 'wanted' | 'planned' | 'effective' | 'missing'): number =>
    rows.reduce((all, row) => all + row[key], 0);
  return {
    services: sum('services'),
    wanted: sum('wanted'),
    planned: whole ? sum('planned') : null,
    effective: whole ? sum('effective') : null,
    missing: whole ? sum('missing') : null,
    slots: addedSlots(rows),
  };
}

const valueBy =
  (order: SiteHoursOrder) =>
  (row: SiteHoursRow): string | number | null =>
    row[order];

export const siteHoursHandlers: Handler[] = [
  handle(sitesHours, async ({ db, input, context }) => {
    const whole = context.customer === null;
    const place = await hoursPlace(db, input);
    const posts = Map.groupBy(await postsOf(db, { customer: input.customer }, place), ({ site }) => site);
    const counted = (await sitesOf(db, [...posts.keys()], input.customer ?? null))
      .filter(({ name, customer }) => matching(input.query, name, customer))
      .map((site) => ({
        site,
        figures: (posts.get(site.id) ?? []).map((post) => ({ ...figuresOf(post, place), services: 1 })),
      }));
    const { orderBy = 'name', ascending = true, limit = usualLimit, offset = 0 } = input;
    const rows = counted
      .map(({ site, figures }): SiteHoursRow => ({ ...site, ...totalsOf(figures, whole) }))
      .sort(inOrder(valueBy(orderBy), ascending));
    return {
      period: place.period,
      hours: rows.slice(offset, offset + limit),
      filtered: rows.length,
      totals: totalsOf(
        counted.flatMap(({ figures }) => figures),
        whole,
      ),
    };
  }),

  handle(siteHourDetail, async ({ db, input, context }) => {
    const whole = context.customer === null;
    const [known] = await db.query<{ id: string }>({
      name: 'site-with-hours',
      text: 'select id from sites where id = $1',
      values: [input.site],
    });
    if (!known) throw new Problem('missing', Site.missing);
    const place = await hoursPlace(db, input);
    return {
      period: place.period,
      services: (await postsOf(db, { site: known.id }, place)).map((post) => {
        const { wanted, planned, effective, slots } = figuresOf(post, place);
        return {
          service: post.id,
          reference: post.reference,
          startAt: instantOf(post.start),
          endAt: instantOf(post.end),
          postTitle: post.postTitle,
          agents: post.work.map(({ name }) => name),
          wanted,
          planned: whole ? planned : null,
          effective: whole ? effective : null,
          slots,
        };
      }),
    };
  }),
];
