// Insert and update many rows in few statements. PostgreSQL takes the types of the values from the table.
import type { Db } from '#server/db/database.ts';
import { named } from './plan.ts';

export type Columns = Record<string, unknown>;

/** Rows per statement. */
const chunk = 2_000;

const namesIn = (rows: readonly Columns[]): string[] => [...new Set(rows.flatMap((row) => Object.keys(row)))];

/** Builds the next rows while PostgreSQL writes the last ones. Unnamed columns get their default. */
export async function insertRows<T>(
  db: Db,
  table: string,
  rows: readonly T[],
  columnsOf: (row: T) => Columns,
  /** What to do with existing rows of the same key; absent: refuse them. */
  existing?: { key: readonly string[]; become: 'changed' | 'kept' },
): Promise<void> {
  let writing: Promise<unknown> = Promise.resolve();
  for (let from = 0; from < rows.length; from += chunk) {
    const made = rows.slice(from, from + chunk).map(columnsOf);
    const names = namesIn(made);
    const text = `insert into ${table} (${names.join(', ')}) select ${names.join(', ')} from json_populate_recordset(null::${table}, $1)${
      existing ? onConflict(existing, names) : ''
    }`;
    const statement = named(text, [JSON.stringify(made)]);
    await writing;
    writing = db.query(statement);
    // Awaited before the next statement; until then an error must not count as unhandled.
    writing.catch(() => {});
  }
  await writing;
}

function onConflict(
  { key, become }: { key: readonly string[]; become: 'changed' | 'kept' },
  names: readonly string[],
): string {
  const rest = names.filter((name) => !key.includes(name));
  return become === 'kept' || rest.length === 0
    ? ' on conflict do nothing'
    : ` on conflict (${key.join(', ')}) do update set ${rest.map((name) => `${name} = excluded.${name}`).join(', ')}`;
}

/** Updates the named columns and the version; one statement for each set of columns. */
export async function updateRows(
  db: Db,
  table: string,
  agency: string,
  rows: readonly { id: string; columns: Columns }[],
): Promise<void> {
  for (const some of Map.groupBy(rows, ({ columns }) => Object.keys(columns).sort().join()).values()) {
    const names = Object.keys(some[0]?.columns ?? {});
    const sets = [
      ...names.map((name) => `${name} = r.${name}`),
      `version = ${table}.version + 1`,
      'updated_at = now()',
    ];
    await db.query(
      named(
        `update ${table} set ${sets.join(', ')} from json_populate_recordset(null::${table}, $2) r
          where ${table}.agency_id = $1 and ${table}.id = r.id`,
        [agency, JSON.stringify(some.map(({ id, columns }) => ({ ...columns, id })))],
      ),
    );
  }
}
