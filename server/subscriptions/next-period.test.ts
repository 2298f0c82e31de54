// What an agency answers to its order without a provider, and what it chooses for its next period (decision 111).
import { beforeEach, expect, test } from 'vitest';
import { AgencyInvoice } from '#core/payments/invoice.ts';
import { giveAddress } from '#core/payments/method-calls.ts';
import { confirmAgreement, pendingAgreement } from '#core/payments/payment-calls.ts';
import { paymentMessages } from '#core/payments/texts.ts';
import { ArticleOrder, cancelledOrder } from '#core/subscriptions/article-order.ts';
import {
  changePlan,
  orderSubscription,
  readConfig,
  readSubscriptions,
  subscriptionMessages,
} from '#core/subscriptions/calls.ts';
import { AgencyOffer } from '#core/subscriptions/offer.ts';
import { AgencySubscription } from '#core/subscriptions/subscription.ts';
import { servicesOf } from '#server/kernel/app.ts';
import { platformContext } from '#server/payments/as-platform.ts';
import { refreshInvoice } from '#server/payments/invoicing.ts';
import { endpointOf } from '#server/testing/client.ts';
import { planOffer } from '#server/testing/subscription-requests.ts';
import { world } from '#server/testing/world.ts';
import { renewSubscriptions } from './clock.ts';
import { endPlans } from './endings.ts';
import { startFreeTrial } from './subscription.ts';

const here = await world();
const { agency, sql, database } = here;
const services = servicesOf(here.app);
const owner = here.as('owner');
const licence = '00000000-0000-4000-8000-000000000102';
const signature = '00000000-0000-4000-8000-000000000111';
const mount = 'agency' as const;

const own = async () => (await owner.call(readSubscriptions, { mount })).subscription;
const order = (offers: readonly { id: string; quantity?: number }[], more = {}) =>
  owner.call(orderSubscription, { mount, input: { offers: [...offers], vat: 20, ...more } });
const pay = (invoice: string | undefined): Promise<unknown> =>
  database.transaction(platformContext, async (db) => {
    await db.query({
      text: `update agency_payments set status = 'VALIDATED_MANUALLY' where agency_invoice_id = $1`,
      values: [invoice],
    });
    await refreshInvoice(db, invoice as string);
  });
const day = async (shift: string, from = `(now() at time zone 'Europe/Paris')::date`): Promise<string> =>
  ((await sql<{ day: string }>(`select (${from} + interval '${shift}')::date::text as day`))[0] as { day: string }).day;
const subscribe = (end: string, licences = 0): Promise<unknown> =>
  sql(
    `update agency_subscriptions set status = 100, plan_id = $2, starts_on = null, ends_on = $3, licences = $4 where buyer_id = $1`,
    [agency.id, planOffer, end, licences],
  );
const locks = async (): Promise<unknown[]> =>
  (
    (await sql<{ errors: unknown[] }>('select errors from agencies where id = $1', [agency.id]))[0] as never as {
      errors: unknown[];
    }
  ).errors;

beforeEach(async () => {
  await sql('update subscription_orders set paid_at = coalesce(paid_at, now())');
  await sql(
    `update agency_subscriptions set status = 0, plan_id = null, next_plan_id = null, next_yearly = null, next_licences = null, renews = true, yearly = false,
      licences = 0, starts_on = null, ends_on = null, trial_ends_on = null, is_free_trial_done = false, closed_for = null`,
  );
  await sql(
    `update agencies set errors = '[]', accounts_limit = null, remaining_sheets = null, prepaid_signatures = null`,
  );
});

const invoiceOf = async (id: string | undefined) =>
  (
    (await owner.call(endpointOf(AgencyInvoice, 'read'), { mount, params: { id: id as string } })) as {
      agencyInvoice: Record<string, unknown>;
    }
  ).agencyInvoice;
const answer = (id: string | undefined, agreed: boolean) =>
  owner.answer(confirmAgreement, { mount, input: { id: id as string, agreed } });

test('without a provider an order that is refused is cancelled with its credit note, and another plan can be ordered', async () => {
  const { config } = await owner.call(readConfig, { mount });
  expect(config).toMatchObject({ cards: false, debits: false });
  const { invoice } = await order([{ id: planOffer }]);
  await sql(
    `update agencies set errors = '[{"message": "Abonnement expiré", "lock": true, "by": "subscriptions"}]' where id = $1`,
    [agency.id],
  );
  // Locked, it reads its invoice and answers.
  expect((await owner.call(pendingAgreement, { mount })).agencyInvoice?.id).toBe(invoice?.id);
  expect(await invoiceOf(invoice?.id)).toMatchObject({ status: 'VALIDATION', seller: { name: expect.any(String) } });
  expect((await answer(invoice?.id, false)).body).toEqual({ agreedAt: null });
  expect(await invoiceOf(invoice?.id)).toMatchObject({ status: 'CANCELLED_MANUALLY', balance: 0 });
  expect(
    await sql(`select total::float8 as total from agency_invoices where credit_of_id = $1`, [invoice?.id]),
  ).toEqual([{ total: 59.99 }]);
  expect(
    await sql(`select 1 as one from audit where entity_id = $1 and action = 'refuseOrder'`, [invoice?.id]),
  ).toHaveLength(1);
  expect((await answer(invoice?.id, true)).status).toBe(404);
  expect((await order([{ id: planOffer }], { yearly: true })).invoice).not.toBeNull();
});

