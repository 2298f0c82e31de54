// Checks an archive entry by entry: its declared size, no excessive content, nothing that runs, nothing that hides.
import type { Readable } from 'node:stream';
import yauzl from 'yauzl';
import { extensionOf, mayBeSent } from '#core/files/files.ts';

const largestUnfolded = 500 * 1024 * 1024;
/** The largest ratio to its own size; plain office documents reach a tenth of it. */
const largestRatio = 120;
/** Below this size any ratio is harmless. */
const smallUnfolded = 4 * 1024 * 1024;
const mostEntries = 10_000;
const deepest = 3;
/** A nested archive is in memory while it is checked. */
const largestInner = 25 * 1024 * 1024;

const signature = Buffer.from('PK\u0003\u0004');
/** Windows, Linux and macOS programs, and scripts. */
const programs = ['4d5a', '7f454c46', 'feedface', 'feedfacf', 'cefaedfe', 'cffaedfe', 'cafebabe', '2321'].map((hex) =>
  Buffer.from(hex, 'hex'),
);
/** Documents that are archives themselves. */
const documents = new Set(['docx', 'xlsx', 'odt', 'ods']);
/** Files that systems add to an archive on their own. */
const addedBySystems = /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i;

class Harmful extends Error {}

interface Budget {
  unfolded: number;
  entries: number;
}

const options: yauzl.Options & { lazyEntries: true } = {
  lazyEntries: true,
  validateEntrySizes: true,
  strictFileNames: false,
};

/** An archive that people open contains only what could be sent without it; a document contains its own parts. */
function permitName(name: string): void {
  if (name.endsWith('/') || addedBySystems.test(name)) return;
  if (extensionOf(name) === 'zip' || !mayBeSent(name)) throw new Harmful();
}

export async function isHarmless(path: string, size: number, isDocument: boolean): Promise<boolean> {
  const budget: Budget = {
    unfolded: Math.min(largestUnfolded, Math.max(smallUnfolded, size * largestRatio)),
    entries: mostEntries,
  };
  try {
    await examine(await yauzl.openPromise(path, options), budget, isDocument ? 1 : 0);
    return true;
  } catch {
    // Unreadable, wrong sizes, or too large: same answer.
    return false;
  }
}

/** Depth 0 is the archive itself, deeper are documents and their parts. */
async function examine(archive: yauzl.ZipFile, budget: Budget, depth: number): Promise<void> {
  try {
    // Its end says how many: not one is unfolded of an archive with too many.
    if (archive.entryCount > budget.entries) throw new Harmful();
    for await (const entry of archive.eachEntry()) {
      budget.entries -= 1;
      // Refuse a declared size that is too large; otherwise check the real size.
      if (budget.entries < 0 || entry.uncompressedSize > budget.unfolded) throw new Harmful();
      // Encrypted: nobody can tell what it is.
      if (!entry.canDecodeFileData()) throw new Harmful();
      if (depth === 0) permitName(entry.fileName);
      const inner = await unfold(await archive.openReadStreamPromise(entry), budget);
      if (!inner) continue;
      if (depth >= deepest || (depth === 0 && !documents.has(extensionOf(entry.fileName)))) throw new Harmful();
      await examine(await yauzl.fromBufferPromise(inner, options), budget, depth + 1);
    }
  } finally {
    archive.close();
  }
}

/** Counts the unpacked bytes; returns the content if it is an archive. */
async function unfold(stream: Readable, budget: Budget): Promise<Buffer | null> {
  const kept: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (size === 0 && programs.some((start) => chunk.subarray(0, start.length).equals(start))) throw new Harmful();
    const isArchive = size === 0 ? chunk.subarray(0, signature.length).equals(signature) : kept.length > 0;
    size += chunk.length;
    budget.unfolded -= chunk.length;
    if (budget.unfolded < 0 || (isArchive && size > largestInner)) throw new Harmful();
    if (isArchive) kept.push(chunk);
  }
  return kept.length > 0 ? Buffer.concat(kept) : null;
}
