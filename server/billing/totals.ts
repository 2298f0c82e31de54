// The totals of a document, computed again at each save.
import { type Billed, billedTotals, billedViolations, storedTotals } from '#core/billing/parts.ts';
import { Problem } from '#core/kernel/problem.ts';
import type { Db } from '#server/db/database.ts';

export async function agencyCurrency(db: Db): Promise<string> {
  const [row] = await db.query<{ currency: string }>({
    name: 'agency-currency',
    text: 'select currency from agencies where id = app_agency()',
  });
  return row?.currency ?? 'EUR';
}

interface BilledRow {
  draft: Billed & {
    creditOf?: { id: string } | null;
    currency?: string | null;
    price?: number | null;
    totalVat?: number | null;
    total?: number | null;
  };
  current: (Billed & { currency: string }) | null;
}

/** A credit note has the currency of its invoice. */
async function creditedCurrency(db: Db, invoice: string | undefined): Promise<string | null> {
  if (!invoice) return null;
  const [row] = await db.query<{ currency: string }>({
    name: 'credited-currency',
    text: 'select currency from invoices where agency_id = app_agency() and id = $1',
    values: [invoice],
  });
  return row?.currency ?? null;
}

/** A new document has the agency's currency; a draft keeps its own. */
export async function fillTotals(rows: readonly BilledRow[], db: Db): Promise<void> {
  const usual = rows.some(({ current }) => current === null) ? await agencyCurrency(db) : 'EUR';
  for (const { draft, current } of rows) {
    const currency = current?.currency ?? (await creditedCurrency(db, draft.creditOf?.id)) ?? usual;
    const billed: Billed = {
      items: draft.items ?? current?.items ?? [],
      discounts: draft.discounts ?? current?.discounts ?? [],
      vatExemption: draft.vatExemption === undefined ? (current?.vatExemption ?? null) : draft.vatExemption,
    };
    // A partial edit may break a rule across fields of which it names only one.
    const violations = billedViolations(billed, currency);
    if (violations.length > 0) throw new Problem('invalid', violations[0]?.message ?? '', { violations });
    Object.assign(draft, storedTotals(billedTotals(billed, currency)), { currency });
  }
}
