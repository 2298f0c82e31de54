// What a file really is, by its content: the name is only what its sender says.
import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { fileTypeFromFile } from 'file-type';
import yauzl from 'yauzl';
import { allowedTypes, extensionOf } from '#core/files/files.ts';

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

/** An archive that unfolds to more than this, or to this many times its size, is a bomb. */
const largestUnfolded = 500 * 1024 * 1024;
const largestRatio = 120;
const mostEntries = 10_000;

/** The media type of an allowed file whose name agrees with its content, or null. */
export async function typeOf(path: string, name: string, size: number): Promise<string | null> {
  const extension = extensionOf(name);
  const found = await fileTypeFromFile(path);
  let type: string | null = found?.mime ?? null;
  if (type === compound) type = compoundTypes[extension] ?? null;
  if (type === null) type = found === undefined && extension in textTypes && (await isText(path)) ? (textTypes[extension] ?? null) : null;
  if (type === null || !allowedTypes[type]?.includes(extension)) return null;
  if (zipped.has(type) && !(await isHarmless(path, size))) return null;
  return type;
}

async function isText(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(65_536), 0, 65_536, 0);
    // Files of old spreadsheets come in Latin-1; control characters betray a program.
    return !buffer.subarray(0, bytesRead).some((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 27));
  } finally {
    await file.close();
  }
}

/** Reads the archive's own table of contents; nothing is unfolded. */
async function isHarmless(path: string, size: number): Promise<boolean> {
  const archive = await promisify<string, yauzl.Options, yauzl.ZipFile>(yauzl.open)(path, { lazyEntries: true, validateEntrySizes: true }).catch(() => null);
  if (!archive) return false;
  return new Promise((resolve) => {
    let unfolded = 0;
    let entries = 0;
    const settle = (harmless: boolean): void => {
      archive.close();
      resolve(harmless);
    };
    archive.on('entry', (entry: yauzl.Entry) => {
      entries += 1;
      unfolded += entry.uncompressedSize;
      if (entries > mostEntries || unfolded > largestUnfolded || (unfolded > 1_000_000 && unfolded > size * largestRatio)) return settle(false);
      archive.readEntry();
    });
    archive.on('end', () => settle(true));
    archive.on('error', () => settle(false));
    archive.readEntry();
  });
}
