// Actions of a planner in the grid: drawn and saved at once (optimistic updates), with undo while the screen is open.
import type { Input } from '#core/kernel/endpoint.ts';
import { instantOf, minuteOf } from '#core/planning/calendar.ts';
import {
  cloneServices,
  moveServices,
  type PlannedService,
  type RefusedServices,
  removeServices,
  saveServices,
} from '#core/planning/calls.ts';
import { movedBreaks } from '#core/planning/planned.ts';
import { Service } from '#core/planning/service.ts';
import { waiting } from '#core/planning/status.ts';
import { undoServices } from '#core/planning/undo-calls.ts';
import { keysByContent } from '#ui/client/act.ts';
import { actKey, call } from '#ui/client/call.ts';
import { invalidateEntity } from '#ui/client/queries.tsx';
import { plural } from '#ui/format.ts';
import { notifyIncomplete, notifyProblem, notifySuccess } from '#ui/notify.ts';
import { type Asking, type Confirmed, withConfirmation } from './anomalies.ts';
import { Act, allAnswered, provisionalId } from './pending.ts';
import { expectRows } from './refresh.ts';

export type ServiceDraft = Input<typeof saveServices>['services'][number];

/** An action that can be undone. */
interface Done {
  /** Told after the undo. */
  undone: string;
  /** False: the user answered a question with no, and nothing was undone. */
  undo(): Promise<unknown>;
  /** Closes its message. */
  hide(): void;
}

const history: Done[] = [];
const historyLimit = 30;

/** Undoes the last action. Waits for running requests first: one of them may be the last action. */
export async function undoLast(): Promise<void> {
  await allAnswered();
  const last = history.at(-1);
  if (last) await undoOne(last);
}

async function undoOne(done: Done): Promise<void> {
  await allAnswered();
  const at = history.indexOf(done);
  if (at < 0) return;
  history.splice(at, 1);
  done.hide();
  try {
    if ((await done.undo()) === false) history.splice(at, 0, done);
    else notifySuccess(done.undone);
  } catch (problem) {
    notifyProblem(problem);
  }
}

/** Shows that it is done, with « Annuler » and perhaps a further act. The result closes it. */
export function remember(
  label: string,
  undo: Done['undo'],
  {
    undone = `Annulé : ${label}`,
    ...more
  }: Pick<NonNullable<Parameters<typeof notifySuccess>[1]>, 'offer' | 'lasts'> & { undone?: string } = {},
): () => void {
  const done: Done = { undone, undo, hide: () => {} };
  history.push(done);
  // Its own action, which need not be the last one any more.
  done.hide = notifySuccess(label, { undo: () => void undoOne(done), ...more });
  if (history.length > historyLimit) history.shift();
  return done.hide;
}

/** Notifies the user of a refusal, then invalidates these services; without `ids`, the whole period. */
export async function attempt(act: () => Promise<unknown>, ids?: readonly string[], isShown = false): Promise<void> {
  let isRefused = false;
  try {
    await act();
  } catch (problem) {
    isRefused = true;
    notifyProblem(problem);
  } finally {
    await invalidateEntity(Service, ids, isShown && !isRefused);
  }
}

/** The same for an undo, whose refusal is notified by the caller. */
export async function undoing<T>(act: () => Promise<T>, ids: readonly string[], isShown = false): Promise<T> {
  let isDone = false;
  try {
    const result = await act();
    isDone = result !== false;
    return result;
  } finally {
    void invalidateEntity(Service, ids, isShown && isDone);
  }
}

type Undone = Input<typeof undoServices>['services'][number];

/** Null: the user answered the question about anomalies with no. An undo never accepts them itself. */
export const sendUndo = (services: readonly Undone[]) =>
  withConfirmation(
    (more) => call(undoServices, { input: { services: [...services], ...more }, key: actKey() }),
    'undo',
  );

