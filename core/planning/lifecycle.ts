// The lifecycle of a service in the field (2 §4): allowed steps, their events in the log, and the reasons of refusals. Pure
// functions: the server checks with them, the screens choose what to offer, the field app will queue steps.
import {
  archived,
  extended,
  finished,
  interrupted,
  isActive,
  isPlanned,
  late,
  missed,
  paused,
  running,
  unfinished,
  unscheduled,
  waiting,
} from './status.ts';

type EventType = { id: number; label: string; customerShow: boolean };

/** Fixed ids of lifecycle events (N-063, Q-006, O-027, O-028); the event types of the daily log follow them. */
export const lifecycleEvents = {
  serviceStart: { id: 1, label: 'Prise de service', customerShow: true },
  serviceStartLate: { id: 2, label: 'Prise de service en retard', customerShow: true },
  serviceNotStarted: { id: 3, label: 'Service non commencé', customerShow: true },
  serviceResume: { id: 4, label: 'Reprise du service', customerShow: true },
  serviceInterrupted: { id: 5, label: 'Service interrompu', customerShow: true },
  serviceStoppedEarly: { id: 6, label: 'Fin de service anticipée', customerShow: true },
  serviceFinish: { id: 7, label: 'Fin de service', customerShow: true },
  serviceExtension: { id: 8, label: 'Prolongation', customerShow: true },
  serviceExtensionEnd: { id: 9, label: 'Fin de prolongation', customerShow: true },
  // Breaks are a matter between the agent and the agency.
  breakStart: { id: 10, label: 'Début de pause', customerShow: false },
  breakResume: { id: 11, label: 'Reprise de la pause', customerShow: false },
  breakInterrupted: { id: 12, label: 'Pause interrompue', customerShow: false },
  breakFinish: { id: 13, label: 'Fin de pause', customerShow: false },
  roundStart: { id: 14, label: 'Début de ronde', customerShow: true },
  roundResume: { id: 15, label: 'Reprise de la ronde', customerShow: true },
  roundInterrupted: { id: 16, label: 'Ronde non terminée', customerShow: true },
  roundFinish: { id: 17, label: 'Fin de ronde', customerShow: true },
  roundNotRealized: { id: 18, label: 'Ronde non réalisée', customerShow: true },
  checkpointValidated: { id: 19, label: 'Point de contrôle validé', customerShow: true },
  checkpointGeolocated: { id: 20, label: 'Point de contrôle géolocalisé', customerShow: true },
  checkpointJumped: { id: 21, label: 'Point de contrôle sauté', customerShow: true },
  checkpointMoved: { id: 22, label: 'Point de contrôle déplacé', customerShow: true },
  // A change that is no step, such as another dog.
  serviceUpdate: { id: 23, label: 'Mise à jour du service', customerShow: false },
} as const satisfies Record<string, EventType>;

export type LifecycleEvent = keyof typeof lifecycleEvents;

const keys = Object.keys(lifecycleEvents) as LifecycleEvent[];
const byId = new Map<number, LifecycleEvent>(keys.map((key) => [lifecycleEvents[key].id, key]));
export const eventOfId = (id: number): LifecycleEvent | null => byId.get(id) ?? null;

/** What the desk writes beside the events of the field; agents and customers do not read it. */
export const agencyNote = { id: 200, label: 'Note de l’agence' } as const;

/** Not an event of its own: read from the history of the service. */
export const replacement = { id: 201, label: 'Remplacement' } as const;

export const labelOfEvent = (id: number): string => {
  const known = eventOfId(id);
  if (known) return lifecycleEvents[known].label;
  return [agencyNote, replacement].find((one) => one.id === id)?.label ?? 'Événement';
};

/** The states that a call may name in its path (N-043, N-062). */
export const reachable = [running, extended, finished, interrupted, paused] as const;
export type Reachable = (typeof reachable)[number];

