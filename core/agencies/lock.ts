// Suspends an agency, or opens it again (C-020). Only the platform does: the agency has not paid, or asked for it.
import * as z from 'zod';
import { byId, endpoint } from '../kernel/endpoint.ts';
import { messages } from '../kernel/problem.ts';
import { company } from '../session/session.ts';

/** What its people read when they are refused. */
export const expiredSubscription = 'Abonnement expiré';

const unpaid = `${expiredSubscription} : la facture `;
export const unpaidLock = (reference: string): string => `${unpaid}${reference} n’est pas réglée.`;
export const isUnpaidLock = (message: string): boolean => message.startsWith(unpaid);

/** The title of the dialog: « expired subscription » (1 §3) only for that. */
export const lockTitle = (reasons: readonly string[]): string =>
  reasons.some((reason) => reason.toLowerCase().startsWith(expiredSubscription.toLowerCase()))
    ? expiredSubscription
    : 'Accès suspendu';

/** Who wrote a lock (decision 106), and what lifts it; none: the platform by hand. */
const lockWriters: Readonly<Record<string, { label: string; lifted: string }>> = {
  subscriptions: { label: 'abonnement', lifted: 'réactivez son abonnement, ou attendez sa commande réglée' },
  payments: { label: 'paiement', lifted: 'réglez ou annulez la facture en retard' },
};

export interface Lock {
  message: string;
  lock: boolean;
  by?: unknown;
}
const writerOf = ({ by }: Lock) => (typeof by === 'string' ? lockWriters[by] : undefined);
/** « Impayé », or « Abonnement expiré (abonnement) ». */
export const lockWords = (one: Lock): string => {
  const writer = writerOf(one);
  return writer ? `${one.message} (${writer.label})` : one.message;
};
/** After the lock set by hand is lifted; null: the agency is open. */
export const staysLocked = (errors: readonly Lock[]): string | null => {
  const locks = errors.filter(({ lock }) => lock);
  if (locks.length === 0) return null;
  const ways = locks.flatMap((one) => writerOf(one)?.lifted ?? []);
  const words = `L’agence reste suspendue : ${locks.map(lockWords).join(' · ')}.`;
  return ways.length === 0 ? words : `${words} Pour la rouvrir, ${ways.join(' ; ')}.`;
};

export const lockAgency = endpoint({
  name: 'lockAgency',
  method: 'PUT',
  path: '/admin/agency/{id}/lock',
  mounts: { root: 'admin' },
  summary: 'Suspendre l’accès d’une agence avec son motif, ou lever cette suspension (motif nul)',
  params: byId,
  input: z.strictObject({
    message: z
      .string('Texte attendu')
      .trim()
      .min(1, messages.required)
      .max(300, '300 caractères au plus')
      .refine((value) => !value.includes('\u0000'), 'Caractère interdit')
      .nullable(),
  }),
  output: z.strictObject({ agency: company }),
});
