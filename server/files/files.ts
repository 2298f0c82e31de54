// Uploads and downloads: receive, check, store by hash, and send only to people who may see them.
import { PassThrough, Readable } from 'node:stream';
import yazl from 'yazl';
import {
  downloadByUrl,
  downloadFile,
  extensionOf,
  fileMessages,
  isImage,
  isShownByBrowsers,
  linkFile,
  type PictureSize,
  uploadFiles,
  uploadLimit,
  zipFiles,
} from '#core/files/files.ts';
import type { StoredFile } from '#core/kernel/field.ts';
import { messages, Problem, type Violation, wireMessages } from '#core/kernel/problem.ts';
import { writeAudit } from '#server/kernel/audit.ts';
import { type Call, FileReply, type Handler, handle } from '#server/kernel/call.ts';
import type { Archived, ArchiveSource } from '#server/kernel/module.ts';
import { named, scopeOf } from '#server/kernel/plan.ts';
import { isUuid, uuidv7 } from '#server/kernel/uuid.ts';
import { typeOf } from './content.ts';
import { visibleTo } from './holders.ts';
import { signLink } from './links.ts';
import { ownPictureHandler } from './own-picture.ts';
import { permitStorage } from './storage.ts';
import { type Arrived, type FileStore, TooLong } from './store.ts';
import { shareFilesLock } from './sweep.ts';
import { shownAt } from './variants.ts';

interface FileRow {
  /** Under the caller's prefix. */
  url: string;
  id: string;
  name: string;
  mime_type: string;
  size: number;
  /** Null: its content has not arrived from the phone. */
  hash: string | null;
}

type ArrivedFile = FileRow & { hash: string };
type Received = Arrived & { name: string; mimeType: string };

/** A name is shown and used for downloads: remove paths, control characters and anything that changes its type. */
const cleanName = (name: string): string =>
  (name.split(/[\\/]/).at(-1) ?? '')
    .replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, '')
    .trim()
    .slice(-200);

export async function keepContent({ services }: Call, file: Received): Promise<void> {
  await services.files.keep(file).catch((error: unknown) => {
    services.log.failed('files', error);
    throw new Problem('conflict', fileMessages.notKept);
  });
}

export async function scanContent({ services, context }: Call, { path, name }: Received): Promise<void> {
  const found = await services.scan?.(path).catch((error: unknown) => {
    services.log.failed('scanner', error);
    // Never store a file that was not scanned.
    throw new Problem('conflict', fileMessages.notScanned);
  });
  if (!found) return;
  services.log.info('virus', { found, agency: context.agency });
  const message = fileMessages.infected;
  throw new Problem('invalid', message, { violations: [{ path: name, message }] });
}

async function receiveAll(call: Call, received: Received[]): Promise<void> {
  const { files } = call.services;
  let left = uploadLimit;
  const refused: Violation[] = [];
  for await (const { name: sentName, content } of call.files()) {
    const arrived = await files.receive(content, left).catch((error: unknown) => {
      if (error instanceof TooLong) throw new Problem('tooLarge', fileMessages.tooLarge);
      // The client has disconnected: not an error of the server.
      throw (error as { code?: string }).code === 'ECONNRESET' ? new Problem('invalid', fileMessages.failed) : error;
    });
    left -= arrived.size;
    const file = { ...arrived, name: cleanName(sentName), mimeType: '' };
    received.push(file);
    file.mimeType = (await typeOf(arrived.path, file.name, arrived.size)) ?? '';
    if (file.mimeType === '' || arrived.size === 0) {
      const message = extensionOf(file.name) === 'zip' ? fileMessages.archive : fileMessages.invalid;
      refused.push({ path: file.name, message });
    }
  }
  if (refused.length > 0) throw new Problem('invalid', fileMessages.refusedTitle, { violations: refused });
  for (const file of received) await scanContent(call, file);
  if (received.length === 0) throw new Problem('invalid', wireMessages.missingParameters);
}

/** The sender's row of this content and name; created if missing. */
async function rowOf(call: Call, file: Received): Promise<StoredFile> {
  const made = uuidv7(call.now.getTime());
  const inserted = await call.db.query({
    name: 'insert-file',
    text: `insert into files (agency_id, id, name, mime_type, size, hash, uploaded_by, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8)
      on conflict (agency_id, uploaded_by, hash, name) where announced is null do nothing returning id`,
    values: [call.context.agency, made, file.name, file.mimeType, file.size, file.hash, call.context.user, call.now],
  });
  if (inserted.length > 0)
    await writeAudit(call.db, call, {
      entity: 'file',
      id: made,
      action: 'create',
      changes: { name: { before: null, after: file.name } },
    });
  const [row] = await call.db.query<{ file: StoredFile }>({
    name: 'own-file',
    text: 'select file_json(f, app_file_url(f.id)) as file from files f where uploaded_by = $1 and hash = $2 and name = $3 and announced is null',
    values: [call.context.user, file.hash, file.name],
  });
  return (row as { file: StoredFile }).file;
}

async function find(call: Call, ids: string[]): Promise<FileRow[]> {
  const condition = visibleTo(call.asker, scopeOf(call));
  const text = `select app_file_url(f.id) as url, f.id, f.name, f.mime_type, f.size, f.hash from files f where f.id = any ($1::uuid[]) and ${condition}`;
  return call.db.query<FileRow & Record<string, unknown>>(named(text, [ids]));
}

/** Refuses a file whose content has not arrived. */
function arrivedOf(file: FileRow): ArrivedFile {
  const { hash } = file;
  if (hash === null) throw new Problem('conflict', fileMessages.awaited);
  return { ...file, hash };
}

