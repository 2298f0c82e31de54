// By the clock: trials end, periods are renewed, quotas that are nearly used up are told.

import { platformAgencyId } from '#core/kernel/platform.ts';
import { type NearQuota, nearQuotas } from '#core/subscriptions/alerting.ts';
import { cancelledOrder } from '#core/subscriptions/article-order.ts';
import { alertedQuotas, subscriptionMessages } from '#core/subscriptions/calls.ts';
import { quotaNear, quotaNearMail } from '#core/subscriptions/notifications.ts';
import { licenceType, planType, servedTypes } from '#core/subscriptions/offer.ts';
import { isLocked } from '#server/agencies/lock.ts';
import { pricingOf } from '#server/agents/quota.ts';
import { nobody } from '#server/db/context.ts';
import type { Db } from '#server/db/database.ts';
import { byClock, job } from '#server/jobs/registry.ts';
import type { Services } from '#server/kernel/call.ts';
import { notify } from '#server/notifications/notify.ts';
import { platformContext } from '#server/payments/as-platform.ts';
import { endPlans } from './endings.ts';
import { alertsOf } from './handlers.ts';
import { isNextBilled, type PricedLine, placeOrder } from './orders.ts';
import { ownSubscription, setLock, soldOffers } from './subscription.ts';

/** Days before its end that a period is renewed: its invoice is there in time. */
const renewedBefore = 7;

interface Due extends Record<string, unknown> {
  id: string;
  buyer: string;
  plan: string;
  yearly: boolean;
  licences: number;
  endsOn: string;
  /** Other recurring offers that the agency keeps: their article orders are not cancelled. */
  kept: { id: string; quantity: number }[];
  /** Invoices of this period that were cancelled: each try is an order of its own. */
  cancelled: number;
}

/** A trial that is over and was not followed by a plan. */
export const endTrials = (services: Services): Promise<void> =>
  services.database.transaction(platformContext, async (db) => {
    const ended = await db.query<{ buyer: string }>({
      name: 'end-trials',
      text: `update agency_subscriptions set is_free_trial_done = true, status = 200, updated_at = now(), version = version + 1
        where agency_id = app_agency() and status = 100 and plan_id is null and not is_free_trial_done and trial_ends_on < app_today() returning buyer_id as buyer`,
    });
    for (const { buyer } of ended) await setLock(db, buyer, subscriptionMessages.trialEnded);
  });

/** Unpaid, payments reminds and suspends (decision 101). The same period is billed once, also when its end is moved meanwhile. */
export async function renewSubscriptions(services: Services): Promise<void> {
  const { database, log } = services;
  const { due, offers } = await database.transaction(platformContext, async (db) => ({
    due: await db.query<Due>({
      name: 'due-subscriptions',
      text: `select s.id, s.buyer_id as buyer, coalesce(s.next_plan_id, s.plan_id) as plan, coalesce(s.next_yearly, s.yearly) as yearly, coalesce(s.next_licences, s.licences) as licences, s.ends_on::text as "endsOn",
          (select coalesce(json_agg(json_build_object('id', k.offer_id, 'quantity', k.quantity) order by k.offer_id), '[]') from
            (select a.offer_id, sum(a.quantity)::integer as quantity from agency_article_orders a join subscription_offers f on f.agency_id = a.agency_id and f.id = a.offer_id
              where a.agency_id = s.agency_id and a.buyer_id = s.buyer_id and a.status <> ${cancelledOrder} and f.type = any ($1) group by a.offer_id) k) as kept,
          (select count(*)::integer from subscription_orders o join agency_invoices i on i.agency_id = o.agency_id and i.id = o.invoice_id
            where o.agency_id = s.agency_id and o.buyer_id = s.buyer_id and o.renewal and i.status = 'CANCELLED_MANUALLY' and starts_with(o.once, 'renewal ' || s.id || ' ' || s.ends_on)) as cancelled
        from agency_subscriptions s where s.agency_id = app_agency() and s.status = 100 and s.must_be_billed and s.renews and s.plan_id is not null
          and s.ends_on <= app_today() + ${renewedBefore} and not ${isNextBilled('s.buyer_id')} order by s.ends_on, s.id`,
      values: [servedTypes],
    }),
    offers: await soldOffers(db),
  }));
  const licence = offers.find(({ type }) => type === licenceType);
  const failed: unknown[] = [];
  for (const one of due) {
    const plan = offers.find(({ id, type }) => id === one.plan && type === planType);
    if (!plan) continue;
    const priced = (offer: typeof plan, quantity: number): PricedLine => ({
      ...{ offer, quantity, unitPrice: one.yearly ? (offer.yearlyPrice ?? offer.price) : offer.price },
    });
    const served = one.kept.flatMap(({ id, quantity }) => {
      const offer = offers.find((sold) => sold.id === id);
      return offer ? [priced(offer, quantity)] : [];
    });
    const lines = [priced(plan, 1), ...(licence && one.licences > 0 ? [priced(licence, one.licences)] : []), ...served];
    await database
      .transaction(platformContext, (db) =>
        placeOrder(db, {
          ...{ buyerId: one.buyer, lines, yearly: one.yearly, renewal: true, dueAt: one.endsOn, caller: null },
          once: `renewal ${one.id} ${one.endsOn}${one.cancelled > 0 ? ` ${one.cancelled}` : ''}`,
        }),
      )
      .catch((error: unknown) => {
        log.failed('subscription not renewed', error, { agency: one.buyer });
        failed.push(error);
      });
  }
  if (failed.length > 0) throw failed[0];
}

