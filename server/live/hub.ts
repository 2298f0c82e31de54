// Live streams of this process and the events they receive. Changes of other processes come as database notifications.
import { PassThrough, type Readable } from 'node:stream';
import type { Other } from '#core/kernel/endpoint.ts';
import { Problem } from '#core/kernel/problem.ts';
import { heartbeat, type LiveEvent, presenceLasts } from '#core/live/live.ts';
import type { Database } from '#server/db/database.ts';
import { Memory } from './memory.ts';

export interface Watcher {
  agency: string;
  sessionId: string;
  userId: string;
  /** The profile on whose behalf platform staff act. */
  actingFor: string | null;
  /** Names of the entities that the session may list or read on its path. */
  sees: ReadonlySet<string>;
  /** False on the paths of agents and customers: ids are not sent there, because the session may not see their rows. */
  whole: boolean;
  /** Of some entities: whether the session sees one of these rows (null: any row). Undefined: they need no question. */
  seesRows?(entity: string, ids: readonly string[] | null): Promise<boolean> | undefined;
}

/** Payload of the channel `presence`. */
export interface Presence {
  agency: string;
  entity: string;
  id: string;
  session: string;
  user: string;
  name: string;
  state: 'here' | 'editing' | 'gone';
}

export interface Hub {
  /** `age`: milliseconds since the client was last up to date. */
  open(watcher: Watcher, seconds: number, age: number): Readable;
  others(record: Pick<Presence, 'agency' | 'entity' | 'id'>, userId: string): Other[];
  announce(presence: Presence): Promise<void>;
  /** Rights or session changed: closes the streams concerned; the client reconnects and is authenticated again. */
  forget(who: string): void;
  /** Every open page asks for the version again. */
  askVersion(): void;
  /** Number of open streams. */
  size(): number;
  close(): Promise<void>;
}

/** The first change is sent at once, those of the next milliseconds together. */
const pause = 100;
/** A client with this many unread bytes is disconnected; it reconnects and reads everything again. */
const mostUnread = 256 * 1024;
/** Streams of one session. Tabs share one; without locks in the browser each has its own. */
export const mostStreams = 50;
/** Longest time between a commit and its notification. */
const delay = 2_000;

/** Adds changed rows of an entity; null: any row. */
function join(entities: Map<string, Set<string> | null>, entity: string, ids: readonly string[] | null): void {
  const known = entities.get(entity);
  entities.set(entity, ids === null || known === null ? null : new Set([...(known ?? []), ...ids]));
}

interface Present {
  user: string;
  name: string;
  editing: boolean;
  until: number;
}

interface Stream {
  watcher: Watcher;
  pipe: PassThrough;
}

