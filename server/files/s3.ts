// Files in any S3 service: S3_URL is https://KEY:SECRET@host/bucket?region=…
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { S3mini } from 's3mini';
import { Refusal } from '#server/refusal.ts';
import { arrivalsIn, type FileStore } from './store.ts';

/** Fail while the reader is still connected if S3 does not answer. */
const patience = 30_000;

interface Place {
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

export function placeIn(address: string): Place {
  const url = new URL(address.replace(/^s3:/, 'https:'));
  const bucket = url.pathname.replaceAll(/^\/+|\/+$/g, '');
  if (!url.username || !url.password || bucket === '' || bucket.includes('/'))
    throw new Refusal('S3_URL doit être de la forme https://CLÉ:SECRET@hôte/seau?region=eu-west-3.');
  return {
    endpoint: `${url.protocol}//${url.host}/${bucket}`,
    region: url.searchParams.get('region') ?? 'auto',
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
  };
}

const prefix = 'files/';

export function s3Store(address: string, dataDir: string): FileStore {
  const s3 = new S3mini({ ...placeIn(address), requestAbortTimeout: patience });
  const arrivals = arrivalsIn(dataDir);
  return {
    ...arrivals,
    keep: async (arrived) => {
      // At most 25 Mo: a buffer can be sent again after a connection error, a stream cannot.
      await s3.putObject(prefix + arrived.hash, await readFile(arrived.path), 'application/octet-stream');
      await arrivals.forget(arrived);
    },
    open: async (hash) => {
      const answer = await s3.getObjectResponse(prefix + hash);
      if (!answer?.body) throw new Error(`no content ${hash}`);
      return Readable.fromWeb(answer.body as never);
    },
    remove: async (hash) => void (await s3.deleteObject(prefix + hash)),
    async *all() {
      let next: string | undefined;
      do {
        const page = await s3.listObjectsPaged('/', prefix, 1_000, next);
        for (const { Key, LastModified } of page?.objects ?? [])
          yield { hash: Key.slice(prefix.length), since: new Date(LastModified) };
        next = page?.nextContinuationToken;
      } while (next);
    },
  };
}
