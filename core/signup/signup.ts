// Self-service (decision 94): an agency signs itself up. Until its mail is confirmed, only a pending sign-up exists.
import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { messages } from '../kernel/problem.ts';
import { siret, tooLong } from '../kernel/validators.ts';
import { chosenPassword, emailAddress } from '../session/credentials.ts';
import { token, tokens } from '../session/tokens.ts';

export const signUpMessages = {
  closed: 'L’inscription en ligne n’est pas ouverte.',
  /** The same for every address and every SIRET: only the mail says what is already known. */
  sent: 'Un e-mail vient de vous être envoyé. Ouvrez-le pour continuer : son lien est valable 24 heures.',
  terms: 'Les conditions ont changé : relisez-les et acceptez-les de nouveau.',
  done: 'Votre agence est déjà créée : connectez-vous.',
  knownAccount: 'Cette adresse est déjà celle d’un compte : connectez-vous.',
  knownSiren: 'Une agence est déjà inscrite avec ce SIREN : demandez une invitation à son responsable.',
} as const;

const line = (most: number) =>
  z
    .string('Texte attendu')
    .trim()
    .min(1, messages.required)
    .max(most, tooLong(most))
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'Une seule ligne attendue');

/** Spaces are how people read it. */
const siretNumber = z
  .string('Texte attendu')
  .max(40)
  .transform((typed) => typed.replaceAll(/\s/g, ''))
  .pipe(
    z
      .string()
      .min(1, messages.required)
      .refine((value) => siret(value) === null, { error: ({ input }) => siret(String(input)) ?? '' }),
  );

export const signUpForm = z.strictObject({
  agencyName: line(120),
  siret: siretNumber,
  firstname: line(100),
  lastname: line(100),
  email: emailAddress,
  /** The version of the terms that were shown and accepted. */
  terms: z.string('Texte attendu').min(1, 'Acceptez les conditions pour continuer').max(100),
});

export const readSignUp = endpoint({
  name: 'readSignUp',
  method: 'GET',
  path: '/sign-up',
  mounts: { root: 'public' },
  summary: 'Les conditions à accepter pour inscrire une agence',
  output: z.strictObject({ terms: z.strictObject({ version: z.string(), html: z.string() }) }),
});

export const signUp = endpoint({
  name: 'signUp',
  method: 'POST',
  path: '/sign-up',
  mounts: { root: 'public' },
  summary: 'Inscrire une agence',
  input: signUpForm,
  output: z.strictObject({ message: z.string() }),
});

const byToken = z.strictObject({ token });

export const readSignUpLink = endpoint({
  name: 'readSignUpLink',
  method: 'GET',
  path: '/sign-up/{token}',
  mounts: { root: 'public' },
  summary: 'Lire une inscription à confirmer',
  params: byToken,
  output: z.strictObject({
    signUp: z.strictObject({
      agencyName: z.string(),
      siret: z.string(),
      fullname: z.string(),
      email: z.string(),
      passwordLength: z.int(),
    }),
  }),
});

/** The password is chosen here: whoever typed the address of somebody else never knows the password of his account. */
export const confirmSignUp = endpoint({
  name: 'confirmSignUp',
  method: 'POST',
  path: '/sign-up/{token}',
  mounts: { root: 'public' },
  summary: 'Confirmer une inscription et ouvrir l’agence',
  params: byToken,
  input: z.strictObject({ password: chosenPassword }),
  output: tokens,
});
