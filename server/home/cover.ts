// The cover around now, one statement per caller.
import {
  type AgencyCover,
  coverDays,
  coverHours,
  coverStep,
  readCover,
  type TonightService,
  withNow,
} from '#core/home/cover.ts';
import { fetchServiceEvents } from '#core/planning/lifecycle-calls.ts';
import { longestService } from '#core/planning/service.ts';
import {
  activeStatuses,
  finished,
  interrupted,
  missed,
  overStatuses,
  plannedStatuses,
  unscheduled,
} from '#core/planning/status.ts';
import { Unavailability } from '#core/planning/unavailability.ts';
import type { Right } from '#core/rights.ts';
import { can } from '#core/roles.ts';
import { today } from '#server/agents/contracts.ts';
import type { Db } from '#server/db/database.ts';
import { type Handler, handle } from '#server/kernel/call.ts';
import { utc } from '#server/kernel/kinds.ts';
import { mayList } from '#server/kernel/listing.ts';
import { listed } from '#server/planning/facts.ts';
import { eventOrder, isDisproved } from '#server/planning/lifecycle-writing.ts';
import { isAway, shownStatus } from '#server/planning/services.ts';
import { leftEarly, midnight } from './days.ts';
import { postsOfEach, readPosts } from './posts.ts';

const absences = `(select count(distinct u.agent_id)::integer from unavailabilities u
  where u.agency_id = app_agency() and u.start_at < (d + 1)::timestamp at time zone app_zone() and u.end_at >= d::timestamp at time zone app_zone())`;

const first = `${midnight(0)} - interval '${longestService} minutes'`;
const last = midnight(coverDays);

/** Of the time line. */
const from = midnight(0);
const to = `${from} + interval '${coverHours} hours'`;

/**
 * Who holds a post, and when: somebody who came, from his start to his end; somebody expected, by the plan. Who did not come,
 * once the tolerance has passed ($1: now), or declared an absence holds none. With more people than
 * posts, as after a relief, no more count than there are posts, at each step.
 */
const cover = (absent: string): string => `with s as materialized (
    select t.agency_id, t.id, t.start_at, t.end_at, t.nb_agents, t.status, (t.start_at at time zone (select app_zone()))::date as day
    from services t
    where t.agency_id = (select app_agency()) and t.circuit_id is null and t.status <> ${unscheduled} and t.start_at >= ${first} and t.start_at < ${last}),
  w as materialized (select start_at, end_at, day, sum(nb_agents)::integer as wanted, count(*)::integer as services from s group by 1, 2, 3),
  p as materialized (
    select s.id, s.day, s.nb_agents, case when l.started_at is not null then greatest(l.started_at, s.start_at)
        when s.status = ${missed} or s.status in (${overStatuses}) then null
        when s.start_at + make_interval(mins => (select g.late_margin from agencies g where g.id = app_agency())) <= $1 then null
        when ${isAway('s', 'h.agent_id')} then null
        else s.start_at end as since,
      least(l.ended_at, s.end_at) as until
    from s join service_agents h on h.agency_id = s.agency_id and h.service_id = s.id
    left join service_times l on l.agency_id = h.agency_id and l.service_id = h.service_id and l.agent_id = h.agent_id),
  h as materialized (
    select at, sum(held)::integer as held from (
      select at, least(p.nb_agents, count(*)) as held
      from generate_series(${from}, ${to}, interval '${coverStep} minutes') at join p on p.since <= at and p.until > at
      where p.since <= ${to} group by at, p.id, p.nb_agents) one
    group by at),
  g as materialized (
    select day, sum(held)::integer as held from (select day, least(nb_agents, count(since)) as held from p group by id, day, nb_agents) one group by day)
  select (select json_agg(json_build_object('at', ${utc('at')}, 'wanted', (select coalesce(sum(w.wanted), 0)::integer from w where w.start_at <= at and w.end_at > at),
        'held', coalesce((select h.held from h where h.at = steps.at), 0)) order by at)
      from generate_series(${from}, ${to}, interval '${coverStep} minutes') steps (at)) as steps,
    (select json_agg(json_build_object('day', d::text, 'wanted', (select coalesce(sum(w.wanted), 0)::integer from w where w.day = d),
        'held', coalesce((select g.held from g where g.day = d), 0),
        'services', (select coalesce(sum(w.services), 0)::integer from w where w.day = d), 'absent', ${absent}) order by d)
      from (select d::date as d from generate_series(${today}, ${today} + ${coverDays - 1}, interval '1 day') d) days) as days`;

const most = 100;

/** As the customer sees them: published services of his sites. */
const tonight = (
  logged: boolean,
): string => `select s.id, json_build_object('id', t.id, 'name', t.name) as site, s.post_title as "postTitle",
    ${utc('s.start_at')} as "startAt", ${utc('s.end_at')} as "endAt", ${shownStatus('s')} as status, ${utc('s.real_start_at')} as "realStartAt", ${utc('s.real_end_at')} as "realEndAt", s.nb_agents as wanted, 0 as held, s.circuit_id is not null as "isStop",
    ${
      logged
        ? `(select json_build_object('type', e.type, 'at', ${utc('e.at')}) from service_events e where e.agency_id = s.agency_id and e.service_id = s.id and not ${isDisproved('e')} order by ${eventOrder('e', 'desc')} limit 1)`
        : 'null'
    } as "lastEvent"
  from seen_services s join sites t on t.agency_id = s.agency_id and t.id = s.site_id
  where s.agency_id = app_agency() and ${listed('s')}
    -- Somebody may stay longer than planned.
    and (s.status in (${activeStatuses}) or s.status in (${plannedStatuses}) and s.end_at > $1
      or s.status in (${finished}, ${interrupted}) and ${leftEarly('s')})
    and s.start_at >= $1::timestamptz - interval '${longestService} minutes' and s.start_at < ${midnight(0)} + interval '${coverHours} hours'
  order by s.start_at, t.name, s.id limit ${most}`;

export const coverHandlers: Handler[] = [
  handle(readCover, async (call) => {
    const { db, context, now, asker } = call;
    if (context.customer !== null) {
      const logged = can(asker, fetchServiceEvents.mounts.customer as readonly Right[]);
      const seen = await db.query<TonightService>({ name: `tonight ${logged}`, text: tonight(logged), values: [now] });
      const { database } = call.services;
      // A customer does not read who came: only their number, of services that he sees.
      const whole: Db = { query: (statement) => database.read({ ...context, customer: null }, statement) };
      const posts = await postsOfEach(
        whole,
        seen.map(({ id }) => id),
        now,
      );
      // Unscheduled or removed since it was published: its hour has come, and nobody is expected any more.
      const isOff = ({ id, startAt }: TonightService): boolean =>
        !posts.has(id) && Date.parse(startAt) <= now.getTime();
      const held = (id: string): number => posts.get(id)?.held ?? 0;
      return { cover: null, tonight: seen.flatMap((one) => (isOff(one) ? [] : [{ ...one, held: held(one.id) }])) };
    }
    const listed = mayList(call, Unavailability);
    const [row] = await db.query<Omit<AgencyCover, 'postsNow'> & Record<string, unknown>>({
      name: `cover ${listed}`,
      text: cover(listed ? absences : 'null'),
      values: [now],
    });
    if (!row) return { cover: null, tonight: null };
    const postsNow = await readPosts(db, now);
    return { cover: { postsNow, ...row, steps: withNow(row.steps, postsNow, now.getTime()) }, tonight: null };
  }),
];
