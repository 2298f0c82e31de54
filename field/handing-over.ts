// A revoked device hands over what it holds by its own key, without a session, before it empties itself (decision 93).
import { handOver, handOverPiece } from '#core/field/calls.ts';
import { type Said, sayOpenly } from './calls.ts';
import type { Device } from './store/database.ts';

/** Milliseconds between two questions whether the device is revoked. */
const askEvery = 30_000;

export class HandingOver {
  readonly #holder: { agency: string; device: string; key: string } | null;
  #isOn = false;
  #askedAt: number | null = null;

  constructor({ agency, id }: Device, key: string | null) {
    this.#holder = key === null ? null : { agency, device: id, key };
  }

  /** The server said that the device is revoked. */
  get isOn(): boolean {
    return this.#isOn;
  }

  /** After a refusal of the session, which may only have expired. */
  async begin(now: number): Promise<boolean> {
    if (this.#isOn) return true;
    if (this.#holder === null || (this.#askedAt !== null && now - this.#askedAt < askEvery)) return false;
    this.#askedAt = now;
    this.#isOn = (await this.events([], 0)).status === 200;
    return this.#isOn;
  }

  events(events: readonly object[], waiting: number): Promise<Said> {
    return sayOpenly(handOver, { ...this.#holder, events, waiting });
  }

  piece(id: string, piece: { from: number; bytes: string }): Promise<Said> {
    return sayOpenly(handOverPiece, { ...this.#holder, ...piece }, { id });
  }
}
