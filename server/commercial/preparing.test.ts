// From services to drafts: what was done, at whose price, each service once.
import { beforeEach, expect, test } from 'vitest';
import { creditInvoice } from '#core/billing/calls.ts';
import { Invoice } from '#core/billing/invoice.ts';
import { InvoiceRecurrence } from '#core/billing/recurrence.ts';
import { draftInvoices, type PreparedGroup, prepareInvoices, proveInvoice, proveLine } from '#core/commercial/calls.ts';
import { Customer } from '#core/customers/customer.ts';
import { toText } from '#core/kernel/money.ts';
import { lastDayOf, monthAfter } from '#core/planning/days.ts';
import { Service } from '#core/planning/service.ts';
import { Site } from '#core/sites/site.ts';
import { billable } from '#server/billing/billable.ts';
import type { Db } from '#server/db/database.ts';
import { endpointOf } from '#server/testing/client.ts';
import { monthOf } from '#server/testing/month.ts';
import { plannerOf } from '#server/testing/planner.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, sql, agency, customer, database } = here;
const owner = as('owner');
const { site, guard, saved } = await plannerOf(here);
const [ada, bob] = [await guard(), await guard()];
const { service, live } = monthOf(here);
const october = { start: '2026-10-01', end: '2026-10-31' };
const inAgency = { agency: agency.id, agent: null, customer: null, user: null };

beforeEach(async () => {
  await sql('delete from billed_services');
  await sql('delete from services');
  await sql('delete from customer_prices');
  await sql(`update customers set invoice_grouping = 'CUSTOMER', prospect = false`);
  await sql(`update agencies set billed_hours = 'DONE' where id = $1`, [agency.id]);
});

const prepare = async (input = october): Promise<PreparedGroup[]> =>
  (await owner.call(prepareInvoices, { mount: 'agency', input })).groups;
const one = async (): Promise<PreparedGroup> => (await prepare())[0] as PreparedGroup;
const draft = async (groups: string[], more: object = {}): Promise<string[]> =>
  (await owner.call(draftInvoices, { mount: 'agency', input: { ...october, groups, ...more } })).invoices;
const read = async (id: string) => (await owner.answer(endpointOf(Invoice, 'read'), { params: { id } })).body.invoice;
const act = (id: string, type: string) => owner.answer(endpointOf(Invoice, 'act'), { params: { id, type } });
const usual = (): Promise<string> =>
  // A Thursday night to All Saints' Eve: 21:00–06:00 is night.
  service({ site, from: '2026-10-15 20:00', to: '2026-10-16 06:00', agents: [ada] });

test('hours done are split into the slots at the prices of the agency, then of the customer', async () => {
  await usual();
  await service({ site, from: '2026-10-31 23:00', to: '2026-11-01 07:00', agents: [ada, bob] });
  const first = await one();
  expect(first).toMatchObject({ services: 2, planned: 1560, done: 1560, difference: 0, blocked: null });
  // The last service belongs to October as a whole: Saturday night, then a holiday on a Sunday.
  expect(first.lines.map(({ title, quantity, price, amount }) => [title, quantity, price, amount])).toEqual([
    ['Entrepôt : Gardiennage & Surveillance, jour', 1, 21, 21],
    ['Entrepôt : Gardiennage & Surveillance, nuit', 9, 23.1, 207.9],
    ['Entrepôt : Gardiennage & Surveillance, dimanche férié', 2, 46.2, 92.4],
    ['Entrepôt : Gardiennage & Surveillance, dimanche férié nuit', 12, 50.82, 609.84],
    ['Entrepôt : Gardiennage & Surveillance, samedi nuit', 2, 25.41, 50.82],
  ]);
  expect(first.amount).toBe(981.96);
  await saved(Customer as never, {
    id: customer.id,
    prices: [
      { priceKey: 'day', amount: 30 },
      { priceKey: 'sundayHoliday', amount: 50 },
    ],
  });
  expect((await one()).lines.map(({ price }) => price)).toEqual([30, 33, 50, 72.6, 36.3]);
});

