import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { accountsRefused } from '#core/agents/quota.ts';
import { showBrand, withModules } from '#ui/client/testing/tenant.ts';
import { confirm } from '#ui/confirm.tsx';
import { notifyProblem } from '#ui/notify.ts';
import { showPage, startAfresh } from '../testing/page.tsx';

beforeEach(() => {
  startAfresh();
  showBrand(withModules({ subscriptions: true }));
});

test('a refusal of a quota says how many are left and leads to the subscription', async () => {
  const user = showPage(<p>Collaborateurs</p>);
  notifyProblem(accountsRefused(2, 3));
  expect(
    await screen.findByText('Vous avez atteint votre quota de comptes : il en reste 2, il en faut 3'),
  ).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Voir mon abonnement' }));
  await waitFor(() => expect(window.location.hash).toBe('#/agencySubscription'));
});

test('in a dialog the way out stands under the refusal', async () => {
  const user = showPage(<p>Collaborateurs</p>);
  void confirm({
    ...{ title: 'Activer ?', message: 'Son compte.', confirmLabel: 'Activer' },
    act: () => Promise.reject(accountsRefused(0, 1)),
  });
  await user.click(await screen.findByRole('button', { name: 'Activer' }));
  expect((await screen.findByRole('link', { name: 'Voir mon abonnement' })).getAttribute('href')).toBe(
    '#/agencySubscription',
  );
  expect(screen.getByText(/Sans « Activer tout de suite »/)).toBeTruthy();
});
