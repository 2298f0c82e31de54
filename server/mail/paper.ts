// A PDF that leaves with a mail.
import { Readable } from 'node:stream';
import type { Db } from '#server/db/database.ts';
import { warnOfStorage } from '#server/files/storage.ts';
import { shareFilesLock } from '#server/files/sweep.ts';
import type { Services } from '#server/kernel/call.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';

/** Its content in the file store, its row with the mail; an id of the caller's own tells later that it left. */
export async function keepPaper(
  { db, services, now }: { db: Db; services: Services; now: Date },
  agency: string,
  content: Buffer,
  name: string,
  id = uuidv7(),
): Promise<string> {
  await shareFilesLock(db);
  const arrived = await services.files.receive(Readable.from([content]), content.length);
  await services.files.keep(arrived);
  await db.query({
    name: 'keep-paper',
    text: `insert into files (agency_id, id, name, mime_type, size, hash) values ($1, $2, $3, 'application/pdf', $4, $5)`,
    values: [agency, id, name, arrived.size, arrived.hash],
  });
  await warnOfStorage(agency, { db, services, now });
  return id;
}
