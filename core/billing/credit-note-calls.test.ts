import { expect, test } from 'vitest';
import { billingPath } from './credit-note-calls.ts';

test.each([
  ['/api/agency/a/fetch/devis', '/api/agency/a/fetch/estimates'],
  ['/api/agency/a/fetch/deviss', '/api/agency/a/fetch/estimates'],
  ['/api/agency/a/fetch/factures?x=1', '/api/agency/a/fetch/invoices?x=1'],
  ['/api/agency/a/customer/c/fetch/avoirs', '/api/agency/a/customer/c/fetch/creditNotes'],
  ['/api/agency/a/agent/g/fetch/agentPurchaseOrders', '/api/agency/a/agent/g/fetch/purchaseOrders'],
  ['/api/agency/a/avoir', '/api/agency/a/creditNote'],
  ['/api/agency/a/facture/send', '/api/agency/a/invoice/send'],
  ['/api/agency/a/avoir/send', '/api/agency/a/invoice/send'],
  ['/api/agency/a/creditNote/send', '/api/agency/a/invoice/send'],
  ['/api/agency/a/creditNote', '/api/agency/a/creditNote'],
  ['/api/agency/a/factures', '/api/agency/a/factures'],
  ['/api/agency/a/fetch/facture', '/api/agency/a/fetch/facture'],
  ['/api/agency/a/fetch/factures/send', '/api/agency/a/fetch/factures/send'],
  ['/api/agency/a/invoice/devis', '/api/agency/a/invoice/devis'],
  ['/factures', '/factures'],
])('%s is called as %s', (asked, called) => {
  expect(billingPath(asked)).toBe(called);
});
