// Images of instructions and notes, encrypted, for where there is no network.
import type { Connection } from './database.ts';
import { seal, unseal } from './vault.ts';

/** Bytes of all that are kept. */
export const mostImageBytes = 30_000_000;

/** The opened documents of its person (field/papers/kept.ts) are in the same store. */
const ofPapers = 'paper ';
export const paperKey = (id: string): string => `${ofPapers}${id}`;

export const heldImages = (connection: Connection): Promise<{ id: string; size: number }[]> =>
  connection.use(async (database) =>
    (await database.getAll('images')).flatMap(({ id, size }) => (id.startsWith(ofPapers) ? [] : [{ id, size }])),
  );

export async function storeImage(connection: Connection, key: CryptoKey, id: string, image: Blob): Promise<void> {
  const bytes = await image.arrayBuffer();
  const row = { id, size: bytes.byteLength, type: image.type, content: await seal(key, bytes) };
  await connection.use((database) => database.put('images', row));
}

export async function readImage(connection: Connection, key: CryptoKey, id: string): Promise<Blob | null> {
  const row = await connection.use((database) => database.get('images', id));
  return row ? new Blob([await unseal(key, row.content)], { type: row.type }) : null;
}

export const dropImages = (connection: Connection, ids: readonly string[]): Promise<void> =>
  connection.use(async (database) => {
    const write = database.transaction('images', 'readwrite');
    await Promise.all([...ids.map((id) => write.store.delete(id)), write.done]);
  });
