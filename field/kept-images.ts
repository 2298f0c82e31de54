// The images and files of the texts of the pack: taken along after its rows, which are of use without them.
import type { PictureSize } from '#core/files/files.ts';
import type { Papers } from './papers/kept.ts';
import type { Connection, Device } from './store/database.ts';
import { readImage } from './store/images.ts';
import type { Held } from './store/pack.ts';

interface Keeping {
  connection: Connection;
  key: CryptoKey;
  device: Device;
  isClosed(): boolean;
}

export class KeptImages {
  readonly #of: Keeping;
  #last: Promise<void> = Promise.resolve();

  constructor(of: Keeping) {
    this.#of = of;
  }

  /** `held` and `now`: asked when it is its turn. */
  keep(held: () => Held, now: () => number): void {
    this.#last = this.#last
      .then(async () => {
        const { keepImages } = await import('./images.ts');
        if (!this.#of.isClosed()) await keepImages(held(), now(), this.#of);
      })
      // The next pack tries again.
      .catch(() => undefined);
  }

  /** Resolves when it writes nothing more. */
  settled(): Promise<void> {
    return this.#last;
  }

  /** The documents of its person; their code comes with their screen. */
  async papers(): Promise<Papers> {
    const { Papers: Made } = await import('./papers/kept.ts');
    return new Made(this.#of);
  }

  /** `whole`: of any file. Null: neither here nor by the network. */
  async read(id: string, size?: PictureSize | 'whole'): Promise<Blob | null> {
    const { connection, key, device } = this.#of;
    const kept = await readImage(connection, key, id);
    if (kept) return kept;
    try {
      const { fetchFile, fetchImage } = await import('./images.ts');
      return await (size === 'whole' ? fetchFile(device, id) : fetchImage(device, id, size));
    } catch {
      return null;
    }
  }
}
