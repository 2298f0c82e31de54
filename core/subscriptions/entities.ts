import type { Entity } from '../kernel/entity.ts';
import { ArticleOrder } from './article-order.ts';
import { AgencyOffer } from './offer.ts';
import { AgencySubscription } from './subscription.ts';

export const subscriptionEntities: readonly Entity[] = [AgencyOffer, AgencySubscription, ArticleOrder];
