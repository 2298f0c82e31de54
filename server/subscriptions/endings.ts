// A plan that its agency did not want to renew ends with its period (decision 111).
import { subscriptionMessages } from '#core/subscriptions/calls.ts';
import type { Services } from '#server/kernel/call.ts';
import { platformContext } from '#server/payments/as-platform.ts';
import { setLock } from './subscription.ts';

export const endPlans = (services: Services): Promise<void> =>
  services.database.transaction(platformContext, async (db) => {
    const ended = await db.query<{ buyer: string }>({
      name: 'end-plans',
      text: `update agency_subscriptions set status = 200, updated_at = now(), version = version + 1
        where agency_id = app_agency() and status = 100 and plan_id is not null and not renews and ends_on < app_today() returning buyer_id as buyer`,
    });
    for (const { buyer } of ended) await setLock(db, buyer, subscriptionMessages.planEnded);
  });
