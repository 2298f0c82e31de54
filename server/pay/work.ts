// The people of a month of pay and what they did: one query for each kind of fact, whatever their number.
import { metresBetween } from '#core/addresses/distance.ts';
import type { PayAbsence, PayContract, PayElement, PayPerson, PayShift } from '#core/pay/facts.ts';
import { countedShift } from '#core/planning/lived.ts';
import { timesToSettle } from '#core/planning/service-time.ts';
import { missed } from '#core/planning/status.ts';
import type { Db } from '#server/db/database.ts';
import { beforeLoaded, weekMinutesBefore } from '#server/planning/cycle-weeks.ts';
import { isExternal, joinTimes, push, worked } from '#server/planning/facts.ts';
import { type HoursPlace, minuteNow, peopleOf, peopleOn, touching } from '#server/planning/hours-calls.ts';
import {
  type LivedBreaks,
  type LivedRow,
  readBreaks,
  type SettlementRow,
  settlementColumns,
  settlementOf,
  timeColumns,
} from '#server/planning/lived.ts';
import type { PayRules } from './place.ts';

interface Place {
  latitude: number;
  longitude: number;
}

interface Worker extends Record<string, unknown>, PayTerms {
  id: string;
  name: string;
  external: boolean;
  registrationNumber: string | null;
  seniority: string | null;
  home: Place | null;
  contracts: PayContract[];
}

export interface Worked extends PayShift {
  siteId: string | null;
  customerId: string | null;
  /** The agency has not decided yet about the lived times (decision 97). */
  unsettled: boolean;
  planStart: number;
}

export type PaidPerson = Omit<PayPerson, 'shifts'> & {
  shifts: Worked[];
  external: boolean;
  registrationNumber: string | null;
  terms: PayTerms;
};

const placeJson = (t: string): string =>
  `case when ${t}.latitude is not null then json_build_object('latitude', ${t}.latitude, 'longitude', ${t}.longitude) end`;

/** Undated facts of an employee that his pay depends on: a closed month keeps those that it was closed with. */
export interface PayTerms {
  type: string;
  overtime: PayPerson['overtimeIncrease'];
  holidayRest: boolean;
}

/** What a closed month was computed with. */
export interface ClosedWith {
  terms: ReadonlyMap<string, PayTerms>;
  rules: PayRules | null;
}

export interface PeopleFilter {
  /** Null: everybody. */
  agents?: readonly string[] | null;
  /** Not only employees of the agency. */
  externals?: boolean;
  /** The planning as it was published. */
  published?: boolean;
  closed?: ClosedWith | null;
}

/** The planning as it is, or as it was published. */
interface Source {
  suffix: string;
  services: string;
  people: string;
}
const sourceOf = (published: boolean): Source =>
  published
    ? { suffix: '-published', services: 'published_services', people: 'published_service_agents' }
    : { suffix: '', services: 'services', people: 'seen_service_agents' };

/** Employees under contract in the period, who worked in it or have a salary element of it; with `externals`, everybody who worked in it. */
async function workersOf(
  db: Db,
  { calendar: { window }, period }: HoursPlace,
  { agents = null, externals = false, closed = null }: PeopleFilter,
  source: Source,
): Promise<Worker[]> {
  const values: unknown[] = [new Date(window.from * 60_000), new Date(window.to * 60_000), period.start, period.end];
  const oneOf = (ids: readonly string[]): string => `a.id = any ($${values.push(ids)}::uuid[])`;
  const external = closed
    ? `case when ${oneOf([...closed.terms.keys()])} then false when ${oneOf(closed.rules?.externals ?? [])} then true else ${isExternal('a')} end`
    : isExternal('a');
  return db.query<Worker>({
    name: `pay-workers${agents ? '' : '-all'}${externals ? '-externals' : ''}${closed ? '-closed' : ''}${source.suffix}`,
    text: `with contracts as materialized (select c.agent_id, json_agg(json_build_object('id', c.id, 'type', c.type, 'startDate', c.start_date, 'endDate', c.end_date,
          'period', c.period, 'hoursLimit', c.hours_limit::float8, 'cycleWeeks', case c.cycle when 'NONE' then null when 'C32' then 3 else 4 end, 'partTime', c.part_time,
          'hourlyPay', c.hourly_pay, 'monthlyPay', c.monthly_pay, 'category', c.category, 'classificationCoeff', c.classification_coeff) order by c.start_date) as list,
          bool_or(c.start_date <= $4 and (c.end_date is null or c.end_date >= $3)) as here
        from agent_contracts c where c.agency_id = app_agency() group by 1),
      overtime as materialized (select o.agent_id, json_agg(json_build_object('from', o.from_hours, 'percent', o.percent) order by o.from_hours) as list
        from agent_overtime o where o.agency_id = app_agency() group by 1)
      select a.id, a.fullname as name, a.type, (${external}) as external, a.registration_number as "registrationNumber", a.seniority::text, a.holiday_rest as "holidayRest", ${placeJson('a')} as home,
        coalesce(c.list, '[]') as contracts, coalesce(o.list, '[]') as overtime
      from agents a left join contracts c on c.agent_id = a.id left join overtime o on o.agent_id = a.id
      where a.agency_id = app_agency() and ${agents ? oneOf(agents) : 'true'} ${externals ? '' : `and not (${external})`}
        and (c.here and not (${external}) or a.id in (select h.agent_id from ${source.services} s cross join ${peopleOn(source.people)}
          where s.agency_id = app_agency() and s.start_at < $2 and s.end_at > $1 and s.start_at >= $1::timestamptz - interval '72 hours' and ${worked('s')})
          or not (${external}) and a.id in (select e.user_company_id from salary_elements e where e.agency_id = app_agency() and e.date between $3 and $4))
      order by a.fullname, a.id`,
    values,
  });
}

