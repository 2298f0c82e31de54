// E-mails written by users, and the delivery events of all mails of the agency (L-001 to L-014).
import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { entity } from '../kernel/entity.ts';
import { choice, moment, text } from '../kernel/field.ts';
import { htmlLimit } from '../kernel/html.ts';
import { storedFileSchema } from '../kernel/schema.ts';
import type { Right } from '../rights.ts';
import { emailAddress } from '../session/credentials.ts';
import { emailEvents } from './events.ts';
import { allMailKinds, type MailKind } from './words.ts';

/** Recorded by the server when it happens; no user writes it. */
export const EmailEvent = entity({
  name: 'emailEvent',
  plural: 'emailEvents',
  table: 'email_events',
  label: { one: 'E-mail', many: 'Suivi des e-mails' },
  description: 'Les e-mails partis de votre agence et ce qu’ils sont devenus, pendant douze mois.',
  title: 'emailSubject',
  // Decision 11: the default order of the call; the screen sorts by date.
  order: { by: 'createdAt', ascending: false },
  date: 'date',
  grants: { list: { agency: ['listEmailEvents'] }, read: {}, create: {}, edit: {} },
  paths: { list: '/fetch/emails/events' },
  fields: {
    event: choice('Événement', emailEvents, { written: 'server', required: true, column: 'shown', filter: true }),
    date: moment('Date', { written: 'server', required: true, column: 'shown', filter: true }),
    emailSubject: text('Objet', { written: 'server', required: true, column: 'shown', search: true }),
    email: text('Destinataire', { written: 'server', required: true, column: 'shown', filter: true, search: true }),
    createdAt: moment('Noté le', { written: 'server', required: true, column: 'offered' }),
  },
});

/** `perHour`: recipients per person and hour. */
export const emailLimits = { recipients: 100, subject: 300, attachments: 50, perHour: 1_000 } as const;

export const emailMessages = {
  notYourAddress: 'Cette adresse d’expédition n’est pas la vôtre.',
  missingFile: 'Une pièce jointe est introuvable.',
  tooManyRecipients: `${emailLimits.recipients} destinataires au plus.`,
  tooManyAnHour: `Vous avez écrit à ${emailLimits.perHour} destinataires en une heure : réessayez plus tard.`,
  /** To one recipient (K-013), or one mail each to several (L-006). */
  sent: 'Email bien envoyé',
  allSent: 'Email(s) bien envoyé(s)',
  notKept: 'Le contenu de ce message n’est pas conservé : il contenait un lien personnel.',
} as const;

/** Staff who may send one of the agency's documents may write a mail. Agents need a right that their set does not contain. */
export const senders: readonly Right[] = [
  'sendDocument',
  'sendEstimate',
  'sendInvoice',
  'sendCustomerContract',
  'sendAgentContract',
  'sendAgentPurchaseOrder',
];
const mounts = { agency: senders, agent: ['sendOwnEmail'], customer: ['sendDocument'] } as const;

const addresses = z.array(emailAddress).max(emailLimits.recipients, emailMessages.tooManyRecipients);
/** Members other than the id are ignored. */
const file = z.object({ id: z.uuid() });
const files = z.array(file).max(emailLimits.attachments).default([]);

export const emailDraft = z
  .strictObject({
    from: emailAddress,
    to: addresses.min(1, 'Obligatoire'),
    cc: addresses.default([]),
    bcc: addresses.default([]),
    subject: z.string('Texte attendu').trim().min(1, 'Obligatoire').max(emailLimits.subject),
    /** HTML. */
    message: z.string('Texte attendu').max(htmlLimit).default(''),
    attachments: files,
    /** Files of the record it is sent from: the writer cannot remove them (L-002). */
    lockedAttachments: files,
  })
  .check((context) => {
    const { to, cc, bcc } = context.value;
    if (to.length + cc.length + bcc.length > emailLimits.recipients)
      context.issues.push({ code: 'custom', path: ['to'], message: emailMessages.tooManyRecipients, input: to });
  });
export type EmailDraft = z.input<typeof emailDraft>;

export const sendEmail = endpoint({
  name: 'sendEmail',
  method: 'POST',
  path: '/email',
  mounts,
  summary: 'Envoyer un e-mail',
  input: emailDraft,
  output: z.strictObject({ email: z.strictObject({ id: z.uuid() }) }),
});

export const listSenders = endpoint({
  name: 'listSenders',
  method: 'GET',
  path: '/email/senders',
  mounts,
  summary: 'Les adresses d’expédition de l’appelant',
  output: z.strictObject({ senders: z.array(z.strictObject({ address: z.string(), name: z.string() })) }),
});

/** The mail's id, or that of one of its events. */
const ofMail = z.strictObject({ id: z.string() });

export const readEmailContent = endpoint({
  name: 'readEmailContent',
  method: 'GET',
  path: '/fetch/emails/{id}/content',
  mounts: { agency: ['readEmail'] },
  summary: 'Lire un e-mail envoyé (responsable de l’agence seul)',
  params: ofMail,
  output: z.strictObject({
    email: z.strictObject({
      id: z.uuid(),
      from: z.string().nullable(),
      to: z.array(z.string()),
      cc: z.array(z.string()),
      bcc: z.array(z.string()),
      subject: z.string(),
      /** HTML; null: not stored, because it contained a link that opens an account. */
      message: z.string().nullable(),
      createdAt: z.string(),
      author: z.string().nullable(),
    }),
  }),
});
export type EmailContent = z.output<typeof readEmailContent.output>['email'];

export const listEmailAttachments = endpoint({
  name: 'listEmailAttachments',
  method: 'GET',
  path: '/fetch/emails/{id}/attachments',
  mounts: { agency: ['downloadEmailAttachment'] },
  summary: 'Les pièces jointes d’un e-mail envoyé (responsable de l’agence seul)',
  params: ofMail,
  output: z.strictObject({ attachments: z.array(storedFileSchema) }),
});

/** The words that a written mail begins with: the agency's, or the product's; variables are not filled in. */
export const readMailWords = endpoint({
  name: 'readMailWords',
  method: 'POST',
  reads: true,
  path: '/fetch/email/words',
  mounts: { agency: senders },
  summary: 'L’objet et le message usuels d’un genre d’e-mail',
  input: z.strictObject({ kind: z.enum(allMailKinds as [MailKind], 'Genre inconnu') }),
  output: z.strictObject({ agency: z.string(), subject: z.string().nullable(), message: z.string().nullable() }),
});
