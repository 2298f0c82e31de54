import { expect, test } from 'vitest';
import { listMargins } from '#core/margins/calls.ts';
import { nobody } from '#server/db/context.ts';
import type { Db } from '#server/db/database.ts';
import { monthOf } from '#server/testing/month.ts';
import { plannerOf } from '#server/testing/planner.ts';
import { world } from '#server/testing/world.ts';
import { markedTables } from './kept.ts';
import { readMargins } from './read.ts';

const here = await world({ jobs: [] });
const { as, agency, customer, sql, database } = here;
const owner = as('owner');
const { site, guard } = await plannerOf(here);
const { service } = monthOf(here);
const ada = await guard({
  contracts: [
    {
      ...{ type: 'CDI', startDate: '2024-01-01', hoursLimit: 35, period: 'WEEK' },
      ...{ monthlyPay: 1883.85, category: 'AGENT_EXPLOIT', classificationCoeff: 120 },
    },
  ],
});
const day = await service({ site, from: '2024-03-12 08:00', to: '2024-03-12 16:00', agents: [ada] });
await service({ site, from: '2024-04-02 21:00', to: '2024-04-03 05:00', agents: [ada] });
const spring = { start: '2024-03-01', end: '2024-04-30' };

const read = (more: object = {}) => owner.call(listMargins, { input: { ...spring, by: 'month', ...more } });
const copies = () =>
  sql<{ month: string; mark: string }>(
    'select month::text, mark from margin_months where agency_id = $1 order by month',
    [agency.id],
  );
const forget = () => sql('delete from margin_months where agency_id = $1', [agency.id]);
/** The copies are written after the answer. */
const settled = async (): Promise<Awaited<ReturnType<typeof read>>> => {
  await forget();
  const counted = await read();
  await expect.poll(async () => (await copies()).length).toBe(2);
  return counted;
};

test('a month that is over is counted once; then its copy is read, whatever the axis and for one customer', async () => {
  const counted = await settled();
  expect(counted.total).toMatchObject({ services: 2, revenue: 352.8 });
  const first = await copies();
  expect(await read()).toEqual(counted);
  expect(await copies()).toEqual(first);
  // Only the copy says so.
  await sql(
    `update margin_months set cells = (select jsonb_agg(c || '{"revenue": "1000.01"}') from jsonb_array_elements(cells) c) where agency_id = $1 and month = '2024-03-01'`,
    [agency.id],
  );
  for (const more of [{ by: 'customer' }, { by: 'site' }, { by: 'contract' }, { by: 'site', customer: customer.id }])
    expect(await read(more)).toMatchObject({ rows: [{ revenue: 1184.81 }], total: { revenue: 1184.81, services: 2 } });
  expect((await read()).rows.map(({ id, revenue }) => [id, revenue])).toEqual([
    ['2024-03', 1000.01],
    ['2024-04', 184.8],
  ]);
  expect((await read({ customer: agency.id })).rows).toEqual([]);
  // Days that are no whole month are counted.
  expect((await read({ end: '2024-03-30' })).total.revenue).toBe(168);
  await forget();
});

test.each([
  ['a service that is shorter', `update services set end_at = end_at - interval '1 hour' where id = $1`, [day]],
  [
    'a break',
    `insert into service_breaks (agency_id, id, service_id, start_at, end_at) select agency_id, gen_random_uuid(), id, start_at + interval '1 hour', start_at + interval '2 hours' from services where id = $1`,
    [day],
  ],
  ['somebody who is no longer planned', 'delete from service_agents where service_id = $1', [day]],
  ['a price of the agency', 'update agencies set day_amount = 30 where id = $1', [agency.id]],
  [
    'a price of the customer',
    `insert into customer_prices (agency_id, id, customer_id, price_key, amount) select agency_id, gen_random_uuid(), id, 'night', 50 from customers where id = $1`,
    [customer.id],
  ],
  ['another pay', 'update agent_contracts set monthly_pay = 2500 where agent_id = $1', [ada]],
  [
    'an employer’s rate',
    `insert into pay_rates (agency_id, id, kind, value, valid_from, status) values ($1, gen_random_uuid(), 'employerRate', 12, '2024-01-01', 100)`,
    [agency.id],
  ],
  ['another beginning of the night', `update agencies set night_start = '23:00' where id = $1`, [agency.id]],
  ['a service that is unscheduled', 'update services set status = 700 where id = $1', [day]],
] as const)('after %s the months are counted again', async (_, change, values) => {
  const before = await settled();
  await sql(change, [...values]);
  const after = await read();
  expect(after).not.toEqual(before);
  await forget();
  expect(await read()).toEqual(after);
});

test('what margins do not depend on leaves the copies as they are', async () => {
  await settled();
  const before = await copies();
  await sql(`update agents set phone = '{0600000001}', version = version + 1 where id = $1`, [ada]);
  await sql(`update customers set name = 'Docks du Sud' where id = $1`, [customer.id]);
  await sql(`update agencies set reports_mailed_on = '2024-05-01', errors = '[]' where id = $1`, [agency.id]);
  const { rows } = await read({ by: 'customer' });
  expect(rows.map(({ name }) => name)).toEqual(['Docks du Sud']);
  expect(await copies()).toEqual(before);
});

test('the months around today, and those with somebody still at work, are counted each time', async () => {
  const today = new Date().toISOString().slice(0, 7);
  await owner.call(listMargins, { input: { start: `${today}-01`, end: `${today}-28`, by: 'month' } });
  await settled();
  const known = await copies();
  await sql(
    `insert into service_times (agency_id, service_id, agent_id, start_at, state, started_at, status) select agency_id, id, $2, start_at, 200, start_at, 100
      from services where site_id = $1 and start_at::date = '2024-04-02'`,
    [site, ada],
  );
  const [{ state } = { state: 0 }] = await sql<{ state: number }>(
    'select state from service_times where agent_id = $1',
    [ada],
  );
  expect(state).toBe(200);
  await read();
  await sql(`delete from service_times where agent_id = $1`, [ada]);
  expect(await copies()).toEqual(known);
});

test('every table that is read is in the mark, or has no part in the figures', async () => {
  const found = new Set<string>();
  const tablesIn = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { 'Relation Name': table } = node as { 'Relation Name'?: string };
    if (table) found.add(table);
    for (const child of Object.values(node)) tablesIn(child);
  };
  const watched = (db: Db): Db => ({
    query: async (statement) => {
      const { text, values } = statement as { text: string; values?: unknown[] };
      const [row] = await db.query<Record<string, unknown>>({
        text: `explain (format json) ${text}`,
        ...(values ? { values } : {}),
      });
      tablesIn(row?.['QUERY PLAN']);
      return db.query(statement);
    },
  });
  await forget();
  await database.transaction({ ...nobody, agency: agency.id }, (db) =>
    readMargins({ db: watched(db), now: new Date(), keep: () => {} }, { ...spring, by: 'site' }),
  );
  const apart = [
    'margin_months',
    // Added to the copies by their own query.
    ...['stock_actions', 'stock_assignments', 'stock_references'],
    // The day on which a contract was archived: its row changes with it.
    'audit',
    // Names, which are read again; the number of an invoice.
    'invoices',
    // Pay of people beyond their services.
    ...[
      'salary_elements',
      'agency_salary_element_types',
      'unavailabilities',
      'agency_unavailability_types',
      'payrolls',
    ],
    // Published copies are read by agents and customers only.
    ...['published_services', 'published_service_agents'],
  ];
  expect([...found].filter((table) => !markedTables.includes(table) && !apart.includes(table))).toEqual([]);
  expect(found.size).toBeGreaterThan(15);
});
