// Which invoices can be debited, the order of several, and its file for the bank.
import * as z from 'zod';
import { calledDay } from '../kernel/called.ts';
import { byId, endpoint } from '../kernel/endpoint.ts';
import { rowSchema } from '../kernel/schema.ts';
import { DirectDebit } from './debit.ts';

export const debitMessages = {
  currency: 'Le prélèvement SEPA est en euros.',
  identifier: 'L’identifiant créancier (ICS) manque dans les paramètres de l’agence.',
  account: 'Aucun IBAN dans « Factures : règlement » des paramètres de l’agence.',
  tooSoon: 'Au plus tôt demain.',
  changed: 'Ces factures ne peuvent plus être prélevées : ',
  paidSince: 'Payées ou créditées depuis : annulez ce prélèvement et préparez-en un autre. ',
  noIban: 'IBAN du client absent',
  noMandate: 'Mandat du client absent',
  badIban: 'IBAN du client invalide',
  badMandate: 'Référence du mandat invalide',
  tooMuch: 'Plus de 999 999 999,99 € : aucune banque ne le prélève',
} as const;

export const mostDebits = 500;

const due = z.strictObject({
  id: z.uuid(),
  number: z.string(),
  customer: z.strictObject({ id: z.uuid(), name: z.string() }),
  dueDate: z.string().nullable(),
  balance: z.number(),
  /** Null: it can be debited. */
  lacks: z.string().nullable(),
});
export type DueInvoice = z.output<typeof due>;

export const listDebitable = endpoint({
  name: 'listDebitable',
  method: 'POST',
  path: '/fetch/direct-debits/due',
  mounts: { agency: ['listInvoices'] },
  summary: 'Les factures à prélever : émises, non soldées, dans aucun prélèvement en attente',
  input: z.strictObject({}),
  output: z.strictObject({
    invoices: z.array(due),
    filtered: z.int(),
    currency: z.string(),
    /** What the agency lacks; null: nothing. */
    lacks: z.string().nullable(),
  }),
  reads: true,
});

export const createDebit = endpoint({
  name: 'createDebit',
  method: 'POST',
  path: '/direct-debit',
  mounts: { agency: ['editInvoice'] },
  summary: 'Préparer le prélèvement du solde de plusieurs factures',
  input: z.strictObject({ date: calledDay(), invoices: z.array(z.uuid()).min(1).max(mostDebits) }),
  output: z.strictObject({ directDebit: rowSchema(DirectDebit) }),
});

export const downloadDebit = endpoint({
  name: 'downloadDebit',
  method: 'GET',
  path: '/direct-debit/{id}/file',
  mounts: { agency: ['editInvoice'] },
  summary: 'Le fichier de prélèvements pour la banque (pain.008.001.08)',
  params: byId,
  binary: true,
});
