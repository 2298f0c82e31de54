import type { Entity, Row } from '#core/kernel/entity.ts';
import type { OfferAnswer } from '#core/marketplace/answer.ts';
import { MarketOffer } from '#core/marketplace/offer.ts';
import { ProviderOffer } from '#core/marketplace/provider.ts';

export type OfferRow = Row<typeof MarketOffer>;
/** Whose announcements a screen shows: an agency's, or the provider's on the platform's path. */
export const sides = {
  agency: MarketOffer as Entity,
  platform: ProviderOffer as Entity,
} as const;
export type Side = keyof typeof sides;

export type AnswerRow = Row<typeof OfferAnswer>;
