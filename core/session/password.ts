// The password rule (1 §5, decision 78), shared by the form and the server.
import { tooLong } from '../kernel/validators.ts';

/** The specification's length; the installation and each agency may ask for more. */
export const shortestPassword = 6;

type Rule = [(password: string) => boolean, string];

const rules = (length: number): Rule[] => [
  [(password) => password.length >= length, `${length} caractères min.`],
  [(password) => /\d/.test(password), '1 chiffre min.'],
  [(password) => /\p{Ll}/u.test(password), '1 minuscule min.'],
  [(password) => /\p{Lu}/u.test(password), '1 majuscule min.'],
  // argon2 reads the whole text; a password of a megabyte would be an attack.
  [(password) => password.length <= 200, tooLong(200)],
];

/** All missing requirements, in the order of the rule. */
export const passwordFaults = (password: string, length: number = shortestPassword): string[] =>
  rules(length)
    .filter(([holds]) => !holds(password))
    .map(([, message]) => message);

export const guessablePassword =
  'Ce mot de passe est trop facile à deviner : il reprend votre nom, votre adresse, ou le nom de l’application ou de l’agence.';

export const commonPassword = 'Ce mot de passe est trop courant : il figure parmi les 10 000 plus utilisés.';

export const commonWord =
  'Ce mot de passe est trop courant : un mot que l’on essaie en premier, même suivi de chiffres ou écrit avec des signes.';
