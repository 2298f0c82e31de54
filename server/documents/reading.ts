// Opening documents: one, or several as an archive; each opening is noted for its reader.
import {
  deleteDocument,
  downloadDocument,
  listDocumentReaders,
  markDocumentRead,
  openDocuments,
  zipDocuments,
} from '#core/documents/calls.ts';
import { Document } from '#core/documents/document.ts';
import { customerDocument, documentReceived } from '#core/documents/notifications.ts';
import { fileMessages } from '#core/files/files.ts';
import type { StoredFile } from '#core/kernel/field.ts';
import { Problem } from '#core/kernel/problem.ts';
import type { Db } from '#server/db/database.ts';
import { zipOf } from '#server/files/files.ts';
import { type Call, FileReply, type Handler, handle } from '#server/kernel/call.ts';
import { isUuid } from '#server/kernel/uuid.ts';
import { settleOwnMany } from '#server/notifications/notify.ts';
import { removeDocument } from './documents.ts';

interface Held extends Record<string, unknown> {
  id: string;
  name: string;
  mime_type: string;
  size: number;
  hash: string;
}

const missing = (): Problem => new Problem('missing', Document.missing);

/** In the order asked; those that the policies hide are missing. */
async function filesOf(db: Db, ids: readonly string[]): Promise<Held[]> {
  const asked = [...new Set(ids.map((id) => id.toLowerCase()))];
  if (!asked.every(isUuid)) throw missing();
  const found = await db.query<Held>({
    name: 'document-files',
    text: `select d.id, f.name, f.mime_type, f.size::float8 as size, f.hash from documents d join files f on f.agency_id = d.agency_id and f.id = d.file_id
      where d.agency_id = app_agency() and d.id = any ($1::uuid[]) order by array_position($1::uuid[], d.id)`,
    values: [asked],
  });
  if (found.length < asked.length) throw missing();
  return found;
}

/** Platform staff, and staff acting for somebody, do not count as readers. */
async function note(
  { db, caller, profile, context, now }: Call,
  ids: readonly string[],
  downloads: 0 | 1,
): Promise<void> {
  if (!caller || caller.acting || !profile) return;
  await db.query({
    name: 'note-document-readers',
    text: `insert into document_readers as r (agency_id, document_id, user_id, name, kind, edition, read_at, downloads)
      select d.agency_id, d.id, $3, $4, $5, d.edition, $6, $7 from documents d where d.agency_id = $1 and d.id = any ($2::uuid[])
      on conflict (agency_id, document_id, user_id) do update
        set name = excluded.name, edition = excluded.edition, read_at = greatest(r.read_at, excluded.read_at), downloads = r.downloads + excluded.downloads`,
    values: [context.agency, ids, caller.userId, caller.name, profile.kind, now, downloads],
  });
  await settleOwnMany(db, [documentReceived, customerDocument], ids, now);
}

export async function download(call: Call, id: string): Promise<FileReply> {
  const [file] = (await filesOf(call.db, [id])) as [Held];
  const content = await call.services.files.open(file.hash).catch(() => {
    throw new Problem('missing', fileMessages.cannotOpen);
  });
  await note(call, [file.id], 1);
  const { name, mime_type: mimeType, size } = file;
  return new FileReply({ content, name, mimeType, size, inline: false });
}

export async function zip(call: Call, ids: readonly string[]): Promise<FileReply> {
  const files = await filesOf(call.db, ids);
  await note(
    call,
    files.map(({ id }) => id),
    1,
  );
  const content = zipOf(files, call.services.files);
  return new FileReply({ content, name: 'documents.zip', mimeType: 'application/zip', size: null, inline: false });
}

export const readingHandlers: Handler[] = [
  handle(deleteDocument, (call) => removeDocument(call.params.id, call)),

  handle(downloadDocument, (call) => download(call as never, call.params.id) as never),
  handle(zipDocuments, (call) => zip(call as never, call.input.ids) as never),

  handle(openDocuments, async (call) => {
    const { db } = call;
    const ids = (await filesOf(db, call.input.ids)).map(({ id }) => id);
    await note(call, ids, 0);
    const documents = await db.query<{ id: string; name: string; file: StoredFile } & Record<string, unknown>>({
      name: 'open-documents',
      text: `select d.id, d.name, file_json(f, app_file_url(f.id)) as file from documents d join files f on f.agency_id = d.agency_id and f.id = d.file_id
        where d.agency_id = app_agency() and d.id = any ($1::uuid[]) order by array_position($1::uuid[], d.id)`,
      values: [ids],
    });
    return { documents };
  }),

  handle(markDocumentRead, async (call) => {
    await filesOf(call.db, [call.params.id]);
    await note(call, [call.params.id], 0);
  }),

  handle(listDocumentReaders, async ({ db, params }) => {
    await filesOf(db, [params.id]);
    const rows = await db.query<{
      user_id: string;
      name: string;
      kind: 'AGENCY' | 'CUSTOMER';
      read_at: Date;
      edition: number;
      downloads: number;
    }>({
      name: 'document-readers',
      text: 'select user_id, name, kind, read_at, edition, downloads from document_readers where agency_id = app_agency() and document_id = $1 order by read_at desc, user_id',
      values: [params.id],
    });
    return {
      readers: rows.map(({ user_id, name, read_at, ...row }) => ({
        ...row,
        id: user_id,
        fullname: name,
        readAt: read_at.toISOString(),
      })),
    };
  }),
];
