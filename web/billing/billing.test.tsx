import { screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { billingMessages } from '#core/billing/calls.ts';
import { Discount } from '#core/billing/discount.ts';
import { Estimate } from '#core/billing/estimate.ts';
import { Invoice } from '#core/billing/invoice.ts';
import { PurchaseOrder } from '#core/billing/purchase-order.ts';
import { InvoiceRecurrence } from '#core/billing/recurrence.ts';
import { Customer } from '#core/customers/customer.ts';
import { messages } from '#core/kernel/problem.ts';
import { endpointsOf } from '#ui/client/call.ts';
import { useCall } from '#ui/client/queries.tsx';
import { listedOf, listedRowOf, rowOf } from '#ui/client/testing/rows.ts';
import { refusal, type StubRequest, serve } from '#ui/client/testing/server.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import { Discounts } from './Discounts.tsx';
import { EstimateSummary, InvoiceSummary } from './DocumentSummary.tsx';
import { Invoices } from './Documents.tsx';
import OrderSummary from './OrderSummary.tsx';
import RecurrenceSummary from './RecurrenceSummary.tsx';

beforeEach(startAfresh);

const item = {
  title: 'Gardiennage',
  description: null,
  commercialDocItemType: 'SERVICE',
  unit: 'HOUR',
  quantity: 10,
  price: 21.5,
  discountRate: null,
  vat: 20,
  mustBeDeductedFromStock: false,
};
const invoice = (more: object = {}) =>
  rowOf(Invoice, {
    number: 'F2026-0007',
    type: 'facture',
    status: 100,
    state: 'AWAITING_PAYMENT',
    customer: { id: '01900000-0000-7000-8000-0000000000aa', name: 'Mairie' },
    date: '2026-10-01',
    dueDate: '2026-10-31',
    items: [{ ...item, id: '01900000-0000-7000-8000-0000000000bb' }],
    price: 215,
    totalVat: 43,
    total: 258,
    balance: 258,
    currency: 'EUR',
    issuedAt: '2026-10-01T08:00:00.000Z',
    ...more,
  });

const taxed = { vatLabel: 'IVA', currency: 'EUR', items: [{ ...item, id: '01900000-0000-7000-8000-0000000000bb' }] };

const summary = { onEdit: null, onPart: () => undefined };

test('an overdue invoice says so, shows its totals, and takes a payment of its balance', async () => {
  const sent: StubRequest[] = [];
  const row = invoice();
  serve((request) => {
    sent.push(request);
    return [200, { invoice: row }];
  });
  const user = showPage(<InvoiceSummary row={row} {...summary} />);
  expect(await screen.findByText('Échue depuis le 31/10/2026')).toBeTruthy();
  const totals = screen.getByLabelText('Totaux');
  expect(within(totals).getByText('258,00 €')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Noter un paiement' }));
  await user.click(await screen.findByRole('button', { name: 'Noter le paiement' }));
  await waitFor(() => expect(sent.filter(({ path }) => path.endsWith('/payment'))).toHaveLength(1));
  expect(sent.find(({ path }) => path.endsWith('/payment'))?.body).toMatchObject({ means: 'TRANSFER' });
  expect(sent.find(({ path }) => path.endsWith('/payment'))?.body).not.toHaveProperty('amount');
});

function Sheet({ row }: { row: ReturnType<typeof invoice> }): ReactElement | null {
  const { data } = useCall(endpointsOf(Invoice).read, { params: { id: row.id } });
  return data ? <InvoiceSummary row={row} {...summary} /> : null;
}

test('the payment closes once the sheet has what is left to pay, with which the next one begins', async () => {
  const row = invoice();
  const reread = Promise.withResolvers<void>();
  let reads = 0;
  serve(async ({ path }) => {
    if (!path.endsWith('/payment')) reads += 1;
    if (reads > 1) await reread.promise;
    return [200, { invoice: row }];
  });
  const user = showPage(<Sheet row={row} />);
  await user.click(await screen.findByRole('button', { name: 'Noter un paiement' }));
  await user.click(await screen.findByRole('button', { name: 'Noter le paiement' }));
  await waitFor(() => expect(reads).toBe(2));
  expect(screen.getByRole('dialog', { name: /^Paiement de F/ })).toBeTruthy();
  reread.resolve();
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Paiement de F/ })).toBeNull());
});

