// The password rule (1 §5), the same in the form and on the server.
import { tooLong } from '../kernel/validators.ts';

const rules: readonly [(password: string) => boolean, string][] = [
  [(password) => password.length >= 6, '6 caractères min.'],
  [(password) => /\d/.test(password), '1 chiffre min.'],
  [(password) => /\p{Ll}/u.test(password), '1 minuscule min.'],
  [(password) => /\p{Lu}/u.test(password), '1 majuscule min.'],
  // argon2 reads it all; a megabyte of password is an attack.
  [(password) => password.length <= 200, tooLong(200)],
];

/** Everything that is missing, in the order of the rule. */
export const passwordFaults = (password: string): string[] =>
  rules.filter(([holds]) => !holds(password)).map(([, message]) => message);