/** The words of an event whose effect is not known yet. */
const stepLabels: Readonly<Record<Reachable, string>> = {
  [running]: 'Prise ou reprise de service',
  [extended]: 'Prolongation',
  [finished]: 'Fin de service',
  [interrupted]: 'Service interrompu',
  [paused]: 'Début de pause',
};
export const labelOfStep = (to: Reachable): string => stepLabels[to];

/** An action of an agent or of the agency on a service. */
export type Step = 'start' | 'resume' | 'endBreak' | 'startBreak' | 'extend' | 'interrupt' | 'finish';

/** The state that each step asks for. */
export const reachedBy: Readonly<Record<Step, Reachable>> = {
  start: running,
  resume: running,
  endBreak: running,
  startBreak: paused,
  extend: extended,
  interrupt: interrupted,
  finish: finished,
};

/** The values of a service that its lifecycle depends on; moments in milliseconds. */
export interface ServiceState {
  status: number;
  start: number;
  end: number;
  /** No planned end: `end` is the agency's maximum duration. */
  openEnded?: boolean;
  isCircuit: boolean;
  /** For a stop: the state of its circuit. */
  circuitStatus?: number | null;
  /** The state that the current break interrupted. */
  pausedFrom?: number | null;
}

export interface StepContext {
  /** Minutes (2 §9: 5 by default). */
  lateMargin: number;
  /** Other services that its agents have begun. */
  others: readonly { isCircuit: boolean }[];
  /** The stops of a circuit. */
  stops?: readonly { status: number }[];
  /** Signatures that the report lacks. A phone does not know them: it asks, and the server keeps the end for the agency. */
  missingSignatures?: readonly string[];
}

/** Hours after its end during which a begun service can be ended (N-009), and an interrupted one resumed. */
export const unfinishedAfter = 24;

/** The messages of 2 §8 and §4, and those for other steps. */
export const refusals = {
  ended: 'Le service est terminé',
  another: 'Un service est actif',
  paused: 'Vous êtes en pause. Vous devez terminer votre pause pour pouvoir continuer.',
  unscheduled: 'Le service est déprogrammé',
  notBegun: 'Le service n’a pas commencé',
  over: 'L’heure de fin du service est passée',
  tooSoon: 'Le service commence dans plus de deux heures',
  tooLate: `L’heure de fin du service est passée depuis plus de ${unfinishedAfter} heures : il ne se reprend plus`,
  circuit: 'La tournée n’a pas commencé',
  stop: 'Une étape est en cours : quittez d’abord son site',
  /** N-066 */
  unsigned: "La signature d'un bon est obligatoire",
  stopStep: 'Une étape se commence et se termine, rien de plus',
} as const;

/** A service cannot begin earlier than this before its start. */
export const earliestStart = 2 * 60 * 60_000;

const minute = 60_000;

/** The step from one state to another; null: there is none. */
export function stepTo(from: number, to: number): Step | null {
  if (to === running)
    return isPlanned(from) ? 'start' : from === paused ? 'endBreak' : from === unfinished ? null : 'resume';
  if (to === paused) return 'startBreak';
  if (to === extended) return 'extend';
  if (to === interrupted) return 'interrupt';
  return to === finished ? 'finish' : null;
}

/** The state of whoever is there: the break of a circuit is also one at its stops, which have none of their own. */
export const stateAtHand = ({ status, circuitStatus }: Pick<ServiceState, 'status' | 'circuitStatus'>): number =>
  circuitStatus === paused && isActive(status) ? paused : status;

