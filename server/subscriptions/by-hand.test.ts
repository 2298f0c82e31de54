// What the platform sets by hand: plans only, dates in order, quotas as they were read, trials that end.
import { beforeEach, expect, test } from 'vitest';
import { ArticleOrder } from '#core/subscriptions/article-order.ts';
import { saveQuotas, subscriptionMessages } from '#core/subscriptions/calls.ts';
import { AgencyOffer } from '#core/subscriptions/offer.ts';
import { AgencySubscription } from '#core/subscriptions/subscription.ts';
import { type Answer, type AnyRow, endpointOf } from '#server/testing/client.ts';
import { planOffer } from '#server/testing/subscription-requests.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { agency, sql } = here;
const mount = 'platform';
const admin = here.as('superAdmin');
const [subscription] = await sql<{ id: string }>('select id from agency_subscriptions where buyer_id = $1', [
  agency.id,
]);
const id = subscription?.id as string;
const saveSubscription = (more: object): Promise<Answer> =>
  admin.answer(endpointOf(AgencySubscription, 'save'), { mount, input: { id, ...more } as never });
const offer = async (name: string, type: number): Promise<string> => {
  const made = await admin.answer(endpointOf(AgencyOffer, 'save'), {
    mount,
    input: { name, type, price: 20 } as never,
  });
  return made.body.agencyOffer.id;
};

beforeEach(async () => {
  await sql(
    `update agency_subscriptions set status = 100, plan_id = null, is_free_trial_done = false, trial_ends_on = '2099-01-01' where id = $1`,
    [id],
  );
  await sql(`update agencies set errors = '[]', prepaid_signatures = 5, accounts_limit = 5 where id = $1`, [agency.id]);
});

test('the plan of a subscription is a plan', async () => {
  const refused = await saveSubscription({ plan: { id: await offer('Lot de dix badges', 300) } });
  expect([refused.status, refused.body.message]).toEqual([400, subscriptionMessages.notPlan]);
  expect((await saveSubscription({ plan: { id: planOffer } })).status).toBe(200);
});

test('a trial ended by hand is over: its subscription is off and its agency locked', async () => {
  const { body } = await saveSubscription({ isFreeTrialDone: true });
  expect(body.agencySubscription).toMatchObject({ isFreeTrialDone: true, status: 200 });
  const [row] = await sql<{ errors: AnyRow[] }>('select errors from agencies where id = $1', [agency.id]);
  expect(row?.errors).toMatchObject([{ message: subscriptionMessages.trialEnded, lock: true }]);
  // Opened again by hand: another edit does not close it.
  await sql('update agency_subscriptions set status = 100 where id = $1', [id]);
  expect((await saveSubscription({ mustBeBilled: false })).body.agencySubscription.status).toBe(100);
});

test('quotas typed over older ones keep what was used meanwhile, and do not overwrite it unseen', async () => {
  const read = async () => (await admin.answer(endpointOf(AgencySubscription, 'read'), { mount, params: { id } })).body;
  const { id: _id, ...seen } = (await read()).agencySubscription.buyer;
  await sql('update agencies set prepaid_signatures = 2 where id = $1', [agency.id]);
  const save = (more: object): Promise<Answer> =>
    admin.answer(saveQuotas, { mount, params: { id }, input: { ...seen, seen, ...more } });
  const saved = await save({ accountsLimit: 9 });
  expect(saved.body.agencySubscription.buyer).toMatchObject({ accountsLimit: 9, prepaidSignatures: 2 });
  const refused = await save({ prepaidSignatures: 50 });
  expect([refused.status, refused.body.message]).toEqual([
    409,
    expect.stringContaining('« Signatures prépayées restantes » vaut maintenant 2'),
  ]);
});

test('an offer of the product keeps its type, and no other one becomes one (Z-042)', async () => {
  const change = (id: string, type: number): Promise<Answer> =>
    admin.answer(endpointOf(AgencyOffer, 'save'), { mount, input: { id, type } as never });
  const refused = await change(planOffer, 300);
  expect([refused.status, refused.body.violations?.[0]?.path]).toEqual([400, 'type']);
  const article = await offer('Gilets', 300);
  expect((await change(article, 1)).status).toBe(400);
  expect((await change(article, 100)).body.agencyOffer.type).toBe(100);
});

test('a copy of what is not on sale is made inactive (Z-050)', async () => {
  const made = await admin.answer(endpointOf(AgencyOffer, 'save'), {
    ...{ mount, input: { name: 'Badges - Copie', type: 300, price: 20, willActivate: false } as never },
  });
  expect(made.body.agencyOffer.status).toBe(200);
});

test('the payslips pack is not listed to agencies', async () => {
  const pack = await offer('Fiches de paie', 220);
  const listed = await here.as('owner').answer(endpointOf(AgencyOffer, 'list'), { mount: 'agency', input: {} });
  expect(listed.body.agencyOffers.map((row: AnyRow) => row.id)).not.toContain(pack);
});

test('the dates of an article order follow its status and come in their order', async () => {
  const [order] = await sql<{ id: string }>(
    `insert into agency_article_orders (agency_id, id, buyer_id, agency_name, article, quantity) values (platform_agency(), gen_random_uuid(), $1, 'Azur', 'Badges', 1) returning id`,
    [agency.id],
  );
  const save = (input: object): Promise<Answer> =>
    admin.answer(endpointOf(ArticleOrder, 'save'), { mount, input: { id: order?.id, ...input } as never });
  const dates = async (status: number) => (await save({ status })).body.agencyArticleOrder;
  await dates(200);
  expect(await dates(500)).toMatchObject({ canceledAt: expect.any(String), validatedAt: expect.any(String) });
  expect(await dates(200)).toMatchObject({ canceledAt: null });
  await dates(300);
  expect(await dates(100)).toMatchObject({ validatedAt: null, sentAt: null });
  await dates(200);
  const early = await save({ status: 300, sentAt: '2020-01-01' });
  expect([early.status, early.body.violations?.[0]?.path]).toEqual([400, 'sentAt']);
  const cancelled = await save({ canceledAt: '2099-01-01' });
  expect([cancelled.status, cancelled.body.violations?.[0]?.path]).toEqual([400, 'canceledAt']);
});
