import { type Session, useSession } from '#ui/client/session.ts';

/** Formats that depend on the agency's location. */
export interface Locale {
  zone: string;
  currency: string;
  country: string;
  /** Of the agency; rules specific to France apply only with a French one (E-021). */
  holidayLocale: string;
}

// For platform staff without an agency: the server, which knows the agency, checks the French rules.
const france: Locale = { zone: 'Europe/Paris', currency: 'EUR', country: 'FR', holidayLocale: '' };

const known = new WeakMap<object, Locale>();

export const useLocale = (): Locale => localeOf(useSession());

export function localeOf(session: Session | null): Locale {
  const facts = session?.facts;
  if (!facts) return france;
  let locale = known.get(facts);
  if (!locale) {
    const { timeZone: zone, currency, country, holidayLocale } = facts;
    locale = { zone, currency, country, holidayLocale };
    known.set(facts, locale);
  }
  return locale;
}
