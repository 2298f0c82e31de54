// The grid's data in one answer: services, agents and sites of its rows, absences, and facts for the checks.

import { instantAt } from '#core/kernel/clock.ts';
import { calendarOf, margin } from '#core/planning/calendar.ts';
import { type PlannedService, type PlannedSite, planners } from '#core/planning/calls.ts';
import { dayNumber, dayOfNumber } from '#core/planning/days.ts';
import { archived } from '#core/planning/status.ts';
import { Unavailability } from '#core/planning/unavailability.ts';
import { activeStatus, can } from '#core/roles.ts';
import type { Context } from '#server/db/context.ts';
import type { Db } from '#server/db/database.ts';
import type { Call } from '#server/kernel/call.ts';
import { mayList } from '#server/kernel/listing.ts';
import {
  absencesOf,
  type Checking,
  checkedPlace,
  goneWithServices,
  isPlannedBreak,
  joinTimes,
  listed,
  livedEnd,
  livedStart,
  minuteSql,
  planningPlace,
  sheetsJson,
  stopSites,
  unpaidOf,
} from './facts.ts';
import { holidaysOf } from './holidays.ts';
import { ownStatus } from './services.ts';
import { countersFor } from './worked-days.ts';

export interface Asked {
  start: string;
  end: string;
  agents?: readonly string[] | null | undefined;
  sites?: readonly string[] | null | undefined;
  /** Only these services. */
  services?: readonly string[];
}

/** Days around the period are loaded too: a rest may cross its edge. */
export const loadedPeriod = ({ start, end }: Asked, zone: string): [Date, Date] => [
  new Date(instantAt(dayOfNumber(dayNumber(start) - margin), '00:00', zone)),
  new Date(instantAt(dayOfNumber(dayNumber(end) + margin + 1), '00:00', zone)),
];

/** Staff see the planned services, everybody else the published ones. Two tables instead of one view, which costs a lookup in each per row. */
export const isWhole = ({ agent, customer }: Context): boolean => agent === null && customer === null;
const tablesFor = (whole: boolean) =>
  whole
    ? { services: 'services', people: 'service_agents' }
    : { services: 'published_services', people: 'published_service_agents' };

const realJson = (whole: boolean): string => {
  const own = (column: string, ofAgent: string): string =>
    whole ? `s.${column}` : `case when app_agent() is null then s.${column} else o.${ofAgent} end`;
  const [start, end] = [own('real_start_at', 'started_at'), own('real_end_at', 'ended_at')];
  return `coalesce(',"real":[' || ${minuteSql(start)} || ',' || coalesce(${minuteSql(end)}::text, 'null') || ','
    || (not s.open_ended and coalesce(${end} < s.end_at - make_interval(mins => (select g.late_margin from agencies g where g.id = app_agency())), false))::text || ']', '')`;
};

const stopsJson = `case when s.is_circuit then coalesce(',"stops":["' || nullif(array_to_string(${stopSites('s')}, '","'), '') || '"]', '') else '' end`;

/** A planned service as JSON: its keys, how each value is quoted, and the value. Twice as fast as row_to_json. */
const shapeOf = (whole: boolean): readonly (readonly [string, '%s' | '"%s"', string])[] => [
  ['id', '"%s"', 's.id'],
  ['version', '%s', 's.version'],
  ['reference', '%s', 'to_json(s.reference)'],
  ['start', '%s', minuteSql('s.start_at')],
  ['end', '%s', minuteSql('s.end_at')],
  ['breaks', '%s', `coalesce(p.breaks, '[]')`],
  ['site', '"%s"', 's.site_id'],
  ['post', '%s', `coalesce(to_json(s.post_title)::text, 'null')`],
  ['specialty', '%s', `coalesce('"' || s.specialty_id || '"', 'null')`],
  ['activity', '%s', 's.activity_type'],
  [
    'agents',
    '%s',
    `coalesce('["' || nullif(array_to_string(array(select a.agent_id from ${tablesFor(whole).people} a where a.agency_id = s.agency_id and a.service_id = s.id), '","'), '') || '"]', '[]')`,
  ],
  ['wanted', '%s', 's.nb_agents'],
  ['staffed', '%s', `'${whole}'`],
  ['status', '%s', whole ? 's.status' : ownStatus('s')],
  ['publication', '"%s"', whole ? 's.publication' : `'PUBLISHED'`],
  ['circuit', '%s', 's.is_circuit::text'],
  // With `stops`, `lived` and `real` behind it, absent from most services: no tour, and none has begun yet.
  [
    'series',
    '%s',
    `(s.series_id is not null)::text${whole ? ` || ${stopsJson} || coalesce(',"lived":' || l.people, '')` : ''} || ${realJson(whole)}`,
  ],
  ...(whole ? [] : [['openEnded', '%s', 's.open_ended::text'] as const]),
];

