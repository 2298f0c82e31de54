// Every validator with its exact message (1 §5), used by the form and by the server. Each returns the message, or null.
import { fits, isExact, isMultiple, quantityDecimals } from './money.ts';

export type Validator<T> = (value: T) => string | null;

const refuse =
  <T>(message: string, holds: (value: T) => boolean): Validator<T> =>
  (value) =>
    holds(value) ? null : message;

export const numberExpected = 'Nombre attendu';

const int32 = 2_147_483_647;
const isWhole = (value: number): boolean => Number.isInteger(value) && Math.abs(value) <= int32;

export const integer = refuse<number>('Nombre entier uniquement', isWhole);
/** 0 is accepted (E-004). */
export const positiveInteger = refuse<number>('Entier positif uniquement', (value) => isWhole(value) && value >= 0);
export const atMost = (most: number): Validator<number> =>
  refuse(`Doit être inférieur ou égal à ${most}`, (value) => value <= most);
export const atLeast = (least: number, tooLow = `Doit être supérieur ou égal à ${least}`): Validator<number> =>
  refuse(tooLow, (value) => value >= least);
/** X-052: 0 would bill nothing. */
export const noFactor = 'Doit être supérieur à 0 (1 pour aucune majoration)';
export const multipleOf = (step: number): Validator<number> =>
  refuse(
    `Doit être un multiple de ${step}, positive ou négative.`,
    (value) => isExact(value) && isMultiple(value, step),
  );
/** By default up to 11 digits before the separator and 3 after (E-006); the number is read as decimal text. */
export const decimal = (decimals = quantityDecimals, digits = 11): Validator<number> =>
  refuse(
    decimals === 0
      ? `${digits} chiffres au plus, sans décimale`
      : `${digits} chiffres et ${decimals} décimales au plus`,
    (value) => fits(value, digits, decimals),
  );
export const tooLong = (most: number): string => `Maximum ${most} caractères`;
export const notLonger = (most: number): Validator<string> => refuse(tooLong(most), (value) => value.length <= most);
export const exactCount = (count: number): Validator<readonly unknown[]> =>
  refuse(`Doit contenir ${count} éléments`, (value) => value.length === count);

const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/;

