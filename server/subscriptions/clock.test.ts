// Subscriptions by the clock: renewals, the end of trials, and what agencies are told, each thing once.
import { beforeEach, expect, test } from 'vitest';
import { ArticleOrder } from '#core/subscriptions/article-order.ts';
import {
  orderSubscription,
  readAlerts,
  readFreeTrial,
  readSubscriptions,
  saveAlerts,
} from '#core/subscriptions/calls.ts';
import { AgencyOffer } from '#core/subscriptions/offer.ts';
import { nobody } from '#server/db/context.ts';
import { servicesOf } from '#server/kernel/app.ts';
import { platformContext } from '#server/payments/as-platform.ts';
import { refreshInvoice } from '#server/payments/invoicing.ts';
import { endpointOf } from '#server/testing/client.ts';
import { planOffer } from '#server/testing/subscription-requests.ts';
import { world } from '#server/testing/world.ts';
import { tellOrders, tellTrials } from './announcing.ts';
import { endTrials, renewSubscriptions, tellQuotas } from './clock.ts';
import { startFreeTrial } from './subscription.ts';

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

const renewals = () =>
  sql<{ invoice: string; total: number; lines: string[] }>(
    `select o.invoice_id as invoice, o.price::float8 as total, array(select l.name || ' × ' || l.quantity from subscription_order_lines l where l.order_id = o.id order by l.rank) as lines
      from subscription_orders o where o.renewal and o.buyer_id = $1 order by o.created_at`,
    [agency.id],
  );
const planEnds = (end: string) =>
  sql('update agency_subscriptions set status = 100, plan_id = $2, ends_on = $3 where buyer_id = $1', [
    ...[agency.id, planOffer, end],
  ]);

test('a renewal whose invoice was cancelled is billed again, once', async () => {
  await planEnds(await day('4 days'));
  const before = (await renewals()).length;
  for (let run = 0; run < 2; run++) await renewSubscriptions(services);
  const [first] = (await renewals()).slice(before);
  await settle(first?.invoice as string, 'CANCELLED_MANUALLY');
  for (let run = 0; run < 2; run++) await renewSubscriptions(services);
  const made = (await renewals()).slice(before);
  expect(made).toHaveLength(2);
  await settle(made[1]?.invoice as string, 'CANCELLED_MANUALLY');
});

test('a subscription prolonged while its next period waits for its payment is not billed again (Z-063)', async () => {
  await planEnds(await day('4 days'));
  const before = (await renewals()).length;
  await renewSubscriptions(services);
  await planEnds(await day('5 days'));
  await renewSubscriptions(services);
  const made = (await renewals()).slice(before);
  expect(made).toHaveLength(1);
  await pay(made[0]?.invoice as string);
});

test('a service that is billed by the period is followed as an order, and billed again until it is given up', async () => {
  const made = (await here.as('superAdmin').call(endpointOf(AgencyOffer, 'save'), {
    mount: 'platform',
    input: { name: 'Suivi du site professionnel', type: 3, price: 10 },
  })) as { agencyOffer: { id: string } };
  await planEnds(await day('20 days'));
  const { invoice } = await owner.call(orderSubscription, {
    mount: 'agency',
    input: { offers: [{ id: made.agencyOffer.id, quantity: 2 }], vat: 20 },
  });
  await pay(invoice?.id as string);
  const list = async () =>
    (
      (await owner.call(endpointOf(ArticleOrder, 'list'), { mount: 'agency', input: {} })) as {
        agencyArticleOrders: { id: string; article: string; quantity: number }[];
      }
    ).agencyArticleOrders.filter(({ article }) => article === 'Suivi du site professionnel');
  expect(await list()).toMatchObject([{ quantity: 2 }]);
  const before = (await renewals()).length;
  await planEnds(await day('5 days'));
  await renewSubscriptions(services);
  const [renewed] = (await renewals()).slice(before);
  expect(renewed?.lines.at(-1)).toBe('Suivi du site professionnel × 2');
  expect(renewed?.total).toBe(69.99);
  await pay(renewed?.invoice as string);
  // The renewal goes on with the same order.
  expect(await list()).toHaveLength(1);
  const [order] = await list();
  await here.as('support').call(endpointOf(ArticleOrder, 'save'), {
    ...{ mount: 'platform', input: { id: order?.id as string, status: 500 } },
  });
  await planEnds(await day('6 days'));
  await renewSubscriptions(services);
  expect((await renewals()).at(-1)?.lines).toHaveLength(1);
});

