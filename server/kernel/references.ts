// Checks that drafts reference only rows and files the caller can see.
import { fileMessages, isImage } from '#core/files/files.ts';
import { fieldsOfKind, valueAt } from '#core/kernel/entity.ts';
import type { Field, Fields } from '#core/kernel/field.ts';
import type { Violation } from '#core/kernel/problem.ts';
import type { Db } from '#server/db/database.ts';
import { named, type Plan } from './plan.ts';

interface Asked {
  /** Position of the draft in its batch. */
  index: number;
  path: string;
  id: string;
  field: Field;
}

type Values = Record<string, unknown>;

/** Files are not an entity, so no field has this target. */
const ofFiles = 'file';

function askedOf(fields: Fields, values: Values, prefix: string): Omit<Asked, 'index'>[] {
  const found: Omit<Asked, 'index'>[] = [];
  for (const kind of ['ref', 'file'] as const)
    for (const [path, field] of fieldsOfKind(fields, kind)) {
      const value = valueAt(values, path) as { id: string } | null | undefined;
      if (value) found.push({ path: prefix + path, id: value.id, field });
    }
  for (const kind of ['refs', 'files'] as const)
    for (const [path, field] of fieldsOfKind(fields, kind))
      for (const [index, { id }] of ((valueAt(values, path) ?? []) as { id: string }[]).entries())
        found.push({ path: `${prefix}${path}.${index}`, id, field });
  for (const [path, field] of fieldsOfKind(fields, 'lines'))
    for (const [index, line] of ((valueAt(values, path) ?? []) as Values[]).entries())
      found.push(...askedOf(field.fields as Fields, line, `${prefix}${path}.${index}.`));
  return found;
}

/** A fault of one draft of a batch. */
export interface DraftFault extends Violation {
  index: number;
}

/** The files that a record holds: whoever may write it may leave them there. */
export const filesIn = (fields: Fields, values: Values): string[] =>
  askedOf(fields, values, '').flatMap(({ id, field }) => (field.target === undefined ? [id.toLowerCase()] : []));

/**
 * Every reference must point at a row the caller can see. One query per kind of row, for all drafts. `seen`: SQL on
 * `files f` for files that no record of the batch held before; naming a file would otherwise open it.
 */
export async function checkReferences(
  plan: Plan,
  db: Db,
  drafts: readonly Values[],
  { held, seen }: { held: ReadonlySet<string>; seen: () => string },
): Promise<DraftFault[]> {
  const asked = drafts.flatMap((draft, index) =>
    askedOf(plan.of.fields, draft, '').map((one): Asked => ({ ...one, index })),
  );
  const faults: DraftFault[] = [];
  for (const [target, wanted] of Map.groupBy(asked, ({ field }) => field.target ?? ofFiles))
    faults.push(
      ...(target === ofFiles ? await faultyFiles(db, wanted, held, seen) : await unseenRows(plan, db, target, wanted)),
    );
  return faults;
}

const idsOf = (wanted: Asked[]): string[] => [...new Set(wanted.map((one) => one.id.toLowerCase()))];

async function unseenRows(plan: Plan, db: Db, target: string, wanted: Asked[]): Promise<DraftFault[]> {
  const { table, missing } = plan.named(target);
  const found = await db.query<{ id: string }>(
    named(`select id from ${table} where id = any ($1::uuid[])`, [idsOf(wanted)]),
  );
  const seen = new Set(found.map((row) => row.id));
  return wanted.flatMap(({ path, id, index }) =>
    seen.has(id.toLowerCase()) ? [] : [{ index, path, message: missing }],
  );
}

async function faultyFiles(
  db: Db,
  wanted: Asked[],
  held: ReadonlySet<string>,
  seen: () => string,
): Promise<DraftFault[]> {
  const ids = idsOf(wanted);
  const isNew = ids.some((id) => !held.has(id));
  const found = await db.query<{ id: string; mime_type: string; awaited: boolean }>(
    named(
      `select f.id, f.mime_type, f.awaited from files f where f.id = any ($1::uuid[])${isNew ? ` and (f.id = any ($2::uuid[]) or ${seen()})` : ''}`,
      isNew ? [ids, ids.filter((id) => held.has(id))] : [ids],
    ),
  );
  const files = new Map(found.map((row) => [row.id, row]));
  return wanted.flatMap(({ path, id, field, index }) => {
    const file = files.get(id.toLowerCase());
    if (!file) return [{ index, path, message: 'Fichier introuvable' }];
    if (file.awaited) return [{ index, path, message: fileMessages.awaited }];
    return field.picture && !isImage(file.mime_type) ? [{ index, path, message: 'Image attendue' }] : [];
  });
}
