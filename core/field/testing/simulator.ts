// Phones, a network and a server in simulated time, from a seed. The phones run the real outbox; faults come at any moment.
import { type Chance, chanceOf } from '../../kernel/testing/chance.ts';
import type { FieldEvent, LogEntry } from '../event.ts';
import { type Answer, type Draft, type LogStore, Outbox } from '../outbox.ts';

export const faults = ['disconnect', 'stop', 'kill', 'pause', 'partition', 'clock'] as const;
export type Fault = (typeof faults)[number];

export interface Run {
  seed: number;
  clients: number;
  /** All of them trouble each phone. */
  faults: readonly Fault[];
}

export interface Report {
  /** Acts that the screen confirmed. */
  acts: number;
  /** Confirmed acts that the server never received, in themselves or as a skipped event. */
  lost: number;
  /** Acts that the server recorded twice. */
  doubled: number;
  /** Events recorded after a later one of the same device. */
  disordered: number;
  /** Queues that are not empty one back-off after the last fault. */
  stuck: number;
  /** Milliseconds from the last fault to the last empty queue. */
  slowest: number;
}

const second = 1_000;
const minute = 60 * second;
/** Faults happen during this time; then the network stays up. */
const troubled = 60 * minute;
/** The longest back-off, an answer that was lost just before, and the agent who answers a question. */
export const patience = (60 + 30 + 10) * second;
const settled = troubled + 10 * minute;

/** Simulated time. */
class Timeline {
  now = 0;
  #order = 0;
  readonly #due: { at: number; order: number; work: () => void }[] = [];

  after(delay: number, work: () => void): void {
    this.#order += 1;
    const one = { at: this.now + delay, order: this.#order, work };
    let [low, high] = [0, this.#due.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.#due[middle] as typeof one;
      if (other.at < one.at || (other.at === one.at && other.order < one.order)) high = middle;
      else low = middle + 1;
    }
    this.#due.splice(low, 0, one);
  }

  async run(until: number): Promise<void> {
    for (let next = this.#due.at(-1); next && next.at <= until; next = this.#due.at(-1)) {
      this.#due.pop();
      this.now = next.at;
      next.work();
      // Lets every promise that this resolved go on.
      for (let turn = 0; turn < 12; turn += 1) await Promise.resolve();
    }
  }
}

/** Stores events once per uuid, in the order of their arrival, as the real server does in one transaction each. */
class Server {
  readonly recorded: FieldEvent[] = [];
  readonly #known = new Set<string>();

  take(events: readonly FieldEvent[]): Answer {
    for (const [at, event] of events.entries()) {
      if ((event.payload as Act).malformed)
        return { taken: at, refused: { status: 422, message: 'Contenu inattendu' } };
      if (this.#known.has(event.uuid)) continue;
      this.#known.add(event.uuid);
      this.recorded.push(event);
    }
    return { taken: events.length, refused: null };
  }
}

interface Act {
  act?: string;
  malformed?: boolean;
  /** Of a report: the event that was passed over. */
  uuid?: string;
}

/** The disk of a phone: it survives the process. */
interface Disk {
  log: LogEntry[];
  rank: number;
}

interface World {
  time: Timeline;
  server: Server;
  chance: Chance;
}

class Phone {
  readonly #name: string;
  readonly #time: Timeline;
  readonly #server: Server;
  readonly #chance: Chance;
  readonly disk: Disk = { log: [], rank: 0 };
  readonly confirmed: { act: string; uuid: string }[] = [];
  isOnline = true;
  isFrozen = false;
  losesAnswers = false;
  #skew = 0;
  #process = 0;
  #outbox: Outbox | null = null;
  #acts = 0;
  #writing = 0;
  readonly #pending = new Set<() => void>();
  #thawed: (() => void)[] = [];

  constructor(name: string, { time, server, chance }: World) {
    this.#name = name;
    this.#time = time;
    this.#server = server;
    this.#chance = chance;
  }

  get isEmpty(): boolean {
    return this.disk.log.every(({ consumed, skipped }) => consumed || skipped);
  }

  get isWriting(): boolean {
    return this.#writing > 0;
  }

