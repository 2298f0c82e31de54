// The calls of estimates and invoices beyond their lists and forms.
import * as z from 'zod';
import { byId, endpoint } from '../kernel/endpoint.ts';
import { amountDecimals, isExact, readDecimal } from '../kernel/money.ts';
import { messages } from '../kernel/problem.ts';
import { rowSchema } from '../kernel/schema.ts';
import { dayExists, inCalendar } from '../kernel/validators.ts';
import type { Right } from '../rights.ts';
import { Invoice } from './invoice.ts';

export const paymentMeans = {
  TRANSFER: 'Virement',
  CHEQUE: 'Chèque',
  CARD: 'Carte bancaire',
  CASH: 'Espèces',
  DEBIT: 'Prélèvement',
} as const;

export const billingMessages = {
  notIssued: 'Un brouillon ne se paie pas : émettez-le d’abord.',
  notAnInvoice: 'Seule une facture reçoit des paiements.',
  settled: 'Cette facture est déjà soldée.',
  tooMuch: 'Le paiement dépasse le solde.',
  future: 'Un paiement se note quand il est reçu : la date est dans le futur.',
  debited: 'Un prélèvement attend cette facture : annulez-le, ou le client paiera deux fois. ',
  beforeIssue: 'Un paiement ne précède pas la facture qu’il règle.',
  reversed: 'Ce paiement est déjà annulé.',
  noPayment: 'Paiement introuvable',
  nothingPaid: 'Aucun paiement à annuler : cette facture est soldée par un avoir.',
  credited: 'Cette facture est déjà créditée en entier.',
  transformed: 'Ce devis est déjà transformé en facture.',
  refused: 'Un devis refusé ou annulé ne se facture pas.',
} as const;

const text = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `${most} caractères au plus`)
    .refine((value) => !value.includes('\u0000'), 'Caractère interdit');

const ofInvoice = z.strictObject({ invoice: rowSchema(Invoice) });

export const payInvoice = endpoint({
  name: 'pay:invoice',
  method: 'POST',
  path: '/invoice/{id}/payment',
  mounts: { agency: ['editInvoice'] },
  summary: 'Noter un paiement d’une facture émise ; sans montant, le solde',
  params: byId,
  input: z.strictObject({
    date: z.string().refine((value) => dayExists(value) && inCalendar(value) === null, 'Date invalide'),
    amount: z
      .number()
      .positive('Doit être supérieur à 0')
      .refine(
        (value) => isExact(value) && (readDecimal(String(value))?.scale ?? 9) <= amountDecimals,
        `${amountDecimals} décimales au plus`,
      )
      .optional(),
    note: text(200).optional(),
    means: z.enum(Object.keys(paymentMeans) as [keyof typeof paymentMeans]).optional(),
    /** Known: a direct debit of it is under way. */
    despiteDebit: z.boolean().optional(),
  }),
  output: ofInvoice,
});

export const reversePayment = endpoint({
  name: 'reverse:invoice',
  method: 'POST',
  path: '/invoice/{id}/payment/{payment}/reverse',
  mounts: { agency: ['editInvoice'] },
  summary: 'Annuler un paiement par une écriture contraire, en disant pourquoi',
  params: byId.extend({ payment: z.string() }),
  input: z.strictObject({ reason: text(200).pipe(z.string().min(1, messages.required)) }),
  output: ofInvoice,
});

export const creditInvoice = endpoint({
  name: 'credit:invoice',
  method: 'POST',
  path: '/invoice/{id}/credit',
  // A credit note is created (decision 32) out of what the holder may read: `createInvoice` alone reads nothing.
  mounts: { agency: { all: ['createInvoice', 'listInvoices'] } },
  summary: 'Préparer l’avoir d’une facture émise : un brouillon de toutes ses lignes',
  params: byId,
  input: z.strictObject({ version: z.int().optional() }),
  output: ofInvoice,
});

export const invoiceEstimate = endpoint({
  name: 'invoice:estimate',
  method: 'POST',
  path: '/estimate/{id}/invoice',
  // It creates an invoice (decision 32), and closes the estimate. One that waits is validated by it: `signEstimate` too.
  mounts: { agency: { all: ['createInvoice', 'editEstimate'] } },
  summary: 'Transformer un devis en facture : un brouillon de ses lignes',
  params: byId,
  input: z.strictObject({}),
  output: ofInvoice,
});

const paper = { method: 'GET', binary: true, params: byId } as const;

export const printInvoice = endpoint({
  ...paper,
  name: 'print:invoice',
  path: '/invoice/{id}/pdf',
  mounts: { agency: ['listInvoices'], customer: ['listInvoices'] },
  summary: 'La facture ou l’avoir, en PDF',
});

export const printEstimate = endpoint({
  ...paper,
  name: 'print:estimate',
  path: '/estimate/{id}/pdf',
  mounts: { agency: ['listEstimates'] },
  summary: 'Le devis, en PDF',
});

/** An estimate without an answer is reminded after this many days. */
export const estimateSilence = 7;
export const mostReminded = 250;

const reminded = z.strictObject({
  id: z.uuid(),
  number: z.string(),
  customer: z.strictObject({ id: z.uuid(), name: z.string() }),
  date: z.string(),
  /** Of an invoice, its balance. */
  amount: z.number(),
  currency: z.string(),
  /** Since it was sent, or since it was due. */
  days: z.int(),
});

export const estimateReminders = endpoint({
  name: 'reminds:estimate',
  method: 'GET',
  path: '/estimates/reminds',
  mounts: { agency: ['listEstimates'] },
  summary: 'Les devis envoyés depuis une semaine ou plus, sans réponse',
  output: z.strictObject({ estimates: z.array(reminded) }),
});

export const invoiceReminders = endpoint({
  name: 'reminds:invoice',
  method: 'GET',
  path: '/invoices/reminds',
  mounts: { agency: ['listInvoices'] },
  summary: 'Les factures envoyées, échues et non soldées',
  output: z.strictObject({ invoices: z.array(reminded) }),
});

export const billingDefaults = endpoint({
  name: 'billingDefaults',
  method: 'GET',
  path: '/billing/defaults',
  mounts: {
    agency: [
      ...['createEstimate', 'editEstimate', 'createInvoice', 'editInvoice'],
      ...['createAgentPurchaseOrder', 'editAgentPurchaseOrder'],
    ] as Right[],
  },
  summary: 'Ce qu’une nouvelle ligne propose : les taux de TVA de l’agence et de ses bons de commande',
  output: z.strictObject({ vat: z.number(), vatLabel: z.string(), purchaseOrderVat: z.number() }),
});
