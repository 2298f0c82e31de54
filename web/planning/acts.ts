// What a planner does in the grid, written at once; each act can be undone as long as the screen is open.
import type { Input } from '#core/kernel/endpoint.ts';
import { instantOf } from '#core/planning/calendar.ts';
import {
  cloneServices,
  moveServices,
  type PlannedService,
  publishServices,
  removeServices,
  saveServices,
} from '#core/planning/calls.ts';
import { Service } from '#core/planning/service.ts';
import { actKey, call } from '#ui/client/call.ts';
import { invalidateEntity } from '#ui/client/queries.tsx';

import { plural } from '#ui/format.ts';
import { notifyProblem, notifySuccess } from '#ui/notify.ts';
import { type Confirmed, withConfirmation } from './anomalies.ts';

export type ServiceDraft = Input<typeof saveServices>['services'][number];

/** The services as they were before an act, to be put back. */
interface Done {
  label: string;
  undo(): Promise<unknown>;
}

const history: Done[] = [];
const deepest = 30;

export async function undoLast(): Promise<void> {
  const last = history.pop();
  if (!last) return;
  await attempt(async () => {
    await last.undo();
    notifySuccess(`Annulé : ${last.label}`);
  });
}

export function remember(done: Done): void {
  history.push(done);
  if (history.length > deepest) history.shift();
}

/** Nothing is lost by a refusal: the planning is shown as it is. */
export async function attempt(act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (problem) {
    notifyProblem(problem);
  } finally {
    await invalidateEntity(Service);
  }
}

/** As it stands, without its version: an undo wins over what came after, which its history still tells. */
export const draftOf = ({ id, start, end, agents, site }: PlannedService): ServiceDraft => ({
  id,
  startAt: instantOf(start),
  endAt: instantOf(end),
  agents: agents.map((agent) => ({ id: agent })),
  site: { id: site },
});

const saveAll = (services: readonly ServiceDraft[], more: Confirmed) =>
  call(saveServices, { input: { services, ...more }, key: actKey() });

/** Each service as it shall be, over its version: a change by somebody else meanwhile is told. */
export async function change(
  before: readonly PlannedService[],
  after: readonly ServiceDraft[],
  label: string,
): Promise<boolean> {
  let done = false;
  await attempt(async () => {
    const saved = await withConfirmation((more) => saveAll(after, more));
    if (!saved) return;
    done = true;
    const back = before.map(draftOf);
    remember({ label, undo: () => saveAll(back, { confirmed: true }) });
    notifySuccess(label, { undo: () => void undoLast() });
  });
  return done;
}

export async function copy(copies: Input<typeof cloneServices>['copies']): Promise<void> {
  await attempt(async () => {
    const saved = await withConfirmation(({ confirmed }) =>
      call(cloneServices, { input: { copies, ...(confirmed ? { confirmed } : {}) }, key: actKey() }),
    );
    if (!saved) return;
    const label = `${plural(saved.services.length, 'service copié', 'services copiés')}`;
    const ids = saved.services.map(({ id }) => id);
    remember({ label, undo: () => call(removeServices, { input: { services: ids } }) });
    notifySuccess(label, { undo: () => void undoLast() });
  });
}

export async function unschedule(services: readonly string[], type: 'unschedule' | 'reschedule'): Promise<void> {
  await attempt(async () => {
    await call(moveServices, { params: { type }, input: { services } });
    const back = type === 'unschedule' ? 'reschedule' : 'unschedule';
    const label = plural(
      services.length,
      type === 'unschedule' ? 'service déprogrammé' : 'service reprogrammé',
      type === 'unschedule' ? 'services déprogrammés' : 'services reprogrammés',
    );
    remember({ label, undo: () => call(moveServices, { params: { type: back }, input: { services } }) });
    notifySuccess(label, { undo: () => void undoLast() });
  });
}

export const remove = (services: readonly string[]): Promise<void> =>
  attempt(async () => {
    await call(removeServices, { input: { services } });
    notifySuccess(plural(services.length, 'service supprimé', 'services supprimés'));
  });

export const publish = (input: Input<typeof publishServices>): Promise<void> =>
  attempt(async () => {
    const { published } = await call(publishServices, { input });
    notifySuccess(published === 0 ? 'Tout était déjà publié' : plural(published, 'service publié', 'services publiés'));
  });
