import { expect, test } from 'vitest';
import { slugOf } from './slug.ts';

test.each([
  ['Résidence Le Cœur', 'residence-le-coeur'],
  ["  L'Estérel – Bât. C ", 'l-esterel-bat-c'],
  ['ÆON 2', 'aeon-2'],
  ['東京', 'site'],
  ['—', 'site'],
])('%s gives %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});

test('a long name is shortened and never ends with a dash', () => {
  expect(slugOf(`${'a'.repeat(59)} b`)).toBe('a'.repeat(59));
});
