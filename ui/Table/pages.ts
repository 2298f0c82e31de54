// The rows of a list beyond the page shown, asked page by page.
import type { Entity } from '#core/kernel/entity.ts';
import type { ListInput } from '#core/kernel/query.ts';
import { call, endpointsOf } from '../client/call.ts';
import type { AnyRow } from '../moves.ts';
import { type Rows, rowsOf } from './useRows.ts';

/** What one export or one selection holds (D-028). */
export const mostRows = 5_000;

/** D-030 */
const rowsPerCall = 180;

interface Wanted {
  of: Entity;
  input: ListInput;
  signal?: AbortSignal;
  /** Called with the rows so far and how many there are in all; false: that is enough. */
  onPage?(loaded: number, filtered: number): boolean;
}

/** A row that slid from one page to the next meanwhile counts once. */
export async function allRows({ of, input, signal, onPage }: Wanted): Promise<AnyRow[]> {
  const found = new Map<string, AnyRow>();
  for (let page = 1; ; page += 1) {
    const answer = await call(endpointsOf(of).list, {
      input: { ...input, page, limit: rowsPerCall },
      ...(signal ? { signal } : {}),
    });
    const { rows, filtered }: Rows = rowsOf(of, answer);
    for (const row of rows) found.set(row.id, row);
    const goOn = onPage?.(Math.min(found.size, filtered), filtered) ?? true;
    if (!goOn || rows.length < rowsPerCall || page * rowsPerCall >= filtered) return [...found.values()];
  }
}
