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
    document.addEventListener('visibilitychange', this.#take);
    void this.#take();
  }

  stop(): void {
    this.#wanted = false;
    document.removeEventListener('visibilitychange', this.#take);
    void this.#held?.release().catch(() => undefined);
    this.#held = null;
  }

  /** The browser takes it back with the page, and it cannot be used again. */
  #take = async (): Promise<void> => {
    if (!navigator.wakeLock) return this.permission.set('absent');
    if (document.visibilityState === 'hidden' || (this.#held && !this.#held.released)) return;
    try {
      const held = await navigator.wakeLock.request('screen');
      if (!this.#wanted) return void held.release().catch(() => undefined);
      this.#held = held;
      this.permission.set('granted');
    } catch {
      this.permission.set('refused');
    }
  };
}
