// Filters as a person sets them become filters as the list call takes them (D-018, D-019).
import { type Entity, flatFields } from '#core/kernel/entity.ts';
import type { Field } from '#core/kernel/field.ts';
import { type Filters, flagName, isInactive } from '#core/kernel/query.ts';
import type { View } from '#core/kernel/view.ts';
import { endOfDay, instantAt, today } from '../clock.ts';
import type { Locale } from '../kinds/locale.ts';
import { isPeriod, periods } from './periods.ts';

/** A reference filter that keeps the rows without value. */
export const withoutValue = 'none';

export interface Range<V> {
  from?: V | null | undefined;
  to?: V | null | undefined;
}

export type DateFilter = Range<string> & { period?: string };

/** The range over the date that an entity declares as its own; on the wire `start` and `end` (D-019). */
const dateRange = 'dateRange';

/** What this view lets a list be filtered by. */
export function filterFields(of: Entity, view?: View): [string, Field][] {
  const fields = flatFields(of.fields).filter(([path]) => view?.sees(path) ?? true);
  const own = fields.find(([path]) => path === of.date)?.[1];
  return [...(own ? [[dateRange, own] as [string, Field]] : []), ...fields.filter(([, field]) => field.filter)];
}

/** Filtered by days, whatever their precision. */
export const isDateKind = ({ kind }: Field): boolean => kind === 'day' || kind === 'moment' || kind === 'expiry';

const isRange = (value: unknown): value is DateFilter =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isEmptyRange = (value: unknown): boolean =>
  isRange(value) && isInactive(value.from) && isInactive(value.to) && !isPeriod(value.period);

/** Without what filters nothing, so that the badge counts what acts. */
export function tidyFilters(of: Entity, filters: Filters, view?: View): Filters {
  const known = new Map(filterFields(of, view));
  return Object.fromEntries(
    Object.entries(filters).filter(([name, value]) => {
      if (known.has(name)) return !isInactive(value) && !isEmptyRange(value);
      console.warn(`Le filtre ${name} n'existe pas`);
      return false;
    }),
  );
}

function days(value: DateFilter, locale: Locale): Range<string> {
  return isPeriod(value.period) ? periods[value.period].range(today(locale.zone)) : value;
}

const given = <V>({ from, to }: Range<V>): Range<V> => ({
  ...(isInactive(from) ? {} : { from: from as V }),
  ...(isInactive(to) ? {} : { to: to as V }),
});

function normaliseOne(name: string, field: Field, value: unknown, locale: Locale): Filters {
  if (field.kind === 'ref' || field.kind === 'refs') {
    return value === withoutValue ? { [flagName(name)]: 0 } : { [name]: value, [flagName(name)]: 1 };
  }
  if (!isRange(value)) return { [name]: value };
  const { from, to } = days(value, locale);
  const bounds = given(
    field.kind === 'moment'
      ? { from: from && instantAt(from, '00:00', locale.zone), to: to && endOfDay(to, locale.zone) }
      : { from, to },
  );
  if (name !== dateRange) return { [name]: bounds };
  return { ...('from' in bounds ? { start: bounds.from } : {}), ...('to' in bounds ? { end: bounds.to } : {}) };
}

export function normaliseFilters(of: Entity, filters: Filters, locale: Locale): Filters {
  const fields = new Map(filterFields(of));
  return Object.entries(filters).reduce<Filters>((sent, [name, value]) => {
    const field = fields.get(name);
    return field ? Object.assign(sent, normaliseOne(name, field, value, locale)) : sent;
  }, {});
}