export function dayExists(value: string): boolean {
  const parts = dayPattern.exec(value);
  if (!parts) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const date = new Date(Date.UTC(year, month - 1, day));
  return year >= 1 && date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

export const dateFaults = { format: 'Format français invalide', missing: "La date n'existe pas" } as const;
export const existingDay = refuse<string>(dateFaults.missing, dayExists);

/** 2026-11-15 as 15/11/2026. */
export const frenchDay = (day: string): string => day.slice(0, 10).split('-').reverse().join('/');

/** The days that a call accepts: computing with others overflows, or never ends. */
const calendar = { first: '1900-01-01', last: '2199-12-31' } as const;
/** A day, or a moment in ISO format. */
export const inCalendar = refuse<string>(
  `Doit être entre le ${frenchDay(calendar.first)} et le ${frenchDay(calendar.last)}`,
  (value) => value >= calendar.first && value.slice(0, 10) <= calendar.last,
);

// Days, moments and times in ISO format compare as text; `shown` is the bound as people read it. Empty values pass: a date
// is optional unless its field is required (E-017).
type Comparison = (bound: string, shown?: string) => Validator<string>;
export const after: Comparison = (bound, shown = frenchDay(bound)) =>
  refuse(`Doit être supérieure à ${shown}`, (value) => value > bound);
export const notBefore: Comparison = (bound, shown = frenchDay(bound)) =>
  refuse(`Doit être supérieure ou égale à ${shown}`, (value) => value >= bound);
export const before: Comparison = (bound, shown = frenchDay(bound)) =>
  refuse(`Doit être inférieure à ${shown}`, (value) => value < bound);
export const notAfter: Comparison = (bound, shown = frenchDay(bound)) =>
  refuse(`Doit être inférieure ou égale à ${shown}`, (value) => value <= bound);
/** The caller passes the current time: core has no clock. */
export const inFuture: Comparison = after;
export const withinYears = (years: number, from: string): Validator<string> =>
  refuse(
    `Doit être inférieure ou égale à ${years} an(s)`,
    (value) => value <= `${Number(from.slice(0, 4)) + years}${from.slice(4)}`,
  );

const matches = (message: string, pattern: RegExp): Validator<string> =>
  refuse(message, (value) => pattern.test(value));

export const email = matches(
  'Veuillez saisir une adresse mail valide',
  /^[^\s@<>()",;:]+@[^\s@<>()",;:.]+(\.[^\s@<>()",;:.]+)+$/,
);
/** Addresses in one text, separated by commas, semicolons or spaces; each once, in lower case. */
export const addressesIn = (value: string | null | undefined): string[] => [
  ...new Set(
    (value ?? '')
      .split(/[\s,;]+/)
      .map((one) => one.toLowerCase())
      .filter((one) => one !== ''),
  ),
];
export const emails: Validator<string> = (value) => {
  const wrong = addressesIn(value).find((one) => one.length > 254 || email(one) !== null);
  return wrong === undefined ? null : `Adresse invalide : ${wrong}`;
};
export const phonePattern = /^\+?[0-9][0-9 ().-]{3,24}$/;
export const phone = matches('Numéro de téléphone invalide', phonePattern);
export const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/;
export const slug = matches('Lettres minuscules, chiffres et tirets uniquement', slugPattern);
export const countryPattern = /^[A-Z]{2}$/;
export const country = matches('Code de pays à deux lettres attendu', countryPattern);
export const timePattern = /^([01]\d|2[0-3]):[0-5]\d$/;
export const time = matches(dateFaults.format, timePattern);

/** The Luhn checksum of SIRET numbers and payment cards. */
const hasLuhnKey = (digits: string): boolean => {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
};
/** La Poste's offices use another checksum: the sum of the digits is a multiple of five. */
export const siretPattern = /^\d{14}$/;
/** The company: the first nine digits. */
export const sirenOf = (value: string | null | undefined): string | null =>
  value && siretPattern.test(value) && !value.startsWith('000000000') ? value.slice(0, 9) : null;
export const siret: Validator<string> = (value) => {
  if (!siretPattern.test(value)) return '14 chiffres attendus';
  // Zeros have a right key, and are nobody's.
  if (sirenOf(value) === null) return 'Numéro SIRET invalide';
  const ofPost =
    value.startsWith('356000000') && value.split('').reduce((sum, digit) => sum + Number(digit), 0) % 5 === 0;
  return hasLuhnKey(value) || ofPost ? null : 'Numéro SIRET invalide';
};

/** AAA-000-0000-00-00-00000000000 (E-018). */
export const professionalCard = matches(
  'Numéro de carte professionnelle invalide',
  /^[A-Z]{3}-\d{3}-\d{4}-\d{2}-\d{2}-\d{11}$/,
);

/** Sex, year, month, department (Corsica is 2A or 2B), commune, order, and the optional key (E-019). */
const socialSecurity = /^([123478])(\d{2})(\d{2})(\d{2}|2[AB])(\d{3})(\d{3})(\d{2})?$/;

export const bareSocialSecurityNumber = (value: string): string => value.replaceAll(/\s/g, '').toUpperCase();

export const socialSecurityNumber: Validator<string> = (value) => {
  const bare = bareSocialSecurityNumber(value);
  const parts = socialSecurity.exec(bare);
  if (!parts) return 'Numéro de sécurité sociale invalide';
  const key = parts[7];
  if (key === undefined) return null;
  // INSEE: 2A counts as 19, 2B as 18, and the key is 97 minus the remainder.
  const number = BigInt(bare.slice(0, 13).replace('2A', '19').replace('2B', '18'));
  return 97 - Number(number % 97n) === Number(key) ? null : 'Clé du numéro de sécurité sociale invalide';
};

/** « 0 00 00 00 000 000 00 » (E-020). */
export const maskedSocialSecurityNumber = (value: string): string => {
  const bare = bareSocialSecurityNumber(value);
  return [
    [0, 1],
    [1, 3],
    [3, 5],
    [5, 7],
    [7, 10],
    [10, 13],
    [13, 15],
  ]
    .map(([from, to]) => bare.slice(from, to))
    .filter((part) => part !== '')
    .join(' ');
};

const iban = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;

/** Spaces and lower case are accepted; null if the text does not look like an IBAN. */
export const bareIban = (value: string): string | null => {
  const bare = value.replaceAll(/\s/g, '').toUpperCase();
  return iban.test(bare) ? bare : null;
};

/** ISO 13616: put country and key to the end, replace letters by 10 to 35; the remainder by 97 is 1. */
export const bankDetails: Validator<string> = (value) => {
  const bare = bareIban(value);
  if (bare === null) return null;
  const digits = `${bare.slice(4)}${bare.slice(0, 4)}`.replaceAll(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  return BigInt(digits) % 97n === 1n ? null : 'IBAN invalide';
};

/** The professional card and social security number rules apply only with a French holiday locale (E-021). */
export const isFrench = (holidayLocale: string): boolean => holidayLocale === 'FR' || holidayLocale.startsWith('FR-');

export const paymentCardNumber: Validator<string> = (value) => {
  if (!/^\d{4} ?\d{4} ?\d{4} ?\d{4}$/.test(value)) return '4 groupes de 4 chiffres attendus';
  return hasLuhnKey(value.replaceAll(' ', '')) ? null : 'Numéro de carte invalide';
};
export const paymentCardExpiry = matches('MM/AA ou MM/AAAA attendu', /^(0[1-9]|1[0-2])\/(\d{2}|\d{4})$/);
export const paymentCardCode = matches('3 chiffres attendus', /^\d{3}$/);

export const colourPattern = /^#[0-9a-fA-F]{6}$/;
export const colour: Validator<string> = (value) =>
  colourPattern.test(value) ? null : 'Couleur attendue, par exemple #1C5F9E';