const missing = (): Problem => new Problem('missing', fileMessages.cannotOpen);

const idIn = (url: string): string => /\/file\/([0-9a-f-]{36})(\?|$)/i.exec(url)?.[1] ?? '';

async function download(call: Call, id: string, inline: boolean, size?: PictureSize): Promise<never> {
  const [found] = isUuid(id) ? await find(call, [id]) : [];
  if (!found) throw missing();
  const file = arrivedOf(found);
  if (size) return shown(call, file, size);
  const content = await call.services.files.open(file.hash).catch(() => {
    throw missing();
  });
  const mimeType = file.mime_type.startsWith('text/') ? `${file.mime_type}; charset=utf-8` : file.mime_type;
  return new FileReply({
    content,
    name: file.name,
    mimeType,
    size: file.size,
    inline: inline && isShownByBrowsers(file.mime_type),
  }) as never;
}

async function shown(call: Call, file: ArrivedFile, size: PictureSize): Promise<never> {
  const picture = isImage(file.mime_type) ? await shownAt(call.services.files, file.hash, size) : null;
  if (!picture) throw new Problem('missing', fileMessages.noPreview);
  const { content, mimeType } = picture;
  return new FileReply({
    content: Readable.from([content]),
    name: mimeType ? file.name.replace(/\.[^.]*$/, '.webp') : file.name,
    mimeType: mimeType ?? file.mime_type,
    size: content.length,
    inline: true,
  }) as never;
}

export type Zipped = Pick<ArrivedFile, 'name' | 'mime_type'> & ({ hash: string } | { content: Buffer });

/** An archive of these contents, each under its own name; those of the store are read as it leaves. */
export function zipOf(files: readonly Zipped[], store: Pick<FileStore, 'open'>): Readable {
  const archive = new yazl.ZipFile();
  const content = new PassThrough();
  const taken = new Set<string>();
  let open: Readable | null = null;
  for (const file of files) {
    // Characters that some systems forbid in names.
    const plain = file.name.replaceAll(/[:<>"|?*]/g, '_');
    let name = plain;
    for (let number = 2; taken.has(name); number += 1) name = plain.replace(/(\.[^.]*)?$/, ` (${number})$1`);
    taken.add(name);
    const compress = file.mime_type.startsWith('text/');
    if ('content' in file) {
      archive.addBuffer(file.content, name, { compress });
      continue;
    }
    archive.addReadStreamLazy(name, { compress }, (ready) => {
      store.open(file.hash).then(
        (stream) => {
          open = stream;
          ready(null, stream);
        },
        (error: Error) => ready(error, content),
      );
    });
  }
  archive.on('error', (error) => content.destroy(error));
  // Close the open file when the client disconnects.
  content.on('close', () => open?.destroy());
  archive.end();
  return archive.outputStream.pipe(content);
}

/** Checks and stores the files of a multipart body, as files of the caller. */
export async function receiveUpload(call: Call): Promise<{ file: StoredFile; files: StoredFile[] }> {
  const received: Received[] = [];
  try {
    await receiveAll(call, received);
    await shareFilesLock(call.db);
    await permitStorage(
      call,
      received.reduce((sum, { size }) => sum + size, 0),
    );
    const stored: StoredFile[] = [];
    for (const file of received) {
      stored.push(await rowOf(call, file));
      // Store before the row is committed: a row without content would be worse than content without a row.
      await keepContent(call, file);
    }
    return { file: stored[0] as StoredFile, files: stored };
  } finally {
    for (const file of received) await call.services.files.forget(file);
  }
}

export const filesHandlers = (archives: readonly ArchiveSource[]): Handler[] => [
  handle(uploadFiles, (call) => receiveUpload(call)),

  handle(downloadFile, (call) => download(call, call.params.id, call.params.inline === '1', call.params.size)),

  handle(linkFile, async (call) => {
    const { id } = call.params;
    const [file] = isUuid(id) ? await find(call, [id]) : [];
    if (!file) throw missing();
    const { agency, agent, customer } = call.context;
    const path = { agencyId: agency ?? '', agentId: agent ?? '', customerId: customer ?? '', id };
    const { query, until } = signLink(call.services.environment.secret, path, call.caller?.sessionId ?? '', call.now);
    return { url: `${file.url}?inline=1&${query}`, expiresAt: until.toISOString() };
  }),

  handle(downloadByUrl, (call) => download(call, idIn(call.params.url), false)),

  handle(zipFiles, async (call) => {
    const { urls } = call.input;
    const documents = archives.map((source) => [...new Set(urls.flatMap((url) => source.idIn(url) ?? []))]);
    const isFile = (url: string): boolean => archives.every((source) => source.idIn(url) === null);
    const ids = [...new Set(urls.flatMap((url) => (isFile(url) ? [idIn(url).toLowerCase()] : [])))];
    if (![...ids, ...documents.flat()].every(isUuid)) throw new Problem('invalid', messages.missing);
    const found = ids.length === 0 ? [] : await find(call, ids);
    if (found.length < ids.length) throw missing();
    const inOrder = found.map(arrivedOf).toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
    const drawn: Archived[] = [];
    for (const [index, source] of archives.entries()) drawn.push(...(await source.read(call, documents[index] ?? [])));
    return new FileReply({
      content: zipOf([...drawn, ...inOrder], call.services.files),
      name: 'fichiers.zip',
      mimeType: 'application/zip',
      size: null,
      inline: false,
    }) as never;
  }),

  ownPictureHandler,
];
