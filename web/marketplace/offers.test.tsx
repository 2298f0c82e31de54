import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { MarketOffer, searchesSubcontractor } from '#core/marketplace/offer.ts';
import { sessionOf, sessionStore } from '#ui/client/session-state.ts';
import { someProfile, someUser } from '#ui/client/testing/people.ts';
import { idOf, rowOf } from '#ui/client/testing/rows.ts';
import { refusal, serve } from '#ui/client/testing/server.ts';
import { owner, showPage, startAfresh } from '../testing/page.tsx';
import { NewsOfMarket, NewsOfOwn, NewsOfProvider } from './Badges.tsx';
import { ActiveOffers, AgencyOffers } from './Offers.tsx';
import { ReceivedAnswers } from './ReceivedAnswers.tsx';

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

test('the platform’s staff inside an agency count what is new to the agency', async () => {
  const calls = serve(({ path }) => [200, { unread: 1, [path.includes('answers') ? 'answers' : 'offers']: [] }]);
  const inside = sessionOf(someUser({ isSupport: true }), { profileId: null, agency: { id: idOf(1), name: 'Azur' } });
  showPage(<NewsOfMarket />, inside);
  expect(await screen.findByRole('status', { name: '1 annonce non lue, 1 nouvelle réponse' })).toBeTruthy();
  expect(calls.map(({ path }) => path.includes(`/agency/${idOf(1)}/`))).toEqual([true, true]);
});

test('« Annonces » of the platform counts the new answers to its own', async () => {
  const calls = serve(() => [200, { unread: 1, answers: [] }]);
  showPage(<NewsOfProvider />, sessionOf(someUser({ superAdmin: true }), { profileId: null, agency: null }));
  expect(await screen.findByRole('status', { name: '1 nouvelle réponse' })).toBeTruthy();
  expect(calls[0]?.path).toContain('/admin/offers-answers/unread');
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

test.each([
  ['FR', true],
  ['BE', false],
])('an answer without an authorisation: in %s « Accepter » is closed: %s', async (holidayLocale, isClosed) => {
  const answer = {
    ...{ id: idOf(2), name: 'Garde SA', message: 'Oui', status: 100, people: 2, approvalNumber: null },
    ...{ approvalExpiresAt: null, contactName: null, contactEmail: null, contactPhone: null },
    ...{ createdAt: '2026-01-01T08:00:00.000Z', readAt: null },
  };
  const offer = rowOf(MarketOffer, { type: searchesSubcontractor, status: 100, isOwn: true, answers: [answer] });
  serve(() => [200, {}]);
  const profile = someProfile({ isOwner: true, company: { holidayLocale } });
  const session = sessionOf(someUser({ userCompanies: [profile] }), { profileId: null, agency: null });
  showPage(<ReceivedAnswers offer={offer as never} side="agency" />, session);
  const accept = await screen.findByRole<HTMLButtonElement>('button', { name: 'Accepter' });
  expect(accept.disabled).toBe(isClosed);
});
