import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { Right } from '#core/rights.ts';
import { type Session, sessionOf } from '#ui/client/session-state.ts';
import { someProfile, someUser } from '#ui/client/testing/people.ts';
import { type StubRequest, serve } from '#ui/client/testing/server.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import { RightsSets } from './RightsSets.tsx';

beforeEach(startAfresh);

const id = '01900000-0000-7000-8000-0000000000bb';
const chief = {
  id,
  version: 4,
  name: 'Chef de poste',
  kind: 'AGENCY',
  rights: ['readOwnPlanning'],
  rightsCount: 1,
  holders: 2,
  outdated: 0,
  status: 100,
  createdAt: '2026-11-15T08:00:00.000Z',
};

const writer = (...rights: Right[]): Session =>
  sessionOf(
    someUser({ userCompanies: [someProfile({ rights: ['readAgencySetting', 'editAgencySetting', ...rights] })] }),
    { profileId: null, agency: null },
  );

const answers = (sets: readonly object[], saved: object = chief): StubRequest[] =>
  serve(({ path, method }) => {
    if (path.endsWith('/fetch/rightsSets')) return [200, { rightsSets: sets, filtered: sets.length }];
    if (path.endsWith('/people')) return [200, { applied: 2, left: 1 }];
    if (path.endsWith('/rightsSet') && method !== 'GET') return [200, { rightsSet: saved }];
    if (path.endsWith('/presence')) return [200, { others: [] }];
    return [200, { rightsSet: sets[0] ?? chief }];
  });

const box = (name: string | RegExp): HTMLInputElement => screen.getByLabelText<HTMLInputElement>(name);

test('a set starts from another, includes the rights needed, and is saved as a list', async () => {
  const calls = answers([]);
  const user = showPage(<RightsSets page="settings.rights" />);
  await user.click((await screen.findAllByRole('button', { name: /Ajouter/ }))[0] as HTMLElement);
  await user.type(await screen.findByLabelText(/^Nom/, undefined, { timeout: 10_000 }), 'Exploitation');
  await user.click(screen.getByText('Partir d’un jeu de droits'));
  await user.click(await screen.findByText('Collaborateur'));
  expect(box('Consulter son planning').checked).toBe(true);
  await user.click(box('Modifier un site'));
  expect(box('Lister les sites').checked).toBe(true);
  await user.click(screen.getByRole('button', { name: /^Enregistrer/ }));
  await waitFor(() => expect(calls.some(({ path }) => path.endsWith('/rightsSet'))).toBe(true));
  const { body } = calls.find(({ path }) => path.endsWith('/rightsSet')) as { body: { rights: Right[] } };
  expect(body).toMatchObject({ name: 'Exploitation', kind: 'AGENCY' });
  expect(body.rights).toEqual(expect.arrayContaining(['readOwnPlanning', 'listSites', 'editSite']));
});

test('a right that the writer lacks is disabled with its reason', async () => {
  answers([]);
  const user = showPage(<RightsSets page="settings.rights" />, writer('listSites'));
  await user.click((await screen.findAllByRole('button', { name: /Ajouter/ }))[0] as HTMLElement);
  expect(
    (
      await screen.findByLabelText<HTMLInputElement>(/Créer un site — vous n’avez pas ce droit/, undefined, {
        timeout: 10_000,
      })
    ).disabled,
  ).toBe(true);
  expect(box('Lister les sites').disabled).toBe(false);
});

test('holders of the old set are updated on request, and those who could not be are listed', async () => {
  const calls = answers([{ ...chief, outdated: 3 }]);
  const user = showPage(<RightsSets page="settings.rights" />);
  await user.click(await screen.findByRole('button', { name: 'Actions : Chef de poste' }));
  await user.click(await screen.findByText('Appliquer à ceux qui l’ont'));
  await user.click(await screen.findByText('Appliquer aux 3 personnes qui l’ont'));
  expect(await screen.findByText('2 personnes : droits mis à jour')).toBeTruthy();
  expect(screen.getByText(/^1 personne : droits inchangés/)).toBeTruthy();
  expect(calls.find(({ path }) => path.endsWith(`/rightsSet/${id}/people`))).toMatchObject({
    method: 'POST',
    body: { version: 4 },
  });
});

test('users who may not change rights cannot update the holders', async () => {
  answers([{ ...chief, outdated: 3 }]);
  const user = showPage(<RightsSets page="settings.rights" />, writer());
  await user.click(await screen.findByRole('button', { name: 'Actions : Chef de poste' }));
  expect(await screen.findByText('Suppression')).toBeTruthy();
  expect(screen.queryByText('Appliquer à ceux qui l’ont')).toBeNull();
});

test('read-only users see the rights of the set and cannot tick them', async () => {
  answers([{ ...chief, rights: ['listSites', 'readOwnPlanning'] }]);
  const reader = sessionOf(someUser({ userCompanies: [someProfile({ rights: ['readAgencySetting'] })] }), {
    profileId: null,
    agency: null,
  });
  const user = showPage(<RightsSets page="settings.rights" />, reader);
  await user.click(await screen.findByRole('link', { name: 'Chef de poste' }));
  const held = await screen.findByLabelText<HTMLInputElement>('Lister les sites', undefined, { timeout: 10_000 });
  expect([held.checked, held.disabled]).toEqual([true, true]);
  expect(screen.queryByLabelText('Créer un site')).toBeNull();
  expect(screen.queryByRole('button', { name: /Ajouter/ })).toBeNull();
});
