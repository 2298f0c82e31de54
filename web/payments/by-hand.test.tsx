import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { messages } from '#core/kernel/problem.ts';
import { AgencyInvoice } from '#core/payments/invoice.ts';
import { sessionOf } from '#ui/client/session-state.ts';
import { someProfile, someUser } from '#ui/client/testing/people.ts';
import { idOf, rowOf } from '#ui/client/testing/rows.ts';
import { refusal, serve } from '#ui/client/testing/server.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import { AgencyInvoiceSheet } from './AgencyInvoices.tsx';
import type { AgencyInvoiceRow } from './InvoiceSummary.tsx';
import NewInvoice from './NewInvoice.tsx';
import PaymentsDialog from './PaymentsDialog.tsx';
import SellerDialog from './SellerDialog.tsx';

beforeEach(startAfresh);

const payment = {
  ...{ id: idOf(8), date: '2099-01-01', amount: 60, note: null, status: 'COMING_SOON', paymentMethod: null },
  ...{ attempts: 0, isAuthenticationRequired: false, error: null, providerMessage: null, nextTryAt: null },
};
const invoice = rowOf(AgencyInvoice, {
  ...{ id: idOf(7), reference: 'F2026-0001', type: 'facture', status: 'COMING_SOON', total: 60, balance: 60 },
  ...{ currency: 'EUR', agencyName: 'Azur', agency: { id: idOf(5), name: 'Azur' }, partialPayments: [payment] },
}) as unknown as AgencyInvoiceRow;

const shown = (post: () => [number, unknown]) => {
  const onClose = vi.fn();
  const calls = serve(({ method }) =>
    method === 'POST' ? post() : [200, { paymentMethods: [], cards: false, debits: false }],
  );
  const session = sessionOf(someUser({ superAdmin: true }), { profileId: null, agency: null });
  return { calls, onClose, user: showPage(<PaymentsDialog invoice={invoice} onClose={onClose} />, session) };
};
const posts = (calls: { method: string }[]) => calls.filter(({ method }) => method === 'POST');

test('payments saved again after a lost answer are the same act', async () => {
  const { calls, user } = shown(() => {
    if (posts(calls).length < 2) throw new TypeError('Failed to fetch');
    return [200, { agencyInvoice: invoice }];
  });
  await user.click(await screen.findByRole('button', { name: 'Enregistrer' }));
  await screen.findByRole('alert');
  await user.click(screen.getByRole('button', { name: 'Enregistrer' }));
  await waitFor(() => expect(posts(calls)).toHaveLength(2));
  const [first, second] = calls.filter(({ method }) => method === 'POST').map(({ key }) => key);
  expect(second).toBe(first);
});

