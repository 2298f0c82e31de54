import { expect, test } from 'vitest';
import { creditInvoice } from '#core/billing/calls.ts';
import { Invoice } from '#core/billing/invoice.ts';
import { StockAction } from '#core/stock/action.ts';
import { StockReference } from '#core/stock/reference.ts';
import { type Answer, endpointOf } from '#server/testing/client.ts';
import { stockOf } from '#server/testing/stock.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, sql, customer } = here;
const owner = as('owner');

const stocked = async (quantity: number): Promise<string> =>
  (await owner.answer(endpointOf(StockReference, 'save'), { input: { title: 'Badge', quantity } })).body.stockReference
    .id;
const left = async (id: string): Promise<number> =>
  (await sql<{ quantity: number }>('select quantity from stock_references where id = $1', [id]))[0]?.quantity as number;
const line = (reference: string | null, quantity: number) => ({
  ...{ title: 'Badge', unit: 'UNIT', commercialDocItemType: 'GOODS', price: 12, vat: 20, quantity },
  ...{ mustBeDeductedFromStock: true, stockReference: reference && { id: reference } },
});
const save = (items: object[], more: object = {}): Promise<Answer> =>
  owner.answer(endpointOf(Invoice, 'save'), {
    input: { customer: { id: customer.id }, date: '2026-11-17', items, ...more },
  });
const issue = (id: string, who = owner): Promise<Answer> =>
  who.answer(endpointOf(Invoice, 'act'), { params: { id, type: 'issue' } });

test('an issued invoice takes its pieces out of the stock, once', async () => {
  const badges = await stocked(10);
  const { id } = (await save([line(badges, 3), line(badges, 2)])).body.invoice;
  expect(await left(badges)).toBe(10);
  expect((await issue(id)).status).toBe(200);
  expect((await issue(id)).status).toBe(409);
  expect(await left(badges)).toBe(5);
});

test('a credit note gives back the pieces of its invoice, and never more than those', async () => {
  const badges = await stocked(10);
  const { id } = (await save([line(badges, 3)])).body.invoice;
  const { number } = (await issue(id)).body.invoice;
  const credit = async (quantity: number): Promise<string> => {
    const input = { type: 'avoir', creditOf: { id }, customer: { id: customer.id }, date: '2026-11-17' };
    const items = [{ ...line(badges, quantity), price: 1 }];
    const made = (await owner.answer(endpointOf(Invoice, 'save'), { input: { ...input, items } })).body.invoice.id;
    return (await issue(made)).body.invoice.number;
  };
  const first = await credit(2);
  expect(await left(badges)).toBe(9);
  await credit(2);
  expect(await left(badges)).toBe(10);
  expect(
    await sql(
      'select quantity, comment from stock_actions where stock_reference_id = $1 and action = 100 and comment like $2',
      [...[badges, `Avoir ${first}%`]],
    ),
  ).toEqual([{ quantity: 2, comment: `Avoir ${first} de la facture ${number}` }]);
});

test('a credit note gives back what was sold, whatever the comment of the movement says since', async () => {
  const badges = await stocked(10);
  const { id } = (await save([line(badges, 3)])).body.invoice;
  const { number } = (await issue(id)).body.invoice;
  const [exit] = await sql<{ id: string }>(
    'select id from stock_actions where stock_reference_id = $1 and action = 200',
    [badges],
  );
  const note = (input: object) => owner.answer(endpointOf(StockAction, 'save'), { input });
  expect((await note({ id: exit?.id, comment: 'Remis à M. Dupont' })).status).toBe(200);
  await note({ stockReference: { id: badges }, action: 200, date: '2026-11-17', comment: `Facture ${number}` });
  const { body } = await owner.answer(creditInvoice, { params: { id }, input: {} });
  expect((await issue(body.invoice.id)).status).toBe(200);
  expect(await left(badges)).toBe(9);
});

test('a short stock refuses the issue: nothing is numbered or taken', async () => {
  const badges = await stocked(1);
  const { id } = (await save([line(badges, 2)])).body.invoice;
  expect((await issue(id)).status).toBeGreaterThanOrEqual(400);
  expect(await left(badges)).toBe(1);
  expect((await sql('select number from invoices where id = $1', [id]))[0]).toEqual({ number: 'Brouillon' });
});

test('without the right to assign stock the invoice is issued and the stock stays', async () => {
  const badges = await stocked(4);
  const { id } = (await save([line(badges, 2)])).body.invoice;
  const clerk = as(await here.hire('comptable', { of: 'azur', rights: ['listInvoices', 'editInvoice'] }));
  expect((await issue(id, clerk)).status).toBe(200);
  expect(await left(badges)).toBe(4);
});

test('a line to deduct names its reference, in whole pieces', async () => {
  expect(await save([line(null, 1)])).toMatchObject({
    ...{ status: 400, body: { violations: [{ path: 'items.0.stockReference' }] } },
  });
  const { id } = (await save([line(await stocked(1), 0.5)])).body.invoice;
  expect((await issue(id)).body.message).toBe('Une quantité à déduire du stock est un nombre entier de pièces.');
});

test('a customer sees among the stock of his sites what he was billed for one of them', async () => {
  const [onSite, nowhere] = [await stocked(10), await stocked(10)];
  const site = { id: await stockOf(here, '2026-11-17').siteOf(customer.id) };
  const client = as(
    await here.hire('acheteur', {
      ...{ of: 'azur', customer: true, rights: ['listStockReferences', 'listStockReferenceAssignments'] },
    }),
  );
  const seen = async (): Promise<string[]> => {
    const list = endpointOf(StockReference, 'list');
    const { body } = await client.answer(list, { mount: 'customer', input: { limit: 500 } });
    return body.stockReferences.map(({ id }: { id: string }) => id);
  };
  expect(await seen()).not.toContain(onSite);
  const { id } = (await save([line(onSite, 2)], { site })).body.invoice;
  expect((await issue(id)).status).toBe(200);
  await issue((await save([line(nowhere, 2)])).body.invoice.id);
  expect(await seen()).toContain(onSite);
  expect(await seen()).not.toContain(nowhere);
  const sheet = await client.answer(endpointOf(StockReference, 'read'), { mount: 'customer', params: { id: onSite } });
  expect(sheet.status).toBe(200);
});
