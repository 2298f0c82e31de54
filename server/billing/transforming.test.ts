// Who may turn an estimate into an invoice, and copy a paper: both create (decision 32).
import { expect, test } from 'vitest';
import { creditInvoice, invoiceEstimate } from '#core/billing/calls.ts';
import { copyEstimate, copyInvoice } from '#core/billing/drafting.ts';
import { Estimate } from '#core/billing/estimate.ts';
import { Invoice } from '#core/billing/invoice.ts';
import { copyPurchaseOrder } from '#core/billing/order-calls.ts';
import { PurchaseOrder } from '#core/billing/purchase-order.ts';
import type { Right } from '#core/rights.ts';
import { endpointOf } from '#server/testing/client.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { customer } = here;
const owner = here.as('owner');
const paper = {
  customer: { id: customer.id },
  date: '2026-01-05',
  items: [{ title: 'Garde', quantity: 2, price: 10, vat: 20 }],
};

let hired = 0;
const holderOf = async (...rights: Right[]) => {
  hired += 1;
  return here.as(await here.hire(`transforming-${hired}`, { of: 'azur', rights }));
};

async function estimate(...moves: string[]): Promise<string> {
  const { id } = (await owner.answer(endpointOf(Estimate, 'save'), { input: paper })).body.estimate;
  for (const type of moves) await owner.answer(endpointOf(Estimate, 'act'), { params: { id, type } });
  return id;
}

const statusOf = async (id: string): Promise<number> =>
  (await owner.answer(endpointOf(Estimate, 'read'), { params: { id } })).body.estimate.status;

test('an estimate is turned into an invoice only by who may create invoices', async () => {
  const writer = await holderOf('listEstimates', 'editEstimate', 'signEstimate', 'listInvoices', 'editInvoice');
  const id = await estimate('validate');
  const answer = await writer.answer(invoiceEstimate, { params: { id }, input: {} });
  expect(answer).toMatchObject({ status: 403, body: { right: 'createInvoice' } });
});

test.each([[[]], [['sent']]])(
  'an estimate moved by %j is validated by its invoice only for who may sign it',
  async (moves) => {
    const biller = await holderOf('listEstimates', 'editEstimate', 'createInvoice');
    const id = await estimate(...moves);
    const refused = await biller.answer(invoiceEstimate, { params: { id }, input: {} });
    expect(refused).toMatchObject({ status: 403, body: { right: 'signEstimate' } });
    expect(await statusOf(id)).toBe(moves.length === 0 ? 100 : 300);
    const signer = await holderOf('listEstimates', 'editEstimate', 'createInvoice', 'signEstimate');
    expect((await signer.answer(invoiceEstimate, { params: { id }, input: {} })).status).toBe(200);
    expect(await statusOf(id)).toBe(200);
  },
);

test('a validated estimate needs no right to sign to become an invoice', async () => {
  const biller = await holderOf('listEstimates', 'editEstimate', 'createInvoice');
  const id = await estimate('validate');
  expect((await biller.answer(invoiceEstimate, { params: { id }, input: {} })).status).toBe(200);
});

test.each<[string, Right[], Right]>([
  ['estimate', ['listEstimates', 'editEstimate'], 'createEstimate'],
  ['invoice', ['listInvoices', 'editInvoice'], 'createInvoice'],
  ['credit note', ['listInvoices', 'editInvoice'], 'createInvoice'],
  ['purchase order', ['listAgentPurchaseOrders', 'editAgentPurchaseOrder'], 'createAgentPurchaseOrder'],
])('copying: %s, needs the right to create one and to read its source', async (what, editing, create) => {
  const order = { ...paper, customer: null, agent: { id: here.people.agent.profile?.id } };
  const [of, copy, input] = {
    estimate: [Estimate, copyEstimate, paper] as const,
    invoice: [Invoice, copyInvoice, paper] as const,
    'credit note': [Invoice, creditInvoice, paper] as const,
    'purchase order': [PurchaseOrder, copyPurchaseOrder, order] as const,
  }[what] as [typeof Invoice, typeof copyInvoice, object];
  const { id } = Object.values((await owner.answer(endpointOf(of, 'save'), { input })).body)[0] as { id: string };
  if (what === 'credit note') await owner.answer(endpointOf(of, 'act'), { params: { id, type: 'issue' } });
  const tried = async (...rights: Right[]) => (await holderOf(...rights)).answer(copy, { params: { id }, input: {} });
  expect(await tried(...editing)).toMatchObject({ status: 403, body: { right: create } });
  expect(await tried(create)).toMatchObject({ status: 403, body: { right: editing[0] } });
  expect((await tried(create, editing[0] as Right)).status).toBe(200);
});
