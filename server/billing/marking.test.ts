import { expect, test } from 'vitest';
import { creditInvoice } from '#core/billing/calls.ts';
import { Invoice } from '#core/billing/invoice.ts';
import { issueInvoice, markInvoiceSent } from '#core/billing/marking.ts';
import { sendInvoices } from '#core/billing/sending.ts';
import { endpointOf } from '#server/testing/client.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const owner = here.as('owner');
const item = { title: 'Gardiennage', quantity: 10, price: 21.5, vat: 20 };
const draft = async (): Promise<{ id: string; version: number }> =>
  (
    await owner.answer(endpointOf(Invoice, 'save'), {
      input: { customer: { id: here.customer.id }, date: '2026-11-17', items: [item] },
    })
  ).body.invoice;
const read = async (id: string): Promise<Record<string, unknown>> =>
  (await owner.answer(endpointOf(Invoice, 'read'), { params: { id } })).body.invoice;

test('what a colleague wrote meanwhile is neither issued, sent nor credited: he is named', async () => {
  const { id, version } = await draft();
  const colleague = here.as(await here.hire('Ada Roux', { of: 'azur', rights: ['listInvoices', 'editInvoice'] }));
  await colleague.answer(endpointOf(Invoice, 'save'), { input: { id, title: 'Texte neuf' } });
  const refused = await owner.answer(issueInvoice, { params: { id }, input: { version } });
  expect(refused).toMatchObject({ status: 409, body: { current: { title: 'Texte neuf' } } });
  expect(refused.body.message).toMatch(/^Cette fiche a été modifiée entre-temps par .+ : relisez-la\.$/);
  const sent = await owner.answer(sendInvoices, {
    input: { ids: [id], to: ['a@client.example'], versions: { [id]: version } },
  });
  expect(sent.status).toBe(409);
  expect(await read(id)).toMatchObject({ number: 'Brouillon', sent: false });
  const issued = await owner.answer(issueInvoice, { params: { id }, input: { version: version + 1 } });
  expect(issued.body.invoice.number).toMatch(/^F/);
  expect((await owner.answer(creditInvoice, { params: { id }, input: { version } })).status).toBe(409);
});

test('PATCH …/sent marks it sent, and with `sent: false` not sent (X-016, X-032)', async () => {
  const { id } = await draft();
  expect((await owner.answer(markInvoiceSent, { params: { id }, input: {} })).body.message).toBe(
    'Émettez d’abord ce document.',
  );
  await owner.answer(issueInvoice, { params: { id }, input: {} });
  expect((await owner.answer(markInvoiceSent, { params: { id }, input: {} })).body.invoice.sent).toBe(true);
  const back = await owner.answer(markInvoiceSent, { params: { id }, input: { sent: false } });
  expect(back.body.invoice.sent).toBe(false);
});