/** What the act changed, before and after: only this is undone. `accepted`: with accepted anomalies. */
function undoneOf(was: PlannedService, made: PlannedService, accepted: boolean): Undone {
  const { id, ...before } = changedDraft(was, made);
  const { id: _id, ...after } = changedDraft(made, was);
  const posts = Math.max(was.wanted, made.agents.length);
  const grown = posts > was.wanted;
  return {
    id: id as string,
    before: { ...before, ...(grown ? { nbAgents: was.wanted } : {}) } as Undone['before'],
    after: { ...after, ...(grown ? { nbAgents: posts } : {}) } as Undone['after'],
    ...(accepted ? { accepted } : {}),
  };
}

const draftOf = ({ id, start, end, agents, site }: PlannedService): ServiceDraft => ({
  id,
  startAt: instantOf(start),
  endAt: instantOf(end),
  agents: agents.map((agent) => ({ id: agent })),
  site: { id: site },
});

/** Only what this act changes: an earlier act that is drawn may still be refused. */
function changedDraft(row: PlannedService, drawn: PlannedService | undefined): ServiceDraft {
  const draft = draftOf(row);
  if (!drawn) return draft;
  const { id, ...was } = draftOf(drawn);
  const changed = Object.entries(draft).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(was[name as keyof typeof was]),
  );
  return { ...Object.fromEntries(changed), id };
}

const saveAll = (services: readonly ServiceDraft[], more: Confirmed) =>
  call(saveServices, { input: { services, ...more }, key: actKey() });

/**
 * Draws the new services at once, and saves them with the version that the user saw: a conflicting change is reported.
 */
export async function change(
  before: readonly PlannedService[],
  wanted: readonly PlannedService[],
  label: string,
): Promise<boolean> {
  const drawn = new Map(before.map((row) => [row.id, row]));
  const after = wanted.filter((row) => Object.keys(changedDraft(row, drawn.get(row.id))).length > 1);
  // Dropped where it was: nothing to save, to tell or to undo.
  if (after.length === 0) return false;
  const changed = new Set(idsOf(after));
  const act = new Act(
    before.filter(({ id }) => changed.has(id)),
    after.map(unpublished),
  );
  let done = false;
  const write = async (): Promise<void> => {
    const was = act.before;
    const versions = new Map(was.map(({ id, version }) => [id, version]));
    const drafts = after.map((row) => ({
      ...changedDraft(row, drawn.get(row.id)),
      version: versions.get(row.id) ?? row.version,
    }));
    let accepted = false;
    const saved = await withConfirmation((more) => {
      accepted = more.confirmed === true;
      return saveAll(drafts, more);
    });
    if (!saved) return;
    done = true;
    accept(act, saved.services);
    remember(label, () => putBack(after, was, accepted));
  };
  await attempt(() => act.run(write), idsOf(after), true);
  return done;
}

