// Rows of contracts by their id, for the calls on one of them.
import { contractOf } from '#core/contracts/contract.ts';
import type { ContractKind } from '#core/contracts/variables.ts';
import { Problem } from '#core/kernel/problem.ts';
import type { Call } from '#server/kernel/call.ts';
import type { Plan } from '#server/kernel/plan.ts';
import { lockRows, readWhole } from '#server/kernel/save.ts';
import { isUuid } from '#server/kernel/uuid.ts';
import { contractPlans } from './contracts.ts';
import type { ContractRow } from './moving.ts';

export const missing = (): Problem => new Problem('missing', contractOf.agent.missing);

export const invalid = (path: string, message: string): Problem =>
  new Problem('invalid', message, { violations: [{ path, message }] });

export const planFor = (kind: ContractKind): Plan => contractPlans[kind] as unknown as Plan;

export async function locked(kind: ContractKind, id: string, { db }: Call): Promise<ContractRow> {
  const row = isUuid(id) ? (await lockRows(planFor(kind), db, [id])).get(id.toLowerCase()) : undefined;
  if (!row) throw missing();
  return row as unknown as ContractRow;
}

export async function seen(kind: ContractKind, id: string, { db }: Call): Promise<ContractRow> {
  const row = isUuid(id) ? (await readWhole(planFor(kind), db, [id])).get(id.toLowerCase()) : undefined;
  if (!row) throw missing();
  return row as unknown as ContractRow;
}
