// Work outside the loaded days, summed for the rules: weeks, months, rest Sundays, overtime of the year, nights.
import type { Calendar } from '#core/planning/calendar.ts';
import { countersOf, type WorkedDay } from '#core/planning/counters.ts';
import { isNightWorker } from '#core/planning/hours.ts';
import type { Counters } from '#core/planning/model.ts';
import type { Db, Statement } from '#server/db/database.ts';
import {
  type AgencySettings,
  hasCome,
  isUnpaid,
  joinTimes,
  livedEnd,
  livedStart,
  minutesOfRanges,
  unpaidOf,
  unpaidRanges,
  worked,
} from './facts.ts';

/** What the rules need about an agent outside the loaded days. */
export interface Around {
  counters: Counters;
  isNightWorker: boolean;
}

interface Day extends WorkedDay {
  /** Minutes of the agency's night. */
  night: number;
}

/** Days read on each side of the loaded ones: twelve weeks (art. 7.09), and the year so far for its overtime. */
const reach = 12 * 7;
/** A service lasts at most 72 hours, so its breaks start within them. */
const longest = 3;
const since = (days: number): string =>
  `least($1::timestamptz - interval '${reach + days} days', date_trunc('year', $1::timestamptz) - interval '${days} days')`;
const until = (days: number): string => `$2::timestamptz + interval '${reach + days} days'`;

/** Minutes of the agency's night in a service, which may touch three nights. */
const night = [-1, 0, 1]
  .map(
    (
      day,
    ) => `greatest(0, date_part('epoch', least(w.end_at, (w.day + ${day} + w.overnight + w.night_end) at time zone w.zone)
      - greatest(w.start_at, (w.day + ${day} + w.night_start) at time zone w.zone)) / 60)`,
  )
  .join(' + ');

/** The parts of the query that differ between some agents and all: finding their services, and their unpaid breaks. */
interface Source {
  with: string;
  from: string;
  unpaid: string;
}

/** Lookups by agent, then by id: the cost does not grow with the agency. */
const some: Source = {
  with: '',
  from: `(select h.agency_id, h.service_id, h.agent_id from seen_service_agents h where h.agency_id = app_agency() and h.agent_id = any ($3::uuid[]) offset 0) h
    cross join lateral (select s.* from seen_services s where s.agency_id = h.agency_id and s.id = h.service_id offset 0) s ${joinTimes('s', 'h.agent_id', 't')}`,
  unpaid: unpaidOf('s', 'h.agent_id'),
};

/** Only the agency asks for all agents: join its tables once, without the views for agents and customers. */
const everybody: Source = {
  with: `unpaid as materialized (select u.service_id, u.agent_id, ${minutesOfRanges('u.ranges')} as minutes from (
      select b.service_id, b.agent_id, ${unpaidRanges} as ranges from service_breaks b
      where b.agency_id = app_agency() and ${isUnpaid} and b.start_at >= ${since(longest)} and b.start_at < ${until(longest)} group by 1, 2) u),`,
  from: `service_agents h join services s on s.agency_id = h.agency_id and s.id = h.service_id
    left join unpaid shared on shared.service_id = s.id and shared.agent_id is null
    left join unpaid own on own.service_id = s.id and own.agent_id = h.agent_id ${joinTimes('s', 'h.agent_id', 't')}`,
  // With both, a shared break may overlap his own or be replaced by his copy of it.
  unpaid: `case when own.service_id is null then coalesce(shared.minutes, 0) when shared.service_id is null then own.minutes else ${unpaidOf('s', 'h.agent_id')} end`,
};

/** One row per agent with his days, each as « day until minutes night ». */
export function workedDaysStatement(
  agents: readonly string[] | null,
  from: Date,
  to: Date,
  nights: boolean,
): Statement {
  const source = agents ? some : everybody;
  return {
    name: `worked-days${agents ? '' : '-all'}${nights ? '-nights' : ''}`,
    text: `with ${source.with}
      place as materialized (select g.time_zone as zone, g.night_start, g.night_end, (g.night_end <= g.night_start)::integer as overnight from agencies g where g.id = app_agency()),
      lived as (select h.agent_id, ${livedStart('s', 't')} as start_at, ${livedEnd('s', 't')} as end_at, ${source.unpaid} as unpaid
        from ${source.from}
        where s.agency_id = app_agency() and ${worked('s')} and ${hasCome('t')} and (s.end_at <= $1 or s.start_at >= $2) and s.start_at >= ${since(0)} and s.start_at < ${until(0)}),
      work as (select w.agent_id, (w.start_at at time zone g.zone)::date as day, ((w.end_at - interval '1 minute') at time zone g.zone)::date as until, w.start_at, w.end_at,
          (extract(epoch from w.end_at - w.start_at) / 60)::integer - w.unpaid as minutes, g.* from lived w cross join place g),
      days as (select w.agent_id, w.day, max(w.until) as until, sum(w.minutes)::integer as minutes, ${nights ? `sum(${night})::integer` : '0'} as night from work w group by 1, 2)
      select d.agent_id as agent, string_agg(concat_ws(' ', d.day, d.until, d.minutes, d.night), ',') as days from days d group by 1`,
    values: agents ? [from, to, agents] : [from, to],
  };
}

const dayOf = (text: string): Day => {
  const [day = '', last = day, minutes, night] = text.split(' ');
  return { day, until: last, minutes: Number(minutes), night: Number(night) };
};

/** Null: all agents of the planning. An agent without work on these days has empty counters. */
export async function countersFor(
  db: Db,
  agents: readonly string[] | null,
  calendar: Calendar,
  settings: AgencySettings,
): Promise<(agent: string) => Around> {
  const [from, to] = [calendar.loaded.from, calendar.loaded.to].map((minute) => new Date(minute * 60_000)) as [
    Date,
    Date,
  ];
  // Only the branch agreement has a separate limit for night workers.
  const nights = settings.regulation === 'IDCC1351';
  const rows = await db.query<{ agent: string; days: string }>(workedDaysStatement(agents, from, to, nights));
  const counted = new Map(
    rows.map(({ agent, days }): [string, Around] => {
      const list = days.split(',').map(dayOf);
      return [
        agent,
        {
          counters: countersOf(calendar, settings, list),
          isNightWorker: nights && isNightWorker(list.map(({ day, night: minutes }) => ({ day, minutes }))),
        },
      ];
    }),
  );
  const nobody = { counters: countersOf(calendar, settings, []), isNightWorker: false };
  return (agent) => counted.get(agent) ?? nobody;
}
