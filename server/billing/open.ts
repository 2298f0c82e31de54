// What billing still has open for customers who leave.
import { Problem } from '#core/kernel/problem.ts';
import type { Db } from '#server/db/database.ts';
import { counted, unbilledOf, unbilledWords } from './unbilled.ts';

interface Open extends Record<string, unknown> {
  id: string;
  name: string;
  drafts: number;
  unpaid: number;
  subscriptions: number;
  contracts: number;
}

/** A customer is not archived while something of his is to be billed, issued, paid or generated. */
export async function refuseOpenBilling(db: Db, customers: readonly string[], now: Date): Promise<void> {
  const rows = await db.query<Open>({
    name: 'open-billing',
    text: `select c.id, c.name, o.* from customers c, lateral (select
          (select count(*)::integer from invoices i where i.agency_id = c.agency_id and i.customer_id = c.id and i.issued_at is null and not i.is_model) as drafts,
          (select count(*)::integer from invoices i where i.agency_id = c.agency_id and i.customer_id = c.id and i.issued_at is not null and i.type = 'facture'
            and i.status = 100 and i.paid_amount + i.credited_amount < i.total) as unpaid,
          (select count(*)::integer from invoice_recurrences r where r.agency_id = c.agency_id and r.customer_id = c.id and r.status = 200) as subscriptions,
          (select count(*)::integer from commercial_contracts k where k.agency_id = c.agency_id and k.customer_id = c.id and k.status = 100
            and (k.end_date is null or k.end_date >= app_today())) as contracts) o
      where c.agency_id = app_agency() and c.id = any ($1::uuid[]) order by c.name, c.id`,
    values: [customers],
  });
  for (const found of rows) {
    const parts = [
      ...counted(found.drafts, 'facture en brouillon', 'factures en brouillon'),
      ...counted(found.unpaid, 'facture non soldée', 'factures non soldées'),
      ...counted(found.subscriptions, 'abonnement en cours', 'abonnements en cours'),
      ...counted(found.contracts, 'contrat commercial en cours', 'contrats commerciaux en cours'),
      ...unbilledWords(await unbilledOf(db, found.id, now)),
    ];
    if (parts.length > 0)
      throw new Problem('conflict', `${found.name} a encore ${parts.join(', ')} : terminez-les avant de l’archiver.`);
  }
}
