// Files whose content arrives later (core/files/awaited.ts). Their digest is known from the first moment, so that a chain or
// a signature over it does not change when they arrive.
import { Readable } from 'node:stream';
import { largestPhoto, type PhotoRef, sendFilePiece } from '#core/files/awaited.ts';
import { fileMessages, isImage } from '#core/files/files.ts';
import type { Input, Output } from '#core/kernel/endpoint.ts';
import { Problem } from '#core/kernel/problem.ts';
import { writeAudits } from '#server/kernel/audit.ts';
import { type Call, type Handler, handle } from '#server/kernel/call.ts';
import { isUuid } from '#server/kernel/uuid.ts';
import { typeOf } from './content.ts';
import { keepContent, scanContent } from './files.ts';
import { shareFilesLock } from './sweep.ts';

/** Rows without content yet, of this caller; those that exist stay. Photos of the field ignore the quota: nobody can take them again. */
export async function awaitPhotos(photos: readonly PhotoRef[], call: Call): Promise<void> {
  if (photos.length === 0) return;
  const { db, context, now } = call;
  const made = await db.query<{ id: string; name: string }>({
    name: 'await-photos',
    text: `insert into files (agency_id, id, name, mime_type, size, announced, uploaded_by, created_at, awaited)
      select $1, p.id, 'photo-' || right(p.id::text, 4) || '.jpg', 'image/jpeg', p.size, p.sha256, $3, $4, true
      from json_to_recordset($2::json) p (id uuid, sha256 text, size integer)
      on conflict do nothing returning id, name`,
    values: [context.agency, JSON.stringify(photos), context.user, now],
  });
  await writeAudits(
    db,
    call,
    made.map(({ id, name }) => ({
      entity: 'file',
      id,
      action: 'create',
      changes: { name: { before: null, after: name } },
    })),
  );
}

/** A photo of an event is its sender's: naming somebody else's file would open it to the readers of the event. */
export async function refuseOthersPhotos(photos: readonly PhotoRef[], { db }: Call): Promise<void> {
  if (photos.length === 0) return;
  const ids = [...new Set(photos.map(({ id }) => id))];
  const own = await db.query({
    name: 'own-photos',
    text: 'select id from files where agency_id = app_agency() and id = any ($1::uuid[]) and uploaded_by = app_user()',
    values: [ids],
  });
  if (own.length < ids.length) throw new Problem('conflict', fileMessages.invalid);
}

interface Awaited extends Record<string, unknown> {
  name: string;
  size: number;
  announced: string;
  awaited: boolean;
}

/** False: it is not the announced content. */
async function complete(id: string, file: Awaited, call: Call): Promise<boolean> {
  const { db, services } = call;
  const pieces = await db.query<{ bytes: Buffer }>({
    name: 'file-pieces',
    text: 'select bytes from file_pieces where agency_id = app_agency() and file_id = $1 order by start',
    values: [id],
  });
  const arrived = await services.files.receive(Readable.from(pieces.map(({ bytes }) => bytes)), largestPhoto);
  try {
    const mimeType = (await typeOf(arrived.path, file.name, arrived.size)) ?? '';
    // Never shown, but not lost either: the device keeps it, and may send it again from its first byte.
    if (arrived.hash !== file.announced || !isImage(mimeType)) {
      await dropPieces(id, call);
      return false;
    }
    const received = { ...arrived, name: file.name, mimeType };
    await scanContent(call, received);
    await shareFilesLock(db);
    await keepContent(call, received);
    await db.query({
      name: 'complete-file',
      text: 'update files set awaited = false, hash = announced where agency_id = app_agency() and id = $1',
      values: [id],
    });
    await dropPieces(id, call);
    return true;
  } finally {
    await services.files.forget(arrived);
  }
}

const dropPieces = (id: string, { db }: Call): Promise<unknown> =>
  db.query({
    name: 'drop-pieces',
    text: 'delete from file_pieces where agency_id = app_agency() and file_id = $1',
    values: [id],
  });

/** Of the person of the call's context. */
export async function receivePiece(
  named: string,
  input: Input<typeof sendFilePiece>,
  call: Call,
): Promise<Output<typeof sendFilePiece>> {
  const { db, context, now } = call;
  const id = named.toLowerCase();
  const [file] = isUuid(id)
    ? await db.query<Awaited>({
        name: 'awaited-file',
        text: 'select name, size::integer as size, announced, awaited from files where agency_id = app_agency() and id = $1 and uploaded_by = app_user() for update',
        values: [id],
      })
    : [];
  if (!file) throw new Problem('missing', fileMessages.cannotOpen);
  const answer = (received: number) => ({
    received,
    isComplete: received === file.size,
    refused: null,
    now: now.toISOString(),
  });
  if (!file.awaited) return answer(file.size);
  const [{ had } = { had: 0 }] = await db.query<{ had: number }>({
    name: 'received-bytes',
    text: 'select coalesce(max(start + length(bytes)), 0)::integer as had from file_pieces where agency_id = app_agency() and file_id = $1',
    values: [id],
  });
  if (input.from !== had) return answer(had);
  const bytes = Buffer.from(input.bytes, 'base64');
  if (bytes.length === 0 || had + bytes.length > file.size) throw new Problem('invalid', fileMessages.invalid);
  await db.query({
    name: 'add-piece',
    text: 'insert into file_pieces (agency_id, file_id, start, bytes, user_id, created_at) values ($1, $2, $3, $4, $5, $6)',
    values: [context.agency, id, had, bytes, context.user, now],
  });
  const isWhole = had + bytes.length === file.size;
  if (isWhole && !(await complete(id, file, call))) return { ...answer(0), refused: fileMessages.invalid };
  return answer(had + bytes.length);
}

export const awaitedHandlers: Handler[] = [
  handle(sendFilePiece, (call) => receivePiece(call.params.id, call.input, call)),
];
