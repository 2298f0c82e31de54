// Keeps the screen on: a page whose screen is off hears nothing.
import { type Store, store } from '#ui/client/store.ts';
import type { Permission } from './position.ts';

export class WakeLock {
  readonly permission: Store<Permission> = store<Permission>('unknown');
  #wanted = false;
  #held: WakeLockSentinel | null = null;

  start(): void {
    if (this.#wanted) return;
    this.#wanted = true;
    document.addEventListener('visibilitychange', this.#shown);
    this.#shown();
  }

  stop(): void {
    this.#wanted = false;
    document.removeEventListener('visibilitychange', this.#shown);
    void this.#held?.release().catch(() => undefined);
    this.#held = null;
  }

  /** The browser takes it back with the page, and it cannot be used again. */
  async #take(): Promise<void> {
    if (!navigator.wakeLock) {
      this.permission.set('absent');
      return;
    }
    if (document.visibilityState === 'hidden' || (this.#held && !this.#held.released)) return;
    try {
      const held = await navigator.wakeLock.request('screen');
      if (!this.#wanted) {
        await held.release();
        return;
      }
      this.#held = held;
      this.permission.set('granted');
    } catch {
      this.permission.set('refused');
    }
  }

  #shown = (): void => void this.#take();
}
