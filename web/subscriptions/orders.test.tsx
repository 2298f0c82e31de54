import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { messages } from '#core/kernel/problem.ts';
import { paymentMessages, subscriptionTexts } from '#core/payments/texts.ts';
import { type OwnSubscription, subscriptionMessages } from '#core/subscriptions/calls.ts';
import { defaultTenant } from '#core/tenant.ts';
import { sessionOf } from '#ui/client/session-state.ts';
import { someProfile, someUser } from '#ui/client/testing/people.ts';
import { idOf } from '#ui/client/testing/rows.ts';
import { refusal, serve } from '#ui/client/testing/server.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import ChoosePlan from './ChoosePlan.tsx';
import { chooseNext } from './NextPeriod.tsx';
import { Order } from './Order.tsx';
import Subscription from './Subscription.tsx';

beforeEach(startAfresh);
const props = { page: 'p', title: 'Choisir une formule', description: '', add: false };

const cart = {
  lines: [{ offer: { id: idOf(1), name: 'Abonnement', type: 1 }, quantity: 1, unitPrice: 49.99, price: 49.99 }],
  ...{ yearly: false, price: 49.99, vat: 20, totalVat: 10, total: 59.99, needsDelivery: false },
};
const config = { config: { modules: defaultTenant.modules, freeTrialDays: 14, cards: false, debits: false } };

test('an order is recorded, not called a valid subscription before it is paid', async () => {
  serve(({ path }) =>
    path.endsWith('/cart')
      ? [200, { cart }]
      : path.endsWith('/config')
        ? [200, config]
        : [
            200,
            { order: { id: idOf(3), total: 59.99, isPaid: false }, invoice: { id: idOf(4), number: 'F2026-0009' } },
          ],
  );
  const user = showPage(<Order offers={[{ id: idOf(1), quantity: 1 }]} yearly={false} first />);
  await user.click(await screen.findByRole('button', { name: 'Commander' }));
  expect(await screen.findByText(subscriptionMessages.ordered('F2026-0009'))).toBeTruthy();
  expect(screen.queryByText(subscriptionMessages.validated)).toBeNull();
});

test('an order sent again after a lost answer is the same order', async () => {
  let lost = true;
  const order = { id: idOf(3), total: 59.99, isPaid: false };
  const calls = serve(({ path }) =>
    path.endsWith('/cart')
      ? [200, { cart }]
      : path.endsWith('/config')
        ? [200, config]
        : lost
          ? [502]
          : [200, { order, invoice: { id: idOf(4), number: 'F2026-0009' } }],
  );
  const user = showPage(<Order offers={[{ id: idOf(1), quantity: 1 }]} yearly={false} first />);
  await user.click(await screen.findByRole('button', { name: 'Commander' }));
  await screen.findByText(messages.network);
  lost = false;
  await user.click(screen.getByRole('button', { name: 'Commander' }));
  await screen.findByText(subscriptionMessages.ordered('F2026-0009'));
  const keys = calls.filter(({ path }) => path.endsWith('/order')).map(({ key }) => key);
  expect(keys).toEqual([keys[0], keys[0]]);
});

test('without an address the order leads to it, with the warning of Z-024', async () => {
  serve(({ path }) => (path.endsWith('/cart') ? [200, { cart }] : refusal(409, paymentMessages.addressRequired)));
  const user = showPage(<Order offers={[{ id: idOf(1), quantity: 1 }]} yearly={false} first />);
  await user.click(await screen.findByRole('button', { name: 'Commander' }));
  expect(await screen.findByText(paymentMessages.addressMissing)).toBeTruthy();
  expect(screen.getByText(subscriptionTexts.ORDER)).toBeTruthy();
});

test('a choice of the next period that is refused says so, with its reason', async () => {
  serve(() => refusal(409, 'Cette période est déjà facturée.'));
  const user = showPage(<p>Abonnement</p>);
  void chooseNext({ plan: { id: idOf(1) } }, 'Garder cette formule ?', 'Après le 31.');
  await user.click(await screen.findByRole('button', { name: 'Confirmer' }));
  const said = (await screen.findByText(/pas pu aboutir/)).textContent ?? '';
  expect(said).toMatch(/L’abonnement demandé n’a pas pu aboutir\. Cette période est déjà facturée/);
});

