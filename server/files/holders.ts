// Which records hold files and who may read those records, drawn from their declarations. The row policies decide which
// rows are seen; a right that was withdrawn closes the file with them.
import { allEntities } from '#core/entities.ts';
import type { Entity, Needs, Scope } from '#core/kernel/entity.ts';
import type { Fields } from '#core/kernel/field.ts';
import type { Right } from '#core/rights.ts';
import { type Asker, can } from '#core/roles.ts';
import { columnOf, imagesTable, joinTable, linesTable } from '#server/kernel/names.ts';

interface Holder {
  of: Entity;
  /** A list shows it too. */
  listed: boolean;
  /** Rights of the fields it stands in. */
  rights: Right[];
  table: string;
  column: string;
}

function holdersIn(of: Entity, table: string, fields: Fields, rights: Right[]): Holder[] {
  return Object.entries(fields).flatMap(([name, field]): Holder[] => {
    const held = field.right ? [...rights, field.right] : rights;
    const common = { of, listed: field.column !== undefined, rights: held };
    switch (field.kind) {
      case 'file':
        return [{ ...common, table, column: columnOf(name, field) }];
      case 'files':
        return [{ ...common, table: joinTable(of, name, field), column: 'file_id' }];
      case 'html':
        return [{ ...common, table: imagesTable(of, name), column: 'file_id' }];
      case 'group':
        return holdersIn(of, table, field.fields as Fields, held);
      case 'lines':
        return holdersIn(of, linesTable(name, field), field.fields as Fields, held);
      default:
        return [];
    }
  });
}

export const holders: readonly Holder[] = allEntities.flatMap((of) => holdersIn(of, of.table, of.fields, []));

const passes = (asker: Asker, needs: Needs | undefined): boolean =>
  needs !== undefined && (needs === 'signedIn' || can(asker, needs));

/** A condition on `files f`: his own, or held by a record that he may read. */
export function visibleTo(asker: Asker, scope: Scope): string {
  const open = holders.filter(
    ({ of: { grants }, listed, rights }) =>
      (passes(asker, grants.read[scope]) || (listed && passes(asker, grants.list[scope]))) &&
      rights.every((right) => can(asker, [right])),
  );
  const held = open.map(
    ({ table, column }) => `exists (select from ${table} h where h.agency_id = f.agency_id and h.${column} = f.id)`,
  );
  return `(${['f.uploaded_by = app_user()', ...held].join(' or ')})`;
}
