import { ArticleOrder } from '#core/subscriptions/article-order.ts';
import { AgencyOffer } from '#core/subscriptions/offer.ts';
import { AgencySubscription } from '#core/subscriptions/subscription.ts';
import { extend, module } from '#server/kernel/module.ts';
import { onPaid } from '#server/payments/invoicing.ts';
import { announceOrders, announceTrials, tellSubscriber } from './announcing.ts';
import { articleOrderExtension } from './article-orders.ts';
import { endFreeTrials, followSubscriptions, watchQuotas } from './clock.ts';
import { subscriptionHandlers } from './handlers.ts';
import { offerExtension } from './offers.ts';
import { fulfilPaid } from './orders.ts';
import { subscriptionPeople } from './people.ts';
import { subscriptionExtension } from './subscription.ts';

onPaid.push(fulfilPaid);

export const subscriptions = module({
  entities: [
    extend(AgencyOffer, offerExtension),
    extend(AgencySubscription, subscriptionExtension),
    extend(ArticleOrder, articleOrderExtension),
  ],
  calls: subscriptionHandlers,
  jobs: [endFreeTrials, followSubscriptions, watchQuotas, announceTrials, announceOrders, tellSubscriber],
  people: subscriptionPeople,
});
