// A right that a new version brings reaches the holders of the default sets at the first start of that version.
import { RightsSet, rightsOfSet, type SetKind } from '#core/rights/set.ts';
import { allRights, isRight, offeredRights, type Right, type RightInfo, type RightSet } from '#core/rights.ts';
import { nobody } from '#server/db/context.ts';
import type { Database, Db } from '#server/db/database.ts';
import { type AuditLine, writeAudits } from '#server/kernel/audit.ts';
import { rightsLine } from './grants.ts';
import { tableOf } from './holder.ts';

/** The default sets that held each right when the last version started here. */
export type KnownRights = ReadonlyMap<string, readonly string[]>;

const setsOf: Record<SetKind, readonly RightSet[]> = {
  AGENCY: ['collaborator', 'admin', 'full'],
  CUSTOMER: ['customer'],
};

/**
 * The new rights for somebody who holds exactly a default set as it was. People hold rights and not sets, so the set is
 * found by comparing (docs/decisions/039-rights-sets.md). If two sets were equal, he gets what both of them hold now.
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

/** To be run at each start, after the migrations. Answers how many people were given rights. */
export async function grantNewRights(database: Database, now = new Date()): Promise<number> {
  if (isUpToDate(await database.platformTransaction(knownRights))) return 0;
  return database.platformTransaction(async (db) => {
    // Of two processes that start together the second waits, and finds nothing left to do.
    await db.query({ text: 'lock table known_rights in share row exclusive mode' });
    const known = await knownRights(db);
    if (isUpToDate(known)) return 0;
    // A first start: there is no version before, and nobody to give anything to.
    let count = 0;
    if (known.size > 0) {
      count += await grantTo(db, 'AGENCY', known, now);
      count += await grantTo(db, 'CUSTOMER', known, now);
      await extendCopies(db, known, now);
    }
    // Rights that are gone stay known: an older version that starts in between must not make them new again.
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
  // Few maps are held by many people.
  for (const { rights } of await db.query<{ rights: string[] }>({ text: `select distinct rights from ${table}` })) {
    const gift = giftOf(rights, kind, known);
    if (gift.length === 0) continue;
    const before = new Set(rights.filter(isRight));
    const given = await db.query<Owned & Record<string, unknown>>({
      text: `update ${table} set rights = rights || $2::text[], version = version + 1 where rights = $1::text[] returning agency_id, id`,
      values: [rights, gift],
    });
    for (const one of given) lines.push([one, rightsLine({ kind, id: one.id }, before, new Set([...before, ...gift]))]);
  }
  await writeLines(db, lines, now);
  return lines.length;
}

/** An agency's own set that equals a default set is a copy of it, and goes with it. */
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
