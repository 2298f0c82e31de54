// What a person types to be recognised, checked the same wherever it is asked.
import * as z from 'zod';
import { email } from '../kernel/validators.ts';
import { passwordFaults } from './password.ts';

/** A new one, by the rule. */
export const chosenPassword = z.string('Texte attendu').check((context) => {
  for (const message of passwordFaults(context.value))
    context.issues.push({ code: 'custom', message, input: context.value });
});

/** The one that exists: whether it is right is for the server to say. */
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

/** Six digits of the application, or a recovery code; spaces and dashes are how people read them out. */
export const typedCode = z
  .string('Texte attendu')
  .max(40)
  .transform((code) => code.replaceAll(/[\s-]/g, '').toUpperCase());
