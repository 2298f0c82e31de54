import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { listCostlyServices, listMargins } from '#core/margins/calls.ts';
import { fetchPublicationMargins, fetchSiteMargins } from '#core/margins/planning-calls.ts';
import { monthOf } from '#server/testing/month.ts';
import { plannerOf } from '#server/testing/planner.ts';
import { world } from '#server/testing/world.ts';

const here = await world({ jobs: [] });
const { as, agency, customer, sql } = here;
await sql(`update agencies set planning_regulation = 'IDCC1351' where id = $1`, [agency.id]);
const owner = as('owner');
const { site, guard } = await plannerOf(here);
const { service } = monthOf(here);
const contract = {
  ...{ type: 'CDI', startDate: '2024-01-01', hoursLimit: 35, period: 'WEEK' },
  ...{ monthlyPay: 1883.85, category: 'AGENT_EXPLOIT', classificationCoeff: 120 },
};
const [ada, unknown] = [
  await guard({ contracts: [contract] }),
  await guard({ type: 'EXTERNAL', externalCompanyName: 'Renfort', contracts: [] }),
];
const october = { start: '2026-10-01', end: '2026-10-31' };

const day = await service({ site, from: '2026-10-15 08:00', to: '2026-10-15 16:00', agents: [ada] });
const night = await service({ site, from: '2026-10-20 21:00', to: '2026-10-21 05:00', agents: [ada] });

test('a margin is what services are billed minus the loaded pay of who did them', async () => {
  const { rows, total, currency } = await owner.call(listMargins, { input: { ...october, by: 'customer' } });
  // 8 h at 21 € and 8 h of night at 23.10 €; the pay with its charges.
  expect(rows).toMatchObject([{ id: customer.id, name: customer.name, revenue: 352.8, services: 2, minutes: 960 }]);
  expect(total.cost).toBeGreaterThan(150);
  expect(total.margin).toBe(Number((352.8 - total.cost).toFixed(2)));
  expect(total).toMatchObject({ unpriced: 0, uncosted: 0, forecast: 0 });
  expect(currency).toBe('EUR');
});

test('by site, contract and month; the services of a row come with the costliest first', async () => {
  const by = async (axis: 'site' | 'contract' | 'month') =>
    (await owner.call(listMargins, { input: { ...october, by: axis } })).rows.map(({ id, name }) => [id, name]);
  expect(await by('site')).toEqual([[site, 'Entrepôt']]);
  expect(await by('contract')).toEqual([['', 'Sans contrat commercial']]);
  expect(await by('month')).toEqual([['2026-10', '2026-10']]);
  const { services } = await owner.call(listCostlyServices, { input: { ...october, by: 'site', id: site } });
  expect(services.map(({ id, amount }) => [id, amount])).toEqual([
    [day, 168],
    [night, 184.8],
  ]);
});

test('somebody whose pay is unknown is counted, not taken as free', async () => {
  const { rows } = await owner.call(listMargins, { input: { ...october, by: 'site' } });
  await service({ site, from: '2026-10-22 08:00', to: '2026-10-22 16:00', agents: [unknown] });
  const after = await owner.call(listMargins, { input: { ...october, by: 'site' } });
  expect(after.total).toMatchObject({ uncosted: 1, cost: rows[0]?.cost });
});

test('the cost of a circuit is that of its stops', async () => {
  const november = { start: '2026-11-01', end: '2026-11-30', by: 'site' as const };
  const tour = await service({
    site,
    from: '2026-11-03 20:00',
    to: '2026-11-04 04:00',
    agents: [ada],
    isCircuit: true,
  });
  await service({ site, from: '2026-11-03 21:00', to: '2026-11-03 21:15', circuit: tour });
  // An unscheduled stop takes no share.
  await service({ site, from: '2026-11-03 22:00', to: '2026-11-03 22:15', circuit: tour, status: 700 });
  const { total } = await owner.call(listMargins, { input: november });
  expect(total).toMatchObject({ services: 1, minutes: 480 });
  expect(total.cost).toBeGreaterThan(100);
});

