// What estimates, invoices, credit notes and purchase orders have in common: their lines, discounts and totals.
import { choice, decimal, flag, lines, money, quantity, rate, ref, text, unitPrice } from '../kernel/field.ts';
import { compare, type Exact, formatDecimal, priceDecimals, toNumber } from '../kernel/money.ts';
import type { Violation } from '../kernel/problem.ts';
import { type BilledDiscount, type DiscountKind, type Totals, totalsOf } from './totals.ts';

/** Whether a line is a service or goods: the nature of the operation is a mention of the invoice (law.md 3). */
export const itemTypes = { SERVICE: 'Prestation', GOODS: 'Bien' } as const;

export const itemUnits = {
  HOUR: 'Heure',
  DAY: 'Jour',
  MONTH: 'Mois',
  PASS: 'Passage',
  UNIT: 'Unité',
  KM: 'Kilomètre',
  FLAT: 'Forfait',
} as const;
export type ItemUnit = keyof typeof itemUnits;

/** « 168 heures », « 1 forfait », « 12 km ». French: the plural begins at two. */
export function inUnits(count: number, unit: ItemUnit): string {
  const word = unit === 'KM' ? 'km' : itemUnits[unit].toLowerCase();
  const isPlural = Math.abs(count) >= 2 && unit !== 'KM' && !word.endsWith('s');
  return `${formatDecimal(count)} ${word}${isPlural ? 's' : ''}`;
}

export const discountKinds = { AMOUNT: 'Montant HT', PERCENT: 'Pourcentage du total HT' } as const satisfies Record<
  DiscountKind,
  string
>;

/** Why a line bears no tax, as the invoice says it (law.md 3; codes of EN 16931). */
export const vatExemptions = {
  FRANCHISE: { label: 'Franchise en base de TVA', mention: 'TVA non applicable, art. L. 223 et s. du CIBS' },
  REVERSE_CHARGE: { label: 'Autoliquidation par le client', mention: 'Autoliquidation' },
  INTRA_COMMUNITY: {
    label: 'Client établi dans l’Union européenne',
    mention: 'Autoliquidation : TVA due par le preneur, art. 196 de la directive 2006/112/CE',
  },
  EXPORT: { label: 'Client établi hors de l’Union européenne', mention: 'TVA non applicable, art. 259 1° du CGI' },
  EXEMPT: { label: 'Exonération', mention: 'Exonération de TVA, art. 261 du CGI' },
} as const;
export type VatExemption = keyof typeof vatExemptions;

const exemptionLabels = Object.fromEntries(
  Object.entries(vatExemptions).map(([key, { label }]) => [key, label]),
) as Record<VatExemption, string>;

export const mostItems = 500;
/** `numeric(15, 2)`, and 15 digits on the wire. */
const mostTotal = 9_999_999_999_999;

/** The section titles of the form. */
export const sections = {
  document: 'Document',
  items: 'Lignes',
  discounts: 'Remises',
  texts: 'Textes',
  files: 'Pièces jointes',
} as const;

export const itemFields = {
  title: text('Désignation', { required: true, max: 300, search: true }),
  description: text('Détail', { multiline: true, max: 5_000 }),
  commercialDocItemType: choice('Nature', itemTypes, { required: true, default: 'SERVICE', width: 'half' }),
  unit: choice('Unité', itemUnits, { required: true, default: 'HOUR', width: 'half' }),
  quantity: quantity('Quantité', { required: true, default: 1, max: 1_000_000, width: 'half' }),
  price: unitPrice('Prix HT', { required: true, min: 0, max: 1_000_000_000, width: 'half' }),
  discountRate: rate('Remise (%)', { width: 'half' }),
  vat: rate('TVA (%)', { required: true, width: 'half' }),
  mustBeDeductedFromStock: flag('À déduire du stock'),
  /** */
  stockReference: ref('Référence de stock', 'stockReference', { reserved: 'customers' }),
};

export const discountFields = {
  label: text('Libellé', { required: true, max: 200, width: 'half' }),
  kind: choice('Type', discountKinds, { required: true, default: 'PERCENT', width: 'half' }),
  value: decimal('Valeur', { required: true, min: 0, max: 1_000_000_000, decimals: priceDecimals, width: 'half' }),
};

