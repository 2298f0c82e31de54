// The real type of a file, by its content: the sender may have chosen any name.
import { open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import { allowedTypes, extensionOf } from '#core/files/files.ts';
import { isHarmless } from './archive.ts';

/** Compound documents (.doc, .xls) share one signature. */
const compound = 'application/x-cfb';
const compoundTypes: Record<string, string> = { doc: 'application/msword', xls: 'application/vnd.ms-excel' };
/** Text has no signature. */
const textTypes: Record<string, string> = { txt: 'text/plain', csv: 'text/csv' };
const zipped = new Set([
  'application/zip',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.oasis.opendocument.text',
  'application/vnd.oasis.opendocument.spreadsheet',
]);

/** The media type of an allowed file whose name agrees with its content, or null. */
export async function typeOf(path: string, name: string, size: number): Promise<string | null> {
  const extension = extensionOf(name);
  const found = await fileTypeFromFile(path);
  let type: string | null = found?.mime ?? null;
  if (type === compound) type = compoundTypes[extension] ?? null;
  if (type === null)
    type =
      found === undefined && extension in textTypes && (await isText(path)) ? (textTypes[extension] ?? null) : null;
  if (type === null || !allowedTypes[type]?.includes(extension)) return null;
  if (zipped.has(type) && !(await isHarmless(path, size, type !== 'application/zip'))) return null;
  return type;
}

async function isText(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(65_536), 0, 65_536, 0);
    // Old spreadsheets write Latin-1; control characters indicate a binary file.
    return !buffer.subarray(0, bytesRead).some((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 27));
  } finally {
    await file.close();
  }
}