/** A trial lasts until the end of its last day in Paris. */
export const endFreeTrials = job(
  'endFreeTrials',
  byClock,
  { label: 'Abonnements : fins d’essai', cron: { at: '0 0 * * *', of: 'platform' } },
  (_, services) => endTrials(services),
);

export const followSubscriptions = job(
  'followSubscriptions',
  byClock,
  { label: 'Abonnements : renouvellements', cron: { at: '15 3 * * *', of: 'platform' } },
  async (_, services) => {
    await endTrials(services);
    await endPlans(services);
    await renewSubscriptions(services);
  },
);

/** Keeps the levels, and answers the quotas that rose to a level that was not told. Two runs at once wait for each other. */
async function risen(db: Db, near: readonly NearQuota[]): Promise<NearQuota[]> {
  const levels = alertedQuotas.map((quota) => ({
    quota,
    told: near.find((one) => one.quota === quota)?.level ?? 0,
  }));
  // A conflict that changes nothing locks the row; those that were never told have none.
  const before = await db.query<{ quota: string; told: number }>({
    name: 'hold-told-quotas',
    text: `insert into subscription_alerts (agency_id, quota) select app_agency(), unnest($1::text[])
      on conflict (agency_id, quota) do update set told = subscription_alerts.told returning quota, told`,
    values: [alertedQuotas],
  });
  await db.query({
    name: 'keep-told-quotas',
    text: `update subscription_alerts a set told = x.told from json_to_recordset($1) as x (quota text, told smallint)
      where a.agency_id = app_agency() and a.quota = x.quota and a.told <> x.told`,
    values: [JSON.stringify(levels)],
  });
  const known = new Map(before.map(({ quota, told }) => [quota, told]));
  return near.filter(({ quota, level }) => level > (known.get(quota) ?? 0));
}

/** Z-060. Each level of a quota is told once per crossing; bought again, it is told again (decision 112). */
export async function tellQuotas(agency: string, services: Services, now: Date): Promise<void> {
  if (agency === platformAgencyId) return;
  const context = { ...nobody, agency };
  await services.database.transaction(context, async (db) => {
    if (await isLocked(db, agency)) return;
    const near = await risen(db, nearQuotas(await pricingOf(db), (await ownSubscription(db)).isFreeTrial));
    if (near.length === 0) return;
    const alerts = new Map((await alertsOf(db)).map((alert) => [alert.quota, alert]));
    const by = { caller: null, context, now, services, host: null };
    for (const { quota, level, title, text } of near) {
      const notice = {
        to: 'holders' as const,
        event: `${quota} ${level} ${now.toISOString()}`,
        ...{ title, text, link: '/agencySubscription', action: 'Voir mon abonnement' },
      };
      const { notification, email } = alerts.get(quota) ?? { notification: true, email: true };
      if (notification) await notify(db, quotaNear, [{ ...notice, mail: null }], by);
      if (email) await notify(db, quotaNearMail, [notice], by);
    }
  });
}

export const watchQuotas = job(
  'watchQuotas',
  byClock,
  { label: 'Abonnements : alertes de quota', cron: { at: '0 7 * * *', of: 'agencies' } },
  async (_, services, { agency }) => {
    if (agency) await tellQuotas(agency, services, new Date());
  },
);
