import { lazy } from 'react';
import { sections } from '#core/billing/parts.ts';
import { draftNumber } from '#core/billing/states.ts';
import type { Reference } from '#core/kernel/field.ts';
import type { DialogExtras } from '#ui/EntityDialog/extras.ts';
import { ItemsInput } from './ItemsInput.tsx';
import { TypedEstimate, TypedInvoice } from './Totals.tsx';

const inputs: DialogExtras['inputs'] = { items: ItemsInput };
const titleOf = (kind: string, { number, customer }: Record<string, unknown>): string =>
  `${kind} ${number === draftNumber ? '(brouillon)' : number} · ${(customer as Reference | null)?.name ?? ''}`;

export const invoiceExtras: DialogExtras = {
  inputs,
  below: { [sections.discounts]: TypedInvoice },
  summary: lazy(() => import('./DocumentSummary.tsx').then(({ InvoiceSummary }) => ({ default: InvoiceSummary }))),
  title: (row) => titleOf(row.type === 'avoir' ? 'Avoir' : 'Facture', row),
};

export const estimateExtras: DialogExtras = {
  inputs,
  below: { [sections.discounts]: TypedEstimate },
  summary: lazy(() => import('./DocumentSummary.tsx').then(({ EstimateSummary }) => ({ default: EstimateSummary }))),
  title: (row) => titleOf('Devis', row),
};
