// The place of a document is a site of its customer: its address is printed for him.
import { Problem } from '#core/kernel/problem.ts';
import type { Db } from '#server/db/database.ts';

interface Placed {
  draft: { customer?: { id: string } | null; site?: { id: string } | null };
  current: { customer: { id: string }; site: { id: string } | null } | null;
}

export async function refuseForeignSites(rows: readonly Placed[], db: Db): Promise<void> {
  const placed = rows.flatMap(({ draft, current }) => {
    const site = draft.site === undefined ? current?.site : draft.site;
    const customer = draft.customer ?? current?.customer;
    // What it was made with stays, whoever has the site today.
    if (site?.id === current?.site?.id && customer?.id === current?.customer.id) return [];
    return site && customer ? [{ site: site.id, customer: customer.id }] : [];
  });
  if (placed.length === 0) return;
  const foreign = await db.query({
    name: 'sites-of-others',
    text: `select 1 from json_to_recordset($1::json) p (site uuid, customer uuid)
      join sites s on s.agency_id = app_agency() and s.id = p.site where s.customer_id <> p.customer`,
    values: [JSON.stringify(placed)],
  });
  if (foreign.length === 0) return;
  const message = 'Ce site n’est pas à ce client.';
  throw new Problem('invalid', message, { violations: [{ path: 'site', message }] });
}
