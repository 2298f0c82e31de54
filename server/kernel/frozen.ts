// Frozen states on the way in, and corrections: the one act that writes what is frozen, with its reason in the history.
import type { Entity } from '#core/kernel/entity.ts';
import { frozenWhy, isFrozen } from '#core/kernel/frozen.ts';
import { messages, Problem } from '#core/kernel/problem.ts';
import type { Db } from '#server/db/database.ts';

type Values = Record<string, unknown>;

/** SQLSTATE of the triggers that refuse a write of what is frozen (`refuse_frozen` in db/migrations). */
export const frozenCode = 'VF409';

/** A child record, such as a time gap, belongs to the list `path` of its parent and is frozen with it. */
export function refuseFrozenPart(of: Entity, parent: Readonly<Values>, path: string, field: string): void {
  const why = isFrozen(of, parent, path) ? (frozenWhy(of, parent) ?? messages.conflict) : null;
  if (why !== null) throw new Problem('conflict', why, { violations: [{ path: field, message: why }] });
}

/** Lets the transaction write what is frozen while `work` runs. The caller leaves the line of history that says why. */
export async function correcting<T>(db: Db, reason: string, work: () => Promise<T>): Promise<T> {
  const declare = (value: string): Promise<unknown> =>
    db.query({ name: 'declare-correction', text: `select set_config('app.correction', $1, true)`, values: [value] });
  await declare(reason);
  const done = await work();
  // A failure takes the whole transaction back, and the setting with it.
  await declare('');
  return done;
}
