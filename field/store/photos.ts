// The photos of the device: encrypted, on disk before they are shown, until the server has them.
import type { PhotoRef } from '#core/field/photo.ts';
import type { Connection, PhotoRow } from './database.ts';
import { seal, unseal } from './vault.ts';

const strict = { durability: 'strict' } as const;
/** Days that a photo of no event stays: its draft may be taken up again. */
export const unusedFor = 7 * 86_400_000;

const hexOf = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

export async function storePhoto(
  connection: Connection,
  key: CryptoKey,
  id: string,
  bytes: ArrayBuffer,
  takenAt: number,
): Promise<PhotoRef> {
  const sha256 = hexOf(await crypto.subtle.digest('SHA-256', bytes));
  const ref: PhotoRef = { id, sha256, size: bytes.byteLength };
  const row: PhotoRow = { ...ref, takenAt, content: await seal(key, bytes) };
  await connection.use(async (database) => {
    const write = database.transaction('photos', 'readwrite', strict);
    await Promise.all([write.store.put(row), write.done]);
  });
  return ref;
}

export async function readPhoto(connection: Connection, key: CryptoKey, id: string): Promise<ArrayBuffer | null> {
  const row = await connection.use((database) => database.get('photos', id));
  return row ? unseal(key, row.content) : null;
}

export const dropPhoto = (connection: Connection, id: string): Promise<void> =>
  connection.use((database) => database.delete('photos', id));

export async function refusePhoto(connection: Connection, id: string, why: string): Promise<void> {
  await connection.use(async (database) => {
    const write = database.transaction('photos', 'readwrite', strict);
    const row = await write.store.get(id);
    await Promise.all([row && write.store.put({ ...row, refused: why }), write.done]);
  });
}

/** The first to send: of an event that the server has. */
export async function nextPhoto(connection: Connection, consumedRank: number): Promise<PhotoRow | null> {
  const rows = await connection.use((database) =>
    database.getAllFromIndex('photos', 'rank', IDBKeyRange.upperBound(consumedRank)),
  );
  return rows.find(({ refused }) => refused === undefined) ?? null;
}

/** Of events, not sent yet; those refused are not counted: they never leave. */
export const countPhotos = (connection: Connection): Promise<number> =>
  connection.use(
    async (database) =>
      (await database.getAllFromIndex('photos', 'rank')).filter(({ refused }) => refused === undefined).length,
  );

/** Photos of drafts that were given up long ago. */
export async function dropUnused(connection: Connection, now: number): Promise<void> {
  await connection.use(async (database) => {
    const write = database.transaction('photos', 'readwrite');
    const rows = await write.store.getAll();
    await Promise.all([
      ...rows
        .filter(({ rank, takenAt }) => rank === undefined && takenAt < now - unusedFor)
        .map(({ id }) => write.store.delete(id)),
      write.done,
    ]);
  });
}