export async function openHub(database: Pick<Database, 'listen' | 'platform'>): Promise<Hub> {
  const streams = new Set<Stream>();
  /** How many each session has open. */
  const streamsOf = new Map<string, number>();
  const records = new Map<string, Map<string, Present>>();
  const unsent = new Map<string, Map<string, Set<string> | null>>();
  const memories = new Map<string, Memory>();
  let connectedSince = Date.now();
  let flushing: NodeJS.Timeout | null = null;
  let flushedAt = 0;

  const send = ({ pipe }: Stream, event: LiveEvent): void => {
    if (pipe.writableLength > mostUnread) pipe.destroy();
    else pipe.write(`data: ${JSON.stringify(event)}\n\n`);
  };

  const flush = (): void => {
    flushing = null;
    flushedAt = Date.now();
    for (const stream of streams) announceAll(stream, unsent.get(stream.watcher.agency));
    unsent.clear();
  };

  const announceAll = (stream: Stream, changes: Iterable<[string, Set<string> | null]> = []): void => {
    for (const [entity, ids] of changes) if (stream.watcher.sees.has(entity)) announce(stream, entity, ids && [...ids]);
  };

  const announce = (stream: Stream, entity: string, ids: readonly string[] | null): void => {
    const { whole, seesRows } = stream.watcher;
    const event: LiveEvent = { type: 'changed', entity, ids: whole ? ids : null };
    const asked = seesRows?.(entity, ids);
    if (asked === undefined) send(stream, event);
    else
      asked.then(
        (isSeen) => isSeen && stream.pipe.writable && send(stream, event),
        () => undefined,
      );
  };

  /** What the page missed between its first call and its stream; unknown: everything may have changed. */
  const greet = (stream: Stream, since: number): void => {
    const { agency, userId } = stream.watcher;
    const memory = memories.get(agency);
    const missed = since <= connectedSince ? null : memory ? memory.since(since) : [];
    send(stream, { type: 'hello', quiet: missed !== null });
    const own = new Set<string>();
    const entities = new Map<string, Set<string> | null>();
    for (const { entity, ids, users } of missed ?? [])
      if (!users) join(entities, entity, ids);
      else if (users.has(userId)) own.add(entity);
    for (const entity of own) send(stream, { type: 'changed', entity, ids: null });
    announceAll(stream, entities);
  };

  /** Rows that belong to single users, whatever else their sessions may see. */
  const changedFor = (users: ReadonlySet<string>, agency: string, entity: string): void => {
    for (const stream of streams)
      if (stream.watcher.agency === agency && users.has(stream.watcher.userId))
        send(stream, { type: 'changed', entity, ids: null });
  };

  const changed = (payload: string): void => {
    const [agency = '', entity = '', rows = '*', named] = payload.split(' ');
    const ids = rows === '*' ? null : rows.split(',');
    const users = named === undefined ? null : new Set(named.split(','));
    const memory = memories.get(agency) ?? new Memory();
    memories.set(agency, memory);
    memory.add({ at: Date.now(), entity, ids, users });
    if (users) {
      changedFor(users, agency, entity);
      return;
    }
    const entities = unsent.get(agency) ?? new Map<string, Set<string> | null>();
    join(entities, entity, ids);
    unsent.set(agency, entities);
    flushing ??= setTimeout(flush, Math.max(0, flushedAt + pause - Date.now())).unref();
  };

  const keyOf = ({ agency, entity, id }: Pick<Presence, 'agency' | 'entity' | 'id'>): string =>
    `${agency} ${entity} ${id}`;

  const othersOf = (key: string, userId: string): Other[] => {
    const found = new Map<string, Other>();
    for (const { user, name, editing, until } of records.get(key)?.values() ?? [])
      if (user !== userId && until > Date.now())
        found.set(user, { id: user, name, editing: editing || (found.get(user)?.editing ?? false) });
    return [...found.values()];
  };

  /** Sends only to sessions that have the record open, and so may read it. */
  const sendPresence = (key: string): void => {
    const [agency, entity = '', id = ''] = key.split(' ');
    const present = records.get(key);
    for (const stream of streams)
      if (stream.watcher.whole && stream.watcher.agency === agency && present?.has(stream.watcher.sessionId))
        send(stream, { type: 'presence', entity, id, others: othersOf(key, stream.watcher.userId) });
    if (present?.size === 0) records.delete(key);
  };

  const presenceChanged = (payload: string): void => {
    const received = JSON.parse(payload) as Presence;
    const key = keyOf(received);
    const present = records.get(key) ?? new Map<string, Present>();
    records.set(key, present);
    const before = present.get(received.session);
    const editing = received.state === 'editing';
    if (received.state === 'gone') present.delete(received.session);
    else
      present.set(received.session, {
        user: received.user,
        name: received.name,
        editing,
        until: Date.now() + presenceLasts,
      });
    // A heartbeat without news is not sent on.
    if (received.state === 'gone' || before?.editing !== editing) sendPresence(key);
  };

  const subscribe = (channel: string, onNotification: (payload: string) => void) => {
    let lost = false;
    return database.listen({
      channel,
      onNotification,
      listening: (on) => {
        // Notifications were lost in between: everything may have changed.
        if (on && lost) {
          connectedSince = Date.now();
          for (const stream of streams) send(stream, { type: 'hello', quiet: false });
        }
        lost = !on;
      },
    });
  };
  await Promise.all([subscribe('live', changed), subscribe('presence', presenceChanged)]);

  const beat = setInterval(() => {
    for (const { pipe } of streams) pipe.write(':\n\n');
    for (const memory of memories.values()) memory.forget(Date.now());
    for (const [key, present] of records) {
      const gone = [...present].filter(([, { until }]) => until <= Date.now());
      for (const [session] of gone) present.delete(session);
      if (gone.length > 0) sendPresence(key);
    }
  }, heartbeat).unref();

  return {
    open: (watcher, seconds, age) => {
      const { sessionId } = watcher;
      const held = streamsOf.get(sessionId) ?? 0;
      if (held >= mostStreams) throw new Problem('tooMany', 'Trop de pages sont ouvertes avec cette session.');
      streamsOf.set(sessionId, held + 1);
      const stream: Stream = { watcher, pipe: new PassThrough() };
      streams.add(stream);
      const ending = setTimeout(() => stream.pipe.end(), seconds * 1_000).unref();
      stream.pipe.once('close', () => {
        clearTimeout(ending);
        streams.delete(stream);
        const left = (streamsOf.get(sessionId) ?? 1) - 1;
        if (left > 0) streamsOf.set(sessionId, left);
        else streamsOf.delete(sessionId);
      });
      greet(stream, Date.now() - age - delay);
      return stream.pipe;
    },
    others: (record, userId) => othersOf(keyOf(record), userId),
    announce: async (presence) => {
      await database.platform.query({
        name: 'presence',
        text: `select pg_notify('presence', $1)`,
        values: [JSON.stringify(presence)],
      });
    },
    forget: (who) => {
      for (const { watcher, pipe } of streams)
        if (who === 'all' || [watcher.userId, watcher.sessionId, watcher.actingFor].includes(who)) pipe.end();
    },
    askVersion: () => {
      for (const stream of streams) send(stream, { type: 'version' });
    },
    size: () => streams.size,
    close: async () => {
      clearInterval(beat);
      if (flushing) clearTimeout(flushing);
      for (const { pipe } of streams) pipe.end();
    },
  };
}
