// The alarm sound. Browsers play it only after a touch of the person; each touch is a chance.
import { soundProblems } from '#core/safety/told.ts';
import { type Store, store } from '#ui/client/store.ts';
import type { Permission } from './position.ts';

const beep = { every: 600, frequencies: [880, 660] } as const;

export class AlarmSound {
  readonly permission: Store<Permission> = store<Permission>('unknown');
  /** E-056 */
  readonly problem: Store<string | null> = store<string | null>(null);
  #audio: AudioContext | null = null;
  #timer: ReturnType<typeof setInterval> | null = null;

  /** In a tap. */
  async unlock(): Promise<void> {
    if (typeof AudioContext === 'undefined') {
      this.permission.set('absent');
      this.problem.set(soundProblems.load);
      return;
    }
    try {
      this.#audio ??= new AudioContext();
      await this.#audio.resume();
      const runs = this.#audio.state === 'running';
      this.permission.set(runs ? 'granted' : 'refused');
      this.problem.set(runs ? null : soundProblems.play);
    } catch {
      this.permission.set('refused');
      this.problem.set(soundProblems.play);
    }
  }

  ring(on: boolean): void {
    if (!on) {
      if (this.#timer) clearInterval(this.#timer);
      this.#timer = null;
      return;
    }
    if (this.#timer) return;
    void this.unlock();
    this.once();
    this.#timer = setInterval(() => this.once(), beep.every);
  }

  once(): void {
    const audio = this.#audio;
    if (audio?.state !== 'running') return;
    for (const [index, frequency] of beep.frequencies.entries()) {
      const [tone, volume] = [audio.createOscillator(), audio.createGain()];
      const start = audio.currentTime + index * 0.25;
      tone.frequency.value = frequency;
      volume.gain.setValueAtTime(0.4, start);
      volume.gain.exponentialRampToValueAtTime(0.001, start + 0.22);
      tone.connect(volume).connect(audio.destination);
      tone.start(start);
      tone.stop(start + 0.25);
    }
  }
}
