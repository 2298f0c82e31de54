// Grants the new rights of a version to holders of the default sets, at the first start of that version.
import { RightsSet, rightsOfSet, type SetKind } from '#core/rights/set.ts';
import { allRights, isRight, offeredRights, type Right, type RightInfo, type RightSet } from '#core/rights.ts';
import { nobody } from '#server/db/context.ts';
import type { Database, Db } from '#server/db/database.ts';
import { type AuditLine, writeAudits } from '#server/kernel/audit.ts';
import { rightsLine } from './grants.ts';
import { tableOf } from './holder.ts';

/** The default sets that included each right when the last version started here. */
export type KnownRights = ReadonlyMap<string, readonly string[]>;

const setsOf: Record<SetKind, readonly RightSet[]> = {
  AGENCY: ['collaborator', 'admin', 'full'],
  CUSTOMER: ['customer'],
};

/**
 * The new rights for a holder of exactly a former default set. People hold rights, not sets, so the set is found by
 * comparison (docs/decisions/039-rights-sets.md). If two former sets were equal, he gets the rights that both have now.
 */
export function giftOf(
  held: readonly string[],
  kind: SetKind,
  known: KnownRights,
  rights: readonly RightInfo[] = offeredRights,
): Right[] {
  const compared = rights.filter(({ key }) => known.has(key)).map(({ key }) => key);
  const mine = new Set(held);
  const holds = (set: RightSet, key: Right): boolean => known.get(key)?.includes(set) ?? false;
  const matching = setsOf[kind].filter(
    (set) => compared.some((key) => holds(set, key)) && compared.every((key) => mine.has(key) === holds(set, key)),
  );
  if (matching.length === 0) return [];
  return rights
    .filter((right) => !known.has(right.key) && !mine.has(right.key) && matching.every((set) => right.in.includes(set)))
    .map(({ key }) => key);
}

/** Run at each start, after the migrations. Returns the number of people who got rights. */
export async function grantNewRights(database: Database, now = new Date()): Promise<number> {
  if (isUpToDate(await database.platformTransaction(knownRights))) return 0;
  return database.platformTransaction(async (db) => {
    // Of two processes that start together, the second waits and finds nothing to do.
    await db.query({ text: 'lock table known_rights in share row exclusive mode' });
    const known = await knownRights(db);
    if (isUpToDate(known)) return 0;
    // On a first start there is no earlier version, so nothing to grant.
    let count = 0;
    if (known.size > 0) {
      count += await grantTo(db, 'AGENCY', known, now);
      count += await grantTo(db, 'CUSTOMER', known, now);
      await extendCopies(db, known, now);
    }
    // Removed rights stay known, so that an older version started in between does not make them new again.
    await db.query({
      text: `insert into known_rights (key, sets) select x.key, x.sets from json_to_recordset($1) as x (key text, sets text[])
        on conflict (key) do update set sets = excluded.sets`,
      values: [JSON.stringify(allRights.map(({ key, in: sets }) => ({ key, sets })))],
    });
    return count;
  });
}

async function knownRights(db: Db): Promise<KnownRights> {
  const rows = await db.query<{ key: string; sets: string[] }>({ text: 'select key, sets from known_rights' });
  return new Map(rows.map(({ key, sets }) => [key, sets]));
}

const isUpToDate = (known: KnownRights): boolean =>
  allRights.every(({ key, in: sets }) => known.get(key)?.toString() === sets.toString());

interface Owned {
  agency_id: string;
  id: string;
}

async function grantTo(db: Db, kind: SetKind, known: KnownRights, now: Date): Promise<number> {
  const table = tableOf({ kind });
  const lines: [Owned, AuditLine][] = [];
  // Many people share few maps.
  for (const { rights } of await db.query<{ rights: string[] }>({ text: `select distinct rights from ${table}` })) {
    const gift = giftOf(rights, kind, known);
    if (gift.length === 0) continue;
    const before = new Set(rights.filter(isRight));
    const granted = await db.query<Owned & Record<string, unknown>>({
      text: `update ${table} set rights = rights || $2::text[], version = version + 1 where rights = $1::text[] returning agency_id, id`,
      values: [rights, gift],
    });
    for (const one of granted)
      lines.push([one, rightsLine({ kind, id: one.id }, before, new Set([...before, ...gift]))]);
  }
  await writeLines(db, lines, now);
  return lines.length;
}

/** An agency's set that equals a default set is a copy, and is updated with it. */
async function extendCopies(db: Db, known: KnownRights, now: Date): Promise<void> {
  const sets = await db.query<Owned & { kind: SetKind; rights: string[] }>({
    text: 'select agency_id, id, kind, rights from rights_sets for update',
  });
  const lines: [Owned, AuditLine][] = [];
  for (const { agency_id, id, kind, rights } of sets) {
    const gift = giftOf(rights, kind, known);
    if (gift.length === 0) continue;
    const after = rightsOfSet([...rights.filter(isRight), ...gift]);
    await db.query({
      text: 'update rights_sets set rights = $3, version = version + 1, updated_at = $4 where agency_id = $1 and id = $2',
      values: [agency_id, id, after, now],
    });
    const changes = { rights: { before: rights, after } };
    lines.push([
      { agency_id, id },
      { entity: RightsSet.name, id, action: 'edit', changes },
    ]);
  }
  await writeLines(db, lines, now);
}

async function writeLines(db: Db, lines: readonly [Owned, AuditLine][], now: Date): Promise<void> {
  for (const [agency, own] of Map.groupBy(lines, ([{ agency_id }]) => agency_id))
    await writeAudits(
      db,
      { caller: null, context: { ...nobody, agency }, now },
      own.map(([, line]) => line),
    );
}
