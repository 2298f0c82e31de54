import { expect, test } from 'vitest';
import { nameFault, namingMessages } from './naming.ts';

test.each([
  ['Vigie', namingMessages.brand],
  ['VIGIE', namingMessages.brand],
  [' V i g i e ', namingMessages.brand],
  ['Vi\u200Bgie', namingMessages.brand],
  ['Vïgié', namingMessages.brand],
  ['Vigie support', namingMessages.brand],
  ['Support Vigie', namingMessages.brand],
  ['Assistance – Vigie', namingMessages.brand],
  ['L’équipe de Vigie', namingMessages.brand],
  ['Exemple Sûreté', namingMessages.brand],
  ['Vigie https://evil.example', namingMessages.site],
  ['Azur (evil.com)', namingMessages.site],
  ['Vigie Sécurité', null],
  ['Azur Sécurité', null],
  ['Support Gardiennage', null],
  ['S.A.R.L. Dupont', null],
])('an agency called « %s »: %s', (name, fault) => {
  expect(nameFault(name, ['Vigie', 'Exemple Sûreté'])).toBe(fault);
});

test('a brand without letters refuses nothing', () => {
  expect([nameFault('Azur', ['']), nameFault('Support', ['Support'])]).toEqual([null, namingMessages.brand]);
});
