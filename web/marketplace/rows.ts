import type { Row } from '#core/kernel/entity.ts';
import type { OfferAnswer } from '#core/marketplace/answer.ts';
import type { MarketOffer } from '#core/marketplace/offer.ts';

export type OfferRow = Row<typeof MarketOffer>;
export type AnswerRow = Row<typeof OfferAnswer>;
