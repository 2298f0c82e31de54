// One move made on many rows: a few calls at a time, each row with its own result.
import type { Entity } from '#core/kernel/entity.ts';
import { messages } from '#core/kernel/problem.ts';
import { type AnyRow, makeMove } from '../moves.ts';

export interface BulkResult {
  row: AnyRow;
  /** Undefined once removed, or refused. */
  after: AnyRow | undefined;
  /** Null: made. */
  problem: string | null;
}

const atOnce = 4;

export async function moveAll(
  of: Entity,
  steps: readonly { row: AnyRow; name: string }[],
  onResult: (results: readonly BulkResult[]) => void,
): Promise<BulkResult[]> {
  const results: BulkResult[] = [];
  const waiting = [...steps];
  const worker = async (): Promise<void> => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const { row, name } = step;
      try {
        results.push({ row, after: await makeMove(of, row, name), problem: null });
      } catch (error) {
        results.push({
          row,
          after: undefined,
          problem: error instanceof Error ? error.message : messages.unexpected,
        });
      }
      onResult([...results]);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
