// An accepted advance is a salary element: paid now, deducted from the pay of its month.
import { entityNamed } from '#core/entities.ts';
import { Problem } from '#core/kernel/problem.ts';
import { SalaryElement } from '#core/pay/salary-element.ts';
import type { Answering } from '#core/requests/calls.ts';
import type { Db } from '#server/db/database.ts';
import type { Call } from '#server/kernel/call.ts';
import { moveMany } from '#server/kernel/move.ts';
import { planOf } from '#server/kernel/plan.ts';
import { saveMany } from '#server/kernel/save.ts';
import { agencyToday } from '#server/kernel/today.ts';
import { refuseClosed, salaryElementExtension } from '#server/pay/elements.ts';
import { goneAgent, require } from './leave.ts';
import type { AgentRequestRow } from './rows.ts';

const plan = planOf(SalaryElement, salaryElementExtension, entityNamed);

/** The agency's type of element for advances, today. */
export async function usualElement(db: Db): Promise<NonNullable<Answering['advance']>> {
  const [type] = await db.query<{ id: string; name: string }>({
    name: 'advance-type',
    text: `select id, name from agency_salary_element_types where agency_id = app_agency() and enabled and name ilike 'acompte%' order by rank limit 1`,
  });
  return { type: type ?? null, date: await agencyToday(db) };
}

export async function makeElement(
  row: AgentRequestRow,
  asked: { type: { id: string }; date: string } | null,
  call: Call,
): Promise<void> {
  require(call, 'createSalaryElement');
  const { db } = call;
  const gone = await goneAgent(db, row.agent.id);
  if (gone) throw new Problem('conflict', gone);
  const usual = asked ?? (await usualElement(db));
  if (!usual.type)
    throw new Problem('invalid', 'Choisissez le type d’élément de salaire', {
      violations: [{ path: 'element.type', message: 'Choisissez le type d’élément de salaire' }],
    });
  const draft = {
    ...{ userCompany: { id: row.agent.id }, type: { id: usual.type.id }, date: usual.date },
    ...{ direction: 'DEDUCTION', quantity: 1, amount: row.amount, comment: `Demande « ${row.subject} »` },
  };
  const [saved] = await saveMany(plan, [draft], call, { byServer: true, pathOf: () => 'element' });
  await db.query({
    name: 'tie-element',
    text: 'update agent_requests set salary_element_id = $2 where agency_id = app_agency() and id = $1',
    values: [row.id, saved?.after.id],
  });
}

/** Of an open month; what a closed pay has deducted stays. */
export async function dropElement({ id, salaryElement }: AgentRequestRow, call: Call): Promise<void> {
  if (!salaryElement) return;
  require(call, 'deleteSalaryElement');
  await refuseClosed(call.db, [salaryElement.date], 'l’acompte y est retenu, la réponse ne change plus');
  // First: the answer itself tells him.
  await call.db.query({
    name: 'untie-element',
    text: 'update agent_requests set salary_element_id = null where agency_id = app_agency() and id = $1',
    values: [id],
  });
  await moveMany(plan, [salaryElement.id], 'delete', call);
}
