import { expect, test } from 'vitest';
import { creditInvoice, invoiceEstimate } from '#core/billing/calls.ts';
import { copyEstimate, copyInvoice } from '#core/billing/drafting.ts';
import { Estimate } from '#core/billing/estimate.ts';
import { Invoice } from '#core/billing/invoice.ts';
import { endpointOf } from '#server/testing/client.ts';
import { openPdf } from '#server/testing/pdf.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, sql, agency, customer } = here;
const owner = as('owner');
const { token } = await here.sessionOf('owner');
const draft = {
  customer: { id: customer.id },
  date: '2020-01-01',
  items: [{ title: 'Garde', quantity: 2, price: 10, vat: 20 }],
};

test('a copy is a draft of today with the same lines, neither numbered, sent nor paid', async () => {
  const { body } = await owner.answer(endpointOf(Invoice, 'save'), { input: { ...draft, title: 'Octobre' } });
  const { id } = body.invoice;
  await owner.answer(endpointOf(Invoice, 'act'), { params: { id, type: 'issue' } });
  await owner.answer(endpointOf(Invoice, 'act'), { params: { id, type: 'sent' } });
  const copy = (await owner.answer(copyInvoice, { params: { id }, input: {} })).body.invoice;
  expect(copy).toMatchObject({
    number: 'Brouillon',
    sent: false,
    paid: false,
    status: 100,
    title: 'Octobre',
    total: 24,
  });
  expect(copy.date > draft.date).toBe(true);
  const made = await owner.answer(endpointOf(Estimate, 'save'), { input: draft });
  await owner.answer(endpointOf(Estimate, 'act'), { params: { id: made.body.estimate.id, type: 'refuse' } });
  const again = (await owner.answer(copyEstimate, { params: { id: made.body.estimate.id }, input: {} })).body.estimate;
  expect(again).toMatchObject({ number: 'Brouillon', status: 100, refused: false, state: 'NOT_SENT' });
});

test('an estimate is invoiced again after a credit note of the whole, not of a part', async () => {
  const { id } = (await owner.answer(endpointOf(Estimate, 'save'), { input: draft })).body.estimate;
  const transform = () => owner.answer(invoiceEstimate, { params: { id }, input: {} });
  const issue = (of: string) => owner.answer(endpointOf(Invoice, 'act'), { params: { id: of, type: 'issue' } });
  const state = async () => (await owner.answer(endpointOf(Estimate, 'read'), { params: { id } })).body.estimate.state;
  const made = (await transform()).body.invoice.id;
  await issue(made);
  const credit = async (quantity: number): Promise<void> => {
    const { body } = await owner.answer(creditInvoice, { params: { id: made }, input: {} });
    const items = [{ ...draft.items[0], quantity }];
    await owner.answer(endpointOf(Invoice, 'save'), { input: { id: body.invoice.id, items } });
    expect((await issue(body.invoice.id)).status).toBe(200);
  };
  await credit(1);
  expect([await state(), (await transform()).status]).toEqual(['TRANSFORMED', 409]);
  await credit(1);
  expect(await state()).toBe('VALIDATED');
  const { history } = (await owner.answer(endpointOf(Estimate, 'history'), { params: { id } })).body;
  expect(history[0]).toMatchObject({ action: 'credit', changes: { invoice: { after: null } } });
  const again = await transform();
  expect(again).toMatchObject({ status: 200, body: { invoice: { number: 'Brouillon', total: 24 } } });
  expect([await state(), (await transform()).status]).toEqual(['TRANSFORMED', 409]);
});

const preview = (payload: object) =>
  here.app.inject({
    ...{ method: 'POST', url: `/api/agency/${agency.id}/invoice/preview`, payload },
    headers: { authorization: `Bearer ${token}` },
  });

test('a preview shows what is typed, new or changed, and saves nothing', async () => {
  const before = await sql(
    'select count(*)::integer as rows, (select count(*)::integer from audit) as lines from invoices',
  );
  const { text } = await openPdf((await preview({ ...draft, title: 'Jamais enregistrée' })).rawPayload);
  expect(text).toContain('Jamais enregistrée');
  expect(
    await sql('select count(*)::integer as rows, (select count(*)::integer from audit) as lines from invoices'),
  ).toEqual(before);
  const { body } = await owner.answer(endpointOf(Invoice, 'save'), { input: { ...draft, title: 'Avant' } });
  const changed = await openPdf((await preview({ id: body.invoice.id, title: 'Après' })).rawPayload);
  expect(changed.text).toContain('Après');
  const read = await owner.answer(endpointOf(Invoice, 'read'), { params: { id: body.invoice.id } });
  expect(read.body.invoice).toMatchObject({ title: 'Avant', version: 1 });
  expect((await preview({ ...draft, items: [] })).statusCode).toBe(400);
});
