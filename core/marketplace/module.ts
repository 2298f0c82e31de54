import { entityEndpoints } from '../kernel/entity-endpoints.ts';
import { module } from '../kernel/module.ts';
import * as calls from './calls.ts';
import { marketplaceEntities } from './entities.ts';
import { answerDecided, offerAnswered, offerPublished } from './notifications.ts';
import { ProviderOffer } from './provider.ts';

export const marketplace = module({
  entities: marketplaceEntities,
  // No entity of its own: its rows are those of the announcements.
  calls: [calls, ...entityEndpoints(ProviderOffer)],
  notifications: [offerPublished, offerAnswered, answerDecided],
});
