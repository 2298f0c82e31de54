// Hours of a period: one query reads the services, core/planning/hours.ts counts them.

import { Agency } from '#core/agencies/agency.ts';
import { Agent } from '#core/agents/agent.ts';
import { Problem } from '#core/kernel/problem.ts';
import { type Calendar, calendarOf, instantOf, margin } from '#core/planning/calendar.ts';
import { daysAfter } from '#core/planning/days.ts';
import {
  type Hours,
  type HoursFacts,
  type HoursSettings,
  type HoursShift,
  hoursOf,
  plannedIn,
} from '#core/planning/hours.ts';
import {
  agentsHours,
  type CountedPeriod,
  type HoursLine,
  type HoursOrder,
  type HoursRow,
  hourDetail,
  ownHours,
  type WholeHours,
} from '#core/planning/hours-calls.ts';
import { countedShift } from '#core/planning/lived.ts';
import type { ContractFacts, Minute } from '#core/planning/model.ts';
import { payPeriodAround } from '#core/planning/pay-period.ts';
import { timesToSettle } from '#core/planning/service-time.ts';
import { type SlotMinutes, slotNames } from '#core/planning/slots.ts';
import { activeStatus, inactiveStatus } from '#core/roles.ts';
import type { Db } from '#server/db/database.ts';
import { type Handler, handle } from '#server/kernel/call.ts';
import { beforeLoaded, weekMinutesBefore } from './cycle-weeks.ts';
import { contractsJson, isExternal, joinTimes, planningPlace, push, worked } from './facts.ts';
import { holidaysOf } from './holidays.ts';
import {
  type LivedBreaks,
  type LivedRow,
  readBreaks,
  type SettlementRow,
  settlementColumns,
  settlementOf,
  timeColumns,
} from './lived.ts';

interface Asked {
  start?: string | undefined;
  end?: string | undefined;
}

export interface HoursPlace {
  period: CountedPeriod;
  calendar: Calendar;
  hours: Hours;
  /** The window and the weeks that touch it. */
  loaded: [Date, Date];
  rules: HoursRules;
  settings: Awaited<ReturnType<typeof planningPlace>>['settings'];
}

/** The agency's settings that hours are counted with, apart from the first day of a period. */
export interface HoursRules extends Pick<Required<HoursSettings>, 'night' | 'overtime'> {
  /** Absent: closed before it was kept. */
  holidayLocale?: string;
  regulation: HoursPlace['settings']['regulation'];
}

/** `rules`: those of a month that was closed with them, instead of today's. */
export async function hoursPlace(db: Db, asked: Asked, rules: HoursRules | null = null): Promise<HoursPlace> {
  const { zone, holidayLocale: ownLocale, settings: own } = await planningPlace(db);
  const settings = rules ? { ...own, regulation: rules.regulation } : own;
  const [row] = await db.query<Required<HoursSettings> & { today: string } & Record<string, unknown>>({
    name: 'hours-settings',
    text: `select json_build_object('start', to_char(night_start, 'HH24:MI'), 'end', to_char(night_end, 'HH24:MI')) as night,
        json_build_array(json_build_object('from', first_overtime_from, 'percent', first_overtime_rate),
          json_build_object('from', second_overtime_from, 'percent', second_overtime_rate)) as overtime,
        pay_period_start as "payPeriodStart", app_today()::text as today
      from agencies where id = app_agency()`,
  });
  if (!row) throw new Problem('missing', Agency.missing);
  const { payPeriodStart } = row;
  const holidayLocale = rules?.holidayLocale ?? ownLocale;
  const { start, end } =
    asked.start && asked.end ? { start: asked.start, end: asked.end } : payPeriodAround(row.today, payPeriodStart);
  // Art. 7.12 may add hours of the days after the period.
  const holidays = holidaysOf(holidayLocale, daysAfter(start, -margin), daysAfter(end, margin));
  const calendar = calendarOf({ zone, from: start, to: end, holidays });
  const { from, to } = calendar.loaded;
  return {
    period: { start, end, payPeriodStart },
    calendar,
    hours: hoursOf(calendar, { ...row, ...rules, branch: settings.regulation === 'IDCC1351' }),
    rules: rules ?? { night: row.night, overtime: row.overtime, regulation: settings.regulation, holidayLocale },
    loaded: [new Date(from * 60_000), new Date(to * 60_000)],
    settings,
  };
}

