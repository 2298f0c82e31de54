// What a draft points at: rows and files that the caller can see, or it is refused.
import { isImage } from '#core/files/files.ts';
import type { Field, Fields } from '#core/kernel/field.ts';
import { Problem, type Violation } from '#core/kernel/problem.ts';
import type { Db } from '#server/db/database.ts';
import type { Plan } from './plan.ts';

interface Asked {
  path: string;
  id: string;
  field: Field;
}

type Values = Record<string, unknown>;

/** Files are nobody's entity, so no field's target bears this name. */
const ofFiles = 'file';

function askedOf(fields: Fields, values: Values, prefix: string): Asked[] {
  return Object.entries(fields).flatMap(([name, field]): Asked[] => {
    const value = values[name];
    if (value == null) return [];
    const path = prefix + name;
    switch (field.kind) {
      case 'ref':
      case 'file':
        return [{ path, id: (value as { id: string }).id, field }];
      case 'refs':
      case 'files':
        return (value as { id: string }[]).map(({ id }, index) => ({ path: `${path}.${index}`, id, field }));
      case 'group':
        return askedOf(field.fields as Fields, value as Values, `${path}.`);
      case 'lines':
        return (value as Values[]).flatMap((line, index) => askedOf(field.fields as Fields, line, `${path}.${index}.`));
      default:
        return [];
    }
  });
}

/** Every reference of a draft must point at a row the caller can see; each that does not is told on its field. */
export async function checkReferences(plan: Plan, db: Db, draft: Values): Promise<void> {
  const asked = Map.groupBy(askedOf(plan.of.fields, draft, ''), ({ field }) => field.target ?? ofFiles);
  const violations: Violation[] = [];
  for (const [target, wanted] of asked)
    violations.push(
      ...(target === ofFiles ? await faultyFiles(db, wanted) : await unseenRows(plan, db, target, wanted)),
    );
  if (violations.length > 0) throw new Problem('invalid', violations[0]?.message ?? '', { violations });
}

const idsOf = (wanted: Asked[]): string[] => wanted.map((one) => one.id);

async function unseenRows(plan: Plan, db: Db, target: string, wanted: Asked[]): Promise<Violation[]> {
  const { table, missing } = plan.named(target);
  const found = await db.query<{ id: string }>({
    text: `select id from ${table} where id = any ($1::uuid[])`,
    values: [idsOf(wanted)],
  });
  const seen = new Set(found.map((row) => row.id));
  return wanted.flatMap(({ path, id }) => (seen.has(id.toLowerCase()) ? [] : [{ path, message: missing }]));
}

async function faultyFiles(db: Db, wanted: Asked[]): Promise<Violation[]> {
  const found = await db.query<{ id: string; mime_type: string }>({
    text: 'select id, mime_type from files where id = any ($1::uuid[])',
    values: [idsOf(wanted)],
  });
  const types = new Map(found.map((row) => [row.id, row.mime_type]));
  return wanted.flatMap(({ path, id, field }) => {
    const type = types.get(id.toLowerCase());
    if (type === undefined) return [{ path, message: 'Fichier introuvable' }];
    return field.picture && !isImage(type) ? [{ path, message: 'Image attendue' }] : [];
  });
}
