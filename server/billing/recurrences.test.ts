import { expect, test } from 'vitest';
import { Invoice } from '#core/billing/invoice.ts';
import { InvoiceRecurrence } from '#core/billing/recurrence.ts';
import { generatedInvoices } from '#core/billing/recurrence-calls.ts';
import { Customer } from '#core/customers/customer.ts';
import { lastDayOf, monthAfter, monthText } from '#core/planning/days.ts';
import { servicesOf } from '#server/kernel/app.ts';
import { type Answer, endpointOf } from '#server/testing/client.ts';
import { world } from '#server/testing/world.ts';
import { billRecurrences, billSubscriptions } from './recurrences.ts';

const here = await world();
const { as, sql, agency, customer } = here;
const owner = as('owner');
const services = servicesOf(here.app);
const item = { title: 'Gardiennage', quantity: 10, price: 21.5, vat: 20 };
const [{ day: today }] = (await sql(`select (now() at time zone 'Europe/Paris')::date::text as day`)) as [
  { day: string },
];

const save = (of: typeof Invoice | typeof InvoiceRecurrence, input: object): Promise<Answer> =>
  owner.answer(endpointOf(of, 'save'), { input });
const act = (of: typeof Invoice | typeof InvoiceRecurrence, id: string, type: string): Promise<Answer> =>
  owner.answer(endpointOf(of, 'act'), { params: { id, type } });
const invoice = async (more: object = {}): Promise<string> =>
  (await save(Invoice, { customer: { id: customer.id }, date: today, title: 'Ronde', items: [item], ...more })).body
    .invoice.id;
const subscribe = async (more: object = {}): Promise<Record<string, unknown> & { id: string }> => {
  const { body } = await save(InvoiceRecurrence, { invoice: { id: await invoice() }, startAt: today, ...more });
  return body.invoiceRecurrence;
};
const read = async (id: string): Promise<Record<string, unknown> & { generatedInvoices: { date: string }[] }> =>
  (await owner.answer(endpointOf(InvoiceRecurrence, 'read'), { params: { id } })).body.invoiceRecurrence;
const bill = (): Promise<void> => billRecurrences(agency.id, services, new Date());
const generated = async (id: string): Promise<Record<string, unknown>[]> =>
  (await owner.answer(generatedInvoices, { params: { id }, input: {} })).body.invoices;
/** As if it ran since then and the server had been down. */
const since = (id: string, day: string, more = ''): Promise<unknown> =>
  sql(`update invoice_recurrences set start_at = $2, next_on = $2 ${more} where id = $1`, [id, day]);

test('a draft becomes the model: out of the lists, neither issued, sent nor deleted, still edited', async () => {
  const { id, ...row } = await subscribe();
  expect(row).toMatchObject({ name: 'Ronde', price: 215, status: 200, nextOn: today, customer: { id: customer.id } });
  const model = (row.invoice as { id: string }).id;
  const { invoices } = (await owner.answer(endpointOf(Invoice, 'list'), { input: {} })).body;
  expect(invoices.map((one: { id: string }) => one.id)).not.toContain(model);
  expect((await act(Invoice, model, 'issue')).status).toBe(409);
  expect((await act(Invoice, model, 'delete')).body.message).toBe(
    'Ce brouillon est le modèle d’un abonnement. Supprimez l’abonnement.',
  );
  expect((await save(Invoice, { id: model, items: [{ ...item, price: 10 }] })).status).toBe(200);
  expect(await read(id)).toMatchObject({ price: 100 });
  await act(InvoiceRecurrence, id, 'delete');
  expect((await owner.answer(endpointOf(Invoice, 'read'), { params: { id: model } })).status).toBe(404);
});

test('an issued invoice is copied; a credit note and a model are refused; a replaced model is a plain draft again', async () => {
  const id = await invoice();
  const { number } = (await act(Invoice, id, 'issue')).body.invoice;
  const made = (await save(InvoiceRecurrence, { invoice: { id }, startAt: today })).body.invoiceRecurrence;
  expect(made).toMatchObject({ referenceNumber: number, price: 215 });
  expect(made.invoice.id).not.toBe(id);
  const refusal = async (input: object): Promise<string> =>
    (await save(InvoiceRecurrence, { startAt: today, ...input })).body.message;
  expect(await refusal({ invoice: { id: await invoice({ type: 'avoir' }) } })).toMatch('pas un avoir');
  expect(await refusal({ invoice: { id: made.invoice.id } })).toMatch('déjà le modèle');
  const [other, former] = [await invoice({ title: 'Autre' }), made.invoice.id];
  const changed = (await save(InvoiceRecurrence, { id: made.id, invoice: { id: other } })).body.invoiceRecurrence;
  expect(changed.invoice.id).toBe(other);
  expect((await act(Invoice, former, 'delete')).status).toBe(204);
});

test('nights without a server are caught up, each period once, though the job runs twice at the same time', async () => {
  const { id } = await subscribe({ naming: '{referenceTitle}, {month}' });
  const ends = [-3, -2, -1].map((by) => lastDayOf(monthAfter(today.slice(0, 7), by))) as [string, string, string];
  // The 31st of January has a month of 31 days: each due day is the last of its month.
  const first = `${Number(today.slice(0, 4)) - 1}-01-31`;
  await since(id, first, `, end_at = '2099-01-01'`);
  await sql('update invoice_recurrences set next_on = $2 where id = $1', [id, ends[0]]);
  await Promise.all([bill(), bill()]);
  await bill();
  const row = await read(id);
  const days = row.generatedInvoices.map(({ date }) => date);
  expect(days.slice(0, 3)).toEqual(ends);
  expect(new Set(days).size).toBe(days.length);
  expect((days.at(-1) as string) <= today).toBe(true);
  expect((row.nextOn as string) > today).toBe(true);
  const made = await generated(id);
  expect(made).toHaveLength(days.length);
  expect(made.find(({ date }) => date === ends[1])).toMatchObject({
    ...{ number: 'Brouillon', status: 300, title: `Ronde, ${monthText(ends[1])}`, price: 215, total: 258 },
  });
});

