// What is typed and not recorded yet: encrypted, on disk, by the screen where it was typed.
import { type Connection, type Facts, readFact, writeFact } from './database.ts';
import { unusedFor } from './photos.ts';
import { sealJson, unsealJson } from './vault.ts';

/**
 * The service first: what is typed of it leaves the device with it (N-055). `of`: the screen and its record, so that no
 * text takes the place of another.
 */
export const draftPlace = (service: string, of: string): string => `${service} ${of}`;

const prefix = 'draft ';

export class Drafts {
  readonly #connection: Connection;
  readonly #key: CryptoKey;
  #last: Promise<void> = Promise.resolve();

  constructor(connection: Connection, key: CryptoKey) {
    this.#connection = connection;
    this.#key = key;
  }

  /** Outlives a dead battery; null: recorded or given up. One after the other: the last one stays. */
  keep(place: string, draft: unknown): Promise<void> {
    const kept = this.#last.then(async () => {
      const key = `${prefix}${place}` as const;
      if (draft === null) await this.#connection.use((database) => database.delete('facts', key));
      else await writeFact(this.#connection, key, { ...(await sealJson(this.#key, draft)), at: Date.now() });
    });
    this.#last = kept.catch(() => undefined);
    return kept;
  }

  async read<T>(place: string): Promise<T | null> {
    const box = await readFact(this.#connection, `${prefix}${place}`);
    return box ? unsealJson<T>(this.#key, box) : null;
  }

  /** Of services that are no longer on this device; a while later, as a service may come back. */
  async forgetGone(services: ReadonlySet<string>, now: number): Promise<void> {
    await this.#connection.use(async (database) => {
      const write = database.transaction('facts', 'readwrite');
      const drafts = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
      for (let row = await write.store.openCursor(drafts); row; row = await row.continue()) {
        const [service = '', ...of] = row.key.slice(prefix.length).split(' ');
        const { at } = row.value as Facts[`draft ${string}`];
        if (of.length > 0 && !services.has(service) && at < now - unusedFor) await row.delete();
      }
      await write.done;
    });
  }
}
