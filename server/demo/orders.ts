// Writes the purchase orders and the subscriptions of a demo agency.
import { Invoice } from '#core/billing/invoice.ts';
import { PurchaseOrder } from '#core/billing/purchase-order.ts';
import { InvoiceRecurrence } from '#core/billing/recurrence.ts';
import type { DemoAgency } from '#demo/index.ts';
import { printedOfOrder } from '#server/billing/papers.ts';
import type { Db } from '#server/db/database.ts';
import { insertEntity } from '#server/kernel/bulk.ts';
import { insertRows } from '#server/kernel/rows.ts';

export async function insertOrders(db: Db, { agency: { id: agency }, orders: made }: DemoAgency): Promise<void> {
  // Its lines are written while it waits.
  const waiting = made.orders.map((row) => ({ ...row, columns: { ...row.columns, status: 100 } }));
  await insertEntity(db, { of: PurchaseOrder, agency, rows: waiting });
  await db.query({
    text: `update purchase_orders i set status = d.status, printed = case when d.status <> 500 then ${printedOfOrder} end
      from json_to_recordset($2) as d (id uuid, status integer) where i.agency_id = $1 and i.id = d.id and d.status <> 100`,
    values: [agency, JSON.stringify(made.orders.map(({ id, columns: { status } }) => ({ id, status })))],
  });
  await db.query({
    text: `insert into billing_counters (agency_id, series, year, last, last_date)
      select agency_id, 'BC', substr(number, 3, 4)::integer, count(*), max(date) from purchase_orders where agency_id = $1 and number <> 'Brouillon' group by 1, 3`,
    values: [agency],
  });
  await insertEntity(db, { of: Invoice, agency, rows: made.invoices });
  await insertEntity(db, { of: InvoiceRecurrence, agency, rows: made.subscriptions });
  await insertRows(db, 'invoice_recurrence_runs', made.runs, ({ recurrence, day, invoice }) => ({
    ...{ agency_id: agency, recurrence_id: recurrence, day, invoice_id: invoice },
  }));
}
