// Resized pictures for the screens: made once from the original, stored beside it under a name derived from its hash,
// and swept with it. The original stays unchanged.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { PictureSize } from '#core/files/files.ts';
import { draw } from '#server/pdf/drawing.ts';
import { type Dimensions, dimensionsOf, mayBeDrawn } from './dimensions.ts';
import { contentOf, type FileStore } from './store.ts';

export interface Shown {
  content: Buffer;
  /** Null: the type of the original. */
  mimeType: 'image/webp' | null;
}

/** Same as the database function `file_variant`, which the sweep uses. */
export const variantKey = (hash: string, size: PictureSize): string =>
  createHash('sha256').update(`${hash} ${size}`).digest('hex');

/** Limits the width; a taller picture scrolls. */
const boundsOf = (size: PictureSize): Dimensions => ({ width: Number(size), height: 4 * Number(size) });

/** Smaller files are shown unchanged. */
const light = 100 * 1_024;

/** One at a time: a decoded photograph takes two hundred megabytes. */
let turn: Promise<unknown> = Promise.resolve();

async function keptAt(files: FileStore, hash: string, size: PictureSize): Promise<Shown | null> {
  const content = await contentOf(files, variantKey(hash, size));
  return content && { content, mimeType: 'image/webp' };
}

async function make(files: FileStore, hash: string, size: PictureSize): Promise<Shown | null> {
  const original = await contentOf(files, hash);
  const sides = original && dimensionsOf(original);
  if (!sides || !mayBeDrawn(sides)) return null;
  const most = boundsOf(size);
  const fits = sides.width <= most.width && sides.height <= most.height;
  if (fits && original.length <= light) return { content: original, mimeType: null };
  const content = await draw('fittedOf', original, most);
  if (!content) return null;
  const arrived = await files.receive(Readable.from([content]), content.length);
  try {
    await files.keep({ ...arrived, hash: variantKey(hash, size) });
  } finally {
    await files.forget(arrived);
  }
  return { content, mimeType: 'image/webp' };
}

/** The picture at this size; null: not a picture, or too large to decode. */
export async function shownAt(files: FileStore, hash: string, size: PictureSize): Promise<Shown | null> {
  const kept = await keptAt(files, hash, size);
  if (kept) return kept;
  // An earlier caller may have made it.
  const made = turn.then(async () => (await keptAt(files, hash, size)) ?? make(files, hash, size));
  turn = made.catch(() => null);
  return made;
}