export const billedFields = (entity: string) => ({
  items: lines('Lignes', itemFields, {
    section: sections.items,
    one: 'Ligne',
    table: `${entity}_items`,
    max: mostItems,
    required: true,
    search: true,
  }),
  discounts: lines('Remises', discountFields, {
    section: sections.discounts,
    one: 'Remise',
    table: `${entity}_discounts`,
    max: 20,
  }),
  vatExemption: choice('Sans TVA', exemptionLabels, {
    section: sections.items,
    help: 'Obligatoire dès qu’une ligne est à 0 % : la mention légale est imprimée.',
  }),
});

export const totalFields = {
  price: money('Total HT', { written: 'server', required: true, column: 'shown', filter: true }),
  totalVat: money('TVA', { written: 'server', required: true, column: 'offered' }),
  total: money('Total TTC', { written: 'server', required: true, column: 'shown', filter: true }),
  /** as the paper has it; of a draft, as the agency calls it today. */
  vatLabel: text('Libellé de la TVA', { written: 'server', required: true }),
};

/** Until the agency has chosen another, and before it is read. */
export const usualVatLabel = 'TVA';

export interface Billed {
  items?:
    | readonly {
        price?: number | null;
        quantity?: number | null;
        discountRate?: number | null;
        vat?: number | null;
        mustBeDeductedFromStock?: boolean | null;
        stockReference?: { id: string } | null;
      }[]
    | null;
  discounts?: readonly { kind?: DiscountKind | null; value?: number | null }[] | null;
  vatExemption?: VatExemption | null;
}

/** The totals of a draft as it is typed; what is not typed yet counts as nothing. */
export function billedTotals({ items, discounts }: Billed, currency: string): Totals {
  const known = (value: number | null | undefined, otherwise: Exact = 0): Exact => value ?? otherwise;
  return totalsOf(
    (items ?? []).map(({ price, quantity: count, discountRate, vat }) => ({
      ...{ price: known(price), quantity: known(count, 1), discountRate: known(discountRate), vat: known(vat) },
    })),
    (discounts ?? []).map(({ kind, value }): BilledDiscount => ({ kind: kind ?? 'PERCENT', value: known(value) })),
    currency,
  );
}

/** Rules across the lines, for the form and the server. */
export function billedViolations(draft: Billed, currency = 'EUR'): Violation[] {
  if (!draft.items) return [];
  const { gross, discount, total } = billedTotals(draft, currency);
  const untaxed = draft.items.findIndex(({ vat }) => vat !== undefined && vat !== null && compare(vat, 0) === 0);
  return [
    ...(untaxed >= 0 && !draft.vatExemption
      ? [{ path: 'vatExemption', message: 'Dites pourquoi une ligne est à 0 % de TVA.' }]
      : []),
    ...(compare(gross, mostTotal) > 0 || compare(total, mostTotal) > 0
      ? [{ path: 'items', message: 'Le total dépasse ce qu’un document peut porter.' }]
      : []),
    ...(compare(discount, 0) > 0 && compare(discount, gross) > 0
      ? [{ path: 'discounts', message: 'Les remises dépassent le total des lignes.' }]
      : []),
    ...draft.items.flatMap(({ mustBeDeductedFromStock, stockReference }, index) =>
      mustBeDeductedFromStock && !stockReference
        ? [{ path: `items.${index}.stockReference`, message: 'Choisissez la référence à déduire du stock.' }]
        : [],
    ),
    ...(draft.discounts ?? []).flatMap(({ kind, value }, index) =>
      (kind ?? 'PERCENT') === 'PERCENT' && compare(value ?? 0, 100) > 0
        ? [{ path: `discounts.${index}.value`, message: '100 % au plus' }]
        : [],
    ),
  ];
}

/** As stored with the document. */
export const storedTotals = (totals: Totals): { price: number; totalVat: number; total: number } => ({
  price: toNumber(totals.price),
  totalVat: toNumber(totals.totalVat),
  total: toNumber(totals.total),
});