test('the invoices of more than a thousand days are listed in pages', async () => {
  const { id } = await subscribe();
  await bill();
  const [made] = await generated(id);
  const days = `generate_series('2020-01-01'::date, '2020-01-01'::date + 999, interval '1 day') d`;
  await sql(
    `with copies as (insert into invoices select (jsonb_populate_record(i, jsonb_build_object('id', gen_random_uuid(), 'date', d::date))).* from invoices i, ${days}
        where i.id = $1 returning id, date)
      insert into invoice_recurrence_runs (agency_id, recurrence_id, day, invoice_id) select $2, $3, date, id from copies`,
    [made?.id, agency.id, id],
  );
  const page = async (number: number): Promise<{ invoices: unknown[]; filtered: number }> =>
    (await owner.answer(generatedInvoices, { params: { id }, input: { page: number, limit: 250 } })).body;
  expect(await page(1)).toMatchObject({ filtered: 1001, invoices: { length: 250 } });
  expect(await page(5)).toMatchObject({ invoices: { length: 1 } });
});

test('a period whose draft was deleted is not billed again; what was made stays when the subscription goes', async () => {
  const { id } = await subscribe();
  await bill();
  const [made] = await generated(id);
  await act(Invoice, made?.id as string, 'delete');
  await sql('update invoice_recurrences set next_on = $2 where id = $1', [id, today]);
  await bill();
  expect(await generated(id)).toEqual([]);
  const other = await subscribe();
  await bill();
  const [kept] = await generated(other.id);
  expect((await act(InvoiceRecurrence, other.id, 'delete')).status).toBe(204);
  expect((await owner.answer(endpointOf(Invoice, 'read'), { params: { id: kept?.id as string } })).status).toBe(200);
});

test('an interrupted one bills nothing, not even later what fell due meanwhile; a past end ends it', async () => {
  const { id } = await subscribe();
  await since(id, '2026-01-15');
  await act(InvoiceRecurrence, id, 'interrupt');
  await bill();
  expect(await read(id)).toMatchObject({ status: 400, generatedInvoices: [] });
  await act(InvoiceRecurrence, id, 'resume');
  expect(((await read(id)).nextOn as string) >= today).toBe(true);
  await since(id, '2026-01-15', `, end_at = '2026-02-28', status = 200`);
  await bill();
  expect(await read(id)).toMatchObject({ status: 300, nextOn: null, generatedCount: 2 });
  await save(InvoiceRecurrence, { id, endAt: null });
  expect(await read(id)).toMatchObject({ status: 200, nextOn: expect.any(String) });
});

test('one that waits or has ended runs again only once its archived customer is back', async () => {
  const { body } = await owner.answer(endpointOf(Customer, 'save'), { input: { name: 'Docks' } });
  const of = { customer: { id: body.customer.id } };
  const [waiting, ended] = [
    await subscribe({ invoice: { id: await invoice(of) } }),
    await subscribe({ invoice: { id: await invoice(of) }, startAt: '2020-01-01', endAt: '2020-06-30' }),
  ];
  await act(InvoiceRecurrence, waiting.id, 'interrupt');
  const move = (type: string) => owner.answer(endpointOf(Customer, 'act'), { params: { id: of.customer.id, type } });
  expect((await move('archive')).status).toBe(200);
  const refused = {
    status: 409,
    body: { message: 'Docks est archivé : réactivez ce client avant de reprendre l’abonnement.' },
  };
  expect(await act(InvoiceRecurrence, waiting.id, 'resume')).toMatchObject(refused);
  expect(await save(InvoiceRecurrence, { id: waiting.id, status: 200 })).toMatchObject(refused);
  expect(await save(InvoiceRecurrence, { id: ended.id, endAt: null })).toMatchObject(refused);
  await move('reactivate');
  expect((await act(InvoiceRecurrence, waiting.id, 'resume')).status).toBe(200);
});

test('saved with the status 400 it is interrupted, and with 200 it runs again (Y-008)', async () => {
  const { id } = await subscribe();
  expect((await save(InvoiceRecurrence, { id, status: 400 })).body.invoiceRecurrence.status).toBe(400);
  expect((await save(InvoiceRecurrence, { id, status: 200 })).body.invoiceRecurrence.status).toBe(200);
});

test('the job is due every day at two by the clock of each agency', () => {
  expect(billSubscriptions.options.cron).toEqual({ at: '0 2 * * *', of: 'agencies' });
});

test('an unknown variable is refused, and an end that is past ends the subscription at once', async () => {
  const model = { invoice: { id: await invoice() }, startAt: '2020-01-01' };
  const refused = await save(InvoiceRecurrence, { ...model, naming: 'Ronde {client}' });
  expect(refused).toMatchObject({ status: 400, body: { violations: [{ path: 'naming' }] } });
  expect(refused.body.message).toContain(
    'Variable inconnue : {client}. Possibles : {referenceTitle} (objet du modèle)',
  );
  const { body } = await save(InvoiceRecurrence, { ...model, endAt: '2020-06-30' });
  expect(body.invoiceRecurrence).toMatchObject({ status: 300, nextOn: null });
  const again = await save(InvoiceRecurrence, { id: body.invoiceRecurrence.id, endAt: null });
  expect(again.body.invoiceRecurrence.status).toBe(200);
});
