import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { AgencyInvoice } from '#core/payments/invoice.ts';
import type { PaymentMethod } from '#core/payments/method-calls.ts';
import { paymentMessages, paymentTexts } from '#core/payments/texts.ts';
import { defaultTenant } from '#core/tenant.ts';
import { sessionOf } from '#ui/client/session-state.ts';
import { someUser } from '#ui/client/testing/people.ts';
import { idOf, rowOf } from '#ui/client/testing/rows.ts';
import { refusal, serve } from '#ui/client/testing/server.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import ChooseMethod from './ChooseMethod.tsx';
import { leave } from './going.ts';
import type { AgencyInvoiceRow } from './InvoiceSummary.tsx';
import Methods from './Methods.tsx';
import { OneInvoice } from './PayInvoice.tsx';
import PaymentsDialog from './PaymentsDialog.tsx';

beforeEach(startAfresh);
const props = { page: 'p', title: 'Mes moyens de paiement', description: '', add: false };
const superAdmin = () => sessionOf(someUser({ superAdmin: true }), { profileId: null, agency: null });

const card = (id: string, more: Partial<PaymentMethod> = {}): PaymentMethod => ({
  ...{ id, type: 'card', enabled: true, goBankDetail: null },
  stripeCard: { name: 'Azur', number: '•••• 4242', expiration: '12/2099', brand: 'Visa' },
  ...more,
});
const mandate = card(idOf(2), {
  ...{ type: 'sepa', enabled: false, stripeCard: null },
  goBankDetail: { holderName: 'AZUR', bankName: 'BNP', accountNumber: '•••• 606' },
});
const listed = (more: object = {}) => ({
  ...{ paymentMethods: [card(idOf(1)), mandate], defaultPaymentMethod: idOf(1), cards: true, debits: true },
  ...more,
});

