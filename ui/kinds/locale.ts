import { useSession } from '#ui/client/session.ts';

/** What an agency's place decides about shown values. */
export interface Locale {
  zone: string;
  currency: string;
  country: string;
}

const france: Locale = { zone: 'Europe/Paris', currency: 'EUR', country: 'FR' };

const known = new WeakMap<object, Locale>();

export function useLocale(): Locale {
  const company = useSession().profile?.company;
  if (!company) return france;
  let locale = known.get(company);
  if (!locale) {
    locale = { zone: company.timeZone, currency: company.currency, country: company.country };
    known.set(company, locale);
  }
  return locale;
}
