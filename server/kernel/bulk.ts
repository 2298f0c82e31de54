// Many rows of an entity at once, mapped to SQL by its declaration as the generic save maps one.
import { type Entity, flatFields, valueAt } from '#core/kernel/entity.ts';
import type { Field, Fields } from '#core/kernel/field.ts';
import type { Db } from '#server/db/database.ts';
import { columnsFor } from '#server/kernel/children.ts';
import { sqlKinds } from '#server/kernel/kinds.ts';
import { joinTable, linesTable, nameAt, parentColumn, targetColumn } from '#server/kernel/names.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';

type Values = Record<string, unknown>;
/** PostgreSQL type of each column. */
type Types = Record<string, string>;

const chunk = 2_000;

/** Columns that have one value in all rows: told once, not in each. */
interface Alike {
  types: Types;
  values: Values;
}

/** The next rows are made while PostgreSQL writes the last ones. A column that no row names is left to its default. */
export async function insertMany<T>(
  db: Db,
  table: string,
  types: Types,
  rows: readonly T[],
  valuesOf: (row: T) => Values,
  /** Rows that exist already are changed. */
  over = false,
  alike: Alike = { types: {}, values: {} },
): Promise<void> {
  const same = Object.keys(alike.types);
  let writing: Promise<unknown> = Promise.resolve();
  for (let from = 0; from < rows.length; from += chunk) {
    const made = rows.slice(from, from + chunk).map(valuesOf);
    const given = over ? null : new Set(made.flatMap((one) => Object.keys(one)));
    const columns = Object.keys(types).filter((column) => given?.has(column) ?? true);
    const record = columns.map((column) => `${column} ${types[column]}`).join(', ');
    const picked = [...columns, ...same.map((column, index) => `$${index + 2}::${alike.types[column]}`)].join(', ');
    const text = `insert into ${table} (${[...columns, ...same].join(', ')}) select ${picked} from json_to_recordset($1) as r (${record})${
      over
        ? ` on conflict (agency_id, id) do update set ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`
        : ''
    }`;
    const values = [JSON.stringify(made), ...same.map((column) => alike.values[column])];
    await writing;
    writing = db.query({ text, values });
  }
  await writing;
}

const typesOf = (fields: Fields): Types =>
  Object.assign(
    {},
    ...Object.entries(fields).map(([name, field]): Types => {
      if (field.kind === 'group') return typesOf(field.fields as Fields);
      return field.written === 'server' && field.kind !== 'status' ? {} : sqlKinds[field.kind].columns(name, field);
    }),
  ) as Types;

export interface BulkRow {
  id: string;
  createdAt: string;
  draft: object;
  /** Columns that no form writes. */
  columns: Values;
}

export interface BulkInsert {
  of: Entity;
  agency: string;
  rows: readonly BulkRow[];
  /** Types of the rows' own columns. */
  types?: Types;
  alike?: Alike;
  /** Columns of lines that no form writes, by the field's name. */
  lines?: Record<string, { types: Types; columns: (id: string) => Values }>;
}

/** Rows that exist already: what each draft names is changed, and nothing else. One statement for each set of columns. */
export async function updateEntity(
  db: Db,
  { of, agency, rows }: { of: Entity; agency: string; rows: readonly { id: string; draft: object }[] },
): Promise<void> {
  const types = typesOf(of.fields);
  const changes = rows.map(({ id, draft }) => ({ id, columns: columnsFor(of.fields, draft as Values, false) }));
  const alike = Map.groupBy(changes, ({ columns }) => Object.keys(columns).sort().join());
  for (const some of alike.values()) {
    const names = Object.keys(some[0]?.columns ?? {});
    const sets = [...names.map((name) => `${name} = r.${name}`), 'version = version + 1', 'updated_at = now()'];
    await db.query({
      text: `update ${of.table} set ${sets.join(', ')} from json_to_recordset($2) as r (${['id uuid', ...names.map((name) => `${name} ${types[name]}`)].join(', ')})
        where ${of.table}.agency_id = $1 and ${of.table}.id = r.id`,
      values: [agency, JSON.stringify(some.map(({ id, columns }) => ({ id, ...columns })))],
    });
  }
  for (const [path, field] of flatFields(of.fields)) {
    const given = field.kind === 'refs' ? rows.filter(({ draft }) => valueAt(draft, path) !== undefined) : [];
    if (given.length === 0) continue;
    await db.query({
      text: `delete from ${joinTable(of, nameAt(path), field)} where agency_id = $1 and ${parentColumn(of)} = any ($2::uuid[])`,
      values: [agency, given.map(({ id }) => id)],
    });
    await insertRefs(db, of, agency, path, field, given);
  }
}

