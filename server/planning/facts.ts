// The facts that the planning rules need about an agency, its agents and their services: one query for each kind.

import { levelledRules } from '#core/agencies/settings/planning.ts';
import { snake } from '#core/kernel/snake.ts';
import {
  type Absence,
  type AgentFacts,
  neutralAbsence,
  type PlanningSettings,
  type Shift,
} from '#core/planning/model.ts';
import { activeStatuses, idleStatuses, missed } from '#core/planning/status.ts';
import { activeStatus, inactiveStatus } from '#core/roles.ts';
import type { Db } from '#server/db/database.ts';
import type { Tenants } from '#server/tenant/tenants.ts';

/** The agency's part of the settings, without the switch of the tenant. */
export type AgencySettings = Omit<PlanningSettings, 'regulatory'>;

export interface PlanningPlace<S extends AgencySettings = PlanningSettings> {
  zone: string;
  holidayLocale: string;
  currency: string;
  settings: S;
}

export async function planningPlace(db: Db): Promise<PlanningPlace<AgencySettings>> {
  const [row] = await db.query<Record<string, never>>({
    name: 'planning-settings',
    text: `select time_zone, holiday_locale, currency, planning_regulation, max_service_duration, agent_rest, space_between_services, max_weekly_hours,
        min_weekly_rest, monthly_sundays, first_overtime_from::float8, yearly_overtime_warning, yearly_overtime_limit,
        ${levelledRules.map((rule) => `check_${snake(rule)}`).join(', ')} from agencies where id = app_agency()`,
  });
  const value = <T>(column: string): T => (row as unknown as Record<string, T>)[column] as T;
  return {
    zone: value('time_zone'),
    holidayLocale: value('holiday_locale'),
    currency: value('currency'),
    settings: {
      regulation: value('planning_regulation'),
      levels: Object.fromEntries(levelledRules.map((rule) => [rule, value(`check_${snake(rule)}`)])) as never,
      limits: {
        maxServiceDuration: value('max_service_duration'),
        agentRest: value('agent_rest'),
        spaceBetweenServices: value('space_between_services'),
        maxWeeklyHours: value('max_weekly_hours'),
        minWeeklyRest: value('min_weekly_rest'),
        monthlySundays: value('monthly_sundays'),
      },
      firstOvertimeFrom: value('first_overtime_from'),
      yearlyOvertimeWarning: value('yearly_overtime_warning'),
      yearlyOvertimeLimit: value('yearly_overtime_limit'),
    },
  };
}

export interface Checking {
  db: Db;
  services: { tenants: Pick<Tenants, 'rules'> };
}

/** With what the checks need: V-021. */
export async function checkedPlace({ db, services }: Checking): Promise<PlanningPlace> {
  const place = await planningPlace(db);
  return { ...place, settings: { ...place.settings, regulatory: services.tenants.rules().regulatoryCalculation } };
}

/** Minutes since 1970, floored as `minuteOf` does: 21:23:40 is 21:23 on every screen. */
export const minuteSql = (column: string): string => `floor(date_part('epoch', ${column}) / 60)::integer`;

const listOf = (item: string, from: string): string => `(select coalesce(json_agg(${item}), '[]') from ${from})`;

const cycleWeeks = `case c.cycle when 'NONE' then null when 'C32' then 3 else 4 end`;

/** Not an employee of the agency. */
export const isExternal = (a: string): string => `${a}.type in ('EXTERNAL', 'SELF', 'TEMPORARY')`;

/** Contracts of the agent in row `a`. */
export const contractsJson = listOf(
  `json_build_object('startDate', c.start_date, 'endDate', c.end_date, 'period', c.period, 'hoursLimit', c.hours_limit::float8,
    'cycleWeeks', ${cycleWeeks}, 'partTime', c.part_time) order by c.start_date`,
  'agent_contracts c where c.agency_id = a.agency_id and c.agent_id = a.id',
);

const isPlannable = `a.status in (${activeStatus}, ${inactiveStatus}) and a.plannable`;