function serviceJson(whole: boolean): string {
  const shape = shapeOf(whole);
  const pattern = shape.map(([key, mark]) => `"${key}":${mark}`).join();
  return `format('{${pattern}}', ${shape.map(([, , value]) => value).join(', ')})`;
}

/** One row of JSON per service. `values`: the ends of the period are $1 and $2, the others are added. */
function servicesSql(
  { agents, sites, services: ids }: Asked,
  values: unknown[],
  whole: boolean,
  withArchived: boolean,
): string {
  const { services, people } = tablesFor(whole);
  const among = (list: readonly string[]): string => `any ($${values.push(list)}::uuid[])`;
  const only = [
    ...(agents
      ? [
          `exists (select from ${people} o where o.agency_id = s.agency_id and o.service_id = s.id and o.agent_id = ${among(agents)})`,
        ]
      : []),
    ...(sites ? [`s.site_id = ${among(sites)}`] : []),
    ...(ids ? [`s.id = ${among(ids)}`] : []),
  ];
  // Scan the period once, then look up the agents of its services. One row per service, so that reading and writing
  // overlap.
  const nearPeriod = (moment: string): string =>
    `${moment} >= $1::timestamptz - interval '72 hours' and ${moment} < $2::timestamptz + interval '72 hours'`;
  const inServices = ids ? `service_id = any ($${values.length}::uuid[])` : null;
  const lived = `l as materialized (select t.service_id, '[' || string_agg(format('["%s",%s,%s,%s]', t.agent_id, ${minuteSql(livedStart('s', 't'))}, ${minuteSql(livedEnd('s', 't'))},
        ${unpaidOf('s', 't.agent_id')}), ',') || ']' as people
      from service_times t join services s on s.agency_id = t.agency_id and s.id = t.service_id
      where t.agency_id = app_agency() and t.started_at is not null and ${inServices ? `t.${inServices}` : nearPeriod('s.start_at')} group by 1)`;
  return `with p as materialized (select b.service_id, '[' || string_agg(format('[%s,%s,%s]', ${minuteSql('b.start_at')}, ${minuteSql('b.end_at')},
          coalesce('"' || b.agent_id || '"', 'null')), ',' order by b.start_at, b.id) || ']' as breaks from service_breaks b
        where ${isPlannedBreak('b')} and ${inServices ? `b.${inServices}` : nearPeriod('b.start_at')} group by 1)${whole ? `, ${lived}` : ''}
      select ${serviceJson(whole)} as service
      from ${services} s left join p on p.service_id = s.id${whole ? ' left join l on l.service_id = s.id' : ` ${joinTimes('s', 'app_agent()', 'o')}`}
      where s.agency_id = app_agency() and s.start_at >= $1::timestamptz - interval '72 hours' and s.start_at < $2 and s.end_at > $1
        ${withArchived ? '' : `and s.status <> ${archived} `}and ${whole ? 's.circuit_id is null' : listed('s')}${only.map((one) => ` and ${one}`).join('')} order by s.start_at, s.id`;
}

/** Text of a JSON list, built by the database and not parsed here. `withArchived`: for totals and checks, which count them. */
export async function servicesJson(
  db: Db,
  asked: Asked,
  period: [Date, Date],
  whole: boolean,
  withArchived = false,
): Promise<string> {
  const values: unknown[] = [...period];
  const text = servicesSql(asked, values, whole, withArchived);
  const rows = await db.query<{ service: string }>({ text, values });
  return `[${rows.map(({ service }) => service).join()}]`;
}

