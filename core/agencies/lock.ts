// Suspends an agency, or opens it again (C-020). Only the platform does: the agency has not paid, or asked for it.
import * as z from 'zod';
import { byId, endpoint } from '../kernel/endpoint.ts';
import { messages } from '../kernel/problem.ts';
import { company } from '../session/session.ts';

/** What its people read when they are refused. */
export const expiredSubscription = 'Abonnement expiré';

/** The title of the dialog: « expired subscription » (1 §3) only for that. */
export const lockTitle = (reasons: readonly string[]): string =>
  reasons.some((reason) => reason.toLowerCase().startsWith(expiredSubscription.toLowerCase()))
    ? expiredSubscription
    : 'Accès suspendu';

export const lockAgency = endpoint({
  name: 'lockAgency',
  method: 'PUT',
  path: '/admin/agency/{id}/lock',
  mounts: { root: 'admin' },
  summary: 'Suspendre l’accès d’une agence avec son motif, ou le rouvrir (motif nul)',
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