/** Null for an agent who can be planned. */
const goneJson = `case when ${isPlannable} then null else json_build_object('from', ${minuteSql('now()')},
  'why', case a.status when 400 then 'DELETED' when 300 then 'ARCHIVED' else 'UNPLANNABLE' end) end`;

/** JSON of an agent's facts, without absences and counters; `a` is his row, `s` his specialties, `p` his papers. */
const factsJson = `json_build_object('id', a.id, 'name', a.fullname, 'gone', ${goneJson},
  'external', a.type in ('EXTERNAL', 'SELF'), 'selfEmployed', a.type = 'SELF', 'temporary', a.type = 'TEMPORARY',
  'contracts', ${contractsJson},
  'specialties', coalesce(s.list, '[]'),
  'papers', ('[' || concat_ws(',', p.list, case when p.card is not true and app_french()
    then json_build_object('kind', 'card', 'name', 'Carte professionnelle', 'expiresAt', null, 'undated', a.card_number is not null)::text end) || ']')::json,
  'restrictions', ${listOf(
    `json_build_object('weekday', r.weekday, 'startTime', to_char(r.start_time, 'HH24:MI'), 'endTime', to_char(r.end_time, 'HH24:MI'))`,
    'agent_restrictions r where r.agency_id = a.agency_id and r.agent_id = a.id',
  )},
  'forbiddenSites', ${listOf('b.site_id', 'site_users b where b.agency_id = a.agency_id and b.agent_id = a.id')})`;

/** `PaperKind` of a held paper. */
const paperKind = `case when is_card then 'card' when kind = 'MEDICAL_VISIT' then 'medicalVisit' when kind = 'FIRST_AID' then 'firstAid' else 'expirations' end`;

export type Sheet = Omit<AgentFacts, 'absences' | 'counters'>;

const among = (agents: readonly string[] | null, id: string): string => (agents ? `${id} = any ($1::uuid[])` : 'true');
const planned = (agents: readonly string[] | null): string => (agents ? among(agents, 'a.id') : isPlannable);

/** Shows an agent without the facts. */
const nameJson = `json_build_object('id', a.id, 'name', a.fullname, 'gone', ${goneJson}, 'contracts', '[]'::json, 'specialties', '[]'::json, 'papers', '[]'::json,
  'restrictions', '[]'::json, 'forbiddenSites', '[]'::json)`;

/** Text of a JSON list. Null: all agents of the planning. `facts` false: only the names. */
export async function sheetsJson(db: Db, agents: readonly string[] | null, facts = true): Promise<string> {
  const rows = await db.query<{ sheet: string }>({
    name: `planning-${facts ? 'facts' : 'names'}${agents ? '' : '-all'}`,
    // Aggregate papers once for all agents: one by one took half of the time.
    text: facts
      ? `with held as materialized (select e.agent_id, y.id, y.name, y.is_card, y.specialty_id, y.kind, max(e.expires_at) as expires_at
        from agent_expirations e join expiration_types y on y.agency_id = e.agency_id and y.id = e.type_id
        where e.agency_id = app_agency() and ${among(agents, 'e.agent_id')} group by 1, 2, 3, 4, 5, 6),
      papers as materialized (select agent_id, string_agg(json_build_object('kind', ${paperKind}, 'name', name, 'expiresAt', expires_at)::text, ',') as list, bool_or(is_card) as card
        from held where is_card or specialty_id is null group by 1),
      skills as materialized (select t.agent_id, json_agg(json_build_object('id', t.specialty_id, 'until', u.until)) as list
        from agent_specialties t left join (select agent_id, specialty_id, max(expires_at) as until from held where specialty_id is not null group by 1, 2) u
          on u.agent_id = t.agent_id and u.specialty_id = t.specialty_id
        where t.agency_id = app_agency() and ${among(agents, 't.agent_id')} group by 1)
      select ${factsJson}::text as sheet from agents a left join papers p on p.agent_id = a.id left join skills s on s.agent_id = a.id
      where ${planned(agents)}`
      : `select ${nameJson}::text as sheet from agents a where ${planned(agents)}`,
    values: agents ? [agents] : [],
  });
  return `[${rows.map(({ sheet }) => sheet).join()}]`;
}