interface Worker extends Record<string, unknown> {
  id: string;
  name: string;
  external: boolean;
  contracts: ContractFacts[];
  overtime: HoursFacts['overtimeIncrease'];
}

/** Null: all agents of the planning, and agents who worked in the period and left since. */
async function workersOf(db: Db, agents: readonly string[] | null, [from, to]: [Date, Date]): Promise<Worker[]> {
  return db.query<Worker>({
    name: agents ? 'hours-workers' : 'hours-workers-all',
    text: `select a.id, a.fullname as name, ${isExternal('a')} as external, ${contractsJson} as contracts,
        (select coalesce(json_agg(json_build_object('from', o.from_hours, 'percent', o.percent) order by o.from_hours), '[]')
          from agent_overtime o where o.agency_id = a.agency_id and o.agent_id = a.id) as overtime
      from agents a where ${
        agents
          ? 'a.id = any ($1::uuid[])'
          : `(a.status in (${activeStatus}, ${inactiveStatus}) and a.plannable) or a.id in (select h.agent_id from seen_services s
        join seen_service_agents h on h.agency_id = s.agency_id and h.service_id = s.id
        where s.agency_id = app_agency() and s.start_at >= $1 and s.start_at < $2 and ${worked('s')})`
      }`,
    values: agents ? [agents] : [from, to],
  });
}

/** Services that touch the period; none lasts longer than three days. */
export const touching = (service: string): string =>
  `${service}.start_at >= $1::timestamptz - interval '72 hours' and ${service}.start_at < $2 and ${service}.end_at > $1`;

export interface WorkedShift extends HoursShift {
  reference: string;
  site: string;
  postTitle: string | null;
  plan: NonNullable<HoursShift['plan']>;
  /** The agency has not decided yet about the lived times (decision 97). */
  unsettled: boolean;
}

/** The people of services `s`: those planned, and those who worked on it and were replaced. */
export const peopleOf = (among: string, people = 'seen_service_agents'): string => `(
    select h.agency_id, h.service_id, h.agent_id, true as planned from ${people} h where h.agency_id = app_agency()${among}
    union all
    select h.agency_id, h.service_id, h.agent_id, false from service_times h where h.agency_id = app_agency()${among} and h.started_at is not null
      and not exists (select from ${people} o where o.agency_id = h.agency_id and o.service_id = h.service_id and o.agent_id = h.agent_id)) h`;

/**
 * The same for everybody, looked up by the id of service `s`: joined as a whole, the people of all years are read, and
 * without statistics the query planner compares each with each.
 */
export const peopleOn = (people = 'seen_service_agents'): string => `lateral (
    select h.agent_id, true as planned from ${people} h where h.agency_id = s.agency_id and h.service_id = s.id
    union all
    select h.agent_id, false from service_times h where h.agency_id = s.agency_id and h.service_id = s.id and h.started_at is not null
      and not exists (select from ${people} o where o.agency_id = h.agency_id and o.service_id = h.service_id and o.agent_id = h.agent_id)) h`;

export const minuteNow = (): Minute => Math.floor(Date.now() / 60_000);

/** By agent, sorted by start. */
async function workOf(
  db: Db,
  agents: readonly string[] | null,
  period: [Date, Date],
): Promise<Map<string, WorkedShift[]>> {
  const rows = await db.query<Work>({
    name: agents ? 'hours-work' : 'hours-work-all',
    text: `select h.agent_id as agent, s.id, s.reference, ${timeColumns('s', 't', 'h.planned')}, ${settlementColumns('t')},
        coalesce(i.name, '') as site, s.post_title as "postTitle", y.excluded_work as excluded
      from seen_services s join ${peopleOf(agents ? ' and h.agent_id = any ($3::uuid[])' : '')} on h.agency_id = s.agency_id and h.service_id = s.id
        ${joinTimes('s', 'h.agent_id', 't')} left join sites i on i.agency_id = s.agency_id and i.id = s.site_id
        left join specialties y on y.agency_id = s.agency_id and y.id = s.specialty_id
      where s.agency_id = app_agency() and ${touching('s')} and ${worked('s')}
      order by s.start_at, s.id`,
    values: agents ? [...period, agents] : [...period],
  });
  const breaks = await readBreaks(
    db,
    rows.map(({ id }) => id),
  );
  const now = minuteNow();
  const found = new Map<string, WorkedShift[]>();
  for (const { agent, reference, site, postTitle, excluded, ...times } of rows) {
    const facts = { ...times, ...breaks(times.id, agent) } as LivedRow & SettlementRow & { id: string };
    const plan = { id: facts.id, start: facts.start, end: facts.end, gaps: facts.gaps };
    // Somebody who did not come keeps the line of his plan, with nothing counted.
    const counted = countedShift(facts.id, facts, settlementOf(facts), now) ?? { ...plan, end: facts.start };
    push(found, agent, {
      ...{ ...counted, reference, site, postTitle, excluded, plan },
      unsettled: facts.settlement === timesToSettle,
    });
  }
  return found;
}

