// A month of pay of the agency: computed while it is open, with the regularisations of closed months; read as it was closed
// afterwards.
import {
  type CounterCorrection,
  carriedFrom,
  corrected,
  counterCorrection,
  nothingCarried,
  openingNow,
} from '#core/pay/counters.ts';
import type { Carried, PayIssue } from '#core/pay/facts.ts';
import { totalOf } from '#core/pay/lines.ts';
import { type Counter, type PayCounters, payMonth } from '#core/pay/month.ts';
import { regularisationsOf } from '#core/pay/regularise.ts';
import { inRubricOrder, type PayLine } from '#core/pay/rubrics.ts';
import type { Calendar } from '#core/planning/calendar.ts';
import { monthAfter } from '#core/planning/days.ts';
import type { Db } from '#server/db/database.ts';
import { push } from '#server/planning/facts.ts';
import { type ClosedMonth, type PaySettings, payPlace } from './place.ts';
import { type ClosedWith, type PaidPerson, type PayTerms, peopleToPay } from './work.ts';

export interface PaidRow {
  id: string;
  name: string;
  registrationNumber: string | null;
  effective: number;
  paid: number;
  unsettled: number;
  issues: PayIssue[];
  total: number;
  counters: PayCounters;
  lines: PayLine[];
  /** Null: he is only corrected in this month, or it was closed before they were kept. */
  terms: PayTerms | null;
}

interface ClosedCountersOf extends Record<string, unknown> {
  id: string;
  month: string;
  counters: PayCounters;
}

/** Closed months that are computed again, to find what changed in them since. */
export const regularisedMonths = 3;

interface Frozen extends Record<string, unknown>, PaidRow {
  month: string;
}

/** The rows of closed months; names as they are today, so that an erased person stays erased. */
export async function closedRows(
  db: Db,
  months: readonly ClosedMonth[],
  agents: readonly string[] | null,
): Promise<Frozen[]> {
  if (months.length === 0) return [];
  return db.query<Frozen>({
    name: `closed-pay${agents ? '' : '-all'}`,
    text: `select p.month, r.agent_id as id, a.fullname as name, r.registration_number as "registrationNumber", r.effective, r.paid, r.unsettled, r.issues, r.total, r.counters, r.lines, r.terms
      from payroll_rows r join payrolls p on p.agency_id = r.agency_id and p.id = r.payroll_id join agents a on a.agency_id = r.agency_id and a.id = r.agent_id
      where r.agency_id = app_agency() and r.payroll_id = any ($1::uuid[]) ${agents ? 'and r.agent_id = any ($2::uuid[])' : ''}
      order by p.month, a.fullname, a.id`,
    values: agents ? [months.map(({ id }) => id), agents] : [months.map(({ id }) => id)],
  });
}

/** The last closed month of each person before this one: he may be in none of the last. */
async function lastCounters(db: Db, month: string, agents: readonly string[] | null): Promise<ClosedCountersOf[]> {
  return db.query<ClosedCountersOf>({
    name: `last-pay-counters${agents ? '' : '-all'}`,
    text: `select distinct on (r.agent_id) r.agent_id as id, r.month, r.counters from payroll_rows r
      where r.agency_id = app_agency() and r.month < $1 ${agents ? 'and r.agent_id = any ($2::uuid[])' : ''} order by r.agent_id, r.month desc`,
    values: agents ? [month, agents] : [month],
  });
}

const isIn = (minute: number, { window }: Calendar): boolean => minute >= window.from && minute < window.to;

/** Without regularisations. Null: everybody. */
async function computed(
  db: Db,
  month: string,
  settings: PaySettings,
  agents: readonly string[] | null,
  carried: ReadonlyMap<string, Carried>,
  closed: ClosedWith | null = null,
): Promise<PaidRow[]> {
  const { place, hours } = await payPlace(db, month, settings);
  const people = await peopleToPay(db, hours, { agents, closed });
  return people.map((person) => {
    const found = payMonth(place, { ...person, carried: carried.get(person.id) ?? nothingCarried });
    return { ...headOf(person), ...found, unsettled: unsettledOf(person, place.calendar) };
  });
}

const headOf = ({ id, name, registrationNumber, terms }: PaidPerson) => ({ id, name, registrationNumber, terms });

const unsettledOf = ({ shifts }: PaidPerson, calendar: Calendar): number =>
  shifts.filter(({ unsettled, planStart }) => unsettled && isIn(planStart, calendar)).length;

interface Corrections {
  lines: PayLine[];
  counters: CounterCorrection[];
}