test('a locked agency, whose settings are closed, gives its address in its order', async () => {
  let address: unknown = null;
  serve(({ path, body }) => {
    if (path.endsWith('/cart')) return [200, { cart }];
    if (path.endsWith('/config')) return [200, config];
    if (path.endsWith('/billing-address')) {
      address = body;
      return [204];
    }
    return address
      ? [200, { order: { id: idOf(3), total: 59.99, isPaid: false }, invoice: { id: idOf(4), number: 'F2026-0009' } }]
      : refusal(409, paymentMessages.addressRequired);
  });
  const locked = someProfile({ isOwner: true, rights: [] });
  locked.company.errors.push({ message: 'Abonnement expiré', lock: true });
  const user = showPage(
    <Order offers={[{ id: idOf(1), quantity: 1 }]} yearly={false} first />,
    sessionOf(someUser({ userCompanies: [locked] }), { profileId: null, agency: null }),
  );
  await user.click(await screen.findByRole('button', { name: 'Commander' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Adresse de l’agence' }));
  await user.type(dialog.getByLabelText(/Rue/), '1 quai');
  await user.type(dialog.getByLabelText(/Code postal/), '06300');
  await user.type(dialog.getByLabelText(/Ville/), 'Nice');
  await user.click(dialog.getByRole('button', { name: 'Enregistrer' }));
  expect(await screen.findByText(subscriptionMessages.ordered('F2026-0009'))).toBeTruthy();
  expect(address).toEqual({ street: '1 quai', zipcode: '06300', city: 'Nice' });
});

const offer = (id: string, type: number, name: string) => ({
  ...{ id, type, name, description: null, family: 'subs', price: 49.99, yearlyPrice: 549.89 },
  gives: { licences: 5, sheets: 0, signatures: 0, payslips: 0 },
});
const own = (more: Partial<OwnSubscription> = {}): OwnSubscription => ({
  ...{ status: 100, plan: { id: idOf(1), name: 'Abonnement' }, yearly: false, licences: 3, startsOn: null },
  ...{ endsOn: '2099-01-31', next: null, nextLicences: null, renews: true, isFreeTrial: false, trialEndsOn: null },
  trialDaysLeft: null,
  agencySettingsSubscription: {
    ...{ defaultPaymentMethod: null, isFreeTrialDone: true, vat: 20, vatLabel: 'TVA', mustBeBilled: true },
  },
  ...more,
});

test('the choice for the next period is asked first, and taken back', async () => {
  let now = own();
  const sent: unknown[] = [];
  serve(({ method, body }) => {
    if (method === 'PATCH') {
      sent.push(body);
      const { yearly = false, renews = true } = body as { yearly?: boolean; renews?: boolean };
      now = own({ renews, next: yearly ? { plan: { id: idOf(1), name: 'Abonnement' }, yearly } : null });
      return [200, { subscription: now }];
    }
    return [200, { subscription: now, offers: [offer(idOf(1), 1, 'Abonnement')] }];
  });
  const user = showPage(<ChoosePlan {...props} />);
  const take = async (name: string, question: RegExp): Promise<void> => {
    await user.click(await screen.findByRole('button', { name }));
    await user.click(
      within(await screen.findByRole('dialog', { name: question })).getByRole('button', { name: 'Confirmer' }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await user.click(await screen.findByText('Par an'));
  await take('Choisir pour la prochaine échéance', /^Choisir « Abonnement »/);
  await take('Garder ma formule actuelle', /^Garder votre formule/);
  await take('Ne pas renouveler', /^Ne pas renouveler/);
  expect(await screen.findByText(/n’est pas renouvelée : elle prend fin le/)).toBeTruthy();
  await take('Garder ma formule actuelle', /^Garder votre formule/);
  const plan = { id: idOf(1) };
  expect(sent).toEqual([
    { plan, yearly: true },
    { plan, yearly: false },
    { plan, yearly: false, renews: false },
    { plan, yearly: false },
  ]);
});

test('a trial says that its free days are kept', async () => {
  const trial = own({ plan: null, isFreeTrial: true, trialEndsOn: '2099-01-10', trialDaysLeft: 3, licences: 0 });
  serve(() => [200, { subscription: trial, offers: [offer(idOf(1), 1, 'Abonnement')] }]);
  showPage(<ChoosePlan {...props} />);
  expect(await screen.findByText(/commence le 11\/01\/2099/)).toBeTruthy();
});

test('a second switch of an alert keeps the first, which is still being saved, and is saved after it', async () => {
  const sent: object[] = [];
  const answers: (() => void)[] = [];
  let alert = { quota: 'agentsLimit', notification: false, email: false };
  serve(async ({ path, method, body }) => {
    if (method === 'POST') {
      const [wanted] = (body as { alerts: [typeof alert] }).alerts;
      sent.push(wanted);
      await new Promise<void>((done) => answers.push(done));
      alert = wanted;
    }
    if (path.endsWith('/subscription/alerts')) return [200, { alerts: [alert] }];
    return path.endsWith('/subscriptions') ? [200, { subscription: own(), offers: [] }] : refusal(503, 'Indisponible');
  });
  const user = showPage(<Subscription {...props} />);
  await user.click(await screen.findByRole('tab', { name: 'Alertes' }));
  await user.click(await screen.findByRole('switch', { name: 'Notification' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  await user.click(screen.getByRole('switch', { name: 'E-mail' }));
  answers.shift()?.();
  await waitFor(() => expect(sent).toHaveLength(2));
  answers.shift()?.();
  expect(sent).toEqual([
    { quota: 'agentsLimit', notification: true, email: false },
    { quota: 'agentsLimit', notification: true, email: true },
  ]);
  await waitFor(() => expect(alert.email).toBe(true));
  for (const name of ['Notification', 'E-mail'])
    expect(screen.getByRole<HTMLInputElement>('switch', { name }).checked).toBe(true);
});

test.each([
  [1, true],
  [2, false],
])('F-031: with a limit of %s sheets the quota is said to be reached: %s', async (agentsLimit, isReached) => {
  const pricing = {
    ...{ agentsLimit, accountsLimit: null, vFreeAccounts: 0, sheetPrice: 1.5, prepaidPayslips: null },
    ...{ countAgents: { agents: 1, accounts: 1 }, remainingSheets: null, prepaidSignatures: null },
  };
  serve(({ path }) => [200, path.endsWith('/pricing') ? { pricing } : { subscription: own(), offers: [] }]);
  showPage(<Subscription {...props} />);
  await screen.findByText('Comptes');
  expect(screen.queryByText('Vous avez atteint votre quota de fiches collaborateur.') !== null).toBe(isReached);
});

test.each([
  [3, true],
  [null, false],
])('with %s prepaid payslips their alert is shown: %s', async (prepaidPayslips, isShown) => {
  const alerts = ['prepaidSignatures', 'prepaidPayslips'].map((quota) => ({ quota, notification: true, email: true }));
  const pricing = {
    ...{ agentsLimit: null, accountsLimit: null, vFreeAccounts: 0, sheetPrice: 1.5 },
    ...{ countAgents: { agents: 1, accounts: 1 }, remainingSheets: null, prepaidSignatures: null, prepaidPayslips },
  };
  serve(({ path }) =>
    path.endsWith('/subscription/alerts')
      ? [200, { alerts }]
      : path.endsWith('/pricing')
        ? [200, { pricing }]
        : [200, { subscription: own(), offers: [] }],
  );
  const user = showPage(<Subscription {...props} />);
  await screen.findByText('Comptes');
  await user.click(screen.getByRole('tab', { name: 'Alertes' }));
  await screen.findByRole('region', { name: 'Signatures électroniques' });
  expect(screen.queryByRole('region', { name: 'Fiches de paie' }) !== null).toBe(isShown);
});
