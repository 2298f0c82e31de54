import { expect, test } from 'vitest';
import { heldShare, heldWords } from './presence.ts';

test.each([
  [{ services: 1, held: 1, missed: 0, late: 0 }, '1 service tenu'],
  [{ services: 42, held: 41, missed: 1, late: 2 }, '41 services tenus sur 42, 1 non réalisé, 2 commencés en retard'],
  [{ services: 3, held: 0, missed: 3, late: 0 }, '0 service tenu sur 3, 3 non réalisés'],
])('%j is told as « %s »', (month, words) => expect(heldWords(month)).toBe(words));

test('a month with a minute missing is not 100 %', () => {
  expect(heldShare({ planned: 10_000, present: 9_999 })).toBe(99);
  expect(heldShare({ planned: 60, present: 60 })).toBe(100);
  expect(heldShare({ planned: 0, present: 0 })).toBe(0);
});
