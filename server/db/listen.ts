// Notifications of other processes (LISTEN, NOTIFY), on a dedicated connection that is reopened when lost.
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

export interface Listener {
  /** Resolves once every notification sent before this call is received; rejects if that cannot be known. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export interface Subscription {
  channel: string;
  onNotification(payload: string): void;
  /** Called when the connection is up, and when it is lost. */
  listening(on: boolean): void;
}

const pause = 1_000;
/** A connection that is silent for this long counts as dead. */
const patience = 2_000;

export async function openListener(
  config: pg.ClientConfig,
  { channel, onNotification, listening }: Subscription,
): Promise<Listener> {
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
    client.on('notification', (message) => onNotification(message.payload ?? ''));
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
  // A failed opening ends its client, which calls this again.
  const reopen = async (): Promise<void> => {
    await wait(pause, undefined, { ref: false });
    if (!closing) await open().catch(() => {});
  };

  // The server sends pending notifications before it answers the empty statement.
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

/** One query in flight and one queued. Later callers share the queued one, which starts after they called. */
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

/** end() would wait for a peer that no longer answers; the typings lack the socket. */
function cut(client: pg.Client): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}
