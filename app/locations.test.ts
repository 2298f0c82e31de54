import { expect, test } from 'vitest';
import { locations } from './locations.ts';
import { hereAt, routes } from './routes.tsx';

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

test('every location is a screen whose help finds it, in a menu or not, and at the address of one record (AB-024)', () => {
  for (const { route } of locations) {
    const path = routes.find(({ name }) => name === route)?.path ?? '';
    for (const address of [path.replaceAll(/\/:\w+\?/g, ''), path.replaceAll(/:\w+\?/g, 'x')])
      expect(hereAt(address, null)?.name, address).toBe(route);
  }
  const named = locations.map(({ route }) => route);
  expect(named).toContain('user');
  for (const route of ['priseService', 'loading', 'payments']) expect(named).not.toContain(route);
  expect(hereAt('/nulle-part', null)).toBeNull();
});