test('an invoice is cancelled after a question; what was typed is not lost without one', async () => {
  const { calls, user, onClose } = shown(() => [200, { agencyInvoice: invoice }]);
  await user.click(await screen.findByRole('combobox', { name: 'Statut' }));
  await user.click(await screen.findByRole('option', { name: 'Annulé manuellement' }));
  await user.click(screen.getByRole('button', { name: 'Enregistrer' }));
  const question = await screen.findByRole('dialog', { name: 'Annuler cette facture ?' });
  expect(posts(calls)).toHaveLength(0);
  await user.click(within(question).getByRole('button', { name: 'Retour' }));
  await user.click(screen.getByRole('button', { name: 'Fermer' }));
  const leaving = await screen.findByRole('dialog', { name: 'Quitter sans enregistrer ?' });
  expect(onClose).not.toHaveBeenCalled();
  await user.click(within(leaving).getByRole('button', { name: 'Quitter' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
});

test('an invoice that could not be marked as sent says why', async () => {
  serve(({ method }) =>
    method === 'PATCH' ? refusal(409, 'Cette facture a changé') : [200, { agencyInvoice: invoice }],
  );
  const session = sessionOf(someUser({ superAdmin: true }), { profileId: null, agency: null });
  const user = showPage(<AgencyInvoiceSheet id={idOf(7)} page="p" above onClose={() => undefined} />, session);
  await user.click(await screen.findByRole('button', { name: 'Marquer envoyée' }));
  expect(await screen.findByText('Cette facture a changé')).toBeTruthy();
});

const seller = {
  ...{ name: 'Vigie SAS', legalStatus: null, capital: null, siret: null, vatNumber: null, rcs: null, street: null },
  ...{ zipcode: null, city: null, email: null, bankDetails: null, suspensionDays: 15 },
};

test('a seller that somebody else saved meanwhile is not overwritten: the reason shows, what was typed stays', async () => {
  const calls = serve(({ method }) =>
    method === 'GET'
      ? [200, { seller, version: 3, cards: false, debits: false }]
      : refusal(409, messages.settingsConflict),
  );
  const onClose = vi.fn();
  const session = sessionOf(someUser({ superAdmin: true }), { profileId: null, agency: null });
  const user = showPage(<SellerDialog onClose={onClose} />, session);
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Raison sociale' });
  await user.type(name, ' France');
  await user.click(screen.getByRole('button', { name: 'Enregistrer' }));
  expect(await screen.findByText(messages.settingsConflict)).toBeTruthy();
  expect(calls.at(-1)?.body).toMatchObject({ version: 3, name: 'Vigie SAS France' });
  expect(name.value).toBe('Vigie SAS France');
  expect(onClose).not.toHaveBeenCalled();
});

test('what was typed of the seller is not lost by Escape', async () => {
  serve(() => [200, { seller, version: 1, cards: false, debits: false }]);
  const onClose = vi.fn();
  const session = sessionOf(someUser({ superAdmin: true }), { profileId: null, agency: null });
  const user = showPage(<SellerDialog onClose={onClose} />, session);
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Raison sociale' });
  await user.type(name, ' France');
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Continuer la saisie' }));
  expect(name.value).toBe('Vigie SAS France');
  expect(onClose).not.toHaveBeenCalled();
});

test.each([
  ['due today is issued after the question about its payment and the one about the default method', true],
  ['due later is issued after its own question alone', false],
])('a new agency invoice that is %s', async (_, isDue) => {
  const agency = { ...someProfile().company, id: idOf(5), name: 'Azur' };
  const methods = [{ id: idOf(1), label: 'Visa •••• 4242', enabled: true, isDefault: true }];
  const calls = serve(({ path }) =>
    path.endsWith('/agencies/names')
      ? [200, { agencies: [agency], filtered: 1 }]
      : path.includes('/methods/')
        ? [200, { paymentMethods: methods, cards: true, debits: true }]
        : [200, { agencyInvoice: invoice }],
  );
  const saved = () => calls.filter(({ path, method }) => method === 'POST' && path.endsWith('/agency-invoice'));
  const onClose = vi.fn();
  const session = sessionOf(someUser({ superAdmin: true }), { profileId: null, agency: null });
  const user = showPage(<NewInvoice onClose={onClose} />, session);
  await user.click(await screen.findByRole('combobox', { name: 'Agence' }));
  await user.click(await screen.findByRole('option', { name: 'Azur' }));
  await user.type(screen.getByRole('textbox', { name: 'Désignation' }), 'Abonnement');
  await user.type(screen.getByRole('textbox', { name: 'Prix unitaire HT' }), '50');
  if (!isDue) {
    await user.clear(screen.getByRole('textbox', { name: 'Échéance' }));
    await user.type(screen.getByRole('textbox', { name: 'Échéance' }), '01/02/2099');
  }
  const agree = async (title: string | RegExp, label: string): Promise<void> => {
    const question = await screen.findByRole('dialog', { name: title });
    expect(saved()).toHaveLength(0);
    await user.click(within(question).getByRole('button', { name: label }));
  };
  await user.click(screen.getByRole('button', { name: 'Émettre' }));
  await agree('Émettre cette facture ?', 'Émettre');
  if (isDue) {
    await agree('Vous allez déclencher 1 paiement', 'Déclencher');
    await agree(/facturer le moyen de paiement par défaut de l’agence/, 'Facturer par défaut');
  }
  await waitFor(() => expect(onClose).toHaveBeenCalledWith(invoice.id));
  expect(saved()).toHaveLength(1);
});

test('a new agency invoice is issued in several payments, of which those that are due are asked for (AB-015)', async () => {
  const agency = { ...someProfile().company, id: idOf(5), name: 'Azur' };
  const calls = serve(({ path }) =>
    path.endsWith('/agencies/names')
      ? [200, { agencies: [agency], filtered: 1 }]
      : path.includes('/methods/')
        ? [200, { paymentMethods: [], cards: true, debits: true }]
        : [200, { agencyInvoice: invoice }],
  );
  const session = sessionOf(someUser({ superAdmin: true }), { profileId: null, agency: null });
  const onClose = vi.fn();
  const user = showPage(<NewInvoice onClose={onClose} />, session);
  await user.click(await screen.findByRole('combobox', { name: 'Agence' }));
  await user.click(await screen.findByRole('option', { name: 'Azur' }));
  await user.type(screen.getByRole('textbox', { name: 'Désignation' }), 'Abonnement');
  await user.type(screen.getByRole('textbox', { name: 'Prix unitaire HT' }), '50');
  await user.click(screen.getByRole('button', { name: 'Régler en plusieurs paiements' }));
  await user.click(screen.getByRole('button', { name: 'Ajouter un paiement' }));
  const part = (number: number) => within(screen.getByRole('group', { name: `Paiement ${number}` }));
  const fill = async (number: number, date: string, amount: string): Promise<void> => {
    await user.type(part(number).getByRole('textbox', { name: 'Date' }), date);
    await user.type(part(number).getByRole('textbox', { name: 'Montant TTC' }), amount);
  };
  await fill(1, '01/02/2020', '20');
  expect(await screen.findByText(/Reste à répartir : 40,00/)).toBeTruthy();
  await fill(2, '01/02/2099', '40');
  await user.click(screen.getByRole('button', { name: 'Émettre' }));
  for (const [title, label] of [
    ['Émettre cette facture ?', 'Émettre'],
    ['Vous allez déclencher 1 paiement', 'Déclencher'],
    [/facturer le moyen de paiement par défaut/, 'Facturer par défaut'],
  ] as const) {
    const question = await screen.findByRole('dialog', { name: title });
    await user.click(within(question).getByRole('button', { name: label }));
  }
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(calls.find(({ method, path }) => method === 'POST' && path.endsWith('/agency-invoice'))?.body).toMatchObject({
    partialPayments: [
      { date: '2020-02-01', amount: 20 },
      { date: '2099-02-01', amount: 40 },
    ],
  });
});
