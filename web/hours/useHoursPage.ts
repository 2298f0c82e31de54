// What a page of hours remembers while it is open: its period, its search, its order, its page.
import { useDebouncedValue } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { searchDelay } from '#core/kernel/query.ts';
import { today } from '#ui/clock.ts';
import { useLocale } from '#ui/kinds/locale.ts';
import type { Sorted } from './HoursTable.tsx';
import { type HoursPeriod, periodAround } from './period.ts';

/** Rows that a spreadsheet takes: as many as the server gives at once. */
export const mostExported = 5_000;

const firstLimit = 50;

export function useHoursPage<O extends string>() {
  const { zone } = useLocale();
  const [period, setPeriod] = useState<HoursPeriod>(() => periodAround('month', today(zone)));
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
  const all = { start: period.start, end: period.end, query, ...sort };
  return {
    period,
    query,
    /** Without its page: what an export asks for. */
    all,
    input: { ...all, limit: page.limit, offset: (page.page - 1) * page.limit },
    table: { page, onPage: setPage, sort, onSort: anew(setSort) },
    bar: { period, onPeriod: anew(setPeriod) },
    search: { query: typed, onQuery: anew(setTyped) },
  };
}

/** The last answer stays until the next one is there, unless that one fails. */
export function useLast<T>(data: T | undefined, failed: boolean): T | undefined {
  const last = useRef(data);
  if (data !== undefined) last.current = data;
  return data ?? (failed ? undefined : last.current);
}
