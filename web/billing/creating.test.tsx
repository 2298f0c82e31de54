import { screen, within } from '@testing-library/react';
import { type ReactElement, useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { CatalogArticle } from '#core/billing/catalog.ts';
import { Estimate } from '#core/billing/estimate.ts';
import { Invoice } from '#core/billing/invoice.ts';
import { PurchaseOrder } from '#core/billing/purchase-order.ts';
import { Customer } from '#core/customers/customer.ts';
import type { Field } from '#core/kernel/field.ts';
import type { Right } from '#core/rights.ts';
import { type Session, sessionOf } from '#ui/client/session-state.ts';
import { someProfile, someUser } from '#ui/client/testing/people.ts';
import { idOf, listedRowOf, rowOf } from '#ui/client/testing/rows.ts';
import { serve } from '#ui/client/testing/server.ts';
import { RecordProvider } from '#ui/kinds/record.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import { EstimateSummary, InvoiceSummary } from './DocumentSummary.tsx';
import { invoiceExtras } from './extras.ts';
import { ItemsInput } from './ItemsInput.tsx';
import OrderSummary from './OrderSummary.tsx';

beforeEach(startAfresh);

const summary = { onEdit: null, onPart: () => undefined };
const holderOf = (rights: readonly Right[]): Session =>
  sessionOf(someUser({ userCompanies: [someProfile({ isOwner: false, rights: [...rights] })] }), {
    profileId: null,
    agency: null,
  });
const shown = (label: string): boolean => screen.queryByRole('button', { name: label }) !== null;

const estimates: Right[] = ['listEstimates', 'editEstimate'];
test.each<[Right[], number, boolean]>([
  [estimates, 200, false],
  [[...estimates, 'createInvoice'], 200, true],
  [[...estimates, 'createInvoice'], 100, false],
  [[...estimates, 'createInvoice', 'signEstimate'], 300, true],
])('« Transformer en facture » with %j of an estimate of status %d: %s', async (rights, status, offered) => {
  const row = rowOf(Estimate, { number: 'D2026-0001', status, currency: 'EUR' });
  serve(() => [200, { estimate: row }]);
  showPage(<EstimateSummary row={row} {...summary} />, holderOf(rights));
  await screen.findByText('D2026-0001');
  expect(shown('Transformer en facture')).toBe(offered);
});

const [first, other] = [idOf(1), idOf(2)];
test.each<[string, object, object | null, boolean]>([
  ['a new invoice', { type: 'facture', customer: { id: first } }, null, true],
  ['a new credit note', { type: 'avoir', customer: { id: first } }, null, false],
  ['another title', { type: 'facture', customer: { id: first } }, { type: 'facture', customer: { id: first } }, false],
  [
    'another customer',
    { type: 'facture', customer: { id: other } },
    { type: 'facture', customer: { id: first } },
    true,
  ],
  [
    'an invoice out of a credit note',
    { type: 'facture', customer: { id: first } },
    { type: 'avoir', customer: { id: first } },
    true,
  ],
])('%s asks whether its prospect is converted: %j of %j, %s', async (_words, values, row, asks) => {
  serve(() => [200, { customer: rowOf(Customer, { id: first, name: 'Port', customerInfos: { prospect: true } }) }]);
  const user = showPage(<div />, holderOf(['listCustomers']));
  const answer = invoiceExtras.ask?.(values as never, row as never);
  if (asks) await user.click(await screen.findByRole('button', { name: 'Convertir en client' }));
  expect(await answer).toBe(true);
});

test.each<[string, Right[], boolean]>([
  ['estimate', estimates, false],
  ['estimate', ['listEstimates', 'createEstimate'], true],
  ['invoice', ['listInvoices', 'editInvoice'], false],
  ['invoice', ['listInvoices', 'createInvoice'], true],
  ['purchaseOrder', ['listAgentPurchaseOrders', 'editAgentPurchaseOrder'], false],
  ['purchaseOrder', ['listAgentPurchaseOrders', 'createAgentPurchaseOrder'], true],
])('« Copier », %s, with %j: %s', async (of, rights, offered) => {
  const more = { number: 'X2026-0001', status: 100, currency: 'EUR' };
  const sheets = {
    estimate: () => <EstimateSummary row={rowOf(Estimate, more)} {...summary} />,
    invoice: () => <InvoiceSummary row={rowOf(Invoice, { ...more, type: 'facture', balance: 5 })} {...summary} />,
    purchaseOrder: () => <OrderSummary row={rowOf(PurchaseOrder, more)} {...summary} />,
  };
  serve(() => [200, {}]);
  showPage(sheets[of as keyof typeof sheets](), holderOf(rights));
  await screen.findByText('X2026-0001');
  expect(shown('Copier')).toBe(offered);
  if (of === 'invoice') expect(shown('Faire un avoir')).toBe(offered);
});

function Lines(): ReactElement {
  const [value, setValue] = useState<unknown>([{ title: 'Livre', quantity: 1, price: 10, vat: 5.5 }]);
  const field = Invoice.fields.items as Field;
  return (
    <ItemsInput
      {...{ field, path: 'items', value, faults: {} }}
      change={(_path, next) => setValue(next)}
      leave={() => undefined}
    />
  );
}

test('an article without a rate comes at the agency’s, whatever the line before it has', async () => {
  const article = listedRowOf(CatalogArticle, { title: 'Ronde', price: 30, vat: null });
  serve(({ path }) =>
    path.includes('catalog')
      ? [200, { catalogArticles: [article], filtered: 1 }]
      : [200, { vat: 20, purchaseOrderVat: 10, vatLabel: 'TVA' }],
  );
  const user = showPage(<Lines />);
  await user.click(await screen.findByRole('button', { name: 'Depuis le catalogue' }));
  await user.click(await screen.findByRole('menuitem', { name: /Ronde/ }));
  const line = await screen.findByRole('group', { name: 'Ligne 2' });
  expect(within(line).getByLabelText<HTMLInputElement>(/TVA/).value).toBe('20');
});

test.each([
  ['facture', '30,00 €'],
  ['avoir', '−30,00 €'],
])('a typed line of « %s » shows %s', async (type, shown) => {
  serve(() => [200, { vat: 20, purchaseOrderVat: 10, vatLabel: 'TVA' }]);
  const line = { title: 'Ronde', quantity: 3, price: 10, vat: 20 };
  const field = Invoice.fields.items as Field;
  showPage(
    <RecordProvider value={{ of: Invoice, id: null, values: () => ({ type }) }}>
      <ItemsInput {...{ field, path: 'items', value: [line], faults: {} }} change={() => {}} leave={() => {}} />
    </RecordProvider>,
    holderOf(['listInvoices']),
  );
  const group = await screen.findByRole('group', { name: 'Ligne 1' });
  expect(within(group).getByRole('status').textContent?.replace(/\s/g, ' ').replace('-', '−')).toBe(shown);
});

test('an invoice to be checked stays open after a save, a paper of the first status closes', () => {
  expect([300, 100].map((status) => invoiceExtras.closes?.({ id: first, number: 'F', status }))).toEqual([false, true]);
});
