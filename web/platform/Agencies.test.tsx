import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { messages } from '#core/kernel/problem.ts';
import { AdminAgency } from '#core/platform/agency.ts';
import { sessionOf, sessionStore } from '#ui/client/session-state.ts';
import { enteredAgency, someProfile, someUser } from '#ui/client/testing/people.ts';
import { idOf, listedRowOf, rowOf } from '#ui/client/testing/rows.ts';
import { refusal, serve } from '#ui/client/testing/server.ts';
import { Agencies as HomeAgencies } from '../home/Agencies.tsx';
import { SupportBanner } from '../session/notices.tsx';
import { showPage, startAfresh } from '../testing/page.tsx';
import Agencies from './Agencies.tsx';

beforeEach(startAfresh);

const props = { page: 'adminAgencies', title: 'Agences', description: '', add: false };
const admin = () => sessionOf(someUser({ admin: true }), { profileId: null, agency: null });
const { company } = someProfile();
const listed = (more: object = {}) => ({
  adminAgencies: [
    listedRowOf(AdminAgency, {
      id: idOf(1),
      name: 'Azur Sécurité',
      manager: null,
      status: 'ACTIVE',
      country: 'FR',
      ...more,
    }),
  ],
  filtered: 1,
});

const openMenu = async (user: ReturnType<typeof showPage>) =>
  user.click(await screen.findByRole('button', { name: 'Actions : Azur Sécurité' }));

test('shows the agencies with their columns, their state and their country in words', async () => {
  serve(() => [200, listed()]);
  showPage(<Agencies {...props} />, admin());
  for (const label of ['Responsable', 'Erreurs', 'Quotas', 'Formation effectuée', 'Licences offertes'])
    expect(await screen.findByRole('columnheader', { name: new RegExp(label) })).toBeTruthy();
  expect(await screen.findByText('Active')).toBeTruthy();
  expect(screen.getByText('France')).toBeTruthy();
});

test('an agency created without an administrator is offered one; the refusal is shown at its field', async () => {
  const calls = serve(({ path, body }) => {
    if (path.endsWith('/fetch/agencies')) return [200, listed()];
    if (path === '/agency') return [200, { agency: { ...company, name: (body as { name: string }).name } }];
    return (body as { email: string }).email === 'a@b.example'
      ? [200, { manager: { id: idOf(3), fullname: 'Louise Martin', email: 'a@b.example' } }]
      : refusal(400, 'Adresse e-mail invalide', {
          violations: [{ path: 'email', message: 'Adresse e-mail invalide' }],
        });
  });
  const user = showPage(<Agencies {...props} />, admin());
  await user.click(await screen.findByRole('button', { name: 'Nouvelle agence' }));
  const dialog = await screen.findByRole('dialog', { name: 'Nouvelle agence' });
  await user.type(within(dialog).getByRole('textbox', { name: /Nom de l’agence/ }), 'Nouvelle');
  await user.click(within(dialog).getByRole('button', { name: 'Créer l’agence' }));
  const offer = await screen.findByRole('dialog', { name: 'Créer un administrateur ?' });
  await user.click(within(offer).getByRole('button', { name: 'Créer un administrateur' }));
  const next = await screen.findByRole('dialog', { name: 'Administrateur de Nouvelle' });
  const field = (name: RegExp) => within(next).getByRole('textbox', { name });
  await user.type(field(/Prénom/), 'Louise');
  await user.type(field(/Nom de famille/), 'Martin');
  await user.type(field(/Adresse e-mail/), 'a@c.example');
  await user.click(within(next).getByRole('button', { name: 'Inviter' }));
  expect((await within(next).findAllByText('Adresse e-mail invalide')).length).toBeGreaterThan(0);
  await user.clear(field(/Adresse e-mail/));
  await user.type(field(/Adresse e-mail/), 'a@b.example');
  await user.click(within(next).getByRole('button', { name: 'Inviter' }));
  expect(await screen.findByText('Invitation envoyée à a@b.example')).toBeTruthy();
  expect(calls.filter(({ path }) => path === '/agency')).toHaveLength(1);
});

