import { expect, test } from 'vitest';
import { payInvoice, reversePayment } from '#core/billing/calls.ts';
import { Invoice } from '#core/billing/invoice.ts';
import { endpointOf } from '#server/testing/client.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const owner = here.as('owner');
const [{ day: today }] = (await here.sql(`select (now() at time zone 'Europe/Paris')::date::text as day`)) as [
  { day: string },
];

test('each payment of an invoice has a status: one that counts, or one that was cancelled with its reversal', async () => {
  const draft = {
    customer: { id: here.customer.id },
    date: today,
    items: [{ title: 'Garde', quantity: 10, price: 10, vat: 20 }],
  };
  const { id } = (await owner.answer(endpointOf(Invoice, 'save'), { input: draft })).body.invoice;
  await owner.answer(endpointOf(Invoice, 'act'), { params: { id, type: 'issue' } });
  const pay = async (amount: number) =>
    (await owner.answer(payInvoice, { params: { id }, input: { date: today, amount } })).body.invoice;
  await pay(20);
  const paid = (await pay(30)).partialPayments as { id: string; status: string }[];
  expect(paid.map(({ status }) => status)).toEqual(['VALIDATED_MANUALLY', 'VALIDATED_MANUALLY']);
  const { body } = await owner.answer(reversePayment, {
    params: { id, payment: paid[1]?.id as string },
    input: { reason: 'Virement rejeté' },
  });
  expect(body.invoice.partialPayments).toMatchObject([
    { date: today, amount: 20, note: null, status: 'VALIDATED_MANUALLY' },
    { amount: 30, status: 'CANCELLED_MANUALLY' },
    { amount: -30, note: 'Virement rejeté', status: 'CANCELLED_MANUALLY' },
  ]);
});
