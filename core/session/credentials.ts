// Schemas of credentials, shared by all calls that ask for them.
import * as z from 'zod';
import { email } from '../kernel/validators.ts';
import { passwordFaults } from './password.ts';

/** A new password, checked by the password rule. */
export const chosenPassword = z.string('Texte attendu').check((context) => {
  for (const message of passwordFaults(context.value))
    context.issues.push({ code: 'custom', message, input: context.value });
});

/** The current password; the server verifies it. */
export const currentPassword = z.string('Texte attendu').min(1, 'Obligatoire').max(1_000);

export const emailAddress = z
  .string('Texte attendu')
  .trim()
  .toLowerCase()
  .max(255)
  .check((context) => {
    const message = email(context.value);
    if (message !== null) context.issues.push({ code: 'custom', message, input: context.value });
  });

/** Six digits of the authenticator app, or a recovery code; spaces and dashes are removed. */
export const typedCode = z
  .string('Texte attendu')
  .max(40)
  .transform((code) => code.replaceAll(/[\s-]/g, '').toUpperCase());
