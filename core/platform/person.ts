// A person whom the platform invites.
import * as z from 'zod';
import { messages } from '../kernel/problem.ts';
import { emailAddress } from '../session/credentials.ts';

const name = z
  .string('Texte attendu')
  .trim()
  .min(1, messages.required)
  .max(100, '100 caractères au plus')
  .refine((value) => !value.includes('\u0000'), 'Caractère interdit');

export const invitedPerson = z.strictObject({ firstname: name, lastname: name, email: emailAddress });
export type InvitedPerson = z.output<typeof invitedPerson>;
