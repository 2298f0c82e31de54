// Public holidays of the agency's locale (M-019). The data of date-holidays is CC-BY-SA; the README credits it.
import Holidays from 'date-holidays';
import type { Holiday } from '#core/planning/calendar.ts';

const found = new Map<string, readonly Holiday[]>();

function ofYear(locale: string, year: number): readonly Holiday[] {
  const key = `${locale} ${year}`;
  let days = found.get(key);
  if (!days) {
    const [country, state] = locale.split('-') as [string, string | undefined];
    const known = state ? new Holidays(country, state) : new Holidays(country);
    days = (known.getHolidays(year, 'fr') ?? [])
      .filter(({ type }) => type === 'public')
      .map(({ date, name }) => ({ day: date.slice(0, 10), name }));
    found.set(key, days);
  }
  return days;
}

/** From the first day to the last, both included. */
export function holidaysOf(locale: string, from: string, to: string): Holiday[] {
  const days: Holiday[] = [];
  for (let year = Number(from.slice(0, 4)); year <= Number(to.slice(0, 4)); year += 1)
    days.push(...ofYear(locale, year).filter(({ day }) => day >= from && day <= to));
  return days;
}
