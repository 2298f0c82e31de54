import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { readPricing } from '#core/agents/quota.ts';
import { ArticleOrder } from '#core/subscriptions/article-order.ts';
import {
  changePlan,
  fillCart,
  orderSubscription,
  readConfig,
  readFreeTrial,
  readSubscriptions,
  saveQuotas,
  subscriptionMessages,
} from '#core/subscriptions/calls.ts';
import { AgencyOffer } from '#core/subscriptions/offer.ts';
import { AgencySubscription } from '#core/subscriptions/subscription.ts';
import { nobody } from '#server/db/context.ts';
import { servicesOf } from '#server/kernel/app.ts';
import { platformContext } from '#server/payments/as-platform.ts';
import { refreshInvoice } from '#server/payments/invoicing.ts';
import { endpointOf } from '#server/testing/client.ts';
import { planOffer } from '#server/testing/subscription-requests.ts';
import { world } from '#server/testing/world.ts';
import { endTrials } from './clock.ts';
import { setLock, startFreeTrial } from './subscription.ts';

const here = await world();
const { agency, otherAgency, sql, database } = here;
const services = servicesOf(here.app);
const owner = here.as('owner');
const admin = here.as('admin');
const support = here.as('support');
const superAdmin = here.as('superAdmin');
const signature = '00000000-0000-4000-8000-000000000111';
const licence = '00000000-0000-4000-8000-000000000102';

const own = async () => (await owner.call(readSubscriptions, { mount: 'agency' })).subscription;
const pricing = async () => (await owner.call(readPricing, { mount: 'agency' })).pricing;
/** By hand, as payments does: it tells subscriptions. */
const pay = (invoice: string): Promise<unknown> =>
  database.transaction(platformContext, async (db) => {
    await db.query({
      text: `update agency_payments set status = 'VALIDATED_MANUALLY' where agency_invoice_id = $1`,
      values: [invoice],
    });
    await refreshInvoice(db, invoice);
  });
const inAgency = { ...nobody, agency: agency.id };
const subscriptionId = async (): Promise<string> =>
  (
    (await sql<{ id: string }>('select id from agency_subscriptions where buyer_id = $1', [agency.id]))[0] as {
      id: string;
    }
  ).id;
const day = async (shift: string): Promise<string> =>
  (
    (
      await sql<{ day: string }>(
        `select ((now() at time zone 'Europe/Paris')::date + interval '${shift}')::date::text as day`,
      )
    )[0] as { day: string }
  ).day;

let article = '';
beforeAll(async () => {
  const made = await superAdmin.call(endpointOf(AgencyOffer, 'save'), {
    mount: 'platform',
    input: { name: 'Lot de badges', type: 300, price: 20 },
  });
  article = (made as { agencyOffer: { id: string } }).agencyOffer.id;
});

beforeEach(async () => {
  await sql(
    `update agency_subscriptions set status = 0, plan_id = null, next_plan_id = null, next_yearly = null, next_licences = null, renews = true, yearly = false, licences = 0, starts_on = null, ends_on = null,
      trial_ends_on = null, is_free_trial_done = false`,
  );
  await sql(
    `update agencies set errors = '[]', agents_limit = null, accounts_limit = null, free_accounts = 0, remaining_sheets = null, prepaid_signatures = null, prepaid_payslips = null`,
  );
});

const order = (offers: readonly { id: string; quantity?: number }[], more = {}) =>
  owner.call(orderSubscription, { mount: 'agency', input: { offers: [...offers], vat: 20, ...more } });

test('a new installation sells its plan and its units at the prices of the specification', async () => {
  const { offers } = await owner.call(readSubscriptions, { mount: 'agency' });
  const plan = offers.find(({ id }) => id === planOffer);
  expect(plan).toMatchObject({ price: 49.99, yearlyPrice: 549.89, family: 'subs', gives: { licences: 5 } });
  expect(offers.find(({ id }) => id === signature)).toMatchObject({ price: 0.99, family: 'pack' });
});