test('a gap that is not settled counts as planned and is named; settled, as lived', async () => {
  const id = await usual();
  await live(id, ada, { from: '2026-10-15 20:00', to: '2026-10-16 02:00', status: 200 });
  const waiting = await one();
  expect(waiting).toMatchObject({ done: 600, unsettled: { count: 1, services: [{ id, detail: 'Agent Numéro 1' }] } });
  await live(id, ada, { from: '2026-10-15 20:00', to: '2026-10-16 02:00', status: 300 });
  expect(await one()).toMatchObject({ planned: 600, done: 360, difference: -240, unsettled: { count: 0 } });
  await sql(`update agencies set billed_hours = 'PLANNED' where id = $1`, [agency.id]);
  expect(await one()).toMatchObject({ done: 600, difference: 0 });
});

test('what is not over waits, what nobody held is not billed, and pieces have a price of their own', async () => {
  await service({ site, from: '2026-10-20 08:00', to: '2026-10-20 20:00', agents: [ada], status: 200 });
  await service({ site, from: '2026-10-21 08:00', to: '2026-10-21 20:00', agents: [ada], status: 120 });
  await service({ site, from: '2026-10-22 08:00', to: '2026-10-22 09:00', agents: [bob], activity: 2 });
  const tour = await service({
    site,
    from: '2026-10-23 20:00',
    to: '2026-10-24 04:00',
    agents: [bob],
    isCircuit: true,
  });
  await service({ site, from: '2026-10-23 21:00', to: '2026-10-23 21:15', circuit: tour });
  const group = await one();
  expect(group).toMatchObject({ services: 2, planned: 1440, done: 0, open: { count: 1 } });
  expect(group.lines.map(({ title, unit, quantity, amount }) => [title, unit, quantity, amount])).toEqual([
    ['Entrepôt : Passage de tournée', 'PASS', 1, 25],
    ['Entrepôt : Intervention', 'UNIT', 1, 45],
  ]);
});

test('a service is billed once, by two clicks at once too; a deleted draft frees it', async () => {
  const id = await usual();
  const { key } = await one();
  const made = (await Promise.all([draft([key]), draft([key])])).flat();
  expect(made).toHaveLength(1);
  expect(await draft([key])).toEqual([]);
  expect(await one()).toMatchObject({ lines: [], amount: 0, billed: 228.9, blocked: 'Rien à facturer' });
  const invoice = await read(made[0] as string);
  expect(invoice).toMatchObject({
    ...{ status: 300, title: 'Prestations d’octobre 2026', price: 228.9, total: 274.68 },
    ...{ periodStart: '2026-10-01', periodEnd: '2026-10-31' },
  });
  await expect(
    database.transaction(inAgency, (db) =>
      db.query({
        text: 'insert into billed_services (agency_id, invoice_id, service_id) values (app_agency(), $1, $2)',
        values: [made[0], id],
      }),
    ),
  ).rejects.toThrow('billed_services_once');
  const { lines } = await owner.call(proveInvoice, { mount: 'agency', params: { id: made[0] as string } });
  expect(lines.map(({ services }) => services.map(({ service: of, minutes }) => [of, minutes]))).toEqual([
    [[id, 60]],
    [[id, 540]],
  ]);
  expect((await act(made[0] as string, 'delete')).status).toBe(204);
  expect((await one()).amount).toBe(228.9);
});

test('a line taken out of the draft frees what it alone billed; a service lived otherwise since is shown', async () => {
  const id = await usual();
  const other = await service({ site, from: '2026-10-19 08:00', to: '2026-10-19 10:00', agents: [bob], activity: 2 });
  const invoiced = async (isInvoice: 0 | 1): Promise<string[]> => {
    const { body } = await owner.answer(endpointOf(Service, 'list'), { input: { filters: { isInvoice } } });
    return body.services.map((row: { id: string }) => row.id).toSorted();
  };
  expect([await invoiced(1), await invoiced(0)]).toEqual([[], [id, other].toSorted()]);
  const [invoice = ''] = await draft([(await one()).key]);
  expect([await invoiced(1), await invoiced(0)]).toEqual([[id, other].toSorted(), []]);
  const { items } = await read(invoice);
  const kept = items.filter(({ title }: { title: string }) => !title.includes('Intervention'));
  expect((await owner.answer(endpointOf(Invoice, 'save'), { input: { id: invoice, items: kept } })).status).toBe(200);
  expect((await one()).lines).toMatchObject([{ title: 'Entrepôt : Intervention', services: 1 }]);
  const [line] = (await one()).lines;
  const proof = await owner.call(proveLine, {
    mount: 'agency',
    input: { ...october, group: customer.id, line: line?.key as string },
  });
  expect(proof.services).toMatchObject([{ service: other, minutes: null, amount: 45, site: 'Entrepôt' }]);
  expect((await one()).changed.count).toBe(0);
  await live(id, ada, { from: '2026-10-15 20:00', to: '2026-10-16 02:00', status: 300 });
  expect((await one()).changed).toMatchObject({ count: 1, services: [{ id, detail: 'Brouillon' }] });
});

