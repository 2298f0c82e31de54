// Selected rows, by id and across pages. The rows are stored too: actions need their status.
import { useCallback, useMemo, useRef, useState } from 'react';
import type { AnyRow } from '../moves.ts';

export interface Selection {
  selected: ReadonlyMap<string, AnyRow>;
  /** With `range`: all rows between the last one selected and this one. */
  toggle(row: AnyRow, range: boolean): void;
  toggleAll(all: boolean): void;
  /** Adds rows of other pages. */
  add(rows: readonly AnyRow[]): void;
  /** Rows that an act has dealt with. */
  drop(ids: readonly string[]): void;
  clear(): void;
}

export function useSelection(rows: readonly AnyRow[]): Selection {
  const [picked, setPicked] = useState<ReadonlyMap<string, AnyRow>>(new Map());
  const page = useRef(rows);
  page.current = rows;
  const last = useRef<string | null>(null);

  // Use the current version of a row that changed since it was selected.
  const selected = useMemo(() => {
    const fresh = new Map(picked);
    for (const row of rows) if (fresh.has(row.id)) fresh.set(row.id, row);
    return fresh;
  }, [picked, rows]);

  const toggle = useCallback((row: AnyRow, range: boolean) => {
    const shown = page.current;
    const [from, to] = [shown.findIndex(({ id }) => id === last.current), shown.findIndex(({ id }) => id === row.id)];
    last.current = row.id;
    setPicked((before) => {
      const next = new Map(before);
      if (range && from >= 0 && to >= 0) {
        for (const between of shown.slice(Math.min(from, to), Math.max(from, to) + 1)) next.set(between.id, between);
      } else if (!next.delete(row.id)) next.set(row.id, row);
      return next;
    });
  }, []);

  const toggleAll = useCallback((all: boolean) => {
    setPicked((before) => {
      const next = new Map(before);
      for (const row of page.current) {
        if (all) next.set(row.id, row);
        else next.delete(row.id);
      }
      return next;
    });
  }, []);

  const add = useCallback((more: readonly AnyRow[]) => {
    setPicked((before) => new Map([...before, ...more.map((row) => [row.id, row] as const)]));
  }, []);

  const drop = useCallback((ids: readonly string[]) => {
    setPicked((before) => new Map([...before].filter(([id]) => !ids.includes(id))));
  }, []);

  const clear = useCallback(() => setPicked(new Map()), []);
  return { selected, toggle, toggleAll, add, drop, clear };
}
