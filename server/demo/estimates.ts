// Writes the estimates of a demo agency, its catalogue and its usual discounts.
import { CatalogArticle } from '#core/billing/catalog.ts';
import { Discount } from '#core/billing/discount.ts';
import { Estimate } from '#core/billing/estimate.ts';
import type { DemoAgency } from '#demo/index.ts';
import { printedSql } from '#server/billing/papers.ts';
import type { Db } from '#server/db/database.ts';
import { insertEntity } from '#server/kernel/bulk.ts';

export async function insertEstimates(db: Db, { agency: { id: agency }, estimates: made }: DemoAgency): Promise<void> {
  await insertEntity(db, { of: CatalogArticle, agency, rows: made.articles });
  await insertEntity(db, { of: Discount, agency, rows: made.discounts });
  // Its lines are written while it waits.
  const waiting = made.estimates.map((row) => ({ ...row, columns: { ...row.columns, status: 100 } }));
  await insertEntity(db, { of: Estimate, agency, rows: waiting });
  await db.query({
    text: `update estimates i set status = d.status, printed = case when d.status in (200, 300) then ${printedSql('estimate')} end
      from json_to_recordset($2) as d (id uuid, status integer), agencies g, customers c
      where i.agency_id = $1 and i.id = d.id and d.status <> 100 and g.id = i.agency_id and c.agency_id = i.agency_id and c.id = i.customer_id`,
    values: [agency, JSON.stringify(made.estimates.map(({ id, columns: { status } }) => ({ id, status })))],
  });
  await db.query({
    text: `insert into billing_counters (agency_id, series, year, last, last_date)
      select agency_id, 'D', substr(number, 2, 4)::integer, count(*), max(date) from estimates where agency_id = $1 and number <> 'Brouillon' group by 1, 3`,
    values: [agency],
  });
}
