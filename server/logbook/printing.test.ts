import { expect, test } from 'vitest';
import { type Printed, wordsOf } from './printing.ts';

test('a drill is said once on paper; another precision precedes its words; E-038: an empty description is said', () => {
  const row = { findings: [], photos: 0, state: 'RECORDED' } as unknown as Printed;
  expect(wordsOf({ ...row, subType: 'Essai', description: 'Essai : Alerte SOS' })).toBe('Essai : Alerte SOS');
  expect(wordsOf({ ...row, subType: 'Porte', description: 'Forcée' })).toBe('Porte : Forcée');
  expect(wordsOf({ ...row, subType: null, description: null })).toBe('Aucune description renseignée');
});
