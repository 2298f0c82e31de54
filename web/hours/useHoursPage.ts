// What a page of hours remembers while it is open: its period, its search, its order, its page.
import { useDebouncedValue } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { searchDelay } from '#core/kernel/query.ts';
import type { Sorted } from './HoursTable.tsx';
import { usePeriod } from './usePeriod.ts';

/** Rows that a spreadsheet takes: as many as the server gives at once. */
export const mostExported = 5_000;

const firstLimit = 50;

export function useHoursPage<O extends string>() {
  const { days, shown, choose } = usePeriod();
  const [typed, setTyped] = useState('');
  const [query] = useDebouncedValue(typed.trim(), searchDelay);
  const [page, setPage] = useState({ page: 1, limit: firstLimit });
  const [sort, setSort] = useState<Sorted<O | 'name'>>({ orderBy: 'name', ascending: true });
  /** Another choice begins at its first page. */
  const anew =
    <T>(set: (value: T) => void) =>
    (value: T): void => {
      set(value);
      setPage((before) => ({ ...before, page: 1 }));
    };
  const all = { ...days, query, ...sort };
  return {
    query,
    shown,
    /** Without its page: what an export asks for. */
    all: { ...all, limit: mostExported },
    input: { ...all, limit: page.limit, offset: (page.page - 1) * page.limit },
    table: { page, onPage: setPage, sort, onSort: anew(setSort) },
    onPeriod: anew(choose),
    search: { query: typed, onQuery: anew(setTyped) },
  };
}

/** The last answer stays until the next one is there, unless that one fails. */
export function useLast<T>(data: T | undefined, failed: boolean): T | undefined {
  const last = useRef(data);
  if (data !== undefined) last.current = data;
  return data ?? (failed ? undefined : last.current);
}