test('an offer of the product has a yearly price of eleven months unless it has its own', async () => {
  const save = (options: object) =>
    superAdmin.call(endpointOf(AgencyOffer, 'save'), {
      mount: 'platform',
      input: { name: 'Suivi', type: 3, price: 19.99, ...options },
    }) as Promise<{ agencyOffer: { id: string; options: { yearlyPrice: number | null }; numberOfSales: number } }>;
  const { agencyOffer } = await save({});
  expect(agencyOffer.options.yearlyPrice).toBe(219.89);
  expect(agencyOffer.numberOfSales).toBe(0);
  const own = await save({ options: { yearlyPrice: 200 } });
  expect(own.agencyOffer.options.yearlyPrice).toBe(200);
  const yearly = async (id: string, change: object): Promise<number | null> =>
    (await save({ id, ...change })).agencyOffer.options.yearlyPrice;
  const changes = [{ description: 'Suivi des rondes' }, { price: 30 }, { options: { yearlyPrice: null } }];
  const priced = [];
  for (const change of changes) priced.push(await yearly(own.agencyOffer.id, { price: 19.99, ...change }));
  expect(priced).toEqual([200, 200, 219.89]);
  expect(await yearly(agencyOffer.id, { price: 30 })).toBe(330);
});

test('an agency lists what is on sale, without what was sold of it', async () => {
  const made = (await owner.call(endpointOf(AgencyOffer, 'list'), { mount: 'agency', input: {} })) as {
    agencyOffers: { status: number; turnover: number | null }[];
  };
  expect(made.agencyOffers.length).toBeGreaterThanOrEqual(4);
  for (const { status, turnover } of made.agencyOffers) expect([status, turnover]).toEqual([100, null]);
});

test('a cart is priced by the server, to the cent', async () => {
  const { cart } = await owner.call(fillCart, {
    mount: 'agency',
    input: { offers: [{ id: planOffer }, { id: signature, quantity: 3 }] },
  });
  expect(cart).toMatchObject({ price: 52.96, vat: 20, totalVat: 10.59, total: 63.55, needsDelivery: false });
  const yearly = await owner.call(fillCart, { mount: 'agency', input: { offers: [{ id: planOffer }], yearly: true } });
  expect(yearly.cart.price).toBe(549.89);
});

test('an order is billed, and gives nothing before it is paid', async () => {
  const { order: placed, invoice } = await order([{ id: planOffer }, { id: licence, quantity: 2 }]);
  expect(placed).toMatchObject({ isPaid: false, total: 83.96 });
  expect((await own()).plan).toBeNull();
  await pay(invoice?.id as string);
  await pay(invoice?.id as string);
  expect(await own()).toMatchObject({
    status: 100,
    plan: { id: planOffer },
    licences: 2,
    startsOn: await day('0 days'),
    endsOn: await day('1 month - 1 day'),
  });
  expect((await pricing()).accountsLimit).toBe(7);
});

test('a paid article becomes an order that the platform follows and the agency reads', async () => {
  await sql('update agency_subscriptions set status = 100, plan_id = $2 where buyer_id = $1', [agency.id, planOffer]);
  await expect(order([{ id: article }])).rejects.toThrow('Indiquez où livrer.');
  const { invoice } = await order([{ id: article, quantity: 2 }], { deliveryAddress: '1 rue du Port, Nice' });
  await pay(invoice?.id as string);
  const list = endpointOf(ArticleOrder, 'list');
  const seen = (await owner.call(list, { mount: 'agency', input: {} })) as {
    agencyArticleOrders: { id: string; status: number }[];
  };
  const [one] = seen.agencyArticleOrders;
  expect(one).toMatchObject({ status: 100, quantity: 2, deliveryAddress: '1 rue du Port, Nice' });
  const foreign = (await here.as('foreignOwner').call(list, { mount: 'agency', input: {} })) as { filtered: number };
  expect(foreign.filtered).toBe(0);
  const saved = (await support.call(endpointOf(ArticleOrder, 'save'), {
    mount: 'platform',
    input: { id: one?.id as string, status: 300 },
  })) as { agencyArticleOrder: Record<string, unknown> };
  expect(saved.agencyArticleOrder).toMatchObject({
    ...{ status: 300, sentAt: await day('0 days'), validatedAt: null },
    agencyPaymentItem: {
      ...{ quantity: 2, offer: { name: 'Lot de badges' } },
      agencyInvoice: { file: { url: `/agency-invoice/${invoice?.id}/pdf` } },
    },
  });
  const offers = (await superAdmin.call(endpointOf(AgencyOffer, 'read'), {
    mount: 'platform',
    params: { id: article },
  })) as { agencyOffer: Record<string, unknown> };
  expect(offers.agencyOffer).toMatchObject({ numberOfSales: 2, turnover: 40 });
});

test('an order needs a plan, a known rate, an offer on sale, and a quota that is counted', async () => {
  await expect(order([{ id: signature }])).rejects.toThrow(subscriptionMessages.needsPlan);
  await expect(order([{ id: planOffer }], { vat: 10 })).rejects.toThrow('20 %');
  await expect(order([{ id: planOffer, quantity: 2 }])).rejects.toThrow('Une seule formule');
  await expect(order([{ id: planOffer }, { id: signature }])).rejects.toThrow('inutile');
  await sql('update subscription_offers set status = 200 where id = $1', [signature]);
  await expect(order([{ id: planOffer }, { id: signature }])).rejects.toThrow(subscriptionMessages.notOnSale);
  await sql('update subscription_offers set status = 100 where id = $1', [signature]);
});

