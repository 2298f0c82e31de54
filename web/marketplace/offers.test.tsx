import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { sessionStore } from '#ui/client/session-state.ts';
import { refusal, serve } from '#ui/client/testing/server.ts';
import { owner, showPage, startAfresh } from '../testing/page.tsx';
import { NewsOfOwn } from './Badges.tsx';
import { ActiveOffers, AgencyOffers } from './Offers.tsx';

beforeEach(startAfresh);

test('offers that could not be marked as read say why', async () => {
  serve(({ path }) =>
    path.endsWith('/offers/read')
      ? refusal(409, 'Annonces indisponibles')
      : path.endsWith('/offers/unread')
        ? [200, { unread: 2, offers: [] }]
        : path.endsWith('/user')
          ? [200, { user: owner().user }]
          : [200, { offers: [], filtered: 0 }],
  );
  const user = showPage(<ActiveOffers page="offers" title="Annonces actives" description="" add={false} />);
  await user.click(await screen.findByRole('button', { name: 'Tout marquer comme lu' }));
  expect(await screen.findByText('Annonces indisponibles')).toBeTruthy();
});

test('« Mes annonces » counts new answers and new announcements of others, each on its own', async () => {
  serve(({ path }) => [
    200,
    path.endsWith('/offers-answers/unread') ? { unread: 2, answers: [] } : { unread: 3, offers: [] },
  ]);
  showPage(<NewsOfOwn />);
  expect((await screen.findByRole('status', { name: '2 nouvelles réponses' })).textContent).toBe('2');
  expect((await screen.findByRole('status', { name: '3 nouvelles annonces' })).textContent).toBe('3');
});

test.each([
  ['Annonces actives', ActiveOffers],
  ['Mes annonces', AgencyOffers],
])('« %s » reads the agency and the user again after each listing', async (title, Screen) => {
  const { user: known } = owner();
  const renamed = { ...known, firstname: 'Renommée' };
  const calls = serve(({ path }) =>
    path.endsWith('/user')
      ? [200, { user: renamed }]
      : path.endsWith('/offers/unread')
        ? [200, { unread: 0, offers: [] }]
        : [200, { offers: [], filtered: 0 }],
  );
  showPage(<Screen page="offers" title={title} description="" add={false} />);
  await waitFor(() => expect(sessionStore.get()?.user.firstname).toBe('Renommée'));
  const paths = calls.map(({ path }) => path);
  expect(paths.findIndex((path) => path.endsWith('/user'))).toBeGreaterThan(
    paths.findIndex((path) => path.endsWith('/fetch/offers')),
  );
});
