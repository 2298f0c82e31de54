// Calls of the payroll.
import { Agency } from '#core/agencies/agency.ts';
import { Agent } from '#core/agents/agent.ts';
import { add, toNumber } from '#core/kernel/money.ts';
import { Problem } from '#core/kernel/problem.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import {
  closePayroll,
  fetchOwnCounters,
  fetchPayroll,
  fetchPayrollDetail,
  fetchPayrollMonth,
  type PayCell,
  readPayMapping,
  savePayMapping,
} from '#core/pay/calls.ts';
import { type PayMapping, payMapping, usualMapping } from '#core/pay/mapping.ts';
import type { PayCounters } from '#core/pay/month.ts';
import { fixedRubrics, inRubricOrder, overtimeLabel, type PayLine } from '#core/pay/rubrics.ts';
import { monthAfter, ofMonth } from '#core/planning/days.ts';
import { payMonthOf, payPeriodOf } from '#core/planning/pay-period.ts';
import type { Db } from '#server/db/database.ts';
import { doerOf, writeAudit } from '#server/kernel/audit.ts';
import { type Handler, handle } from '#server/kernel/call.ts';
import { freezePayroll, totalsOf, unsettledIn } from './closing.ts';
import { type PaidRow, type Payroll, payrollOf } from './payroll.ts';
import { type PaySettings, paySettings, usualMonth } from './place.ts';

const cellOf = ({ rubric, label, quantity, unit, rate, amount, regularises }: PayLine): PayCell => ({
  ...{ rubric, label, quantity, unit, rate, amount, regularises },
});

/** Why a month cannot be closed; null: it can. */
function refusalOf(month: string, { today, first, closed, last }: PaySettings): string | null {
  if (closed.some((one) => one.month === month)) return `La paie ${ofMonth(month)} est close.`;
  const { end } = payPeriodOf(month, first);
  if (today <= end) return `La période finit le ${frenchDay(end)} : elle se clôt ensuite.`;
  if (last && month < last.month)
    return `La paie ${ofMonth(last.month)} est déjà close : ce mois ne l’est plus à part.`;
  if (last && month !== monthAfter(last.month, 1))
    return `La paie ${ofMonth(monthAfter(last.month, 1))} est à clore d’abord.`;
  return null;
}

/** One column per rubric; regularisations have their own. */
const columnOf = ({ rubric, regularises }: Pick<PayLine, 'rubric' | 'regularises'>): string =>
  regularises === null ? rubric : `${rubric}@${regularises}`;

function rubricsOf(rows: readonly PaidRow[]): { rubric: string; label: string; total: number }[] {
  const found = new Map<string, { rubric: string; label: string; total: number; last: boolean }>();
  for (const line of rows.flatMap(({ lines }) => lines)) {
    const key = columnOf(line);
    const known = found.get(key);
    found.set(key, {
      rubric: key,
      label: known?.label ?? line.label,
      total: toNumber(add(known?.total ?? 0, line.amount)),
      last: line.regularises !== null,
    });
  }
  return [...found.values()]
    .sort((one, other) => Number(one.last) - Number(other.last) || inRubricOrder(one, other))
    .map(({ last: _last, ...rubric }) => rubric);
}

const rowOf = ({ lines, terms: _terms, ...row }: PaidRow) => ({
  ...row,
  cells: lines.map((line) => ({ ...cellOf(line), rubric: columnOf(line) })),
});

async function mappingOf(db: Db): Promise<PayMapping> {
  const [row] = await db.query<{ mapping: unknown }>({
    name: 'pay-mapping',
    text: 'select mapping from payroll_mappings where agency_id = app_agency()',
  });
  const read = payMapping.safeParse(row?.mapping);
  return read.success ? read.data : usualMapping;
}

