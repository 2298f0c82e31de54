// The cover around now, one statement per caller.
import {
  type AgencyCover,
  coverDays,
  coverHours,
  coverStep,
  readCover,
  type TonightService,
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
import { type Handler, handle } from '#server/kernel/call.ts';
import { utc } from '#server/kernel/kinds.ts';
import { mayList } from '#server/kernel/listing.ts';
import { leftEarly, midnight } from './days.ts';

const absences = `(select count(distinct u.agent_id)::integer from unavailabilities u
  where u.agency_id = app_agency() and u.start_at < (d + 1)::timestamp at time zone app_zone() and u.end_at >= d::timestamp at time zone app_zone())`;

const first = `${midnight(0)} - interval '${longestService} minutes'`;
const last = midnight(coverDays);

/** A service that nobody came to holds no post, and one that everybody left holds it until then. Services with the same hours are added up before they meet the steps. */
const cover = (absent: string): string => `with s as materialized (
    select start_at, end_at, until, (start_at at time zone (select app_zone()))::date as day, sum(nb_agents)::integer as wanted,
      sum(case when status = ${missed} then 0 else least(nb_agents, held) end)::integer as held
    from (select t.start_at, t.end_at, t.nb_agents, t.status,
        case when t.status in (${overStatuses}) then least(t.end_at, t.real_end_at) else t.end_at end as until, count(h.agent_id)::integer as held
      from services t left join service_agents h on h.agency_id = t.agency_id and h.service_id = t.id
      where t.agency_id = (select app_agency()) and t.circuit_id is null and t.status <> ${unscheduled} and t.start_at >= ${first} and t.start_at < ${last}
      group by t.agency_id, t.id) one
    group by 1, 2, 3, 4)
  select (select json_agg(json_build_object('at', ${utc('at')}, 'wanted', wanted, 'held', held) order by at) from (
      select at, coalesce(sum(s.wanted), 0)::integer as wanted, coalesce(sum(s.held) filter (where s.until > at), 0)::integer as held
      from generate_series(${midnight(0)}, ${midnight(0)} + interval '${coverHours} hours', interval '${coverStep} minutes') at
      left join s on s.start_at <= at and s.end_at > at group by at) steps) as steps,
    (select json_agg(json_build_object('day', d::text, 'wanted', wanted, 'held', held, 'absent', ${absent}) order by d) from (
      select d::date as d, coalesce(sum(s.wanted), 0)::integer as wanted, coalesce(sum(s.held), 0)::integer as held
      from generate_series(${today}, ${today} + ${coverDays - 1}, interval '1 day') d left join s on s.day = d::date group by d) days) as days`;

const most = 100;

/** As the customer sees them: published services of his sites. */
const tonight = (
  logged: boolean,
): string => `select s.id, json_build_object('id', t.id, 'name', t.name) as site, s.post_title as "postTitle",
    ${utc('s.start_at')} as "startAt", ${utc('s.end_at')} as "endAt", s.status, ${utc('s.real_start_at')} as "realStartAt", ${utc('s.real_end_at')} as "realEndAt", s.nb_agents as wanted,
    ${
      logged
        ? `(select json_build_object('type', e.type, 'at', ${utc('e.at')}) from service_events e where e.agency_id = s.agency_id and e.service_id = s.id order by e.at desc, e.id desc limit 1)`
        : 'null'
    } as "lastEvent"
  from seen_services s join sites t on t.agency_id = s.agency_id and t.id = s.site_id
  where s.agency_id = app_agency() and s.circuit_id is null
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
      return {
        cover: null,
        tonight: await db.query<TonightService>({ name: `tonight ${logged}`, text: tonight(logged), values: [now] }),
      };
    }
    const listed = mayList(call, Unavailability);
    const [row] = await db.query<AgencyCover & Record<string, unknown>>({
      name: `cover ${listed}`,
      text: cover(listed ? absences : 'null'),
      values: [],
    });
    return { cover: row ?? null, tonight: null };
  }),
];
