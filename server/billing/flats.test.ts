import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Invoice } from '#core/billing/invoice.ts';
import { CommercialContract } from '#core/commercial/contract.ts';
import { type AnyRow, endpointOf } from '#server/testing/client.ts';
import { world } from '#server/testing/world.ts';

const { as, sql, agency, customer } = await world();
const owner = as('owner');

test('what was billed at the end of a quarter before this version covers its three months', async () => {
  const item = { title: 'Alarme', quantity: 1, price: 300, vat: 20 };
  const billed = { customer: { id: customer.id }, date: '2026-03-31', items: [item] };
  const { invoice } = (await owner.answer(endpointOf(Invoice, 'save'), { input: billed })).body;
  const flatOf = async (periodicity: number): Promise<string> => {
    const flats = [{ label: 'Alarme', amount: 300 }];
    const terms = { title: 'Alarme', customer: { id: customer.id }, startDate: '2026-01-01', periodicity, flats };
    const { body } = await owner.answer(endpointOf(CommercialContract, 'save'), { input: terms });
    return (body.commercialContract as AnyRow).flats[0].id;
  };
  const [quarterly, monthly, disabled] = [await flatOf(3), await flatOf(2), await flatOf(1)];
  for (const flat of [quarterly, monthly, disabled])
    await sql(
      `insert into billed_flats (agency_id, invoice_id, item_id, flat_id, month, amount) values ($1, $2, $3, $4, '2026-03-01', 300)`,
      [agency.id, invoice.id, invoice.items[0].id, flat],
    );
  const migration = readFileSync('db/migrations/0088-billed-terms.sql', 'utf8');
  await sql(/insert into billed_flats[^;]*;/.exec(migration)?.[0] as string);
  const months = async (flat: string): Promise<string> =>
    (
      await sql<{ month: string; amount: string }>(
        `select to_char(month, 'MM') as month, amount::integer::text as amount from billed_flats where flat_id = $1 order by month`,
        [flat],
      )
    )
      .map(({ month, amount }) => `${month} ${amount}`)
      .join();
  expect(await Promise.all([quarterly, monthly, disabled].map(months))).toEqual([
    '01 0,02 0,03 300',
    '03 300',
    '03 300',
  ]);
});
