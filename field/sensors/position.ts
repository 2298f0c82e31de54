// The position of the device while a service runs: never in a break, never outside of a service (law.md 5).
import type { Fix } from '#core/field/event.ts';
import { type Store, store } from '#ui/client/store.ts';
import { steadyNow } from '../steady.ts';

export type Permission = 'unknown' | 'absent' | 'refused' | 'granted';

/** P-021 */
const options: PositionOptions = { enableHighAccuracy: true, timeout: 15_000, maximumAge: 30_000 };
/** Milliseconds: an older fix tells nothing of where somebody is. */
const freshFor = 60_000;

export class PositionSensor {
  readonly permission: Store<Permission> = store<Permission>('unknown');
  #watch: number | null = null;
  #last: { fix: Fix; at: number } | null = null;

  /** The browser asks the person the first time. */
  start(): void {
    const { geolocation } = navigator;
    if (!geolocation) this.permission.set('absent');
    if (!geolocation || this.#watch !== null) return;
    this.#watch = geolocation.watchPosition(
      ({ coords: { latitude, longitude, accuracy } }) => {
        this.permission.set('granted');
        this.#last = { fix: { latitude, longitude, accuracy }, at: steadyNow() };
      },
      ({ code, PERMISSION_DENIED }) => {
        if (code !== PERMISSION_DENIED) return;
        this.permission.set('refused');
        this.stop();
      },
      options,
    );
  }

  /** Once, now (P-018). Rejects without a position within 15 s. */
  locate(): Promise<Fix> {
    return new Promise((found, failed) => {
      if (!navigator.geolocation) return failed(new Error('no position'));
      navigator.geolocation.getCurrentPosition(
        ({ coords: { latitude, longitude, accuracy } }) => found({ latitude, longitude, accuracy }),
        ({ message }) => failed(new Error(message)),
        options,
      );
    });
  }

  stop(): void {
    if (this.#watch !== null) navigator.geolocation.clearWatch(this.#watch);
    this.#watch = null;
    this.#last = null;
  }

  /** With its time (`steadyNow`), for whoever counts readings. */
  reading(): { fix: Fix; at: number } | null {
    return this.#last;
  }

  /** For an alarm: the last one of this service, however old; `at`: when it was measured, if that is not now. */
  lastKnown(): { fix: Fix; at: number | null } | null {
    return this.#last && { fix: this.#last.fix, at: this.fix() ? null : Date.now() - this.#age(this.#last) };
  }

  /** Null: none is known, or it is too old. */
  fix(): Fix | null {
    return this.#last && this.#age(this.#last) <= freshFor ? this.#last.fix : null;
  }

  #age({ at }: { at: number }): number {
    return steadyNow() - at;
  }
}