test('a billed service that is cancelled is a difference; it is not deleted while its line bills it', async () => {
  await sql(`update agencies set billed_hours = 'PLANNED' where id = $1`, [agency.id]);
  const id = await service({ site, from: '2020-10-12 08:00', to: '2020-10-12 12:00', agents: [ada], status: 100 });
  const period = { start: '2020-10-01', end: '2020-10-31' };
  const [invoice = ''] = await draft([customer.id], period);
  const remove = () => owner.answer(endpointOf(Service, 'act'), { params: { id, type: 'delete' } });
  const refused = await remove();
  expect(refused).toMatchObject({ status: 409 });
  expect(refused.body.message).toContain('est facturé (Brouillon)');
  const cancel = { params: { id, type: 'unschedule' } };
  expect((await owner.answer(endpointOf(Service, 'act'), cancel)).status).toBe(200);
  expect((await prepare(period))[0]).toMatchObject({ billed: 84, changed: { count: 1, services: [{ id }] } });
  await act(invoice, 'delete');
  expect(await prepare(period)).toEqual([]);
  expect((await remove()).status).toBe(204);
});

test('a price that changed since is a difference, as hours are', async () => {
  await usual();
  const [invoice = ''] = await draft([(await one()).key]);
  expect((await one()).changed.count).toBe(0);
  await saved(Customer as never, { id: customer.id, prices: [{ priceKey: 'day', amount: 30 }] });
  expect((await one()).changed).toMatchObject({ count: 1, services: [{ detail: 'Brouillon' }] });
  await act(invoice, 'delete');
});

test('a billed service that is on another customer’s site since is a difference, which names who was billed', async () => {
  const id = await usual();
  const [invoice = ''] = await draft([(await one()).key]);
  const { id: other } = await saved(Customer as never, { name: 'Voisin' });
  const { id: place } = await saved(Site, { name: 'Quai voisin', customer: { id: other } });
  await sql('update services set site_id = $1 where id = $2', [place, id]);
  expect(await prepare()).toMatchObject([
    {
      customer: { id: other },
      changed: { count: 1, services: [{ id, detail: `Brouillon, facturé à ${customer.name}` }] },
    },
  ]);
  await act(invoice, 'delete');
});

test('what is billed of a service is what the discounts leave, also once its draft was edited', async () => {
  const id = await usual();
  await sql(
    `insert into customer_discounts (agency_id, id, customer_id, label, rate) values ($1, gen_random_uuid(), $2, 'Fidélité', 50)`,
    [agency.id, customer.id],
  );
  const before = await one();
  expect(before).toMatchObject({ amount: 228.9, net: 114.45 });
  const [invoice = ''] = await draft([before.key]);
  expect((await read(invoice)).price).toBe(114.45);
  const revenue = async (): Promise<string> => {
    const rows = await database.transaction(inAgency, (db) => billable(db, october));
    return rows.map(({ amount }) => amount && toText(amount)).join();
  };
  expect([(await one()).billed, await revenue()]).toEqual([114.45, '114.45']);
  const { items } = await read(invoice);
  await owner.answer(endpointOf(Invoice, 'save'), {
    input: { id: invoice, discounts: [], items: [{ ...items[0], price: 20 }, items[1]] },
  });
  expect([(await one()).billed, (await one()).changed.count, await revenue()]).toEqual([227.9, 0, '227.9']);
  const { lines } = await owner.call(proveInvoice, { mount: 'agency', params: { id: invoice } });
  expect(lines.map(({ services }) => services.map(({ service: of, amount }) => [of, amount]))).toEqual([
    [[id, 20]],
    [[id, 207.9]],
  ]);
  await act(invoice, 'delete');
  await sql('delete from customer_discounts');
});

