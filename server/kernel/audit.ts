// The audit of changes. Its lines are written in the transaction of the save.
import type { Fields } from '#core/kernel/field.ts';
import { Problem } from '#core/kernel/problem.ts';
import type { Db } from '#server/db/database.ts';
import type { Call } from './call.ts';
import { uuidv7 } from './uuid.ts';

export interface AuditLine {
  entity: string;
  id: string;
  action: string;
  changes?: Changes;
  /** Only for calls that ask for a reason. */
  reason?: string;
}

export type Changes = Record<string, { before: unknown; after: unknown }>;

/** The author, the agency and the time; the caller is null for jobs. */
export type By = Pick<Call, 'caller' | 'context' | 'now'>;

const authorOf = (
  call: Pick<Call, 'caller'>,
): { id: string | null; author: string | null; actingFor: string | null } => {
  const { caller } = call;
  // When support acts for somebody, the line names both.
  return { id: caller?.userId ?? null, author: caller?.name ?? null, actingFor: caller?.acting?.name ?? null };
};

/** Who did it, for a trace that has room for one name: support is named, not the person it acts for. */
export const doerOf = ({ caller }: Pick<Call, 'caller'>): string | null =>
  caller && (caller.acting ? `${caller.name}, support` : caller.name);

/** « X a terminé … »: the person concerned, and who entered it for him. */
export const subjectOf = ({ caller }: Pick<Call, 'caller'>): string =>
  caller?.acting ? `${caller.acting.name} (saisi par ${caller.name}, support)` : (caller?.name ?? '');

/** A change of an agency's record. */
export const writeAudit = (db: Db, by: By, line: AuditLine): Promise<void> => writeAudits(db, by, [line]);

/** Changes of many records in one call. */
export async function writeAudits(db: Db, by: By, lines: readonly AuditLine[]): Promise<void> {
  if (lines.length === 0) return;
  const { agency } = by.context;
  if (!agency) throw new Problem('forbidden', 'Aucune agence');
  const who = authorOf(by);
  // The history sorts lines of one moment by id: they keep their order.
  const ids = lines.map(() => uuidv7()).toSorted();
  await db.query({
    name: 'write-audit',
    text: `insert into audit (agency_id, at, user_id, author, acting_for, id, entity, entity_id, action, changes, reason)
      select $1, $2, $3, $4, $5, x.* from json_to_recordset($6) as x (id uuid, entity text, "entityId" uuid, action text, changes jsonb, reason text)`,
    values: [
      agency,
      by.now,
      who.id,
      who.author,
      who.actingFor,
      JSON.stringify(
        lines.map(({ entity, id, action, changes = {}, reason }, index) => ({
          id: ids[index],
          entity,
          entityId: id,
          action,
          changes,
          reason,
        })),
      ),
    ],
  });
}

/** A change outside any agency: accounts, sessions, platform settings. Without an id: the thing is no record, such as a brand. */
export async function writePlatformAudit(
  db: Db,
  call: Call,
  line: Omit<AuditLine, 'id'> & { id: string | null },
): Promise<void> {
  const who = authorOf(call);
  await db.query({
    name: 'write-platform-audit',
    text: `insert into platform_audit (id, at, user_id, author, entity, entity_id, action, changes) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [
      uuidv7(),
      call.now,
      who.id,
      who.actingFor ? `${who.author} pour ${who.actingFor}` : who.author,
      line.entity,
      line.id,
      line.action,
      JSON.stringify(line.changes ?? {}),
    ],
  });
}

/** Dotted paths of the groups; their changes are listed member by member. */
export function groupsOf(fields: Fields, prefix = ''): ReadonlySet<string> {
  return new Set(
    Object.entries(fields).flatMap(([name, field]) =>
      field.kind === 'group' ? [prefix + name, ...groupsOf(field.fields as Fields, `${prefix}${name}.`)] : [],
    ),
  );
}

/** What no sheet shows follows from other records, which have their own history. */
export const derivedOf = (fields: Fields): ReadonlySet<string> =>
  new Set(Object.entries(fields).flatMap(([name, { offScreen }]) => (offScreen ? [name] : [])));

/** Fields whose JSON differs; groups are compared member by member. */
export function changesBetween(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  groups: ReadonlySet<string>,
  derived: ReadonlySet<string> = new Set(),
): Changes {
  const changes: Changes = {};
  const compare = (path: string, one: unknown, other: unknown): void => {
    if (groups.has(path)) {
      const [first, second] = [(one ?? {}) as Record<string, unknown>, (other ?? {}) as Record<string, unknown>];
      for (const key of new Set([...Object.keys(first), ...Object.keys(second)]))
        compare(`${path}.${key}`, first[key], second[key]);
    } else if (JSON.stringify(one ?? null) !== JSON.stringify(other ?? null))
      changes[path] = { before: one ?? null, after: other ?? null };
  };
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)]))
    if (key !== 'id' && key !== 'version' && !derived.has(key)) compare(key, before[key], after[key]);
  return changes;
}
