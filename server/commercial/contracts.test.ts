// Commercial contracts: prices and flat amounts billed, revisions, due dates.
import { expect, test } from 'vitest';
import { countExpirations } from '#core/agents/reminders.ts';
import { Invoice } from '#core/billing/invoice.ts';
import { draftInvoices, type PreparedGroup, prepareInvoices } from '#core/commercial/calls.ts';
import { CommercialContract, CommercialExpiration, PriceIndex } from '#core/commercial/contract.ts';
import { previewRevision, reviseContract } from '#core/commercial/revision-calls.ts';
import { Customer } from '#core/customers/customer.ts';
import { listMargins } from '#core/margins/calls.ts';
import { type Answer, type AnyRow, endpointOf } from '#server/testing/client.ts';
import { monthOf } from '#server/testing/month.ts';
import { plannerOf } from '#server/testing/planner.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, sql, customer } = here;
const owner = as('owner');
const { site, guard } = await plannerOf(here);
const ada = await guard();
const { service } = monthOf(here);
const october = { start: '2026-10-01', end: '2026-10-31' };
const save = (of: typeof CommercialContract | typeof PriceIndex, input: object): Promise<Answer> =>
  owner.answer(endpointOf(of, 'save'), { input });
const prepare = async (period = october): Promise<PreparedGroup> =>
  (await owner.call(prepareInvoices, { mount: 'agency', input: period })).groups[0] as PreparedGroup;

const index = (
  await save(PriceIndex, {
    label: 'Coût du travail, services',
    values: [
      { date: '2025-10-15', value: 128.4 },
      { date: '2026-09-15', value: 131.7 },
    ],
  })
).body.priceIndex as AnyRow;
const draft = {
  ...{ title: 'Surveillance du port', customer: { id: customer.id }, startDate: '2025-10-01', endDate: '2027-01-31' },
  prices: [{ priceKey: 'day', amount: 23.5 }],
  flats: [{ label: 'Télésurveillance', amount: 150 }],
  indexation: {
    ...{
      priceIndex: { id: index.id },
      fixedShare: 0.15,
      indexShare: 0.85,
      baseValue: 128.4,
      revisionDate: '2026-10-01',
    },
  },
};
const contract = (await save(CommercialContract, draft)).body.commercialContract as AnyRow;
await service({ site, from: '2026-10-05 08:00', to: '2026-10-05 18:00', agents: [ada] });
await service({ site, from: '2026-09-07 08:00', to: '2026-09-07 18:00', agents: [ada] });

test('a contract says the last day to give notice, and its due dates are in « Expirations »', async () => {
  expect(contract).toMatchObject({ noticeMonths: 3, noticeUntil: '2026-10-31' });
  const { body } = await owner.answer(endpointOf(CommercialExpiration, 'list'), {
    input: { orderBy: 'date', ascending: true },
  });
  expect(body.commercialExpirations.map(({ kind, date }: AnyRow) => [kind, date])).toEqual([
    ['REVISION', '2026-10-01'],
    ['NOTICE', '2026-10-31'],
    ['END', '2027-01-31'],
  ]);
  const { customerContracts } = (await owner.answer(countExpirations)).body.expirations;
  expect(Object.values(customerContracts as Record<string, number>).reduce((all, one) => all + one, 0)).toBeGreaterThan(
    0,
  );
});

test('a formula needs its parts, which make a whole; sites are of the customer', async () => {
  const { id: _id, ...rest } = draft.indexation as Record<string, unknown>;
  const wrong = await save(CommercialContract, { ...draft, indexation: { ...rest, indexShare: 0.5 } });
  expect(wrong).toMatchObject({ status: 400, body: { violations: [{ path: 'indexation.indexShare' }] } });
  const smoothed = await save(CommercialContract, { ...draft, smoothing: true });
  expect(smoothed).toMatchObject({ status: 400, body: { violations: [{ path: 'smoothing' }] } });
  const [foreign] = await sql<{ id: string }>(
    `with other as (insert into customers (agency_id, id, name) select agency_id, gen_random_uuid(), 'Autre' from customers where id = $1 returning agency_id, id)
      insert into sites (agency_id, id, customer_id, name, slug) select agency_id, gen_random_uuid(), id, 'Ailleurs', 'ailleurs' from other returning id`,
    [customer.id],
  );
  const placed = await save(CommercialContract, { ...draft, sites: [{ id: foreign?.id }] });
  expect(placed).toMatchObject({ status: 400, body: { violations: [{ path: 'sites' }] } });
});

