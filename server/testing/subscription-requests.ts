// Valid requests of the calls of subscriptions.
import { randomUUID } from 'node:crypto';
import { platformAgencyId } from '#core/kernel/platform.ts';
import type { Line, Setting } from './requests.ts';

/** The plan that every installation sells. */
export const planOffer = '00000000-0000-4000-8000-000000000101';

const buyerOf = ({ world, where }: Setting): string => (where === 'foreign' ? world.otherAgency : world.agency).id;

/** To be changed: the one of a new agency. */
export async function subscriptionOf(setting: Setting): Promise<string> {
  const { sql } = setting.world;
  const made = randomUUID();
  if (setting.fresh) await sql(`insert into agencies (id, name) values ($1, 'Abonnée')`, [made]);
  const buyer = setting.fresh ? made : buyerOf(setting);
  const [row] = await sql<{ id: string }>('select id from agency_subscriptions where buyer_id = $1', [buyer]);
  return row?.id as string;
}

export async function articleOrderOf(setting: Setting): Promise<string> {
  const id = randomUUID();
  await setting.world.sql(
    `insert into agency_article_orders (agency_id, id, buyer_id, agency_name, article, quantity) values ($1, $2, $3, 'Azur', 'Badges', 2)`,
    [platformAgencyId, id, buyerOf(setting)],
  );
  return id;
}

/** As after its first order. */
const subscribed = (setting: Setting): Promise<unknown> =>
  setting.world.sql('update agency_subscriptions set status = 100, plan_id = $2 where buyer_id = $1', [
    buyerOf(setting),
    planOffer,
  ]);

/** Without a plan, and without an order that waits for its payment. */
async function unsubscribed(setting: Setting): Promise<void> {
  const buyer = [buyerOf(setting)];
  await setting.world.sql('update agency_subscriptions set plan_id = null where buyer_id = $1', buyer);
  await setting.world.sql(
    'update subscription_orders set paid_at = coalesce(paid_at, now()) where buyer_id = $1',
    buyer,
  );
}

const quotas = {
  ...{ agentsLimit: null, accountsLimit: 5, freeAccounts: 0, remainingSheets: null },
  ...{ prepaidSignatures: null, prepaidPayslips: null },
};

export const subscriptionLines: Record<string, Line> = {
  fillCart: { request: () => ({ input: { offers: [{ id: planOffer }] } }) },
  orderSubscription: {
    ofProfile: true,
    request: async (setting) => {
      await unsubscribed(setting);
      return { input: { offers: [{ id: planOffer }], vat: 20 } };
    },
  },
  changePlan: {
    ofProfile: true,
    request: async (setting) => {
      await subscribed(setting);
      return { input: { plan: { id: planOffer }, yearly: true } };
    },
  },
  saveSubscriptionAlerts: {
    request: () => ({ input: { alerts: [{ quota: 'agentsLimit', notification: true, email: false }] } }),
  },
  saveQuotas: {
    of: 'agencySubscription',
    request: async (setting) => ({ params: { id: await subscriptionOf(setting) }, input: quotas }),
  },
};
