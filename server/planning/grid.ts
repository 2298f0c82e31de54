// The grid's data, in one answer: services, the people and places of its rows, absences, and what the checks need.
import { instantAt } from '#core/kernel/clock.ts';
import { margin } from '#core/planning/calendar.ts';
import { dayNumber, dayOfNumber } from '#core/planning/days.ts';
import type { Db } from '#server/db/database.ts';
import { absencesOf, minuteSql, planningPlace, sheetsOf } from './facts.ts';
import { holidaysOf } from './holidays.ts';
import { publicationOf } from './services.ts';

export interface Asked {
  start: string;
  end: string;
  agents?: readonly string[] | null | undefined;
  sites?: readonly string[] | null | undefined;
}

/** Days beside it are loaded too: a rest may cross its edge. */
export const loadedPeriod = ({ start, end }: Asked, zone: string): [Date, Date] => [
  new Date(instantAt(dayOfNumber(dayNumber(start) - margin), '00:00', zone)),
  new Date(instantAt(dayOfNumber(dayNumber(end) + margin + 1), '00:00', zone)),
];

/** Text of a JSON list; written by the database, whose words need no second reading here. */
export async function servicesJson(db: Db, { agents, sites }: Asked, [from, to]: [Date, Date]): Promise<string> {
  const only = [
    ...(agents
      ? [
          'exists (select from service_agents o where o.agency_id = s.agency_id and o.service_id = s.id and o.agent_id = any ($3::uuid[]))',
        ]
      : []),
    ...(sites ? [`s.site_id = any ($${agents ? 4 : 3}::uuid[])`] : []),
  ];
  const [row] = await db.query<{ services: string }>({
    // The period is walked once; who is on its services and when they pause is looked up from there.
    text: `with s as materialized (
        select * from services s where s.agency_id = app_agency() and s.start_at >= $1::timestamptz - interval '72 hours' and s.start_at < $2 and s.end_at > $1
          and s.status <> 600 and s.circuit_id is null${only.map((one) => ` and ${one}`).join('')}),
      p as materialized (select b.service_id, sum(extract(epoch from b.end_at - b.start_at) / 60)::integer as minutes from service_breaks b
        where b.type = 0 and b.agent_id is null and b.start_at >= $1::timestamptz - interval '72 hours' and b.start_at < $2::timestamptz + interval '72 hours' group by 1)
      select coalesce(json_agg(r order by r.start, r.id), '[]')::text as services from (
        select s.id, s.version, s.reference, ${minuteSql('s.start_at')} as start, ${minuteSql('s.end_at')} as "end", coalesce(p.minutes, 0) as unpaid,
          s.site_id as site, s.post_title as post, s.specialty_id as specialty, s.activity_type as activity,
          array(select a.agent_id from service_agents a where a.agency_id = s.agency_id and a.service_id = s.id) as agents,
          s.nb_agents as wanted, app_whole() as staffed, s.status, ${publicationOf('s')} as publication, s.is_circuit as circuit, s.series_id is not null as series
        from s left join p on p.service_id = s.id) r`,
    values: [from, to, ...(agents ? [agents] : []), ...(sites ? [sites] : [])],
  });
  return row?.services ?? '[]';
}

/** Those in service, and those of a service of the period that no longer are. */
async function sitesJson(db: Db, { sites }: Asked, [from, to]: [Date, Date]): Promise<string> {
  const [row] = await db.query<{ sites: string }>({
    text: `select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'city', s.city,
          'customer', (select c.name from customers c where c.agency_id = s.agency_id and c.id = s.customer_id)) order by s.name collate "fr-x-icu", s.id), '[]')::text as sites
      from sites s where ${
        sites
          ? 's.id = any ($3::uuid[])'
          : `s.status = 100 or s.id in (select v.site_id from services v
        where v.agency_id = app_agency() and v.start_at >= $1 and v.start_at < $2)`
      }`,
    values: [from, to, ...(sites ? [sites] : [])],
  });
  return row?.sites ?? '[]';
}

const frame = async (db: Db, asked: Asked) => {
  const place = await planningPlace(db);
  const [colours] = await db.query<{ tour: string; intervention: string }>({
    name: 'planning-colours',
    text: `select planning_view_tour_hex_color as tour, planning_view_intervention_hex_color as intervention from agencies where id = app_agency()`,
  });
  return { ...place, colours, holidays: holidaysOf(place.holidayLocale, asked.start, asked.end) };
};

/** The whole of it, as text. */
export async function planningJson(db: Db, asked: Asked, whole: boolean): Promise<string> {
  const { zone, settings, colours, holidays } = await frame(db, asked);
  const period = loadedPeriod(asked, zone);
  const agents = whole ? await sheetsOf(db, asked.agents ?? null) : [];
  const absences = whole
    ? await absencesOf(db, asked.agents ?? null, ...period)
    : await absencesOf(db, null, ...period);
  const [specialties] = await db.query<{ list: string }>({
    name: 'planning-specialties',
    text: `select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name)), '[]')::text as list from specialties s`,
  });
  const unavailabilities = [...absences].flatMap(([agent, list]) => list.map((one) => ({ ...one, agent })));
  return `{"zone":${JSON.stringify(zone)},"colours":${JSON.stringify(colours)},"holidays":${JSON.stringify(holidays)},"services":${await servicesJson(db, asked, period)},"sites":${await sitesJson(db, asked, period)},"specialties":${specialties?.list ?? '[]'},"agents":${JSON.stringify(agents)},"unavailabilities":${JSON.stringify(unavailabilities)},"settings":${whole ? JSON.stringify(settings) : 'null'}}`;
}
