// A site whose work is done, logged, billed or agreed keeps its customer: its services, its daily log and its invoices are
// read through it.
import { Problem } from '#core/kernel/problem.ts';
import { unscheduled } from '#core/planning/status.ts';
import type { Site } from '#core/sites/site.ts';
import type { Db } from '#server/db/database.ts';
import type { Pending } from '#server/kernel/extension.ts';

interface Bound extends Record<string, unknown> {
  id: string;
  name: string;
  begun: boolean;
  logged: boolean;
  billed: boolean;
  agreed: boolean;
}

/** A planned service of tomorrow binds nothing; one that was due to begin may be billed. */
const boundSql = `select x.* from (select s.id, s.name,
    exists (select from services v where v.agency_id = s.agency_id and v.site_id = s.id and (v.real_start_at is not null or (v.start_at <= $2 and v.status <> ${unscheduled}))) as begun,
    exists (select from logbook_entries l where l.agency_id = s.agency_id and l.site_id = s.id) as logged,
    exists (select from invoices i where i.agency_id = s.agency_id and i.site_id = s.id)
      or exists (select from billed_services b join services v on v.agency_id = b.agency_id and v.id = b.service_id
        where b.agency_id = s.agency_id and v.site_id = s.id) as billed,
    exists (select from commercial_contract_sites c join commercial_contracts k on k.agency_id = c.agency_id and k.id = c.commercial_contract_id
      where c.agency_id = s.agency_id and c.site_id = s.id and k.status = 100) as agreed
  from sites s where s.agency_id = app_agency() and s.id = any ($1::uuid[])) x
  where begun or logged or billed or agreed order by name, id`;

export async function refuseNewOwner(rows: readonly Pending<typeof Site>[], db: Db, now: Date): Promise<void> {
  const moved = rows.filter(
    ({ draft, current }) => current !== null && draft.customer && draft.customer.id !== current.customer?.id,
  );
  if (moved.length === 0) return;
  const [bound] = await db.query<Bound>({
    name: 'sites-that-keep-their-customer',
    text: boundSql,
    values: [moved.map(({ id }) => id), now],
  });
  if (!bound) return;
  const has = [
    bound.begun ? 'des services commencés' : '',
    bound.logged ? 'une main courante' : '',
    bound.billed ? 'des factures' : '',
    bound.agreed ? 'un contrat commercial' : '',
  ].filter((word) => word !== '');
  const message = `${bound.name} garde son client : ce site a ${has.join(', ')}. Créez un site pour le nouveau client, et archivez celui-ci.`;
  throw new Problem('invalid', message, { violations: [{ path: 'customer', message }] });
}
