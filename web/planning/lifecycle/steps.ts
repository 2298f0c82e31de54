// The call that takes a step of a service's life, and what is known of one whose answer was lost.
import type { Mount } from '#core/kernel/endpoint.ts';
import type { PlannedService } from '#core/planning/calls.ts';
import type { Living, Reachable, Step } from '#core/planning/lifecycle.ts';
import { moveService } from '#core/planning/lifecycle-calls.ts';
import { Service } from '#core/planning/service.ts';
import { extended, finished, interrupted, paused, running } from '#core/planning/status.ts';
import { actKey, call, endpointsOf } from '#ui/client/call.ts';
import { notifyProblem, notifySuccess } from '#ui/notify.ts';
import { doneOf, whatIs } from './words.ts';

export interface Acting extends Living {
  id: string;
  /** The agency's, in minutes. */
  lateMargin: number;
}

/** As his own planning tells it. */
export const ownActing = (
  { id, status, start, end, openEnded = false, circuit }: PlannedService,
  lateMargin: number,
): Acting => ({ id, status, start: start * 60_000, end: end * 60_000, openEnded, isCircuit: circuit, lateMargin });

const reached: Record<Step, Reachable> = {
  start: running,
  resume: running,
  endBreak: running,
  startBreak: paused,
  extend: extended,
  interrupt: interrupted,
  finish: finished,
};

interface Attempt {
  uuid: string;
  step: Step;
  mount: Mount;
  content: string | undefined;
  /** The state in which the service was last seen since. */
  status: number;
  hasMoved: boolean;
}

/** By service, the step that was sent without an answer that took it: sent again, it is the same act. */
const attempts = new Map<string, Attempt>();

/** The act may have changed the state once, its answer lost; whatever changes it again is another act's doing. */
export function noteState({ id, status }: Pick<Acting, 'id' | 'status'>): void {
  const attempt = attempts.get(id);
  if (!attempt || attempt.status === status) return;
  if (attempt.hasMoved) attempts.delete(id);
  else attempts.set(id, { ...attempt, status, hasMoved: true });
}

function attemptOf(step: Step, service: Acting, mount: Mount, content: string | undefined): Attempt {
  noteState(service);
  const known = attempts.get(service.id);
  if (known?.step === step && known.mount === mount && known.content === content) return known;
  const attempt = { uuid: actKey(), step, mount, content, status: service.status, hasMoved: false };
  attempts.set(service.id, attempt);
  return attempt;
}

async function isEnded(id: string, mount: Mount): Promise<boolean> {
  const { service } = (await call(endpointsOf(Service).read, { params: { id }, mount })) as {
    service: { status: number };
  };
  return service.status === finished;
}

/** Taken, told and felt; a failure is told. Whoever asked for it reads the planning again. */
export async function take(step: Step, service: Acting, mount: Mount, content?: string): Promise<boolean> {
  const { uuid } = attemptOf(step, service, mount, content);
  try {
    await call(moveService, {
      mount,
      params: { status: String(reached[step]) },
      input: { service: { id: service.id }, event: { uuid, ...(content ? { eventMessages: [{ content }] } : {}) } },
      // The same act twice is one, by the event and by the call.
      key: uuid,
    });
  } catch (problem) {
    // N-054: what was ended already is ended.
    const ended = step === 'finish' && (await isEnded(service.id, mount).catch(() => false));
    if (!ended) {
      notifyProblem(problem);
      return false;
    }
  }
  attempts.delete(service.id);
  navigator.vibrate?.(60);
  notifySuccess(doneOf(step, whatIs(service)));
  return true;
}
