// Creates an agency. Self-creation is off: only platform administrators can create one (1 §1, AG-005; decision 17).
import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { messages } from '../kernel/problem.ts';
import { namesSite } from '../kernel/site-address.ts';
import { invitedPerson } from '../platform/person.ts';
import { company } from '../session/session.ts';
import { productRules } from '../tenant.ts';
import { namingMessages } from './naming.ts';

export const createAgency = endpoint({
  name: 'createAgency',
  method: 'POST',
  path: '/agency',
  mounts: { root: productRules.agencyCreation ? 'signedIn' : 'admin' },
  summary: 'Créer une agence, avec ses listes et ses réglages de départ',
  input: z.strictObject({
    /** Chosen by the client: a repeated creation answers the same agency. */
    id: z.uuid('Identifiant invalide').optional(),
    name: z
      .string('Texte attendu')
      .trim()
      .min(1, messages.required)
      .max(120, '120 caractères au plus')
      .refine((value) => !value.includes('\u0000'), 'Caractère interdit')
      .refine((value) => !namesSite(value), namingMessages.site),
    /** AB-008: invited by mail; absent: created later. */
    manager: invitedPerson.optional(),
  }),
  output: z.strictObject({ agency: company }),
});
