import { expect, test } from 'vitest';
import { IconHome } from '#ui/icons.ts';
import { type Choice, matching } from './choices.ts';

const choice = (label: string, more: Partial<Choice> = {}): Choice => ({
  key: label,
  label,
  detail: null,
  icon: IconHome,
  run: () => undefined,
  ...more,
});
const offered = [
  choice('Heures sites', { words: 'Planning' }),
  choice('Sites', { detail: 'Les lieux que vous surveillez' }),
  choice('Événements', { words: 'Terrain' }),
  choice('Changer d’agence'),
];
const found = (query: string, most = 9): string[] => matching(offered, query, most).map(({ label }) => label);

test.each([
  ['sit', ['Sites', 'Heures sites']],
  ['SITES', ['Sites', 'Heures sites']],
  ['evene', ['Événements']],
  ['agence', ['Changer d’agence']],
  ['lieux surveillez', ['Sites']],
  ['surveillez lieux', ['Sites']],
  ['planning heures', ['Heures sites']],
  ['planning sites terrain', []],
  ['', ['Heures sites', 'Sites', 'Événements', 'Changer d’agence']],
  ['  ', ['Heures sites', 'Sites', 'Événements', 'Changer d’agence']],
])('%j finds %j', (query, labels) => {
  expect(found(query)).toEqual(labels);
});

test('the number of results is limited', () => {
  expect(found('', 2)).toEqual(['Heures sites', 'Sites']);
  expect(found('s', 1)).toEqual(['Sites']);
});
