import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Entity } from '#core/kernel/entity.ts';
import type { ListInput } from '#core/kernel/query.ts';
import { endpointsOf } from '../client/call.ts';
import { queryOf } from '../client/queries.tsx';
import type { AnyRow } from '../moves.ts';

export interface Rows {
  rows: AnyRow[];
  /** Number of rows that match the filters. */
  filtered: number;
  /** Sums over all matching rows, if the list has any. */
  totals: Readonly<Record<string, number>>;
}

export const rowsOf = (of: Entity, answer: unknown): Rows => {
  const { [of.plural]: rows, filtered, totals = {} } = answer as Record<string, unknown>;
  return { rows: rows as AnyRow[], filtered: filtered as number, totals: totals as Rows['totals'] };
};

/** The previous rows stay while the next ones load, so that the page does not jump. */
export function useRows(of: Entity, input: ListInput): UseQueryResult<Rows, Error> {
  return useQuery<unknown, Error, Rows, readonly unknown[]>({
    ...queryOf(endpointsOf(of).list, { input }),
    select: (answer) => rowsOf(of, answer),
    placeholderData: keepPreviousData,
  });
}