/** Draws the services as they were; goes back if the server refuses, or the user does not accept an anomaly. */
function putBack(from: readonly PlannedService[], to: readonly PlannedService[], accepted: boolean): Promise<boolean> {
  const made = new Map(from.map((row) => [row.id, row]));
  const act = new Act(from, to);
  let isDone = false;
  const write = async (): Promise<void> => {
    const saved = await sendUndo(to.map((was) => undoneOf(was, made.get(was.id) ?? was, accepted)));
    if (!saved) return;
    isDone = true;
    accept(act, saved.services);
  };
  return undoing(() => act.run(write).then(() => isDone), idsOf(to), true);
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

function accept(act: Act, saved: readonly { id: string; version: number }[]): void {
  const versions = new Map(saved.map((one) => [one.id, one]));
  const inOrder = act.rows.map(({ id }, at) => versions.get(id) ?? saved[at]).filter((one) => one !== undefined);
  act.saved(inOrder);
  expectRows(inOrder);
}

/** The published version is out of date; the server decides whether it is still published. */
const unpublished = (row: PlannedService): PlannedService =>
  row.publication === 'PUBLISHED' ? { ...row, publication: 'CHANGED' } : row;

type Copy = Input<typeof cloneServices>['copies'][number];

const copyOf = (service: PlannedService, { startAt, minutes, agents, site }: Copy): PlannedService => {
  const start = minuteOf(startAt);
  return {
    ...service,
    id: provisionalId(),
    version: 0,
    start,
    end: start + minutes,
    // A copy has the breaks of everybody only.
    breaks: movedBreaks(service, start, start + minutes).filter(([, , whose]) => whose === null),
    agents: agents ?? service.agents,
    site: site ?? service.site,
    status: waiting,
    publication: 'DRAFT',
    series: false,
  };
};

/** A copy pasted again after a lost answer is the same copy: the server makes it once. */
const keyOfCopies = keysByContent();

/** Each service with its copy: drawn at once, and locked until the server has created it. */
export async function copy(made: readonly { service: PlannedService; copy: Copy }[]): Promise<void> {
  const act = new Act(
    [],
    made.map(({ service, copy: one }) => copyOf(service, one)),
  );
  const copies = made.map(({ copy: one }) => one);
  const write = async (): Promise<void> => {
    const saved = await withConfirmation(async (more) => {
      const input = { copies, ...more };
      const answer = await call(cloneServices, { input, key: keyOfCopies(input) });
      keyOfCopies.renew(input);
      return answer;
    });
    if (!saved) return;
    accept(act, saved.services);
    const label = `${plural(saved.services.length, 'service copié', 'services copiés')}`;
    const ids = idsOf(saved.services);
    const versions = Object.fromEntries(saved.services.map(({ id, version }) => [id, version]));
    remember(label, () => undoing(() => call(removeServices, { input: { services: ids, versions } }), ids));
  };
  await attempt(() => act.run(write), [], true);
}

/** Null: the user answered the question about anomalies with no; only « Reprogrammer » asks one. */
export const moveAll = (services: readonly string[], type: 'unschedule' | 'reschedule', what?: Asking) =>
  withConfirmation(
    (more) => call(moveServices, { params: { type }, input: { services: [...services], ...more }, key: actKey() }),
    what,
  );

const movedLabels = {
  unschedule: ['service déprogrammé', 'services déprogrammés'],
  reschedule: ['service reprogrammé', 'services reprogrammés'],
} as const;

/** More would be a list, not a message. */
const mostNamed = 3;

/** « Hôtel Miramarine, lundi 16 novembre, 19:00–07:00 (pourquoi) ; … » */
export function namedRefusals(refused: RefusedServices): string {
  const named = refused.slice(0, mostNamed).map(({ name, why }) => `${name} (${why})`);
  if (refused.length > mostNamed) named.push(`${refused.length - mostNamed} de plus`);
  return named.join(' ; ');
}

/** They stay as they are. */
function tellRefused(refused: RefusedServices): void {
  if (refused.length === 0) return;
  const message = `${plural(refused.length, 'service refusé', 'services refusés')} : ${namedRefusals(refused)}`;
  notifyIncomplete(message, { lasts: 'answered' });
}

export async function unschedule(services: readonly string[], type: 'unschedule' | 'reschedule'): Promise<void> {
  await attempt(async () => {
    const moved = await moveAll(services, type);
    if (!moved) return;
    tellRefused(moved.refused);
    const ids = idsOf(moved.services);
    if (ids.length === 0) return;
    const [singular, several] = movedLabels[type];
    remember(plural(ids.length, singular, several), () =>
      undoing(async () => {
        const back = await moveAll(ids, type === 'unschedule' ? 'reschedule' : 'unschedule', 'undo');
        if (back) tellRefused(back.refused);
        return back !== null;
      }, ids),
    );
  }, services);
}

export const remove = (services: readonly string[]): Promise<void> =>
  attempt(async () => {
    await call(removeServices, { input: { services } });
    notifySuccess(plural(services.length, 'service supprimé', 'services supprimés'));
  }, services);
