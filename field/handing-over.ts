// A revoked device hands over what it holds by its own key, without a session, before it empties itself (decision 93).
import { handOver, handOverPiece } from '#core/field/hand-over-calls.ts';
import { type Said, sayOpenly } from './calls.ts';
import { askStanding } from './standing.ts';
import type { Device } from './store/database.ts';

/** Milliseconds between two questions whether the device is revoked. */
const askEvery = 30_000;

export class HandingOver {
  readonly #device: Device;
  readonly #holder: { agency: string; device: string; key: string } | null;
  #isOn = false;
  #askedAt: number | null = null;

  constructor(device: Device, key: string | null) {
    this.#device = device;
    this.#holder = key === null ? null : { agency: device.agency, device: device.id, key };
  }

  /** The server said that the device is revoked. */
  get isOn(): boolean {
    return this.#isOn;
  }

  /** After a refusal of the session, which may only have expired. `over`: nothing is taken of it any more. */
  async begin(now: number): Promise<'on' | 'off' | 'over'> {
    if (this.#isOn) return 'on';
    if (this.#holder === null || (this.#askedAt !== null && now - this.#askedAt < askEvery)) return 'off';
    this.#askedAt = now;
    const stands = await askStanding(this.#device);
    if (stands?.state === 'over') return 'over';
    const isOld = this.#device.standing === undefined;
    this.#isOn = isOld ? (await this.events([], 0)).status === 200 : stands?.state === 'revoked';
    return this.#isOn ? 'on' : 'off';
  }

  events(events: readonly object[], waiting: number): Promise<Said> {
    return sayOpenly(handOver, { ...this.#holder, events, waiting });
  }

  piece(id: string, piece: { from: number; bytes: string }): Promise<Said> {
    return sayOpenly(handOverPiece, { ...this.#holder, ...piece }, { id });
  }
}