interface Work extends Omit<LivedRow, keyof LivedBreaks>, SettlementRow {
  agent: string;
  id: string;
  reference: string;
  site: string;
  postTitle: string | null;
  excluded: NonNullable<HoursShift['excluded']> | null;
}

export interface Counted {
  row: WholeHours;
  work: readonly WorkedShift[];
}

export async function count(db: Db, agents: readonly string[] | null, place: HoursPlace): Promise<Counted[]> {
  const { hours, loaded, calendar } = place;
  const workers = await workersOf(db, agents, loaded);
  const work = await workOf(db, agents, loaded);
  // Only a cycle reaches further back than the loaded weeks.
  const onCycle = workers.filter(({ contracts }) => contracts.some(({ cycleWeeks }) => cycleWeeks)).map(({ id }) => id);
  const before = beforeLoaded(place);
  const earlier = onCycle.length > 0 ? await workOf(db, onCycle, before.loaded) : new Map<string, WorkedShift[]>();
  const now = minuteNow();
  return workers.map(({ id, name, external, contracts, overtime }) => {
    const own = work.get(id) ?? [];
    const weekMinutes = weekMinutesBefore(before.calendar, contracts, earlier.get(id) ?? [], own);
    const facts = { contracts, overtimeIncrease: overtime, counters: { weekMinutes } };
    const { spans: _spans, ...counted } = hours.of(facts, own, now);
    // External agents have neither contract nor overtime here, and are not paid by the agency.
    const plainly = <T extends object>(list: readonly T[]): T[] =>
      list.map((one) => (external ? { ...one, overtime: [] } : one));
    const contract = external || counted.contract === 0 ? null : counted.contract;
    return {
      row: {
        id,
        name,
        ...counted,
        paid: external ? counted.effective : counted.paid,
        paidDays: (external ? [] : counted.paidDays).map(({ day, effective, paid, by, from, to }) => ({
          day,
          effective,
          paid,
          by,
          from: instantOf(from),
          to: instantOf(to),
        })),
        unsettled: own.filter(({ unsettled, plan }) => unsettled && isIn(plan.start, calendar)).length,
        contract,
        difference: contract === null ? null : counted.effective - contract,
        overtime: external ? [] : byRate(counted.overtime),
        weeks: plainly(counted.weeks),
        months: plainly(counted.months),
        cycles: plainly(counted.cycles),
      },
      work: own,
    };
  });
}

const isIn = (minute: Minute, { window }: Calendar): boolean => minute >= window.from && minute < window.to;

/** Sums the minutes of each rate, the lowest rate first. */
export function byRate(steps: readonly { percent: number; minutes: number }[]): HoursRow['overtime'] {
  const rates = new Map<number, number>();
  for (const { percent, minutes } of steps) rates.set(percent, (rates.get(percent) ?? 0) + minutes);
  return [...rates]
    .map(([percent, minutes]) => ({ percent, minutes }))
    .sort((one, other) => one.percent - other.percent);
}

export const addedSlots = (rows: readonly { slots: SlotMinutes }[]): SlotMinutes =>
  Object.fromEntries(
    slotNames.map((name) => [name, rows.reduce((sum, { slots }) => sum + slots[name], 0)]),
  ) as SlotMinutes;

