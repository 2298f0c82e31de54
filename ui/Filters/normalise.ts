// Converts filters of the user to filters of the list call (D-018, D-019).
import { type Entity, flatFields } from '#core/kernel/entity.ts';
import { type Field, flag } from '#core/kernel/field.ts';
import { archivedStates } from '#core/kernel/machine.ts';
import { archivedFilter, type Filters, flagName, idsFilter, isInactive } from '#core/kernel/query.ts';
import type { View } from '#core/kernel/view.ts';
import { endOfDay, instantAt, today } from '../clock.ts';
import type { Locale } from '../kinds/locale.ts';
import { isPeriod, periods } from './periods.ts';

/** Filter value for rows without a reference. */
export const withoutValue = 'none';

export interface Range<V> {
  from?: V | null | undefined;
  to?: V | null | undefined;
}

export type DateFilter = Range<string> & { period?: string };

/** The range over the main date of an entity; on the wire `start` and `end` (D-019). */
const dateRange = 'dateRange';

/** The filters that this view offers. */
export function filterFields(of: Entity, view?: View): [string, Field][] {
  const fields = flatFields(of.fields).filter(([path]) => view?.sees(path) ?? true);
  const own = fields.find(([path]) => path === of.date)?.[1];
  return [
    ...(own ? [[dateRange, own] as [string, Field]] : []),
    ...fields.filter(([, field]) => field.filter),
    ...(archivedStates(of.machine).length > 0 ? [[archivedFilter, archivedField] as [string, Field]] : []),
  ];
}

/** Also the rows that a link names. */
export const knownFilters = (of: Entity, view?: View): [string, Field][] => [
  ...filterFields(of, view),
  [idsFilter, flag('Sélection')],
];

/** Rows in an archived state are listed on demand; their status finds them too. */
const archivedField = flag('Afficher les archivés');

/** Filtered by days, whatever the precision. */
export const isDateKind = ({ kind }: Field): boolean => kind === 'day' || kind === 'moment';

const isRange = (value: unknown): value is DateFilter =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isEmptyRange = (value: unknown): boolean =>
  isRange(value) && isInactive(value.from) && isInactive(value.to) && !isPeriod(value.period);

/** Drops empty filters, so that the badge counts only active ones. */
export function tidyFilters(of: Entity, filters: Filters, view?: View): Filters {
  const known = new Map(knownFilters(of, view));
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

const activeBounds = <V>({ from, to }: Range<V>): Range<V> => ({
  ...(isInactive(from) ? {} : { from: from as V }),
  ...(isInactive(to) ? {} : { to: to as V }),
});

function normaliseOne(name: string, field: Field, value: unknown, locale: Locale): Filters {
  if (field.kind === 'ref' || field.kind === 'refs') {
    return value === withoutValue ? { [flagName(name)]: 0 } : { [name]: value, [flagName(name)]: 1 };
  }
  if (!isRange(value)) return { [name]: value };
  const { from, to } = days(value, locale);
  const bounds = activeBounds(
    field.kind === 'moment'
      ? { from: from && instantAt(from, '00:00', locale.zone), to: to && endOfDay(to, locale.zone) }
      : { from, to },
  );
  if (name !== dateRange) return { [name]: bounds };
  return { ...('from' in bounds ? { start: bounds.from } : {}), ...('to' in bounds ? { end: bounds.to } : {}) };
}

export function normaliseFilters(of: Entity, filters: Filters, locale: Locale): Filters {
  const fields = new Map(knownFilters(of));
  return Object.entries(filters).reduce<Filters>((sent, [name, value]) => {
    const field = fields.get(name);
    return field ? Object.assign(sent, normaliseOne(name, field, value, locale)) : sent;
  }, {});
}
