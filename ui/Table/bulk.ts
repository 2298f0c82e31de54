// One move of many rows: a few calls at a time, each row with its own result.
import type { Entity } from '#core/kernel/entity.ts';
import { messages } from '#core/kernel/problem.ts';
import { forEachConcurrent } from '../concurrent.ts';
import { type AnyRow, type Mover, makeMove } from '../moves.ts';

export interface BulkResult {
  row: AnyRow;
  /** Undefined if the row was removed or refused. */
  after: AnyRow | undefined;
  /** Null: done. */
  problem: string | null;
}

export async function moveAll(
  of: Entity,
  steps: readonly { row: AnyRow; name: string }[],
  onResult: (results: readonly BulkResult[]) => void,
  signal?: AbortSignal,
  make: (row: AnyRow, name: string) => ReturnType<Mover> = (row, name) => makeMove(of, row, name),
): Promise<BulkResult[]> {
  const results: BulkResult[] = [];
  const one = async ({ row, name }: { row: AnyRow; name: string }): Promise<void> => {
    try {
      results.push({ row, after: await make(row, name), problem: null });
    } catch (error) {
      results.push({ row, after: undefined, problem: error instanceof Error ? error.message : messages.unexpected });
    }
    onResult([...results]);
  };
  await forEachConcurrent(steps, one, signal);
  return results;
}