/** Active sites, and inactive sites with a service in the period ($1, $2), as a JSON list. `named`: only these. */
const sitesSql = (whole: boolean, named: string | null, isAsked = false): string =>
  `select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'city', s.city,
        'customer', (select c.name from customers c where c.agency_id = s.agency_id and c.id = s.customer_id)) order by s.name collate "fr-x-icu", s.id), '[]')::text as sites
    from sites s where ${named ? `s.id = any (${named})` : 'true'}${
      isAsked
        ? ''
        : // A subquery for the few inactive sites: PostgreSQL would answer `exists` from all services of the period.
          ` and (s.status = ${activeStatus} or (select true from ${tablesFor(whole).services} v
      where v.agency_id = s.agency_id and v.site_id = s.id and v.start_at >= $1 and v.start_at < $2 limit 1))`
    }`;

async function sitesJson(db: Db, { sites }: Asked, period: [Date, Date], whole: boolean): Promise<string> {
  const [row] = await db.query<{ sites: string }>(
    sites
      ? { text: sitesSql(whole, '$1::uuid[]', true), values: [sites] }
      : { text: sitesSql(whole, null), values: period },
  );
  return row?.sites ?? '[]';
}

/** The starts of removed services of these days that are still published. */
const removedSql = (start: string, end: string, zone: string): string =>
  `select (extract(epoch from t.start_at) / 60)::integer as start from published_services t where t.agency_id = app_agency() and t.removed and t.circuit_id is null
    and t.start_at >= (${start}::date)::timestamp at time zone ${zone} and t.start_at < (${end}::date + 1)::timestamp at time zone ${zone} order by 1`;

async function removedIn(db: Db, { start, end }: Asked, zone: string): Promise<number[]> {
  const rows = await db.query<{ start: number }>({
    name: 'planning-removed',
    text: removedSql('$1', '$2', '$3'),
    values: [start, end, zone],
  });
  return rows.map((row) => row.start);
}

const frame = async (call: Checking, asked: Asked) => {
  const { db } = call;
  const place = await checkedPlace(call);
  const [row] = await db.query<{ colours: object; own: object }>({
    name: 'planning-frame',
    text: `select json_build_object('tour', planning_view_tour_hex_color, 'intervention', planning_view_intervention_hex_color) as colours,
        json_build_object('lateMargin', late_margin, 'unplannedServices', unplanned_services) as own from agencies where id = app_agency()`,
  });
  return {
    ...place,
    colours: row?.colours,
    own: row?.own,
    holidays: holidaysOf(place.holidayLocale, asked.start, asked.end),
  };
};

/** A row that still holds services is shown, whatever became of its agent. */
async function rowsJson(
  db: Db,
  agents: readonly string[] | null,
  period: [Date, Date],
  facts: boolean,
): Promise<string> {
  const gone = agents ? [] : await goneWithServices(db, period);
  const lists = [await sheetsJson(db, agents, facts), ...(gone.length > 0 ? [await sheetsJson(db, gone, facts)] : [])];
  return `[${lists
    .map((list) => list.slice(1, -1))
    .filter(Boolean)
    .join()}]`;
}

/** The whole answer, as text. */
export async function planningJson(call: Checking & Pick<Call, 'context' | 'asker'>, asked: Asked): Promise<string> {
  const { db, context, asker } = call;
  const whole = isWhole(context);
  const plans = whole && can(asker, planners);
  const { zone, settings, colours, own, holidays } = await frame(call, asked);
  const period = loadedPeriod(asked, zone);
  const agents = whole ? await rowsJson(db, asked.agents ?? null, period, plans) : '[]';
  const absences = await absencesOf(db, (whole && asked.agents) || null, period, mayList(call, Unavailability));
  const [specialties] = await db.query<{ list: string }>({
    name: 'planning-specialties',
    text: `select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name)), '[]')::text as list from specialties s`,
  });
  const unavailabilities = [...absences].flatMap(([agent, list]) => list.map((one) => ({ ...one, agent })));
  return `{"zone":${JSON.stringify(zone)},"colours":${JSON.stringify(colours)},"holidays":${JSON.stringify(holidays)},"services":${await servicesJson(db, asked, period, whole, whole)},"sites":${await sitesJson(db, asked, period, whole)},"specialties":${specialties?.list ?? '[]'},"agents":${agents},"unavailabilities":${JSON.stringify(unavailabilities)},"settings":${plans ? JSON.stringify(settings) : 'null'},"removed":${whole ? JSON.stringify(await removedIn(db, asked, zone)) : '[]'}${context.agent === null ? '' : `,"own":${JSON.stringify(own)}`}}`;
}