interface Work extends Omit<LivedRow, keyof LivedBreaks>, SettlementRow {
  agent: string;
  id: string;
  site: string;
  siteId: string | null;
  customerId: string | null;
  dog: boolean;
  excluded: NonNullable<Worked['excluded']> | null;
  at: Place | null;
}

async function workOf(
  db: Db,
  { loaded }: Pick<HoursPlace, 'loaded'>,
  agents: readonly string[] | null,
  source: Source,
): Promise<Map<string, (Worked & { at: Place | null })[]>> {
  const joined = agents
    ? `join ${peopleOf(' and h.agent_id = any ($3::uuid[])', source.people)} on h.agency_id = s.agency_id and h.service_id = s.id`
    : `cross join ${peopleOn(source.people)}`;
  const rows = await db.query<Work>({
    name: `${agents ? 'pay-work' : 'pay-work-all'}${source.suffix}`,
    text: `select h.agent_id as agent, s.id, ${timeColumns('s', 't', 'h.planned')}, ${settlementColumns('t')}, coalesce(i.name, '') as site, s.site_id as "siteId",
        i.customer_id as "customerId", coalesce(y.with_dog, false) as dog, y.excluded_work as excluded, ${placeJson('i')} as at
      from ${source.services} s ${joined}
        ${joinTimes('s', 'h.agent_id', 't')} left join sites i on i.agency_id = s.agency_id and i.id = s.site_id
        left join specialties y on y.agency_id = s.agency_id and y.id = s.specialty_id
      where s.agency_id = app_agency() and ${touching('s')} and ${worked('s')} order by s.start_at, s.id`,
    values: agents ? [...loaded, agents] : [...loaded],
  });
  const breaks = await readBreaks(
    db,
    rows.map(({ id }) => id),
  );
  const now = minuteNow();
  const found = new Map<string, (Worked & { at: Place | null })[]>();
  for (const { agent, id, site, siteId, customerId, dog, excluded, at, ...times } of rows) {
    const facts = { ...times, ...breaks(id, agent) } as LivedRow & SettlementRow;
    const counted = countedShift(id, facts, settlementOf(facts), now);
    // Somebody who did not come is not paid; the gap is still to be settled.
    const { start, end, gaps } = counted ?? { start: facts.start, end: facts.start, gaps: [] };
    const unsettled = facts.settlement === timesToSettle;
    push(found, agent, {
      ...{ id, start, end, gaps, site, siteId, customerId, dog, excluded, at, unsettled },
      planStart: facts.start,
    });
  }
  return found;
}

async function absencesOf(
  db: Db,
  { loaded }: HoursPlace,
  agents: readonly string[] | null,
): Promise<Map<string, PayAbsence[]>> {
  const rows = await db.query<PayAbsence & { agent: string } & Record<string, unknown>>({
    name: agents ? 'pay-absences' : 'pay-absences-all',
    text: `select u.agent_id as agent, y.id as "typeId", y.name as type, y.pay_effect as effect, u.duration as days
      from unavailabilities u join agency_unavailability_types y on y.agency_id = u.agency_id and y.id = u.type_id
      where u.agency_id = app_agency() and u.start_at < $2 and u.end_at >= $1 ${agents ? 'and u.agent_id = any ($3::uuid[])' : ''} order by u.start_at, u.id`,
    values: agents ? [...loaded, agents] : [...loaded],
  });
  const found = new Map<string, PayAbsence[]>();
  for (const { agent, ...absence } of rows) push(found, agent, absence);
  return found;
}

