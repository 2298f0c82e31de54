// Accelerometer and gyroscope. A page learns only by waiting whether their events come (S-007, S-010).
import { motionProbe } from '#core/safety/fall.ts';
import type { MotionSample } from '#core/safety/motion.ts';
import { type Store, store } from '#ui/client/store.ts';
import { steadyNow } from '../steady.ts';
import type { Permission } from './position.ts';

type Asks = { requestPermission?(): Promise<'granted' | 'denied'> };

/** Milliseconds without an event: the sensors are cut, as behind a locked screen. */
const silentAfter = 3_000;

export class MotionSensor {
  readonly permission: Store<Permission> = store<Permission>('unknown');
  #heardAt: number | null = null;
  #onSample: ((sample: MotionSample) => void) | null = null;
  #tries: ReturnType<typeof setInterval> | null = null;

  /** In the tap of a person, where the browser asks for one. */
  async ask(): Promise<void> {
    const { requestPermission } = (globalThis.DeviceMotionEvent ?? {}) as Asks;
    if (!requestPermission) return;
    const answer = await requestPermission.call(globalThis.DeviceMotionEvent).catch(() => 'denied');
    if (answer === 'denied') this.permission.set('refused');
    // Checked again after asking.
    else if (this.#onSample) this.#probe();
  }

  start(onSample: (sample: MotionSample) => void): void {
    if (this.#onSample) return;
    this.#onSample = onSample;
    if (typeof DeviceMotionEvent === 'undefined') {
      this.permission.set('absent');
      return;
    }
    window.addEventListener('devicemotion', this.#heard);
    this.#probe();
  }

  stop(): void {
    window.removeEventListener('devicemotion', this.#heard);
    if (this.#tries) clearInterval(this.#tries);
    this.#tries = null;
    this.#onSample = null;
    this.#heardAt = null;
  }

  /** Events come. */
  works(now: number): boolean {
    return this.#heardAt !== null && now - this.#heardAt < silentAfter;
  }

  #probe(): void {
    if (this.#tries) clearInterval(this.#tries);
    let left: number = motionProbe.tries;
    this.#tries = setInterval(() => {
      left -= 1;
      if (this.#heardAt === null && left > 0) return;
      if (this.#tries) clearInterval(this.#tries);
      this.#tries = null;
      if (this.#heardAt === null) {
        const { requestPermission } = (globalThis.DeviceMotionEvent ?? {}) as Asks;
        this.permission.set(requestPermission ? 'refused' : 'absent');
      }
    }, motionProbe.every);
  }

  #heard = ({ accelerationIncludingGravity: felt, rotationRate }: DeviceMotionEvent): void => {
    const { x = null, y = null, z = null } = felt ?? {};
    // A computer sends empty events.
    if (x === null || y === null || z === null || rotationRate?.alpha == null) return;
    this.#heardAt = steadyNow();
    this.permission.set('granted');
    this.#onSample?.({ t: this.#heardAt, x, y, z });
  };
}
