// Invoices and credit notes of every kind, for the checks of the electronic invoice.
import { currencyScales } from '../kernel/money.ts';
import type { InvoicePaper, PaperItem, PrintedBuyer, PrintedSeller } from './paper.ts';
import { type ItemUnit, itemUnits } from './parts.ts';

const seller: PrintedSeller = {
  name: 'Azur Sécurité',
  siret: '99906001500016',
  vatNumber: 'FR46999060015',
  street: '12 avenue de la Mer',
  zipcode: '06000',
  city: 'Nice',
  country: 'FR',
  legalStatus: 'SAS',
  capital: 10_000,
  rcs: 'Nice',
  approvalNumber: 'AUT-006-2031-02-03-20260000001',
  email: 'contact@azur.example',
  phone: '04 93 00 00 00',
  isFrench: true,
  vatLabel: 'TVA',
  vatOnDebits: false,
  bankDetails: 'Virement : FR76 3000 6000 0112 3456 7890 189',
  latePayment: null,
  header: null,
  footer: null,
};

const buyer: PrintedBuyer = {
  type: 100,
  number: 'C-0042',
  name: 'Galerie des Docks',
  siret: '73282932000074',
  vatNumber: 'FR44732829320',
  street: '1 quai des Docks',
  zipcode: '06300',
  city: 'Nice',
  country: 'FR',
};

export const itemSample: PaperItem = {
  title: 'Agent de sécurité, jour',
  description: null,
  commercialDocItemType: 'SERVICE',
  unit: 'HOUR',
  quantity: 168,
  price: 21.5,
  discountRate: null,
  vat: 20,
};

interface Changes extends Omit<Partial<InvoicePaper>, 'items' | 'printed'> {
  seller?: Partial<PrintedSeller>;
  buyer?: Partial<PrintedBuyer>;
  place?: InvoicePaper['printed']['place'];
  items?: Partial<PaperItem>[];
  printed?: InvoicePaper['printed'];
}

export function paperSample({ items, place, printed, seller: from, buyer: to, ...more }: Changes = {}): InvoicePaper {
  return {
    id: '01900000-0000-7000-8000-000000000001',
    number: 'F2026-0001',
    issuedAt: '2026-11-17T10:00:00Z',
    kind: 'facture',
    title: 'Surveillance de novembre',
    date: '2026-11-17',
    dueDate: '2026-12-17',
    validUntil: null,
    periodStart: '2026-11-01',
    periodEnd: '2026-11-30',
    orderNumber: null,
    buyerReference: null,
    paperVersion: 'mail',
    vatExemption: null,
    currency: 'EUR',
    header: null,
    footer: null,
    creditOf: null,
    discounts: [],
    ...more,
    printed: printed ?? { seller: { ...seller, ...from }, buyer: { ...buyer, ...to }, place: place ?? null },
    items: (items ?? [{}]).map((item) => ({ ...itemSample, ...item })),
  };
}

const creditOf = { number: 'F2026-0001', date: '2026-10-17' };
const credit = { kind: 'avoir', number: 'A2026-0001', dueDate: null, creditOf } as const;
const twoRates = [
  {},
  { title: 'Livraison de badges', commercialDocItemType: 'GOODS', unit: 'UNIT', vat: 5.5, quantity: 3, price: 9.9 },
] as const;
const nobody = { siret: null, vatNumber: null };

