// Rows that a reference may point at: searched on the server; names are looked up if only ids are known.
import { useQueries, useQuery } from '@tanstack/react-query';
import { entityNamed } from '#core/entities.ts';
import { type Entity, flatFields, statusPath, valueAt } from '#core/kernel/entity.ts';
import type { Offer, Reference } from '#core/kernel/field.ts';
import type { Filters, ListInput } from '#core/kernel/query.ts';
import { activeStatus } from '#core/roles.ts';
import { endpointsOf } from '../client/call.ts';
import { queryOf } from '../client/queries.tsx';
import { useSession } from '../client/session.ts';
import { type Locale, useLocale } from '../kinds/locale.ts';
import { type RecordPlace, useRecordPlace } from '../kinds/record.ts';
import { textOf } from '../kinds.tsx';
import { refusedTo } from '../may.ts';
import type { AnyRow } from '../moves.ts';

const offered = 25;

/** Cache of names seen in pickers: saves a second call. */
const nameCache = new Map<string, string>();

export const named = (of: Entity, row: AnyRow): Reference => {
  const name = String(valueAt(row, of.title) ?? '');
  nameCache.set(row.id, name);
  return { id: row.id, name };
};

/** A row offered in a picker: its name and a detail to distinguish it. */
export interface Offered extends Reference {
  detail: string;
}

const detailOf = (of: Entity, row: AnyRow, locale: Locale): string => {
  const fields = new Map(flatFields(of.fields));
  return (of.subtitle ?? [])
    .map((path) => {
      const field = fields.get(path);
      return field ? textOf(field, valueAt(row, path), locale) : '';
    })
    .filter((text) => text !== '')
    .join(' · ');
};

/** The rows offered: as the target declares, or those in service (E-052). */
function offeredOf(target: Entity, offer: Offer): Filters {
  if (target.offered) return target.offered[offer.rows ?? 'usual'] ?? target.offered.usual;
  const status = target.machine && statusPath(target);
  return status && target.fields[status]?.filter && activeStatus in (target.machine?.states ?? {})
    ? { [status]: [activeStatus] }
    : {};
}

/** Rows that share values with the record; null: the record lacks some of these values. */
function sharedBy(record: RecordPlace | null, { same = {} }: Offer): Filters | null {
  const shared = Object.entries(same).map(([filter, path]): [string, unknown] => {
    const value = valueAt(record?.values?.(), path) as Reference | null | undefined;
    return [filter, value?.id === undefined ? null : [value.id]];
  });
  return shared.some(([, value]) => value === null) ? null : (Object.fromEntries(shared) as Filters);
}

export interface Picked {
  target: Entity;
  options: Offered[];
  loading: boolean;
  problem: string | null;
  /** Why nothing can be chosen. */
  refusal: string | null;
}

export function useReferences(
  name: string,
  { search, offer, enabled }: { search: string; offer: Offer | null; enabled: boolean },
): Picked {
  const target = entityNamed(name);
  const session = useSession();
  const locale = useLocale();
  const record = useRecordPlace();
  const shared = sharedBy(record, offer ?? {});
  const refusal =
    refusedTo(session, target, 'list') === null
      ? null
      : `Vous ne pouvez pas lister les ${target.label.many.toLowerCase()}`;
  const input: ListInput = {
    query: search || null,
    filters: offer === null ? {} : { ...offeredOf(target, offer), ...shared },
    orderBy: target.order.by,
    ascending: target.order.ascending,
    page: 1,
    limit: offered,
  };
  const found = useQuery<unknown, Error, Offered[], readonly unknown[]>({
    ...queryOf(endpointsOf(target).list, { input }),
    enabled: enabled && refusal === null && shared !== null,
    select: (answer) =>
      (answer as Record<string, AnyRow[]>)[target.plural]?.map((row) => ({
        ...named(target, row),
        detail: detailOf(target, row, locale),
      })) ?? [],
    placeholderData: (before: unknown) => before,
  });
  return {
    target,
    // Results for another value of the record are not offered.
    options: shared === null ? [] : (found.data ?? []),
    loading: found.isFetching,
    // E-051
    problem:
      shared === null
        ? firstChosen(record, offer ?? {})
        : found.error && `Échec de la mise à jour de la liste des ${target.label.many.toLowerCase()}`,
    refusal,
  };
}

/** « Choisissez d’abord : Site » */
function firstChosen(record: RecordPlace | null, { same = {} }: Offer): string {
  const fields = new Map(flatFields(record?.of.fields ?? {}));
  return `Choisissez d’abord : ${Object.values(same)
    .map((path) => fields.get(path)?.label ?? path)
    .join(', ')}`;
}

/** Names of ids, after a reload. */
export function useNames(name: string, ids: readonly string[]): Reference[] {
  const target = entityNamed(name);
  const { read } = endpointsOf(target);
  const unknown = ids.filter((id) => !nameCache.has(id));
  useQueries({
    queries: unknown.map((id) => ({
      ...queryOf(read, { params: { id } }),
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
      select: (answer: unknown) => named(target, (answer as Record<string, AnyRow>)[target.name] as AnyRow),
    })),
  });
  return ids.map((id) => ({ id, name: nameCache.get(id) ?? '…' }));
}
