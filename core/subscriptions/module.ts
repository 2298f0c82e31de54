import { module } from '../kernel/module.ts';
import { subscriptionEntities } from './entities.ts';

export const subscriptions = module({ entities: subscriptionEntities, calls: [] });
