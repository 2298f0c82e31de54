import { expect, test } from 'vitest';
import { Estimate } from '#core/billing/estimate.ts';
import { Invoice } from '#core/billing/invoice.ts';
import { PurchaseOrder } from '#core/billing/purchase-order.ts';
import { endpointOf } from '#server/testing/client.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, sql, agency, customer, people } = here;
const owner = as('owner');
const call = (label: string) => sql('update agencies set vat_label = $2 where id = $1', [agency.id, label]);
const paper = { date: '2026-01-05', items: [{ title: 'Garde', quantity: 2, price: 10, vat: 20 }] };

test.each([
  ['estimate', Estimate, { customer: { id: customer.id } }, 'sent'],
  ['invoice', Invoice, { customer: { id: customer.id } }, 'issue'],
  ['purchaseOrder', PurchaseOrder, { agent: { id: people.agent.profile?.id } }, 'sent'],
] as const)(
  'the label of the tax of a draft is the agency’s, that of what left is printed: %s',
  async (name, of, holder, leave) => {
    await call('IVA');
    const { id, vatLabel } = (await owner.answer(endpointOf(of, 'save'), { input: { ...paper, ...holder } })).body[
      name
    ];
    const label = async () => (await owner.answer(endpointOf(of, 'read'), { params: { id } })).body[name].vatLabel;
    expect(vatLabel).toBe('IVA');
    await call('MwSt');
    expect(await label()).toBe('MwSt');
    await owner.answer(endpointOf(of, 'act'), { params: { id, type: leave } });
    await call('TVA');
    expect(await label()).toBe('MwSt');
  },
);

test('a customer reads the label of his invoice', async () => {
  await call('IVA');
  const { id } = (
    await owner.answer(endpointOf(Invoice, 'save'), { input: { ...paper, customer: { id: customer.id } } })
  ).body.invoice;
  await owner.answer(endpointOf(Invoice, 'act'), { params: { id, type: 'issue' } });
  const read = await as('customer').answer(endpointOf(Invoice, 'read'), { mount: 'customer', params: { id } });
  expect(read.body.invoice.vatLabel).toBe('IVA');
});