interface ChangedRow {
  id: string;
  agents?: readonly string[] | undefined;
  site?: string | undefined;
}

/** Agents of services that entered or left the period: their work outside the loaded days changed. */
function rescheduledPeople(
  rows: readonly ChangedRow[],
  found: ReadonlyMap<string, PlannedService>,
  held: Together['held'],
): string[] {
  const outside = rows.filter(({ id, agents }) => !found.has(id) || agents === undefined);
  const ids = new Set(outside.map(({ id }) => id));
  return [
    ...new Set([
      ...outside.flatMap(({ agents }) => agents ?? []),
      ...held.flatMap(({ service, agent }) => (ids.has(service) ? [agent] : [])),
    ]),
  ];
}

interface Together {
  services: string[];
  sites: string;
  removed: number[];
  /** Agents of these services now. Not of stops: only their tour counts as work. */
  held: readonly { service: string; agent: string }[];
}

/**
 * Services, their agents, their sites with those of `known`, and removed services in one prepared statement, of one
 * moment: each one more costs a round trip, and planning them takes longer than finding a few rows.
 */
async function readTogether(
  db: Db,
  asked: Asked & { services: readonly string[] },
  zone: string,
  known: readonly string[],
  whole: boolean,
): Promise<Together> {
  const values: unknown[] = [...loadedPeriod(asked, zone)];
  const services = servicesSql(asked, values, whole, whole);
  const bind = (value: unknown, type: string): string => `$${values.push(value)}::${type}`;
  const ids = bind(asked.services, 'uuid[]');
  const ofServices = `array(select v.site_id from ${tablesFor(whole).services} v where v.agency_id = app_agency() and v.id = any (${ids}))`;
  const sites = sitesSql(whole, `${bind(known, 'uuid[]')} || ${ofServices}`);
  const removed = whole
    ? `array(${removedSql(bind(asked.start, 'text'), bind(asked.end, 'text'), bind(zone, 'text'))})`
    : `'{}'::integer[]`;
  const held = whole
    ? `(select coalesce(json_agg(json_build_object('service', h.service_id, 'agent', h.agent_id)), '[]') from service_agents h
        join services k on k.agency_id = h.agency_id and k.id = h.service_id where h.agency_id = app_agency() and h.service_id = any (${ids}) and k.circuit_id is null)`
    : `'[]'::json`;
  const [row] = await db.query<Together & Record<string, unknown>>({
    name: `planning-rows${whole ? '-whole' : ''}`,
    text: `select array(${services}) as services, (${sites}) as sites, ${removed} as removed, ${held} as held`,
    values,
  });
  return row as Together;
}

/** The changed rows, in the same shape as the whole period. */
export async function planningRows(
  db: Db,
  { start, end, services: rows }: { start: string; end: string; services: readonly ChangedRow[] },
  context: Context,
) {
  const whole = isWhole(context);
  const days = { start, end };
  const { zone, settings } = await planningPlace(db);
  const asked = { ...days, services: rows.map(({ id }) => id) };
  const known = rows.flatMap(({ site }) => site ?? []);
  const read = await readTogether(db, asked, zone, known, whole);
  const services = read.services.map((text): PlannedService => JSON.parse(text));
  const found = new Map(services.map((service) => [service.id, service]));
  const places = new Set([...known, ...services.map(({ site }) => site)]);
  const sites = (JSON.parse(read.sites) as PlannedSite[]).filter(({ id }) => places.has(id));
  const shown = new Set(sites.map(({ id }) => id));
  const people = whole ? rescheduledPeople(rows, found, read.held) : [];
  const calendar = calendarOf({ zone, from: start, to: end });
  const around = people.length > 0 ? await countersFor(db, people, calendar, settings) : null;
  return {
    services,
    gone: rows.flatMap(({ id }) => (found.has(id) ? [] : [id])),
    sites,
    goneSites: [...places].filter((id) => !shown.has(id)),
    workingTimes: Object.fromEntries(people.map((id) => [id, { ...around?.(id) }])),
    removed: read.removed,
  };
}
