// An alarm of a lone worker: its kinds, its life at the agency, and who is told when. Pure.
import { drillMark } from './report.ts';

/** What a phone reports (P-005), and the silence that only the server hears (decision 92). */
export const alarmKinds = {
  sos: 'Alerte SOS',
  call: 'Appel d’urgence',
  fall: 'Chute',
  inactivity: 'Inactivité',
  perimeter: 'Sortie de périmètre',
  silence: 'Sans nouvelles',
} as const;
export type AlarmKind = keyof typeof alarmKinds;

/** Of those that nobody has seen: somebody who asks for help, or fell, before a telephone that is not heard. */
export const mostUrgent: readonly AlarmKind[] = ['sos', 'call', 'fall', 'inactivity', 'perimeter', 'silence'];

export const nameOfAlarm = (kind: AlarmKind, isDrill: boolean): string =>
  isDrill ? `${drillMark} · ${alarmKinds[kind]}` : alarmKinds[kind];

/** `ASKED`: nobody knows yet whether something is wrong; somebody is to call (decision 92). */
export const alarmStates = {
  ASKED: 'À appeler',
  RAISED: 'À traiter',
  ACKNOWLEDGED: 'Vue',
  TAKEN: 'Prise en charge',
  CLOSED: 'Close',
} as const;
export type AlarmState = keyof typeof alarmStates;
export const alarmStateNames = Object.keys(alarmStates) as [AlarmState, ...AlarmState[]];

export const outcomes = {
  RESCUED: 'Secours envoyés',
  SETTLED: 'Réglée sans secours',
  FALSE: 'Fausse alerte',
  DRILL: 'Essai',
  /** By the product: the phone was heard again before anybody was alarmed. */
  HEARD: 'Téléphone de nouveau entendu',
} as const;
export type Outcome = keyof typeof outcomes;
const chosen = ['RESCUED', 'SETTLED', 'FALSE', 'DRILL'] as const;
export type ChosenOutcome = (typeof chosen)[number];
/** What somebody may close it with: a drill is only a drill. */
export const outcomesFor = (isDrill: boolean): readonly ChosenOutcome[] =>
  isDrill ? ['DRILL'] : chosen.filter((one) => one !== 'DRILL');
export const chosenOutcomes = chosen;

export const alarmActs = {
  acknowledge: 'Vu',
  take: 'Prendre en charge',
  comment: 'Commenter',
  close: 'Clore',
} as const;
export type AlarmAct = keyof typeof alarmActs;
export const alarmActNames = Object.keys(alarmActs) as [AlarmAct, ...AlarmAct[]];

/** The state after an act, or null: it is not possible now. */
export function stateAfter(state: AlarmState, act: AlarmAct): AlarmState | null {
  if (state === 'CLOSED') return act === 'comment' ? 'CLOSED' : null;
  switch (act) {
    case 'acknowledge':
      // Who calls somebody « Sans nouvelles » takes charge of it, or closes it.
      return state === 'RAISED' ? 'ACKNOWLEDGED' : null;
    case 'take':
      return 'TAKEN';
    case 'close':
      return 'CLOSED';
    case 'comment':
      return state;
  }
}

export const offeredActs = (state: AlarmState): readonly AlarmAct[] =>
  alarmActNames.filter((act) => stateAfter(state, act) !== null);

export const alarmRefusal = (state: AlarmState): string =>
  state === 'CLOSED' ? 'Cette alerte est close' : 'Cette alerte est déjà vue ou prise en charge';

/** It still sounds at the desk. */
export const isRinging = (state: AlarmState): boolean => state === 'RAISED' || state === 'ASKED';

/** What the desk hears: a drill has its own sound, and none while something real is open. */
export function soundOf(
  open: readonly { state: AlarmState; drill: boolean; isMine: boolean }[],
): 'alarm' | 'drill' | null {
  const ringing = open.filter(({ state, isMine }) => isMine && isRinging(state));
  if (ringing.some(({ drill }) => !drill)) return 'alarm';
  return ringing.length > 0 && open.every(({ drill }) => drill) ? 'drill' : null;
}

const aDay = 86_400_000;
/** The time that a phone gives is worth showing: at most a day before the report arrived. Its clock may be wrong or set. */
export function isPlausible(createdAt: string, receivedAt: string): boolean {
  const before = Date.parse(receivedAt) - Date.parse(createdAt);
  return before >= 0 && before <= aDay;
}

export interface Link {
  agent: string;
  /** Minutes before the next person is told. */
  delay: number;
}

export interface Telling {
  to: { agent: string } | 'everyone';
  /** Minutes until the next step; null: nobody is left to tell. */
  wait: number | null;
}

/** Step 0 is the alarm itself. After the last person of the chain everybody is told; without a chain, everybody at once. */
export function tellingAt(chain: readonly Link[], step: number): Telling | null {
  const link = chain[step];
  if (link) return { to: { agent: link.agent }, wait: link.delay };
  return step === chain.length ? { to: 'everyone', wait: null } : null;
}

/** Minutes between « Sans nouvelles » and the alarm (decision 92). */
export const silenceGrace = 5;

/** Of what phones report again, the last ones are shown; those before them are counted. */
export const mostRepeats = 20;

/** A phone that reports without end does not hide what people did. */
export function foldedLog<L extends { act: LogAct; content: string | null }>(log: readonly L[]): L[] {
  const repeats = log.filter(({ act }) => act === 'again' || act === 'returned');
  const folded = repeats.slice(0, -mostRepeats);
  const last = folded.at(-1);
  if (!last) return [...log];
  const gone = new Set(folded);
  return log.flatMap((line) =>
    line === last
      ? [{ ...line, act: 'again' as const, content: `${folded.length} signalements` }]
      : gone.has(line)
        ? []
        : [line],
  );
}

/** Lines of an alarm's log. */
export const logActs = {
  asked: 'Sans nouvelles : appel demandé',
  raised: 'Alerte reçue',
  again: 'Signalée de nouveau',
  told: 'Prévenu',
  untold: 'Non prévenu',
  everyone: 'Toute la supervision prévenue',
  acknowledge: 'Vue par',
  take: 'Prise en charge par',
  comment: 'Commentaire',
  heard: 'Le téléphone est de nouveau entendu',
  returned: 'Retour dans le périmètre',
  close: 'Close par',
} as const;
export type LogAct = keyof typeof logActs;
export const logActNames = Object.keys(logActs) as [LogAct, ...LogAct[]];
