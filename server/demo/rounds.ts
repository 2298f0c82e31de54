// Writes the checkpoints and rounds of a demo agency.
import { Checkpoint } from '#core/rounds/checkpoint.ts';
import { Round } from '#core/rounds/round.ts';
import type { DemoAgency } from '#demo/index.ts';
import type { Db } from '#server/db/database.ts';
import { type BulkRow, insertEntity } from '#server/kernel/bulk.ts';
import { correcting } from '#server/kernel/frozen.ts';

const withStatus = <R extends { id: string; createdAt: string; draft: object; status: number }>(row: R): BulkRow => ({
  ...row,
  columns: { status: row.status },
});

export async function insertRounds(db: Db, { agency, checkpoints, rounds }: DemoAgency): Promise<void> {
  await insertEntity(db, { of: Checkpoint, agency: agency.id, rows: checkpoints.map(withStatus) });
  await insertEntity(db, { of: Round, agency: agency.id, rows: rounds.map(withStatus) });
}

/** Night posts walk the round of their site twice (O-030). */
export async function insertServiceRounds(db: Db, { agency }: DemoAgency): Promise<void> {
  const write = (): Promise<unknown> =>
    db.query({
      text: `insert into service_rounds (agency_id, id, service_id, round_id, number_of_executions)
      select s.agency_id, gen_random_uuid(), s.id, r.id, 2
      from services s join rounds r on r.agency_id = s.agency_id and r.site_id = s.site_id and r.status = 100 and r.name = 'Ronde de nuit'
      where s.agency_id = $1 and s.circuit_id is null and not s.is_circuit and extract(hour from s.start_at at time zone 'Europe/Paris') >= 18`,
      values: [agency.id],
    });
  await correcting(db, 'demo', write);
}