const summed = [
  'planned',
  'effective',
  'done',
  'paid',
  'breaks',
  'gaps',
  'unsettled',
  'contract',
  'difference',
  'night',
  'nightRest',
  'meals',
] as const;

function totalsOf(rows: readonly HoursRow[]): Omit<HoursRow, 'id' | 'name'> {
  const sums = Object.fromEntries(summed.map((key) => [key, rows.reduce((sum, row) => sum + (row[key] ?? 0), 0)]));
  return {
    ...(sums as Record<(typeof summed)[number], number>),
    slots: addedSlots(rows),
    overtime: byRate(rows.flatMap(({ overtime }) => overtime)),
  };
}

const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** All words of the query must match. */
export const matching = (query: string | null | undefined, ...texts: (string | null)[]): boolean => {
  const words = plain(query ?? '')
    .split(/\s+/)
    .filter(Boolean);
  const text = plain(texts.join(' '));
  return words.every((word) => text.includes(word));
};

export const inOrder =
  <R extends { id: string; name: string }>(valueBy: (row: R) => string | number | null, ascending: boolean) =>
  (one: R, other: R): number => {
    const [a, b] = [valueBy(one) ?? 0, valueBy(other) ?? 0];
    const order = typeof a === 'string' ? a.localeCompare(String(b), 'fr') : a - Number(b);
    return (ascending ? order : -order) || one.name.localeCompare(other.name, 'fr') || (one.id < other.id ? -1 : 1);
  };

const valueBy =
  (order: HoursOrder) =>
  (row: HoursRow): string | number | null =>
    order === 'overtime' ? row.overtime.reduce((sum, { minutes }) => sum + minutes, 0) : row[order];

const briefly = ({ weeks: _weeks, months: _months, cycles: _cycles, paidDays: _days, ...row }: WholeHours): HoursRow =>
  row;

/** An agent whom the caller cannot see is missing. */
async function oneOf(db: Db, agent: string, place: HoursPlace): Promise<Counted> {
  const [one] = await count(db, [agent], place);
  if (!one) throw new Problem('missing', Agent.missing);
  return one;
}

export const usualLimit = 50;

export const hoursHandlers: Handler[] = [
  handle(agentsHours, async ({ db, input }) => {
    const place = await hoursPlace(db, input);
    const { query, orderBy = 'name', ascending = true, limit = usualLimit, offset = 0 } = input;
    const rows = (await count(db, null, place))
      .map(({ row }) => briefly(row))
      .filter(({ name }) => matching(query, name))
      .sort(inOrder(valueBy(orderBy), ascending));
    return {
      period: place.period,
      hours: rows.slice(offset, offset + limit),
      filtered: rows.length,
      totals: totalsOf(rows),
    };
  }),

  handle(ownHours, async ({ db, input, context }) => {
    const place = await hoursPlace(db, input);
    const { row } = await oneOf(db, context.agent as string, place);
    return { period: place.period, hours: row };
  }),

  handle(hourDetail, async ({ db, input, context }) => {
    const agent = input.agent ?? context.agent;
    if (!agent) throw new Problem('invalid', 'Merci de sélectionner un collaborateur');
    const place = await hoursPlace(db, input);
    const { row, work } = await oneOf(db, agent, place);
    return { period: place.period, hours: row, services: work.flatMap((shift) => lineOf(shift, place)) };
  }),
];

/** The part of a service within the period; none for a service of the surrounding weeks. */
export function lineOf(shift: WorkedShift, { calendar, hours }: HoursPlace): HoursLine[] {
  const { from, to } = calendar.window;
  const { plan } = shift;
  const whole = Math.max(0, Math.min(plan.end, to) - Math.max(plan.start, from));
  const slots = hours.slotsIn(shift);
  const effective = Object.values(slots).reduce((sum, one) => sum + one, 0);
  if (whole === 0 && effective === 0) return [];
  const planned = plannedIn(shift, from, to);
  return [
    {
      service: shift.id,
      reference: shift.reference,
      startAt: instantOf(plan.start),
      endAt: instantOf(plan.end),
      site: shift.site,
      postTitle: shift.postTitle,
      planned,
      effective,
      breaks: whole - planned,
      gaps: planned - effective,
      slots,
      unsettled: shift.unsettled,
    },
  ];
}
