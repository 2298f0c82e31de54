import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { ArticleOrder } from '#core/subscriptions/article-order.ts';
import { AgencyOffer } from '#core/subscriptions/offer.ts';
import { AgencySubscription } from '#core/subscriptions/subscription.ts';
import { sessionOf } from '#ui/client/session-state.ts';
import { tenant } from '#ui/client/tenant.ts';
import { someUser } from '#ui/client/testing/people.ts';
import { idOf, listedOf, rowOf } from '#ui/client/testing/rows.ts';
import { refusal, serve } from '#ui/client/testing/server.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import { AdminArticleOrders } from './ArticleOrders.tsx';
import { Dates } from './Dates.tsx';
import { TrialCard } from './FreeTrial.tsx';
import { Offers } from './Offers.tsx';

beforeEach(startAfresh);
const props = { page: 'p', title: 'Dates d’abonnements', description: '', add: false };
const admin = () => sessionOf(someUser({ admin: true }), { profileId: null, agency: null });

test('an ended trial is opened again and prolonged; a failed save is tried again without a second move', async () => {
  let row = rowOf(AgencySubscription, {
    ...{ id: idOf(1), agencyName: 'Azur', status: 200, plan: null, isFreeTrialDone: true },
    ...{ endsOn: '2020-01-31', trialEndsOn: '2020-01-31' },
  });
  const sent: unknown[] = [];
  let isDown = true;
  serve(({ path, body }) => {
    if (path.endsWith('/fetch/agency-subscriptions'))
      return [200, { agencySubscriptions: [listedOf(AgencySubscription, row)], filtered: 1, total: 1 }];
    if (path.endsWith('/activate')) {
      row = { ...row, status: 100 };
      sent.push('activate');
    } else if (body) {
      sent.push(Object.keys(body as object).toSorted());
      if (isDown) return refusal(503, 'Service indisponible');
    }
    return [200, { agencySubscription: row }];
  });
  const user = showPage(<Dates {...props} />, admin());
  await user.click(await screen.findByRole('button', { name: /^Actions : Azur/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Prolonger' }));
  const dialog = await screen.findByRole('dialog', { name: 'Prolonger l’abonnement de Azur' });
  expect(await within(dialog).findByText(/^Valable jusqu’au .*L’agence est rouverte\.$/)).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Prolonger' }));
  expect(await within(dialog).findByText('Service indisponible')).toBeTruthy();
  isDown = false;
  await user.click(within(dialog).getByRole('button', { name: 'Prolonger' }));
  expect(await screen.findByText('Abonnement prolongé')).toBeTruthy();
  const saved = ['endsOn', 'id', 'isFreeTrialDone', 'trialEndsOn'];
  expect(sent).toEqual(['activate', saved, saved]);
});

test('several orders are marked at once by the platform', async () => {
  const rows = [1, 2].map((number) =>
    listedOf(
      ArticleOrder,
      rowOf(ArticleOrder, { id: idOf(number), agencyName: 'Azur', article: `Badges ${number}`, status: 100 }),
    ),
  );
  serve(() => [200, { agencyArticleOrders: rows, filtered: 2, total: 2 }]);
  const user = showPage(<AdminArticleOrders {...props} />, admin());
  await user.click(await screen.findByRole('checkbox', { name: /^Tout sélectionner/ }));
  await user.click(await screen.findByRole('button', { name: /^Actions$/ }));
  expect(await screen.findByRole('menuitem', { name: /Envoyée/ })).toBeTruthy();
});

test('the platform marks an order as received, after a question with its number', async () => {
  let row = rowOf(ArticleOrder, { id: idOf(1), agencyName: 'Azur', article: 'Pack de démarrage', status: 100 });
  const sent: unknown[] = [];
  serve(({ method, path, body }) => {
    if (method === 'POST' && !path.includes('/fetch/')) {
      sent.push(body);
      row = { ...row, ...(body as { status: number }) };
      return [200, { agencyArticleOrder: row }];
    }
    return [200, { agencyArticleOrders: [listedOf(ArticleOrder, row)], filtered: 1, total: 1 }];
  });
  const user = showPage(<AdminArticleOrders {...props} />, admin());
  await user.click(await screen.findByRole('button', { name: 'Actions : Pack de démarrage' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Marquer « Reçue »' }));
  const question = await screen.findByRole('dialog', { name: 'Marquer « Reçue » : 1 commande ?' });
  expect(sent).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Marquer' }));
  expect(await screen.findByText('Statut « Reçue » : 1 commande')).toBeTruthy();
  expect(sent).toEqual([{ id: idOf(1), status: 400 }]);
  expect(within(await screen.findByRole('grid')).getByText('Reçue')).toBeTruthy();
});

test('an offer copied again after a lost answer is copied once, and another time only on purpose', async () => {
  const offer = rowOf(AgencyOffer, { id: idOf(3), name: 'Badges', type: 300 });
  const keys: (string | null)[] = [];
  serve(({ path, method, key }) => {
    if (path.endsWith('/fetch/agency-offers'))
      return [200, { agencyOffers: [listedOf(AgencyOffer, offer)], filtered: 1, total: 1 }];
    if (method !== 'GET') keys.push(key);
    return keys.length === 1 && method !== 'GET' ? [502] : [200, { agencyOffer: offer }];
  });
  const user = showPage(
    <Offers {...props} />,
    sessionOf(someUser({ superAdmin: true }), { profileId: null, agency: null }),
  );
  for (const sent of [1, 2, 3]) {
    await user.click(await screen.findByRole('button', { name: /^Actions : Badges/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Dupliquer' }));
    const question = await screen.findByRole('dialog', { name: 'Dupliquer cette offre ?' });
    await user.click(within(question).getByRole('button', { name: 'Dupliquer' }));
    await waitFor(() => expect(keys).toHaveLength(sent));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
  expect([keys[1] === keys[0], keys[2] === keys[0]]).toEqual([true, false]);
});

test('the copy of an offer that is not on sale is not on sale either (Z-050)', async () => {
  const offer = rowOf(AgencyOffer, { id: idOf(3), name: 'Badges', type: 300, status: 200 });
  const sent: unknown[] = [];
  serve(({ path, method, body }) => {
    if (path.endsWith('/fetch/agency-offers'))
      return [200, { agencyOffers: [listedOf(AgencyOffer, offer)], filtered: 1, total: 1 }];
    if (method !== 'GET') sent.push(body);
    return [200, { agencyOffer: offer }];
  });
  const session = sessionOf(someUser({ superAdmin: true }), { profileId: null, agency: null });
  const user = showPage(<Offers {...props} />, session);
  await user.click(await screen.findByRole('button', { name: /^Actions : Badges/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Dupliquer' }));
  const question = await screen.findByRole('dialog', { name: 'Dupliquer cette offre ?' });
  expect(question.textContent).toContain('pas en vente');
  await user.click(within(question).getByRole('button', { name: 'Dupliquer' }));
  await waitFor(() => expect(sent).toMatchObject([{ name: 'Badges - Copie', willActivate: false }]));
});

test('the card of the trial leads to its page (Z-009)', async () => {
  const { modules } = tenant();
  const before = { ...modules };
  Object.assign(modules, { subscriptions: true });
  const trial = {
    isFreeTrial: true,
    trialEndsOn: '2099-01-14',
    trialDaysLeft: 9,
    isFreeTrialDone: false,
    hasPlan: false,
  };
  serve(() => [200, { trial }]);
  showPage(<TrialCard />);
  const link = await screen.findByRole('link', { name: /Essai gratuit : 9 jours/ });
  expect(link.getAttribute('href')).toMatch(/\/free-trial$/);
  Object.assign(modules, before);
});
