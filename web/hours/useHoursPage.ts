// State of a page of hours: period, search, order, page.
import { useDebouncedValue } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { searchDelay } from '#core/kernel/query.ts';
import type { Sorted } from './HoursTable.tsx';
import { usePeriod } from './usePeriod.ts';

/** Row limit of a spreadsheet: as many as the server returns at once. */
export const mostExported = 5_000;

const firstLimit = 50;

export function useHoursPage<O extends string>() {
  const { days, shown, choose } = usePeriod();
  const [typed, setTyped] = useState('');
  const [query] = useDebouncedValue(typed.trim(), searchDelay);
  const [page, setPage] = useState({ page: 1, limit: firstLimit });
  const [sort, setSort] = useState<Sorted<O | 'name'>>({ orderBy: 'name', ascending: true });
  /** Another choice goes back to page 1. */
  const fromFirstPage =
    <T>(set: (value: T) => void) =>
    (value: T): void => {
      set(value);
      setPage((before) => ({ ...before, page: 1 }));
    };
  const all = { ...days, query, ...sort };
  return {
    query,
    shown,
    /** Without paging: the input of an export. */
    all: { ...all, limit: mostExported },
    input: { ...all, limit: page.limit, offset: (page.page - 1) * page.limit },
    table: { page, onPage: setPage, sort, onSort: fromFirstPage(setSort) },
    onPeriod: fromFirstPage(choose),
    search: { query: typed, onQuery: fromFirstPage(setTyped) },
  };
}

/** Keeps the last answer until the next one arrives, unless it fails. */
export function useLast<T>(data: T | undefined, failed: boolean): T | undefined {
  const last = useRef(data);
  if (data !== undefined) last.current = data;
  return data ?? (failed ? undefined : last.current);
}
