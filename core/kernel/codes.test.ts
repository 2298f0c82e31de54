import { expect, test } from 'vitest';
import { codesIn } from './codes.ts';

test('codes are numbers only if all of them look like numbers; mixed ones are texts in their order', () => {
  expect(codesIn({ 200: 'b', 100: 'a', '-1': 'c' })).toEqual([100, 200, -1]);
  expect(codesIn({ B: 'b', A: 'a' })).toEqual(['B', 'A']);
  expect(codesIn({ '01': 'Ain', '2A': 'Corse-du-Sud', 10: 'Aube', 971: 'Guadeloupe', 29: 'Finistère' })).toEqual([
    ...['01', '10', '29', '2A', '971'],
  ]);
});
