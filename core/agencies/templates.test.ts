import { expect, test } from 'vitest';
import { filledIn, unknownVariables } from './templates.ts';

test.each([
  ['Bonjour {destinataire}', 'Bonjour Camille'],
  ['{ agence } : {document}', 'Azur : '],
  ['Cher {inconnu},', 'Cher Variable inconnu,'],
  ['{constructor} {toString}', 'Variable inconnu Variable inconnu'],
  ['sans accolade', 'sans accolade'],
  ['{} { }', '{} Variable inconnu'],
  ['{{agence}}', '{Azur}'],
])('« %s » becomes « %s »', (text, filled) => {
  expect(filledIn(text, { destinataire: 'Camille', agence: 'Azur' })).toBe(filled);
});

test('unknown variables are listed once each', () => {
  expect(unknownVariables('{agence} {x} {y} {x}')).toEqual(['x', 'y']);
});