export const payHandlers: Handler[] = [
  handle(fetchPayrollMonth, async ({ db, input }) => {
    const settings = await paySettings(db);
    const month = input.month ?? usualMonth(settings);
    const { closed, rows } = await payrollOf(db, month, settings);
    const { start, end } = closed ?? payPeriodOf(month, settings.first);
    return {
      ...{ month, start, end },
      closed: closed && { at: closed.at, by: closed.by },
      refusal: refusalOf(month, settings),
      unsettled: unsettledIn(rows),
      rubrics: rubricsOf(rows),
      agents: rows.map(rowOf),
      total: totalsOf(rows),
    };
  }),

  handle(fetchPayrollDetail, async ({ db, input }) => {
    const settings = await paySettings(db);
    const { month } = input;
    const [row] = (await payrollOf(db, month, settings, [input.agent])).rows;
    if (!row) throw new Problem('missing', Agent.missing);
    const { name, total, counters, lines } = row;
    return { month, name, total, counters, lines: lines.map((line) => ({ ...line, rubric: columnOf(line) })) };
  }),

  handle(fetchOwnCounters, async ({ db }) => {
    const [row] = await db.query<{ month: string; counters: PayCounters }>({
      name: 'own-counters',
      text: `select month, counters from payroll_rows where agency_id = app_agency() and agent_id = app_agent() order by month desc limit 1`,
    });
    return { month: row?.month ?? null, counters: row?.counters ?? null };
  }),

  handle(closePayroll, async (call) => {
    const { db, input, now, context } = call;
    // Two people who close at once: the second sees the first.
    await db.query({
      name: 'hold-payroll',
      text: `select pg_advisory_xact_lock(hashtextextended('payroll ' || app_agency(), 0))`,
    });
    const settings = await paySettings(db);
    const refusal = refusalOf(input.month, settings);
    if (refusal) throw new Problem('conflict', refusal);
    const payroll = await payrollOf(db, input.month, settings);
    const unsettled = unsettledIn(payroll.rows);
    if (unsettled !== input.unsettled)
      throw new Problem('conflict', `${unsettled} écarts d’heures sont à valider : relisez le mois avant de le clore.`);
    if (payroll.rows.length === 0) throw new Problem('conflict', 'Personne n’est à payer ce mois-ci.');
    await freezePayroll(db, payroll, { at: now, by: doerOf(call), settings });
    await writeAudit(db, call, {
      entity: Agency.name,
      id: context.agency as string,
      action: 'closePayroll',
      changes: { month: { before: null, after: input.month } },
    });
    return { month: input.month, closed: { at: now.toISOString(), by: doerOf(call) } };
  }),

  handle(fetchPayroll, async ({ db, input }) => {
    const settings = await paySettings(db);
    const current = payMonthOf(settings.today, settings.first);
    const asked = input.month ?? current;
    const months =
      input.shortcut === 'month'
        ? [asked]
        : Array.from({ length: 12 }, (_one, index) => `${asked.slice(0, 4)}-${String(index + 1).padStart(2, '0')}`);
    // Months to come have no pay yet; months before the first closed one were never paid here.
    const [oldest] = settings.closed;
    const told = months.filter((month) => month <= current && (!oldest || month >= oldest.month));
    const payrolls: Payroll[] = [];
    for (const month of told) payrolls.push(await payrollOf(db, month, settings));
    return {
      start: payPeriodOf(months[0] as string, settings.first).start,
      end: payPeriodOf(months.at(-1) as string, settings.first).end,
      lines: payrolls.flatMap(({ month, rows }) =>
        rows.flatMap(({ id, name, registrationNumber, lines }) =>
          lines.map((line) => ({ month, agent: id, name, registrationNumber, ...cellOf(line) })),
        ),
      ),
      open: payrolls.filter(({ closed }) => closed === null).map(({ month }) => month),
      mapping: await mappingOf(db),
    };
  }),

  handle(readPayMapping, async ({ db }) => ({ mapping: await mappingOf(db), rubrics: await knownRubrics(db) })),

  handle(savePayMapping, async (call) => {
    const { db, input, now, context } = call;
    const before = await mappingOf(db);
    await db.query({
      name: 'save-pay-mapping',
      text: `insert into payroll_mappings (agency_id, mapping, updated_at) values (app_agency(), $1, $2)
        on conflict (agency_id) do update set mapping = excluded.mapping, updated_at = excluded.updated_at`,
      values: [JSON.stringify(input), now],
    });
    if (JSON.stringify(before) !== JSON.stringify(input))
      await writeAudit(db, call, { entity: Agency.name, id: context.agency as string, action: 'mapPayroll' });
    return { mapping: input };
  }),
];

/** What a mapping can name: the fixed rubrics, the agency's rates of overtime, its types of absence and of element. */
async function knownRubrics(db: Db): Promise<{ rubric: string; label: string }[]> {
  const rows = await db.query<{ family: 'overtime' | 'absence' | 'element'; id: string; name: string }>({
    name: 'pay-rubrics',
    text: `select 'overtime' as family, x.rate::float8::text as id, '' as name from agencies g, unnest(array[g.first_overtime_rate, g.second_overtime_rate]) x (rate) where g.id = app_agency()
      union select 'overtime', o.percent::float8::text, '' from agent_overtime o where o.agency_id = app_agency()
      union select 'absence', id::text, name from agency_unavailability_types where agency_id = app_agency()
      union select 'element', id::text, name from agency_salary_element_types where agency_id = app_agency()`,
  });
  const labels = {
    overtime: (id: string) => overtimeLabel(Number(id)),
    absence: (_id: string, name: string) => `Absence : ${name}`,
    element: (_id: string, name: string) => name,
  };
  return [
    ...Object.entries(fixedRubrics).map(([rubric, label]) => ({ rubric, label })),
    ...rows.map(({ family, id, name }) => ({ rubric: `${family}:${id}`, label: labels[family](id, name) })),
  ].sort(inRubricOrder);
}
