// Salary elements: their month is open; their rates are named.

import { entityNamed } from '#core/entities.ts';
import type { Row } from '#core/kernel/entity.ts';
import { Problem } from '#core/kernel/problem.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import type { PayRate } from '#core/pay/pay-rate.ts';
import { payRateKinds } from '#core/pay/rates.ts';
import { deleteSalaryElement, directions, SalaryElement } from '#core/pay/salary-element.ts';
import { ofMonth } from '#core/planning/days.ts';
import type { Db } from '#server/db/database.ts';
import { type Handler, handle } from '#server/kernel/call.ts';
import type { Pending } from '#server/kernel/extension.ts';
import { moveMany } from '#server/kernel/move.ts';
import { type Extension, planOf } from '#server/kernel/plan.ts';
import { requestOfRow, tellBecame } from '#server/requests/became.ts';

/** The database refuses it too (refuse_closed_element). */
export async function refuseClosed(
  db: Db,
  days: readonly string[],
  advice = 'datez l’élément d’un mois ouvert',
): Promise<void> {
  const [closed] = await db.query<{ month: string }>({
    name: 'closed-day',
    text: `select month from payrolls where agency_id = app_agency() and exists (select from unnest($1::date[]) d (day) where d.day between start_date and end_date) limit 1`,
    values: [days],
  });
  if (!closed) return;
  const message = `La paie ${ofMonth(closed.month)} est close : ${advice}`;
  throw new Problem('invalid', message, { violations: [{ path: 'date', message }] });
}

type Element = Row<typeof SalaryElement>;

const words = ({ direction, amount, date }: Element): string =>
  `${directions[direction].toLowerCase()}${amount === null ? '' : ` de ${amount.toFixed(2).replace('.', ',')}`}, au ${frenchDay(date)}`;

/** The advance of one person is not held back from another. */
function refuseOtherAgent(rows: readonly Pending<typeof SalaryElement>[]): void {
  for (const { draft, current } of rows) {
    if (!current?.request || !draft.userCompany || draft.userCompany.id.toLowerCase() === current.userCompany.id)
      continue;
    const message = `Cet élément vient de la demande acceptée « ${current.request.subject} » : il garde son collaborateur.`;
    throw new Problem('invalid', message, { violations: [{ path: 'userCompany', message }] });
  }
}

export const salaryElementExtension: Extension<typeof SalaryElement> = {
  computed: {
    typeName: (t) =>
      `(select y.name from agency_salary_element_types y where y.agency_id = ${t}.agency_id and y.id = ${t}.type_id)`,
    request: requestOfRow('salary_element_id'),
  },
  async beforeSave(rows, { db }) {
    refuseOtherAgent(rows);
    const days = rows.flatMap(({ draft, current }) => [draft.date, current?.date]).filter((day) => day != null);
    await refuseClosed(db, days);
  },
  afterSave: (rows, call) =>
    tellBecame(
      rows.flatMap(({ before, after }) =>
        before?.request &&
        (before.amount !== after.amount || before.date !== after.date || before.direction !== after.direction)
          ? [
              {
                ...{ request: before.request.id, title: 'Acompte modifié' },
                content: `L’élément de salaire né de cette demande a été modifié : ${words(after)}. Il était : ${words(before)}.`,
              },
            ]
          : [],
      ),
      call,
    ),
  afterMove: (_, rows, call) =>
    tellBecame(
      rows.flatMap((row) =>
        row.request
          ? [
              {
                ...{ request: row.request.id, title: 'Acompte supprimé' },
                content: `L’élément de salaire né de cette demande a été supprimé : ${words(row)}.`,
              },
            ]
          : [],
      ),
      call,
    ),
};

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

export const payRateExtension: Extension<typeof PayRate> = {
  computed: {
    label: (t) =>
      `case ${t}.kind ${Object.entries(payRateKinds)
        .map(([kind, label]) => `when ${quoted(kind)} then ${quoted(label)}`)
        .join(' ')} else ${t}.kind end`,
  },
  /** Two values of one kind from one day: which one pays would be chance. */
  async beforeSave(rows, { db }) {
    await db.query({
      name: 'hold-pay-rates',
      text: `select pg_advisory_xact_lock(hashtextextended('pay-rates ' || app_agency(), 0))`,
    });
    const wanted = rows.map(({ draft, current }) => ({ ...current, ...draft, id: current?.id ?? null }));
    const [double] = await db.query<{ kind: string; day: string }>({
      name: 'double-pay-rate',
      text: `select r.kind, to_char(r.valid_from, 'DD/MM/YYYY') as day from json_to_recordset($1) w (id uuid, kind text, "validFrom" date)
        join pay_rates r on r.agency_id = app_agency() and r.kind = w.kind and r.valid_from = w."validFrom" and r.id is distinct from w.id limit 1`,
      values: [JSON.stringify(wanted)],
    });
    if (!double) return;
    const message = `Ce taux est déjà donné à partir du ${double.day} : modifiez-le`;
    throw new Problem('invalid', message, { violations: [{ path: 'validFrom', message }] });
  },
};

const plan = planOf(SalaryElement, salaryElementExtension, entityNamed);

export const elementHandlers: Handler[] = [
  handle(deleteSalaryElement, async (call) => {
    await moveMany(plan, [call.params.id], 'delete', call);
  }),
];
