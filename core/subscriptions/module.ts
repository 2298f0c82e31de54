import { module } from '../kernel/module.ts';
import * as calls from './calls.ts';
import { subscriptionEntities } from './entities.ts';
import { articleSent, quotaNear, quotaNearMail, subscriptionBilled, trialEnding } from './notifications.ts';

export const subscriptions = module({
  entities: subscriptionEntities,
  calls: [calls],
  notifications: [quotaNear, quotaNearMail, trialEnding, subscriptionBilled, articleSent],
});
