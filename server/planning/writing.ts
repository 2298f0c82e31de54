// Writes many services at once, all or none, through server/kernel/save.ts.
import type { Row } from '#core/kernel/entity.ts';
import type { Consent } from '#core/planning/calls.ts';
import type { Service } from '#core/planning/service.ts';
import type { Db } from '#server/db/database.ts';
import type { Call } from '#server/kernel/call.ts';
import type { Correction, Pending } from '#server/kernel/extension.ts';
import { moveMany } from '#server/kernel/move.ts';
import { planFor } from '#server/kernel/plan.ts';
import { type Guarding, lockRows, prepareMany, readWhole, writeCompleted } from '#server/kernel/save.ts';
import { checkBeforeSave } from './checking.ts';
import { keepConsents } from './consents.ts';
import { plan } from './services.ts';

export type ServiceRow = Row<typeof Service>;
export type PendingService = Pending<typeof Service>;

/** Whole rows in the order of `ids`, locked until the transaction ends; a hidden row is missing. */
export async function lockServices(db: Db, ids: readonly string[]): Promise<ServiceRow[]> {
  const rows = await lockRows(plan, db, ids);
  return ids.map((id) => rows.get(id.toLowerCase()) as ServiceRow);
}

/** Those that still exist. */
export async function lockRemaining(db: Db, ids: readonly string[]): Promise<ServiceRow[]> {
  const rows = await readServices(db, ids);
  return lockServices(
    db,
    rows.map(({ id }) => id),
  );
}

/** The current rows; for agents and customers the published ones. */
export async function readServices(
  db: Db,
  ids: readonly string[],
  context: Call['context'] | null = null,
): Promise<ServiceRow[]> {
  const rows = await readWhole(context ? planFor(plan, { context }) : plan, db, ids);
  return [...rows.values()];
}

export interface ServiceDraft extends Record<string, unknown> {
  id?: string | undefined;
  version?: number | undefined;
}

/** `byServer`: the server composed the drafts, so the view of core/kernel/view.ts does not apply. */
export const prepare = (
  drafts: readonly ServiceDraft[],
  call: Call,
  guarding: Pick<Guarding, 'byServer' | 'correction' | 'pathOf'> = {},
): Promise<PendingService[]> =>
  prepareMany(plan, drafts, call, { pathOf: (index) => `services.${index}`, ...guarding });

export interface ServiceWriting {
  /** The series that the new services belong to. */
  series?: string;
  correction?: Correction;
  /** Art. 7.07.3, of every agent who must give it; `waived`: the checks do not ask, nothing is stored. */
  consent?: Consent | 'waived' | undefined;
}

export async function writeServices(
  prepared: readonly PendingService[],
  call: Call,
  { series, correction, consent }: ServiceWriting = {},
): Promise<ServiceRow[]> {
  if (series !== undefined) for (const row of prepared) row.columns.series_id = series;
  const accepted = await checkBeforeSave(prepared, call, correction ?? null, consent !== undefined);
  const options = correction ? { action: 'correct', correction } : {};
  const written = await writeCompleted(plan, prepared, call, options);
  if (consent !== undefined && consent !== 'waived') await keepConsents(accepted, prepared, consent, call);
  return written.map(({ after }) => after);
}

/** Moves or removes many services; one refusal stops all. */
export const moveAll = (ids: readonly string[], move: string, call: Call): Promise<ServiceRow[]> =>
  moveMany(plan, ids, move, call);
