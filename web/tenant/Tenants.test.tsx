import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { BrandRow, Origin, TenantRules } from '#core/tenant/tenants.ts';
import { defaultTenant, type Module } from '#core/tenant.ts';
import { sessionOf } from '#ui/client/session-state.ts';
import { someUser } from '#ui/client/testing/people.ts';
import { type Reply, refusal, serve } from '#ui/client/testing/server.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import Tenants from './Tenants.tsx';

beforeEach(startAfresh);

const from = (origin: Origin): BrandRow['origins'] => ({
  name: origin,
  accent: origin,
  logo: 'product',
  logoDark: 'product',
  icon: 'product',
  contact: 'any',
  stores: 'product',
  sender: 'product',
  trainingPlanUrl: 'product',
  mapTiles: 'product',
  legal: 'product',
  modules: Object.fromEntries(Object.keys(defaultTenant.modules).map((name) => [name, 'product'])) as Record<
    Module,
    Origin
  >,
});

const brand = (host: string, more: Partial<BrandRow> = {}): BrandRow => ({
  ...defaultTenant,
  legal: [],
  host,
  url: `https://${host}`,
  iconUrl: '/brand/icon.svg',
  sender: { name: 'Vigie', address: 'ne-pas-repondre@vigie.example' },
  origins: from('product'),
  ...more,
});

const rules: TenantRules = { regulatoryCalculation: true, origin: 'product' };

const show = (answer: () => Reply): ReturnType<typeof showPage> => {
  serve(answer);
  const session = sessionOf(someUser({ superAdmin: true }), { profileId: null, agency: null });
  const props = { page: 'platformAdminTenants', title: 'Marques', description: '', add: false };
  return showPage(<Tenants {...props} />, session);
};

test('each host shows its values, their source, and its logo on both backgrounds', async () => {
  const azur = brand('azur.example', {
    name: 'Azur Pro',
    logoUrl: '/brand/logo.svg',
    logoDarkUrl: '/brand/dark.svg',
    contact: { phone: '04 93 00 00 00', email: null },
    origins: from('host'),
    modules: { ...defaultTenant.modules, referral: true },
  });
  const file = { name: 'tenants.json', readAt: '2026-11-15T07:00:00.000Z' };
  show(() => [
    200,
    {
      tenants: [brand('*'), azur],
      rules: { regulatoryCalculation: false, origin: 'any' } satisfies TenantRules,
      file,
      problem: null,
    },
  ]);
  const own = within(await screen.findByRole('region', { name: 'azur.example' }));
  const values = within(own.getByRole('table', { name: 'Réglages de azur.example' }));
  expect(values.getByRole('row', { name: 'Nom Azur Pro Cet hôte' })).toBeTruthy();
  expect(values.getByRole('row', { name: 'Contact 04 93 00 00 00 Tous les hôtes (*)' })).toBeTruthy();
  expect(own.getByRole('row', { name: 'Parrainage Activé Produit' })).toBeTruthy();
  expect(own.getByRole('row', { name: 'Boutique Désactivé Produit' })).toBeTruthy();
  expect(values.getByRole('row', { name: /^Expéditeur des e-mails .* MAIL_FROM$/ })).toBeTruthy();
  const shared = within(screen.getByRole('table', { name: 'Règles du produit' }));
  expect(shared.getByRole('row', { name: 'Création d’une agence par elle-même Désactivé Produit' })).toBeTruthy();
  expect(shared.getByRole('row', { name: 'Calcul réglementaire Désactivé Tous les hôtes (*)' })).toBeTruthy();
  // No module reads these yet (AG-006).
  expect(shared.queryByText(/Indemnités|Inactivité/)).toBeNull();
  expect(own.getByRole('img', { name: 'Logo de Azur Pro sur fond clair' }).getAttribute('src')).toBe('/brand/logo.svg');
  expect(own.getByRole('img', { name: 'Logo de Azur Pro sur fond sombre' }).getAttribute('src')).toBe(
    '/brand/dark.svg',
  );
  expect(
    within(screen.getByRole('region', { name: 'Tous les autres hôtes' })).getByText('Marque du produit'),
  ).toBeTruthy();
});

test('without a file a message is shown; an invalid file is reported with its field', async () => {
  show(() => [
    200,
    { tenants: [brand('*')], rules, file: null, problem: 'tenants.json, « * », champ « accent » : Couleur attendue.' },
  ]);
  expect(await screen.findByText(/Aucun fichier de marques/)).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toContain('champ « accent »');
});

test('brands that cannot be read are retried', async () => {
  let works = false;
  const user = show(() =>
    works ? [200, { tenants: [brand('*')], rules, file: null, problem: null }] : refusal(500, 'Erreur inattendue'),
  );
  expect((await screen.findByRole('alert')).textContent).toContain('Les marques n’ont pas pu être lues');
  works = true;
  await user.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByRole('region', { name: 'Tous les autres hôtes' })).toBeTruthy();
});

test('map tiles are proposed with their terms and attribution, and chosen in one click', async () => {
  const calls = serve(({ path }) =>
    path.endsWith('/map-tiles')
      ? [200, { mapTiles: null }]
      : [200, { tenants: [brand('azur.example')], rules, file: null, problem: null }],
  );
  const session = sessionOf(someUser({ superAdmin: true }), { profileId: null, agency: null });
  const props = { page: 'platformAdminTenants', title: 'Marques', description: '', add: false };
  const user = showPage(<Tenants {...props} />, session);
  const tiles = await screen.findByRole('region', { name: 'Fond de carte' });
  expect(within(tiles).getByText(/« © IGN – Géoplateforme »/)).toBeTruthy();
  expect(within(tiles).getAllByRole('link', { name: 'Conditions d’utilisation' })).toHaveLength(2);
  await user.click(within(tiles).getAllByRole('button', { name: 'Utiliser' })[0] as HTMLElement);
  await screen.findByText(/Fond de carte choisi/);
  expect(calls.find(({ path }) => path.endsWith('/map-tiles'))?.body).toEqual({
    host: 'azur.example',
    provider: 'ign',
  });
});
