// Removes unused files at night, and contents without a file.

import { pictureSizes } from '#core/files/files.ts';
import type { Db } from '#server/db/database.ts';
import { byClock, type Job, job } from '#server/jobs/registry.ts';

/** A draft on a device may still refer to an uploaded file. */
const kept = '30 days';
/** During an upload, the content exists before its row. */
const young = 86_400_000;

/** Uploads share this lock, the sweep holds it exclusively: no content is removed between its storage and its row. */
export const filesLock = `hashtext('files')`;
export const shareFilesLock = (db: Db): Promise<unknown> =>
  db.query({ name: 'files-lock', text: `select pg_advisory_xact_lock_shared(${filesLock})` });

const forgetFiles = job(
  'forgetFiles',
  byClock,
  { label: 'Purge des fichiers que rien n’utilise', cron: { at: '10 4 * * *', of: 'agencies' } },
  async (_, { database }, { agency }) => {
    await database.platformTransaction(async (db) => {
      await db.query({ text: `select set_config('app.agency', $1, true)`, values: [agency] });
      await db.query({
        text: `delete from files where agency_id = $1 and created_at < now() - $2::interval and not app_file_held(id)`,
        values: [agency, kept],
      });
      await db.query({
        text: 'delete from file_pieces where agency_id = $1 and created_at < now() - $2::interval',
        values: [agency, kept],
      });
    });
  },
);

const sweepContent = job(
  'sweepContent',
  byClock,
  { label: 'Purge du contenu sans fichier', cron: { at: '40 4 * * *', of: 'platform' } },
  async (_, { database, files }, { signal }) => {
    const before = new Date(Date.now() - young);
    await files.dropArrivals(before);
    const sweep = (hashes: string[]): Promise<void> =>
      database.platformTransaction(async (db) => {
        await db.query({ text: `select pg_advisory_xact_lock(${filesLock})` });
        const orphans = await db.query<{ hash: string }>({
          text: `select hash from unnest($1::text[]) hash where not exists (select from kept_contents k where k.hash = hash.hash)${pictureSizes
            .map(
              (size) =>
                ` and not exists (select from files f where file_variant(f.hash, ${size}) = hash.hash and f.mime_type like 'image/%')`,
            )
            .join('')}`,
          values: [hashes],
        });
        for (const { hash } of orphans) await files.remove(hash);
      });
    let batch: string[] = [];
    for await (const { hash, since } of files.all()) {
      if (signal.aborted) return;
      if (since < before) batch.push(hash);
      if (batch.length < 50) continue;
      await sweep(batch);
      batch = [];
    }
    if (batch.length > 0) await sweep(batch);
  },
);

export const fileJobs: readonly Job[] = [forgetFiles, sweepContent];
