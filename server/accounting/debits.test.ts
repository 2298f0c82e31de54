import { expect, test } from 'vitest';
import { DirectDebit } from '#core/accounting/debit.ts';
import { createDebit, downloadDebit, listDebitable } from '#core/accounting/debit-calls.ts';
import { Agency } from '#core/agencies/agency.ts';
import { payInvoice } from '#core/billing/calls.ts';
import { Invoice } from '#core/billing/invoice.ts';
import { Customer } from '#core/customers/customer.ts';
import { type Answer, endpointOf } from '#server/testing/client.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, sql, agency, customer } = here;
const owner = as('owner');
const iban = 'FR7630006000011234567890189';
const today = (await sql<{ day: string }>(`select (now() at time zone 'Europe/Paris')::date::text as day`))[0]
  ?.day as string;
const later = '2099-01-15';

const issued = async (price = 100, of = customer.id): Promise<{ id: string; number: string }> => {
  const items = [{ title: 'Gardiennage', quantity: 1, price, vat: 20 }];
  const input = { customer: { id: of }, date: today, items };
  const { body } = await owner.answer(endpointOf(Invoice, 'save'), { input });
  const { id } = body.invoice;
  const done = await owner.answer(endpointOf(Invoice, 'act'), { params: { id, type: 'issue' } });
  return done.body.invoice;
};
const order = (invoices: { id: string }[], date = later): Promise<Answer> =>
  owner.answer(createDebit, { input: { date, invoices: invoices.map(({ id }) => id) } });
const act = (id: string, type: string): Promise<Answer> =>
  owner.answer(endpointOf(DirectDebit, 'act'), { params: { id, type } });
const balanceOf = async ({ id }: { id: string }): Promise<number> =>
  (await owner.answer(endpointOf(Invoice, 'read'), { params: { id } })).body.invoice.balance;

test('what the agency and the customer lack is said before anything is ordered', async () => {
  const one = await issued();
  const listed = async () => owner.call(listDebitable, { input: {} });
  expect(await listed()).toMatchObject({
    lacks: expect.stringContaining('ICS'),
    invoices: [{ lacks: 'IBAN du client absent' }],
  });
  expect(await order([one])).toMatchObject({ status: 409, body: { message: expect.stringContaining('ICS') } });
  const wrong = { id: agency.id, accounting: { creditorIdentifier: 'FR73ZZZ123456' } };
  expect((await owner.answer(endpointOf(Agency, 'save'), { input: wrong })).body.violations).toMatchObject([
    { path: 'accounting.creditorIdentifier' },
  ]);
  await owner.answer(endpointOf(Agency, 'save'), {
    input: {
      id: agency.id,
      accounting: { creditorIdentifier: 'FR72ZZZ123456' },
      invoiceSettings: { bankDetails: `Virement : ${iban}` },
    },
  });
  expect(await order([one])).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('IBAN du client absent') },
  });
  const saved = await owner.answer(endpointOf(Customer, 'save'), {
    input: {
      id: customer.id,
      customerInfos: { debitIban: iban, mandateReference: 'MDT-1', mandateDate: '2026-01-05' },
    },
  });
  expect(saved.body.customer.customerInfos.debitIban).toBe('•••• 0189');
  expect(await listed()).toMatchObject({ lacks: null, invoices: [{ id: one.id, balance: 120, lacks: null }] });
});

test('an order has the balances; its file names each mandate; an invoice waits in one order only', async () => {
  const [one, two] = [await issued(10), await issued(20)];
  const { body, status } = await order([one, two]);
  expect(status).toBe(200);
  expect(body.directDebit).toMatchObject({
    number: expect.stringMatching(/^PR\d{4}-0001$/),
    total: 36,
    count: 2,
    status: 100,
  });
  const { id } = body.directDebit;
  const file = await owner.answer(downloadDebit, { params: { id } });
  expect(String(file.body)).toContain(`<EndToEndId>${one.number}</EndToEndId>`);
  expect(String(file.body)).toContain(`<IBAN>${iban}</IBAN>`);
  expect(String(file.body).match(/<MndtId>MDT-1</g)).toHaveLength(2);
  expect((await order([one])).body.message).toContain('1 sur 1');
  expect((await owner.call(listDebitable, { input: {} })).invoices.map((invoice) => invoice.id)).not.toContain(one.id);
});