/** The lines that the drafts name replace those of their rows. */
export async function replaceLines(
  db: Db,
  of: Entity,
  agency: string,
  rows: readonly { id: string; draft: object }[],
): Promise<void> {
  for (const [path, field] of flatFields(of.fields)) {
    const given = field.kind === 'lines' ? rows.filter(({ draft }) => valueAt(draft, path) !== undefined) : [];
    if (given.length === 0) continue;
    const kept = given.flatMap(({ draft }) =>
      (valueAt(draft, path) as { id?: string }[]).flatMap(({ id }) => id ?? []),
    );
    await db.query({
      text: `delete from ${linesTable(nameAt(path), field)} where agency_id = $1 and ${parentColumn(of)} = any ($2::uuid[]) and not (id = any ($3::uuid[]))`,
      values: [agency, given.map(({ id }) => id), kept],
    });
    await insertLines(db, of, agency, path, field, given, undefined, true);
  }
}

export async function insertEntity(
  db: Db,
  { of, agency, rows, types = {}, alike = { types: {}, values: {} }, lines = {} }: BulkInsert,
): Promise<void> {
  await insertMany(
    db,
    of.table,
    {
      agency_id: 'uuid',
      id: 'uuid',
      ...typesOf(of.fields),
      ...types,
      created_at: 'timestamptz',
      updated_at: 'timestamptz',
    },
    rows,
    ({ id, createdAt, draft, columns }) => ({
      agency_id: agency,
      id,
      created_at: createdAt,
      updated_at: createdAt,
      ...columnsFor(of.fields, draft as Values, true),
      ...columns,
    }),
    false,
    alike,
  );
  for (const [path, field] of flatFields(of.fields)) {
    if (field.kind === 'refs') await insertRefs(db, of, agency, path, field, rows);
    if (field.kind === 'lines') await insertLines(db, of, agency, path, field, rows, lines[path]);
  }
}

async function insertRefs(
  db: Db,
  of: Entity,
  agency: string,
  path: string,
  field: Field,
  rows: readonly Pick<BulkRow, 'id' | 'draft'>[],
): Promise<void> {
  const [parent, target] = [parentColumn(of), targetColumn(field)];
  await insertMany(
    db,
    joinTable(of, nameAt(path), field),
    { agency_id: 'uuid', [parent]: 'uuid', [target]: 'uuid' },
    rows.flatMap(({ id, draft }) => {
      const given = (valueAt(draft, path) ?? []) as { id: string }[];
      return [...new Set(given.map((one) => one.id))].map((one) => [id, one]);
    }),
    ([from, to]) => ({ agency_id: agency, [parent]: from, [target]: to }),
  );
}

async function insertLines(
  db: Db,
  of: Entity,
  agency: string,
  path: string,
  field: Field,
  rows: readonly Pick<BulkRow, 'id' | 'draft'>[],
  more: { types: Types; columns: (id: string) => Values } = { types: {}, columns: () => ({}) },
  over = false,
): Promise<void> {
  const fields = field.fields as Fields;
  const parent = parentColumn(of);
  await insertMany(
    db,
    linesTable(nameAt(path), field),
    { agency_id: 'uuid', id: 'uuid', [parent]: 'uuid', rank: 'integer', ...typesOf(fields), ...more.types },
    rows.flatMap(({ id, draft }) =>
      ((valueAt(draft, path) ?? []) as (Values & { id?: string })[]).map((line, rank) => ({
        of: id,
        line: { ...line, id: line.id ?? uuidv7() },
        rank,
      })),
    ),
    ({ of: owner, line, rank }) => ({
      agency_id: agency,
      id: line.id,
      [parent]: owner,
      rank,
      ...columnsFor(fields, line, true),
      ...more.columns(line.id),
    }),
    over,
  );
}
