// Refuse writes of frozen records, except corrections, whose reason goes into the history.
import type { Entity } from '#core/kernel/entity.ts';
import { frozenReason, isFrozen, writableOf } from '#core/kernel/frozen.ts';
import { messages, Problem } from '#core/kernel/problem.ts';
import type { Db } from '#server/db/database.ts';

type Values = Record<string, unknown>;

/** SQLSTATE of the triggers that refuse to write frozen columns (`refuse_frozen` in db/migrations). */
export const frozenCode = 'VF409';

/**
 * A record of its own, such as a time gap, is frozen with its parent (`field`) once nothing of the parent is writable; as a
 * line of the parent, already when its list (`line`) is frozen.
 */
export function refuseFrozenPart(
  of: Entity,
  parent: Readonly<Values>,
  field: string,
  line: string | null = null,
): void {
  const frozen = line === null ? writableOf(of, parent) === 'nothing' : isFrozen(of, parent, line);
  const why = frozen ? (frozenReason(of, parent) ?? messages.conflict) : null;
  if (why !== null) throw new Problem('conflict', why, { violations: [{ path: field, message: why }] });
}

/** Lets the transaction write frozen values while `work` runs. The caller writes the reason into the history. */
export async function correcting<T>(db: Db, reason: string, work: () => Promise<T>): Promise<T> {
  const declare = (value: string): Promise<unknown> =>
    db.query({ name: 'declare-correction', text: `select set_config('app.correction', $1, true)`, values: [value] });
  await declare(reason);
  const done = await work();
  // A failure rolls back the transaction, and the setting with it.
  await declare('');
  return done;
}