test('staff of the platform read the methods of an agency, and choose none', async () => {
  serve(() => [200, listed()]);
  const agency = { id: idOf(9), name: 'Azur' };
  showPage(<Methods {...props} />, sessionOf(someUser({ superAdmin: true }), { profileId: null, agency }));
  expect(await screen.findByText('Par défaut')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('the default method is neither chosen again nor deleted; an invalid one has a cross', async () => {
  const calls = serve(() => [200, listed()]);
  const user = showPage(<Methods {...props} />);
  await user.click(await screen.findByRole('button', { name: /^Utiliser par défaut : Visa/ }));
  expect(await screen.findByText(paymentMessages.alreadyDefault)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /^Supprimer : Visa/ }));
  expect(await screen.findByText(paymentMessages.keepsDefault)).toBeTruthy();
  expect(screen.getByText(/N’est plus valide/)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Utiliser par défaut : BNP/ }).disabled).toBe(true);
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('without providers the page says that invoices are paid by transfer', async () => {
  serve(() => [200, listed({ paymentMethods: [], defaultPaymentMethod: null, cards: false, debits: false })]);
  showPage(<Methods {...props} />);
  expect(await screen.findByText(paymentMessages.byTransfer)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Ajouter' })).toBeNull();
});

test('without a customer at Stripe it is created, and the card is asked for again', async () => {
  const gone = vi.spyOn(leave, 'to').mockImplementation(() => {});
  let hasCustomer = false;
  serve(({ path }) => {
    if (path.endsWith('/stripe')) {
      hasCustomer = true;
      return [200, { customer: 'cus_1' }];
    }
    if (path.includes('/card-details'))
      return hasCustomer
        ? [200, { redirectUrl: 'https://checkout.stripe.example/cs_1' }]
        : refusal(409, paymentMessages.noCustomer);
    return [200, listed()];
  });
  const user = showPage(<ChooseMethod {...props} />);
  await user.click(await screen.findByRole('button', { name: 'Ajouter une carte' }));
  await waitFor(() => expect(gone).toHaveBeenCalledWith('https://checkout.stripe.example/cs_1'));
  expect(screen.getByText(paymentMessages.noCustomer)).toBeTruthy();
  gone.mockRestore();
});

test('an agency without an address is led to its settings', async () => {
  serve(({ path }) =>
    path.includes('/bank-details') ? refusal(409, paymentMessages.addressRequired) : [200, listed()],
  );
  const user = showPage(<ChooseMethod {...props} />);
  await user.click(await screen.findByRole('button', { name: 'Signer un mandat' }));
  expect(await screen.findByText(paymentMessages.addressMissing)).toBeTruthy();
});

const configOf = (collects: boolean) => ({
  ...{ modules: defaultTenant.modules, freeTrialDays: 14, cards: collects, debits: collects },
});
const payment = (more: object = {}) => ({
  ...{ id: idOf(8), date: '2026-01-01', amount: 60, note: null, status: 'ERROR', paymentMethod: null, attempts: 1 },
  ...{ isAuthenticationRequired: true, error: 'Une authentification 3D Secure est requise.' },
  ...{ providerMessage: null, nextTryAt: null },
  ...more,
});
const invoice = (more: object = {}): AgencyInvoiceRow =>
  rowOf(AgencyInvoice, {
    ...{ id: idOf(7), reference: 'F2026-0001', type: 'facture', status: 'ERROR', total: 60, balance: 60 },
    ...{ currency: 'EUR', agencyName: 'Azur', agency: { id: idOf(5), name: 'Azur' } },
    partialPayments: [payment()],
    ...more,
  }) as unknown as AgencyInvoiceRow;

test.each([
  ['an accepted intent is not asked again', 'succeeded', paymentMessages.alreadyAccepted],
  ['a refusal shows the provider’s words', 'failed', /Erreur Stripe : Your card was declined/],
])('3-D Secure: %s', async (_words, status, expected) => {
  const calls = serve(({ path }) => {
    if (path.includes('/payment-intent/'))
      return [
        200,
        { id: idOf(8), status, redirectUrl: null, message: status === 'failed' ? 'Your card was declined' : null },
      ];
    if (path.includes('/payments-fix')) return [200, { checked: 1, changed: 1 }];
    if (path.endsWith('/pending-subscription-agreement')) return [200, { agencyInvoice: null }];
    if (path.endsWith('/config')) return [200, { config: configOf(true) }];
    return [200, path.includes('/payment-methods') ? listed() : { agencyInvoice: invoice() }];
  });
  const user = showPage(<OneInvoice id={idOf(7)} title="Facture" description="" />);
  await user.click(await screen.findByRole('button', { name: 'Authentifier le paiement' }));
  expect(await screen.findByText(expected)).toBeTruthy();
  expect(calls.some(({ path }) => path.endsWith('/confirm'))).toBe(status === 'failed');
});

test('back from 3-D Secure that failed, the page says why', async () => {
  const failed = payment({
    ...{ isAuthenticationRequired: false, error: paymentTexts.NOT_COLLECTED, providerMessage: 'Authentication failed' },
  });
  serve(({ path }) => {
    if (path.includes('/payment-intent/'))
      return [200, { id: idOf(8), status: 'failed', redirectUrl: null, message: 'Authentication failed' }];
    if (path.includes('/payments-fix')) return [200, { checked: 1, changed: 0 }];
    if (path.endsWith('/pending-subscription-agreement')) return [200, { agencyInvoice: null }];
    if (path.endsWith('/config')) return [200, { config: configOf(true) }];
    return [
      200,
      path.includes('/payment-methods') ? listed() : { agencyInvoice: invoice({ partialPayments: [failed] }) },
    ];
  });
  showPage(<OneInvoice id={idOf(7)} isBack title="Facture" description="" />);
  expect(await screen.findByText('Erreur Stripe : Authentication failed')).toBeTruthy();
});

test('an invoice is not paid with a default method that is no longer valid, which has a cross (Z-020)', async () => {
  serve(({ path }) => {
    if (path.endsWith('/pending-subscription-agreement')) return [200, { agencyInvoice: null }];
    if (path.endsWith('/config')) return [200, { config: configOf(true) }];
    const methods = listed({ paymentMethods: [card(idOf(1), { enabled: false })] });
    return [200, path.includes('/payment-methods') ? methods : { agencyInvoice: invoice() }];
  });
  showPage(<OneInvoice id={idOf(7)} title="Facture" description="" />);
  expect(await screen.findByText(paymentMessages.notValid)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Changer' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Authentifier le paiement' })).toBeNull();
});