/** Null: all agents of the planning. */
export async function plannedAmong(db: Db, agents: readonly string[] | null): Promise<string[]> {
  const rows = await db.query<{ id: string }>({
    name: agents ? 'planning-people' : 'planning-people-all',
    text: `select a.id from agents a where ${planned(agents)}`,
    values: agents ? [agents] : [],
  });
  return rows.map(({ id }) => id);
}

/** Agents who can no longer be planned, but are on a service of the period. */
export async function goneWithServices(db: Db, [from, to]: [Date, Date]): Promise<string[]> {
  const rows = await db.query<{ id: string }>({
    name: 'planning-gone',
    text: `select a.id from agents a where a.agency_id = app_agency() and not (${isPlannable}) and exists (select from service_agents h
        join services s on s.agency_id = h.agency_id and s.id = h.service_id
        where h.agency_id = a.agency_id and h.agent_id = a.id and s.start_at >= $1::timestamptz - interval '72 hours' and s.start_at < $2 and s.end_at > $1)`,
    values: [from, to],
  });
  return rows.map(({ id }) => id);
}

export const sheetsOf = async (db: Db, agents: readonly string[] | null): Promise<Sheet[]> =>
  JSON.parse(await sheetsJson(db, agents));

/** Absences that touch the period, by agent. `kinds`: with their type, for callers who may list absences. */
export async function absencesOf(
  db: Db,
  agents: readonly string[] | null,
  [from, to]: [Date, Date],
  kinds: boolean,
): Promise<Map<string, Absence[]>> {
  const rows = await db.query<{ agent: string; id: string; start: number; end: number; type: string }>({
    name: `planning-absences${agents ? '' : '-all'}${kinds ? '-kinds' : ''}`,
    text: `select u.agent_id as agent, u.id, ${minuteSql('u.start_at')} as start, ${minuteSql('u.end_at')} as "end",
        ${kinds ? '(select y.name from agency_unavailability_types y where y.agency_id = u.agency_id and y.id = u.type_id)' : `'${neutralAbsence}'`} as type
      from unavailabilities u where u.start_at < $2 and u.end_at >= $1${agents ? ' and u.agent_id = any ($3::uuid[])' : ''} order by u.start_at`,
    values: agents ? [from, to, agents] : [from, to],
  });
  const found = new Map<string, Absence[]>();
  for (const { agent, ...absence } of rows) push(found, agent, absence);
  return found;
}

export function push<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** A planned break, of everybody or of one person; without what was only recorded in the field. */
export const isPlannedBreak = (b: string): string => `${b}.type = 0 and not ${b}.unplanned and ${b}.copy_of is null`;

/** The breaks of agent `agent` on service `t`: his own, and those of everybody that he did not take by himself. */
const ownBreaks = (t: string, agent: string): string =>
  `service_breaks b where b.agency_id = ${t}.agency_id and b.service_id = ${t}.id and (b.agent_id = ${agent} or b.agent_id is null
    and not exists (select from service_breaks o where o.agency_id = b.agency_id and o.copy_of = b.id and o.agent_id = ${agent}))`;

/** Until when a break lasts that nobody has ended: now, but not beyond its service, which the clock may have ended. */
export const runningUntil = (b: string): string =>
  `coalesce((select case when v.status in (${activeStatuses}) then now() else coalesce(v.real_end_at, v.end_at) end from services v
    where v.agency_id = ${b}.agency_id and v.id = ${b}.service_id), now())`;

/** Breaks as they took place or else as planned, and interruptions, merged: those that overlap count once. */
export const unpaidRanges = `range_agg(tstzrange(coalesce(b.real_start_at, b.start_at), greatest(case when b.real_start_at is null then b.end_at else coalesce(b.real_end_at, ${runningUntil('b')}) end, b.real_start_at)))`;
export const isUnpaid = '(b.type = 0 or b.unplanned)';
/** Minutes of the merged ranges of a query. */
export const minutesOfRanges = (ranges: string): string =>
  `coalesce((select sum(extract(epoch from upper(r.part) - lower(r.part)) / 60)::integer from (select unnest(${ranges}) as part) r), 0)`;