test('two orders of one invoice at once: one is made', async () => {
  const one = await issued(30);
  const answers = await Promise.all([order([one]), order([one])]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
});

test('collected, each invoice has its payment once: what the bank took of a paid one is owed to the customer', async () => {
  const [one, two, settled] = [await issued(10), await issued(20), await issued(30)];
  const { id } = (await order([one, two, settled])).body.directDebit;
  // Whoever enters a payment is told of the order.
  const warned = await owner.answer(payInvoice, { params: { id: two.id }, input: { date: today, amount: 4 } });
  expect(warned).toMatchObject({ status: 409, body: { message: expect.stringContaining('15/01/2099') } });
  const marked = await owner.answer(endpointOf(Invoice, 'save'), { input: { id: two.id, paid: true } });
  expect([marked.status, marked.body.message]).toEqual([409, warned.body.message]);
  await owner.call(payInvoice, { params: { id: two.id }, input: { date: today, amount: 4, despiteDebit: true } });
  await owner.call(payInvoice, { params: { id: settled.id }, input: { date: today, despiteDebit: true } });
  // The bank would take them a second time.
  const file = await owner.answer(downloadDebit, { params: { id } });
  expect(file).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining(`${two.number}, ${settled.number}`) },
  });
  const early = await act(id, 'collect');
  expect([early.status, early.body.message]).toEqual([409, expect.stringContaining('sera prélevé le 15/01/2099')]);
  await sql('update direct_debits set collection_date = $2 where id = $1', [id, today]);
  expect((await act(id, 'collect')).status).toBe(200);
  expect(await Promise.all([one, two, settled].map(balanceOf))).toEqual([0, -4, -36]);
  const entered = await sql<{ amount: number; note: string; date: string }>(
    `select amount::float8 as amount, note, date::text from invoice_payments where invoice_id = any ($1) and means = 'DEBIT' order by amount`,
    [[one.id, two.id, settled.id]],
  );
  expect(entered).toMatchObject([
    { amount: 12, date: today, note: expect.stringMatching(/^Prélèvement PR/) },
    { amount: 24 },
    { amount: 36 },
  ]);
  const refund = await owner.answer(payInvoice, { params: { id: settled.id }, input: { date: today } });
  expect(refund.body.invoice).toMatchObject({ balance: 0, partialPayments: [{}, {}, { amount: -36 }] });
  expect((await act(id, 'collect')).status).toBe(409);
  expect((await owner.answer(downloadDebit, { params: { id } })).status).toBe(409);
});

test('cancelled, its invoices can be ordered again', async () => {
  const one = await issued(10);
  const { id } = (await order([one])).body.directDebit;
  expect((await act(id, 'cancel')).status).toBe(200);
  expect(await balanceOf(one)).toBe(12);
  expect((await order([one])).status).toBe(200);
});

test('a day that is not to come, a draft, and an invoice of another agency are refused', async () => {
  const one = await issued(10);
  expect((await order([one], today)).body.violations).toMatchObject([{ path: 'date' }]);
  const items = [{ title: 'Gardiennage', quantity: 1, price: 1, vat: 20 }];
  const { body } = await owner.answer(endpointOf(Invoice, 'save'), {
    input: { customer: { id: customer.id }, date: today, items },
  });
  expect((await order([body.invoice])).status).toBe(409);
  // The other agency lacks nothing else.
  await sql(`update agencies set creditor_identifier = 'FR72ZZZ123456', invoice_bank_details = $2 where id = $1`, [
    here.otherAgency.id,
    iban,
  ]);
  const foreign = await as('foreignOwner').answer(createDebit, { input: { date: later, invoices: [one.id] } });
  expect(foreign.status).toBe(404);
});
