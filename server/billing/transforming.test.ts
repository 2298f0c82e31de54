// Who may turn an estimate into an invoice, and copy a paper: both create (decision 32).
import { expect, test } from 'vitest';
import { invoiceEstimate } from '#core/billing/calls.ts';
import { Estimate } from '#core/billing/estimate.ts';
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
