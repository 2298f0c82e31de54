// What billing still has open for customers who leave.
import { Problem } from '#core/kernel/problem.ts';
import type { Db } from '#server/db/database.ts';

interface Open extends Record<string, unknown> {
  name: string;
  drafts: number;
  unpaid: number;
  subscriptions: number;
}

const counted = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];

/** A customer is not archived while something of his is to be issued, paid or generated. */
export async function refuseOpenBilling(db: Db, customers: readonly string[]): Promise<void> {
  const [found] = await db.query<Open>({
    name: 'open-billing',
    text: `select c.name, o.* from customers c, lateral (select
          (select count(*)::integer from invoices i where i.agency_id = c.agency_id and i.customer_id = c.id and i.issued_at is null and not i.is_model) as drafts,
          (select count(*)::integer from invoices i where i.agency_id = c.agency_id and i.customer_id = c.id and i.issued_at is not null and i.type = 'facture'
            and i.status = 100 and i.paid_amount + i.credited_amount < i.total) as unpaid,
          (select count(*)::integer from invoice_recurrences r where r.agency_id = c.agency_id and r.customer_id = c.id and r.status = 200) as subscriptions) o
      where c.agency_id = app_agency() and c.id = any ($1::uuid[]) and o.drafts + o.unpaid + o.subscriptions > 0 order by c.name limit 1`,
    values: [customers],
  });
  if (!found) return;
  const parts = [
    ...counted(found.drafts, 'facture en brouillon', 'factures en brouillon'),
    ...counted(found.unpaid, 'facture non soldée', 'factures non soldées'),
    ...counted(found.subscriptions, 'abonnement en cours', 'abonnements en cours'),
  ];
  throw new Problem('conflict', `${found.name} a encore ${parts.join(', ')} : terminez-les avant de l’archiver.`);
}
