// The route of a test entity: its menu entry, table and dialog are derived from its declaration.
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { entityEndpoints } from '#core/kernel/entity-endpoints.ts';
import { Vehicle } from '#core/kernel/testing/vehicle.ts';
import type { Right } from '#core/rights.ts';
import { defaultTenant } from '#core/tenant.ts';
import { type Session, sessionOf } from '#ui/client/session-state.ts';
import { someProfile, someUser } from '#ui/client/testing/people.ts';
import { serve } from '#ui/client/testing/server.ts';
import { IconBox } from '#ui/icons.ts';
import { showPage, startAfresh } from '#web/testing/page.tsx';
import { inGroup, mayAdd, type Route, refusedRoute, route } from './routes/route.ts';
import { entityScreen } from './routes/screens.tsx';

const shown = entityScreen(async () => Vehicle);

/** As in a file of app/routes. */
const [vehicles] = inGroup('agency', [
  route('vehicles', 'Véhicules', 'Les véhicules de votre agence.', IconBox, {
    roles: ['staff'],
    rights: ['listSites'],
    add: ['createSite'],
    screen: shown,
  }),
]) as [Route];

beforeEach(startAfresh);

const holding = (...rights: Right[]): Session =>
  sessionOf(someUser({ userCompanies: [someProfile({ rights })] }), { profileId: null, agency: null });

test('is in the menu of users who may list it, with an add button for users who may create', () => {
  expect(refusedRoute(vehicles, holding('listSites'), defaultTenant)).toBeNull();
  expect(refusedRoute(vehicles, holding('createSite'), defaultTenant)).toContain('Lister les sites');
  expect(mayAdd(vehicles, holding('listSites', 'createSite'))).toBe(true);
  expect(mayAdd(vehicles, holding('listSites'))).toBe(false);
});

test('its table shows the declared columns, and its dialog the declared fields', async () => {
  const driver = { id: '01900000-0000-7000-8000-0000000000a1', name: 'Nora Petit' };
  const row = { id: '01900000-0000-7000-8000-0000000000b1', version: 1, plate: 'AB-123-CD', driver, mileage: 12_000 };
  const requests = serve(
    ({ path }) =>
      path.endsWith('/fetch/vehicles')
        ? [200, { vehicles: [{ ...row, papers: [], status: 100 }], filtered: 1 }]
        : [200, path.endsWith('/fetch/agents') ? { agents: [], specialties: [], filtered: 0 } : { others: [] }],
    entityEndpoints(Vehicle),
  );
  const { default: Screen } = await shown.load();
  const props = { page: 'vehicles', title: 'Véhicules', description: vehicles.description, add: true };
  const user = showPage(<Screen {...props} />);
  await screen.findByRole('link', { name: 'AB-123-CD' });
  const heads = screen.getAllByRole('columnheader').map((head) => head.textContent);
  expect(heads).toEqual(['', 'Immatriculation', 'Conducteur', 'Kilométrage', 'Statut', 'Actions']);
  expect(requests.some(({ path }) => path.endsWith('/fetch/vehicles'))).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Ajouter' }));
  const dialog = await screen.findByRole('dialog');
  for (const label of [/Immatriculation/, /Kilométrage/])
    expect(await within(dialog).findByRole('textbox', { name: label })).toBeTruthy();
  expect(within(dialog).getByRole('combobox', { name: /Conducteur/ })).toBeTruthy();
});
