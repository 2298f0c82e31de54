// Labels and messages of each step, by kind of service and by who takes it.
import { inHours } from '../kernel/duration.ts';
import type { Mount } from '../kernel/endpoint.ts';
import { refusals, type ServiceState, type Step, unfinishedAfter } from './lifecycle.ts';

export type What = 'service' | 'circuit' | 'stop';

export const whatIs = ({ isCircuit, circuitStatus }: Pick<ServiceState, 'isCircuit' | 'circuitStatus'>): What =>
  circuitStatus != null ? 'stop' : isCircuit ? 'circuit' : 'service';

const labels: Record<Step, string> = {
  start: 'Démarrer',
  resume: 'Reprendre',
  startBreak: 'Prendre une pause',
  endBreak: 'Terminer la pause',
  extend: 'Prolonger',
  interrupt: 'Interrompre',
  finish: 'Terminer',
};

/** O-003: a stop has only an arrival and a departure. */
const stopLabels: Partial<Record<Step, string>> = { start: 'Arrivée sur site', finish: 'Quitter le site' };

export const labelOf = (step: Step, what: What): string => (what === 'stop' ? stopLabels[step] : null) ?? labels[step];

const grammar = {
  service: { the: 'le service', this: 'ce service', it: 'le', pronoun: 'Il', e: '' },
  circuit: { the: 'la tournée', this: 'cette tournée', it: 'la', pronoun: 'Elle', e: 'e' },
} as const;
const grammarOf = (what: What) => grammar[what === 'circuit' ? 'circuit' : 'service'];
const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** Texts of « Fin de service » (N-047, N-056). */
export function endWords(what: What): { title: string; question: string; only: string; extension: string } {
  const { the, it } = grammarOf(what);
  return {
    title: what === 'circuit' ? 'Fin de tournée' : 'Fin de service',
    question: `Terminer ${the}, ou ${it} prolonger ?`,
    only: `Terminer ${the} ?`,
    extension: `Prolonger ${the}`,
  };
}

type Asked = Exclude<Step, 'extend' | 'finish'>;

interface Question {
  title: string;
  message: string;
  confirmLabel: string;
  danger?: boolean;
}

/** N-041, N-042 */
export function questionOf(step: Step, what: What, mount: Mount): Question {
  const isOwn = mount === 'agent';
  const confirmLabel = step === 'startBreak' ? 'Commencer la pause' : labelOf(step, what);
  if (what === 'stop') {
    const moment =
      step === 'start' ? (isOwn ? 'de votre arrivée' : 'de l’arrivée') : isOwn ? 'de votre départ' : 'du départ';
    return { title: `${confirmLabel} ?`, message: `L’heure ${moment} est enregistrée.`, confirmLabel };
  }
  const { the, this: one, it, pronoun, e } = grammarOf(what);
  const asked: Record<Asked, [title: string, message: string]> = {
    start: [`Démarrer ${one}`, `L’heure de ${isOwn ? 'votre' : 'la'} prise de service est enregistrée.`],
    resume: [`Reprendre ${the}`, 'L’heure de la reprise est enregistrée.'],
    startBreak: [
      confirmLabel,
      `${capital(the)} est en pause jusqu’à ce que ${isOwn ? 'vous la terminiez' : 'la pause soit terminée'}.`,
    ],
    endBreak: [confirmLabel, `${capital(the)} reprend là où ${pronoun.toLowerCase()} en était.`],
    interrupt: [
      `Interrompre ${the}`,
      isOwn
        ? `Votre agence en est prévenue. Vous pourrez ${it} reprendre.`
        : `${pronoun} pourra être repris${e} jusqu’à ${unfinishedAfter} heures après son heure de fin.`,
    ],
  };
  const [title, message] = asked[step as Asked];
  return { title: `${title} ?`, message, confirmLabel, ...(step === 'interrupt' ? { danger: true } : {}) };
}

/** Message after the step. */
export function doneOf(step: Step, what: What): string {
  if (step === 'startBreak') return 'Pause commencée';
  if (step === 'endBreak') return 'Pause terminée';
  if (what === 'stop') return step === 'finish' ? 'Départ enregistré' : 'Arrivée enregistrée';
  const done = { start: 'démarré', resume: 'repris', extend: 'prolongé', interrupt: 'interrompu', finish: 'terminé' };
  return `${what === 'circuit' ? 'Tournée' : 'Service'} ${done[step]}${grammarOf(what).e}`;
}

/** Q-012 */
export const [pausedTitle, pausedAdvice] = refusals.paused.split(/(?<=\.) /) as [string, string];

/** Time until the planned end, or since; no words for a service without one. */
export function leftOf(
  { end, openEnded = false }: Pick<ServiceState, 'end' | 'openEnded'>,
  now: number,
): { words: string | null; isOver: boolean } {
  const minutes = Math.round((end - now) / 60_000);
  if (openEnded || minutes === 0) return { words: null, isOver: false };
  return minutes > 0
    ? { words: `encore ${inHours(minutes)}`, isOver: false }
    : { words: `dépassé de ${inHours(-minutes)}`, isOver: true };
}

/** The hour at which it was extended, and why. */
export interface Extension {
  at: number;
  reason: string | null;
}

/** « Prolongation à 20:58 : fin 21:00 → 22:37 · Demande du client » */
export function extensionWords(
  { at, reason }: Extension,
  { end, openEnded = false }: Pick<ServiceState, 'end' | 'openEnded'>,
  realEnd: number | null,
  time: (at: number) => string,
): string {
  const until = openEnded ? '' : ` : fin ${time(end)} → ${realEnd === null ? 'en cours' : time(realEnd)}`;
  return `Prolongation à ${time(at)}${until}${reason ? ` · ${reason}` : ''}`;
}
