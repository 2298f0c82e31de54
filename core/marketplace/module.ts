import { module } from '../kernel/module.ts';
import * as calls from './calls.ts';
import { marketplaceEntities } from './entities.ts';
import { answerDecided, offerAnswered, offerPublished } from './notifications.ts';

export const marketplace = module({
  entities: marketplaceEntities,
  calls: [calls],
  notifications: [offerPublished, offerAnswered, answerDecided],
});
