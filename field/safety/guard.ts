// Watches over a lone worker while a service runs: sensors into the detectors (core/safety), questions, sound, reports.
import { activeOf } from '#core/field/day.ts';
import { stateAtHand } from '#core/planning/lifecycle.ts';
import { isActive, paused } from '#core/planning/status.ts';
import { type OwnAlarm, savePtiEvent, sendHeartbeat } from '#core/safety/calls.ts';
import {
  calibrate,
  dismissFall,
  type Fall,
  fallCountdown,
  fallNotification,
  fallSample,
  fallSent,
  fallTick,
  newFall,
} from '#core/safety/fall.ts';
import {
  dismissInactivity,
  type Inactivity,
  inactivityCountdown,
  inactivityNotification,
  inactivitySample,
  inactivitySent,
  inactivityTick,
  newInactivity,
} from '#core/safety/inactivity.ts';
import { ptiMessage } from '#core/safety/messages.ts';
import {
  dismissPerimeter,
  newPerimeter,
  type Perimeter,
  perimeterCountdown,
  perimeterReading,
  perimeterSent,
  perimeterTick,
} from '#core/safety/perimeter.ts';
import type { ReportedKind } from '#core/safety/report.ts';
import { logged, mayWatch, type StatusLine } from '#core/safety/sound.ts';
import { actKey } from '#ui/client/act-key.ts';
import { type Store, store } from '#ui/client/store.ts';
import { say } from '../calls.ts';
import type { DayService } from '../day.ts';
import { MotionSensor } from '../sensors/motion.ts';
import { AlarmSound } from '../sensors/sound.ts';
import { vibrate } from '../sensors/vibration.ts';
import { WakeLock } from '../sensors/wake-lock.ts';
import type { FieldSession } from '../session.ts';
import { steadyNow } from '../steady.ts';
import { tell } from '../told.ts';
import { notice } from './notice.ts';
import { directOf, followed, marked, reportsIn, type Sent, unheard } from './sent.ts';
import { hasNoPerimeter, isComputer, keepExit, keepReference, keptReference, wasOut } from './this-phone.ts';

/** A countdown that the person answers with « R.A.S ». */
export interface Question {
  of: 'fall' | 'inactivity' | 'perimeter' | 'check';
  /** Seconds, or steps of the inactivity. */
  left: number;
}

export interface GuardView {
  /** Protection is on for the service at hand. */
  on: boolean;
  fall: Fall;
  inactivity: Inactivity;
  perimeter: Perimeter;
  motionWorks: boolean;
  /** The site has a centre, and positions come or may come. */
  perimeterWorks: boolean;
  question: Question | null;
  sent: readonly Sent[];
  alarms: readonly OwnAlarm[];
  log: readonly StatusLine[];
}

const second = 1_000;
/** Between two signs of life; quicker while an alarm is open, whose answer the person waits for. */
const beatEvery = { usual: 60 * second, open: 5 * second } as const;
/** Between two direct reports of an alarm that the agency does not have. */
const againEvery = 10 * second;

const off = { inactivity: 10, check: 30 };

export class Guard {
  readonly view: Store<GuardView>;
  readonly motion = new MotionSensor();
  readonly wakeLock = new WakeLock();
  readonly sound = new AlarmSound();
  readonly #session: FieldSession;
  #timer: ReturnType<typeof setInterval> | null = null;
  #beatAt = 0;
  #isBeating = false;
  #lastReading = 0;
  #reportedAt = 0;
  /** Closed by the person; its event may still wait in the log. */
  readonly #forgotten = new Set<string>();

  constructor(session: FieldSession) {
    this.#session = session;
    const now = steadyNow();
    this.view = store<GuardView>({
      ...{ on: false, motionWorks: false, perimeterWorks: true, question: null, sent: [], alarms: [], log: [] },
      fall: newFall(isComputer() ? 'desktop' : 'idle', now, keptReference()),
      inactivity: newInactivity('inactive', now, off),
      perimeter: newPerimeter(hasNoPerimeter() ? 'desktop' : 'inactive', now),
    });
    session.applied.subscribe(() => this.#mark('received', reportsIn(session.applied.get())));
  }

  /** While a service is active. */
  start(): void {
    this.#timer ??= setInterval(() => this.#tick(), second);
    this.#tick();
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    this.#turn(false);
  }

  /** The service at hand; its site, if protected. */
  #at(): { service: DayService | null; site: string | null; may: boolean } {
    const { day, held } = this.#session.view.get();
    const service = activeOf(day);
    const safety = held.frame?.safety;
    const site = service?.site?.id ?? null;
    const isProtected = safety !== undefined && site !== null && Object.hasOwn(safety.sites, site);
    const may =
      isProtected &&
      mayWatch({
        feature: safety.active,
        status: service && stateAtHand(service),
        pauseOnBreak: safety.pauseOnBreak,
        circuit: service?.isCircuit ? 'between' : service?.circuit ? 'onSite' : 'none',
      });
    return { service, site, may };
  }