test('a revision shows what it changes, then bills from its day on, and only once', async () => {
  const params = { id: contract.id };
  const input = { date: '2026-10-01' };
  const shown = await owner.call(previewRevision, { mount: 'agency', params, input });
  expect(shown).toMatchObject({ coefficient: 1.021846, index: { date: '2026-09-15', value: 131.7 } });
  expect(shown.changes).toEqual([
    { label: 'Jour', before: 23.5, after: 24.01 },
    { label: 'Télésurveillance', before: 150, after: 153.28 },
  ]);
  expect(await prepare()).toMatchObject({
    ...{ lines: [{ price: 23.5 }, {}], revisions: [{ id: contract.id, date: '2026-10-01' }] },
  });
  const revised = (await owner.answer(reviseContract, { params, input })).body.commercialContract;
  expect(revised).toMatchObject({ indexation: { revisionDate: '2027-10-01' }, revisions: [{ coefficient: 1.021846 }] });
  expect((await owner.answer(reviseContract, { params, input })).status).toBe(409);
  expect((await owner.answer(previewRevision, { params, input: { date: '2025-01-01' } })).status).toBe(400);
  const september = await prepare({ start: '2026-09-01', end: '2026-09-30' });
  expect([september, await prepare()].map(({ lines }) => lines.map(({ amount }) => amount))).toEqual([
    [235, 150],
    [240.1, 153.28],
  ]);
});

test('a flat amount is billed once for its month; its line taken out, or its draft, frees it', async () => {
  const { key } = await prepare();
  const input = { ...october, groups: [key] };
  const [invoice = ''] = (await owner.call(draftInvoices, { mount: 'agency', input })).invoices;
  expect((await prepare()).lines).toEqual([]);
  expect((await prepare()).billed).toBe(393.38);
  const { body } = await owner.answer(endpointOf(Invoice, 'read'), { params: { id: invoice } });
  const [hours, flat] = body.invoice.items;
  expect(flat).toMatchObject({ title: 'Télésurveillance', unit: 'FLAT', quantity: 1, price: 153.28 });
  await owner.answer(endpointOf(Invoice, 'save'), { input: { id: invoice, items: [hours] } });
  expect((await prepare()).lines).toMatchObject([{ title: 'Télésurveillance', services: 0 }]);
  await owner.answer(endpointOf(Invoice, 'act'), { params: { id: invoice, type: 'delete' } });
  expect((await prepare()).lines).toHaveLength(2);
});

test('a flat amount is billed once for each month that it covers, and what is billed stays in its contract', async () => {
  const other: AnyRow = (await owner.answer(endpointOf(Customer, 'save'), { input: { name: 'Quai' } })).body.customer;
  const flats = [{ label: 'Alarme', amount: 100 }];
  const terms = { title: 'Alarme', customer: { id: other.id }, startDate: '2026-01-01', flats };
  const alarm = (await save(CommercialContract, terms)).body.commercialContract as AnyRow;
  const edit = (input: object) => save(CommercialContract, { id: alarm.id, ...input });
  const month = (of: string) => ({ start: `2026-${of}-01`, end: `2026-${of}-${of === '02' ? '28' : '31'}` });
  const groupOf = async (of: string): Promise<PreparedGroup | undefined> =>
    (await owner.call(prepareInvoices, { mount: 'agency', input: month(of) })).groups.find(
      (one) => one.customer.id === other.id,
    );
  const bill = async (of: string): Promise<string> =>
    (await owner.call(draftInvoices, { mount: 'agency', input: { ...month(of), groups: [other.id] } }))
      .invoices[0] as string;
  const drafts = [await bill('01'), await bill('02')];
  const [line] = alarm.flats;
  // By the quarter from now on: only March is left of it.
  expect((await edit({ periodicity: 3, flats: [{ ...line, amount: 300 }] })).status).toBe(200);
  expect((await groupOf('03'))?.lines).toMatchObject([{ amount: 100 }]);
  // Ended within what was billed: nothing is due again, and the difference is shown.
  await edit({ periodicity: 2, endDate: '2026-02-14', flats: [{ ...line, amount: 100 }] });
  expect(await groupOf('02')).toMatchObject({
    ...{ lines: [], billed: 100, blocked: 'Rien à facturer' },
    changedFlats: [{ label: 'Alarme', month: 'février 2026', number: 'Brouillon', billed: 100, due: 50 }],
  });
  expect((await groupOf('01'))?.changedFlats).toEqual([]);
  expect(await edit({ flats })).toMatchObject({ status: 400, body: { violations: [{ path: 'flats' }] } });
  expect(await edit({ customer: { id: customer.id } })).toMatchObject({ body: { violations: [{ path: 'customer' }] } });
  const remove = () =>
    owner.answer(endpointOf(CommercialContract, 'act'), { params: { id: alarm.id, type: 'delete' } });
  expect(await remove()).toMatchObject({
    ...{
      status: 409,
      body: { message: '« Alarme » est facturé, et gardé dix ans : mettez-lui une date de fin et archivez-le.' },
    },
  });
  for (const id of drafts) await owner.answer(endpointOf(Invoice, 'act'), { params: { id, type: 'delete' } });
  expect((await remove()).status).toBe(204);
});