  start(): void {
    this.#process += 1;
    const mine = this.#process;
    void Outbox.open({
      store: this.#store(mine),
      send: (events) => this.#send(events, mine),
      now: () => this.#time.now + this.#skew,
      draft: (type, payload) => this.#draft(type, payload, `${this.#name}-r${this.disk.rank}-${mine}`),
    }).then((outbox) => {
      if (this.#process === mine) this.#outbox = outbox;
    });
    this.#beat(mine);
  }

  /**
   * The process ends at once; a write under way is on the disk or not. The next process reads after it: the database runs
   * transactions over the same store one after the other, also those of a page that is gone.
   */
  kill(): void {
    for (const change of this.#pending) if (this.#chance.percent(50)) change();
    this.#pending.clear();
    this.#process += 1;
    this.#outbox = null;
    this.#writing = 0;
    this.#thawed = [];
    this.isFrozen = false;
  }

  thaw(): void {
    this.isFrozen = false;
    for (const work of this.#thawed.splice(0)) work();
    this.#outbox?.awake();
  }

  setClock(skew: number): void {
    this.#skew = skew;
  }

  /** The system's event « online » does not always come. */
  connect(): void {
    this.isOnline = true;
    if (this.#chance.percent(50)) this.#outbox?.awake();
  }

  act(): void {
    const outbox = this.#outbox;
    if (!outbox || this.isFrozen) return;
    this.#acts += 1;
    const [act, malformed] = [`${this.#name}-${this.#acts}`, this.#chance.percent(2)];
    void outbox
      .record(this.#draft('test', { act, malformed }, `${act}-uuid`))
      .then(({ uuid }) => this.confirmed.push({ act, uuid }));
  }

  /** Once a second: the clock of the queue, and the agent who answers its question. */
  #beat(mine: number): void {
    if (this.#process !== mine) return;
    if (!this.isFrozen) {
      this.#outbox?.tick();
      if (this.#outbox?.queue.question && this.#chance.percent(30))
        this.#outbox.decide(this.#time.now >= troubled || this.#chance.percent(80));
    }
    this.#time.after(second, () => this.#beat(mine));
  }

  #draft(type: string, payload: unknown, uuid: string): Draft {
    const at = this.#time.now + this.#skew;
    return { uuid, device: this.#name, type, at, clockOffset: null, position: null, service: 'post', payload };
  }

  /** One transaction: a kill meanwhile leaves it written or not, but its promise never resolves. */
  #write<T>(mine: number, change: (disk: Disk) => T): Promise<T> {
    return new Promise((resolve) => {
      this.#writing += 1;
      const pending = (): void => void change(this.disk);
      this.#pending.add(pending);
      this.#time.after(this.#chance.below(20) + 1, () => {
        if (this.#process !== mine) return;
        this.#pending.delete(pending);
        this.#writing -= 1;
        resolve(change(this.disk));
      });
    });
  }

  #store(mine: number): LogStore {
    const append = (disk: Disk, draft: Draft): FieldEvent => {
      disk.rank += 1;
      const event = { ...draft, rank: disk.rank };
      disk.log.push({ event, consumed: false, skipped: false });
      return event;
    };
    const mark = (disk: Disk, uuids: readonly string[], as: Partial<LogEntry>): void => {
      for (const entry of disk.log) if (uuids.includes(entry.event.uuid)) Object.assign(entry, as);
    };
    return {
      read: () => this.#write(mine, (disk) => disk.log.map((entry) => ({ ...entry }))),
      append: (draft) => this.#write(mine, (disk) => append(disk, draft)),
      consume: (uuids) => this.#write(mine, (disk) => mark(disk, uuids, { consumed: true })),
      skip: (uuid, report) =>
        this.#write(mine, (disk) => {
          mark(disk, [uuid], { skipped: true });
          return report && append(disk, report);
        }),
    };
  }

  #send(events: readonly FieldEvent[], mine: number): Promise<Answer> {
    const none: Answer = { taken: 0, refused: { status: 0, message: '' } };
    return new Promise((resolve) => {
      const arrive = (answer: Answer, delay: number): void =>
        this.#time.after(delay, () => {
          if (this.#process !== mine) return;
          if (this.isFrozen) this.#thawed.push(() => resolve(answer));
          else resolve(answer);
        });
      // Without a network a request fails at once, or hangs.
      if (!this.isOnline) return this.#chance.percent(50) ? arrive(none, 10) : undefined;
      this.#time.after(this.#chance.below(2_000) + 20, () => {
        if (!this.isOnline) return;
        if (this.#time.now < troubled && this.#chance.percent(5))
          return arrive({ taken: 0, refused: { status: 503, message: '' } }, 50);
        const answer = this.#server.take(events);
        const isLost = this.losesAnswers && this.#chance.percent(60);
        if (!isLost && this.isOnline) arrive(answer, this.#chance.below(2_000) + 20);
      });
    });
  }
}

/** How a fault begins and ends on a phone. */
const faultsOf: Readonly<Record<Fault, (phone: Phone, world: World) => [begin: () => void, end: () => void]>> = {
  disconnect: (phone) => [
    () => {
      phone.isOnline = false;
    },
    () => phone.connect(),
  ],
  partition: (phone) => [
    () => {
      phone.losesAnswers = true;
    },
    () => {
      phone.losesAnswers = false;
    },
  ],
  pause: (phone) => [
    () => {
      phone.isFrozen = true;
    },
    () => phone.thaw(),
  ],
  kill: (phone) => [() => phone.kill(), () => phone.start()],
  stop: (phone, { time }) => {
    // Waits for the writes.
    const stop = (): void => {
      if (phone.isWriting) time.after(5, stop);
      else phone.kill();
    };
    return [
      stop,
      () => {
        phone.kill();
        phone.start();
      },
    ];
  },
  clock: (phone, { chance }) => [
    () => phone.setClock((chance.below(4 * 60) - 120) * minute),
    () => phone.setClock((chance.below(60) - 30) * minute),
  ],
};

/** Begins the fault at a random moment, ends it, and begins again, until the troubled time is over. */
function trouble(phone: Phone, fault: Fault, world: World): void {
  const { chance, time } = world;
  const [begin, end] = faultsOf[fault](phone, world);
  time.after(chance.below(4 * minute) + second, () => {
    if (time.now >= troubled) return;
    begin();
    time.after(Math.min(chance.below(5 * minute) + 50, troubled - time.now), () => {
      end();
      trouble(phone, fault, world);
    });
  });
}

export async function simulate({ seed, clients, faults: chosen }: Run): Promise<Report> {
  const chance = chanceOf(seed);
  const [time, server] = [new Timeline(), new Server()];
  const world: World = { time, server, chance };
  const phones = Array.from({ length: clients }, (_, at) => new Phone(`d${at}`, world));
  for (const phone of phones) {
    phone.start();
    for (const fault of chosen) trouble(phone, fault, world);
    const act = (): void => {
      if (time.now >= troubled) return;
      phone.act();
      // Rounds come in bursts.
      time.after(chance.percent(30) ? chance.below(3) * second : chance.below(4 * minute), act);
    };
    time.after(chance.below(minute), act);
  }
  await time.run(troubled);
  let slowest = 0;
  let stuck = 0;
  for (let at = troubled; at <= settled; at += second) {
    await time.run(at);
    const waiting = phones.filter((phone) => !phone.isEmpty).length;
    if (waiting > 0) slowest = at - troubled;
    if (at === troubled + patience) stuck = waiting;
  }
  return { ...counted(phones, server), stuck, slowest };
}

function counted(
  phones: readonly Phone[],
  { recorded }: Server,
): Pick<Report, 'acts' | 'lost' | 'doubled' | 'disordered'> {
  const confirmed = phones.flatMap((phone) => phone.confirmed);
  const times = new Map<string, number>();
  const reported = new Set<string>();
  const ranks = new Map<string, number>();
  let disordered = 0;
  for (const { device, rank, payload } of recorded) {
    const { act, uuid } = payload as Act;
    if (act !== undefined) times.set(act, (times.get(act) ?? 0) + 1);
    if (uuid !== undefined) reported.add(uuid);
    if (rank <= (ranks.get(device) ?? 0)) disordered += 1;
    ranks.set(device, rank);
  }
  return {
    acts: confirmed.length,
    lost: confirmed.filter(({ act, uuid }) => !times.has(act) && !reported.has(uuid)).length,
    doubled: [...times.values()].filter((count) => count > 1).length,
    disordered,
  };
}
