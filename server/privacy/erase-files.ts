// What lies in the file store of somebody who is erased.
import type { Db } from '#server/db/database.ts';
import type { Services } from '#server/kernel/call.ts';
import { correcting } from '#server/kernel/frozen.ts';
import type { PersonRef } from './subject.ts';

/** What nothing holds any more goes now, not at the next sweep. */
export async function dropUnheld(db: Db, agency: string, files: string[]): Promise<void> {
  await db.query({ text: `select set_config('app.agency', $1, true)`, values: [agency] });
  await db.query({
    text: 'delete from files where agency_id = $1 and id = any ($2) and not app_file_held(id)',
    values: [agency, files],
  });
}

/** Tells what a transaction lets go of in the file store. */
export type Drop = (hash: string) => void;

/** A transaction whose dropped content goes once it is committed: one that is taken back has lost nothing. */
export async function dropping<T>(
  { database, files }: Pick<Services, 'database' | 'files'>,
  work: (db: Db, drop: Drop) => Promise<T>,
): Promise<T> {
  const dropped: string[] = [];
  // The law takes from frozen records too.
  const done = await database.platformTransaction((db) =>
    correcting(db, 'erasure', () => work(db, (hash) => void dropped.push(hash))),
  );
  // What cannot be removed now, the sweep removes at night.
  for (const hash of dropped) await files.remove(hash).catch(() => undefined);
  return done;
}

/** Archives about him, whoever asked for them, and those that an account which goes too had asked for. */
export async function dropExports(db: Db, drop: Drop, { agency, id }: PersonRef, account: string | null) {
  const gone = await db.query<{ hash: string | null }>({
    text: 'delete from personal_exports where subject_agency = $1 and subject_id = $2 or requested_by = $3 returning hash',
    values: [agency, id, account],
  });
  // Each is sealed on its own: no other row names its content.
  for (const { hash } of gone) if (hash) drop(hash);
}
