// Actions on references: what they move, and when they are due.
import { entityNamed } from '#core/entities.ts';
import type { Row } from '#core/kernel/entity.ts';
import type { Reference } from '#core/kernel/field.ts';
import { Problem } from '#core/kernel/problem.ts';
import { can } from '#core/roles.ts';
import { StockAction, type StockExpiration, settledAction } from '#core/stock/action.ts';
import { expiryStateOf } from '#server/agents/contracts.ts';
import type { Call } from '#server/kernel/call.ts';
import type { Extension, Pending } from '#server/kernel/extension.ts';
import { act } from '#server/kernel/move.ts';
import { planOf } from '#server/kernel/plan.ts';
import { lockRows, saveMany } from '#server/kernel/save.ts';
import { agencyToday } from '#server/kernel/today.ts';
import { Movements, refuseShortage } from './quantities.ts';

/** As the generated column `moved`. */
const movedBy = (action: number, quantity: number): number =>
  action === 100 ? quantity : action === 200 ? -quantity : 0;

export const titleOf = (t: string): string =>
  `(select r.title from stock_references r where r.agency_id = ${t}.agency_id and r.id = ${t}.stock_reference_id)`;

function movementsOf(rows: readonly Pending<typeof StockAction>[]): Movements {
  const moved = new Movements();
  for (const { draft, current } of rows) {
    if (current) moved.add(current.stockReference.id, -movedBy(current.action, current.quantity));
    const reference = draft.stockReference?.id ?? current?.stockReference.id;
    const quantity = draft.quantity ?? current?.quantity ?? 1;
    if (reference) moved.add(reference, movedBy(draft.action ?? current?.action ?? 100, quantity));
  }
  return moved;
}

export const actionExtension: Extension<typeof StockAction> = {
  computed: {
    label: titleOf,
    effectiveStatus: (t) =>
      `case when ${t}.effective_date is null then 'NONE' when ${t}.status = ${settledAction} then 'DONE' else ${expiryStateOf(`${t}.effective_date`)} end`,
    daysLeft: (t) => `(${t}.effective_date - app_today())`,
  },
  async beforeSave(rows, { db }) {
    await refuseShortage(db, movementsOf(rows));
  },
  operations: {
    async act(plan, call) {
      const { id, type } = call.params as { id: string; type: string };
      if (type === 'delete') await refuseRemovalOf(id, call);
      return act(plan, call);
    },
  },
};

export const expirationExtension: Extension<typeof StockExpiration> = {
  computed: {
    label: titleOf,
    effectiveStatus: (t) => expiryStateOf(`${t}.effective_date`),
    daysLeft: (t) => `(${t}.effective_date - app_today())`,
  },
};

export const actionPlan = planOf(StockAction, actionExtension, entityNamed);

/** An entry that was handed out since cannot be removed: less than nothing would be left. */
export async function refuseRemovalOf(id: string, { db }: Pick<Call, 'db'>): Promise<void> {
  const row = (await lockRows(actionPlan, db, [id])).get(id.toLowerCase()) as Row<typeof StockAction>;
  const moved = new Movements();
  moved.add(row.stockReference.id, -movedBy(row.action, row.quantity));
  await refuseShortage(db, moved);
}

interface Sold {
  reference: string;
  quantity: number;
}

/**
 * X-021: takes sold pieces out of the stock, in the transaction of the sale: once, or not at all. Without the right to
 * assign stock nothing is taken, and the answer is false.
 */
export const deductFromStock = (
  call: Call,
  lines: readonly Sold[],
  { invoice, site }: { invoice: Reference; site: Reference | null },
): Promise<boolean> =>
  moveSold(call, lines, { action: 200, comment: `Facture ${invoice.name}`, site: at(site) }, 'deduct', invoice);

/**
 * T-028: with the site of the invoice, its customer has the pieces among the stock of his sites (decision 074). It is no
 * assignment: what is sold does not come back.
 */
const at = (site: Reference | null): { id: string } | null => site && { id: site.id };

/** A credit note gives back what its invoice took out, and never more. */
export async function returnToStock(
  call: Call,
  lines: readonly Sold[],
  { credit, invoice, site }: { credit: string; invoice: Reference; site: Reference | null },
): Promise<boolean> {
  if (lines.length === 0) return false;
  const taken = await call.db.query<{ id: string; pieces: number }>({
    name: 'sold-pieces',
    text: `select stock_reference_id as id, sum(case when action = 200 then quantity else -quantity end)::integer as pieces from stock_actions
      where agency_id = app_agency() and stock_reference_id = any ($1::uuid[]) and invoice_id = $2 and action in (100, 200) group by 1`,
    values: [lines.map(({ reference }) => reference), invoice.id],
  });
  const out = new Map(taken.map(({ id, pieces }) => [id, pieces]));
  const back = lines.flatMap(({ reference, quantity }) => {
    const pieces = Math.min(quantity, out.get(reference.toLowerCase()) ?? 0);
    out.set(reference.toLowerCase(), (out.get(reference.toLowerCase()) ?? 0) - pieces);
    return pieces > 0 ? [{ reference, quantity: pieces }] : [];
  });
  return moveSold(
    call,
    back,
    { action: 100, comment: `Avoir ${credit} de la facture ${invoice.name}`, site: at(site) },
    'giveBack',
    invoice,
  );
}

async function moveSold(
  call: Call,
  lines: readonly Sold[],
  movement: { action: 100 | 200; comment: string; site: { id: string } | null },
  act: 'deduct' | 'giveBack',
  invoice: Reference,
): Promise<boolean> {
  if (lines.length === 0 || !can(call.asker, ['createStockReferenceAssignment'])) return false;
  const sums = new Map<string, number>();
  for (const { reference, quantity } of lines) {
    if (!Number.isInteger(quantity) || quantity <= 0)
      throw new Problem('invalid', 'Une quantité à déduire du stock est un nombre entier de pièces.');
    sums.set(reference.toLowerCase(), (sums.get(reference.toLowerCase()) ?? 0) + quantity);
  }
  const date = await agencyToday(call.db);
  const drafts = [...sums].map(([id, quantity]) => ({ ...{ stockReference: { id }, quantity, date }, ...movement }));
  const saved = await saveMany(actionPlan, drafts, call, { byServer: true }, { action: act });
  await call.db.query({
    name: 'sold-with',
    text: 'update stock_actions set invoice_id = $2 where agency_id = app_agency() and id = any ($1::uuid[])',
    values: [saved.map(({ after }) => after.id), invoice.id],
  });
  return true;
}
