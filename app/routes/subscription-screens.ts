// Screens of the platform's offers, of subscriptions and of article orders.
import type { Screen } from './route.ts';

export const offersScreen: Screen = {
  list: {
    entity: () => import('#core/subscriptions/offer.ts').then(({ AgencyOffer }) => AgencyOffer),
    scope: 'platform',
  },
  load: () => import('#web/subscriptions/Offers.tsx').then(({ Offers }) => ({ default: Offers })),
};

const articleOrders = () => import('#core/subscriptions/article-order.ts').then(({ ArticleOrder }) => ArticleOrder);

/** Of all agencies, or of one. */
export const articleOrdersScreen = (scope: 'agency' | 'platform'): Screen => ({
  list: { entity: articleOrders, scope },
  load: () =>
    import('#web/subscriptions/ArticleOrders.tsx').then(({ AdminArticleOrders, ArticleOrders }) => ({
      default: scope === 'platform' ? AdminArticleOrders : ArticleOrders,
    })),
});

/** The same records: their dates, or what they cover. */
export const subscriptionsScreen = (part: 'Dates' | 'PlanOptions'): Screen => ({
  list: {
    entity: () => import('#core/subscriptions/subscription.ts').then(({ AgencySubscription }) => AgencySubscription),
    scope: 'platform',
  },
  load: () => import('#web/subscriptions/Dates.tsx').then((loaded) => ({ default: loaded[part] })),
});
