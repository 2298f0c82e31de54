import { useSession } from '#ui/client/session.ts';

/** What an agency's place decides about shown values. */
export interface Locale {
  zone: string;
  currency: string;
  country: string;
  /** Of the agency; rules of France alone apply with a French one (E-021). */
  holidayLocale: string;
}

// Staff of the platform who act for nobody: rules of France alone are then left to the server, which knows the agency.
const france: Locale = { zone: 'Europe/Paris', currency: 'EUR', country: 'FR', holidayLocale: '' };

const known = new WeakMap<object, Locale>();

export function useLocale(): Locale {
  const company = useSession().profile?.company;
  if (!company) return france;
  let locale = known.get(company);
  if (!locale) {
    const { timeZone: zone, currency, country, holidayLocale } = company;
    locale = { zone, currency, country, holidayLocale };
    known.set(company, locale);
  }
  return locale;
}
