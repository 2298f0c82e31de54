// An agency invoice as it would be: nothing is written.
import type { InvoicePaper } from '#core/billing/paper.ts';
import { draftNumber } from '#core/billing/states.ts';
import { toNumber } from '#core/kernel/money.ts';
import { Problem } from '#core/kernel/problem.ts';
import type { Db } from '#server/db/database.ts';
import type { AgencyInvoiceOrder } from './invoicing.ts';
import { printedSql } from './papers.ts';

export async function previewPaper(db: Db, { buyerId, lines, dueAt, note }: AgencyInvoiceOrder): Promise<InvoicePaper> {
  const [sides] = await db.query<{ printed: InvoicePaper['printed']; currency: string; today: string }>({
    name: 'preview-agency-invoice',
    text: `select ${printedSql} as printed, g.currency, app_today()::text as today from agencies g, agencies c
      where g.id = app_agency() and c.id = $1 and c.id <> g.id`,
    values: [buyerId],
  });
  if (!sides) throw new Problem('missing', 'Agence introuvable');
  return {
    id: buyerId,
    number: draftNumber,
    issuedAt: null,
    kind: 'facture',
    title: note ?? null,
    date: sides.today,
    dueDate: dueAt,
    validUntil: null,
    periodStart: null,
    periodEnd: null,
    orderNumber: null,
    buyerReference: null,
    paperVersion: 'mail',
    vatExemption: null,
    currency: sides.currency,
    header: null,
    footer: null,
    printed: sides.printed,
    creditOf: null,
    items: lines.map(({ label, quantity, unitPrice, vatRate }) => ({
      title: label,
      description: null,
      commercialDocItemType: 'SERVICE',
      unit: 'UNIT',
      quantity: toNumber(quantity),
      price: toNumber(unitPrice),
      discountRate: null,
      vat: toNumber(vatRate),
    })),
    discounts: [],
  };
}