test('a plan that runs is not ordered again, and more licences cost what its period does', async () => {
  const runs = (end: string) =>
    sql(
      'update agency_subscriptions set status = 100, plan_id = $2, yearly = true, licences = 3, starts_on = null, ends_on = $3 where buyer_id = $1',
      [agency.id, planOffer, end],
    );
  await runs(await day('20 days'));
  const again = await owner.answer(orderSubscription, {
    ...{ mount: 'agency', input: { offers: [{ id: planOffer }], vat: 20 } },
  });
  expect([again.status, again.body.message]).toEqual([409, subscriptionMessages.planRuns]);
  const { cart } = await owner.call(fillCart, { mount: 'agency', input: { offers: [{ id: licence }], yearly: false } });
  expect([cart.yearly, cart.price]).toEqual([true, 109.89]);
  const { order: more, invoice } = await order([{ id: licence }], { yearly: false });
  expect(more.total).toBe(131.87);
  await pay(invoice?.id as string);
  expect(await own()).toMatchObject({ licences: 4, endsOn: await day('20 days') });
  // Ended: the licences of the former period are not given for nothing.
  await runs(await day('-1 day'));
  const anew = await order([{ id: planOffer }, { id: licence }]);
  await pay(anew.invoice?.id as string);
  expect(await own()).toMatchObject({ licences: 1, yearly: false, endsOn: await day('1 month - 1 day') });
  expect((await pricing()).accountsLimit).toBe(6);
});

test('two tabs order one plan, and five orders at most wait for their payment', async () => {
  const ask = (id: string) =>
    owner.answer(orderSubscription, { mount: 'agency', input: { offers: [{ id }], vat: 20 } });
  const both = await Promise.all([ask(planOffer), ask(planOffer)]);
  expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
  const number = both.find(({ status }) => status === 200)?.body.invoice.number as string;
  expect(both.find(({ status }) => status === 409)?.body.message).toContain(number);
  await sql('update agency_subscriptions set status = 100, plan_id = $2 where buyer_id = $1', [agency.id, planOffer]);
  for (let made = 1; made < 5; made++) expect((await ask(licence)).status).toBe(200);
  const more = await ask(licence);
  expect([more.status, more.body.message]).toEqual([409, expect.stringContaining(number)]);
  // What was cancelled waits for nothing.
  await sql(`update agency_invoices set status = 'CANCELLED_MANUALLY' where reference = $1`, [number]);
  expect((await ask(licence)).status).toBe(200);
  await sql('update subscription_orders set paid_at = now() where buyer_id = $1 and paid_at is null', [agency.id]);
});

test('another plan is for the next period', async () => {
  const change = () => owner.call(changePlan, { mount: 'agency', input: { plan: { id: planOffer }, yearly: true } });
  await expect(change()).rejects.toThrow(subscriptionMessages.needsPlan);
  await sql('update agency_subscriptions set status = 100, plan_id = $2 where buyer_id = $1', [agency.id, planOffer]);
  expect((await change()).subscription).toMatchObject({
    yearly: false,
    next: { plan: { id: planOffer }, yearly: true },
  });
});

test('a free trial lasts fourteen days, then a subscription is needed, and an order opens the agency again', async () => {
  await database.transaction(inAgency, (db) => startFreeTrial(db, agency.id));
  const trial = async () => (await owner.call(readFreeTrial, { mount: 'agency' })).trial;
  expect(await trial()).toMatchObject({ isFreeTrial: true, trialDaysLeft: 14, isFreeTrialDone: false });
  expect(await pricing()).toMatchObject({ accountsLimit: 5, prepaidSignatures: 5 });
  await sql(
    `update agency_subscriptions set trial_ends_on = trial_ends_on - 14, starts_on = starts_on - 14, ends_on = ends_on - 14 where buyer_id = $1`,
    [agency.id],
  );
  await endTrials(services);
  expect(await trial()).toMatchObject({ isFreeTrial: false, isFreeTrialDone: true, hasPlan: false });
  await expect(owner.call(readPricing, { mount: 'agency' })).rejects.toThrow(subscriptionMessages.trialEnded);
  const { invoice } = await order([{ id: planOffer }]);
  await pay(invoice?.id as string);
  expect((await pricing()).accountsLimit).toBe(5);
  expect((await own()).agencySettingsSubscription.isFreeTrialDone).toBe(true);
  await sql('update agency_subscriptions set status = 0 where buyer_id = $1', [agency.id]);
  const again = { id: await subscriptionId(), type: 'startTrial' };
  const act = endpointOf(AgencySubscription, 'act');
  await expect(admin.call(act, { mount: 'platform', params: again })).rejects.toThrow('déjà eu son essai');
});

