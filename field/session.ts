// The opened store of the device: its log with the queue that sends it, and the pack. Screens watch `view`.
import { sendEvents } from '#core/field/calls.ts';
import { cleanPayload } from '#core/field/clean.ts';
import { isSet, measured, type Offset } from '#core/field/clock.ts';
import { clockSet } from '#core/field/clock-message.ts';
import type { FieldEvent, Fix } from '#core/field/event.ts';
import { type Answer, type Draft, Outbox } from '#core/field/outbox.ts';
import { fetchPack, type Pack } from '#core/field/pack.ts';
import type { PhotoRef } from '#core/field/photo.ts';
import type { Queue } from '#core/field/queue.ts';
import { sendFilePiece } from '#core/files/awaited.ts';
import type { Output } from '#core/kernel/endpoint.ts';
import type { FieldMessage, PayloadOf } from '#core/kernel/field-message.ts';
import { stateAtHand } from '#core/planning/lifecycle.ts';
import { isActive, paused } from '#core/planning/status.ts';
import { actKey } from '#ui/client/act-key.ts';
import { rememberFieldWaiting } from '#ui/client/field-device.ts';
import { type Store, store } from '#ui/client/store.ts';
import { conflict, onWire, type Said, say, signedOut } from './calls.ts';
import { dayOf, isWatched, packedDay } from './day.ts';
import type { HandingOver } from './handing-over.ts';
import { appliedOf, cut, type KeptNote, keptOf, readOf, settledOf, undecidedOf, withNew } from './kept.ts';
import { KeptImages } from './kept-images.ts';
import { PhotoSender } from './photo-sender.ts';
import { resized } from './sensors/camera.ts';
import { PositionSensor } from './sensors/position.ts';
import { steadyNow } from './steady.ts';
import { type Connection, type Device, readFact, writeFact } from './store/database.ts';
import { Drafts } from './store/drafts.ts';
import { type DeviceLog, logStore } from './store/log.ts';
import { knownDigests, readPack, writePack } from './store/pack.ts';
import { dropPhoto, dropUnused, readPhoto, storePhoto } from './store/photos.ts';
import { sealJson, unsealJson } from './store/vault.ts';
import { emptyQueue, type FieldView } from './view.ts';

export type { FieldView } from './view.ts';

const second = 1_000;
/** Between two readings of the pack while nothing happens. */
const packEvery = 120 * second;
/** At work: a message of the agency, a changed instruction, a relief. An unchanged pack is 2 kB. */
const workingEvery = 30 * second;
/** While a step of this telephone waits for the agency. */
const decisionEvery = 10 * second;

interface Opening {
  connection: Connection;
  key: CryptoKey;
  device: Device;
  /** The device is revoked, and the agency has everything that it held, or takes nothing of it any more. */
  onEmptied(): void;
}

export class FieldSession {
  readonly view: Store<FieldView>;
  /** Of the last answer: what the server did not only keep. */
  readonly applied = store<readonly FieldEvent[]>([]);
  readonly device: Device;
  readonly position = new PositionSensor();
  readonly drafts: Drafts;
  readonly #connection: Connection;
  readonly #key: CryptoKey;
  readonly #log: DeviceLog;
  #outbox!: Outbox;
  #clock: Offset | null;
  #reading: Promise<void> | null = null;
  #readAt = 0;
  #isClosed = false;
  readonly #stops: (() => void)[] = [];
  readonly #photos: PhotoSender;
  readonly #images: KeptImages;
  readonly papers = () => this.#images.papers();
  /** Null: the session of its person works, as far as it is known. */
  #handing: HandingOver | null = null;
  readonly #handOverKey: string | null;
  readonly #onEmptied: () => void;

