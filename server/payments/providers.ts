// The providers whose keys this installation has.
import type { Environment } from '#server/environment.ts';
import { goCardlessOf } from './gocardless.ts';
import type { Provider, ProviderName } from './provider.ts';
import { stripeOf } from './stripe.ts';

export type Providers = Readonly<Record<ProviderName, Provider | null>>;

const known = new WeakMap<object, Providers>();

/** Null: no key. */
export function providersOf(environment: Environment): Providers {
  let made = known.get(environment);
  if (!made) {
    const { stripe, goCardless } = environment;
    made = { stripe: stripe && stripeOf(stripe), gocardless: goCardless && goCardlessOf(goCardless) };
    known.set(environment, made);
  }
  return made;
}

export const hasProvider = (environment: Environment): boolean =>
  Object.values(providersOf(environment)).some((provider) => provider !== null);
