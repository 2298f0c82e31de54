// Files of an erased person.
import type { Db } from '#server/db/database.ts';
import type { Services } from '#server/kernel/call.ts';
import { correcting } from '#server/kernel/frozen.ts';
import type { PersonRef } from './subject.ts';

/** Removes unused files now, not at the next sweep. */
export async function dropUnheld(db: Db, agency: string, files: string[]): Promise<void> {
  await db.query({ text: `select set_config('app.agency', $1, true)`, values: [agency] });
  await db.query({
    text: 'delete from files where agency_id = $1 and id = any ($2) and not app_file_held(id)',
    values: [agency, files],
  });
}

/** Registers a content to remove from the file store. */
export type Drop = (hash: string) => void;

/** Removes the registered contents after the commit, so that a rollback loses nothing. */
export async function dropping<T>(
  { database, files }: Pick<Services, 'database' | 'files'>,
  work: (db: Db, drop: Drop) => Promise<T>,
): Promise<T> {
  const dropped: string[] = [];
  // An erasure also changes frozen records.
  const done = await database.platformTransaction((db) =>
    correcting(db, 'erasure', () => work(db, (hash) => void dropped.push(hash))),
  );
  // The nightly sweep removes what fails here.
  for (const hash of dropped) await files.remove(hash).catch(() => undefined);
  return done;
}

/** Exports about him, and exports requested by an account that is deleted too. */
export async function dropExports(db: Db, drop: Drop, { agency, id }: PersonRef, account: string | null) {
  const gone = await db.query<{ hash: string | null }>({
    text: 'delete from personal_exports where subject_agency = $1 and subject_id = $2 or requested_by = $3 returning hash',
    values: [agency, id, account],
  });
  // Each export has its own content: no other row refers to it.
  for (const { hash } of gone) if (hash) drop(hash);
}
