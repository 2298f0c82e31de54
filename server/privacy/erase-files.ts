// What lies in the file store of somebody who is erased.
import type { Db } from '#server/db/database.ts';
import type { FileStore } from '#server/files/store.ts';
import type { PersonRef } from './subject.ts';

/** What nothing holds any more goes now, not at the next sweep. */
export async function dropUnheld(db: Db, agency: string, files: string[]): Promise<void> {
  await db.query({ text: `select set_config('app.agency', $1, true)`, values: [agency] });
  await db.query({
    text: 'delete from files where agency_id = $1 and id = any ($2) and not app_file_held(id)',
    values: [agency, files],
  });
}

/** Archives about him, whoever asked for them, and those that an account which goes too had asked for. */
export async function dropExports(db: Db, files: FileStore, { agency, id }: PersonRef, account: string | null) {
  const gone = await db.query<{ hash: string | null }>({
    text: 'delete from personal_exports where subject_agency = $1 and subject_id = $2 or requested_by = $3 returning hash',
    values: [agency, id, account],
  });
  // Each is sealed on its own: no other row names its content. What cannot be removed now, the sweep removes at night.
  for (const { hash } of gone) if (hash) await files.remove(hash).catch(() => undefined);
}
