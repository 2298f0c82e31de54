// Subscriptions by the clock: renewals, the end of trials, and what agencies are told, each thing once.
import { beforeEach, expect, test } from 'vitest';
import { readAlerts, readSubscriptions, saveAlerts } from '#core/subscriptions/calls.ts';
import { servicesOf } from '#server/kernel/app.ts';
import { platformContext } from '#server/payments/as-platform.ts';
import { refreshInvoice } from '#server/payments/invoicing.ts';
import { planOffer } from '#server/testing/subscription-requests.ts';
import { world } from '#server/testing/world.ts';
import { renewSubscriptions, tellQuotas } from './clock.ts';

const here = await world();
const { agency, sql, database } = here;
const services = servicesOf(here.app);
const owner = here.as('owner');

const own = async () => (await owner.call(readSubscriptions, { mount: 'agency' })).subscription;
/** By hand, as payments does. */
const settle = (invoice: string, status: 'VALIDATED_MANUALLY' | 'CANCELLED_MANUALLY'): Promise<unknown> =>
  database.transaction(platformContext, async (db) => {
    await db.query({
      text: 'update agency_payments set status = $2 where agency_invoice_id = $1',
      values: [invoice, status],
    });
    await refreshInvoice(db, invoice);
  });
const pay = (invoice: string) => settle(invoice, 'VALIDATED_MANUALLY');
const day = async (shift: string): Promise<string> =>
  (
    (
      await sql<{ day: string }>(
        `select ((now() at time zone 'Europe/Paris')::date + interval '${shift}')::date::text as day`,
      )
    )[0] as { day: string }
  ).day;

beforeEach(async () => {
  await sql(
    `update agency_subscriptions set status = 0, plan_id = null, next_plan_id = null, next_yearly = null, yearly = false, licences = 0, starts_on = null, ends_on = null,
      trial_ends_on = null, trial_told = null, is_free_trial_done = false`,
  );
  await sql(
    `update agencies set errors = '[]', agents_limit = null, accounts_limit = null, free_accounts = 0, remaining_sheets = null, prepaid_signatures = null, prepaid_payslips = null`,
  );
});

test('a period that ends is billed once, and its payment adds a month', async () => {
  const end = await day('3 days');
  await sql(
    'update agency_subscriptions set status = 100, plan_id = $2, ends_on = $3, licences = 1 where buyer_id = $1',
    [...[agency.id, planOffer, end]],
  );
  await renewSubscriptions(services);
  await renewSubscriptions(services);
  const orders = await sql<{ invoice: string; total: number }>(
    `select invoice_id as invoice, total::float8 as total from subscription_orders where renewal and buyer_id = $1`,
    [agency.id],
  );
  expect(orders.map(({ total }) => total)).toEqual([71.98]);
  await pay(orders[0]?.invoice as string);
  const [after] = await sql<{ day: string }>(`select ($1::date + 1 + interval '1 month')::date - 1 || '' as day`, [
    end,
  ]);
  expect(await own()).toMatchObject({ endsOn: after?.day, licences: 1 });
});

const bellOf = async (kind: string): Promise<string[]> =>
  (
    await sql<{ title: string }>('select title from notifications where agency_id = $1 and kind = $2 order by id', [
      ...[agency.id, kind],
    ])
  ).map(({ title }) => title);

test('each level of a quota is told once per crossing, in the bell and by mail alike', async () => {
  const signatures = (left: number) =>
    sql('update agencies set prepaid_signatures = $2 where id = $1', [agency.id, left]);
  const mails = async () =>
    (await here.outbox.all()).map(({ subject }) => subject ?? '').filter((subject) => subject.includes('quota'));
  const bell = () => bellOf('quotaNear');
  const near = 'Quota presque atteint : signatures électroniques';
  const reached = 'Quota atteint : signatures électroniques';
  const watch = () => tellQuotas(agency.id, services, new Date());
  await signatures(3);
  for (let run = 0; run < 3; run++) await watch();
  await signatures(0);
  for (let run = 0; run < 2; run++) await watch();
  const holders = (await bell()).length / 2;
  expect(new Set(await bell())).toEqual(new Set([near, reached]));
  // Bought again between two runs.
  await signatures(100);
  await signatures(4);
  for (let run = 0; run < 2; run++) await watch();
  expect(await bell()).toHaveLength(3 * holders);
  await expect.poll(async () => (await mails()).length).toBe(3 * holders);
});

test('a quota is told by the ways that the agency chose', async () => {
  const { alerts } = await owner.call(readAlerts, { mount: 'agency' });
  expect(alerts).toHaveLength(4);
  const told = async () => (await bellOf('quotaNear')).length;
  const before = await told();
  const choose = (notification: boolean) =>
    owner.call(saveAlerts, {
      mount: 'agency',
      input: { alerts: [{ quota: 'prepaidSignatures', notification, email: false }] },
    });
  await choose(false);
  await sql('update agencies set prepaid_signatures = 100 where id = $1', [agency.id]);
  await sql('update agencies set prepaid_signatures = 1 where id = $1', [agency.id]);
  await tellQuotas(agency.id, services, new Date());
  expect(await told()).toBe(before);
});
