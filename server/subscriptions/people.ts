// Tables of subscriptions without an entity.
import { type Held, nobodys } from '#server/privacy/personal.ts';

export const subscriptionPeople: Held = nobodys({
  subscription_orders: 'les commandes des agences',
  subscription_order_lines: 'les lignes des commandes des agences',
  subscription_alerts: 'les alertes de quota des agences',
});
