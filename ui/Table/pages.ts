// Reads all rows of a list, page by page.
import type { Entity } from '#core/kernel/entity.ts';
import type { ListInput } from '#core/kernel/query.ts';
import { call, endpointsOf } from '../client/call.ts';
import { forEachConcurrent } from '../concurrent.ts';
import type { AnyRow } from '../moves.ts';
import { type Rows, rowsOf } from './useRows.ts';

/** Limit of one export or one selection (D-028). */
export const mostRows = 5_000;

/** D-030 */
const rowsPerCall = 180;

interface Wanted {
  of: Entity;
  input: ListInput;
  signal?: AbortSignal;
  /** Called with the rows loaded and the total; false: no more pages. */
  onPage?(loaded: number, filtered: number): boolean;
  /** Called with the rows in their order, as soon as those before them have come. */
  onRows?(rows: readonly AnyRow[]): void;
}

/** At most `mostRows`, a few pages at a time. A row that shifts to the next page during the read counts once. */
export async function allRows({ of, input, signal, onPage, onRows }: Wanted): Promise<AnyRow[]> {
  const pages: (readonly AnyRow[])[] = [];
  const found = new Map<string, AnyRow>();
  let [loaded, passed, filtered] = [0, 0, 0];
  const passOn = (): void => {
    for (let rows = pages[passed]; rows !== undefined; rows = pages[passed]) {
      passed += 1;
      const fresh = rows.filter(({ id }) => !found.has(id));
      for (const row of fresh) found.set(row.id, row);
      onRows?.(fresh);
    }
  };
  const read = async (page: number): Promise<boolean> => {
    const answer = await call(endpointsOf(of).list, {
      // The first page says how many there are.
      input: { ...input, page, limit: rowsPerCall, ...(page > 1 ? { count: false } : {}) },
      ...(signal ? { signal } : {}),
    });
    const { rows, filtered: counted }: Rows = rowsOf(of, answer);
    if (page === 1) filtered = counted;
    pages[page - 1] = rows;
    loaded += rows.length;
    const goOn = onPage?.(Math.min(loaded, filtered), filtered) ?? true;
    if (goOn) passOn();
    return goOn;
  };
  const last = (await read(1)) ? Math.ceil(Math.min(filtered, mostRows) / rowsPerCall) : 1;
  await forEachConcurrent(
    Array.from({ length: Math.max(0, last - 1) }, (_none, index) => index + 2),
    async (page) => void (await read(page)),
    signal,
  );
  signal?.throwIfAborted();
  return [...found.values()];
}
