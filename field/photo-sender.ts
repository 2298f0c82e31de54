// Sends the photos of events that the server has, in their order, piece by piece. After a failure it goes on where the server
// says that it stopped.
import { backOff, isMalformed } from '#core/field/queue.ts';
import { pieceSize, type sendFilePiece } from '#core/files/awaited.ts';
import type { Output } from '#core/kernel/endpoint.ts';
import type { Said } from './calls.ts';
import { steadyNow } from './steady.ts';
import type { Connection, PhotoRow } from './store/database.ts';
import { countPhotos, dropPhoto, nextPhoto, readPhoto, refusePhoto } from './store/photos.ts';

interface Ports {
  connection: Connection;
  key: CryptoKey;
  send(id: string, piece: { from: number; bytes: string }): Promise<Said>;
  /** The last rank that the server has, with every one before it. */
  consumedRank(): Promise<number>;
  heard(said: Said): Promise<void>;
  /** Photos of events that the server does not have yet. */
  changed(count: number): void;
}

const base64Of = (bytes: Uint8Array): string => {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
};

export class PhotoSender {
  readonly #ports: Ports;
  #sending = false;
  #stopped = false;
  #failures = 0;
  #nextAt = 0;
  readonly #again = new Set<string>();

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  get isIdle(): boolean {
    return !this.#sending;
  }

  stop(): void {
    this.#stopped = true;
  }

  /** The network is back, or an event was sent. */
  awake(): void {
    this.#nextAt = 0;
    this.tick();
  }

  tick(): void {
    if (this.#sending || this.#stopped || steadyNow() < this.#nextAt) return;
    this.#sending = true;
    void this.#sendAll()
      .catch((error: unknown) => {
        console.error(error);
        this.#wait();
      })
      .finally(() => {
        this.#sending = false;
      });
  }

  async count(): Promise<number> {
    const count = await countPhotos(this.#ports.connection);
    if (!this.#stopped) this.#ports.changed(count);
    return count;
  }

  #wait(): void {
    this.#failures += 1;
    this.#nextAt = steadyNow() + backOff(this.#failures);
  }

  async #sendAll(): Promise<void> {
    const { connection, consumedRank } = this.#ports;
    for (;;) {
      const photo = await nextPhoto(connection, await consumedRank());
      if (!photo) {
        // Looked again with the next event, and once in a while.
        this.#nextAt = steadyNow() + backOff(3);
        return;
      }
      const isDone = await this.#send(photo);
      if (this.#stopped) return;
      await this.count();
      if (!isDone) return this.#wait();
      this.#failures = 0;
    }
  }

  /** False: later. */
  async #send(photo: PhotoRow): Promise<boolean> {
    const { connection, key, send, heard } = this.#ports;
    const content = await readPhoto(connection, key, photo.id);
    if (!content) return true;
    const bytes = new Uint8Array(content);
    let from = 0;
    for (;;) {
      if (this.#stopped) return false;
      const piece = bytes.subarray(from, from + pieceSize);
      const said = await send(photo.id, { from, bytes: base64Of(piece) });
      await heard(said);
      if (isMalformed(said)) {
        await refusePhoto(connection, photo.id, said.message);
        return true;
      }
      if (said.status !== 200) return false;
      const { received, isComplete, refused } = said.body as Output<typeof sendFilePiece>;
      if (refused !== null) {
        // Bytes of an earlier attempt may have been wrong: once more, from the first one.
        if (!this.#again.has(photo.id)) {
          this.#again.add(photo.id);
          return false;
        }
        await refusePhoto(connection, photo.id, refused);
        return true;
      }
      if (isComplete) {
        await dropPhoto(connection, photo.id);
        return true;
      }
      // Not further than before twice: another process has it in hand, or the server lost it.
      if (received === from) return false;
      from = received;
    }
  }
}
