// The log of the device: every event, encrypted, on disk before the screen goes on.
import type { FieldEvent, LogEntry } from '#core/field/event.ts';
import type { Draft, LogStore } from '#core/field/outbox.ts';
import type { Connection, FieldDatabase, LogRow } from './database.ts';
import { seal, unseal } from './vault.ts';

const strict = { durability: 'strict' } as const;

export function logStore(connection: Connection, key: CryptoKey): LogStore {
  /** Encrypted before the transaction: a transaction does not wait for anything but itself. */
  const rowOf = async (draft: Draft): Promise<LogRow> => ({
    uuid: draft.uuid,
    waiting: 1,
    consumed: false,
    skipped: false,
    event: await seal(key, new TextEncoder().encode(JSON.stringify(draft))),
  });

  const entryOf = async ({ rank, consumed, skipped, event }: LogRow): Promise<LogEntry> => {
    const draft = JSON.parse(new TextDecoder().decode(await unseal(key, event))) as Draft;
    return { event: { ...draft, rank: rank as number }, consumed, skipped };
  };

  /** Rows that no longer wait leave the index. */
  const settle = async (database: FieldDatabase, uuids: readonly string[], as: Partial<LogRow>, more?: LogRow) => {
    const write = database.transaction('log', 'readwrite', strict);
    const mark = async (uuid: string): Promise<void> => {
      const row = await write.store.index('uuid').get(uuid);
      if (!row) return;
      const { waiting: _, ...rest } = row;
      await write.store.put({ ...rest, ...as });
    };
    // Awaited together: a failed write rejects `done` too.
    const [rank] = await Promise.all([more && write.store.add(more), ...uuids.map(mark), write.done]);
    return rank;
  };

  return {
    read: async () => {
      const rows = await connection.use((database) => database.getAllFromIndex('log', 'waiting'));
      return Promise.all(rows.map(entryOf));
    },
    append: async (draft) => {
      const row = await rowOf(draft);
      const rank = await connection.use(async (database) => {
        const write = database.transaction('log', 'readwrite', strict);
        const [added] = await Promise.all([write.store.add(row), write.done]);
        return added;
      });
      return { ...draft, rank } satisfies FieldEvent;
    },
    consume: async (uuids) => {
      await connection.use((database) => settle(database, uuids, { consumed: true }));
    },
    skip: async (uuid, report) => {
      const row = report && (await rowOf(report));
      const rank = await connection.use((database) => settle(database, [uuid], { skipped: true }, row ?? undefined));
      return report && rank !== undefined ? { ...report, rank } : null;
    },
  };
}
