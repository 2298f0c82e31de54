// Which records hold files and who may read them, derived from the declarations. The row policies decide on rows, the
// caller's view on fields: a withdrawn right also closes the file.
import { allEntities, entityNamed } from '#core/entities.ts';
import type { Entity, Scope } from '#core/kernel/entity.ts';
import type { Field } from '#core/kernel/field.ts';
import { viewOf } from '#core/kernel/view.ts';
import { type Asker, can, meets } from '#core/roles.ts';
import { columnOf, imagesTable, joinTable, linesTable, nameAt, parentColumn } from '#server/kernel/names.ts';
import { alias, type Plan, planOf } from '#server/kernel/plan.ts';
import { conditionSql, ownedSql } from '#server/kernel/reader.ts';

interface Holder {
  table: string;
  column: string;
  /** SQL on `files f` and its holder `h`; null: the caller may not read the holder. */
  opens(asker: Asker, scope: Scope): string | null;
}

interface Held {
  path: string;
  field: Field;
  table: string;
  column: string;
  /** The column of `h` that names the record. */
  record: string;
}

function heldBy(of: Entity): Held[] {
  const found: Held[] = [];
  const whole = viewOf(of, 'agency', () => true);
  const add = (path: string, field: Field, memberOf: string | null): void => {
    const name = nameAt(path);
    const list = memberOf === null ? null : (whole.at(memberOf)?.field as Field);
    const own = list ? linesTable(nameAt(memberOf as string), list) : of.table;
    const record = list ? parentColumn(of) : 'id';
    if (field.kind === 'file' && !field.elsewhere)
      found.push({ path, field, table: own, column: columnOf(name, field), record });
    const joined =
      field.kind === 'files'
        ? joinTable(of, name, field)
        : field.kind === 'html' && !list
          ? imagesTable(of, name)
          : null;
    if (joined) found.push({ path, field, table: joined, column: 'file_id', record: parentColumn(of) });
  };
  for (const { path, field, memberOf } of whole.fields) add(path, field, memberOf);
  return found;
}

const holdersOf = (plan: Plan): Holder[] =>
  heldBy(plan.of).map(({ path, field, table, column, record }) => ({
    table,
    column,
    opens: (asker, scope) => {
      const { of } = plan;
      // A list shows the file if it is a column.
      const reads =
        meets(asker, of.grants.read[scope]) ||
        meets(asker, of.grants.read.platform) ||
        (field.column !== undefined && meets(asker, of.grants.list[scope]));
      const seen = viewOf(of, scope, (right) => can(asker, [right])).at(path);
      if (!reads || !seen?.seen) return null;
      const condition = conditionSql(plan, seen.conditions);
      const owned = field.seenBy ? ` and ${ownedSql('h')}` : '';
      const held = `h.agency_id = f.agency_id and h.${column} = f.id${owned}`;
      return condition === null
        ? held
        : `${held} and exists (select from ${of.table} ${alias} where ${alias}.agency_id = h.agency_id and ${alias}.id = h.${record} and ${condition})`;
    },
  }));

export const holders: readonly Holder[] = [
  ...allEntities.flatMap((of) => holdersOf(planOf(of, {}, entityNamed))),
  // Only the owner reads mailed files (L-012); the row policy ensures it too.
  {
    table: 'email_attachments',
    column: 'file_id',
    opens: (asker, scope) =>
      scope === 'agency' && can(asker, ['downloadEmailAttachment'])
        ? 'h.agency_id = f.agency_id and h.file_id = f.id'
        : null,
  },
  // What left for signature, and came back signed; the row policy shows people their own.
  ...(['file_id', 'signed_file_id'] as const).map(
    (column): Holder => ({
      table: 'signature_requests',
      column,
      opens: (asker, scope) => {
        const kinds = (['agent', 'customer'] as const).filter((kind) =>
          meets(asker, entityNamed(`${kind}Contract`).grants.read[scope]),
        );
        if (kinds.length === 0) return null;
        const read = kinds.map((kind) => `h.${kind}_contract_id is not null`).join(' or ');
        return `h.agency_id = f.agency_id and h.${column} = f.id and (${read})`;
      },
    }),
  ),
  // Of the platform; its readers have calls of their own, which ask their role.
  {
    table: 'guide_files',
    column: 'file_id',
    opens: ({ platform }) => (platform ? 'h.agency_id = f.agency_id and h.file_id = f.id' : null),
  },
  // The photos of what an agent reported; the agent is their sender.
  {
    table: 'field_event_files',
    column: 'file_id',
    opens: (asker, scope) =>
      scope === 'agency' && can(asker, ['listServiceEvents']) ? 'h.agency_id = f.agency_id and h.file_id = f.id' : null,
  },
];

/** A condition on `files f`: files of the caller, or of a record that he may read. */
export function visibleTo(asker: Asker, scope: Scope): string {
  const held = holders.flatMap(({ table, opens }) => {
    const condition = opens(asker, scope);
    return condition === null ? [] : [`exists (select from ${table} h where ${condition})`];
  });
  return `(${['f.uploaded_by = app_user()', ...held].join(' or ')})`;
}
