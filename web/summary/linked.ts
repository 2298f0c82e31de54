// Lists of linked records, read with the caller's rights.
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Entity } from '#core/kernel/entity.ts';
import type { Filters, ListInput } from '#core/kernel/query.ts';
import { Service } from '#core/planning/service.ts';
import { archived, overStatuses, selectableStatuses } from '#core/planning/status.ts';
import { endpointsOf } from '#ui/client/call.ts';
import { queryOf } from '#ui/client/queries.tsx';
import { useSession } from '#ui/client/session.ts';
import { addDays, instantAt, today } from '#ui/clock.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import { may } from '#ui/may.ts';
import type { AnyRow } from '#ui/moves.ts';
import { type Rows, rowsOf } from '#ui/Table/useRows.ts';

export type Linking = UseQueryResult<Rows, Error>;

/** Null: the caller may not list them. */
export function useLinked(of: Entity, input: ListInput, enabled = true): Linking | null {
  const allowed = may(useSession(), of, 'list');
  const query = useQuery<unknown, Error, Rows, readonly unknown[]>({
    ...queryOf(endpointsOf(of).list, { input }),
    select: (answer) => rowsOf(of, answer),
    enabled: allowed && enabled,
  });
  return allowed ? query : null;
}

const shownServices = 6;
/** A service lasts 72 hours at most: those under way began later. */
const before = 3;
const open = selectableStatuses.filter((status) => !overStatuses.includes(status) && status !== archived);

/** The services under way and the next ones. */
export function useNextServices(filters: Filters, enabled = true): { asked: Linking | null; next: AnyRow[] } {
  const { zone } = useLocale();
  const start = instantAt(addDays(today(zone), -before), '00:00', zone);
  const input: ListInput = {
    filters: { ...filters, status: open, start },
    orderBy: 'startAt',
    ascending: true,
    page: 1,
    limit: 50,
  };
  const asked = useLinked(Service, input, enabled);
  const rows = asked?.data?.rows;
  const next = useMemo(() => {
    const now = Date.now();
    return (rows ?? []).filter(({ endAt }) => Date.parse(String(endAt)) > now).slice(0, shownServices);
  }, [rows]);
  return { asked, next };
}
