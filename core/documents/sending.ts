// Decision 82: an agent, or somebody of a customer, mails his own documents to his agency and to his own address, not to anybody.
import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { messages } from '../kernel/problem.ts';
import { emailLimits } from '../mail/email.ts';
import { emailAddress } from '../session/credentials.ts';

export const unknownAddress = 'Vous envoyez vos documents à votre agence ou à votre propre adresse.';

export const listOwnAddresses = endpoint({
  name: 'addresses:document',
  method: 'GET',
  path: '/documents/addresses',
  mounts: { agent: ['sendOwnDocument'], customer: ['sendOwnDocument'] },
  summary: 'Les adresses auxquelles on peut envoyer ses propres documents',
  output: z.strictObject({ addresses: z.array(z.strictObject({ address: z.string(), label: z.string() })) }),
});

export const sendOwnDocuments = endpoint({
  name: 'sendOwn:document',
  method: 'POST',
  path: '/documents/send',
  mounts: { agent: ['sendOwnDocument'], customer: ['sendOwnDocument'] },
  summary: 'Envoyer ses propres documents par e-mail',
  input: z.strictObject({
    ids: z
      .array(z.uuid('Identifiant invalide'))
      .min(1, messages.required)
      .max(emailLimits.attachments, `${emailLimits.attachments} documents au plus en un e-mail.`),
    to: z.array(emailAddress).min(1, messages.required).max(10, '10 destinataires au plus'),
    message: z
      .string('Texte attendu')
      .trim()
      .max(2_000, '2 000 caractères au plus')
      .refine((text) => !text.includes('\u0000'), 'Caractère interdit')
      .default(''),
  }),
  output: z.strictObject({ sent: z.int() }),
});
