import { expect, test } from 'vitest';
import { Agency } from '#core/agencies/agency.ts';
import { creditInvoice, estimateReminders, invoiceEstimate } from '#core/billing/calls.ts';
import { deleteDiscount } from '#core/billing/catalog-calls.ts';
import { Discount } from '#core/billing/discount.ts';
import { copyEstimate, copyInvoice } from '#core/billing/drafting.ts';
import { Estimate } from '#core/billing/estimate.ts';
import { Invoice } from '#core/billing/invoice.ts';
import { Customer } from '#core/customers/customer.ts';
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

test('the currency of the agency is held by what is written in it, a draft too', async () => {
  const change = (currency: string) => owner.answer(endpointOf(Agency, 'save'), { input: { id: agency.id, currency } });
  const { id } = (await owner.answer(endpointOf(Estimate, 'save'), { input: draft })).body.estimate;
  expect(await change('CHF')).toMatchObject({ status: 400, body: { violations: [{ path: 'currency' }] } });
  await owner.answer(endpointOf(Estimate, 'act'), { params: { id, type: 'delete' } });
  expect((await change('CHF')).status).toBe(200);
  expect((await change('EUR')).status).toBe(200);
});

test('a discount is removed by its own path', async () => {
  const input = { label: 'Fidélité', kind: 'PERCENT', value: 5 };
  const { id } = (await owner.answer(endpointOf(Discount, 'save'), { input })).body.discount;
  expect((await owner.answer(deleteDiscount, { params: { id } })).status).toBe(204);
  expect((await owner.answer(endpointOf(Discount, 'read'), { params: { id } })).status).toBe(404);
});

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

test('an estimate without an answer is no longer to be reminded once its customer is archived', async () => {
  const { id } = (await owner.answer(endpointOf(Estimate, 'save'), { input: draft })).body.estimate;
  await owner.answer(endpointOf(Estimate, 'act'), { params: { id, type: 'sent' } });
  await sql(`update estimates set sent_at = now() - interval '8 days' where id = $1`, [id]);
  const reminded = async (): Promise<unknown[]> => (await owner.call(estimateReminders)).estimates;
  expect(await reminded()).toMatchObject([{ id }]);
  await sql('update customers set status = 300 where id = $1', [customer.id]);
  expect(await reminded()).toEqual([]);
  await sql('update customers set status = 100 where id = $1', [customer.id]);
});

test('the filter « Non payée » leaves out a credit note that is taken off its invoice', async () => {
  const { id } = (await owner.answer(endpointOf(Invoice, 'save'), { input: draft })).body.invoice;
  await owner.answer(endpointOf(Invoice, 'act'), { params: { id, type: 'issue' } });
  const credit = (await owner.answer(creditInvoice, { params: { id }, input: {} })).body.invoice.id;
  const unpaid = async (): Promise<string[]> => {
    const input = { filters: { partialPaymentsStatus: [0] }, limit: 500 };
    const { invoices } = (await owner.answer(endpointOf(Invoice, 'list'), { input })).body;
    return invoices.map((row: { id: string }) => row.id);
  };
  expect(await unpaid()).toEqual(expect.arrayContaining([id, credit]));
  const issued = await owner.answer(endpointOf(Invoice, 'act'), { params: { id: credit, type: 'issue' } });
  expect(issued.body.invoice).toMatchObject({ state: 'NOT_SENT', balance: 0, partialPaymentsStatus: 100 });
  const left = await unpaid();
  expect([left.includes(id), left.includes(credit)]).toEqual([false, false]);
});

test('a prospect becomes a customer with an invoice, also when a draft becomes one or his', async () => {
  const prospect = async (): Promise<string> =>
    (await owner.answer(endpointOf(Customer, 'save'), { input: { name: 'P', customerInfos: { prospect: true } } })).body
      .customer.id;
  const save = async (input: object): Promise<string> =>
    (await owner.answer(endpointOf(Invoice, 'save'), { input })).body.invoice.id;
  const isProspect = async (id: string): Promise<unknown> =>
    (await owner.answer(endpointOf(Customer, 'read'), { params: { id } })).body.customer.customerInfos.prospect;
  const [first, moved, credited] = [await prospect(), await prospect(), await prospect()];
  const invoice = await save({ ...draft, customer: { id: first } });
  const credit = await save({ ...draft, customer: { id: credited }, type: 'avoir' });
  expect(await Promise.all([first, moved, credited].map(isProspect))).toEqual([false, true, true]);
  await save({ id: invoice, title: 'Octobre', customer: { id: moved } });
  await save({ id: credit, type: 'facture' });
  expect(await Promise.all([moved, credited].map(isProspect))).toEqual([false, false]);
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
