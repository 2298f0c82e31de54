// The recipients of the planning by mail, and whether it changed since their last mail.

import { createHash } from 'node:crypto';
import type { PlanningReaders } from '#core/planning/handout-calls.ts';
import { breaksFor } from '#core/planning/planned.ts';
import { activeStatus, inactiveStatus } from '#core/roles.ts';
import type { Db } from '#server/db/database.ts';
import { type Handout, type HandoutService, handoutOf } from './contents.ts';

export interface Days {
  start: string;
  end: string;
}

export interface Reader {
  id: string;
  name: string;
  /** For a customer: the contacts who receive the planning. */
  people: { address: string; name: string }[];
  services: number;
  hash: string;
  sentAt: Date | null;
  isUnchanged: boolean;
}

/** The tables that record the last mail. */
export const notes: Record<PlanningReaders, { table: string; column: string }> = {
  agents: { table: 'agent_planning_mails', column: 'agent_id' },
  customers: { table: 'customer_planning_mails', column: 'customer_id' },
};

/** A hash of the content: an unchanged planning is not sent again. */
function hashOfPlanning(handout: Handout, services: readonly HandoutService[], agent: string | null): string {
  const content = services.map(({ id, start, end, site, post, specialty, wanted, breaks }) => [
    ...[id, start, end, site, post, specialty],
    ...(agent === null ? [wanted] : [breaksFor({ breaks }, agent).map(([from, to]) => [from, to])]),
  ]);
  const absences =
    // Without services, absences do not matter.
    agent === null || services.length === 0
      ? []
      : (handout.absences.get(agent) ?? []).map(({ start, end, type }) => [start, end, type]);
  return createHash('sha256')
    .update(JSON.stringify([content, absences]))
    .digest('base64url');
}

interface Row extends Record<string, unknown> {
  id: string;
  name: string;
  people: { address: string; name: string }[];
  hash: string | null;
  at: Date | null;
}

/** $1 has services in the period. Readers who got an earlier mail for it are included, to learn of removals. */
const readersSql: Record<PlanningReaders, string> = {
  agents: `select a.id, a.fullname as name, n.hash, n.sent_at as at,
      case when a.send_planning and a.email is not null and a.status in (${activeStatus}, ${inactiveStatus})
        then json_build_array(json_build_object('address', lower(a.email), 'name', a.firstname || ' ' || a.lastname)) else '[]' end as people
    from agents a left join agent_planning_mails n on n.agency_id = a.agency_id and n.agent_id = a.id and n.start_date = $2 and n.end_date = $3
    where a.agency_id = app_agency() and (a.id = any ($1::uuid[]) or n.hash is not null) order by a.lastname collate "fr-x-icu", a.id`,
  customers: `select c.id, c.name, n.hash, n.sent_at as at, (select coalesce(json_agg(json_build_object('address', p.address, 'name', p.name) order by p.address), '[]')
      from (select distinct on (lower(o.email)) lower(o.email) as address, o.firstname || ' ' || o.lastname as name from contacts o
        where o.agency_id = c.agency_id and o.customer_id = c.id and o.planning_recipient and o.email is not null and o.status <> 400 and c.status in (${activeStatus}, ${inactiveStatus})
        order by lower(o.email), o.id) p) as people
    from customers c left join customer_planning_mails n on n.agency_id = c.agency_id and n.customer_id = c.id and n.start_date = $2 and n.end_date = $3
    where c.agency_id = app_agency() and (c.id in (select s.customer_id from sites s where s.agency_id = c.agency_id and s.id = any ($1::uuid[])) or n.hash is not null)
    order by c.name collate "fr-x-icu", c.id`,
};

const sitesOf = async (db: Db, customer: string): Promise<string[]> =>
  (
    await db.query<{ id: string }>({
      name: 'sites-of-reader',
      text: 'select id from sites where customer_id = $1',
      values: [customer],
    })
  ).map(({ id }) => id);

/** All readers of the period, or only one; `people` is empty if no mail address is known. */
export async function readersOf(db: Db, to: PlanningReaders, days: Days, only?: string): Promise<Reader[]> {
  const sites = only && to === 'customers' ? await sitesOf(db, only) : null;
  const handout = await handoutOf(db, {
    ...days,
    agents: only && to === 'agents' ? [only] : null,
    sites,
    drafts: false,
  });
  const ids = to === 'agents' ? handout.agents.map(({ id }) => id) : handout.sites.map(({ id }) => id);
  const rows = await db.query<Row>({
    name: `planning-readers-${to}`,
    text: readersSql[to],
    values: [ids, days.start, days.end],
  });
  const owners =
    to === 'customers'
      ? await db.query<{ id: string; customer: string }>({
          name: 'planning-owners',
          text: 'select s.id, s.customer_id as customer from sites s where s.id = any ($1::uuid[])',
          values: [ids],
        })
      : [];
  const bySite = new Map(owners.map(({ id, customer }) => [id, customer]));
  const asked = only === undefined ? rows : rows.filter(({ id }) => id === only);
  return asked.map(({ id, name, people, hash: before, at }) => {
    const services =
      to === 'agents'
        ? (handout.byAgent.get(id) ?? [])
        : handout.services.filter(({ site }) => bySite.get(site) === id);
    const hash = hashOfPlanning(handout, services, to === 'agents' ? id : null);
    return { id, name, people, services: services.length, hash, sentAt: at, isUnchanged: hash === before };
  });
}
