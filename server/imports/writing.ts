// Writes the rows of a file through server/kernel/save.ts, slice by slice.
import { type Entity, valueAt } from '#core/kernel/entity.ts';
import type { Field, Fields } from '#core/kernel/field.ts';
import type { Db } from '#server/db/database.ts';
import type { Changes } from '#server/kernel/audit.ts';
import type { Call } from '#server/kernel/call.ts';
import type { Pending } from '#server/kernel/extension.ts';
import type { Plan } from '#server/kernel/plan.ts';
import { type Writing, writeCompleted } from '#server/kernel/save.ts';
import type { Prepared } from './reading.ts';

type Values = Record<string, unknown>;

/** Rows per statement. */
const slice = 1_000;

/** Runs statements one after the other, in order, while the caller prepares the next ones. */
function inTurn(db: Db): Db {
  let last: Promise<unknown> = Promise.resolve();
  return {
    query: (statement) => {
      const answer = last.then(() => db.query(statement));
      last = answer;
      return answer as never;
    },
  };
}

export async function writeRows(
  plan: Plan,
  prepared: readonly Prepared[],
  call: Writing,
  progress: (written: number) => Promise<void>,
): Promise<void> {
  const rows = prepared.map(({ pending }) => pending);
  const unchecked = new Map(prepared.map(({ pending, unchecked: one }) => [pending, one]));
  const changesOf = (row: Pending): Changes => importedChanges(plan.of, row, unchecked.get(row) ?? {});
  await plan.extension.beforeSave?.(rows, call as Call, null);
  const queue = { ...call, db: inTurn(call.db) };
  // Build the next slice while PostgreSQL writes one.
  let [before, writing]: Promise<unknown>[] = [Promise.resolve(), Promise.resolve()];
  try {
    for (let from = 0; from < rows.length; from += slice) {
      writing = writeCompleted(plan, rows.slice(from, from + slice), queue, { action: 'import', changesOf });
      // Awaited after the slice before it.
      writing.catch(() => {});
      await before;
      await progress(from);
      before = writing;
    }
    await before;
  } finally {
    // A rollback must not run while rows are still being written.
    await Promise.allSettled([writing]);
  }
  await progress(rows.length);
}

/** The changes for the history: the checked draft has only ids, the unchecked one also names. */
function importedChanges(of: Entity, { draft, current }: Pending, unchecked: Values): Changes {
  const changes: Changes = {};
  const compare = (path: string, field: Field, value: unknown): void => {
    if (value === undefined) return;
    const before = current ? (valueAt(current, path) ?? null) : null;
    const after =
      field.kind === 'ref' || field.kind === 'refs'
        ? valueAt(unchecked, path)
        : field.kind === 'address'
          ? { ...(before as object | null), ...(value as object) }
          : value;
    if (JSON.stringify(before) !== JSON.stringify(after ?? null)) changes[path] = { before, after: after ?? null };
  };
  const walk = (fields: Fields, values: Values, prefix: string): void => {
    for (const [name, value] of Object.entries(values)) {
      const field = fields[name];
      if (field?.kind === 'group') walk(field.fields as Fields, (value ?? {}) as Values, `${prefix}${name}.`);
      else if (field) compare(prefix + name, field, value);
    }
  };
  walk(of.fields, draft, '');
  return changes;
}
