// Reads all rows of a list, page by page.
import type { Entity } from '#core/kernel/entity.ts';
import type { ListInput } from '#core/kernel/query.ts';
import { call, endpointsOf } from '../client/call.ts';
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
  /** Called with the rows loaded and the total; false: stop. */
  onPage?(loaded: number, filtered: number): boolean;
}

/** A row that shifts to the next page during the read counts once. */
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
