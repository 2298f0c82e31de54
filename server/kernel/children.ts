// What a record keeps in tables of its own: lines (child rows), refs and files (join rows).
import { flatFields, valueAt } from '#core/kernel/entity.ts';
import type { Field, Fields } from '#core/kernel/field.ts';
import { filesOfHtml } from '#core/kernel/html.ts';
import { Problem, type Violation } from '#core/kernel/problem.ts';
import type { Db } from '#server/db/database.ts';
import { sqlKinds } from './kinds.ts';
import { imagesTable, joinTable, linesTable, nameAt, parentColumn, targetColumn } from './names.ts';
import type { Plan } from './plan.ts';
import { uuidv7 } from './uuid.ts';

type Line = Record<string, unknown> & { id?: string };

/** Column values of a list of fields; `values` may leave keys out. */
export function columnsFor(
  fields: Fields,
  values: Record<string, unknown>,
  creating: boolean,
): Record<string, unknown> {
  const columns: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    // What comes from outside has none of these (core/kernel/schema.ts): a module put it there.
    if (field.written === 'server' && field.kind !== 'status' && values[name] === undefined) continue;
    if (field.kind === 'group') {
      Object.assign(
        columns,
        columnsFor(field.fields as Fields, (values[name] as Record<string, unknown> | undefined) ?? {}, creating),
      );
      continue;
    }
    const given = values[name];
    const value = given === undefined && creating ? field.default : given;
    if (value !== undefined) Object.assign(columns, sqlKinds[field.kind].write(name, field, value));
  }
  return columns;
}

export async function writeChildren(
  plan: Plan,
  db: Db,
  agency: string,
  id: string,
  draft: Record<string, unknown>,
  current: Record<string, unknown> | null,
): Promise<void> {
  for (const [path, field] of flatFields(plan.of.fields)) {
    const given = valueAt(draft, path);
    if (given === undefined) continue;
    // A member of a group keeps its tables under its own name, as it does its columns.
    const name = nameAt(path);
    if (field.kind === 'lines')
      await writeLines(plan, db, agency, id, path, field, given as Line[], (valueAt(current, path) ?? []) as Line[]);
    if (field.kind === 'refs' || field.kind === 'files')
      await writeJoined(plan, db, agency, id, name, field, given as { id: string }[]);
    if (field.kind === 'html') await writeImages(plan, db, agency, id, name, given as string | null);
  }
}

/** The given lines replace the list; a line is matched by its id, and one that is nobody's is refused. */
async function writeLines(
  plan: Plan,
  db: Db,
  agency: string,
  parent: string,
  path: string,
  field: Field,
  given: Line[],
  before: Line[],
): Promise<void> {
  const table = linesTable(nameAt(path), field);
  const fields = field.fields as Fields;
  const known = new Map(before.map((line) => [line.id, line]));
  const unknown: Violation[] = given.flatMap((line, index) =>
    line.id && !known.has(line.id) ? [{ path: `${path}.${index}.id`, message: 'Ligne introuvable' }] : [],
  );
  if (unknown.length > 0) throw new Problem('invalid', 'Ligne introuvable', { violations: unknown });
  const kept = given.flatMap((line) => (line.id ? [line.id] : []));
  // Lines that the policies hide from the caller are not his to remove: delete what he saw.
  const removed = before.flatMap((line) => (line.id && !kept.includes(line.id) ? [line.id] : []));
  if (removed.length > 0) {
    await db.query({
      text: `delete from ${table} where agency_id = $1 and ${parentColumn(plan.of)} = $2 and id = any ($3)`,
      values: [agency, parent, removed],
    });
  }
  if (given.length === 0) return;
  const rows = given.map((line, rank) => ({
    agency_id: agency,
    id: line.id ?? uuidv7(),
    [parentColumn(plan.of)]: parent,
    rank,
    ...columnsFor(fields, line.id ? { ...formValues(fields, known.get(line.id) ?? {}), ...line } : line, true),
  }));
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const values: unknown[] = [];
  const tuples = rows.map(
    (row) =>
      `(${columns.map((column) => `$${values.push((row as Record<string, unknown>)[column] ?? null)}`).join(', ')})`,
  );
  const updates = columns
    .filter((column) => column !== 'agency_id' && column !== 'id')
    .map((column) => `${column} = excluded.${column}`);
  await db.query({
    text: `insert into ${table} (${columns.join(', ')}) values ${tuples.join(', ')} on conflict (agency_id, id) do update set ${updates.join(', ')}`,
    values,
  });
}

/** Whoever sees the text sees the pictures in it. */
async function writeImages(
  plan: Plan,
  db: Db,
  agency: string,
  parent: string,
  name: string,
  html: string | null,
): Promise<void> {
  const [table, own] = [imagesTable(plan.of, name), parentColumn(plan.of)];
  const ids = filesOfHtml(html ?? '');
  await db.query({
    text: `delete from ${table} where agency_id = $1 and ${own} = $2 and not (file_id = any ($3::uuid[]))`,
    values: [agency, parent, ids],
  });
  if (ids.length === 0) return;
  await db.query({
    text: `insert into ${table} (agency_id, ${own}, file_id) select $1, $2, unnest($3::uuid[]) on conflict do nothing`,
    values: [agency, parent, ids],
  });
}

const formValues = (fields: Fields, line: Line): Line =>
  Object.fromEntries(Object.entries(line).filter(([key]) => fields[key]?.written === 'form'));

async function writeJoined(
  plan: Plan,
  db: Db,
  agency: string,
  parent: string,
  name: string,
  field: Field,
  given: { id: string }[],
): Promise<void> {
  const table = joinTable(plan.of, name, field);
  const [own, target] = [parentColumn(plan.of), targetColumn(field)];
  const ids = [...new Set(given.map((one) => one.id))];
  await db.query({
    text: `delete from ${table} where agency_id = $1 and ${own} = $2 and not (${target} = any ($3::uuid[]))`,
    values: [agency, parent, ids],
  });
  // References are shown by name; files keep the order they were given.
  const text =
    field.kind === 'files'
      ? `insert into ${table} (agency_id, ${own}, ${target}, rank) select $1, $2, g.id, g.rank from unnest($3::uuid[]) with ordinality g (id, rank)
          on conflict (agency_id, ${own}, ${target}) do update set rank = excluded.rank`
      : // An agency's own list: the record is the agency.
        own === 'agency_id'
        ? `insert into ${table} (agency_id, ${target}) select $1, unnest($3::uuid[]) where $2::uuid = $1::uuid on conflict do nothing`
        : `insert into ${table} (agency_id, ${own}, ${target}) select $1, $2, unnest($3::uuid[]) on conflict do nothing`;
  await db.query({ text, values: [agency, parent, ids] });
}
