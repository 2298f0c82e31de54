// What other processes say through the database (LISTEN, NOTIFY), on a connection of its own that is reopened when lost.
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

export interface Listener {
  /** Everything said before this moment has been heard; rejects when that cannot be known. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export interface Ears {
  channel: string;
  heard(payload: string): void;
  /** When what is said can be heard, and when it no longer can. */
  listening(on: boolean): void;
}

const pause = 1_000;
/** A connection that is silent for so long is taken for dead. */
const patience = 2_000;

export async function openListener(config: pg.ClientConfig, { channel, heard, listening }: Ears): Promise<Listener> {
  let closing = false;
  let current: pg.Client | null = null;

  const open = async (): Promise<void> => {
    const client = new pg.Client({
      ...config,
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
      query_timeout: patience,
    });
    client.on('error', () => {});
    client.on('notification', (message) => heard(message.payload ?? ''));
    client.on('end', () => {
      if (current === client) {
        current = null;
        listening(false);
      }
      if (!closing) void reopen();
    });
    await client.connect();
    await client.query(`listen ${client.escapeIdentifier(channel)}`);
    current = client;
    listening(true);
  };
  // A failed opening ends its client, and so comes back here.
  const reopen = async (): Promise<void> => {
    await wait(pause, undefined, { ref: false });
    if (!closing) await open().catch(() => {});
  };

  // The server sends what it has to tell before it answers the empty statement.
  const ask = async (): Promise<void> => {
    const client = current;
    if (!client) throw new Error('not listening');
    try {
      await client.query('');
    } catch (error) {
      cut(client);
      throw error;
    }
  };

  try {
    await open();
  } catch (error) {
    closing = true;
    throw error;
  }
  return {
    settled: shared(ask),
    close: async () => {
      closing = true;
      await current?.end();
    },
  };
}

/** One in flight and one behind it, which whoever comes meanwhile waits for: it begins after they came. */
function shared(ask: () => Promise<void>): () => Promise<void> {
  let inFlight: Promise<void> | null = null;
  let behind: Promise<void> | null = null;
  const begin = (): Promise<void> => {
    inFlight = ask().finally(() => {
      inFlight = null;
    });
    return inFlight;
  };
  return () => {
    if (!inFlight) return begin();
    behind ??= inFlight
      .catch(() => {})
      .then(() => {
        behind = null;
        return begin();
      });
    return behind;
  };
}

/** end() would wait for a peer that no longer answers; the typings do not know the socket. */
function cut(client: pg.Client): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}
