// Estimates, invoices, credit notes and purchase orders by mail: the usual letter, and the calls that send.
import * as z from 'zod';
import { byId, endpoint } from '../kernel/endpoint.ts';
import { messages } from '../kernel/problem.ts';
import { email } from '../kernel/validators.ts';
import { invoiceTypes } from './invoice.ts';
import type { PaperKind } from './paper.ts';

/** Stands for the number in a letter: a draft receives it when it is sent (decision 84). */
export const numberToken = '{numero}';
export const mostSent = 100;
const mostRecipients = 20;

export const sendingMessages = {
  nobody: 'Aucun destinataire : indiquez l’e-mail du client, ou un interlocuteur qui reçoit ces documents.',
  oneByOne: 'Plusieurs documents partent chacun avec son texte usuel et ses destinataires.',
  cancelled: 'Un devis annulé ou refusé ne s’envoie pas.',
  cancelledOrder: 'Un bon annulé ne s’envoie pas.',
  noAddress: 'Aucun destinataire : indiquez l’e-mail du collaborateur, ou des destinataires.',
  notIssued: 'Émettez d’abord ce document.',
  notDue: 'Seule une facture émise, échue et non soldée se relance.',
} as const;

/** the types of commercial documents that leave. */
export const sentKinds = {
  ...invoiceTypes,
  devis: 'Devis',
  agentPurchaseOrder: 'Bon de commande',
} as const satisfies Record<PaperKind, string>;
export type SentKind = PaperKind;

/** 3 §9 */
export const usualSubject = (kind: SentKind): string =>
  `Votre ${sentKinds[kind].toLowerCase()} {agence} - ${numberToken}`;

export const usualMessage = (kind: SentKind): string =>
  `Bonjour {destinataire},\n\nVeuillez trouver ci-joint votre ${sentKinds[kind].toLowerCase()} ${numberToken}.\n\nCordialement,\n{agence}`;

const text = (most: number) =>
  z
    .string()
    .trim()
    .min(1, messages.required)
    .max(most, `${most} caractères au plus`)
    .refine((value) => !value.includes('\u0000'), 'Caractère interdit');

const address = z.string().superRefine((value, context) => {
  const fault = value.length > 254 ? 'Adresse trop longue' : email(value);
  if (fault) context.addIssue({ code: 'custom', message: fault });
});

export const letter = z.strictObject({ to: z.array(z.string()), subject: z.string(), message: z.string() });

export const sent = z.strictObject({
  ids: z.array(z.uuid()).min(1, messages.required).max(mostSent, `${mostSent} documents au plus`),
  to: z.array(address).min(1, messages.required).max(mostRecipients, `${mostRecipients} au plus`).optional(),
  subject: text(200).optional(),
  message: text(5_000).optional(),
  /** As they were read, by id; absent: as they stand. */
  versions: z.record(z.uuid(), z.int()).optional(),
});

export const sentResult = z.strictObject({ sent: z.int(), issued: z.int() });

export const readInvoiceLetter = endpoint({
  name: 'letter:invoice',
  method: 'GET',
  path: '/invoice/{id}/letter',
  mounts: { agency: ['sendInvoice'] },
  summary: 'Le message usuel d’une facture ou d’un avoir, et ses destinataires',
  params: byId,
  output: letter,
});

export const readReminderLetter = endpoint({
  name: 'reminder:invoice',
  method: 'GET',
  path: '/invoice/{id}/reminder',
  mounts: { agency: ['sendInvoice'] },
  summary: 'Le message usuel de relance d’une facture échue, et ses destinataires',
  params: byId,
  output: letter,
});

export const sendInvoices = endpoint({
  name: 'send:invoice',
  method: 'PATCH',
  path: '/invoice/send',
  mounts: { agency: ['sendInvoice'] },
  summary: 'Envoyer des factures et avoirs par e-mail ; un brouillon est d’abord émis ; `remind` : une relance',
  input: sent.extend({ remind: z.boolean().optional() }),
  output: sentResult,
});

export const readEstimateLetter = endpoint({
  name: 'letter:estimate',
  method: 'GET',
  path: '/estimate/{id}/letter',
  mounts: { agency: ['sendEstimate'] },
  summary: 'Le message usuel d’un devis, et ses destinataires',
  params: byId,
  output: letter,
});

export const sendEstimates = endpoint({
  name: 'send:estimate',
  method: 'PATCH',
  path: '/estimate/send',
  mounts: { agency: ['sendEstimate'] },
  summary: 'Envoyer des devis par e-mail',
  input: sent,
  output: sentResult,
});
