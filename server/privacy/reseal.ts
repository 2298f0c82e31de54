// Rotation of SECRET: seals all values again before the server starts. After an interruption it continues; a second
// process waits, then finds nothing left.
import { allEntities } from '#core/entities.ts';
import { sealedFields } from '#core/kernel/sealed.ts';
import type { Database, Db } from '#server/db/database.ts';
import { columnOf, nameAt } from '#server/kernel/names.ts';
import { openText, sealText } from '#server/kernel/sealed.ts';
import { type Seal, type Secrets, seal, secretOf, unseal } from '#server/sealing.ts';

interface Kept extends Record<string, unknown> {
  agency_id: string;
  id: string;
  entity: string;
  kept: string;
}

/** Texts of one column that are sealed with another key. */
async function texts(db: Db, secrets: Secrets, from: string, column: string, path: string): Promise<number> {
  const [table, entity] = from.split(' ') as [string, string];
  const rows = await db.query<Kept>({
    text: `select agency_id, id, ${entity} as entity, ${column} as kept from ${table} where ${column} is not null and split_part(${column}, ':', 1) <> $1 for update`,
    values: [secretOf(secrets).id],
  });
  for (const { agency_id, id, entity: of, kept } of rows) {
    const place = { agency: agency_id, entity: of, id, path };
    await db.query({
      text: `update ${table} set ${column} = $3 where agency_id = $1 and id = $2`,
      values: [agency_id, id, sealText(secrets, place, openText(secrets, place, kept))],
    });
  }
  return rows.length;
}

/** Contents without the id of their key: try the current secret, then the previous one. */
async function contents(
  db: Db,
  { secret, previousSecret }: Secrets,
  purpose: Seal['purpose'],
  table: string,
  [key, column]: [string, string],
): Promise<number> {
  const rows = await db.query<{ key: string; kept: Buffer }>({
    text: `select ${key} as key, ${column} as kept from ${table} where ${column} is not null for update`,
  });
  let count = 0;
  for (const row of rows) {
    const boundTo = row.key;
    if (opens({ secret, purpose, boundTo }, row.kept)) continue;
    const plain = previousSecret ? opens({ secret: previousSecret, purpose, boundTo }, row.kept) : null;
    if (!plain) continue;
    await db.query({
      text: `update ${table} set ${column} = $2 where ${key} = $1`,
      values: [row.key, seal({ secret, purpose, boundTo }, plain)],
    });
    count += 1;
  }
  return count;
}

function opens(by: Seal, kept: Buffer): Buffer | null {
  try {
    return unseal(by, kept);
  } catch {
    return null;
  }
}

/** Returns the number of values sealed again. */
export async function reseal(database: Database, secrets: Secrets): Promise<number> {
  return database.platformTransaction(async (db) => {
    await db.query({ text: `select pg_advisory_xact_lock(hashtext('reseal'))` });
    let count = 0;
    for (const of of allEntities)
      for (const [path, field] of sealedFields(of))
        count += await texts(db, secrets, `${of.table} '${of.name}'`, columnOf(nameAt(path), field), path);
    count += await texts(db, secrets, 'erased_people kind', 'kept', 'register');
    count += await contents(db, secrets, 'second-factor', 'user_second_factors', ['user_id', 'secret']);
    count += await contents(db, secrets, 'mail', 'emails', ['id', 'sealed']);
    count += await contents(db, secrets, 'mail', 'platform_emails', ['id', 'sealed']);
    return count;
  });
}
