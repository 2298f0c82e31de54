import { describe, expect, test } from 'vitest';
import * as v from './validators.ts';

const cases: [string, string | null, string | null][] = [
  ['1.5 is not an integer', v.integer(1.5), 'Nombre entier uniquement'],
  ['-3 is an integer', v.integer(-3), null],
  ['-1 is not a positive integer', v.positiveInteger(-1), 'Entier positif uniquement'],
  ['0.5 is not a positive integer', v.positiveInteger(0.5), 'Entier positif uniquement'],
  ['0 is a positive integer', v.positiveInteger(0), null],
  ['7 is not a multiple of 5', v.multipleOf(5)(7), 'Doit être un multiple de 5, positive ou négative.'],
  ['-10 is a multiple of 5', v.multipleOf(5)(-10), null],
  ['0.3 is a multiple of 0.1', v.multipleOf(0.1)(0.3), null],
  [
    '0.3000001 is not a multiple of 0.1',
    v.multipleOf(0.1)(0.3000001),
    'Doit être un multiple de 0.1, positive ou négative.',
  ],
  [
    '1e10 + 1e-5 is not a multiple of 1',
    v.multipleOf(1)(1e10 + 1e-5),
    'Doit être un multiple de 1, positive ou négative.',
  ],
  ['6 is above 5', v.atMost(5)(6), 'Doit être inférieur ou égal à 5'],
  ['4 is below 5', v.atLeast(5)(4), 'Doit être supérieur ou égal à 5'],
  ['0 is no coefficient', v.atLeast(0.001, v.noFactor)(0), 'Doit être supérieur à 0 (1 pour aucune majoration)'],
  ['99999999999.999 has 11 digits and 3 decimals', v.decimal()(99_999_999_999.999), null],
  ['100000000000 has too many digits', v.decimal()(100_000_000_000), '11 chiffres et 3 décimales au plus'],
  ['0.0001 has too many decimals', v.decimal()(0.0001), '11 chiffres et 3 décimales au plus'],
  ['0.125 has more than two decimals', v.decimal(2)(0.125), '11 chiffres et 2 décimales au plus'],
  ['the result of float arithmetic is refused', v.decimal(2)(0.1 + 0.2), '11 chiffres et 2 décimales au plus'],
  [
    'eight decimals are refused, however small the difference',
    v.decimal()(1.00000001),
    '11 chiffres et 3 décimales au plus',
  ],
  ['12.25 has two decimals', v.decimal(2)(12.25), null],
  ['four letters are too many for three', v.notLonger(3)('abcd'), 'Maximum 3 caractères'],
  ['two items are not three', v.exactCount(3)([1, 2]), 'Doit contenir 3 éléments'],
  ['the 31st of February does not exist', v.existingDay('2025-02-31'), "La date n'existe pas"],
  ['a day is not after itself', v.after('2026-11-15')('2026-11-15'), 'Doit être supérieure à 15/11/2026'],
  ['a day is not before itself', v.before('2026-11-15')('2026-11-15'), 'Doit être inférieure à 15/11/2026'],
  ['a day is not earlier than itself', v.notBefore('2026-11-15')('2026-11-15'), null],
  [
    'the day before is too early',
    v.notBefore('2026-11-15')('2026-11-14'),
    'Doit être supérieure ou égale à 15/11/2026',
  ],
  ['the day after is too late', v.notAfter('2026-11-15')('2026-11-16'), 'Doit être inférieure ou égale à 15/11/2026'],
  ['yesterday is not in the future', v.inFuture('2026-11-15')('2026-11-14'), 'Doit être supérieure à 15/11/2026'],
  ['two years later is within two years', v.withinYears(2, '2026-11-15')('2028-11-15'), null],
  ['one day more is not', v.withinYears(2, '2026-11-15')('2028-11-16'), 'Doit être inférieure ou égale à 2 an(s)'],
  ['an address without a domain is invalid', v.email('jean@'), 'Veuillez saisir une adresse mail valide'],
  ['several addresses are valid', v.emails('a@azur.example, b@azur.example;\nc@azur.example'), null],
  ['one wrong address among several is named', v.emails('a@azur.example b@'), 'Adresse invalide : b@'],
  ['an address with a domain is valid', v.email('jean.d-arc+1@azur.example'), null],
  ['25:00 is not a time', v.time('25:00'), 'Format français invalide'],
  ['a professional card of six groups is valid', v.professionalCard('CAR-006-2029-05-12-20240012345'), null],
  [
    'a professional card in lower case is invalid',
    v.professionalCard('car-006-2029-05-12-20240012345'),
    'Numéro de carte professionnelle invalide',
  ],
  ['a social security number without its key is valid', v.socialSecurityNumber('1 85 05 78 006 084'), null],
  ['a social security number with its key is valid', v.socialSecurityNumber('1 85 05 78 006 084 91'), null],
  [
    'a social security number with a wrong key is invalid',
    v.socialSecurityNumber('1 85 05 78 006 084 90'),
    'Clé du numéro de sécurité sociale invalide',
  ],
  ['a Corsican social security number with its key is valid', v.socialSecurityNumber('2 99 07 2A 004 001 56'), null],
  [
    'a social security number that begins with 5 is invalid',
    v.socialSecurityNumber('5 85 05 78 006 084'),
    'Numéro de sécurité sociale invalide',
  ],
  ['a payment card with its checksum is valid', v.paymentCardNumber('4242 4242 4242 4242'), null],
  [
    'a payment card of three groups is invalid',
    v.paymentCardNumber('4242 4242 4242'),
    '4 groupes de 4 chiffres attendus',
  ],
  ['12/28 and 12/2028 are valid expiries', v.paymentCardExpiry('12/28') ?? v.paymentCardExpiry('12/2028'), null],
  ['13/28 is not a valid expiry', v.paymentCardExpiry('13/28'), 'MM/AA ou MM/AAAA attendu'],
  ['two digits are not a card code', v.paymentCardCode('12'), '3 chiffres attendus'],
  ['a SIRET with its checksum is valid', v.siret('73282932000074'), null],
  ['a SIRET of zeros is invalid', v.siret('00000000000000'), 'Numéro SIRET invalide'],
  ['a SIRET with a wrong checksum is invalid', v.siret('73282932000075'), 'Numéro SIRET invalide'],
];

describe('validators', () => {
  test.each(cases)('%s', (_, message, expected) => {
    expect(message).toBe(expected);
  });
});

test('a social security number is shown in groups', () => {
  expect(v.maskedSocialSecurityNumber('185057800608491')).toBe('1 85 05 78 006 084 91');
  expect(v.maskedSocialSecurityNumber('1850578006084')).toBe('1 85 05 78 006 084');
});

test('French rules apply only to France and its regions', () => {
  expect(['FR', 'FR-57', 'BE', 'FRX'].map(v.isFrench)).toEqual([true, true, false, false]);
});
