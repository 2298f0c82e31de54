import { module } from '../kernel/module.ts';
import * as calls from './calls.ts';
import { subscriptionEntities } from './entities.ts';
import { quotaNear, quotaNearMail } from './notifications.ts';

export const subscriptions = module({
  entities: subscriptionEntities,
  calls: [calls],
  notifications: [quotaNear, quotaNearMail],
});
