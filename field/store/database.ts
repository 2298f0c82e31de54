// The database of the device. What people wrote is encrypted; ranks, flags and ids are not, so that they can be indexed.
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Offset } from '#core/field/clock.ts';
import type { Tries } from '#core/field/device-code.ts';
import type { Box, Vault } from './vault.ts';

/** An event of the log; its rank is the key, which the database counts up and never uses again. */
export interface LogRow {
  rank?: number;
  uuid: string;
  /** 1: not sent yet. Only such rows are in the index. */
  waiting?: 1;
  consumed: boolean;
  skipped: boolean;
  /** A real alarm of its person: the screen of the code says that it has not left. */
  alarm?: true;
  event: Box;
}

/** A photo until the server has it. */
export interface PhotoRow {
  id: string;
  sha256: string;
  size: number;
  /** The clock of the device. */
  takenAt: number;
  /** The rank of the event it belongs to, once that is recorded. */
  rank?: number;
  /** The server refused its content: it stays here. */
  refused?: string;
  content: Box;
}

export interface FieldSchema extends DBSchema {
  photos: { key: string; value: PhotoRow; indexes: { rank: number } };
  log: { key: number; value: LogRow; indexes: { uuid: string; waiting: number } };
  /** What the device needs without a network, by section and id. */
  pack: { key: [section: string, id: string]; value: { section: string; id: string; digest: string; row: Box } };
  /** Of texts of the pack, and opened documents. */
  images: { key: string; value: { id: string; size: number; type: string; content: Box } };
  /** One record each: the device, its vault, wrong codes, the clock. */
  facts: { key: string; value: unknown };
}

/** Who uses it; the ids of the paths of its calls. */
export interface Device {
  id: string;
  name: string;
  /** Whose it is, for the screen of the code. */
  person: string;
  user: string;
  agency: string;
  agent: string;
  /** Asks whether it is revoked, and nothing else; in clear, for a locked device. Absent: enrolled by an older version. */
  standing?: string;
}

/** The facts, by key. */
export interface Facts {
  device: Device;
  vault: Vault;
  tries: Tries;
  clock: Offset;
  /** A `Frame`, encrypted. */
  frame: Box;
  /** What is typed and not recorded yet (`Drafts`), encrypted, and when, by the clock of the device. */
  [draft: `draft ${string}`]: Box & { at: number };
  /** The key of `HandingOver`, encrypted. */
  handOver: Box;
  /** A `Shelf` (field/papers/kept.ts), encrypted. */
  papers: Box;
  /** A list of `KeptNote`, encrypted. */
  kept: Box;
  /** Whom to call, in clear: nobody has to know the code in danger. */
  help: { phone: string | null };
}

export type FieldDatabase = IDBPDatabase<FieldSchema>;

const version = 3;

async function open(name: string): Promise<FieldDatabase> {
  return openDB<FieldSchema>(name, version, {
    upgrade(database, from) {
      database.createObjectStore('images', { keyPath: 'id' });
      if (from > 1) return;
      // In the order of their events; those of no event yet are not in the index.
      database.createObjectStore('photos', { keyPath: 'id' }).createIndex('rank', 'rank');
      if (from > 0) return;
      const log = database.createObjectStore('log', { keyPath: 'rank', autoIncrement: true });
      log.createIndex('uuid', 'uuid', { unique: true });
      log.createIndex('waiting', 'waiting');
      database.createObjectStore('pack', { keyPath: ['section', 'id'] });
      database.createObjectStore('facts');
    },
  });
}

/** Safari cuts the connection of a page in the background: the handle is thrown away and opened again. */
export class Connection {
  readonly #name: string;
  #opened: Promise<FieldDatabase> | null = null;

  constructor(name: string) {
    this.#name = name;
  }

  /** Repeats the work once with a new connection. Each call is one transaction, so nothing is written twice. */
  async use<T>(work: (database: FieldDatabase) => Promise<T>): Promise<T> {
    try {
      return await work(await this.#open());
    } catch (error) {
      if (!isLost(error)) throw error;
      this.#opened = null;
      return work(await this.#open());
    }
  }

  async close(): Promise<void> {
    (await this.#opened)?.close();
    this.#opened = null;
  }

  #open(): Promise<FieldDatabase> {
    this.#opened ??= open(this.#name)
      .catch((error: unknown) => {
        // The next call tries again.
        this.#opened = null;
        throw error;
      })
      .then((database) => {
        database.onclose = () => {
          this.#opened = null;
        };
        // Another tab wants to erase or upgrade it.
        database.onversionchange = () => void this.close();
        return database;
      });
    return this.#opened;
  }
}

/** The connection is closed; the transaction did not start. */
const isLost = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'InvalidStateError' || error.name === 'UnknownError');

export const readFact = <K extends keyof Facts>(connection: Connection, key: K): Promise<Facts[K] | null> =>
  connection.use(async (database) => ((await database.get('facts', key)) as Facts[K] | undefined) ?? null);

/** On disk when it resolves: browsers otherwise report a write that is only in memory. */
export const writeFact = <K extends keyof Facts>(connection: Connection, key: K, value: Facts[K]): Promise<void> =>
  connection.use(async (database) => {
    const write = database.transaction('facts', 'readwrite', { durability: 'strict' });
    await Promise.all([write.store.put(value, key), write.done]);
  });
