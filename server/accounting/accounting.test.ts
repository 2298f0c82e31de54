import { expect, test } from 'vitest';
import { downloadFec, listEntries, listTurnover } from '#core/accounting/calls.ts';
import { Agency } from '#core/agencies/agency.ts';
import { creditInvoice, payInvoice, reversePayment } from '#core/billing/calls.ts';
import { Invoice } from '#core/billing/invoice.ts';
import { endpointOf } from '#server/testing/client.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, sql, agency, customer } = here;
const owner = as('owner');

const today = (await sql<{ day: string }>(`select (now() at time zone 'Europe/Paris')::date::text as day`))[0]
  ?.day as string;
const issued = async (items: object[]): Promise<{ id: string; number: string }> => {
  const { body } = await owner.answer(endpointOf(Invoice, 'save'), {
    input: { customer: { id: customer.id }, date: today, items },
  });
  return (await owner.answer(endpointOf(Invoice, 'act'), { params: { id: body.invoice.id, type: 'issue' } })).body
    .invoice;
};
const pay = async (id: string, amount?: number, means = 'TRANSFER') =>
  (
    await owner.call(payInvoice, {
      params: { id },
      input: { date: today, means: means as 'TRANSFER', ...(amount ? { amount } : {}) },
    })
  ).invoice as { partialPayments: { id: string }[] };

const service = { title: 'Gardiennage', quantity: 10, price: 21.5, vat: 20 };
const badge = { title: 'Badge', quantity: 2, price: 5, vat: 20, commercialDocItemType: 'GOODS', unit: 'UNIT' };

const first = await issued([service, badge]);
await pay(first.id, 100, 'CHEQUE');
await pay(first.id);
const second = await issued([{ ...service, vat: 10 }]);
const wrong = await pay(second.id, 50, 'CASH');
await owner.call(reversePayment, {
  params: { id: second.id, payment: wrong.partialPayments[0]?.id as string },
  input: { reason: 'Chèque sans provision' },
});
const { invoice: note } = await owner.call(creditInvoice, { params: { id: second.id }, input: {} });
await owner.answer(endpointOf(Invoice, 'act'), { params: { id: String(note.id), type: 'issue' } });
// A draft is in no journal.
await owner.answer(endpointOf(Invoice, 'save'), {
  input: { customer: { id: customer.id }, date: today, items: [service] },
});

test('journals hold what was issued and paid, each entry balanced; the tax of services is due once they are paid', async () => {
  const { entries, debit, credit, year } = await owner.call(listEntries, { input: {} });
  expect(year).toEqual({ from: `${today.slice(0, 4)}-01-01`, to: `${today.slice(0, 4)}-12-31` });
  expect(debit).toBe(credit);
  expect(
    entries.map(({ number, lines }) => [number, ...lines.map((one) => `${one.account} ${one.debit - one.credit}`)]),
  ).toEqual([
    ['VE000001', '411000 270', '706000 -215', '707000 -10', '445740 -43', '445710 -2'],
    ['BQ000001', '511200 100', '411000 -100'],
    ['OD000001', '445740 15.93', '445710 -15.93'],
    ['BQ000002', '512000 170', '411000 -170'],
    ['OD000002', '445740 27.07', '445710 -27.07'],
    ['VE000002', '411000 236.5', '706000 -215', '445740 -21.5'],
    ['CA000001', '530000 50', '411000 -50'],
    ['OD000003', '445740 4.55', '445710 -4.55'],
    ['CA000002', '530000 -50', '411000 50'],
    ['OD000004', '445740 -4.55', '445710 4.55'],
    ['VE000003', '411000 -236.5', '706000 215', '445740 21.5'],
  ]);
  expect(entries[0]).toMatchObject({ lettering: first.number, date: today, piece: first.number });
  expect(entries[5]).toMatchObject({ lettering: second.number });
});

test('a journal and a period are chosen; a period over two fiscal years is refused', async () => {
  const { entries, filtered } = await owner.call(listEntries, { input: { journal: 'CA', from: today, to: today } });
  expect(entries.map(({ number }) => number)).toEqual(['CA000001', 'CA000002']);
  expect(filtered).toBe(2);
  const year = Number(today.slice(0, 4));
  const both = await owner.answer(listEntries, { input: { from: `${year - 1}-12-31`, to: today } });
  expect(both).toMatchObject({ status: 400, body: { violations: [{ path: 'from' }] } });
  const reversed = await owner.answer(listEntries, { input: { from: `${year}-12-31`, to: `${year}-01-01` } });
  expect(reversed).toMatchObject({ status: 400, body: { violations: [{ path: 'to' }] } });
});

test('the FEC has the name and the lines of the fiscal year; an account that changes changes no entry of before', async () => {
  const before = await owner.call(listEntries, { input: {} });
  await owner.answer(endpointOf(Agency, 'save'), {
    input: { id: agency.id, accounting: { services: '706100', bank: '512100' } },
  });
  expect((await owner.call(listEntries, { input: {} })).entries).toEqual(before.entries);
  const third = await issued([service]);
  await pay(third.id);
  const after = (await owner.call(listEntries, { input: {} })).entries.slice(before.entries.length);
  expect(after.flatMap(({ lines }) => lines.map((one) => `${one.account} ${one.debit - one.credit}`))).toEqual([
    ...['411000 258', '706100 -215', '445740 -43'],
    ...['512100 258', '411000 -258', '445740 43', '445710 -43'],
  ]);
  const file = await owner.answer(downloadFec, { params: { day: today } });
  expect(file.headers['content-disposition']).toContain(`999060015FEC${today.slice(0, 4)}1231.txt`);
  const lines = String(file.body).trimEnd().split('\r\n');
  expect(lines).toHaveLength(1 + 27 + 7);
  expect(lines.filter((line) => line.includes('\t706100\t'))).toHaveLength(1);
  const cents = (column: number): number =>
    lines.slice(1).reduce((all, line) => all + Number((line.split('\t')[column] as string).replace(',', '')), 0);
  expect(cents(11)).toBe(cents(12));
});

test('another agency reads its own journals, and nobody without the right reads any', async () => {
  expect((await as('foreignOwner').call(listEntries, { input: {} })).entries).toEqual([]);
  for (const call of [listEntries, downloadFec])
    expect((await as('agent').answer(call, { input: {} })).status).toBe(403);
});

test('the turnover counts invoices minus credit notes without tax, receipts, and what is owed by age', async () => {
  const late = await issued([service]);
  await sql(`update invoices set due_date = $2::date - 45 where id = $1`, [late.id, today]);
  const all = await owner.call(listTurnover, { input: {} });
  expect(all).toMatchObject({ turnover: 655, before: 0, received: 528 });
  expect(all.months).toHaveLength(12);
  expect(all.months.find(({ month }) => month === today.slice(0, 7))).toMatchObject({ turnover: 655, received: 528 });
  expect(all.customers).toEqual([
    { customer: { id: customer.id, name: customer.name }, turnover: 655, share: 100, received: 528, owed: 258 },
  ]);
  expect(all.owed).toEqual([
    { age: 'notDue', amount: 0, count: 0 },
    { age: 'upTo30', amount: 0, count: 0 },
    { age: 'upTo60', amount: 258, count: 1 },
    { age: 'upTo90', amount: 0, count: 0 },
    { age: 'more', amount: 0, count: 0 },
  ]);
  expect((await as('foreignOwner').call(listTurnover, { input: {} })).customers).toEqual([]);
});
