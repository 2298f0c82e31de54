// The hours of a customer's sites over a period, as a paper and by mail (AC-019).
import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { dayPeriod, longestHours } from '../planning/hours-calls.ts';

const rights = { agency: ['listAgencyHours'] } as const;
const asked = dayPeriod(longestHours.list).safeExtend({ customer: z.uuid('Identifiant invalide') });

export const statementMessages = {
  nobody: 'Aucun destinataire : indiquez l’e-mail du client, ou un interlocuteur qui reçoit ses factures.',
} as const;

export const printStatement = endpoint({
  name: 'statement:customer',
  method: 'POST',
  reads: true,
  path: '/customer-hours/statement',
  mounts: rights,
  summary: 'Le décompte d’heures d’un client sur une période, en PDF',
  input: asked,
  binary: true,
});

export const previewStatement = endpoint({
  name: 'statementMail:customer',
  method: 'POST',
  reads: true,
  path: '/fetch/customer-hours/mail',
  mounts: rights,
  summary: 'Le message qui accompagne un décompte d’heures, et ses destinataires',
  input: asked,
  output: z.strictObject({
    to: z.array(z.strictObject({ address: z.string(), name: z.string() })),
    subject: z.string(),
    message: z.string(),
  }),
});

export const sendStatement = endpoint({
  name: 'sendStatement:customer',
  method: 'POST',
  path: '/customer-hours/send',
  mounts: rights,
  summary: 'Envoyer le décompte d’heures d’un client par e-mail',
  input: asked,
  output: z.strictObject({ sent: z.int() }),
});
