// Rows of a file written by the one writer of records (server/kernel/save.ts), slice by slice, each with what the file told of it.
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

/** Rows of one statement. */
const slice = 1_000;

/** Statements one after the other, in the order they are asked: what asks may go on making the next ones. */
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
  const told = new Map(prepared.map(({ pending, told: one }) => [pending, one]));
  const changesOf = (row: Pending): Changes => changesTold(plan.of, row, told.get(row) ?? {});
  await plan.extension.beforeSave?.(rows, call as Call, null);
  const queue = { ...call, db: inTurn(call.db) };
  // While PostgreSQL writes one slice the next is made.
  let [before, writing]: Promise<unknown>[] = [Promise.resolve(), Promise.resolve()];
  try {
    for (let from = 0; from < rows.length; from += slice) {
      writing = writeCompleted(plan, rows.slice(from, from + slice), queue, { action: 'import', changesOf });
      // Waited for after the slice before it.
      writing.catch(() => {});
      await before;
      await progress(from);
      before = writing;
    }
    await before;
  } finally {
    // Whoever takes the rows back must not meet the rest of them.
    await Promise.allSettled([writing]);
  }
  await progress(rows.length);
}

/** What the history tells of an imported row: the draft knows ids alone, the file's row names too. */
function changesTold(of: Entity, { draft, current }: Pending, told: Values): Changes {
  const changes: Changes = {};
  const noted = (path: string, field: Field, given: unknown): void => {
    if (given === undefined) return;
    const before = current ? (valueAt(current, path) ?? null) : null;
    const after =
      field.kind === 'ref' || field.kind === 'refs'
        ? valueAt(told, path)
        : field.kind === 'address'
          ? { ...(before as object | null), ...(given as object) }
          : given;
    if (JSON.stringify(before) !== JSON.stringify(after ?? null)) changes[path] = { before, after: after ?? null };
  };
  const walk = (fields: Fields, values: Values, prefix: string): void => {
    for (const [name, value] of Object.entries(values)) {
      const field = fields[name];
      if (field?.kind === 'group') walk(field.fields as Fields, (value ?? {}) as Values, `${prefix}${name}.`);
      else if (field) noted(prefix + name, field, value);
    }
  };
  walk(of.fields, draft, '');
  return changes;
}
