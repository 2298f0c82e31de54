import { lazy } from 'react';
import { sections } from '#core/billing/parts.ts';
import type { Reference } from '#core/kernel/field.ts';
import type { DialogExtras } from '#ui/EntityDialog/extras.ts';
import { ItemsInput } from './ItemsInput.tsx';
import { TypedTotals } from './Totals.tsx';

const typed: DialogExtras = { below: { [sections.discounts]: TypedTotals }, inputs: { items: ItemsInput } };
const customerOf = (row: Record<string, unknown>): string => (row.customer as Reference | null)?.name ?? '';

export const invoiceExtras: DialogExtras = {
  ...typed,
  summary: lazy(() => import('./DocumentSummary.tsx').then(({ InvoiceSummary }) => ({ default: InvoiceSummary }))),
  title: (row) => [row.type === 'avoir' ? 'Avoir' : 'Facture', row.number, '·', customerOf(row)].join(' '),
};

export const estimateExtras: DialogExtras = {
  ...typed,
  summary: lazy(() => import('./DocumentSummary.tsx').then(({ EstimateSummary }) => ({ default: EstimateSummary }))),
  title: (row) => `Devis ${row.number} · ${customerOf(row)}`,
};
