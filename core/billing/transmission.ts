// The states of an issued invoice, told by a platform through a signed call; no platform is called from here.
import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { inCalendar } from '../kernel/validators.ts';
import type { InvoiceState } from './states.ts';

/** An event is refused when its moment is further away than this. */
export const eventWindow = 300_000;

export const eventMessages = {
  signature: 'Signature invalide',
  late: 'Événement trop ancien ou daté du futur : signez-le de nouveau.',
  unknown: 'Aucune facture émise ne porte ce numéro.',
} as const;

const text = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .refine((value) => !/\p{Cc}/u.test(value), 'Caractère interdit');

const moment = z.iso.datetime('Date invalide').superRefine((value, context) => {
  const fault = inCalendar(value);
  if (fault) context.addIssue({ code: 'custom', message: fault });
});

export interface SignedEvent {
  id: string;
  sentAt: string;
  number: string;
  state: InvoiceState;
  at: string;
  reason?: string | undefined;
}

/** What is signed: the values, one per line. */
export const signedText = ({ id, sentAt, number, state, at, reason }: SignedEvent): string =>
  [id, sentAt, number, state, at, reason ?? ''].join('\n');

export const receiveInvoiceEvent = endpoint({
  name: 'receiveInvoiceEvent',
  method: 'POST',
  path: '/invoice-events/{agency}',
  mounts: { root: 'public' },
  duringMaintenance: true,
  summary:
    'Recevoir l’état d’une facture d’une plateforme ; signature : HMAC-SHA256, en hexadécimal, des valeurs id, sentAt, number, state, at, reason, une par ligne',
  params: z.strictObject({ agency: z.string() }),
  input: z.strictObject({
    /** The platform's name of the event: the same one is accepted once. */
    id: text(100),
    sentAt: moment,
    number: text(40),
    state: z.enum(['DEPOSITED', 'REJECTED', 'CASHED']),
    at: moment,
    reason: text(500).optional(),
    signature: z.string().regex(/^[0-9a-f]{64}$/i, 'Signature invalide'),
  }),
  output: z.strictObject({ accepted: z.boolean() }),
});

const key = z.strictObject({ secret: z.string(), url: z.string() });

export const readEventKey = endpoint({
  name: 'readEventKey',
  method: 'GET',
  path: '/invoices/event-key',
  mounts: { agency: ['editAgencySetting'] },
  summary: 'L’adresse et le secret qu’une plateforme utilise pour dire l’état des factures',
  output: key,
});

export const renewEventKey = endpoint({
  name: 'renewEventKey',
  method: 'POST',
  path: '/invoices/event-key',
  mounts: { agency: ['editAgencySetting'] },
  summary: 'Remplacer ce secret : l’ancien n’est plus accepté',
  input: z.strictObject({}),
  output: key,
});
