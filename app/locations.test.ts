import { expect, test } from 'vitest';
import { locations } from './locations.ts';

test('screens are named by their breadcrumb, in the order of their labels, without those of the platform (AB-029)', () => {
  const labels = locations.map(({ label }) => label);
  expect(labels).toEqual(labels.toSorted((one, other) => one.localeCompare(other, 'fr')));
  const of = (route: string): string | undefined => locations.find((one) => one.route === route)?.label;
  expect(of('home')).toBe('Accueil');
  expect(of('adminPlanning')).toMatch(/^Planning > /);
  // A tab stands below its screen.
  expect(of('app-agent')).toBe('Liens utiles > Application > Application mobile');
  expect(of('adminAgencies')).toBeUndefined();
  expect(new Set(locations.map(({ route }) => route)).size).toBe(locations.length);
});
