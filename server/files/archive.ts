// Checks that an archive has its declared size and no excessive content: entry by entry, nested archives too.
import type { Readable } from 'node:stream';
import yauzl from 'yauzl';

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
    // Unreadable, wrong sizes, or too large: same answer.
    return false;
  }
}

async function examine(archive: yauzl.ZipFile, budget: Budget, depth: number): Promise<void> {
  try {
    for await (const entry of archive.eachEntry()) {
      budget.entries -= 1;
      // Refuse a declared size that is too large; otherwise check the real size.
      if (budget.entries < 0 || entry.uncompressedSize > budget.unfolded) throw new Harmful();
      if (!entry.canDecodeFileData()) {
        // Encrypted: only the declared size is known.
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

/** Counts the unpacked bytes; returns the content if it is an archive. */
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