test('the end of a trial is told three days before, the day before and afterwards, each once, and again if it is prolonged', async () => {
  await database.transaction({ ...nobody, agency: agency.id }, (db) => startFreeTrial(db, agency.id));
  const ends = async (shift: string) =>
    sql('update agency_subscriptions set trial_ends_on = $2, starts_on = null, ends_on = null where buyer_id = $1', [
      ...[agency.id, await day(shift)],
    ]);
  const titles = async () => [...new Set(await bellOf('trialEnding'))];
  const [three, last, over] = [
    'Votre essai gratuit se termine dans 3 jours',
    'Votre essai gratuit se termine demain',
    'Votre essai gratuit est terminé',
  ];
  const told = async (shift: string) => {
    await ends(shift);
    for (let run = 0; run < 2; run++) await tellTrials(services);
  };
  await told('10 days');
  await told('3 days');
  await expect.poll(titles).toEqual([three]);
  await told('2 days');
  await told('1 day');
  await expect.poll(titles).toEqual([three, last]);
  await ends('0 days');
  expect((await owner.call(readFreeTrial, { mount: 'agency' })).trial).toMatchObject({ trialDaysLeft: 1 });
  await endTrials(services);
  await told('0 days');
  expect(await titles()).toEqual([three, last]);
  await ends('-1 day');
  await endTrials(services);
  await told('-1 day');
  await expect.poll(titles).toEqual([three, last, over]);
  // A locked agency is told by mail too.
  const mailed = async () =>
    (await here.outbox.all()).filter(({ subject }) => subject?.includes('essai gratuit est terminé')).length;
  await expect.poll(mailed).toBeGreaterThan(0);
});

test('an order, its payment, a renewal and an article on its way are told once', async () => {
  await sql('update subscription_orders set paid_at = now() where paid_at is null');
  await sql('update agency_invoices set announced = 2');
  await sql('update agency_article_orders set sent_announced = true');
  const titles = async () => [...new Set(await bellOf('subscriptionBilled'))];
  const tell = async () => {
    for (let run = 0; run < 2; run++) await tellOrders(services);
  };
  const { invoice } = await owner.call(orderSubscription, {
    ...{ mount: 'agency', input: { offers: [{ id: planOffer }], vat: 20 } },
  });
  await tell();
  const ordered = `Commande reçue : facture ${invoice?.number}`;
  await expect.poll(titles).toEqual([ordered]);
  const mailed = async () =>
    (await here.outbox.all()).find(({ subject }) => subject?.includes(String(invoice?.number)))?.text ?? '';
  await expect.poll(mailed).toMatch(/59,99\s€ TTC est à régler au plus tard le/);
  expect(await mailed()).toContain('par virement');
  await pay(invoice?.id as string);
  await tell();
  const paid = `Paiement reçu : facture ${invoice?.number}`;
  await expect.poll(titles).toEqual([ordered, paid]);
  await planEnds(await day('2 days'));
  await renewSubscriptions(services);
  await tell();
  await expect.poll(async () => (await titles()).at(-1)).toContain('Renouvellement de votre abonnement : facture');
  await sql(
    `insert into agency_article_orders (agency_id, id, buyer_id, agency_name, article, quantity) values (platform_agency(), gen_random_uuid(), $1, 'Ronde', 'Badges', 2)`,
    [agency.id],
  );
  await tell();
  await sql(`update agency_article_orders set status = 300 where article = 'Badges'`);
  await tell();
  await expect.poll(async () => [...new Set(await bellOf('articleSent'))]).toEqual(['Commande envoyée : Badges']);
});