test('of fifty agreements at once one is recorded', async () => {
  const { invoice } = await order([{ id: planOffer }]);
  const answers = await Promise.all(Array.from({ length: 50 }, () => answer(invoice?.id, true)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await sql(`select 1 as one from audit where entity_id = $1 and action = 'agree'`, [invoice?.id])).toHaveLength(
    1,
  );
});

test('a plan paid during the trial begins after its last free day', async () => {
  await database.transaction(platformContext, (db) => startFreeTrial(db, agency.id));
  const { invoice } = await order([{ id: planOffer }]);
  await pay(invoice?.id);
  const first = await day('14 days');
  expect(await own()).toMatchObject({ startsOn: first, endsOn: await day('1 month - 1 day', `'${first}'::date`) });
});

test('an article keeps the moment of its order, whenever it is paid', async () => {
  await subscribe('2099-01-01');
  const made = (await here.as('superAdmin').call(endpointOf(AgencyOffer, 'save'), {
    mount: 'platform',
    input: { name: 'Lot de dix badges', type: 300, price: 20 },
  })) as { agencyOffer: { id: string } };
  const { order: placed, invoice } = await order([{ id: made.agencyOffer.id }], { deliveryAddress: 'Nice' });
  await sql(`update subscription_orders set created_at = '2026-01-05T10:00:00Z' where id = $1`, [placed.id]);
  await pay(invoice?.id);
  const { agencyArticleOrders } = (await owner.call(endpointOf(ArticleOrder, 'list'), { mount, input: {} })) as {
    agencyArticleOrders: { article: string; createdAt: string }[];
  };
  const [one] = agencyArticleOrders.filter(({ article }) => article === 'Lot de dix badges');
  expect(new Date(one?.createdAt as string).toISOString()).toBe('2026-01-05T10:00:00.000Z');
});

test('what the counters cannot hold is refused at the order, waiting orders included', async () => {
  await subscribe('2099-01-01', 9_000);
  await sql('update agencies set prepaid_signatures = 990000 where id = $1', [agency.id]);
  await order([{ id: signature, quantity: 9_000 }]);
  await expect(order([{ id: signature, quantity: 1_001 }])).rejects.toThrow('trop élevée');
  await expect(order([{ id: licence, quantity: 1_001 }])).rejects.toThrow('trop élevée');
  await order([{ id: signature, quantity: 1_000 }]);
});

const choose = (more: object = {}) =>
  owner.call(changePlan, { mount, input: { plan: { id: planOffer }, ...more } as never });

test('fewer licences are billed from the next period on; more are ordered, and the choice is taken back', async () => {
  await subscribe(await day('3 days'), 4);
  await expect(choose({ licences: 5 })).rejects.toThrow(subscriptionMessages.moreLicences);
  expect((await choose({ yearly: true, licences: 1 })).subscription).toMatchObject({
    ...{ licences: 4, nextLicences: 1, next: { yearly: true } },
  });
  expect((await choose()).subscription).toMatchObject({ next: null, nextLicences: null, renews: true });
  await choose({ licences: 1 });
  await renewSubscriptions(services);
  const [billed] = await sql<{ invoice: string; total: number }>(
    `select invoice_id as invoice, total::float8 as total from subscription_orders where renewal and paid_at is null and buyer_id = $1`,
    [agency.id],
  );
  expect(billed?.total).toBe(71.98);
  await expect(choose({ yearly: true })).rejects.toThrow('déjà facturée');
  await pay(billed?.invoice);
  expect(await own()).toMatchObject({ licences: 1, nextLicences: null });
});

test('a plan that is not renewed is not billed, and ends with its period; ordered anew it opens the agency', async () => {
  await subscribe(await day('3 days'), 2);
  expect((await choose({ renews: false })).subscription).toMatchObject({ renews: false, next: null });
  await renewSubscriptions(services);
  expect(await sql('select 1 as one from subscription_orders where renewal and paid_at is null')).toEqual([]);
  await endPlans(services);
  expect(await locks()).toEqual([]);
  await sql(`update agency_subscriptions set ends_on = $2 where buyer_id = $1`, [agency.id, await day('-1 days')]);
  await endPlans(services);
  expect(await locks()).toMatchObject([{ message: subscriptionMessages.planEnded, by: 'subscriptions' }]);
  const { invoice } = await order([{ id: planOffer }]);
  await pay(invoice?.id);
  expect(await locks()).toEqual([]);
  expect(await own()).toMatchObject({ status: 100, renews: true, licences: 0 });
});

test('a plan that ended and is activated by the platform stays open (Z-005)', async () => {
  await subscribe(await day('-1 days'));
  await sql('update agency_subscriptions set renews = false where buyer_id = $1', [agency.id]);
  await endPlans(services);
  expect(await own()).toMatchObject({ status: 200 });
  const [{ id } = { id: '' }] = await sql<{ id: string }>('select id from agency_subscriptions where buyer_id = $1', [
    agency.id,
  ]);
  const admin = here.as('superAdmin');
  await admin.call(endpointOf(AgencySubscription, 'act'), {
    ...{ mount: 'platform', params: { id, type: 'activate' } },
  });
  await endPlans(services);
  expect([await own(), await locks()]).toMatchObject([{ status: 100, renews: false }, []]);
  // Prolonged, it ends again.
  await sql('update agency_subscriptions set ends_on = ends_on - 1 where id = $1', [id]);
  await endPlans(services);
  expect(await own()).toMatchObject({ status: 200 });
});

test('a service ends with the plan: ordered anew, the plan is renewed alone (decision 112)', async () => {
  await subscribe(await day('20 days'));
  const made = (await here.as('superAdmin').call(endpointOf(AgencyOffer, 'save'), {
    mount: 'platform',
    input: { name: 'Suivi du site', type: 3, price: 10 },
  })) as { agencyOffer: { id: string } };
  await pay((await order([{ id: made.agencyOffer.id }])).invoice?.id);
  await choose({ renews: false });
  await sql(`update agency_subscriptions set ends_on = $2 where buyer_id = $1`, [agency.id, await day('-2 days')]);
  await endPlans(services);
  const { agencyArticleOrders } = (await owner.call(endpointOf(ArticleOrder, 'list'), { mount, input: {} })) as {
    agencyArticleOrders: { article: string; status: number }[];
  };
  expect(agencyArticleOrders.find(({ article }) => article === 'Suivi du site')).toMatchObject({
    ...{ status: cancelledOrder, canceledAt: await day('0 days') },
  });
  await pay((await order([{ id: planOffer }])).invoice?.id);
  await sql(`update agency_subscriptions set ends_on = $2 where buyer_id = $1`, [agency.id, await day('4 days')]);
  await renewSubscriptions(services);
  const billed = await sql<{ total: number }>(
    `select total::float8 as total from subscription_orders where renewal and paid_at is null and buyer_id = $1`,
    [agency.id],
  );
  expect(billed).toEqual([{ total: 59.99 }]);
});

test('licences bought after the next period was billed hold through it (decision 109)', async () => {
  await subscribe(await day('5 days'), 5);
  await choose({ licences: 2 });
  await renewSubscriptions(services);
  const [billed] = await sql<{ invoice: string }>(
    'select invoice_id as invoice from subscription_orders where renewal and paid_at is null and buyer_id = $1',
    [agency.id],
  );
  await pay((await order([{ id: licence, quantity: 3 }])).invoice?.id);
  expect(await own()).toMatchObject({ licences: 8 });
  await pay(billed?.invoice);
  expect(await own()).toMatchObject({ licences: 5, nextLicences: null });
  // Before it is billed, the choice stands.
  await choose({ licences: 1 });
  await pay((await order([{ id: licence, quantity: 1 }])).invoice?.id);
  expect(await own()).toMatchObject({ licences: 6, nextLicences: 1 });
});

test('a trial that ended without an address: the owner gives it and orders; an address that is there stays (Z-024)', async () => {
  const [before] = await sql<{ street: string; zipcode: string; city: string }>(
    'select street, zipcode, city from agencies where id = $1',
    [agency.id],
  );
  await sql(
    `update agencies set street = null, zipcode = null, city = null, errors = '[{"message": "Abonnement expiré", "lock": true, "by": "subscriptions"}]' where id = $1`,
    [agency.id],
  );
  await expect(order([{ id: planOffer }])).rejects.toThrow(paymentMessages.addressRequired);
  const give = (input: object) =>
    owner.answer(giveAddress, {
      mount,
      input: { street: '1 quai', zipcode: '06300', city: 'Nice', ...input } as never,
    });
  expect((await give({ zipcode: '6300' })).body.violations).toMatchObject([{ path: 'zipcode' }]);
  expect((await give({})).status).toBe(204);
  expect((await order([{ id: planOffer }])).invoice).not.toBeNull();
  expect((await give({ street: '2 quai' })).status).toBe(204);
  expect(await sql('select street from agencies where id = $1', [agency.id])).toEqual([{ street: '1 quai' }]);
  expect(
    await sql(`select 1 as one from audit where entity = 'agency' and agency_id = $1 and changes ? 'address'`, [
      agency.id,
    ]),
  ).toHaveLength(1);
  await sql('update agencies set street = $2, zipcode = $3, city = $4 where id = $1', [
    ...[agency.id, before?.street, before?.zipcode, before?.city],
  ]);
});
