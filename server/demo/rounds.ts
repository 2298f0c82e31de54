// Writes the checkpoints and rounds of a demo agency.
import { Checkpoint } from '#core/rounds/checkpoint.ts';
import { Round } from '#core/rounds/round.ts';
import type { DemoAgency } from '#demo/index.ts';
import type { Db } from '#server/db/database.ts';
import { type BulkRow, insertEntity } from '#server/kernel/bulk.ts';

const withStatus = <R extends { id: string; createdAt: string; draft: object; status: number }>(row: R): BulkRow => ({
  ...row,
  columns: { status: row.status },
});

export async function insertRounds(db: Db, { agency, checkpoints, rounds }: DemoAgency): Promise<void> {
  await insertEntity(db, { of: Checkpoint, agency: agency.id, rows: checkpoints.map(withStatus) });
  await insertEntity(db, { of: Round, agency: agency.id, rows: rounds.map(withStatus) });
}
