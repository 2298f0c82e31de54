import type { Entity } from '../kernel/entity.ts';
import { AgencyOffer } from './offer.ts';

export const subscriptionEntities: readonly Entity[] = [AgencyOffer];
