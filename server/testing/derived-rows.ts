// Rows and rules of the walls, derived for entities that only the agency reads and writes. Rows for agents or customers
// depend on conditions of the policies, so these tables are in walls.ts and wall-rows.ts.
import { randomUUID } from 'node:crypto';
import { type Entity, flatFields } from '#core/kernel/entity.ts';
import type { Field, Fields } from '#core/kernel/field.ts';
import { sqlKinds } from '#server/kernel/kinds.ts';
import { imagesTable, joinTable, linesTable, nameAt, parentColumn, targetColumn } from '#server/kernel/names.ts';
import { fullDraft, type Refer } from './samples.ts';
import type { Role, Row } from './walls.ts';

/** Written by the agency, and absent from the paths of agents and customers. */
export const isAgencyOnly = ({ grants, machine }: Entity): boolean =>
  Object.keys(grants.create).length > 0 &&
  Object.values(grants).every((granted) => Object.keys(granted).every((scope) => scope === 'agency')) &&
  Object.values(machine?.moves ?? {}).every(({ own }) => own === undefined);

/** The agency may do everything, nobody else anything. */
export const agencyAlone: Record<Role, string> = { staff: 'siud', agent: '', customer: '' };

/** The table of the entity first, then those of its lists, files and pictures. */
export const tablesOf = (of: Entity): string[] => [
  of.table,
  ...flatFields(of.fields).flatMap(([path, field]) => {
    const name = nameAt(path);
    if (field.kind === 'lines') return [linesTable(name, field)];
    if (field.kind === 'refs' || field.kind === 'files') return [joinTable(of, name, field)];
    return field.kind === 'html' ? [imagesTable(of, name)] : [];
  }),
];

const columnsOf = (fields: Fields, values: Row): Row =>
  Object.assign(
    {},
    ...Object.entries(values).map(([name, value]) => {
      const field = fields[name] as Field;
      return field.kind === 'group'
        ? columnsOf(field.fields as Fields, value as Row)
        : sqlKinds[field.kind].write(name, field, value);
    }),
  );

/** A row of the entity with one line in each list, by table, in an order that references allow. */
export function rowsOfEntity(of: Entity, refer: Refer): Record<string, Row[]> {
  const id = randomUUID();
  const draft = fullDraft(of, refer);
  const parent = { [parentColumn(of)]: id };
  const rows: Record<string, Row[]> = { [of.table]: [{ id, ...columnsOf(of.fields, draft) }] };
  for (const [path, field] of flatFields(of.fields)) {
    const name = nameAt(path);
    if (field.written !== 'form') continue;
    if (field.kind === 'lines') {
      const lines = path.split('.').reduce((value, key) => value[key] as Row, draft) as unknown as Row[];
      rows[linesTable(name, field)] = lines.map((line, rank) => ({
        id: randomUUID(),
        ...parent,
        rank,
        ...columnsOf(field.fields as Fields, line),
      }));
    }
    if (field.kind === 'refs')
      rows[joinTable(of, name, field)] = [{ ...parent, [targetColumn(field)]: refer(field.target ?? '') }];
    if (field.kind === 'files') rows[joinTable(of, name, field)] = [{ ...parent, file_id: refer('file') }];
    if (field.kind === 'html') rows[imagesTable(of, name)] = [{ ...parent, file_id: refer('file') }];
  }
  return rows;
}

/** Entities in the order of their references, each once. */
export function inOrder(entities: readonly Entity[]): Entity[] {
  const ordered = new Set<Entity>();
  const visit = (of: Entity, trail: readonly Entity[]): void => {
    if (ordered.has(of) || trail.includes(of)) return;
    for (const [, { target }] of flatFields(of.fields)) {
      const other = entities.find(({ name }) => name === target);
      if (other) visit(other, [...trail, of]);
    }
    ordered.add(of);
  };
  for (const of of entities) visit(of, []);
  return [...ordered];
}
