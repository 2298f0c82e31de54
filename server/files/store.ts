// Stores the contents of files by hash: in the data folder, or in an S3 service (s3.ts).
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { uuidv7 } from '#server/kernel/uuid.ts';

/** Received content that is not stored yet. */
export interface Arrived {
  /** A local file, to be checked. */
  path: string;
  hash: string;
  size: number;
}

export interface FileStore {
  /** Receives a stream of at most `limit` bytes, else throws `TooLong`. */
  receive(source: Readable, limit: number): Promise<Arrived>;
  /** Storing the same content twice changes nothing. */
  keep(arrived: Arrived): Promise<void>;
  forget(arrived: Arrived): Promise<void>;
  open(hash: string): Promise<Readable>;
  remove(hash: string): Promise<void>;
  /** Every content and its date. */
  all(): AsyncIterable<{ hash: string; since: Date }>;
  /** Removes old arrivals of processes that died. */
  dropArrivals(before: Date): Promise<void>;
}

/** The whole content; null: missing, or not arrived yet. */
export async function contentOf(files: FileStore, hash: string | null): Promise<Buffer | null> {
  const stream = hash === null ? null : await files.open(hash).catch(() => null);
  if (!stream) return null;
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

export class TooLong extends Error {}

/** Common to all stores: arrivals are local files until they are stored. */
export function arrivalsIn(dataDir: string): Pick<FileStore, 'receive' | 'forget' | 'dropArrivals'> {
  const folder = join(dataDir, 'files', 'arrivals');
  return {
    receive: async (source, limit) => {
      await mkdir(folder, { recursive: true });
      const path = join(folder, uuidv7());
      const digest = createHash('sha256');
      let size = 0;
      try {
        await pipeline(
          source,
          async function* (chunks: AsyncIterable<Buffer>) {
            for await (const chunk of chunks) {
              size += chunk.length;
              if (size > limit) throw new TooLong();
              digest.update(chunk);
              yield chunk;
            }
          },
          createWriteStream(path, { mode: 0o600, flush: true }),
        );
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
      return { path, hash: digest.digest('hex'), size };
    },
    forget: ({ path }) => rm(path, { force: true }),
    dropArrivals: async (before) => {
      for (const name of await readdir(folder).catch(() => [])) {
        const path = join(folder, name);
        const found = await stat(path).catch(() => null);
        if (found && found.mtime < before) await rm(path, { force: true });
      }
    },
  };
}

const isHash = (name: string): boolean => /^[0-9a-f]{64}$/.test(name);

export function folderStore(dataDir: string): FileStore {
  const root = join(dataDir, 'files');
  // A hash is hexadecimal, so no user input becomes a path.
  const placeOf = (hash: string): string => join(root, hash.slice(0, 2), hash);
  return {
    ...arrivalsIn(dataDir),
    keep: async ({ path, hash }) => {
      await mkdir(join(root, hash.slice(0, 2)), { recursive: true });
      await rename(path, placeOf(hash));
    },
    open: async (hash) => {
      const stream = createReadStream(placeOf(hash));
      await new Promise<void>((resolve, reject) => stream.once('open', () => resolve()).once('error', reject));
      return stream;
    },
    remove: (hash) => rm(placeOf(hash), { force: true }),
    async *all() {
      for (const folder of await readdir(root).catch(() => []))
        if (/^[0-9a-f]{2}$/.test(folder))
          for (const hash of await readdir(join(root, folder)))
            if (isHash(hash)) yield { hash, since: (await stat(placeOf(hash))).mtime };
    },
  };
}
