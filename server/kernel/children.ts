// Child tables of a record: lines (child rows), refs and files (join rows), pictures of rich text.
import { type Entity, fieldsOfKind, valueAt } from '#core/kernel/entity.ts';
import type { Field, Fields } from '#core/kernel/field.ts';
import { filesOfHtml } from '#core/kernel/html.ts';
import type { Violation } from '#core/kernel/problem.ts';
import type { Db } from '#server/db/database.ts';
import { sqlKinds } from './kinds.ts';
import { imagesTable, joinTable, linesTable, nameAt, parentColumn, targetColumn } from './names.ts';
import { named } from './plan.ts';
import { type Columns, insertRows } from './rows.ts';
import { uuidv7 } from './uuid.ts';

type Values = Readonly<Record<string, unknown>>;
type Line = Values & { id?: string };

/** A record whose children are written; `draft` contains the lists to change. */
export interface Parent {
  id: string;
  draft: Values;
  current: Values | null;
}

/** Column values of a list of fields; `values` may leave keys out. */
export function columnsFor(fields: Fields, values: Values, creating: boolean): Columns {
  const columns: Columns = {};
  for (const [name, field] of Object.entries(fields)) {
    // Requests never contain these (core/kernel/schema.ts): a module has set the value.
    if (field.written === 'server' && field.kind !== 'status' && values[name] === undefined) continue;
    if (field.kind === 'group') {
      Object.assign(columns, columnsFor(field.fields as Fields, (values[name] as Values | undefined) ?? {}, creating));
      continue;
    }
    const provided = values[name];
    const value = provided === undefined && creating ? field.default : provided;
    if (value !== undefined) Object.assign(columns, sqlKinds[field.kind].write(name, field, value));
  }
  return columns;
}

/** Lines are matched by id. Refuse an unknown id, the id of another record's line, and the same id twice. */
export const foreignLines = (of: Entity, draft: Values, current: Values | null): Violation[] =>
  fieldsOfKind(of.fields, 'lines').flatMap(([path]) => {
    const drafted = valueAt(draft, path);
    if (!Array.isArray(drafted)) return [];
    const own = new Set(((valueAt(current, path) ?? []) as Line[]).map(({ id }) => id));
    const ids = (drafted as Line[]).map(({ id }) => id);
    return ids.flatMap((id, index) => {
      if (id === undefined) return [];
      const message = !own.has(id) ? 'Ligne introuvable' : ids.indexOf(id) < index ? 'Ligne donnée deux fois' : null;
      return message === null ? [] : [{ path: `${path}.${index}.id`, message }];
    });
  });

export async function writeChildren(
  of: Entity,
  db: Db,
  agency: string,
  rows: readonly Parent[],
  /** Columns of lines that no field holds. */
  lineColumns?: (path: string, id: string) => Columns,
): Promise<void> {
  for (const [path, field] of (['lines', 'refs', 'files', 'html'] as const).flatMap((kind) =>
    fieldsOfKind(of.fields, kind),
  )) {
    const changed = rows.filter(({ draft }) => valueAt(draft, path) !== undefined);
    if (changed.length === 0) continue;
    const write = { db, agency, path, field, parent: parentColumn(of), rows: changed, lineColumns };
    // Tables of a group's member are named after the member alone, like its columns.
    if (field.kind === 'lines') await writeLines(write);
    else if (field.kind === 'html')
      await writeJoined(write, imagesTable(of, nameAt(path)), (value) =>
        filesOfHtml((value as string | null) ?? '').map((id) => ({ file_id: id })),
      );
    else {
      const target = targetColumn(field);
      // References are sorted by name; files keep the order of the draft.
      await writeJoined(write, joinTable(of, nameAt(path), field), (value) =>
        [...new Set(((value ?? []) as { id: string }[]).map(({ id }) => id.toLowerCase()))].map((id, index) =>
          field.kind === 'files' ? { [target]: id, rank: index + 1 } : { [target]: id },
        ),
      );
    }
  }
}

interface Write {
  db: Db;
  agency: string;
  path: string;
  field: Field;
  parent: string;
  rows: readonly Parent[];
  lineColumns: ((path: string, id: string) => Columns) | undefined;
}

/** The lines of the draft replace the list. Delete only lines the caller saw: policies may hide others from him. */
async function writeLines({ db, agency, path, field, parent, rows, lineColumns }: Write): Promise<void> {
  const table = linesTable(nameAt(path), field);
  const fields = field.fields as Fields;
  const linesOf = (values: Values | null): Line[] => (valueAt(values, path) ?? []) as Line[];
  const removed = rows.flatMap(({ draft, current }) => {
    const kept = new Set(linesOf(draft).map(({ id }) => id));
    return linesOf(current).flatMap(({ id }) => (id !== undefined && !kept.has(id) ? [id] : []));
  });
  if (removed.length > 0)
    await db.query(named(`delete from ${table} where agency_id = $1 and id = any ($2::uuid[])`, [agency, removed]));
  const lines = rows.flatMap(({ id: owner, draft, current }) => {
    const known = new Map(linesOf(current).map((line) => [line.id, line]));
    // A field that the line leaves out keeps its value.
    return linesOf(draft).map((line, rank) => ({
      owner,
      rank,
      line: { ...formValues(fields, known.get(line.id) ?? {}), ...line, id: line.id ?? uuidv7() },
    }));
  });
  await insertRows(
    db,
    table,
    lines,
    ({ owner, rank, line }) => ({
      agency_id: agency,
      id: line.id,
      [parent]: owner,
      rank,
      ...columnsFor(fields, line, true),
      ...lineColumns?.(path, line.id),
    }),
    { key: ['agency_id', 'id'], become: 'changed' },
  );
}

const formValues = (fields: Fields, line: Line): Line =>
  Object.fromEntries(Object.entries(line).filter(([key]) => fields[key]?.written === 'form'));

/** Replaces the join rows of each record; the target id identifies a row. */
async function writeJoined(
  { db, agency, path, parent, rows }: Write,
  table: string,
  joinedOf: (value: unknown) => Columns[],
): Promise<void> {
  const joined = rows.flatMap(({ id, draft }) =>
    joinedOf(valueAt(draft, path)).map((columns) => ({ agency_id: agency, [parent]: id, ...columns })),
  );
  const target = Object.keys(joined[0] ?? {}).find((name) => name !== 'agency_id' && name !== parent);
  const edited = rows.flatMap(({ id, current }) => (current === null ? [] : [id]));
  if (edited.length > 0)
    await db.query(
      named(
        `delete from ${table} j where j.agency_id = $1 and j.${parent} = any ($2::uuid[])${
          target === undefined
            ? ''
            : ` and not exists (select from json_populate_recordset(null::${table}, $3) k where k.${parent} = j.${parent} and k.${target} = j.${target})`
        }`,
        [agency, edited, ...(target === undefined ? [] : [JSON.stringify(joined)])],
      ),
    );
  if (joined.length === 0) return;
  const key = [...new Set(['agency_id', parent, target as string])];
  await insertRows(db, table, joined, (columns) => columns, {
    key,
    become: 'rank' in (joined[0] ?? {}) ? 'changed' : 'kept',
  });
}