test('what became billable after its month was prepared is told by the later ones', async () => {
  const month = (by: number) => monthAfter(new Date().toISOString().slice(0, 7), by);
  const of = (text: string) => ({ start: `${text}-01`, end: lastDayOf(text) });
  const [before, last] = [of(month(-2)), of(month(-1))];
  const on = (day: string, status: number) =>
    service({ site, from: `${month(-2)}-${day} 08:00`, to: `${month(-2)}-${day} 12:00`, agents: [ada], status });
  await on('05', 300);
  const missed = await on('06', 120);
  const earlier = async (input: typeof october) =>
    (await owner.call(prepareInvoices, { mount: 'agency', input })).earlier;
  expect(await earlier(last)).toEqual([]);
  const made = await draft([customer.id], before);
  expect(await earlier(last)).toEqual([]);
  // Declared done.
  await sql('update services set status = 300 where id = $1', [missed]);
  expect(await earlier(last)).toEqual([{ month: month(-2), services: 1, flats: 0 }]);
  expect(await earlier(before)).toEqual([]);
  made.push(...(await draft([customer.id], before)));
  expect(await earlier(last)).toEqual([]);
  for (const id of made) await act(id, 'delete');
});

test('a line typed by hand beside the prepared ones leaves what they bill', async () => {
  await usual();
  const [invoice = ''] = await draft([(await one()).key]);
  const { items } = await read(invoice);
  const typed = { title: 'Frais de dossier', quantity: 1, price: 30, vat: 20 };
  const input = { id: invoice, items: [...items, typed] };
  expect((await owner.answer(endpointOf(Invoice, 'save'), { input })).status).toBe(200);
  expect([(await read(invoice)).price, (await one()).billed]).toEqual([258.9, 228.9]);
  await act(invoice, 'delete');
});

test('a draft that bills services keeps its customer and its type, and is no model of a subscription', async () => {
  const other = await saved(Customer as never, { name: 'Autre' });
  await usual();
  const [invoice = ''] = await draft([(await one()).key]);
  const edit = (input: object) => owner.answer(endpointOf(Invoice, 'save'), { input: { id: invoice, ...input } });
  expect(await edit({ customer: { id: other.id } })).toMatchObject({
    status: 400,
    body: { violations: [{ path: 'customer' }] },
  });
  expect(await edit({ type: 'avoir' })).toMatchObject({ status: 400, body: { violations: [{ path: 'type' }] } });
  const subscribe = () =>
    owner.answer(endpointOf(InvoiceRecurrence, 'save'), { input: { invoice: { id: invoice }, startAt: '2096-01-01' } });
  expect(await subscribe()).toMatchObject({ status: 400, body: { violations: [{ path: 'invoice' }] } });
  await sql('delete from billed_services');
  expect((await edit({ customer: { id: other.id } })).status).toBe(200);
  expect((await subscribe()).status).toBe(200);
});

test('the pass of a tour is proved by who drove it', async () => {
  const tour = await service({
    site,
    from: '2026-10-23 20:00',
    to: '2026-10-24 04:00',
    agents: [bob],
    isCircuit: true,
  });
  const stop = await service({ site, from: '2026-10-23 21:00', to: '2026-10-23 21:15', circuit: tour });
  await live(tour, bob, { from: '2026-10-23 20:02', to: '2026-10-24 04:00', status: 300 });
  const { key, lines } = await one();
  const input = { ...october, group: key, line: lines[0]?.key as string };
  const { services } = await owner.call(proveLine, { mount: 'agency', input });
  expect(services).toMatchObject([
    { service: stop, isPass: true, minutes: null, presence: [{ startedAt: '2026-10-23T18:02:00.000Z' }] },
  ]);
});