/** Why the service itself refuses a step at a moment, ignoring the other services of its agents; null: it does not. */
function ownRefusalOf(step: Step, { status, ...service }: ServiceState, at: number): string | null {
  if (status === finished || status === archived) return refusals.ended;
  if (status === unscheduled) return refusals.unscheduled;
  // An unfinished service can still be ended: a phone without network sends the end later.
  if (status === unfinished) return step === 'finish' ? null : refusals.ended;
  const isStop = service.circuitStatus != null;
  if (isStop && step !== 'start' && step !== 'resume' && step !== 'finish') return refusals.stopStep;
  if (isStop && service.circuitStatus === paused && (isPlanned(status) || isActive(status))) return refusals.paused;
  if (step === 'start') {
    if (!isPlanned(status)) return refusals.ended;
    if (isStop) {
      // A circuit may be late or early, so its stops ignore their hours.
      return isActive(service.circuitStatus as number) ? null : refusals.circuit;
    }
    if (at >= service.end) return refusals.over;
    return at < service.start - earliestStart ? refusals.tooSoon : null;
  }
  if (step === 'resume' && status === interrupted) return isPast(service, at) ? refusals.tooLate : null;
  if (!isActive(status)) return refusals.notBegun;
  if (status === paused) return step === 'endBreak' ? null : refusals.paused;
  return step === 'endBreak' ? refusals.notBegun : null;
}

/** Why a step is refused at a moment, or null. */
export function refusalOf(step: Step, service: ServiceState, context: StepContext, at: number): string | null {
  const own = ownRefusalOf(step, service, at);
  if (own !== null) return own;
  // N-044: an agent has at most one active service. Circuits do not count: they contain their stops.
  const begins = step === 'start' || service.status === interrupted;
  if (begins && !service.isCircuit && context.others.some((one) => !one.isCircuit)) return refusals.another;
  if (step === 'finish' && context.stops?.some((stop) => isActive(stop.status))) return refusals.stop;
  if (step === 'finish' && context.missingSignatures?.length) return refusals.unsigned;
  return null;
}

/** The order in which steps are offered, the most likely first. */
const stepOrder: readonly Step[] = ['start', 'endBreak', 'resume', 'finish', 'startBreak', 'interrupt', 'extend'];

/** The steps that the service itself allows now. */
export const offeredSteps = (service: ServiceState, now: number): Step[] =>
  stepOrder.filter(
    // « Reprendre » is offered only for an interrupted service.
    (step) => (step !== 'resume' || service.status === interrupted) && ownRefusalOf(step, service, now) === null,
  );

/** Minutes before the planned end from which ending is the likely step; earlier it is no main button: a glove must not end a shift. */
export const endSoon = 15;

/** The step of the main button; null: none is likely now. */
export function mainStep(service: ServiceState, now: number): Step | null {
  const [first] = offeredSteps(service, now);
  const isTooSoon =
    first === 'finish' &&
    service.circuitStatus == null &&
    isActive(service.status) &&
    now < service.end - endSoon * minute;
  return isTooSoon ? null : (first ?? null);
}

export const isOffered = (service: ServiceState, now: number): boolean => offeredSteps(service, now).length > 0;

/** Ended too long ago to be ended late or resumed. */
export const isPast = ({ end }: Pick<ServiceState, 'end'>, now: number): boolean =>
  now >= end + unfinishedAfter * 60 * minute;

export interface Outcome {
  status: number;
  event: LifecycleEvent;
  /** Real start and end of the service: set to this moment or to the planned end, cleared, or unchanged. */
  realStart?: 'set';
  realEnd?: 'set' | 'planned' | 'clear';
  /** Starts or ends a break. */
  break?: 'start' | 'end';
}

/** The result of an allowed step. */
export function outcomeOf(step: Step, service: ServiceState, lateMargin: number, at: number): Outcome {
  const { status, start, pausedFrom } = service;
  switch (step) {
    case 'start':
      return {
        status: running,
        event: at > start + lateMargin * minute ? 'serviceStartLate' : 'serviceStart',
        realStart: 'set',
      };
    case 'resume':
      return status === interrupted
        ? { status: running, event: 'serviceResume', realEnd: 'clear' }
        : { status, event: 'serviceResume' };
    case 'startBreak':
      return { status: paused, event: 'breakStart', break: 'start' };
    case 'endBreak':
      return { status: pausedFrom === extended ? extended : running, event: 'breakFinish', break: 'end' };
    case 'extend':
      return { status: extended, event: 'serviceExtension' };
    case 'interrupt':
      return { status: interrupted, event: 'serviceInterrupted', realEnd: 'set' };
    case 'finish':
      return {
        status: finished,
        event: finishOf(service, lateMargin, at),
        // Nobody works until the desk closes a forgotten service. A phone's late event has its own moment.
        realEnd: status === unfinished && isPast(service, at) ? 'planned' : 'set',
      };
  }
}