async function elementsOf(
  db: Db,
  { period }: HoursPlace,
  agents: readonly string[] | null,
): Promise<Map<string, PayElement[]>> {
  const rows = await db.query<PayElement & { agent: string } & Record<string, unknown>>({
    name: agents ? 'pay-elements' : 'pay-elements-all',
    text: `select e.user_company_id as agent, e.type_id as "typeId", y.name as type, e.date::text, e.direction, e.quantity::float8, e.amount::float8, e.comment
      from salary_elements e join agency_salary_element_types y on y.agency_id = e.agency_id and y.id = e.type_id
      where e.agency_id = app_agency() and e.date between $1 and $2 ${agents ? 'and e.user_company_id = any ($3::uuid[])' : ''} order by e.date, e.id`,
    values: agents ? [period.start, period.end, agents] : [period.start, period.end],
  });
  const found = new Map<string, PayElement[]>();
  for (const { agent, ...element } of rows) push(found, agent, element);
  return found;
}

/** Services of the period that nobody clocked, by person. */
async function unclockedOf(
  db: Db,
  { calendar: { window } }: HoursPlace,
  agents: readonly string[] | null,
): Promise<Map<string, number>> {
  const rows = await db.query<{ agent: string; count: number }>({
    name: agents ? 'pay-unclocked' : 'pay-unclocked-all',
    text: `select h.agent_id as agent, count(*)::integer as count from services s join service_agents h on h.agency_id = s.agency_id and h.service_id = s.id
      where s.agency_id = app_agency() and s.start_at >= $1 and s.start_at < $2 and s.status = ${missed} and s.circuit_id is null
        ${agents ? 'and h.agent_id = any ($3::uuid[])' : ''} group by 1`,
    values: [new Date(window.from * 60_000), new Date(window.to * 60_000), ...(agents ? [agents] : [])],
  });
  return new Map(rows.map(({ agent, count }) => [agent, count]));
}

const kilometresOf = (home: Place | null, site: Place | null): number | null =>
  home && site ? (2 * metresBetween(home, site)) / 1_000 : null;

export async function peopleToPay(db: Db, hours: HoursPlace, filter: PeopleFilter = {}): Promise<PaidPerson[]> {
  const { agents = null, published = false, closed = null } = filter;
  const source = sourceOf(published);
  const workers = (await workersOf(db, hours, filter, source)).map((worker) => ({
    ...worker,
    ...closed?.terms.get(worker.id),
  }));
  const effects = closed?.rules?.effects ?? {};
  const work = await workOf(db, hours, agents, source);
  const absences = await absencesOf(db, hours, agents);
  const elements = await elementsOf(db, hours, agents);
  const unclocked = await unclockedOf(db, hours, agents);
  // Only a cycle reaches further back than the loaded weeks.
  const onCycle = workers.filter(({ contracts }) => contracts.some(({ cycleWeeks }) => cycleWeeks)).map(({ id }) => id);
  const before = beforeLoaded(hours);
  const earlier = onCycle.length > 0 ? await workOf(db, before, onCycle, source) : new Map<string, Worked[]>();
  return workers.map(
    ({ id, name, type, external, registrationNumber, seniority, holidayRest, home, contracts, overtime }) => ({
      ...{ id, name, external, registrationNumber, seniority, holidayRest, contracts, overtimeIncrease: overtime },
      terms: { type, overtime, holidayRest },
      hourly: type === 'EMERGENCY',
      weekMinutes: weekMinutesBefore(before.calendar, contracts, earlier.get(id) ?? [], work.get(id) ?? []),
      shifts: (work.get(id) ?? []).map(({ at, ...shift }) => ({
        ...shift,
        kilometres: shift.dog ? kilometresOf(home, at) : null,
      })),
      absences: (absences.get(id) ?? []).map((one) => ({ ...one, effect: effects[one.typeId] ?? one.effect })),
      elements: elements.get(id) ?? [],
      unclocked: unclocked.get(id) ?? 0,
      carried: { nightRest: 0, quotaRest: 0, overtimeYear: 0 },
    }),
  );
}
