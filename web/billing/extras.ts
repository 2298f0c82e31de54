import { lazy } from 'react';
import { sections } from '#core/billing/parts.ts';
import { draftNumber } from '#core/billing/states.ts';
import type { Reference } from '#core/kernel/field.ts';
import type { DialogExtras } from '#ui/EntityDialog/extras.ts';
import { ItemsInput, OrderItemsInput } from './ItemsInput.tsx';
import { beforeIssue } from './issuing.ts';
import { confirmProspect } from './prospects.ts';
import { TypedEstimate, TypedInvoice, TypedOrder } from './Totals.tsx';

const inputs: DialogExtras['inputs'] = { items: ItemsInput };
const titleOf = (kind: string, { number, customer, agent }: Record<string, unknown>): string =>
  `${kind} ${number === draftNumber ? '(brouillon)' : number} · ${((agent ?? customer) as Reference | null)?.name ?? ''}`;

const idOf = (customer: unknown): string | undefined => (customer as Reference | null | undefined)?.id;

/** the dialog stays open if the status is not the first one, such as that of an invoice to be checked. */
const closes = ({ status }: Record<string, unknown>): boolean => status === 100;

export const invoiceExtras: DialogExtras = {
  inputs,
  closes,
  beforeMove: beforeIssue,
  ask: async (values, row) =>
    values.type === 'avoir' ||
    row?.isModel === true ||
    (row?.type === values.type && idOf(row?.customer) === idOf(values.customer)) ||
    confirmProspect(values.customer as Reference | null),
  below: { [sections.discounts]: TypedInvoice },
  summary: lazy(() => import('./DocumentSummary.tsx').then(({ InvoiceSummary }) => ({ default: InvoiceSummary }))),
  title: (row) =>
    row.isModel
      ? `Modèle d’abonnement · ${(row.customer as Reference | null)?.name ?? ''}`
      : titleOf(row.type === 'avoir' ? 'Avoir' : 'Facture', row),
};

export const estimateExtras: DialogExtras = {
  inputs,
  below: { [sections.discounts]: TypedEstimate },
  summary: lazy(() => import('./DocumentSummary.tsx').then(({ EstimateSummary }) => ({ default: EstimateSummary }))),
  title: (row) => titleOf('Devis', row),
};

export const orderExtras: DialogExtras = {
  closes,
  inputs: { items: OrderItemsInput },
  below: { [sections.discounts]: TypedOrder },
  summary: lazy(() => import('./OrderSummary.tsx')),
  title: (row) => titleOf('Bon de commande', row),
};

export const recurrenceExtras: DialogExtras = {
  summary: lazy(() => import('./RecurrenceSummary.tsx')),
};
