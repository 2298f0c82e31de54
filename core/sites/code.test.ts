import { expect, test } from 'vitest';
import { siteCode, siteCodes } from './code.ts';

test.each([
  ['Hôtel Miramarine Croisette', 'HMC'],
  ['Usine Verdier', 'USVE'],
  ['Dépôt', 'DEPO'],
  ['Centre de données NT1', 'CDNT1'],
  ["Résidence de l'Œuvre", 'REOE'],
  ['ZI des Trois Moulins', 'ZITM'],
  ['Parking 12', 'PA12'],
  ['Le', 'LE'],
  ['A', 'A'],
  ['Entrepôt Nord Quai Ouest Bâtiment C Aile', 'ENQOB'],
  ['東京', '東京'],
  ['—', ''],
])('« %s » has the code « %s »', (name, code) => {
  expect(siteCode(name)).toBe(code);
});

test('two sites never share a code', () => {
  const sites = [
    { id: '1', name: 'Usine Verdier' },
    { id: '2', name: 'Usine Verneuil' },
    { id: '3', name: 'Dépôt' },
  ];
  expect([...siteCodes(sites)]).toEqual([
    ['1', 'USVE'],
    ['2', 'USVE2'],
    ['3', 'DEPO'],
  ]);
});