test('a night over the end of a month costs whole in the month in which it begins', async () => {
  await service({ site, from: '2027-05-31 22:00', to: '2027-06-01 06:00', agents: [ada] });
  const costOf = async (start: string, end: string): Promise<number> =>
    (await owner.call(listMargins, { input: { start, end, by: 'site' } })).total.cost;
  const both = await costOf('2027-05-01', '2027-06-30');
  expect(both).toBeGreaterThan(100);
  expect([await costOf('2027-05-01', '2027-05-31'), await costOf('2027-06-01', '2027-06-30')]).toEqual([both, 0]);
});

test('a period is at most a year; another agency sees its own; an agent none', async () => {
  const long = { start: '2025-01-01', end: '2026-10-31', by: 'customer' as const };
  expect(await owner.answer(listMargins, { input: long })).toMatchObject({ status: 400 });
  const input = { ...october, by: 'customer' as const };
  expect((await as('foreignOwner').call(listMargins, { input })).rows).toEqual([]);
  expect((await as('agent').answer(listMargins, { input })).status).toBe(403);
});

test('each site has its margin in the days of the planning, of which an agent reads none', async () => {
  const { rows } = await owner.call(listMargins, { input: { ...october, by: 'site' } });
  const { sites, currency } = await owner.call(fetchSiteMargins, { input: october });
  const [{ revenue, cost, margin } = { revenue: 0, cost: 0, margin: 0 }] = rows;
  expect(sites).toMatchObject([{ id: site, revenue, cost, margin, uncosted: 1 }]);
  expect(currency).toBe('EUR');
  expect((await as('agent').answer(fetchSiteMargins, { input: october })).status).toBe(403);
});

test('a publication shows the margin of each service as published and as it will be; breaks are not paid', async () => {
  const january = { period: { start: '2030-01-01', end: '2030-01-31' } };
  const margins = async () => (await owner.call(fetchPublicationMargins, { input: january })).services;
  const planned = await service({
    ...{ site, from: '2030-01-08 08:00', to: '2030-01-08 16:00', agents: [ada], status: 100 },
  });
  const [first] = await margins();
  expect(first).toMatchObject({ id: planned, before: null, after: { revenue: 168 }, unpriced: 0, uncosted: 0 });
  await sql('update services s set published_at = now(), published = service_facts(s) where id = $1', [planned]);
  expect(await margins()).toEqual([]);
  await sql(`update services set end_at = end_at + interval '2 hours' where id = $1`, [planned]);
  const [longer] = await margins();
  expect(longer).toMatchObject({ before: first?.after, after: { revenue: 210 } });
  expect(longer?.after?.cost).toBeGreaterThan(first?.after?.cost ?? 0);
  await sql(
    `insert into service_breaks (agency_id, id, service_id, start_at, end_at) select agency_id, gen_random_uuid(), id, start_at + interval '2 hours', start_at + interval '3 hours'
      from services where id = $1`,
    [planned],
  );
  const [paused] = await margins();
  expect(paused?.after?.revenue).toBe(189);
  expect(paused?.after?.cost).toBeLessThan(longer?.after?.cost ?? 0);
  // Days more than a year apart are not counted together.
  await service({ site, from: '2032-01-08 08:00', to: '2032-01-08 16:00', agents: [ada], status: 100 });
  const wide = { period: { start: '2030-01-01', end: '2032-12-31' } };
  expect((await owner.call(fetchPublicationMargins, { input: wide })).services).toEqual([]);
  expect((await as('foreignOwner').call(fetchPublicationMargins, { input: january })).services).toEqual([]);
});

