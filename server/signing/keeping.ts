// The files of signatures: contents in the store, by their SHA-256, with a row that holds them.
import { Readable } from 'node:stream';
import type { Db } from '#server/db/database.ts';
import { shareFilesLock } from '#server/files/sweep.ts';
import type { Services } from '#server/kernel/call.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';

/** In the transaction of the act. Without a sender: whoever acted reads it as long as he may read the contract. */
export async function keepSigned(
  { db, services, agency }: { db: Db; services: Services; agency: string },
  content: Buffer,
  name: string,
): Promise<string> {
  await shareFilesLock(db);
  const arrived = await services.files.receive(Readable.from([content]), content.length);
  await services.files.keep(arrived);
  const id = uuidv7();
  await db.query({
    name: 'keep-signed',
    text: `insert into files (agency_id, id, name, mime_type, size, hash, uploaded_by) values ($1, $2, $3, 'application/pdf', $4, $5, null)`,
    values: [agency, id, name, arrived.size, arrived.hash],
  });
  return id;
}
