// Pay of a demo agency: salary elements of two months; one agency has closed last month, the other has it still to close.
import { monthAfter } from '#core/planning/days.ts';
import { payMonthOf, payPeriodOf } from '#core/planning/pay-period.ts';
import type { DemoAgency } from '#demo/index.ts';
import type { Db } from '#server/db/database.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';
import { freezePayroll } from '#server/pay/closing.ts';
import { payrollOf } from '#server/pay/payroll.ts';
import { paySettings } from '#server/pay/place.ts';

/** By rank among the agency's people. */
const elements = [
  { every: 4, type: 'Indemnité de transport', direction: 'GAIN', amount: 45, comment: 'Abonnement aux transports' },
  { every: 7, type: 'Prime', direction: 'GAIN', amount: 120, comment: 'Remplacement au pied levé' },
  { every: 9, type: 'Acompte', direction: 'DEDUCTION', amount: 300, comment: 'Versé le 15' },
  { every: 11, type: 'Prime', direction: 'GAIN', amount: 60, comment: 'Parrainage d’un collègue' },
  { every: 13, type: 'Retenue', direction: 'DEDUCTION', amount: 35, comment: 'Badge perdu' },
] as const;

async function insertElements(
  db: Db,
  { agency, agents }: DemoAgency,
  months: readonly string[],
  now: Date,
): Promise<void> {
  const paid = agents.filter(({ status, draft }) => status < 300 && (draft.agentInfos?.contracts?.length ?? 0) > 0);
  const rows = months.flatMap((month, shift) =>
    paid.flatMap(({ id }, rank) =>
      elements
        .filter(({ every }) => (rank + shift) % every === 1)
        .map(({ every, ...element }) => ({
          ...element,
          id: uuidv7(now.getTime()),
          agent: id,
          date: `${month}-${String(2 + ((rank + every) % 12)).padStart(2, '0')}`,
        })),
    ),
  );
  await db.query({
    text: `insert into salary_elements (agency_id, id, user_company_id, type_id, date, direction, amount, comment, created_at, updated_at)
      select $1, r.id, r.agent, y.id, r.date, r.direction, r.amount, r.comment, $3, $3
      from json_to_recordset($2) as r (id uuid, agent uuid, type text, date date, direction text, amount numeric, comment text)
        join agency_salary_element_types y on y.agency_id = $1 and y.name = r.type`,
    values: [agency.id, JSON.stringify(rows), now],
  });
}

export async function insertPay(db: Db, world: DemoAgency, now: Date, closes: boolean): Promise<void> {
  const agency = world.agency.id;
  const current = payMonthOf(now.toISOString().slice(0, 10), 1);
  const last = monthAfter(current, -1);
  await insertElements(db, world, [last, current], now);
  if (!closes) return;
  // As the agency itself would compute it.
  await db.query({ text: `select set_config('app.agency', $1, true)`, values: [agency] });
  const settings = await paySettings(db);
  const owner = world.agents.find(({ isOwner }) => isOwner)?.draft;
  const closed = new Date(`${payPeriodOf(current, 1).start}T09:12:00Z`);
  const by = owner ? `${owner.firstname} ${owner.lastname}` : null;
  await freezePayroll(db, await payrollOf(db, last, settings), { at: closed, by, settings });
  await db.query({ text: `select set_config('app.agency', '', true)` });
}