test('pieces that go out for a site, or are lost there, are a cost by their purchase price', async () => {
  const march = { start: '2027-03-01', end: '2027-03-31' };
  const [piece, free] = [randomUUID(), randomUUID()];
  await sql(
    `insert into stock_references (agency_id, id, title, purchase_price) values ($1, $2, 'Trousse', 12.345), ($1, $3, 'Sans prix', null)`,
    [agency.id, piece, free],
  );
  await sql(
    `insert into stock_actions (agency_id, id, stock_reference_id, action, quantity, date, site_id)
      select $1, gen_random_uuid(), x.piece::uuid, x.action, x.quantity, x.day::date, x.site::uuid
      from json_to_recordset($2) x (piece text, action integer, quantity integer, day text, site text)`,
    [
      agency.id,
      JSON.stringify([
        { piece, action: 100, quantity: 90, day: '2027-03-01', site: null },
        { piece: free, action: 100, quantity: 90, day: '2027-03-01', site: null },
        { piece, action: 200, quantity: 3, day: '2027-03-05', site },
        { piece: free, action: 200, quantity: 3, day: '2027-03-05', site },
        { piece, action: 200, quantity: 3, day: '2027-03-05', site: null },
        { piece, action: 300, quantity: 3, day: '2027-03-05', site },
        { piece, action: 200, quantity: 3, day: '2027-04-05', site },
      ]),
    ],
  );
  await sql(
    `insert into stock_assignments (agency_id, id, stock_reference_id, site_id, quantity, quantity_lost, assignment_date, restituted_at)
      values ($1, gen_random_uuid(), $2, $3, 2, 1, '2027-02-01', '2027-03-09')`,
    [agency.id, piece, site],
  );
  const { total } = await owner.call(listMargins, { input: { ...march, by: 'site' } });
  // 3 × 12.345 = 37.035, rounded, and one lost.
  expect(total).toMatchObject({ revenue: 0, cost: 49.39, margin: -49.39, services: 0 });
  const { rows } = await owner.call(listMargins, { input: { ...march, by: 'customer', customer: customer.id } });
  expect(rows).toMatchObject([{ id: customer.id, cost: 49.39 }]);
});

test('lines typed by hand and credit notes of a part are revenue of their day; what services billed counts once', async () => {
  const january = { start: '2031-01-01', end: '2031-01-31' };
  await service({ site, from: '2031-01-15 08:00', to: '2031-01-15 16:00', agents: [ada] });
  const read = () => owner.call(listMargins, { input: { ...january, by: 'site' } });
  const before = await read();
  expect(before).toMatchObject({ total: { revenue: 168 }, typed: 0, turnover: 0 });
  const [prepared, typed, credit, whole] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const [item, billed] = [randomUUID(), randomUUID()];
  const paper = (id: string, type: string, status: number, price: number, more: object = {}) => ({
    ...{ id, type, status, price, number: id.slice(0, 8), site: null, credit: null },
    ...more,
  });
  const rows = [
    // The service, and 50 € typed beside it.
    paper(prepared, 'facture', 100, 218),
    paper(typed, 'facture', 100, 100, { site }),
    paper(credit, 'avoir', 100, 20, { credit: typed }),
    paper(whole, 'facture', 200, 70),
    paper(randomUUID(), 'avoir', 100, 70, { credit: whole }),
  ];
  await sql(
    `insert into invoices (agency_id, id, number, type, status, customer_id, site_id, date, issued_at, price, total, credit_of_id, printed, due_date)
      select $1, x.id, x.number, x.type, x.status, $2, x.site, '2031-01-31', '2031-01-31T12:00:00Z', x.price, x.price, x.credit, '{}', case x.type when 'facture' then date '2031-02-28' end
      from json_to_recordset($3) x (id uuid, number text, type text, status integer, site uuid, price numeric, credit uuid)`,
    [agency.id, customer.id, JSON.stringify(rows)],
  );
  const [done] = await sql(`select id from services where start_at::date = '2031-01-15' and site_id = $1`, [site]);
  await sql(
    `insert into invoice_items (agency_id, id, invoice_id, title, quantity, price, vat) values ($1, $2, $3, 'Gardiennage', 8, 21, 20)`,
    [agency.id, item, prepared],
  );
  await sql(`insert into billed_services (agency_id, id, invoice_id, service_id) values ($1, $2, $3, $4)`, [
    ...[agency.id, billed, prepared, done?.id],
  ]);
  await sql(
    `insert into billed_parts (agency_id, billed_id, item_id, price_key, minutes, price, amount) values ($1, $2, $3, 'day', 480, 21, 168)`,
    [agency.id, billed, item],
  );
  const after = await read();
  expect(after).toMatchObject({ total: { revenue: 298, cost: before.total.cost }, typed: 130, turnover: 298 });
  expect(after.rows.map(({ name, revenue }) => [name, revenue])).toEqual([
    ['Sans site', 50],
    ['Entrepôt', 248],
  ]);
  // The planning counts services only.
  const { sites } = await owner.call(fetchSiteMargins, { input: january });
  expect(sites).toMatchObject([{ id: site, revenue: 168 }]);
});