test('whoever pays an invoice that waits in a direct debit is told, and may insist', async () => {
  const sent: StubRequest[] = [];
  const row = invoice();
  serve((request) => {
    sent.push(request);
    const isPayment = request.path.endsWith('/payment');
    return isPayment && !(request.body as { despiteDebit?: true }).despiteDebit
      ? refusal(409, `${billingMessages.debited}PR2026-0001, le 15/01/2027.`)
      : [200, { invoice: row }];
  });
  const user = showPage(<InvoiceSummary row={row} {...summary} />);
  await user.click(await screen.findByRole('button', { name: 'Noter un paiement' }));
  await user.click(await screen.findByRole('button', { name: 'Noter le paiement' }));
  expect((await screen.findByRole('alert')).textContent).toContain('PR2026-0001');
  await user.click(screen.getByRole('checkbox', { name: 'Noter ce paiement quand même' }));
  await user.click(screen.getByRole('button', { name: 'Noter le paiement' }));
  const payments = () => sent.filter(({ path }) => path.endsWith('/payment'));
  await waitFor(() => expect(payments()).toHaveLength(2));
  expect(payments()[1]?.body).toMatchObject({ despiteDebit: true });
});

test.each([
  ['Copier', '/copy'],
  ['Faire un avoir', '/credit'],
])('« %s » asked again after a lost answer is the same act', async (label, end) => {
  const keys: (string | null)[] = [];
  const row = invoice();
  serve(({ method, path, key }) => {
    if (method !== 'POST') return [200, { invoice: row }];
    expect(path).toContain(end);
    keys.push(key);
    return keys.length === 1 ? [502] : refusal(409, 'Refusé');
  });
  const user = showPage(<InvoiceSummary row={row} {...summary} />);
  await user.click(await screen.findByRole('button', { name: label }));
  await screen.findByText(messages.network);
  await user.click(screen.getByRole('button', { name: label }));
  await screen.findByText('Refusé');
  expect(keys).toEqual([keys[0], keys[0]]);
});

test('an estimate whose draft was deleted is transformed again by another act', async () => {
  const keys: (string | null)[] = [];
  const row = rowOf(Estimate, { number: 'D2026-0001', state: 'VALIDATED', currency: 'EUR' });
  serve(({ method, path, key }) => {
    if (path.includes('/customer/')) return [200, { customer: rowOf(Customer, {}) }];
    if (method !== 'POST') return [200, { estimate: row }];
    keys.push(key);
    return keys.length === 1 ? [200, { invoice: invoice({ number: 'Brouillon' }) }] : refusal(409, 'Refusé');
  });
  const user = showPage(<EstimateSummary row={row} {...summary} />);
  const transform = await screen.findByRole('button', { name: 'Transformer en facture' });
  await user.click(transform);
  await waitFor(() => expect(transform.hasAttribute('data-loading')).toBe(false));
  await user.click(transform);
  await screen.findByText('Refusé');
  expect(new Set(keys).size).toBe(2);
});

test('invoices sent again after a lost answer are the same mails', async () => {
  const keys: (string | null)[] = [];
  const rows = [listedRowOf(Invoice, { number: 'F2026-0007', type: 'facture', state: 'LATE', total: 99, balance: 99 })];
  serve(({ method, path, key }) => {
    if (path.endsWith('/payments/verification'))
      return [200, { entries: 0, total: 0, currency: 'EUR', isIntact: true, brokenAt: null, closures: [] }];
    if (method !== 'PATCH') return [200, { invoices: rows, filtered: 1 }];
    keys.push(key);
    return keys.length === 1 ? [502] : refusal(409, 'Refusé');
  });
  const user = showPage(<Invoices page="factures" title="Factures" description="" add />);
  await user.click(await screen.findByRole('checkbox', { name: /^Sélectionner F2026-0007/ }));
  for (const said of [messages.network, 'Refusé']) {
    await user.click(await screen.findByRole('button', { name: 'Actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Relancer par e-mail' }));
    await user.click(await screen.findByRole('button', { name: 'Envoyer' }));
    await screen.findByText(said);
  }
  expect(keys).toEqual([keys[0], keys[0]]);
});

