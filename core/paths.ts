// Names that calls have beside their own.
import { billingPath } from './billing/credit-note-calls.ts';
import { offersPath } from './subscriptions/offer.ts';

/** The address as the calls declare it. */
export const canonicalPath = (url: string): string => offersPath(billingPath(url));
