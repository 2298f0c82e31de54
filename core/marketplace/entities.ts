import type { Entity } from '../kernel/entity.ts';
import { OfferAnswer } from './answer.ts';
import { MarketOffer } from './offer.ts';

export const marketplaceEntities: readonly Entity[] = [MarketOffer, OfferAnswer];
