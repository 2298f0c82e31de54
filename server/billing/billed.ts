// What hangs on the lines of an invoice: services and flat amounts, with their share of what it bills.
import type { Invoice } from '#core/billing/invoice.ts';
import { billedTotals } from '#core/billing/parts.ts';
import { netLines } from '#core/billing/totals.ts';
import type { Row } from '#core/kernel/entity.ts';
import { allocate, compare, type Decimal, scaleOf, sum, toNumber } from '#core/kernel/money.ts';
import { Problem } from '#core/kernel/problem.ts';
import type { Db } from '#server/db/database.ts';

type InvoiceRow = Row<typeof Invoice>;

/** Those of these invoices that bill services or flat amounts. */
export async function billingInvoices(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.query<{ id: string }>({
    name: 'invoices-that-bill',
    text: `select i.id from unnest($1::uuid[]) i (id)
      where exists (select from billed_services b where b.agency_id = app_agency() and b.invoice_id = i.id and b.freed_at is null)
        or exists (select from billed_flats b where b.agency_id = app_agency() and b.invoice_id = i.id and b.freed_at is null)`,
    values: [ids],
  });
  return new Set(rows.map(({ id }) => id));
}

/** A service that was billed is the proof of its line. Stops go with their tour. */
export async function refuseBilledServices(db: Db, ids: readonly string[]): Promise<void> {
  const [billed] = await db.query<{ reference: string; number: string }>({
    name: 'billed-services-to-remove',
    text: `select s.reference, v.number from services s
        join billed_services b on b.agency_id = s.agency_id and b.service_id = s.id and b.freed_at is null
        join invoices v on v.agency_id = b.agency_id and v.id = b.invoice_id
      where s.agency_id = app_agency() and (s.id = any ($1::uuid[]) or s.circuit_id = any ($1::uuid[])) order by s.reference limit 1`,
    values: [ids],
  });
  if (!billed) return;
  throw new Problem(
    'conflict',
    `${billed.reference} est facturé (${billed.number}) : retirez sa ligne du brouillon, ou faites un avoir, avant de le supprimer.`,
  );
}

interface Proof extends Record<string, unknown> {
  /** Of a part, its service and its price; of a flat amount, its id. */
  key: string;
  item: string;
  amount: string;
}

/** What the lines of these invoices bill of each service and flat amount, after their discounts. */
export async function keepNet(db: Db, invoices: readonly InvoiceRow[]): Promise<void> {
  const billing = await billingInvoices(
    db,
    invoices.map(({ id }) => id),
  );
  const known = invoices.filter(({ id }) => billing.has(id));
  if (known.length === 0) return;
  const proofs = await db.query<Proof>({
    name: 'proofs-of-invoices',
    text: `select p.billed_id || ' ' || p.price_key as key, p.item_id as item, p.amount::text as amount
        from billed_services b join billed_parts p on p.agency_id = b.agency_id and p.billed_id = b.id
        where b.agency_id = app_agency() and b.invoice_id = any ($1::uuid[])
      union all select f.id::text, f.item_id, f.amount::text from billed_flats f where f.agency_id = app_agency() and f.invoice_id = any ($1::uuid[])
      order by key`,
    values: [known.map(({ id }) => id)],
  });
  const byItem = Map.groupBy(proofs, ({ item }) => item);
  const shares = known.flatMap(({ items, discounts, vatExemption, currency }) => {
    const nets = netLines(billedTotals({ items, discounts, vatExemption }, currency), currency);
    return items.flatMap(({ id }, index) => {
      const parts = byItem.get(id) ?? [];
      // A line typed by hand bills none.
      if (parts.length === 0) return [];
      const weights = parts.map(({ amount }) => amount);
      const split = allocate(
        nets[index] as Decimal,
        compare(sum(weights), 0) === 0 ? parts.map(() => 1) : weights,
        scaleOf(currency),
      );
      return parts.map(({ key, item }, at) => ({ key, item, net: toNumber(split[at] as Decimal) }));
    });
  });
  const values = [JSON.stringify(shares)];
  const given = 'json_to_recordset($1) as x (key text, item uuid, net numeric)';
  await db.query({
    name: 'keep-net-parts',
    text: `update billed_parts p set net = x.net from ${given}
      where p.agency_id = app_agency() and p.item_id = x.item and p.billed_id || ' ' || p.price_key = x.key`,
    values,
  });
  await db.query({
    name: 'keep-net-flats',
    text: `update billed_flats f set net = x.net from ${given} where f.agency_id = app_agency() and f.item_id = x.item and f.id::text = x.key`,
    values,
  });
}
