// The evidence of a signature: what happened, one step after the other, each chained to the one before.
import * as z from 'zod';

export const signatureSteps = {
  ASKED: 'Signature demandée',
  SENT: 'Lien envoyé',
  REMINDED: 'Relance envoyée',
  CLAIMED: 'Lien demandé depuis son compte',
  OPENED: 'Document ouvert',
  CODE: 'Code envoyé par e-mail',
  CODE_REFUSED: 'Code refusé',
  CONSENTED: 'Accord donné',
  SIGNED: 'Signé',
  SIGNED_HERE: 'Signé sur place',
  REFUSED: 'Refusé',
  EXPIRED: 'Délai dépassé',
  MARKED: 'Marqué comme signé',
  SCANNED: 'Exemplaire papier joint',
  UNSIGNED: 'Marqué non signé',
  WITHDRAWN: 'Signatures retirées',
  CANCELLED: 'Annulé',
  SEALED: 'Document scellé',
} as const;
export type SignatureStep = keyof typeof signatureSteps;

export const stepLine = z.strictObject({
  position: z.int(),
  at: z.string(),
  act: z.enum(Object.keys(signatureSteps) as [SignatureStep, ...SignatureStep[]]),
  who: z.string().nullable(),
  email: z.string().nullable(),
  ip: z.string().nullable(),
  browser: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
  hash: z.string(),
});
export type StepLine = z.output<typeof stepLine>;

export type SignatureOutcome = 'SIGNED' | 'REFUSED' | 'EXPIRED' | 'CANCELLED' | 'MARKED' | 'UNSIGNED';

/** Days in which a link is of use. */
export const linkDays = 30;
/** Minutes of a code, and tries. */
export const codeMinutes = 15;
export const mostTries = 5;
/** Codes of an hour, and of a link: then another link. */
export const mostCodes = 6;
export const mostCodesOfLink = 20;