  private constructor(
    { connection, key, device, onEmptied }: Opening,
    clock: Offset | null,
    handOverKey: string | null,
    view: FieldView,
  ) {
    this.#connection = connection;
    this.#key = key;
    this.device = device;
    this.#handOverKey = handOverKey;
    this.#onEmptied = onEmptied;
    this.#log = logStore(connection, key);
    this.drafts = new Drafts(connection, key);
    this.#images = new KeptImages({ connection, key, device, isClosed: () => this.#isClosed });
    this.#clock = clock;
    this.view = store(view);
    this.#photos = new PhotoSender({
      ...{ connection, key },
      send: (id, piece) =>
        this.#handing?.isOn ? this.#handing.piece(id, piece) : say(device, sendFilePiece, piece, { id }),
      // An empty queue: the server has every event, those that the log has forgotten too.
      consumedRank: async () =>
        this.#outbox.queue.events.length === 0 ? Number.MAX_SAFE_INTEGER : this.#log.consumedRank(),
      heard: (said) => this.#heard(said),
      changed: (photos) => {
        this.#set({ photos });
        this.#remember();
      },
    });
  }

  static async open(opening: Opening): Promise<FieldSession> {
    const { connection, key } = opening;
    const [held, clock, kept, handOver] = await Promise.all([
      readPack(connection, key),
      readFact(connection, 'clock'),
      readFact(connection, 'kept'),
      readFact(connection, 'handOver'),
    ]);
    const session = new FieldSession(opening, clock, handOver ? await unsealJson<string>(key, handOver) : null, {
      queue: emptyQueue,
      held,
      day: [],
      events: [],
      kept: kept ? await unsealJson<KeptNote[]>(key, kept) : [],
      photos: 0,
      link: 'unknown',
    });
    await session.#start();
    return session;
  }

  async #start(): Promise<void> {
    this.#outbox = await Outbox.open({
      store: this.#log,
      send: (events) => this.#send(events),
      now: () => Date.now(),
      draft: (type, payload) => this.#draft(type, payload, null),
      changed: (queue) => this.#onQueue(queue),
      failed: (error) => console.error(error),
    });
    this.#set({ queue: this.#outbox.queue });
    await dropUnused(this.#connection, Date.now());
    await this.#photos.count();
    await this.#live();
    const timer = setInterval(() => this.#tick(), second);
    const wake = (): void => {
      if (document.visibilityState === 'visible') this.retry();
    };
    const pushed = ({ data }: MessageEvent<{ push?: string }>): void => {
      if (data?.push === 'arrived') void this.refresh();
    };
    const workers = navigator.serviceWorker as typeof navigator.serviceWorker | undefined;
    workers?.addEventListener('message', pushed);
    window.addEventListener('online', wake);
    document.addEventListener('visibilitychange', wake);
    this.#stops.push(
      () => clearInterval(timer),
      () => window.removeEventListener('online', wake),
      () => document.removeEventListener('visibilitychange', wake),
      () => workers?.removeEventListener('message', pushed),
    );
    void this.refresh();
  }

  /** Resolves when it writes nothing more: the next person's store has another key. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const stop of this.#stops.splice(0)) stop();
    this.#photos.stop();
    this.position.stop();
    await this.#reading?.catch(() => undefined);
    await this.#images.settled();
  }

  /** Resolves once the event is on disk and the screen shows its effect. */
  async record<M extends FieldMessage>(
    message: M,
    payload: PayloadOf<M>,
    service: string | null,
    photos: readonly PhotoRef[] = [],
    /** `uuid`: of a draft that has an address. `position`: where a service begins that nobody planned. */
    known: { uuid?: string; position?: Fix | null } = {},
  ): Promise<void> {
    const draft = { ...this.#draft(message.type, payload, service), ...known };
    await this.#outbox.record(photos.length > 0 ? { ...draft, photos } : draft);
    if (photos.length > 0) await this.#photos.count();
    await this.#live();
  }

  /** On disk, encrypted, when it resolves. */
  async takePhoto(content: Blob): Promise<PhotoRef> {
    const bytes = await (await resized(content)).arrayBuffer();
    return storePhoto(this.#connection, this.#key, actKey(), bytes, Date.now());
  }

  /** To show it; null: the server has it already. */
  readPhoto(id: string): Promise<ArrayBuffer | null> {
    return readPhoto(this.#connection, this.#key, id);
  }

  /** Before its event is recorded. */
  dropPhoto(id: string): Promise<void> {
    return dropPhoto(this.#connection, id);
  }

  retry(): void {
    this.#outbox.awake();
    this.#photos.awake();
    void this.refresh();
  }

  decide(skip: boolean): void {
    this.#outbox.decide(skip);
    void this.#live();
  }

  /** The server's time as far as it is known. */
  now(): number {
    return Date.now() + (this.#clock?.offset ?? 0);
  }

  /** Reads the pack; without a network the one before stays. */
  refresh(): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    this.#reading ??= this.#readPack().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  async forgetKept(read: readonly KeptNote[]): Promise<void> {
    await this.#keep(readOf(this.view.get().kept, read));
  }

  #draft(type: string, payload: unknown, service: string | null): Draft {
    return {
      uuid: actKey(),
      device: this.device.id,
      type,
      at: Date.now(),
      clockOffset: this.#clock?.offset ?? null,
      position: service !== null && this.#isWatched(service, payload) ? this.position.fix() : null,
      service,
      payload: cleanPayload(payload),
    };
  }

  /** Only while somebody works. */
  watchPosition(): void {
    if (this.#isAtWork() && !this.#isClosed) this.position.start();
    else this.position.stop();
  }

  #isAtWork(): boolean {
    return this.view.get().day.some((one) => isActive(one.status) && stateAtHand(one) !== paused);
  }

  #isWatched(service: string, payload: unknown): boolean {
    const { status: to = null } = (payload ?? {}) as { status?: number };
    const found = this.view.get().day.find(({ id }) => id === service);
    return found !== undefined && isWatched(stateAtHand(found), to);
  }

  /** For the desk's application of this browser. */
  #remember(): void {
    const { queue, photos } = this.view.get();
    if (!this.#isClosed) rememberFieldWaiting(queue.events.length + photos);
  }

  #set(changes: Partial<FieldView>): void {
    this.view.set({ ...this.view.get(), ...changes });
  }

  #tick(): void {
    this.#outbox.tick();
    this.#photos.tick();
    if (this.#handing?.isOn) void this.#leaveIfEmpty();
    else if (document.visibilityState === 'visible' && steadyNow() - this.#readAt > this.#packEvery())
      void this.refresh();
  }

  /** Who began a service waits for the agency's decision: he learns it at once. */
  #packEvery(): number {
    const { events } = undecidedOf(this.view.get().kept, this.now());
    if (events.length > 0) return decisionEvery;
    return this.#isAtWork() ? workingEvery : packEvery;
  }

  #onQueue(queue: Queue): void {
    const had = this.view.get().queue.events.length;
    this.#set({ queue });
    this.#remember();
    // Everything is sent: the server's state contains it now.
    if (had === 0 || queue.events.length > 0) return;
    void this.refresh();
    this.#photos.awake();
  }

  async #send(events: readonly FieldEvent[]): Promise<Answer> {
    const left = this.#outbox ? this.#outbox.queue.events.length - events.length : 0;
    // Photos are not counted: no later call would say that they have left, and their event is there.
    const waiting = Math.max(0, left);
    const told = events.map(onWire);
    const said = this.#handing?.isOn
      ? await this.#handing.events(told, waiting)
      : await say(this.device, sendEvents, { device: this.device.id, waiting, events: told });
    await this.#heard(said);
    // Closed meanwhile, it can keep nothing of the answer: the events stay, and who opens it is answered the same.
    const status = this.#isClosed ? 0 : said.status;
    if (status === 0 || status >= 400) return { taken: 0, refused: { status, message: said.message } };
    const { taken, refused } = said.body as Output<typeof sendEvents>;
    this.applied.set(appliedOf(taken, events));
    const { day, held } = this.view.get();
    const kept = keptOf(taken, events, day, new Map([...day, ...packedDay(held)].map((one) => [one.id, one])));
    if (kept.length > 0) await this.#keep(cut(withNew(this.view.get().kept, kept), this.now()));
    return { taken: taken.length, refused };
  }

  async #keep(kept: readonly KeptNote[]): Promise<void> {
    if (this.#isClosed) return;
    await writeFact(this.#connection, 'kept', await sealJson(this.#key, kept));
    this.#set({ kept });
  }

  /** Every answer tells the server's time. */
  async #heard({ status, body, sent, received }: Said): Promise<void> {
    this.#set({ link: status === 0 ? 'lost' : status === signedOut ? 'signedOut' : 'works' });
    if (status === signedOut) void this.#handOver();
    const server = Date.parse((body as { now?: string } | undefined)?.now ?? '');
    if (Number.isNaN(server)) return;
    const clock = measured(this.#clock, { sent, received, server });
    if (clock === null || clock === this.#clock || this.#isClosed) return;
    const known = this.#clock;
    this.#clock = clock;
    // In a full store it lasts until the next start: the answer counts more.
    await writeFact(this.#connection, 'clock', clock).catch(() => undefined);
    // A jump of the clock is a fact too.
    if (known && isSet(known, clock)) await this.#recordJump(known, clock);
  }

  async #recordJump({ offset: before }: Offset, { offset: after }: Offset): Promise<void> {
    await this.#outbox?.record(this.#draft(clockSet.type, { before, after }, null)).catch(() => undefined);
  }

  /** The session or the device is refused: if the device is revoked, what it holds goes by its own key. */
  async #handOver(): Promise<void> {
    if (this.#isClosed || this.#handing?.isOn) return;
    const { HandingOver: Handing } = await import('./handing-over.ts');
    this.#handing ??= new Handing(this.device, this.#handOverKey);
    const begun = await this.#handing.begin(steadyNow());
    if (this.#isClosed || begun === 'off') return;
    if (begun === 'over') return this.#onEmptied();
    this.#outbox.awake();
    this.#photos.awake();
  }

  /** What the log and the photos say, not the queue: it forgets an event before that is on disk. */
  async #leaveIfEmpty(): Promise<void> {
    if (this.view.get().queue.events.length > 0 || !this.#photos.isIdle || (await this.#photos.count()) > 0) return;
    if ((await this.#log.read()).length === 0 && !this.#isClosed) this.#onEmptied();
  }

  async #readPack(): Promise<void> {
    this.#readAt = steadyNow();
    // Before the request: what is sent meanwhile may not be in it.
    const rank = await this.#log.consumedRank();
    const said = await say(this.device, fetchPack, {
      known: await knownDigests(this.#connection),
      device: this.device.id,
    });
    await this.#heard(said);
    // Revoked while somebody signed in again: no session was refused.
    if (said.status === conflict) void this.#handOver();
    if (said.status !== 200 || this.#isClosed) return;
    await writePack(this.#connection, this.#key, said.body as Pack, rank);
    await this.#log.prune(rank);
    this.#set({ held: await readPack(this.#connection, this.#key) });
    const { kept } = this.view.get();
    const told = settledOf(kept, (said.body as Pack).settled ?? []);
    if (told.some((note, index) => note !== kept[index]) || told.length < kept.length) await this.#keep(told);
    await this.#live();
    await this.drafts.forgetGone(new Set(this.view.get().day.map(({ id }) => id)), Date.now());
    this.#images.keep(
      () => this.view.get().held,
      () => this.now(),
    );
  }

  /** Of a text of the pack, or of something that was sent; null: neither here nor by the network. */
  readImage(...asked: Parameters<KeptImages['read']>): Promise<Blob | null> {
    return this.#images.read(...asked);
  }

  async #live(): Promise<void> {
    const { held, kept } = this.view.get();
    const events = await this.#log.after(held.frame?.rank ?? 0);
    const day = dayOf(held, events, undecidedOf(kept, this.now()));
    this.#set({ day, events });
    this.watchPosition();
  }
}
