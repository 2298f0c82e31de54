// The calls of the platform on its invoices to agencies (AB-013, AB-015, AB-017).
import * as z from 'zod';
import { byId, endpoint } from '../kernel/endpoint.ts';
import { fits } from '../kernel/money.ts';
import { messages } from '../kernel/problem.ts';
import { rowSchema } from '../kernel/schema.ts';
import { dayExists, inCalendar, siret } from '../kernel/validators.ts';
import { AgencyInvoice } from './invoice.ts';
import type { PaymentStatus } from './statuses.ts';
import { chosenStatuses } from './statuses.ts';

const version = z.int().min(1).max(2_147_483_647).optional();
const ofInvoice = z.strictObject({ agencyInvoice: rowSchema(AgencyInvoice) });
const superAdmin = { platform: 'superAdmin' } as const;

export const words = (most: number) =>
  z
    .string('Texte attendu')
    .trim()
    .max(most, `${most} caractères au plus`)
    .refine((value) => !value.includes('\u0000'), 'Caractère interdit');
const number = (digits: number, decimals: number) =>
  z.number('Nombre attendu').refine((value) => fits(value, digits, decimals), `${decimals} décimales au plus`);
const aDay = z
  .string('Date attendue')
  .refine((value) => dayExists(value) && inCalendar(value) === null, 'Date invalide');

const item = z.strictObject({
  title: words(300).min(1, messages.required),
  quantity: number(12, 3).refine((value) => value > 0, 'Une quantité positive est attendue'),
  price: number(13, 4).refine((value) => Math.abs(value) <= 10_000_000, 'Le montant est trop élevé'),
  vat: number(5, 3).refine((value) => value >= 0 && value <= 100, 'Entre 0 et 100'),
});

const payment = z.strictObject({
  id: z.uuid().optional(),
  date: aDay,
  amount: number(15, 2).refine((value) => value > 0, 'Un montant positif est attendu'),
  note: words(200).nullish(),
  /** Z-036; absent: as it is, or to come. Those of the server are accepted unchanged. */
  status: z.string().max(30).optional(),
  /** Null: the agency's default one (AB-019). */
  paymentMethod: z.uuid().nullish(),
});
export type PaymentDraft = z.output<typeof payment>;
const payments = z.array(payment).min(1, messages.required).max(60);

export const isChosen = (status: string): status is PaymentStatus => chosenStatuses.some((one) => one === status);

const draft = {
  agency: z.strictObject({ id: z.uuid(), name: z.string().optional() }),
  items: z.array(item).min(1, messages.required).max(100),
  dueDate: aDay,
  note: words(2_000).nullish(),
};

/** Issued at once: it has its number and no longer changes; its payments do. */
export const saveAgencyInvoice = endpoint({
  name: 'saveAgencyInvoice',
  method: 'POST',
  path: '/agency-invoice',
  mounts: superAdmin,
  summary: 'Émettre une facture d’agence, ou enregistrer les paiements d’une facture émise (avec `id`)',
  input: z.union([
    z.strictObject({ ...draft, partialPayments: payments.optional() }),
    z.strictObject({ id: z.uuid(), version, partialPayments: payments }),
  ]),
  output: ofInvoice,
});

export const savePartialPayments = endpoint({
  name: 'savePartialPayments',
  method: 'POST',
  path: '/agency-invoice/partial-payments',
  mounts: superAdmin,
  summary: 'Enregistrer les paiements partiels d’une facture d’agence, et déclencher ceux qui sont dus',
  input: z.strictObject({ id: z.uuid(), version, partialPayments: payments }),
  output: ofInvoice,
});

export const previewAgencyInvoice = endpoint({
  name: 'previewAgencyInvoice',
  method: 'POST',
  path: '/agency-invoice/preview',
  mounts: superAdmin,
  summary: 'Aperçu d’une facture d’agence avant son émission, en PDF',
  reads: true,
  binary: true,
  input: z.strictObject(draft),
});

export const markAgencyInvoiceSent = endpoint({
  name: 'markAgencyInvoiceSent',
  method: 'PATCH',
  path: '/agency-invoice/{id}/sent',
  mounts: superAdmin,
  summary: 'Marquer une facture d’agence envoyée ; `sent: false` : non envoyée',
  params: byId,
  input: z.strictObject({ version, sent: z.boolean().optional() }),
  output: ofInvoice,
});

export const printAgencyInvoice = endpoint({
  name: 'printAgencyInvoice',
  method: 'GET',
  path: '/agency-invoice/{id}/pdf',
  mounts: { agency: ['listSubscriptionInvoices'], platform: 'support' },
  summary: 'La facture d’agence, en PDF (Factur-X)',
  params: byId,
  binary: true,
  whenLocked: true,
});

const seller = {
  name: words(200).min(1, messages.required),
  legalStatus: words(100).nullable(),
  capital: number(15, 2).nullable(),
  siret: words(14)
    .refine((value) => siret(value) === null, { error: ({ input }) => siret(String(input)) ?? '' })
    .nullable(),
  vatNumber: words(20).nullable(),
  rcs: words(100).nullable(),
  street: words(200).nullable(),
  zipcode: words(12).nullable(),
  city: words(100).nullable(),
  email: words(200).nullable(),
  bankDetails: words(1_000).nullable(),
  suspensionDays: z.int('Nombre entier uniquement').min(0, '0 au moins').max(365, '365 au plus'),
};
/** The tenant as seller, and the delay of the suspension (decision 101). */
export const sellerSchema = z.strictObject(seller);
export type Seller = z.output<typeof sellerSchema>;

/** What the platform may collect: false without keys. */
const ways = { cards: z.boolean(), debits: z.boolean() };
const ofSeller = z.strictObject({ seller: sellerSchema, version: z.int(), ...ways });

export const readSeller = endpoint({
  name: 'readSeller',
  method: 'GET',
  path: '/payment-settings',
  mounts: superAdmin,
  summary: 'Le vendeur des factures d’agence, le délai de suspension et les prestataires configurés',
  output: ofSeller,
});

export const saveSeller = endpoint({
  name: 'saveSeller',
  method: 'PUT',
  path: '/payment-settings',
  mounts: superAdmin,
  summary: 'Enregistrer le vendeur des factures d’agence et le délai de suspension',
  /** `version`: the one that was read; absent: takes the seller as it stands. */
  input: sellerSchema.extend({ version: z.int().optional() }),
  output: ofSeller,
});

const buyerMethod = z.strictObject({
  id: z.uuid(),
  label: z.string(),
  enabled: z.boolean(),
  isDefault: z.boolean(),
});

export const listBuyerMethods = endpoint({
  name: 'listBuyerMethods',
  method: 'GET',
  path: '/agency-invoice/methods/{id}',
  mounts: superAdmin,
  summary: 'Les moyens de paiement d’une agence, pour ses paiements partiels',
  params: byId,
  output: z.strictObject({ paymentMethods: z.array(buyerMethod), ...ways }),
});
