// Where the content of files lies. The interface is final; a folder stands behind it here, S3 later.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { uuidv7 } from '#server/kernel/uuid.ts';

/** Content that has arrived and is not yet kept. */
export interface Arrived {
  /** On this machine, to be looked at. */
  path: string;
  hash: string;
  size: number;
}

export interface FileStore {
  /** Receives a stream; `limit` bytes at most, or `TooLong`. */
  receive(source: Readable, limit: number): Promise<Arrived>;
  keep(arrived: Arrived): Promise<void>;
  forget(arrived: Arrived): Promise<void>;
  open(hash: string): Promise<Readable>;
}

export class TooLong extends Error {}

export function folderStore(dataDir: string): FileStore {
  const root = join(dataDir, 'files');
  const arrivals = join(root, 'arrivals');
  // A hash is hexadecimal by construction; nothing a user wrote becomes a path.
  const placeOf = (hash: string): string => join(root, hash.slice(0, 2), hash);
  return {
    receive: async (source, limit) => {
      await mkdir(arrivals, { recursive: true });
      const path = join(arrivals, uuidv7());
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
    keep: async ({ path, hash }) => {
      await mkdir(join(root, hash.slice(0, 2)), { recursive: true });
      await rename(path, placeOf(hash));
    },
    forget: ({ path }) => rm(path, { force: true }),
    open: async (hash) => {
      const stream = createReadStream(placeOf(hash));
      await new Promise<void>((resolve, reject) => stream.once('open', () => resolve()).once('error', reject));
      return stream;
    },
  };
}