  #intervals() {
    const { inactivity = off.inactivity, frequency = off.check } = this.#session.view.get().held.frame?.safety ?? {};
    return { inactivity, check: frequency };
  }

  #wait(): number {
    return this.#session.view.get().held.frame?.safety?.fallWait ?? 10;
  }

  #set(changes: Partial<GuardView>): void {
    const before = this.view.get();
    const next = { ...before, ...changes };
    const at = Date.now();
    let { log } = next;
    for (const what of ['fall', 'inactivity', 'perimeter'] as const)
      if (next[what].state !== before[what].state) log = logged(log, { at, what, state: next[what].state });
    this.view.set({ ...next, log });
  }

  /** Sensors run only while the protection does. */
  #turn(on: boolean): void {
    const now = steadyNow();
    if (this.view.get().on === on) return;
    if (on) {
      this.motion.start((sample) => this.#onSample(sample));
      this.wakeLock.start();
    } else {
      this.motion.stop();
      this.wakeLock.stop();
      this.sound.ring(false);
    }
    this.#set({
      on,
      question: null,
      fall: newFall(isComputer() ? 'desktop' : on ? 'active' : 'idle', now, this.view.get().fall.reference),
      inactivity: newInactivity(on ? 'active' : 'inactive', now, this.#intervals()),
      perimeter: newPerimeter(hasNoPerimeter() ? 'desktop' : on ? 'active' : 'inactive', now),
    });
  }

  #onSample(sample: Parameters<typeof fallSample>[1]): void {
    const { fall, inactivity } = this.view.get();
    const wasCalibrating = fall.state === 'calibrating';
    const next = fallTick(fallSample(fall, sample), sample.t, this.#wait());
    this.#set({ fall: next, inactivity: inactivitySample(inactivity, sample) });
    if (wasCalibrating && next.state === 'active') {
      keepReference(next.reference);
      vibrate(200);
    }
  }

  #tick(): void {
    const now = steadyNow();
    const { service, site, may } = this.#at();
    const begins = may && !this.view.get().on;
    this.#turn(may);
    if (begins && service) void this.#awaitReturn(service.id);
    if (may) this.#watch(now, site);
    this.#receive();
    void this.#reportAgain(now);
    void this.#beat(now, may);
  }

  /** S-029 */
  async #awaitReturn(service: string): Promise<void> {
    if (!(await wasOut(this.#session.drafts, service))) return;
    const { perimeter } = this.view.get();
    if (perimeter.state === 'active' || perimeter.state === 'leave')
      this.#set({ perimeter: { ...perimeter, state: 'wait_return' } });
  }

  #watch(now: number, site: string | null): void {
    const { fall, inactivity, perimeter } = this.view.get();
    const place = site === null ? null : this.#session.view.get().held.frame?.safety?.sites[site];
    const reading = this.#session.position.reading();
    let around = perimeter;
    if (place?.centre && reading && reading.at !== this.#lastReading) {
      this.#lastReading = reading.at;
      around = perimeterReading(
        perimeter,
        { t: reading.at, ...reading.fix },
        { ...place.centre, radius: place.radius },
      );
    }
    const motionWorks = this.motion.works(now);
    this.#set({
      fall: fallTick(fall, now, this.#wait()),
      inactivity: inactivityTick(inactivity, now, this.#intervals(), motionWorks),
      perimeter: perimeterTick(around, now),
      motionWorks,
      perimeterWorks:
        Boolean(place?.centre) && ['unknown', 'granted'].includes(this.#session.position.permission.get()),
    });
    this.#send(now);
    this.#ask(now);
  }

  #send(now: number): void {
    const { fall, inactivity, perimeter } = this.view.get();
    if (fall.state === 'sending') {
      void this.report('fall', false);
      this.#set({ fall: fallSent(fall, now) });
    }
    if (inactivity.isDue) {
      void this.report('inactivity', false);
      this.#set({ inactivity: inactivitySent(inactivity, now, this.#intervals()) });
    }
    if (perimeter.state === 'sending' || perimeter.state === 'return') {
      const isOut = perimeter.state === 'sending';
      const { service } = this.#at();
      void this.report(isOut ? 'perimeter' : 'return', false);
      if (service) void keepExit(this.#session.drafts, service.id, isOut);
      this.#set({ perimeter: perimeterSent(perimeter, now) });
    }
  }

  #ask(now: number): void {
    const { fall, inactivity, perimeter, question: before } = this.view.get();
    const counts = {
      fall: fallCountdown(fall, now, this.#wait()),
      [inactivity.counting?.why ?? 'inactivity']: inactivityCountdown(inactivity, now),
      perimeter: perimeterCountdown(perimeter, now),
    };
    const [of, left] = Object.entries(counts).find(([, one]) => one !== null) ?? [null, null];
    const question = of === null ? null : ({ of, left } as Question);
    if (question && before === null)
      notice(question.of === 'fall' ? fallNotification : inactivityNotification, 'Tout va bien ?');
    if (question) vibrate([300, 200, 300]);
    this.sound.ring(question !== null);
    this.#set({ question });
  }

  /** S-002, S-018 */
  dismiss(): void {
    const now = steadyNow();
    const { fall, inactivity, perimeter } = this.view.get();
    this.sound.ring(false);
    this.#set({
      question: null,
      fall: dismissFall(fall, now),
      inactivity: dismissInactivity(inactivity, now, this.#intervals()),
      perimeter: dismissPerimeter(perimeter, now),
    });
  }

  calibrate(): void {
    this.#set({ fall: calibrate(this.view.get().fall, steadyNow()) });
  }

  /** All that a browser asks of the person, in his tap. */
  async permit(): Promise<void> {
    this.#session.watchPosition();
    await Promise.all([this.sound.unlock(), this.motion.ask()]);
  }

  /** On disk first, then at once to the agency: it does not wait behind the events before it. */
  async report(kind: ReportedKind, drill: boolean): Promise<void> {
    const { service } = this.#at();
    if (!service) return;
    const session = this.#session;
    const sent: Sent = { uuid: actKey(), kind, drill, at: Date.now(), state: 'new' };
    // Old is better than nothing: the agency reads of when it is.
    const known = service.status === paused ? null : session.position.lastKnown();
    const ahead = session.now() - Date.now();
    const payload = {
      ...{ uuid: sent.uuid, kind, drill },
      ...(known?.at ? { locatedAt: new Date(known.at + ahead).toISOString() } : {}),
    };
    const location = known?.fix ?? null;
    this.#reportedAt = steadyNow();
    const recorded = session.record(ptiMessage, payload, service.id, [], { position: location });
    this.#set({ sent: [sent, ...this.view.get().sent] });
    const createdAt = new Date(session.now()).toISOString();
    const said = say(session.device, savePtiEvent, { ...payload, service: { id: service.id }, location, createdAt });
    const isRecorded = await recorded.then(
      () => true,
      () => false,
    );
    if (isRecorded) this.#mark('waiting', [sent]);
    if ((await said).status === 200) this.#mark('received', [sent]);
    else if (!isRecorded) this.#mark('refused', [sent]);
  }

  /** In the log it may wait behind other events, or behind a question to the person. The server takes each report once. */
  async #reportAgain(now: number): Promise<void> {
    if (now - this.#reportedAt < againEvery || !navigator.onLine) return;
    this.#reportedAt = now;
    for (const event of unheard(this.#session.view.get().queue.events, this.view.get().sent)) {
      const said = await say(this.#session.device, savePtiEvent, directOf(event));
      if (said.status === 200) this.#mark('received', reportsIn([event]));
      if (said.status === 0) return;
    }
  }

  #mark(state: Sent['state'], reports: readonly Sent[]): void {
    if (reports.length === 0) return;
    this.#set({ sent: marked(this.view.get().sent, state, reports) });
    if (state === 'received') this.#beatAt = 0;
  }

  #receive(): void {
    const { sent } = this.view.get();
    const waiting = reportsIn(this.#session.view.get().queue.events).filter(({ uuid }) => !this.#forgotten.has(uuid));
    if (sent.length + waiting.length > 0) this.#set({ sent: followed(sent, waiting) });
  }

  forget(uuid: string): void {
    this.#forgotten.add(uuid);
    this.#set({ sent: this.view.get().sent.filter((one) => one.uuid !== uuid) });
  }

  /** Only with a network, and never in the log. */
  async #beat(now: number, may: boolean): Promise<void> {
    const { alarms, sent } = this.view.get();
    const isOpen = alarms.some(({ state }) => state !== 'CLOSED') || sent.some(({ state }) => state === 'received');
    const every = isOpen ? beatEvery.open : beatEvery.usual;
    if (this.#isBeating || now - this.#beatAt < every || !navigator.onLine) return;
    if (!may && !isOpen && this.#beatAt > 0) return;
    const { service } = this.#at();
    if (!service || (stateAtHand(service) === paused && !isOpen) || !isActive(service.status)) return;
    this.#isBeating = true;
    this.#beatAt = now;
    const said = await say(this.#session.device, sendHeartbeat, { device: this.#session.device.id });
    this.#isBeating = false;
    if (said.status !== 200) return;
    const { alarms: next } = said.body as { alarms: OwnAlarm[] };
    const before = new Map(this.view.get().alarms.map(({ id, state }) => [id, state]));
    // Felt in a pocket; said, unless what is shown of his report says it.
    for (const { id, kind, state, by } of next)
      if (answers[state] && before.has(id) && before.get(id) !== state) {
        vibrate([80, 80, 80]);
        if (!sent.some((one) => one.kind === kind)) tell(`${answers[state]} ${by ?? 'votre agence'}.`);
      }
    this.#set({ alarms: next });
  }
}

const answers: Partial<Record<OwnAlarm['state'], string>> = {
  ACKNOWLEDGED: 'Alerte vue par',
  TAKEN: 'Alerte prise en charge par',
  CLOSED: 'Alerte close par',
};

const guards = new WeakMap<FieldSession, Guard>();

/** One for the opened store: the bar and the dialog show the same. */
export function guardOf(session: FieldSession): Guard {
  const guard = guards.get(session) ?? new Guard(session);
  guards.set(session, guard);
  return guard;
}
