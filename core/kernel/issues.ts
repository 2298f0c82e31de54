// Plain French for every issue of the schema library whose schema gives no message of its own. Imported by input.ts, so
// that it applies wherever a schema is.
import * as z from 'zod';
import { messages } from './problem.ts';
import { email, multipleOf, numberExpected, tooLong } from './validators.ts';

const expected: Readonly<Record<string, string>> = {
  string: 'Texte attendu',
  number: numberExpected,
  nan: numberExpected,
  bigint: numberExpected,
  int: 'Nombre entier uniquement',
  boolean: 'Oui ou non attendu',
  array: 'Liste attendue',
  set: 'Liste attendue',
  date: 'Date attendue',
  file: 'Fichier attendu',
};

const formats: Readonly<Record<string, string>> = {
  email: email('') as string,
  url: 'Adresse web invalide',
  uuid: 'Identifiant invalide',
  guid: 'Identifiant invalide',
  date: 'Date invalide',
  datetime: 'Date invalide',
  time: 'Heure invalide',
};

const invalid = 'Valeur invalide';

/** What a size counts. */
const units: Readonly<Record<string, string>> = {
  string: 'caractères',
  array: 'éléments',
  set: 'éléments',
  map: 'éléments',
};

const shown = (bound: number | bigint): string => String(bound).replace('.', ',');

function tooBig({ origin, maximum, inclusive }: z.core.$ZodIssueTooBig): string {
  if (origin === 'string') return tooLong(Number(maximum));
  if (origin === 'date') return 'Date trop tardive';
  if (origin === 'file') return 'Fichier trop volumineux';
  if (units[origin]) return `${shown(maximum)} ${Number(maximum) === 1 ? 'élément' : units[origin]} au plus`;
  return `Doit être inférieur ${inclusive === false ? '' : 'ou égal '}à ${shown(maximum)}`;
}

function tooSmall({ origin, minimum, inclusive }: z.core.$ZodIssueTooSmall): string {
  if (origin === 'date') return 'Date trop ancienne';
  if (origin === 'file') return 'Fichier vide';
  // One character or one element: there must be a value.
  if (units[origin]) return Number(minimum) <= 1 ? messages.required : `Au moins ${shown(minimum)} ${units[origin]}`;
  return `Doit être supérieur ${inclusive === false ? '' : 'ou égal '}à ${shown(minimum)}`;
}

/** The sentence for an issue; it names no code, no type of the language and no word of the library. */
export function sentenceOf(issue: z.core.$ZodRawIssue): string {
  const known = issue as z.core.$ZodIssue;
  switch (known.code) {
    case 'invalid_type':
      return issue.input === undefined ? messages.required : (expected[known.expected] ?? invalid);
    case 'too_big':
      return tooBig(known);
    case 'too_small':
      return tooSmall(known);
    case 'invalid_format':
      return formats[known.format] ?? 'Format invalide';
    case 'not_multiple_of':
      return multipleOf(known.divisor)(Number.NaN) ?? invalid;
    case 'unrecognized_keys':
      return messages.unknownKey;
    case 'invalid_value':
      return issue.input === undefined ? messages.required : 'Valeur inconnue';
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
    case 'custom':
      return invalid;
  }
}

z.config({ localeError: sentenceOf });
