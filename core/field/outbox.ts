// Joins the log of the device, the queue and the network. It has no clock, no timer and no storage of its own, so that the
// simulator runs the same code as the phone.
import { type FieldEvent, type LogEntry, longestSkipped, skippedType } from './event.ts';
import { type Effect, type Input, type Queue, type Refused, restoreQueue, type Step, stepQueue } from './queue.ts';
import type { SkippedReport } from './skipped.ts';

/** An event before it is in the log: the log gives it its rank. */
export type Draft = Omit<FieldEvent, 'rank'>;

/** Each method is one transaction: after it resolves, a crash loses nothing of it. */
export interface LogStore {
  read(): Promise<LogEntry[]>;
  append(draft: Draft): Promise<FieldEvent>;
  consume(uuids: readonly string[]): Promise<void>;
  /** Marks an event as passed over, and appends its report. */
  skip(uuid: string, report: Draft | null): Promise<FieldEvent | null>;
}

export interface Answer {
  taken: number;
  refused: Refused | null;
}

export interface OutboxPorts {
  store: LogStore;
  /** No network is an answer with the status 0. It rejects if what the answer says cannot be written. */
  send(events: readonly FieldEvent[]): Promise<Answer>;
  now(): number;
  /** The report of a skipped event. */
  draft(type: string, payload: unknown): Draft;
  changed?(queue: Queue): void;
  /** A write that failed after the server answered; the event will be sent again, which changes nothing. */
  failed?(error: unknown): void;
}

export class Outbox {
  readonly #ports: OutboxPorts;
  #queue: Queue;
  /** Writes run one after the other, so that ranks and sends follow the order of the acts. */
  #writes: Promise<unknown> = Promise.resolve();

  private constructor(ports: OutboxPorts, [queue, effects]: Step) {
    this.#ports = ports;
    this.#queue = queue;
    this.#perform(effects);
  }

  static async open(ports: OutboxPorts): Promise<Outbox> {
    return new Outbox(ports, restoreQueue(await ports.store.read(), ports.now()));
  }

  get queue(): Queue {
    return this.#queue;
  }

  /** Resolves once the event is in the log: only then may the screen go on. Rejects if it could not be written. */
  record(draft: Draft): Promise<FieldEvent> {
    const written = this.#writes.then(() => this.#ports.store.append(draft));
    this.#writes = written.then(
      (event) => this.#take({ type: 'appended', event, now: this.#ports.now() }),
      () => undefined,
    );
    return written;
  }

  tick(): void {
    this.#take({ type: 'tick', now: this.#ports.now() });
  }

  awake(): void {
    this.#take({ type: 'awake', now: this.#ports.now() });
  }

  decide(skip: boolean): void {
    this.#take({ type: 'decided', skip, now: this.#ports.now() });
  }

  #take(input: Input): void {
    const [queue, effects] = stepQueue(this.#queue, input);
    const isChanged = queue !== this.#queue;
    this.#queue = queue;
    this.#perform(effects);
    if (isChanged) this.#ports.changed?.(queue);
  }

  #perform(effects: readonly Effect[]): void {
    for (const effect of effects)
      this.#writes = this.#writes.then(() => this.#one(effect)).catch((error) => this.#ports.failed?.(error));
  }

  async #one(effect: Effect): Promise<void> {
    const { store, send, now } = this.#ports;
    switch (effect.type) {
      case 'send':
        // Not awaited: other acts are written while it is under way.
        void send(effect.events)
          .catch((error: unknown) => this.#lost(error))
          .then((answer) => this.#take({ type: 'answered', attempt: effect.attempt, ...answer, now: now() }));
        return;
      case 'consume':
        return store.consume(effect.uuids);
      case 'skip': {
        const event = await store.skip(effect.event.uuid, this.#report(effect));
        if (event) this.#take({ type: 'appended', event, now: now() });
      }
    }
  }

  /** What the answer said could not be kept: the events stay, and it comes again. */
  #lost(error: unknown): Answer {
    this.#ports.failed?.(error);
    return { taken: 0, refused: { status: 0, message: '' } };
  }

  #report({ event, why }: Extract<Effect, { type: 'skip' }>): Draft | null {
    // A refused report is passed over without another.
    if (event.type === skippedType) return null;
    // Half of a character would be refused again.
    const content = JSON.stringify(event.payload ?? null)
      .slice(0, longestSkipped)
      .replace(/[\ud800-\udbff]$/, '');
    const payload: SkippedReport = {
      uuid: event.uuid,
      rank: event.rank,
      type: event.type,
      at: event.at,
      why,
      content,
    };
    return { ...this.#ports.draft(skippedType, payload), service: event.service };
  }
}
