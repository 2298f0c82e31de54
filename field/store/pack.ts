// What the device took along (core/field/pack.ts), encrypted by row.
import { type Pack, type PackFrame, type PackRows, type Section, sections } from '#core/field/pack.ts';
import type { Connection } from './database.ts';
import { sealJson, unsealJson } from './vault.ts';

/** The rest of a pack, and when it was read. */
export interface Frame extends PackFrame {
  /** The server's time. */
  at: string;
  /** Events up to this rank were applied before the pack was read. */
  rank: number;
}

export type Held = { [S in Section]: PackRows[S][] } & { frame: Frame | null };

/** The digests to send with the next request. */
export async function knownDigests(connection: Connection): Promise<Record<Section, Record<string, string>>> {
  const known = Object.fromEntries(sections.map((name) => [name, {}])) as Record<Section, Record<string, string>>;
  const rows = await connection.use((database) => database.getAll('pack'));
  for (const { section, id, digest } of rows) {
    const digests = known[section as Section] as Record<string, string> | undefined;
    if (digests) digests[id] = digest;
  }
  return known;
}

/** One transaction: a device killed in between has the pack before or the pack after. */
export async function writePack(connection: Connection, key: CryptoKey, pack: Pack, rank: number): Promise<void> {
  const changed = await Promise.all(
    sections.flatMap((section) =>
      pack.changed[section].map(async ({ id, digest, row }) => ({
        section,
        id,
        digest,
        row: await sealJson(key, row),
      })),
    ),
  );
  const { now, changed: _changed, removed: _removed, ...rest } = pack;
  const frame: Frame = { ...rest, at: now, rank };
  const sealed = await sealJson(key, frame);
  await connection.use(async (database) => {
    const write = database.transaction(['pack', 'facts'], 'readwrite', { durability: 'strict' });
    const rows = write.objectStore('pack');
    await Promise.all([
      ...changed.map((row) => rows.put(row)),
      ...sections.flatMap((section) => pack.removed[section].map((id) => rows.delete([section, id]))),
      write.objectStore('facts').put(sealed, 'frame'),
      write.objectStore('facts').put({ phone: pack.safety.phone ?? pack.agency.phone }, 'help'),
      write.done,
    ]);
  });
}

/** All that the device took along or held besides what waits to be sent: sites with their codes, people, texts, drafts. */
export async function dropTaken(connection: Connection): Promise<void> {
  await connection.use(async (database) => {
    const write = database.transaction(['pack', 'images', 'facts'], 'readwrite', { durability: 'strict' });
    const facts = write.objectStore('facts');
    await Promise.all([
      write.objectStore('pack').clear(),
      write.objectStore('images').clear(),
      ...['frame', 'kept', IDBKeyRange.bound('draft ', 'draft \uffff')].map((key) => facts.delete(key)),
      write.done,
    ]);
  });
}

export async function readPack(connection: Connection, key: CryptoKey): Promise<Held> {
  const [rows, frame] = await connection.use(async (database) => {
    const read = database.transaction(['pack', 'facts']);
    return Promise.all([read.objectStore('pack').getAll(), read.objectStore('facts').get('frame')]);
  });
  const held = { frame: frame ? await unsealJson<Frame>(key, frame as never) : null } as Held;
  for (const name of sections) {
    const own = rows.filter(({ section }) => section === name);
    held[name] = (await Promise.all(own.map(({ row }) => unsealJson(key, row)))) as never;
  }
  return held;
}
