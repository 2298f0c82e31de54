// One drawing thread and its queue. Agencies take turns, and in an agency its people: nobody waits for all that another asked.
import type { Worker } from 'node:worker_threads';
import { Problem } from '#core/kernel/problem.ts';
import type { Order, Outcome } from './worker.ts';

/** Who asked; null: the application itself. */
export interface Orderer {
  agency: string | null;
  user: string | null;
}

export interface LaneLimits {
  /** Orders under way or waiting. */
  perUser: number;
  perAgency: number;
  /** Milliseconds of one drawing. */
  time: number;
}

export const drawingMessages = {
  busy: 'Trop de documents sont déjà en préparation. Réessayez dans un instant.',
  slow: 'Ce document est trop long à préparer. Réduisez la période ou le nombre de lignes.',
} as const;

/** Of a thread, what a lane needs. */
export type DrawingThread = Pick<Worker, 'postMessage' | 'terminate' | 'on' | 'ref' | 'unref'>;

interface Asked {
  work: Pick<Order, 'task' | 'args'>;
  by: Orderer;
  done(made: Uint8Array | null): void;
  fail(error: Error): void;
}

const agencyKey = ({ agency }: Orderer): string => agency ?? '';
const personKey = ({ agency, user }: Orderer): string => `${agency ?? ''} ${user ?? ''}`;

export class Lane {
  readonly #start: () => DrawingThread;
  readonly #limits: LaneLimits;
  #thread: DrawingThread | null = null;
  #last = 0;
  #running: { id: number; asked: Asked; timer: NodeJS.Timeout } | null = null;
  readonly #waiting: Asked[] = [];
  /** The last turn of each agency and person. */
  readonly #turns = new Map<string, number>();

  constructor(start: () => DrawingThread, limits: LaneLimits) {
    this.#start = start;
    this.#limits = limits;
  }

  draw(work: Asked['work'], by: Orderer): Promise<Uint8Array | null> {
    return new Promise((done, fail) => {
      this.#refuseTooMany(by);
      this.#waiting.push({ work, by, done, fail });
      this.#next();
    });
  }

  #refuseTooMany(by: Orderer): void {
    const all = [...(this.#running ? [this.#running.asked] : []), ...this.#waiting];
    const count = (key: (one: Orderer) => string): number => all.filter((one) => key(one.by) === key(by)).length;
    const isOver =
      (by.agency !== null && count(agencyKey) >= this.#limits.perAgency) ||
      (by.user !== null && count(personKey) >= this.#limits.perUser);
    if (isOver) throw new Problem('tooMany', drawingMessages.busy, { retryAfter: 10 });
  }

  /** The agency, then the person, whose last turn is the longest ago; of equals, who came first. */
  #take(): Asked | null {
    const turn = (key: string): number => this.#turns.get(key) ?? 0;
    const [first] = this.#waiting.toSorted(
      (one, other) =>
        turn(agencyKey(one.by)) - turn(agencyKey(other.by)) || turn(personKey(one.by)) - turn(personKey(other.by)),
    );
    if (!first) return null;
    this.#waiting.splice(this.#waiting.indexOf(first), 1);
    return first;
  }

  #next(): void {
    if (this.#running) return;
    const asked = this.#take();
    if (!asked) {
      this.#turns.clear();
      // The idle thread must not keep the process alive, as listening to it does.
      this.#thread?.unref();
      return;
    }
    this.#last += 1;
    const id = this.#last;
    for (const key of [agencyKey(asked.by), personKey(asked.by)]) this.#turns.set(key, id);
    const timer = setTimeout(() => this.#stop(new Problem('conflict', drawingMessages.slow)), this.#limits.time);
    timer.unref();
    this.#running = { id, asked, timer };
    this.#thread ??= this.#started();
    this.#thread.ref();
    this.#thread.postMessage({ id, ...asked.work } satisfies Order);
  }

  #started(): DrawingThread {
    const thread = this.#start();
    thread.on('message', ({ id, made, failed }: Outcome) => {
      if (this.#running?.id === id)
        this.#settle((asked) => (failed === null ? asked.done(made) : asked.fail(new Error(failed))));
    });
    // The thread died: its order fails, the next one starts another.
    const gone = (error: Error): void => {
      if (this.#thread === thread) this.#stop(error);
    };
    thread.on('error', gone);
    thread.on('exit', () => gone(new Error('the drawing thread has ended')));
    return thread;
  }

  #stop(error: Error): void {
    const thread = this.#thread;
    this.#thread = null;
    thread?.terminate().catch(() => undefined);
    this.#settle((asked) => asked.fail(error));
  }

  #settle(how: (asked: Asked) => void): void {
    const running = this.#running;
    this.#running = null;
    if (running) {
      clearTimeout(running.timer);
      how(running.asked);
    }
    this.#next();
  }
}
