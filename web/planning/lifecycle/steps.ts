// Calls for the steps of a service, and retries of those whose answer was lost.
import type { Mount } from '#core/kernel/endpoint.ts';
import type { PlannedService } from '#core/planning/calls.ts';
import { reachedBy, type ServiceState, type Step } from '#core/planning/lifecycle.ts';
import { moveService } from '#core/planning/lifecycle-calls.ts';
import { Service } from '#core/planning/service.ts';
import { finished } from '#core/planning/status.ts';
import { doneOf, whatIs } from '#core/planning/step-words.ts';
import { actKey, call, endpointsOf } from '#ui/client/call.ts';
import { notifySuccess } from '#ui/notify.ts';

export interface Acting extends ServiceState {
  id: string;
  /** Setting of the agency, in minutes. */
  lateMargin: number;
  /** By the desk: the person whose step it is; absent: everybody on the service. */
  agent?: string;
}

/** As « Mon planning » shows it. */
export const ownActing = (
  { id, status, start, end, openEnded = false, circuit }: PlannedService,
  lateMargin: number,
): Acting => ({ id, status, start: start * 60_000, end: end * 60_000, openEnded, isCircuit: circuit, lateMargin });

interface Attempt {
  uuid: string;
  step: Step;
  mount: Mount;
  content: string | undefined;
  /** The last status seen since. */
  status: number;
  hasMoved: boolean;
}

/** By service and person: the step that was sent and not acknowledged. A retry uses the same idempotency key. */
const attempts = new Map<string, Attempt>();
const keyOf = ({ id, agent = '' }: Pick<Acting, 'id' | 'agent'>): string => `${id} ${agent}`;

/** A lost step may have changed the status once; a second change comes from another action. */
export function noteState(service: Pick<Acting, 'id' | 'agent' | 'status'>): void {
  const [key, { status }] = [keyOf(service), service];
  const attempt = attempts.get(key);
  if (!attempt || attempt.status === status) return;
  if (attempt.hasMoved) attempts.delete(key);
  else attempts.set(key, { ...attempt, status, hasMoved: true });
}

function attemptOf(step: Step, service: Acting, mount: Mount, content: string | undefined): Attempt {
  const known = attempts.get(keyOf(service));
  if (known?.step === step && known.mount === mount && known.content === content) return known;
  const attempt = { uuid: actKey(), step, mount, content, status: service.status, hasMoved: false };
  attempts.set(keyOf(service), attempt);
  return attempt;
}

async function isEnded(id: string, mount: Mount): Promise<boolean> {
  const { service } = (await call(endpointsOf(Service).read, { params: { id }, mount })) as {
    service: { status: number };
  };
  return service.status === finished;
}

/** Sends the step, notifies and vibrates. The caller tells a failure, and reads the planning again. */
export async function take(step: Step, service: Acting, mount: Mount, content?: string): Promise<void> {
  const { uuid } = attemptOf(step, service, mount, content);
  try {
    await call(moveService, {
      mount,
      params: { status: String(reachedBy[step]) },
      input: {
        service: { id: service.id },
        event: { uuid, ...(content ? { eventMessages: [{ content }] } : {}) },
        ...(service.agent ? { agent: service.agent } : {}),
      },
      // The id of the event and the idempotency key make a retry harmless.
      key: uuid,
    });
  } catch (problem) {
    // N-054: already ended is success.
    const ended = step === 'finish' && (await isEnded(service.id, mount).catch(() => false));
    if (!ended) throw problem;
  }
  attempts.delete(keyOf(service));
  navigator.vibrate?.(60);
  notifySuccess(doneOf(step, whatIs(service)));
}
