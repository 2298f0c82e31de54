import { useSession } from '#ui/client/session.ts';

/** What an agency's place decides about shown values. */
export interface Locale {
  zone: string;
  currency: string;
  country: string;
  /** Of the agency; rules of France alone apply with a French one (E-021). */
  holidayLocale: string;
}

const france: Locale = { zone: 'Europe/Paris', currency: 'EUR', country: 'FR', holidayLocale: 'FR' };

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
