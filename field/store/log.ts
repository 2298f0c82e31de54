// The log of the device: every event, encrypted, on disk before the screen goes on.
import type { FieldEvent, LogEntry } from '#core/field/event.ts';
import type { Draft, LogStore } from '#core/field/outbox.ts';
import type { PayloadOf } from '#core/kernel/field-message.ts';
import { ptiMessage } from '#core/safety/messages.ts';
import type { Connection, FieldDatabase, LogRow } from './database.ts';
import { sealJson, unsealJson } from './vault.ts';

const strict = { durability: 'strict' } as const;

const isAlarm = ({ type, payload }: Draft): boolean =>
  type === ptiMessage.type && !(payload as PayloadOf<typeof ptiMessage>).drill;

/** Alarms that have not left; needs no key. */
export const countAlarms = async (connection: Connection): Promise<number> => {
  const rows = await connection.use((database) => database.getAllFromIndex('log', 'waiting'));
  return rows.filter(({ alarm }) => alarm).length;
};

/** The log, with what only the screens read. */
export interface DeviceLog extends LogStore {
  /** Events after this rank that were not passed over, sent or not. */
  after(rank: number): Promise<FieldEvent[]>;
  /** The last rank that the server has, with every one before it. */
  consumedRank(): Promise<number>;
  /** Removes what the server has and the pack contains. */
  prune(rank: number): Promise<void>;
}

export function logStore(connection: Connection, key: CryptoKey): DeviceLog {
  /** Encrypted before the transaction: a transaction does not wait for anything but itself. */
  const rowOf = async (draft: Draft): Promise<LogRow> => ({
    uuid: draft.uuid,
    waiting: 1,
    consumed: false,
    skipped: false,
    ...(isAlarm(draft) ? { alarm: true } : {}),
    event: await sealJson(key, draft),
  });

  const entryOf = async ({ rank, consumed, skipped, event }: LogRow): Promise<LogEntry> => {
    const draft = await unsealJson<Draft>(key, event);
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
    after: async (rank) => {
      const rows = await connection.use((database) => database.getAll('log', IDBKeyRange.lowerBound(rank, true)));
      const entries = await Promise.all(rows.filter(({ skipped }) => !skipped).map(entryOf));
      return entries.map(({ event }) => event);
    },
    consumedRank: () =>
      connection.use(async (database) => {
        const read = database.transaction('log');
        // The first that waits; without one, the last of all.
        const first = await read.store.index('waiting').getAll(undefined, 1);
        if (first[0]) return (first[0].rank as number) - 1;
        return (await read.store.openKeyCursor(null, 'prev'))?.key ?? 0;
      }),
    prune: async (rank) => {
      await connection.use(async (database) => {
        const write = database.transaction('log', 'readwrite');
        const old = await write.store.getAll(IDBKeyRange.upperBound(rank));
        await Promise.all([
          ...old.filter(({ consumed }) => consumed).map((row) => write.store.delete(row.rank as number)),
          write.done,
        ]);
      });
    },
    append: async (draft) => {
      const row = await rowOf(draft);
      const rank = await connection.use(async (database) => {
        // Its photos with it: they are sent after it.
        const write = database.transaction(['log', 'photos'], 'readwrite', strict);
        const add = async (): Promise<number> => {
          const added = await write.objectStore('log').add(row);
          for (const { id } of draft.photos ?? []) {
            const photo = await write.objectStore('photos').get(id);
            if (photo) await write.objectStore('photos').put({ ...photo, rank: added });
          }
          return added;
        };
        const [added] = await Promise.all([add(), write.done]);
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