/** Named kinds: rates, exemptions, discounts, credit notes, foreign and private customers, public bodies, currencies, units. */
export const paperKinds: Readonly<Record<string, InvoicePaper>> = {
  'one line': paperSample(),
  'two rates': paperSample({ items: [...twoRates] }),
  'three rates of France': paperSample({ items: [{}, { vat: 10 }, { vat: 5.5 }] }),
  'a rate with decimals': paperSample({ items: [{ vat: 8.5 }, { vat: 2.1 }] }),
  'goods only': paperSample({ items: [{ commercialDocItemType: 'GOODS', unit: 'UNIT', quantity: 4, price: 12.35 }] }),
  'a discount on a line': paperSample({ items: [{ discountRate: 7.5 }] }),
  'discounts on lines of two rates': paperSample({
    items: twoRates.map((item) => ({ ...item, discountRate: 33.333 })),
  }),
  'a line given away': paperSample({ items: [{}, { title: 'Offert', discountRate: 100, quantity: 1 }] }),
  'a discount in percent': paperSample({ discounts: [{ label: 'Fidélité', kind: 'PERCENT', value: 10 }] }),
  'a discount as an amount': paperSample({ discounts: [{ label: 'Geste', kind: 'AMOUNT', value: 100.01 }] }),
  'discounts over two rates': paperSample({
    items: [...twoRates],
    discounts: [
      { label: 'Fidélité', kind: 'PERCENT', value: 3.33 },
      { label: 'Geste', kind: 'AMOUNT', value: 17.77 },
    ],
  }),
  'discounts on line and document': paperSample({
    items: [{ discountRate: 5 }],
    discounts: [{ label: 'Fidélité', kind: 'PERCENT', value: 2 }],
  }),
  'all is discounted': paperSample({ discounts: [{ label: 'Offert', kind: 'PERCENT', value: 100 }] }),
  'four decimals in the price': paperSample({ items: [{ price: 21.4567, quantity: 33.333 }] }),
  'a tenth of a cent': paperSample({ items: [{ price: 0.001, quantity: 1 }] }),
  'a quantity of zero': paperSample({ items: [{}, { title: 'Aucun passage', quantity: 0 }] }),
  'a large amount': paperSample({ items: [{ price: 123_456.78, quantity: 999 }] }),
  'forty lines': paperSample({
    items: Array.from({ length: 40 }, (_, index) => ({
      ...{ title: `Ligne ${index + 1}`, quantity: index + 0.25, vat: [20, 10, 5.5, 2.1][index % 4] as number },
    })),
  }),
  franchise: paperSample({ seller: { vatNumber: null }, vatExemption: 'FRANCHISE', items: [{ vat: 0 }] }),
  'franchise with a VAT number': paperSample({ vatExemption: 'FRANCHISE', items: [{ vat: 0 }] }),
  exempt: paperSample({ vatExemption: 'EXEMPT', items: [{ vat: 0 }] }),
  'exempt beside a taxed line': paperSample({ vatExemption: 'EXEMPT', items: [{}, { vat: 0 }] }),
  'reverse charge': paperSample({ vatExemption: 'REVERSE_CHARGE', items: [{ vat: 0 }] }),
  'reverse charge, buyer known by his SIRET': paperSample({
    ...{ vatExemption: 'REVERSE_CHARGE', items: [{ vat: 0 }], buyer: { vatNumber: null } },
  }),
  'a customer in the European Union': paperSample({
    ...{ vatExemption: 'INTRA_COMMUNITY', items: [{ vat: 0 }] },
    buyer: { siret: null, vatNumber: 'BE 0417.497.106', country: 'BE', zipcode: '1000', city: 'Bruxelles' },
  }),
  'a customer outside of the European Union': paperSample({
    ...{
      vatExemption: 'EXPORT',
      items: [{ vat: 0 }],
      buyer: { ...nobody, country: 'CH', zipcode: '1201', city: 'Genève' },
    },
  }),
  'outside of the Union beside a taxed line': paperSample({
    ...{ vatExemption: 'EXPORT', items: [{}, { vat: 0 }], buyer: { ...nobody, country: 'CH' } },
  }),
  'a private customer': paperSample({ buyer: { type: 200, ...nobody, name: 'Mme Œuvrard' } }),
  'a public body': paperSample({ buyer: { type: 400 }, buyerReference: 'SERVICE-12', orderNumber: 'ENG-2026-0042' }),
  'an order number': paperSample({ orderNumber: 'CMD & Cie <42>' }),
  'a place of its own': paperSample({
    place: { name: 'Entrepôt Nord', street: 'Rue du Port', zipcode: '13002', city: 'Marseille', country: null },
  }),
  'option for debits': paperSample({ seller: { vatOnDebits: true } }),
  'no account': paperSample({ seller: { bankDetails: 'Paiement par chèque ou par virement bancaire' } }),
  'paid on receipt': paperSample({ dueDate: '2026-11-17' }),
  'no period': paperSample({ periodStart: null, periodEnd: null }),
  'only the start of the period': paperSample({ periodEnd: null }),
  'names that XML must escape': paperSample({
    seller: { name: 'Dupont & Fils <Sûreté> "Nice"', header: ']]>' },
    items: [{ title: 'Ronde & levée de doute\u0007', description: '<b>Été</b>\nDeux lignes' }],
  }),
  'own sentence on late payment': paperSample({ seller: { latePayment: 'Pénalités : trois fois le taux légal.' } }),
  'no address': paperSample({ buyer: { street: null, zipcode: null, city: null, country: null } }),
  'a credit note': paperSample(credit),
  'a credit note of two rates': paperSample({ ...credit, items: [...twoRates] }),
  'a credit note with a discount': paperSample({
    ...{ ...credit, discounts: [{ label: 'Fidélité', kind: 'PERCENT', value: 10 }] },
  }),
  'a credit note in reverse charge': paperSample({ ...credit, vatExemption: 'REVERSE_CHARGE', items: [{ vat: 0 }] }),
  'a credit note without its invoice': paperSample({ ...credit, creditOf: null }),
  'every unit': paperSample({
    items: (Object.keys(itemUnits) as ItemUnit[]).map((unit) => ({ unit, title: itemUnits[unit], quantity: 2 })),
  }),
  ...Object.fromEntries(
    Object.keys(currencyScales)
      .filter((currency) => currency !== 'EUR')
      .map((currency) => [`in ${currency}`, paperSample({ currency, items: [...twoRates] })]),
  ),
};
