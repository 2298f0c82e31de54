// Whether an archive unfolds to what it says and to no more than people send: read entry by entry, archives inside it too.
import type { Readable } from 'node:stream';
import yauzl from 'yauzl';

const largestUnfolded = 500 * 1024 * 1024;
/** Beyond this many times its own size; plain office documents reach a tenth of it. */
const largestRatio = 120;
/** Below this nobody is harmed, whatever the ratio. */
const smallUnfolded = 4 * 1024 * 1024;
const mostEntries = 10_000;
const deepest = 3;
/** An archive inside an archive is held in memory while it is looked at. */
const largestInner = 25 * 1024 * 1024;

const signature = Buffer.from('PK\u0003\u0004');

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

export async function isHarmless(path: string, size: number): Promise<boolean> {
  const budget: Budget = {
    unfolded: Math.min(largestUnfolded, Math.max(smallUnfolded, size * largestRatio)),
    entries: mostEntries,
  };
  try {
    await examine(await yauzl.openPromise(path, options), budget, 1);
    return true;
  } catch {
    // Unreadable, lying about its sizes, or too much: the same answer.
    return false;
  }
}

async function examine(archive: yauzl.ZipFile, budget: Budget, depth: number): Promise<void> {
  try {
    for await (const entry of archive.eachEntry()) {
      budget.entries -= 1;
      // What it declares is believed when it is too much, and checked when it is not.
      if (budget.entries < 0 || entry.uncompressedSize > budget.unfolded) throw new Harmful();
      if (!entry.canDecodeFileData()) {
        // Encrypted: its own word is all there is.
        budget.unfolded -= entry.uncompressedSize;
        continue;
      }
      const inner = await unfold(await archive.openReadStreamPromise(entry), budget);
      if (!inner) continue;
      if (depth >= deepest) throw new Harmful();
      await examine(await yauzl.fromBufferPromise(inner, options), budget, depth + 1);
    }
  } finally {
    archive.close();
  }
}

/** Counts what comes out; the content is returned when it is an archive itself. */
async function unfold(stream: Readable, budget: Budget): Promise<Buffer | null> {
  const kept: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const isArchive = size === 0 ? chunk.subarray(0, signature.length).equals(signature) : kept.length > 0;
    size += chunk.length;
    budget.unfolded -= chunk.length;
    if (budget.unfolded < 0 || (isArchive && size > largestInner)) throw new Harmful();
    if (isArchive) kept.push(chunk);
  }
  return kept.length > 0 ? Buffer.concat(kept) : null;
}
