// Uploads and downloads: received, looked at, kept under their hash, and handed only to who may see them.
import { PassThrough } from 'node:stream';
import yazl from 'yazl';
import { downloadFile, fileMessages, isImage, type StoredFile, uploadFiles, uploadLimit, zipFiles } from '#core/files/files.ts';
import { prefixes } from '#core/kernel/endpoint.ts';
import { messages, Problem, type Violation, wireMessages } from '#core/kernel/problem.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import { type Call, FileReply, type Handler, handle } from '#server/kernel/call.ts';
import { isUuid, uuidv7 } from '#server/kernel/uuid.ts';
import { typeOf } from './content.ts';
import { type Arrived, TooLong } from './store.ts';

interface FileRow {
  id: string;
  name: string;
  mime_type: string;
  size: number;
  hash: string;
}

/** Under the prefix the caller used, so that the same address works again for him. */
const urlOf = (call: Call, id: string): string => {
  const { agency, agent, customer } = call.context;
  const prefix = agent ? prefixes.agent : customer ? prefixes.customer : prefixes.agency;
  return `${prefix.replace('{agencyId}', agency ?? '').replace('{agentId}', agent ?? '').replace('{customerId}', customer ?? '')}/file/${id}`;
};

/** A name is shown and becomes a download's: no path, no control sign, no end of it that would change the type. */
const cleanName = (name: string): string =>
  (name.split(/[\\/]/).at(-1) ?? '')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
    .replaceAll(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()
    .slice(-200);

async function receiveAll(call: Call, received: (Arrived & { name: string; mimeType: string })[]): Promise<void> {
  const { files } = call.services;
  let left = uploadLimit;
  const refused: Violation[] = [];
  for await (const { name: given, content } of call.files()) {
    const arrived = await files.receive(content, left).catch((error: unknown) => {
      throw error instanceof TooLong ? new Problem('tooLarge', fileMessages.tooLarge) : error;
    });
    left -= arrived.size;
    const name = cleanName(given);
    const mimeType = await typeOf(arrived.path, name, arrived.size);
    received.push({ ...arrived, name, mimeType: mimeType ?? '' });
    if (mimeType === null || arrived.size === 0) refused.push({ path: name, message: fileMessages.invalid });
  }
  if (refused.length > 0) throw new Problem('invalid', fileMessages.refusedTitle, { violations: refused });
  if (received.length === 0) throw new Problem('invalid', wireMessages.missingParameters);
}

/** The sender's row of this content under this name, made if there is none. */
async function rowOf(call: Call, file: Arrived & { name: string; mimeType: string }): Promise<string> {
  const id = uuidv7(call.now.getTime());
  const made = await call.db.query({
    name: 'insert-file',
    text: `insert into files (agency_id, id, name, mime_type, size, hash, uploaded_by, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8)
      on conflict (agency_id, uploaded_by, hash, name) do nothing returning id`,
    values: [call.context.agency, id, file.name, file.mimeType, file.size, file.hash, call.context.user, call.now],
  });
  if (made.length === 0) {
    const [known] = await call.db.query<{ id: string }>({
      name: 'known-file',
      text: 'select id from files where uploaded_by = $1 and hash = $2 and name = $3',
      values: [call.context.user, file.hash, file.name],
    });
    return known?.id ?? id;
  }
  await writeAudit(call.db, call, { entity: 'file', id, action: 'create', changes: { name: { before: null, after: file.name } } });
  return id;
}

async function find(call: Call, ids: string[]): Promise<FileRow[]> {
  return call.db.query<FileRow & Record<string, unknown>>({
    name: 'files-by-id',
    text: 'select id, name, mime_type, size, hash from files where id = any ($1::uuid[])',
    values: [ids],
  });
}

const missing = (): Problem => new Problem('missing', fileMessages.cannotOpen);

export const filesHandlers: Handler[] = [
  handle(uploadFiles, async (call) => {
    const received: (Arrived & { name: string; mimeType: string })[] = [];
    try {
      await receiveAll(call, received);
      const stored: StoredFile[] = [];
      for (const file of received) {
        const id = await rowOf(call, file);
        // Kept before the row is committed: a row without its content would be worse than content without a row.
        await call.services.files.keep(file);
        stored.push({ id, name: file.name, mimeType: file.mimeType, size: file.size, url: urlOf(call, id) });
      }
      return { file: stored[0] as StoredFile, files: stored };
    } finally {
      for (const file of received) await call.services.files.forget(file);
    }
  }),

  handle(downloadFile, async (call) => {
    const { id, inline } = call.params;
    const [file] = isUuid(id) ? await find(call, [id]) : [];
    if (!file) throw missing();
    const shown = inline === '1' && (isImage(file.mime_type) || file.mime_type === 'application/pdf' || file.mime_type === 'text/plain');
    const content = await call.services.files.open(file.hash).catch(() => {
      throw missing();
    });
    const mimeType = file.mime_type.startsWith('text/') ? `${file.mime_type}; charset=utf-8` : file.mime_type;
    return new FileReply({ content, name: file.name, mimeType, size: file.size, inline: shown }) as never;
  }),

  handle(zipFiles, async (call) => {
    const ids = call.input.urls.map((url) => /\/file\/([0-9a-f-]{36})(\?|$)/i.exec(url)?.[1] ?? '');
    if (!ids.every(isUuid)) throw new Problem('invalid', messages.missing);
    const found = await find(call, ids);
    if (new Set(found.map((file) => file.id)).size !== new Set(ids.map((id) => id.toLowerCase())).size) throw missing();
    const archive = new yazl.ZipFile();
    const taken = new Map<string, number>();
    for (const file of found) {
      const before = taken.get(file.name) ?? 0;
      taken.set(file.name, before + 1);
      const name = before === 0 ? file.name : file.name.replace(/(\.[^.]*)?$/, ` (${before + 1})$1`);
      archive.addReadStream(await call.services.files.open(file.hash), name, { compress: file.mime_type.startsWith('text/') });
    }
    archive.end();
    return new FileReply({ content: archive.outputStream.pipe(new PassThrough()), name: 'fichiers.zip', mimeType: 'application/zip', size: null, inline: false }) as never;
  }),
];
