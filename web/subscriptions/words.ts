// What an offer costs and gives, in words.

import { stateOf } from '#core/kernel/machine.ts';
import type { OwnSubscription, SoldOffer } from '#core/subscriptions/calls.ts';
import { recurringTypes } from '#core/subscriptions/offer.ts';
import { subscriptionStatus } from '#core/subscriptions/subscription.ts';
import { formatMoney, plural } from '#ui/format.ts';

export const isRecurring = ({ type }: SoldOffer): boolean => recurringTypes.includes(type);

export const priceOf = (offer: SoldOffer, yearly: boolean): number =>
  yearly && isRecurring(offer) ? (offer.yearlyPrice ?? offer.price) : offer.price;

export const priceText = (offer: SoldOffer, yearly: boolean): string =>
  `${formatMoney(priceOf(offer, yearly), 'EUR')} HT${isRecurring(offer) ? (yearly ? ' par an' : ' par mois') : ''}`;

export const givenText = ({ gives }: SoldOffer): string[] => [
  ...(gives.licences > 0 ? [plural(gives.licences, 'licence')] : []),
  ...(gives.sheets > 0 ? [plural(gives.sheets, 'fiche collaborateur', 'fiches collaborateur')] : []),
  ...(gives.signatures > 0 ? [plural(gives.signatures, 'signature électronique', 'signatures électroniques')] : []),
];

export const stateText = ({ status, isFreeTrial }: OwnSubscription): string =>
  isFreeTrial ? 'Essai gratuit' : stateOf(subscriptionStatus, status).label;
