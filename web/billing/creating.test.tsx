import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { Estimate } from '#core/billing/estimate.ts';
import { Invoice } from '#core/billing/invoice.ts';
import { PurchaseOrder } from '#core/billing/purchase-order.ts';
import type { Right } from '#core/rights.ts';
import { type Session, sessionOf } from '#ui/client/session-state.ts';
import { someProfile, someUser } from '#ui/client/testing/people.ts';
import { rowOf } from '#ui/client/testing/rows.ts';
import { serve } from '#ui/client/testing/server.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import { EstimateSummary, InvoiceSummary } from './DocumentSummary.tsx';
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