test('an agency sent again after a lost answer is the same agency; a corrected one is another', async () => {
  const ids: string[] = [];
  serve(({ path, body }) => {
    if (path !== '/agency') return [200, listed()];
    ids.push((body as { id: string }).id);
    return [502];
  });
  const user = showPage(<Agencies {...props} />, admin());
  await user.click(await screen.findByRole('button', { name: 'Nouvelle agence' }));
  const dialog = await screen.findByRole('dialog', { name: 'Nouvelle agence' });
  const send = async (times: number): Promise<void> => {
    await user.click(within(dialog).getByRole('button', { name: 'Créer l’agence' }));
    await waitFor(() => expect(ids).toHaveLength(times));
    await within(dialog).findByText(messages.network);
  };
  await user.type(within(dialog).getByRole('textbox', { name: /Nom de l’agence/ }), 'Azur');
  await send(1);
  await send(2);
  await user.type(within(dialog).getByRole('textbox', { name: /Nom de l’agence/ }), ' 2');
  await send(3);
  expect([ids[1] === ids[0], ids[2] === ids[0]]).toEqual([true, false]);
});

test('an administrator enters an agency from its row', async () => {
  serve(({ path }) =>
    path.endsWith('/enter') ? [200, enteredAgency({ id: idOf(1), name: 'Azur Sécurité' })] : [200, listed()],
  );
  const user = showPage(<Agencies {...props} />, admin());
  await openMenu(user);
  await user.click(await screen.findByRole('menuitem', { name: 'Entrer comme support' }));
  await waitFor(() => expect(sessionStore.get()?.agency).toMatchObject({ id: idOf(1), name: 'Azur Sécurité' }));
});

test('the menu of a row fits its state', async () => {
  serve(() => [200, listed({ status: 'LOCKED', manager: 'Louise Martin' })]);
  const user = showPage(<Agencies {...props} />, admin());
  await openMenu(user);
  expect(await screen.findByRole('menuitem', { name: 'Rouvrir' })).toBeTruthy();
  for (const name of ['Suspendre', 'Accepter', 'Créer un administrateur'])
    expect(screen.queryByRole('menuitem', { name })).toBeNull();
});

test('a list that cannot be read says why and can be tried again; an empty one is explained', async () => {
  let broken = true;
  serve(() => (broken ? refusal(500, 'Plus tard') : [200, { adminAgencies: [], filtered: 0 }]));
  const user = showPage(<Agencies {...props} />, admin());
  const again = await screen.findByRole('button', { name: 'Réessayer' });
  broken = false;
  await user.click(again);
  expect(await screen.findByRole('heading', { name: /Aucune agence/ })).toBeTruthy();
});

test('a banner names the agency in which platform staff are, with a way out that leaves a trace', async () => {
  const calls = serve(() => [204, undefined]);
  const inside = sessionOf(someUser({ isSupport: true }), {
    profileId: null,
    agency: { id: idOf(1), name: 'Azur Sécurité' },
  });
  const user = showPage(<SupportBanner away={async () => undefined} />, inside);
  expect((await screen.findByRole('status')).textContent).toContain('Vous êtes dans l’agence Azur Sécurité');
  await user.click(screen.getByRole('button', { name: 'Quitter l’agence' }));
  await waitFor(() => expect(sessionStore.get()?.agency).toBeNull());
  expect(calls[0]?.path).toBe(`/admin/agency/${idOf(1)}/leave`);
});

test('who leaves an agency finds the list of agencies read again', async () => {
  const row = { ...company, id: idOf(1), name: 'Azur Sécurité', errors: [] };
  serve(({ path }) => (path.endsWith('/leave') ? [204, undefined] : [200, { agencies: [row], filtered: 1 }]));
  const inside = sessionOf(someUser({ isSupport: true }), { profileId: null, agency: { id: idOf(1), name: 'Azur' } });
  const user = showPage(
    <>
      <SupportBanner away={async () => undefined} />
      <HomeAgencies />
    </>,
    inside,
  );
  expect(await screen.findByText('Azur Sécurité')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Quitter l’agence' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Quitter l’agence' })).toBeNull());
  expect(await screen.findByText('Azur Sécurité')).toBeTruthy();
});

test('the form of an agency opens for staff who are in no agency', async () => {
  const row = rowOf(AdminAgency, { id: idOf(1), name: 'Azur Sécurité' });
  serve(({ path }) => {
    if (path.endsWith('/fetch/agencies')) return [200, listed({ status: 'ACTIVE' })];
    return [200, path.endsWith('/presence') ? { others: [] } : { adminAgency: row }];
  });
  const user = showPage(<Agencies {...props} />, admin());
  await openMenu(user);
  await user.click(await screen.findByRole('menuitem', { name: 'Modifier' }));
  expect(await screen.findByRole('button', { name: 'Enregistrer' })).toBeTruthy();
});
