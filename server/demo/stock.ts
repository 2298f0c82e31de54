// Writes the stock of a demo agency, which keeps it by reference.
import { StockAction } from '#core/stock/action.ts';
import { StockAssignment } from '#core/stock/assignment.ts';
import { StockReference } from '#core/stock/reference.ts';
import type { DemoAgency } from '#demo/index.ts';
import type { Db } from '#server/db/database.ts';
import { insertEntity } from '#server/kernel/bulk.ts';

export async function insertStock(db: Db, { agency: { id: agency }, stock }: DemoAgency): Promise<void> {
  if (stock.references.length === 0) return;
  await db.query({ text: 'update agencies set simplified_stock = false where id = $1', values: [agency] });
  await db.query({
    text: `insert into counters (agency_id, name, value) values ($1, 'stockReference', $2)`,
    values: [agency, stock.references.length],
  });
  const kept = ({ status }: { status: number }): { columns: { status: number } } => ({ columns: { status } });
  await insertEntity(db, {
    of: StockReference,
    agency,
    rows: stock.references.map((row) => ({ ...row, ...kept(row) })),
  });
  // The pieces come in before they are handed out.
  await insertEntity(db, { of: StockAction, agency, rows: stock.actions.map((row) => ({ ...row, ...kept(row) })) });
  await insertEntity(db, {
    of: StockAssignment,
    agency,
    rows: stock.assignments.map((row) => ({
      ...row,
      columns: { quantity_returned: row.returned, quantity_lost: row.lost, restituted_at: row.restitutedAt },
    })),
  });
}
