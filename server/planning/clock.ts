// The clock moves services that nobody starts or ends (N-008, N-009; docs/decisions/033-clock.md).

import { clockEvents, lifecycleEvents, unfinishedAfter } from '#core/planning/lifecycle.ts';
import { lateService } from '#core/planning/notifications.ts';
import { timesOpen, timesToSettle } from '#core/planning/service-time.ts';
import { activeStatuses, finished, late, missed, overStatuses, unfinished, waiting } from '#core/planning/status.ts';
import { nobody } from '#server/db/context.ts';
import { byClock, job } from '#server/jobs/registry.ts';
import type { Services } from '#server/kernel/call.ts';
import { notify } from '#server/notifications/notify.ts';
import { noteRoundsOfUnfinished } from '#server/rounds/missed.ts';
import { type LateService, lateNotice, momentWords } from './late-notice.ts';
import { isPlannedFor, replacedEnd } from './lived.ts';

const begun = activeStatuses.join();
const awaited = `${waiting}, ${late}`;

export { unfinishedAfter };

const isReplaced = `t.state in (${begun}) and not ${isPlannedFor('t')}`;

type Noted = (typeof clockEvents)[typeof late];
const noted = (value: (one: Noted) => string): string =>
  Object.entries(clockEvents)
    .map(([status, one]) => `when ${status} then ${value(one)}`)
    .join(' ');

/**
 * Moves every due service of every agency in one statement: its new status, the status of its stops, their audit lines
 * (which also refresh open screens); returns the services that are late now, and those with rounds that nobody ended. A row that somebody is writing waits for
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
  -- Of a circuit that was broken off and is not resumed any more.
  left_open as (
    select c.agency_id, c.id, c.status as before, ${unfinished} as after
    from agencies a join services c on c.agency_id = a.id join services p on p.agency_id = c.agency_id and p.id = c.circuit_id
    where c.status in (${begun}) and c.circuit_id is not null and p.status in (${overStatuses}) and p.end_at + interval '${unfinishedAfter} hours' <= $1
    for update of c skip locked),
  moved as (
    -- Keep the version: an open form changes none of these columns.
    update services s set status = n.after, updated_at = $1
    from (select * from due union all select * from stops union all select * from left_open) n where s.agency_id = n.agency_id and s.id = n.id
    returning s.agency_id, s.id, n.before, n.after, s.reference, s.site_id, s.post_title, s.start_at, s.end_at, s.published, s.published_at, s.circuit_id),
  logged as (
    insert into service_events (agency_id, id, service_id, type, at, created_at, content, status_before, status_after, customer_show)
    select agency_id, gen_random_uuid(), id, case after ${noted(({ event }) => String(lifecycleEvents[event].id))} end, $1, $1, case after ${noted(({ content }) => `'${content}'`)} end, before, after, true from moved),
  -- Nobody reported the end of these people: the agency is asked. Of those who were replaced it is known.
  asked as (
    update service_times t set status = ${timesToSettle}, updated_at = $1, state = case when ${isReplaced} then ${finished} else t.state end,
      ended_at = case when ${isReplaced} then ${replacedEnd('m', 't', 'm.end_at')} else t.ended_at end
    from moved m
    where m.after = ${unfinished} and t.agency_id = m.agency_id and t.service_id = m.id and t.status = ${timesOpen}),
  audited as (
    insert into audit (agency_id, id, at, entity, entity_id, action, changes)
    select agency_id, gen_random_uuid(), $1, 'service', id, 'clock', jsonb_build_object('status', jsonb_build_object('before', before, 'after', after)) from moved)
  select m.agency_id as agency, m.id, m.after, m.reference, m.post_title as "postTitle", i.name as site, ${momentWords('m.start_at', '$1', 'a.time_zone')} as start,
    (select string_agg(p.firstname || ' ' || p.lastname, ', ' order by p.lastname collate "fr-x-icu", p.id) from service_agents h
      join agents p on p.agency_id = h.agency_id and p.id = h.agent_id where h.agency_id = m.agency_id and h.service_id = m.id) as agents
  from moved m join agencies a on a.id = m.agency_id join sites i on i.agency_id = m.agency_id and i.id = m.site_id
  where m.circuit_id is null and case m.after when ${late} then m.published_at is not null
    when ${unfinished} then exists (select from service_rounds r where r.agency_id = m.agency_id and r.service_id = m.id) else false end order by m.start_at, m.reference`;

export async function moveByClock(
  { database, mailer, tenants, jobs }: Pick<Services, 'database' | 'mailer' | 'tenants' | 'jobs'>,
  now: Date,
): Promise<void> {
  await database.platformTransaction(async (db) => {
    const moved = await db.query<LateService & { agency: string; id: string; after: number } & Record<string, unknown>>(
      {
        name: 'clock-services',
        text: moveServices,
        values: [now],
      },
    );
    for (const [agency, services] of Map.groupBy(moved, (one) => one.agency)) {
      const isLate = ({ after }: { after: number }): boolean => after === late;
      const open = services.filter((one) => !isLate(one));
      await jobs.enqueue(
        noteRoundsOfUnfinished,
        open.map(({ id }) => ({ key: id, data: { service: id, at: now.toISOString() } })),
        { db, agency },
      );
      const awaitedNow = services.filter(isLate);
      if (awaitedNow.length === 0) continue;
      const by = { caller: null, context: { ...nobody, agency }, host: null, now, services: { mailer, tenants, jobs } };
      await notify(db, lateService, [lateNotice(awaitedNow, now)], by);
    }
  });
}

export const clockServices = job(
  'clockServices',
  byClock,
  // No retry: the next minute handles the same services.
  { label: 'Services en retard, non réalisés, non terminés', retries: 0, cron: { at: '* * * * *', of: 'platform' } },
  (_, services) => moveByClock(services, new Date()),
);
