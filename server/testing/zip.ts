import { buffer } from 'node:stream/consumers';
import yauzl from 'yauzl';

/** The files of an archive, by name. */
export async function unzipped(content: Buffer): Promise<Record<string, Buffer>> {
  const archive = await yauzl.fromBufferPromise(content, { lazyEntries: true });
  const files: Record<string, Buffer> = {};
  for await (const entry of archive.eachEntry())
    files[entry.fileName] = await buffer(await archive.openReadStreamPromise(entry));
  return files;
}