const finishOf = (service: ServiceState, lateMargin: number, at: number): LifecycleEvent =>
  isEndEarly(service, lateMargin, at)
    ? 'serviceStoppedEarly'
    : service.status === extended
      ? 'serviceExtensionEnd'
      : 'serviceFinish';

/** Earlier than planned by more than the agency's margin, extended or not; never for a service without a planned end. */
export const isEndEarly = (
  { end, openEnded = false }: Pick<ServiceState, 'end' | 'openEnded'>,
  lateMargin: number,
  at: number,
): boolean => !openEnded && at < end - lateMargin * minute;

/** The event that the clock logs with each state it sets. */
export const clockEvents: Readonly<
  Record<typeof late | typeof missed | typeof unfinished, { event: LifecycleEvent; content: string }>
> = {
  [late]: { event: 'serviceNotStarted', content: 'Non commencé à l’heure prévue' },
  [missed]: { event: 'serviceNotStarted', content: 'Non réalisé' },
  [unfinished]: { event: 'serviceInterrupted', content: `Non terminé ${unfinishedAfter} heures après l’heure de fin` },
};

/** O-004 */
export const activeStop = <S extends { status: number }>(stops: readonly S[]): S | null =>
  stops.find(({ status }) => isActive(status)) ?? null;

/** N-007: the first waiting stop. */
export const nextStop = <S extends { status: number; start: number }>(stops: readonly S[]): S | null =>
  stops.filter(({ status }) => isPlanned(status)).toSorted((one, other) => one.start - other.start)[0] ?? null;

/** O-034: a round has fewer finished executions than required. */
export const hasUnfinishedRounds = (
  rounds: readonly { numberOfExecutions: number; executions: readonly { endedAt: string | null }[] }[],
): boolean =>
  rounds.some(
    ({ numberOfExecutions, executions }) =>
      executions.filter(({ endedAt }) => endedAt !== null).length < numberOfExecutions,
  );

/** N-059 */
export const extensionReasons = {
  requestCustomer: 'Demande du client',
  requestManager: 'Demande du responsable',
  other: 'Autre (préciser)',
} as const;
export type ExtensionReason = keyof typeof extensionReasons;

/** N-058, N-060: whether the form can be submitted. */
export const isExtensionReady = (reason: ExtensionReason | null, text: string): boolean =>
  reason !== null && (reason !== 'other' || text.trim() !== '');

/** N-061 */
export const extensionContent = (reason: ExtensionReason, text: string): string =>
  `${extensionReasons[reason]} ${text}`.trim();

/** Checks submitted content: a reason, and its explanation if the reason needs one. */
export function isExtensionContent(content: string): boolean {
  const reason = (Object.keys(extensionReasons) as ExtensionReason[]).find((key) =>
    content.startsWith(extensionReasons[key]),
  );
  return reason !== undefined && isExtensionReady(reason, content.slice(extensionReasons[reason].length));
}

/**
 * Decision 83: the state of one person on a service. `own`: his own state; null: he has not begun. `begun`: the service
 * has a real start, so the times of its people are known.
 */
export function personStatus(service: { status: number; begun: boolean }, own: number | null): number {
  const isShared = !service.begun || isPlanned(service.status) || wholeStates.has(service.status);
  return isShared ? service.status : (own ?? waiting);
}

/** States of a service that are those of all its people. */
const wholeStates: ReadonlySet<number> = new Set([archived, unscheduled, unfinished]);

/** Decision 83: the state of a service from those of its people; it ends, or is interrupted, with its last person. */
export function statusOfAll(people: readonly number[], last: number): number {
  const active = people.filter(isActive);
  if (active.length === 0) return last;
  if (active.includes(extended)) return extended;
  return active.includes(running) ? running : paused;
}
