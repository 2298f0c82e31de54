import { screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { type Session, sessionOf, sessionStore } from '#ui/client/session-state.ts';
import { enteredAgency, someProfile, someUser } from '#ui/client/testing/people.ts';
import { refusal, serve } from '#ui/client/testing/server.ts';
import { MenusContext } from '#ui/shell/screen.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import Home from './Home.tsx';

beforeEach(startAfresh);

const page = (): ReactElement => (
  <MenusContext value={[]}>
    <Home />
  </MenusContext>
);

test('platform staff arrive at the list of agencies, search it and open one', async () => {
  const { company } = someProfile({ rights: [] });
  const calls = serve(({ path }) =>
    path.endsWith('/admin/fetch/agencies/names')
      ? [200, { agencies: [company], filtered: 1 }]
      : path.endsWith(`/admin/agency/${company.id}/enter`)
        ? [200, enteredAgency(company)]
        : refusal(500, 'Plus tard'),
  );
  const user = showPage(page(), sessionOf(someUser({ isSupport: true }), { profileId: null, agency: null }));
  expect(await screen.findByText(/Choisissez une agence/)).toBeTruthy();
  await user.type(screen.getByRole('searchbox', { name: 'Rechercher une agence' }), 'azur');
  await waitFor(() => expect(calls.at(-1)?.body).toMatchObject({ query: 'azur' }));
  expect(calls.every(({ path }) => path.endsWith('/admin/fetch/agencies/names'))).toBe(true);
  await user.click(await screen.findByRole('button', { name: company.name }));
  await waitFor(() => expect(sessionStore.get()?.agency).toMatchObject({ id: company.id, name: company.name }));
});

test('C-020: a platform administrator suspends an agency with a reason and opens it again; support sees it only', async () => {
  const { company } = someProfile({ rights: [] });
  let errors: { message: string; lock: boolean }[] = [];
  const calls = serve(({ path, body }) => {
    if (!path.endsWith('/lock')) return [200, { agencies: [{ ...company, errors }], filtered: 1 }];
    const { message } = body as { message: string | null };
    errors = message === null ? [] : [{ message, lock: true }];
    return [200, { agency: { ...company, errors } }];
  });
  const staff = (more: object): Session => sessionOf(someUser(more), { profileId: null, agency: null });
  const user = showPage(page(), staff({ admin: true }));
  await user.click(await screen.findByRole('button', { name: `Suspendre ${company.name}` }));
  const dialog = await screen.findByRole('dialog', { name: `Suspendre ${company.name}` });
  await user.type(within(dialog).getByLabelText('Motif'), 'Facture impayée');
  await user.click(within(dialog).getByRole('button', { name: 'Suspendre' }));
  expect(await screen.findByText('Suspendue : Facture impayée')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: `Rouvrir ${company.name}` }));
  await user.click(await screen.findByRole('button', { name: 'Rouvrir' }));
  await waitFor(() => expect(screen.queryByText(/^Suspendue/)).toBeNull());
  const sent = calls.filter(({ path }) => path.endsWith('/lock')).map(({ body }) => body);
  expect(sent).toEqual([{ message: 'Facture impayée' }, { message: null }]);
});
