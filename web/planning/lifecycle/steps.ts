// What is asked before each step of a service's life, in the specification's words, and the call that takes it.
import type { Mount } from '#core/kernel/endpoint.ts';
import { type Reachable, refusals, type Step } from '#core/planning/lifecycle.ts';
import { moveService } from '#core/planning/lifecycle-calls.ts';
import { Service } from '#core/planning/service.ts';
import { extended, finished, interrupted, paused, running } from '#core/planning/status.ts';
import { actKey, call, endpointsOf } from '#ui/client/call.ts';
import { invalidateEntity } from '#ui/client/queries.tsx';
import type { Question } from '#ui/confirm.tsx';
import { notifyProblem, notifySuccess } from '#ui/notify.ts';

export interface Acting {
  id: string;
  status: number;
  isCircuit: boolean;
  /** When it is planned to end, in milliseconds. */
  end: number;
}

const reached: Record<Step, Reachable> = {
  start: running,
  resume: running,
  endBreak: running,
  startBreak: paused,
  extend: extended,
  interrupt: interrupted,
  finish: finished,
};

export const stepLabels: Record<Step, string> = {
  start: 'Démarrer',
  resume: 'Reprendre',
  startBreak: 'Prendre une pause',
  endBreak: 'Terminer la pause',
  extend: 'Prolonger',
  interrupt: 'Interrompre',
  finish: 'Terminer',
};

/** O-003: the two steps of a stop. */
export const stopQuestions: Record<'start' | 'finish', Question> = {
  start: {
    title: 'Arrivée sur site ?',
    message: 'L’heure de votre arrivée est enregistrée.',
    confirmLabel: 'Arrivée sur site',
  },
  finish: {
    title: 'Quitter le site ?',
    message: 'L’heure de votre départ est enregistrée.',
    confirmLabel: 'Quitter le site',
  },
};

type Asked = Exclude<Step, 'extend' | 'finish'>;

/** N-041, N-042; ending asks in a dialog of its own. */
export function questionOf(step: Asked, isCircuit: boolean): Question {
  const questions: Record<Asked, Question> = {
    start: {
      title: isCircuit ? 'Démarrer cette tournée ?' : 'Démarrer ce service ?',
      message: 'L’heure de votre prise de service est enregistrée.',
      confirmLabel: 'Démarrer',
    },
    resume: {
      title: isCircuit ? 'Reprendre la tournée ?' : 'Reprendre le service ?',
      message: 'L’heure de la reprise est enregistrée.',
      confirmLabel: 'Reprendre',
    },
    startBreak: {
      title: 'Commencer la pause ?',
      message: 'Le service est en pause jusqu’à ce que vous la terminiez.',
      confirmLabel: 'Commencer la pause',
    },
    endBreak: {
      title: 'Terminer la pause ?',
      message: 'Le service reprend là où il en était.',
      confirmLabel: 'Terminer la pause',
    },
    interrupt: {
      title: isCircuit ? 'Interrompre la tournée ?' : 'Interrompre le service ?',
      message: 'Votre agence en est prévenue. Vous pourrez le reprendre.',
      confirmLabel: 'Interrompre',
      danger: true,
    },
  };
  return questions[step];
}

const done: Record<Step, string> = {
  start: 'Service démarré',
  resume: 'Service repris',
  startBreak: 'Pause commencée',
  endBreak: 'Pause terminée',
  extend: 'Service prolongé',
  interrupt: 'Service interrompu',
  finish: 'Service terminé',
};

async function isEnded(id: string, mount: Mount): Promise<boolean> {
  const { service } = (await call(endpointsOf(Service).read, { params: { id }, mount })) as {
    service: { status: number };
  };
  return service.status === finished;
}

/** Taken, told and felt; a failure is told and the planning shown as it is. */
export async function take(step: Step, service: Acting, mount: Mount, content?: string): Promise<boolean> {
  const event = { uuid: actKey(), ...(content ? { eventMessages: [{ content }] } : {}) };
  try {
    await call(moveService, {
      mount,
      params: { status: String(reached[step]) },
      input: { service: { id: service.id }, event },
      // The same act twice is one, by the event and by the call.
      key: event.uuid,
    });
  } catch (problem) {
    // N-054: what was ended already is ended.
    const ended = step === 'finish' && (await isEnded(service.id, mount).catch(() => false));
    if (!ended) {
      notifyProblem(problem);
      await invalidateEntity(Service);
      return false;
    }
  }
  navigator.vibrate?.(60);
  notifySuccess(done[step]);
  await invalidateEntity(Service);
  return true;
}

/** */
export const [pausedTitle, pausedAdvice] = refusals.paused.split(/(?<=\.) /) as [string, string];