test('a credit note of the whole frees the services, a partial one does not', async () => {
  await usual();
  const [invoice = ''] = await draft([(await one()).key]);
  expect((await act(invoice, 'issue')).status).toBe(200);
  const { body } = await owner.answer(creditInvoice, { params: { id: invoice }, input: {} });
  const credit = body.invoice;
  const half = credit.items.slice(0, 1);
  await owner.answer(endpointOf(Invoice, 'save'), { input: { id: credit.id, items: half } });
  expect((await act(credit.id, 'issue')).status).toBe(200);
  expect((await one()).amount).toBe(0);
  const rest = (await owner.answer(creditInvoice, { params: { id: invoice }, input: {} })).body.invoice;
  await owner.answer(endpointOf(Invoice, 'save'), { input: { id: rest.id, items: rest.items.slice(1) } });
  expect((await act(rest.id, 'issue')).status).toBe(200);
  expect(await one()).toMatchObject({ amount: 228.9, billed: 0 });
  expect((await owner.call(proveInvoice, { mount: 'agency', params: { id: invoice } })).lines).toHaveLength(2);
});

test('a customer may be billed by site, and a prospect becomes a customer only once confirmed', async () => {
  const second: string = (await saved(Site, { name: 'Quai', customer: { id: customer.id } })).id;
  await usual();
  await service({ site: second, from: '2026-10-12 08:00', to: '2026-10-12 12:00', agents: [bob] });
  await sql(`update customers set invoice_grouping = 'SITE', prospect = true where id = $1`, [customer.id]);
  const groups = await prepare();
  expect(groups.map(({ site: of, lines }) => [of?.name, lines[0]?.title])).toEqual([
    ['Entrepôt', 'Gardiennage & Surveillance, jour'],
    ['Quai', 'Gardiennage & Surveillance, jour'],
  ]);
  const input = { ...october, groups: groups.map(({ key }) => key) };
  const refused = await owner.answer(draftInvoices, { mount: 'agency', input });
  expect(refused).toMatchObject({
    ...{ status: 409, body: { message: 'Ce prospect sera converti en client, confirmer ?' } },
  });
  expect(await sql('select 1 from billed_services')).toEqual([]);
  expect(await draft(input.groups, { confirmed: true })).toHaveLength(2);
  const isProspect = () => sql('select prospect from customers where id = $1', [customer.id]);
  expect(await isProspect()).toEqual([{ prospect: false }]);
  await sql('update customers set prospect = true where id = $1', [customer.id]);
  const items = [{ title: 'Garde', quantity: 1, price: 21, vat: 20 }];
  const typed = { customer: { id: customer.id }, date: '2026-10-31', items };
  await owner.answer(endpointOf(Invoice, 'save'), { input: { ...typed, type: 'avoir' } });
  expect(await isProspect()).toEqual([{ prospect: true }]);
  await owner.answer(endpointOf(Invoice, 'save'), { input: typed });
  expect(await isProspect()).toEqual([{ prospect: false }]);
  expect(
    (await owner.answer(endpointOf(Customer, 'history'), { params: { id: customer.id } })).body.history[0],
  ).toMatchObject({
    changes: { 'customerInfos.prospect': { before: true, after: false } },
  });
});

test('no agency prepares or proves what another did', async () => {
  await usual();
  const [invoice = ''] = await draft([(await one()).key]);
  const stranger = as('foreignOwner');
  expect((await stranger.call(prepareInvoices, { mount: 'agency', input: october })).groups).toEqual([]);
  expect((await stranger.answer(proveInvoice, { params: { id: invoice } })).status).toBe(404);
  expect(
    (await stranger.call(draftInvoices, { mount: 'agency', input: { ...october, groups: [customer.id] } })).invoices,
  ).toEqual([]);
});

test('the margins read each service with its amount, in the same number of queries whatever their number', async () => {
  await usual();
  const counted = async (): Promise<[number, string]> => {
    let queries = 0;
    const rows = await database.transaction(inAgency, (db) => {
      const watched: Db = {
        query: (statement) => {
          queries += 1;
          return db.query(statement);
        },
      };
      return billable(watched, october);
    });
    return [queries, rows.map(({ amount, state }) => `${state} ${amount && toText(amount)}`).join()];
  };
  const [before, amounts] = await counted();
  expect(amounts).toBe('BILLABLE 228.9');
  for (const day of ['05', '06', '07', '08'])
    await service({ site, from: `2026-10-${day} 08:00`, to: `2026-10-${day} 20:00`, agents: [ada, bob] });
  expect((await counted())[0]).toBe(before);
});