test('without a provider an invoice says how to pay it by transfer, and asks for an answer', async () => {
  const waiting = {
    ...{ id: idOf(7), reference: 'F2026-0001', total: 60, currency: 'EUR', dueDate: '2026-01-01' },
    items: [{ title: 'Abonnement', quantity: 1, price: 50 }],
  };
  const seller = { name: 'Vigie SAS', email: null, bankDetails: 'Virement : FR76 3000 6000 0112 3456 7890 189' };
  const sent: unknown[] = [];
  serve(({ path, body }) => {
    if (path.endsWith('/confirm-subscription-agreement')) {
      sent.push(body);
      return [200, { agreedAt: null }];
    }
    if (path.endsWith('/pending-subscription-agreement'))
      return [200, { agencyInvoice: sent.length > 0 ? null : waiting }];
    if (path.endsWith('/config')) return [200, { config: configOf(false) }];
    if (path.includes('/payment-methods'))
      return [200, listed({ paymentMethods: [], defaultPaymentMethod: null, cards: false, debits: false })];
    const of = sent.length > 0 ? 'CANCELLED_MANUALLY' : 'VALIDATION';
    return [200, { agencyInvoice: invoice({ status: of, seller, partialPayments: [payment({ status: of })] }) }];
  });
  const user = showPage(<OneInvoice id={idOf(7)} title="Facture" description="" />);
  const how = await screen.findByRole('region', { name: 'À régler par virement' });
  for (const words of ['Vigie SAS', 'FR76 3000 6000 0112 3456 7890 189', '60,00', 'F2026-0001'])
    expect(how.textContent).toContain(words);
  await user.click(await screen.findByRole('button', { name: 'Refuser' }));
  const question = await screen.findByRole('dialog', { name: 'Refuser cette commande ?' });
  await user.click(within(question).getByRole('button', { name: 'Refuser la commande' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'À régler par virement' })).toBeNull());
  expect(sent).toEqual([{ id: idOf(7), agreed: false }]);
});

test('what a save triggers is confirmed, then the default method, then it is sent', async () => {
  const due = invoice({ status: 'COMING_SOON', partialPayments: [payment({ status: 'COMING_SOON', attempts: 0 })] });
  const calls = serve(({ method }) =>
    method === 'POST'
      ? [200, { agencyInvoice: { ...due, version: 2 } }]
      : [
          200,
          {
            paymentMethods: [{ id: idOf(1), label: 'Visa •••• 4242', enabled: false, isDefault: true }],
            cards: true,
            debits: true,
          },
        ],
  );
  const user = showPage(<PaymentsDialog invoice={due} onClose={() => {}} />, superAdmin());
  await user.click(await screen.findByRole('button', { name: 'Enregistrer' }));
  const first = await screen.findByRole('dialog', { name: 'Vous allez déclencher 1 paiement' });
  await user.click(within(first).getByRole('button', { name: 'Déclencher' }));
  const second = await screen.findByRole('dialog', { name: /facturer le moyen de paiement par défaut de l’agence/ });
  expect(second.textContent).toContain('✗ Visa •••• 4242 : n’est plus valide');
  expect(calls.some(({ method }) => method === 'POST')).toBe(false);
  await user.click(within(second).getByRole('button', { name: 'Facturer par défaut' }));
  await waitFor(() => expect(calls.some(({ path }) => path.endsWith('/agency-invoice/partial-payments'))).toBe(true));
});