/** Minutes of breaks and interruptions of an agent on service `t`. */
export const unpaidOf = (t: string, agent = 'null::uuid'): string =>
  minutesOfRanges(`(select ${unpaidRanges} from ${ownBreaks(t, agent)} and ${isUnpaid})`);

/** The times of an agent on service `s`. */
export const joinTimes = (s: string, agent: string, t: string): string =>
  `left join service_times ${t} on ${t}.agency_id = ${s}.agency_id and ${t}.service_id = ${s}.id and ${t}.agent_id = ${agent}`;

/** Decision 97: the checks use the lived times at once. */
export const livedStart = (s: string, t: string): string => `coalesce(${t}.started_at, ${s}.start_at)`;
/** Somebody at work stays until the planned end, or until now if it has passed. */
export const livedEnd = (s: string, t: string): string =>
  `greatest(coalesce(${t}.ended_at, case when ${t}.state in (${activeStatuses}) and ${s}.status in (${activeStatuses}) then greatest(${s}.end_at, now()) else ${s}.end_at end),
    ${livedStart(s, t)} + interval '1 minute')`;
/** He came, or is still expected. */
export const hasCome = (t: string): string => `${t}.state is distinct from ${missed}`;

/**
 * The services of a list: for the agency and its agents a tour as a whole; for a customer its stops on his sites, as his
 * hours count them.
 */
export const listed = (t: string): string =>
  `case when (select app_customer()) is null then ${t}.circuit_id is null else not ${t}.is_circuit end`;

/** Neither unscheduled nor missed, and not a stop: its circuit is counted as a whole. */
export const worked = (t: string): string => `${t}.status not in (${idleStatuses}) and ${t}.circuit_id is null`;

/** The sites of the stops of tour `t`. */
export const stopSites = (t: string): string =>
  `array(select o.site_id from service_stops o where o.agency_id = ${t}.agency_id and o.service_id = ${t}.id)`;

/** The services of these agents in the period, sorted by start, without services that are about to change. */
export async function shiftsOf(
  db: Db,
  agents: readonly string[],
  from: Date,
  to: Date,
  without: readonly string[],
): Promise<Map<string, Shift[]>> {
  const rows = await db.query<{ agent: string } & Shift & Record<string, unknown>>({
    name: 'planning-shifts',
    text: `select h.agent_id as agent, s.id, ${minuteSql(livedStart('s', 't'))} as start, ${minuteSql(livedEnd('s', 't'))} as "end",
        ${unpaidOf('s', 'h.agent_id')} as unpaid, s.site_id as site, s.specialty_id as specialty,
        case when s.is_circuit then ${stopSites('s')} end as stops
      from service_agents h join services s on s.agency_id = h.agency_id and s.id = h.service_id ${joinTimes('s', 'h.agent_id', 't')}
      where h.agency_id = app_agency() and h.agent_id = any ($1::uuid[]) and s.start_at >= $2::timestamptz - interval '72 hours' and s.start_at < $3 and s.end_at > $2
        and ${worked('s')} and ${hasCome('t')} and not (s.id = any ($4::uuid[])) order by 3, s.id`,
    values: [agents, from, to, without],
  });
  const found = new Map<string, Shift[]>();
  for (const { agent, ...shift } of rows) push(found, agent, shift as Shift);
  return found;
}

/** Locks these agents: concurrent checks could otherwise plan one of them twice. Always in the same order, against
 * deadlocks. */
export async function holdPeople(db: Db, people: readonly string[]): Promise<void> {
  await db.query({
    name: 'hold-people',
    text: `select pg_advisory_xact_lock(hashtextextended('planned ' || id, 0)) from (select unnest($1::text[]) as id order by 1) people`,
    values: [[...new Set(people)].toSorted()],
  });
}
