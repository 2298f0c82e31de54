// Z-063: the platform prolongs a subscription or a trial by a few days, or without an end.
import type { Row } from '../kernel/entity.ts';
import { daysAfter } from '../planning/days.ts';
import { subscriptionDays } from './offer.ts';
import type { AgencySubscription } from './subscription.ts';

type Subscription = Row<typeof AgencySubscription>;

export const dayOptions = subscriptionDays.map((days) => ({
  value: days === null ? 'none' : String(days),
  label: days === null ? 'Sans fin' : days === 1 ? '1 jour' : `${days} jours`,
  days,
}));

/** What is saved. From the end of what runs, or from today if it is over. A trial runs again; without an end it is one no more. */
export function extended(
  { plan, endsOn, trialEndsOn }: Pick<Subscription, 'plan' | 'endsOn' | 'trialEndsOn'>,
  days: number | null,
  today: string,
): Partial<Pick<Subscription, 'endsOn' | 'trialEndsOn' | 'isFreeTrialDone'>> {
  const yesterday = daysAfter(today, -1);
  const from = endsOn && endsOn > yesterday ? endsOn : yesterday;
  const until = days === null ? null : daysAfter(from, days);
  return plan === null && trialEndsOn !== null
    ? { endsOn: until, trialEndsOn: until, isFreeTrialDone: until === null }
    : { endsOn: until };
}