test('a deactivated subscription closes the agency, an active one opens it', async () => {
  const id = await subscriptionId();
  const act = (type: string) =>
    admin.call(endpointOf(AgencySubscription, 'act'), { mount: 'platform', params: { id, type } });
  await act('activate');
  await act('deactivate');
  await expect(pricing()).rejects.toThrow(subscriptionMessages.ended);
  await act('activate');
  await pricing();
  await expect(
    support.call(endpointOf(AgencySubscription, 'act'), { mount: 'platform', params: { id, type: 'deactivate' } }),
  ).rejects.toThrow();
});

test('a subscription lifts its own lock, and no other one with the same words', async () => {
  const others = [
    { message: `${subscriptionMessages.ended} : la facture F1 n’est pas réglée.`, lock: true, by: 'payments' },
    { message: subscriptionMessages.ended, lock: true },
  ];
  await sql('update agencies set errors = $2 where id = $1', [agency.id, JSON.stringify(others)]);
  const set = (message: string | null) =>
    database.transaction(platformContext, (db) => setLock(db, agency.id, message));
  const errors = async () => (await sql('select errors from agencies where id = $1', [agency.id]))[0]?.errors;
  await set(subscriptionMessages.ended);
  await set(subscriptionMessages.trialEnded);
  expect(await errors()).toEqual([
    ...others,
    { message: subscriptionMessages.trialEnded, lock: true, by: 'subscriptions' },
  ]);
  await set(null);
  expect(await errors()).toEqual(others);
});

test('the platform sets the quotas of an agency', async () => {
  const id = await subscriptionId();
  const input = {
    agentsLimit: 900,
    accountsLimit: 800,
    freeAccounts: 2,
    remainingSheets: null,
    prepaidSignatures: 7,
    prepaidPayslips: null,
  };
  const { agencySubscription } = await admin.call(saveQuotas, { mount: 'platform', params: { id }, input });
  expect(agencySubscription.buyer).toMatchObject({ agentsLimit: 900, prepaidSignatures: 7 });
  expect(await pricing()).toMatchObject({
    agentsLimit: 900,
    accountsLimit: 800,
    vFreeAccounts: 2,
    prepaidSignatures: 7,
  });
});

test('an agency cannot give itself quotas', async () => {
  for (const text of [
    'select set_quotas($1, 1, 1, 1, 1, 1, 1)',
    'select give_quotas($1, 9, 9, 9, 9)',
    `select lock_subscription($1, 'x', null)`,
  ])
    await expect(database.transaction(inAgency, (db) => db.query({ text, values: [agency.id] }))).rejects.toThrow();
});

test('the configuration names the modules that are open', async () => {
  const { config } = await owner.call(readConfig, { mount: 'agency' });
  expect(config.freeTrialDays).toBe(14);
  expect(config.modules).toHaveProperty('subscriptions');
});

test('the subscription names the default means of payment', async () => {
  expect((await own()).agencySettingsSubscription).toMatchObject({ defaultPaymentMethod: null, vatLabel: 'TVA' });
  const id = randomUUID();
  await sql(
    `insert into payment_methods (agency_id, id, type, provider, ref, is_default) values ($1, $2, 'card', 'stripe', 'pm_own', true)`,
    [agency.id, id],
  );
  expect((await own()).agencySettingsSubscription.defaultPaymentMethod).toBe(id);
  await sql('delete from payment_methods where id = $1', [id]);
});

test('the platform’s list of offers answers by both of its names', async () => {
  const { token } = await here.sessionOf('superAdmin');
  const named = async (path: string) =>
    (
      await here.app.inject({
        ...{ method: 'POST', url: `/api/admin/${path}`, headers: { authorization: `Bearer ${token}` }, payload: {} },
      })
    ).json() as { agencyOffers: unknown[] };
  const listed = await named('fetch/agency-offers');
  expect(listed.agencyOffers.length).toBeGreaterThan(3);
  expect(await named('agency-offers')).toEqual(listed);
});

test('each agency has one subscription, from its creation on', async () => {
  const rows = await sql('select from agency_subscriptions where buyer_id = any ($1)', [[agency.id, otherAgency.id]]);
  expect(rows).toHaveLength(2);
});
