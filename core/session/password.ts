// The password rule (1 §5), shared by the form and the server.
import { tooLong } from '../kernel/validators.ts';

const rules: readonly [(password: string) => boolean, string][] = [
  [(password) => password.length >= 6, '6 caractères min.'],
  [(password) => /\d/.test(password), '1 chiffre min.'],
  [(password) => /\p{Ll}/u.test(password), '1 minuscule min.'],
  [(password) => /\p{Lu}/u.test(password), '1 majuscule min.'],
  // argon2 reads the whole text; a password of a megabyte would be an attack.
  [(password) => password.length <= 200, tooLong(200)],
];

/** All missing requirements, in the order of the rule. */
export const passwordFaults = (password: string): string[] =>
  rules.filter(([holds]) => !holds(password)).map(([, message]) => message);
