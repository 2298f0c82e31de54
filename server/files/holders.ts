// Which records hold files and who may read those records, drawn from their declarations. The row policies decide which
// rows are seen; a right that was withdrawn closes the file with them.
import { allEntities } from '#core/entities.ts';
import type { Entity, Needs, Scope } from '#core/kernel/entity.ts';
import type { Fields } from '#core/kernel/field.ts';
import type { Right } from '#core/rights.ts';
import { type Asker, can } from '#core/roles.ts';
import { columnOf, imagesTable, joinTable, linesTable } from '#server/kernel/names.ts';

interface Holder {
  table: string;
  column: string;
  /** Whether he may read what holds it. */
  opens(asker: Asker, scope: Scope): boolean;
}

const passes = (asker: Asker, needs: Needs | undefined): boolean =>
  needs !== undefined && (needs === 'signedIn' || can(asker, needs));

/** `rights`: of the fields it stands in. */
function holdersIn(of: Entity, table: string, fields: Fields, rights: Right[]): Holder[] {
  return Object.entries(fields).flatMap(([name, field]): Holder[] => {
    const held = field.right ? [...rights, field.right] : rights;
    const { grants } = of;
    // A list shows it too, where it is a column.
    const opens = (asker: Asker, scope: Scope): boolean =>
      (passes(asker, grants.read[scope]) || (field.column !== undefined && passes(asker, grants.list[scope]))) &&
      held.every((right) => can(asker, [right]));
    switch (field.kind) {
      case 'file':
        return [{ opens, table, column: columnOf(name, field) }];
      case 'files':
        return [{ opens, table: joinTable(of, name, field), column: 'file_id' }];
      case 'html':
        return [{ opens, table: imagesTable(of, name), column: 'file_id' }];
      case 'group':
        return holdersIn(of, table, field.fields as Fields, held);
      case 'lines':
        return holdersIn(of, linesTable(name, field), field.fields as Fields, held);
      default:
        return [];
    }
  });
}

export const holders: readonly Holder[] = [
  ...allEntities.flatMap((of) => holdersIn(of, of.table, of.fields, [])),
  // What was mailed is the owner's to read (L-012), as the row policy says again.
  {
    table: 'email_attachments',
    column: 'file_id',
    opens: (asker, scope) => scope === 'agency' && can(asker, ['downloadEmailAttachment']),
  },
];

/** A condition on `files f`: his own, or held by a record that he may read. */
export function visibleTo(asker: Asker, scope: Scope): string {
  const held = holders
    .filter(({ opens }) => opens(asker, scope))
    .map(
      ({ table, column }) => `exists (select from ${table} h where h.agency_id = f.agency_id and h.${column} = f.id)`,
    );
  return `(${['f.uploaded_by = app_user()', ...held].join(' or ')})`;
}
