// The clock moves services that nobody starts or ends (N-008, N-009; docs/decisions/033-clock.md).

import { clockEvents, lifecycleEvents, unfinishedAfter } from '#core/planning/lifecycle.ts';
import { activeStatuses, late, missed, unfinished, waiting } from '#core/planning/status.ts';
import { activeStatus } from '#core/roles.ts';
import type { Db } from '#server/db/database.ts';
import { byClock, job } from '#server/jobs/registry.ts';
import type { Services } from '#server/kernel/call.ts';
import { type LateService, lateMail } from './late-mail.ts';

const begun = activeStatuses.join();
const awaited = `${waiting}, ${late}`;

export { unfinishedAfter };

type Noted = (typeof clockEvents)[typeof late];
const noted = (value: (one: Noted) => string): string =>
  Object.entries(clockEvents)
    .map(([status, one]) => `when ${status} then ${value(one)}`)
    .join(' ');

/**
 * Moves every due service of every agency in one statement: its new status, the status of its stops, their audit lines
 * (which also refresh open screens); returns the services that are late now. A row that somebody is writing waits for
 * the next minute. Two processes never move the same row.
 */
const moveServices = `with due as (
    select s.agency_id, s.id, s.status as before, case when s.status in (${begun}) then ${unfinished} when s.end_at <= $1 then ${missed} else ${late} end as after
    from agencies a join services s on s.agency_id = a.id
    where s.status in (${awaited}, ${begun}) and s.circuit_id is null
      -- A service lasts at most 72 hours: one that ends later has not started yet.
      and s.end_at <= $1::timestamptz + interval '72 hours'
      and case when s.status in (${begun}) then s.end_at + interval '${unfinishedAfter} hours'
        when s.status = ${late} then s.end_at else least(s.start_at + make_interval(mins => a.late_margin), s.end_at) end <= $1
    for update of s skip locked),
  stops as (
    select c.agency_id, c.id, c.status as before, case when c.status in (${begun}) then ${unfinished} else least(d.after, ${missed}) end as after
    from due d join services c on c.agency_id = d.agency_id and c.circuit_id = d.id
    where case when c.status in (${begun}) then d.after = ${unfinished} else c.status in (${awaited}) and c.status < least(d.after, ${missed}) end
    for update of c),
  moved as (
    -- Keep the version: an open form changes none of these columns.
    update services s set status = n.after, updated_at = $1
    from (select * from due union all select * from stops) n where s.agency_id = n.agency_id and s.id = n.id
    returning s.agency_id, s.id, n.before, n.after, s.reference, s.site_id, s.post_title, s.start_at, s.published_at, s.circuit_id),
  logged as (
    insert into service_events (agency_id, id, service_id, type, at, created_at, content, status_before, status_after, customer_show)
    select agency_id, gen_random_uuid(), id, case after ${noted(({ event }) => String(lifecycleEvents[event].id))} end, $1, $1, case after ${noted(({ content }) => `'${content}'`)} end, before, after, true from moved),
  audited as (
    insert into audit (agency_id, id, at, entity, entity_id, action, changes)
    select agency_id, gen_random_uuid(), $1, 'service', id, 'clock', jsonb_build_object('status', jsonb_build_object('before', before, 'after', after)) from moved)
  select m.agency_id as agency, m.reference, m.post_title as "postTitle", i.name as site, to_char(m.start_at at time zone a.time_zone, 'HH24:MI') as "startTime",
    (select string_agg(p.firstname || ' ' || p.lastname, ', ' order by p.lastname collate "fr-x-icu", p.id) from service_agents h
      join agents p on p.agency_id = h.agency_id and p.id = h.agent_id where h.agency_id = m.agency_id and h.service_id = m.id) as agents
  from moved m join agencies a on a.id = m.agency_id join sites i on i.agency_id = m.agency_id and i.id = m.site_id
  where m.after = ${late} and m.circuit_id is null and m.published_at is not null order by m.start_at, m.reference`;

interface PlanningRecipient extends Record<string, unknown> {
  agency: string;
  name: string;
  address: string;
  recipient: string;
}

/** Holders of the right with an account, the owner among them. */
export const recipientsIn = (db: Db, agencies: readonly string[]): Promise<PlanningRecipient[]> =>
  db.query<PlanningRecipient>({
    name: 'late-recipients',
    text: `select distinct on (g.id, lower(a.email)) g.id as agency, g.name, lower(a.email) as address, a.firstname || ' ' || a.lastname as recipient
      from agencies g join agents a on a.agency_id = g.id
      where g.id = any ($1::uuid[]) and a.status = ${activeStatus} and a.user_id is not null and a.email is not null
        and ('receiveAgentPlanningCopy' = any (a.rights) or g.manager_id = a.user_id)
      order by g.id, lower(a.email), a.id`,
    values: [agencies],
  });

export async function moveByClock(
  { database, mailer, tenants }: Pick<Services, 'database' | 'mailer' | 'tenants'>,
  now: Date,
): Promise<void> {
  await database.platformTransaction(async (db) => {
    const late = await db.query<LateService & { agency: string } & Record<string, unknown>>({
      name: 'clock-services',
      text: moveServices,
      values: [now],
    });
    const byAgency = Map.groupBy(late, ({ agency }) => agency);
    const recipients = byAgency.size > 0 ? await recipientsIn(db, [...byAgency.keys()]) : [];
    const url = tenants.urlOf(tenants.of('*'));
    for (const [agency, people] of Map.groupBy(recipients, (one) => one.agency))
      await mailer.send(
        people.map(({ address, name, recipient }) =>
          lateMail({ address, name: recipient }, byAgency.get(agency) ?? [], { agency: name, url }),
        ),
        { db, agency, caller: null, host: null, reason: 'lateService', now },
      );
  });
}

export const clockServices = job(
  'clockServices',
  byClock,
  // No retry: the next minute handles the same services.
  { label: 'Services en retard, non réalisés, non terminés', retries: 0, cron: { at: '* * * * *', of: 'platform' } },
  (_, services) => moveByClock(services, new Date()),
);
