// The queue that sends the events of a device, in order. A pure state machine without timers: time
// comes in with each input. The caller performs the returned effects in their order, and saves the log before the rest.
import { type FieldEvent, isWaiting, type LogEntry, skippedType } from './event.ts';

/** idle, transmitting, failed with retry waiting, retrying. */
export type Phase = 'idle' | 'transmitting' | 'waiting' | 'retrying';

/** The server refused an event as malformed; the agent decides. */
export interface Question {
  event: FieldEvent;
  message: string;
}

export interface Queue {
  phase: Phase;
  /** In the order of their ranks. */
  events: readonly FieldEvent[];
  /** The current transmission; a late answer to an earlier one is ignored. */
  attempt: number;
  /** Consecutive failures. */
  failures: number;
  /** Consecutive transmissions without any answer in time. */
  unanswered: number;
  /** When the current phase began. */
  since: number;
  /** Events of the current transmission. */
  sent: number;
  question: Question | null;
}

export type Input =
  | { type: 'appended'; event: FieldEvent; now: number }
  /** At least once a second, and when the page becomes visible. */
  | { type: 'tick'; now: number }
  /** The network is back, or the agent presses « Réessayer ». */
  | { type: 'awake'; now: number }
  /** The server has the first `taken` events. `refused`: what it answered to the next one. */
  | { type: 'answered'; attempt: number; taken: number; refused: Refused | null; now: number }
  | { type: 'decided'; skip: boolean; now: number };

/** `status` 0: no answer. */
export interface Refused {
  status: number;
  message: string;
}

export type Effect =
  | { type: 'send'; attempt: number; events: readonly FieldEvent[] }
  /** Before anything else is sent. */
  | { type: 'consume'; uuids: readonly string[] }
  | { type: 'skip'; event: FieldEvent; why: string };

export type Step = [queue: Queue, effects: readonly Effect[]];

const second = 1_000;
/** */
const [shortest, longest] = [1, 60];
/** An answer that takes longer is taken for lost. */
export const answerWithin = 30 * second;
/** Events in one transmission: a phone that was offline for a night catches up in a few calls. */
export const mostAtOnce = 50;

/** Milliseconds before the next attempt, after this many consecutive failures. */
export const backOff = (failures: number): number =>
  Math.min(longest, Math.max(shortest, 2 ** Math.min(failures - 1, 10))) * second;

/** Decision 87: only these statuses mean that the event itself is wrong. */
export const isMalformed = ({ status }: Pick<Refused, 'status'>): boolean => [400, 404, 413, 422].includes(status);

export function restoreQueue(log: readonly LogEntry[], now: number): Step {
  const events = log
    .filter(isWaiting)
    .map(({ event }) => event)
    .toSorted((one, other) => one.rank - other.rank);
  const calm = { failures: 0, unanswered: 0, since: now, sent: 0, question: null };
  return advance({ phase: 'idle', events, attempt: 0, ...calm }, now);
}

export function stepQueue(queue: Queue, input: Input): Step {
  switch (input.type) {
    case 'appended':
      return advance({ ...queue, events: [...queue.events, input.event] }, input.now);
    case 'tick':
      return tick(queue, input.now);
    case 'awake':
      return queue.phase === 'waiting' ? transmit(queue, 'retrying', input.now) : advance(queue, input.now);
    case 'answered':
      return answered(queue, input);
    case 'decided':
      return decided(queue, input);
  }
}

/** Sends what waits, unless a transmission, a pause or a question comes first. */
const advance = (queue: Queue, now: number): Step =>
  queue.phase === 'idle' && queue.question === null && queue.events.length > 0
    ? transmit(queue, 'transmitting', now)
    : [queue, []];

/** A network that is too slow for many carries few: what no answer came to is sent in smaller parts, down to one event. */
const mostOf = ({ unanswered }: Queue): number => Math.max(1, Math.floor(mostAtOnce / 2 ** unanswered));

function transmit(queue: Queue, phase: Phase, now: number, most = mostOf(queue)): Step {
  const attempt = queue.attempt + 1;
  const events = queue.events.slice(0, most);
  return [
    { ...queue, phase, attempt, since: now, sent: events.length, question: null },
    [{ type: 'send', attempt, events }],
  ];
}

const isSending = ({ phase }: Queue): boolean => phase === 'transmitting' || phase === 'retrying';

function tick(queue: Queue, now: number): Step {
  // A clock that was set back must not prolong the wait.
  const elapsed = now < queue.since ? Number.POSITIVE_INFINITY : now - queue.since;
  if (isSending(queue) && elapsed >= answerWithin) return failed(unheard(queue), now);
  if (queue.phase === 'waiting' && elapsed >= backOff(queue.failures)) return transmit(queue, 'retrying', now);
  return advance(queue, now);
}

const unheard = (queue: Queue): Queue => ({ ...queue, unanswered: queue.unanswered + 1 });

const failed = (queue: Queue, now: number): Step => [
  { ...queue, phase: 'waiting', failures: queue.failures + 1, since: now },
  [],
];

function answered(before: Queue, { attempt, taken, refused, now }: Extract<Input, { type: 'answered' }>): Step {
  if (!isSending(before) || attempt !== before.attempt) return [before, []];
  const queue = refused?.status === 0 ? unheard(before) : { ...before, unanswered: 0 };
  const consumed = queue.events.slice(0, taken);
  const effects: Effect[] = consumed.length === 0 ? [] : [{ type: 'consume', uuids: consumed.map(({ uuid }) => uuid) }];
  const rest: Queue = { ...queue, events: queue.events.slice(taken), failures: taken > 0 ? 0 : queue.failures };
  const [first] = rest.events;
  if (refused === null) return follow({ ...rest, phase: 'idle', failures: 0, since: now }, effects, now);
  if (!first || !isMalformed(refused)) return [failed(rest, now)[0], effects];
  // The whole call may be refused because of a later event: sent alone, the wrong one is found.
  if (taken === 0 && queue.sent > 1) return transmit({ ...rest, phase: 'idle' }, 'transmitting', now, 1);
  // The report of a skipped event asks nothing: the agent has already decided.
  if (first.type === skippedType) return skipFirst({ ...rest, phase: 'idle' }, refused.message, effects, now);
  return [{ ...rest, phase: 'idle', since: now, question: { event: first, message: refused.message } }, effects];
}

function decided(queue: Queue, { skip, now }: Extract<Input, { type: 'decided' }>): Step {
  if (queue.question === null) return [queue, []];
  // it stays first and is sent again, after the pause of a failure.
  if (!skip) return failed({ ...queue, question: null }, now);
  return skipFirst({ ...queue, question: null }, queue.question.message, [], now);
}

function skipFirst(queue: Queue, why: string, effects: readonly Effect[], now: number): Step {
  const [first, ...events] = queue.events;
  if (!first) return [queue, effects];
  return follow({ ...queue, events, failures: 0, since: now }, [...effects, { type: 'skip', event: first, why }], now);
}

function follow(queue: Queue, effects: readonly Effect[], now: number): Step {
  const [next, more] = advance(queue, now);
  return [next, [...effects, ...more]];
}

/** The status line of the queue. */
export const statusText = ({ phase, events }: Queue): string =>
  phase === 'waiting' || phase === 'retrying'
    ? 'Transmission échouée... Nouvelle tentative en attente...'
    : events.length === 0
      ? 'Tout est transmis'
      : `Transmission de ${events.length} ${events.length === 1 ? 'élément' : 'éléments'}…`;
