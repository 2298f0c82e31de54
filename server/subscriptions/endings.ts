// A plan that its agency did not want to renew ends with its period, and its services with it (decisions 111 and 112).
import { ArticleOrder, cancelledOrder } from '#core/subscriptions/article-order.ts';
import { subscriptionMessages } from '#core/subscriptions/calls.ts';
import { servedTypes } from '#core/subscriptions/offer.ts';
import { writeAudits } from '#server/kernel/audit.ts';
import type { Services } from '#server/kernel/call.ts';
import { platformContext } from '#server/payments/as-platform.ts';
import { setLock } from './subscription.ts';

/** Each end closes once: what the platform opens again afterwards stays open (Z-005). */
export const endPlans = (services: Services): Promise<void> =>
  services.database.transaction(platformContext, async (db) => {
    const ended = await db.query<{ buyer: string }>({
      name: 'end-plans',
      text: `update agency_subscriptions set status = 200, closed_for = ends_on, updated_at = now(), version = version + 1
        where agency_id = app_agency() and status = 100 and plan_id is not null and not renews and ends_on < app_today() and closed_for is distinct from ends_on
        returning buyer_id as buyer`,
    });
    if (ended.length === 0) return;
    const given = await db.query<{ id: string; before: number }>({
      name: 'end-services',
      text: `update agency_article_orders a set status = ${cancelledOrder}, canceled_at = app_today(), updated_at = now(), version = a.version + 1
        from agency_article_orders b join subscription_offers f on f.agency_id = b.agency_id and f.id = b.offer_id and f.type = any ($2)
        where b.agency_id = app_agency() and b.buyer_id = any ($1::uuid[]) and b.status <> ${cancelledOrder} and a.agency_id = b.agency_id and a.id = b.id
        returning a.id, b.status as before`,
      values: [ended.map(({ buyer }) => buyer), servedTypes],
    });
    await writeAudits(
      db,
      { caller: null, context: platformContext, now: new Date() },
      given.map(({ id, before }) => ({
        ...{ entity: ArticleOrder.name, id, action: 'edit' },
        changes: { status: { before, after: cancelledOrder } },
      })),
    );
    for (const { buyer } of ended) await setLock(db, buyer, subscriptionMessages.planEnded);
  });