test('a line at 0 % leaves the reason to be said, unless the agency bills so', async () => {
  const other: AnyRow = (await owner.answer(endpointOf(Customer, 'save'), { input: { name: 'Rade' } })).body.customer;
  const terms = { title: 'Rade', customer: { id: other.id }, startDate: '2026-01-01' };
  await save(CommercialContract, { ...terms, flats: [{ label: 'Export', amount: 10, vat: 0 }] });
  const input = { start: '2026-03-01', end: '2026-03-31', groups: [other.id] };
  const [id = ''] = (await owner.call(draftInvoices, { mount: 'agency', input })).invoices;
  const { body } = await owner.answer(endpointOf(Invoice, 'read'), { params: { id } });
  expect(body.invoice.vatExemption).toBeNull();
  const issued = await owner.answer(endpointOf(Invoice, 'act'), { params: { id, type: 'issue' } });
  expect(issued.status).toBe(409);
  expect(issued.body.message).toContain('la raison de la TVA à 0 %');
  await owner.answer(endpointOf(Invoice, 'act'), { params: { id, type: 'delete' } });
});

test('neither a contract nor its customer is archived while what was done is to be billed', async () => {
  const month = (back: number) =>
    `(date_trunc('month', now() at time zone 'Europe/Paris') - interval '${back} months')::date`;
  const [days = { start: '', middle: '', last: '', end: '' }] = await sql<
    Record<'start' | 'middle' | 'last' | 'end', string>
  >(
    `select ${month(2)}::text as start, (${month(1)} - 1)::text as middle, ${month(1)}::text as last, (${month(0)} - 1)::text as end`,
  );
  const other: AnyRow = (await owner.answer(endpointOf(Customer, 'save'), { input: { name: 'Phare' } })).body.customer;
  const terms = { title: 'Phare', customer: { id: other.id }, startDate: days.start };
  const { id } = (await save(CommercialContract, { ...terms, flats: [{ label: 'Feu', amount: 10 }] })).body
    .commercialContract as AnyRow;
  const bill = (start: string, end: string) =>
    owner.call(draftInvoices, { mount: 'agency', input: { start, end, groups: [other.id] } });
  const archive = (of: typeof CommercialContract | typeof Customer, which: string) =>
    owner.answer(endpointOf(of, 'act'), { params: { id: which, type: 'archive' } });
  await bill(days.start, days.middle);
  expect(await archive(CommercialContract, id)).toMatchObject({
    ...{
      status: 409,
      body: { message: '« Phare » a encore 1 forfait à facturer : préparez-les avant de l’archiver.' },
    },
  });
  expect((await archive(Customer, other.id)).body.message).toBe(
    'Phare a encore 1 facture en brouillon, 1 contrat commercial en cours, 1 forfait à facturer : terminez-les avant de l’archiver.',
  );
  const made = (await bill(days.last, days.end)).invoices;
  expect((await archive(CommercialContract, id)).status).toBe(200);
  expect((await archive(Customer, other.id)).body.message).toContain('Phare a encore 2 factures en brouillon :');
  expect(made).toHaveLength(1);
  await sql('delete from invoices where customer_id = $1', [other.id]);
  expect((await archive(Customer, other.id)).status).toBe(200);
});

test('an archived contract keeps its terms until the day of its archiving; a customer or a stranger reads none', async () => {
  expect(
    (await as('foreignOwner').answer(endpointOf(CommercialContract, 'read'), { params: { id: contract.id } })).status,
  ).toBe(404);
  const { key } = await prepare();
  const [invoice = ''] = (await owner.call(draftInvoices, { mount: 'agency', input: { ...october, groups: [key] } }))
    .invoices;
  await owner.answer(endpointOf(CommercialContract, 'act'), { params: { id: contract.id, type: 'archive' } });
  // A later edit does not prolong it.
  await sql(`update audit set at = '2026-10-20T12:00:00Z' where entity_id = $1 and action = 'archive'`, [contract.id]);
  await service({ site, from: '2026-10-26 08:00', to: '2026-10-26 18:00', agents: [ada] });
  // What it billed is as it was, its part of the month of its end apart.
  expect(await prepare()).toMatchObject({
    ...{ billed: 393.38, changed: { count: 0 }, lines: [{ price: 21, amount: 210 }] },
    changedFlats: [{ label: 'Télésurveillance', billed: 153.28, due: 98.89 }],
  });
  const margins = () =>
    owner.call(listMargins, {
      input: { start: october.start, end: '2026-10-25', by: 'contract', customer: customer.id },
    });
  expect((await margins()).rows).toMatchObject([{ id: contract.id, revenue: 240.1 }]);
  await owner.answer(endpointOf(Invoice, 'act'), { params: { id: invoice, type: 'delete' } });
  expect((await prepare()).lines.map(({ amount }) => amount).toSorted((one, other) => one - other)).toEqual([
    98.89, 210, 240.1,
  ]);
  const november = { start: '2026-11-01', end: '2026-11-30' };
  await service({ site, from: '2026-11-02 08:00', to: '2026-11-02 18:00', agents: [ada] });
  expect((await prepare(november)).lines).toMatchObject([{ price: 21 }]);
});