test('a draft offers its issue under its own word, and neither payment nor credit note', async () => {
  const row = invoice({ number: 'Brouillon', issuedAt: null, state: 'NOT_SENT', dueDate: null });
  serve(() => [200, { invoice: row }]);
  const user = showPage(<InvoiceSummary row={row} {...summary} />);
  await user.click(await screen.findByRole('button', { name: 'Émettre' }));
  const asked = await screen.findByRole('dialog', { name: 'Émettre ce document ?' });
  expect(within(asked).getByRole('button', { name: 'Émettre' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Noter un paiement' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Faire un avoir' })).toBeNull();
  await user.click(within(asked).getByRole('button', { name: 'Annuler' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Émettre ce document ?' })).toBeNull());
});

test('letters that the paper cannot show are named while the draft can be changed', async () => {
  serve(() => [200, {}]);
  const row = invoice({ number: 'Brouillon', issuedAt: null, state: 'NOT_SENT', title: 'Garde 😀' });
  showPage(<InvoiceSummary row={row} {...summary} />);
  expect(await screen.findByText('Caractères que le PDF ne peut pas imprimer : 😀')).toBeTruthy();
});

test.each([
  ['estimate', () => <EstimateSummary row={rowOf(Estimate, taxed)} {...summary} />],
  ['invoice', () => <InvoiceSummary row={invoice(taxed)} {...summary} />],
  ['purchase order', () => <OrderSummary row={rowOf(PurchaseOrder, taxed)} {...summary} />],
])('the sheet of an %s calls the tax as its paper does', async (_, sheet) => {
  serve(() => [200, {}]);
  showPage(sheet());
  expect(await screen.findByRole('columnheader', { name: 'IVA' })).toBeTruthy();
  expect(within(screen.getByLabelText('Totaux')).getByText('IVA 20 %')).toBeTruthy();
});

test('a credit note is shown negative', async () => {
  serve(() => [200, {}]);
  showPage(<InvoiceSummary row={invoice({ type: 'avoir', number: 'A2026-0001', dueDate: null })} {...summary} />);
  expect(within(await screen.findByLabelText('Totaux')).getByText('-258,00 €')).toBeTruthy();
});

test('lines are typed in a table with their totals; a new line takes the rate of the one before', async () => {
  serve(({ path }) => {
    if (path.endsWith('/billing/defaults')) return [200, { vat: 20, vatLabel: 'IVA', purchaseOrderVat: 20 }];
    if (path.endsWith('/fetch/catalogArticles')) return [200, { catalogArticles: [], filtered: 0 }];
    if (path.endsWith('/payments/verification'))
      return [200, { entries: 0, total: 0, currency: 'EUR', isIntact: true, brokenAt: null, closures: [] }];
    if (path.endsWith('/fetch/discounts'))
      return [
        200,
        { discounts: [listedRowOf(Discount, { label: 'Fidélité', kind: 'PERCENT', value: 10 })], filtered: 1 },
      ];
    return [200, { invoices: [], filtered: 0 }];
  });
  const user = showPage(<Invoices page="factures" title="Factures" description="" add />);
  await user.click(await screen.findByRole('button', { name: /Ajouter/ }));
  await user.click(await screen.findByRole('button', { name: 'Ajouter une ligne' }));
  const line = await screen.findByRole('group', { name: 'Ligne 1' });
  await user.type(within(line).getByRole('textbox', { name: /Désignation/ }), 'Ronde');
  await user.type(within(line).getByRole('textbox', { name: /Prix HT/ }), '12,5');
  // as the agency calls it.
  const rate = within(line).getByRole('textbox', { name: /^IVA \(%\)/ });
  await user.clear(rate);
  await user.type(rate, '10');
  await user.tab();
  await waitFor(() => expect(within(screen.getByLabelText('Totaux')).getByText('13,75 €')).toBeTruthy());
  await user.click(screen.getByRole('button', { name: 'Ajouter une ligne' }));
  const second = await screen.findByRole('group', { name: 'Ligne 2' });
  expect(within(second).getByRole('textbox', { name: /IVA/ })).toHaveProperty('value', '10');
  // Discounts of the agency are offered.
  await user.click(screen.getByRole('button', { name: 'Remise habituelle' }));
  await user.click(await screen.findByRole('menuitem', { name: /Fidélité/ }));
  await waitFor(() => expect(within(screen.getByLabelText('Totaux')).getByText('Remises')).toBeTruthy());
  await user.click(screen.getByRole('button', { name: 'Retirer la ligne 1' }));
  expect(screen.queryByDisplayValue('Ronde')).toBeNull();
});

test('a draft is issued and sent with words that were changed; a failed send keeps them', async () => {
  const row = invoice({ number: 'Brouillon', issuedAt: null, sent: false });
  const sent: StubRequest[] = [];
  let fails = true;
  serve((request) => {
    if (request.path.endsWith('/letter'))
      return [200, { to: ['ada@docks.example'], subject: 'Votre facture - {numero}', message: 'Bonjour' }];
    if (!request.path.endsWith('/invoice/send')) return [200, { invoice: row }];
    sent.push(request);
    if (fails) return [409, { code: 409, message: 'Mentions obligatoires manquantes : le SIRET de l’agence.' }];
    return [200, { sent: 1, issued: 1 }];
  });
  const user = showPage(<InvoiceSummary row={row} {...summary} />);
  await user.click(await screen.findByRole('button', { name: 'Émettre et envoyer' }));
  const dialog = await screen.findByRole('dialog', { name: /^Envoyer : Facture \(brouillon\)/ });
  const message = await within(dialog).findByLabelText(/^Message/);
  await user.clear(message);
  await user.type(message, 'Voici la facture');
  await user.click(within(dialog).getByRole('button', { name: 'Émettre et envoyer' }));
  expect((await within(dialog).findByRole('alert')).textContent).toContain('Mentions obligatoires');
  expect((message as HTMLTextAreaElement).value).toBe('Voici la facture');
  fails = false;
  await user.click(within(dialog).getByRole('button', { name: 'Émettre et envoyer' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]?.body).toEqual({
    ids: [row.id],
    versions: { [row.id as string]: row.version },
    to: ['ada@docks.example'],
    subject: 'Votre facture - {numero}',
    message: 'Voici la facture',
  });
});

test('a purchase order is sent to the people that it proposes', async () => {
  const row = rowOf(PurchaseOrder, {
    ...{ number: 'BC2026-0003', status: 200, sent: false, date: '2026-11-02', currency: 'EUR' },
    agent: { id: '01900000-0000-7000-8000-0000000000cc', name: 'Ada Roux' },
    items: [{ ...item, id: '01900000-0000-7000-8000-0000000000bb' }],
  });
  const sent: StubRequest[] = [];
  serve((request) => {
    if (request.path.endsWith('/letter'))
      return [200, { to: ['ada@azur.example'], subject: 'Votre bon de commande {numero}', message: 'Bonjour' }];
    if (request.path.endsWith('/purchaseOrder/send')) sent.push(request);
    return request.path.endsWith('/purchaseOrder/send') ? [200, { sent: 1, issued: 0 }] : [200, { purchaseOrder: row }];
  });
  const user = showPage(<OrderSummary row={row} {...summary} />);
  await user.click(await screen.findByRole('button', { name: 'Envoyer' }));
  const dialog = await screen.findByRole('dialog', { name: 'Envoyer : Bon de commande BC2026-0003' });
  expect(await within(dialog).findByText(/^{numero} devient le numéro/)).toBeTruthy();
  await user.click(await within(dialog).findByRole('button', { name: 'Envoyer' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toMatchObject({ ids: [row.id], to: ['ada@azur.example'] });
});

test('a subscription says its rhythm in words, shows its model, and lists what it made', async () => {
  const model = invoice({ number: 'Brouillon', issuedAt: null, isModel: true });
  const row = rowOf(InvoiceRecurrence, {
    ...{ name: 'Rondes', status: 200, frequencyRhythm: 2, frequency: 3, startAt: '2026-01-01', generatedCount: 1 },
    invoice: { id: model.id, name: 'Brouillon' },
    customer: { id: '01900000-0000-7000-8000-0000000000aa', name: 'Mairie' },
  });
  serve(({ path }) => {
    if (path.endsWith(`/fetch/invoices/invoiceRecurrence/${row.id}`))
      return [
        200,
        {
          invoices: [listedOf(Invoice, invoice({ number: 'Brouillon', status: 300, title: 'Rondes – janvier' }))],
          filtered: 1,
        },
      ];
    return [200, { invoice: model }];
  });
  const user = showPage(<RecurrenceSummary row={row} {...summary} />);
  expect(await screen.findByText('Toutes les 3 semaines')).toBeTruthy();
  expect(await screen.findByText('Gardiennage')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Voir la facture générée' }));
  const dialog = await screen.findByRole('dialog', { name: "Facture(s) générée(s) par l'abonnement" });
  expect(await within(dialog).findByText('Rondes – janvier')).toBeTruthy();
  expect(within(dialog).getByText('À contrôler')).toBeTruthy();
});

test('a credit note is read below zero, and what is to be chased stands out', async () => {
  serve(({ path }) => {
    if (path.endsWith('/payments/verification'))
      return [200, { entries: 0, total: 0, currency: 'EUR', isIntact: true, brokenAt: null, closures: [] }];
    const rows = [
      listedRowOf(Invoice, { number: 'A2026-0001', type: 'avoir', state: 'SENT', price: 215, total: 258, balance: 0 }),
      listedRowOf(Invoice, { number: 'F2026-0007', type: 'facture', state: 'LATE', total: 99, balance: 99 }),
    ];
    return [200, { invoices: rows, filtered: rows.length }];
  });
  showPage(<Invoices page="factures" title="Factures" description="" add />);
  const rowWith = (number: string): HTMLElement => screen.getByText(number).closest('tr') as HTMLElement;
  await screen.findByText('A2026-0001');
  const amounts = (number: string): string[] => rowWith(number).textContent?.match(/-?[\d]+,\d\d/g) ?? [];
  // Total, balance, total without tax.
  expect(amounts('A2026-0001')).toEqual(['-258,00', '0,00', '-215,00']);
  expect(amounts('F2026-0007').slice(0, 2)).toEqual(['99,00', '99,00']);
  expect(within(rowWith('F2026-0007')).getByText('En retard').closest('[class*="Badge-root"]')).toBeTruthy();
});

test('a discount is read in its unit', async () => {
  const rows = [
    listedRowOf(Discount, { label: 'Fidélité', kind: 'PERCENT', value: 2.5 }),
    listedRowOf(Discount, { label: 'Geste', kind: 'AMOUNT', value: 150 }),
  ];
  serve(() => [200, { discounts: rows, filtered: 2 }]);
  showPage(<Discounts page="discountList" title="Remises" description="" add />);
  const textOf = (name: string): string => screen.getByText(name).closest('tr')?.textContent?.replace(/\s/g, ' ') ?? '';
  await screen.findByText('Geste');
  expect(textOf('Fidélité')).toContain('2,5 %');
  expect(textOf('Geste')).toContain('150,00 €');
});