/** What the open month pays and counts for closed ones. */
async function regularisations(
  db: Db,
  month: string,
  settings: PaySettings,
  agents: readonly string[] | null,
): Promise<Map<string, Corrections>> {
  const found = new Map<string, Corrections>();
  // Only the month after the last closed one corrects it.
  if (!settings.last || monthAfter(settings.last.month, 1) !== month) return found;
  const recent = settings.closed.slice(-regularisedMonths);
  const rows = new Map<string, (ClosedCountersOf & Partial<Pick<Frozen, 'lines' | 'terms'>>)[]>();
  // Those before them have the counters that they begin with.
  const older = await lastCounters(db, recent[0]?.month ?? month, agents);
  for (const row of [...older, ...(await closedRows(db, recent, agents))]) push(rows, row.id, row);
  for (const { month: closed, rules } of recent) {
    const terms = new Map(
      [...rows].flatMap(([id, own]) => {
        const kept = own.find((row) => row.month === closed)?.terms;
        return kept ? [[id, kept] as const] : [];
      }),
    );
    const opening = new Map(
      [...rows].map(([id, own]) => [id, openingNow(own, closed, found.get(id)?.counters ?? [])] as const),
    );
    const now = new Map(
      (await computed(db, closed, settings, agents, opening, { terms, rules })).map((row) => [row.id, row]),
    );
    const people = new Set([...now.keys(), ...rows.keys()]);
    for (const id of people) {
      const own = rows.get(id) ?? [];
      const paid = own.flatMap((row) =>
        (row.lines ?? []).filter(({ regularises }) =>
          row.month === closed ? regularises === null : regularises === closed,
        ),
      );
      const { lines, counters } = found.get(id) ?? { lines: [], counters: [] };
      const more = regularisationsOf(closed, paid, now.get(id)?.lines ?? []);
      const counter = counterCorrection(own, closed, now.get(id)?.counters, counters);
      if (more.length > 0 || counter)
        found.set(id, { lines: [...lines, ...more], counters: [...counters, ...(counter ? [counter] : [])] });
    }
  }
  return found;
}

export interface Payroll {
  month: string;
  closed: ClosedMonth | null;
  rows: PaidRow[];
}

export async function payrollOf(
  db: Db,
  month: string,
  settings: PaySettings,
  agents: readonly string[] | null = null,
): Promise<Payroll> {
  const closed = settings.closed.find((one) => one.month === month) ?? null;
  if (closed)
    return { month, closed, rows: (await closedRows(db, [closed], agents)).map(({ month: _month, ...row }) => row) };
  const corrections = await regularisations(db, month, settings, agents);
  const last = new Map((await lastCounters(db, month, agents)).map((row) => [row.id, row]));
  const carried = new Map(
    [...new Set([...last.keys(), ...corrections.keys()])].map((id) => [
      id,
      corrected(carriedFrom(last.get(id), month), month, corrections.get(id)?.counters ?? []),
    ]),
  );
  const rows = await computed(db, month, settings, agents, carried);
  const known = new Set(rows.map(({ id }) => id));
  const gone = [...corrections.keys()].filter((id) => !known.has(id));
  return {
    month,
    closed: null,
    rows: [...rows, ...(await leavers(db, gone, carried))].map((row) => regularised(row, corrections.get(row.id))),
  };
}

function regularised(row: PaidRow, more: Corrections | undefined): PaidRow {
  if (!more) return row;
  const lines = [...row.lines, ...more.lines.toSorted(inRubricOrder)];
  const counters = more.counters.length > 0 ? { ...row.counters, corrections: more.counters } : row.counters;
  return { ...row, lines, counters, total: totalOf(lines) };
}

const unchanged = (minutes: number): Counter => ({ opening: minutes, earned: 0, taken: 0, closing: minutes });

/** People of a closed month who have left since: the open month still corrects their pay. */
async function leavers(db: Db, ids: readonly string[], carried: ReadonlyMap<string, Carried>): Promise<PaidRow[]> {
  if (ids.length === 0) return [];
  const people = await db.query<{ id: string; name: string; registrationNumber: string | null }>({
    name: 'pay-leavers',
    text: `select id, fullname as name, registration_number as "registrationNumber" from agents where agency_id = app_agency() and id = any ($1::uuid[]) order by 2, 1`,
    values: [ids],
  });
  return people.map((person) => {
    const { nightRest, quotaRest, overtimeYear, holidayRest } = carried.get(person.id) ?? nothingCarried;
    return {
      ...person,
      ...{ effective: 0, paid: 0, unsettled: 0, issues: [], total: 0, lines: [], terms: null },
      counters: {
        ...{ nightRest: unchanged(nightRest), quotaRest: unchanged(quotaRest), overtimeYear },
        ...(holidayRest ? { holidayRest: unchanged(holidayRest) } : {}),
      },
    };
  });
}
