import { expect, test } from 'vitest';
import { vatNumberOf } from './mentions.ts';

test('the French VAT number is made of the key and the SIREN', () => {
  // Published numbers: INSEE's own key for 732 829 320, and the demonstration's.
  expect(vatNumberOf('73282932000074')).toBe('FR44732829320');
  expect(vatNumberOf('99906001500016')).toBe('FR46999060015');
});
