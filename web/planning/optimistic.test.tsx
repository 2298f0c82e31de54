// Optimistic updates: own changes are drawn at once and rolled back on a refusal; changes of others arrive by row.
import { focusManager, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PlannedService } from '#core/planning/calls.ts';
import { mostRows } from '#core/planning/fetch-calls.ts';
import { queryClient } from '#ui/client/queries.tsx';
import { type Reply, refusal, type StubRequest, serve } from '#ui/client/testing/server.ts';
import { refresher } from '#ui/live/Live.tsx';
import { streamWorks } from '#ui/live/stream.ts';
import { owner, showPage, startAfresh } from '../testing/page.tsx';
import { AnomaliesHost } from './AnomaliesHost.tsx';
import { change, copy, undoLast } from './acts.ts';
import { isProvisional, pendingSteps } from './pending.ts';
import { dataOf, id, other, period, service } from './testing/planned.ts';
import { type PlanningState, usePlanning } from './usePlanning.ts';

const ids = { one: id(1), two: id(2), three: id(3), made: id(4) };
const one = service(ids.one, '2026-11-10', '08:00', '12:00', { version: 1 });
const two = service(ids.two, '2026-11-12', '08:00', '12:00', { version: 1 });

/** The services on the server, and the reply to a save. */
let stored = new Map<string, PlannedService>();
let answerSave: ((request: StubRequest) => Reply | Promise<Reply> | null) | null = null;
let requests: StubRequest[] = [];

const minute = (instant: string): number => Date.parse(instant) / 60_000;
interface Draft {
  id: string;
  version?: number;
  startAt?: string;
  endAt?: string;
  agents?: { id: string }[];
}

function save({ body }: StubRequest): Reply {
  const { services } = body as { services: Draft[] };
  for (const { id, version } of services)
    if (version !== undefined && version !== stored.get(id)?.version)
      return refusal(409, 'Ce service vient d’être modifié');
  return [
    200,
    {
      services: services.map(({ id, startAt, endAt, agents }) => {
        const was = stored.get(id) as PlannedService;
        const next = {
          ...was,
          version: was.version + 1,
          start: startAt === undefined ? was.start : minute(startAt),
          end: endAt === undefined ? was.end : minute(endAt),
          agents: agents?.map((agent) => agent.id) ?? was.agents,
        };
        stored.set(id, next);
        return { id, version: next.version };
      }),
    },
  ];
}

async function answer(call: StubRequest): Promise<Reply> {
  if (call.path.endsWith('/fetch/circuits-planning')) return [200, dataOf([...stored.values()])];
  if (call.path.endsWith('/fetch/agents/working-times')) return [200, { workingTimes: {} }];
  if (call.path.endsWith('/fetch/circuits-planning-rows')) {
    const { services } = call.body as { services: { id: string }[] };
    const ids = services.map(({ id }) => id);
    return [
      200,
      {
        services: ids.flatMap((id) => stored.get(id) ?? []),
        gone: ids.filter((id) => !stored.has(id)),
        sites: [],
        goneSites: [],
        workingTimes: {},
        removed: 0,
      },
    ];
  }
  if (call.path.endsWith('/services/clone')) {
    const [made] = (call.body as { copies: { startAt: string; minutes: number; service: string }[] }).copies;
    const start = minute(made?.startAt ?? '');
    const row = { ...one, id: ids.made, version: 1, start, end: start + (made?.minutes ?? 0) };
    stored.set(ids.made, row);
    return [200, { services: [{ id: ids.made, version: 1 }] }];
  }
  if (call.path.endsWith('/circuits')) return (await answerSave?.(call)) ?? save(call);
  return [404, {}];
}

const asked = (end: string): StubRequest[] => requests.filter(({ path }) => path.endsWith(end));
const wholes = (): number => asked('/fetch/circuits-planning').length;
const rowCalls = (): string[][] =>
  asked('/fetch/circuits-planning-rows').map(({ body }) =>
    (body as { services: { id: string }[] }).services.map(({ id }) => id),
  );
const saves = (): Draft[][] => asked('/circuits').map(({ body }) => (body as { services: Draft[] }).services);

let live: ReturnType<typeof refresher>;
beforeEach(() => {
  startAfresh();
  pendingSteps.set(new Map());
  stored = new Map([one, two].map((row) => [row.id, row]));
  answerSave = null;
  requests = serve(answer);
  live = refresher();
});
afterEach(() => live.stop());
const announce = (...ids: string[]): void => act(() => live.onEvent({ type: 'changed', entity: 'service', ids }));

async function opened(): Promise<State> {
  showPage(<AnomaliesHost />, owner());
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => usePlanning(period, true), { wrapper });
  await waitFor(() => expect(result.current.planning).not.toBeNull());
  requests.length = 0;
  return result;
}

type State = { current: PlanningState };
const rowOf = ({ current }: State, id = ids.one): PlannedService | undefined => current.planning?.services.get(id);
const startOf = (state: State, id = ids.one): number | undefined => rowOf(state, id)?.start;
const later = (row: PlannedService, hours: number): PlannedService => ({
  ...row,
  start: row.start + hours * 60,
  end: row.end + hours * 60,
});
const rest = (milliseconds: number): Promise<void> =>
  act(() => new Promise<void>((done) => setTimeout(done, milliseconds)));
/** Starts a user action and draws its effect. */
function begun<T>(run: () => Promise<T>): Promise<T> {
  const made: Promise<T>[] = [];
  act(() => void made.push(run()));
  return made[0] as Promise<T>;
}

/** A save whose reply waits for the test. */
function held(): { let(reply?: Reply): void } {
  const gate = Promise.withResolvers<Reply | null>();
  answerSave = async (call) => (await gate.promise) ?? save(call);
  return { let: (reply) => gate.resolve(reply ?? null) };
}

test('a drag is drawn at once as saving, then as saved; its row is fetched once, the period never', async () => {
  const state = await opened();
  const gate = held();
  const dragged = later(one, 2);
  const done = begun(() => change([one], [dragged], 'Service déplacé'));
  expect([startOf(state), state.current.saving.has(ids.one)]).toEqual([dragged.start, true]);
  expect(state.current.planning?.shifts.get(one.agents[0] as string)?.[0]?.start).toBe(dragged.start);
  // It differs from the published version at once.
  expect(rowOf(state)?.publication).toBe('CHANGED');
  gate.let();
  await act(async () => {
    await done;
  });
  expect([startOf(state), state.current.saving.has(ids.one), rowOf(state)?.version]).toEqual([dragged.start, false, 2]);
  // The live event of the own change.
  announce(ids.one);
  await waitFor(() => expect(rowCalls()).toEqual([[ids.one]]));
  await rest(900);
  expect([startOf(state), rowCalls().length, wholes()]).toEqual([dragged.start, 1, 0]);
  expect(rowOf(state)?.publication).toBe('PUBLISHED');
  expect(pendingSteps.get().size).toBe(0);
});

test('an event before the reply of the save neither makes the chip jump nor fetches it again', async () => {
  const state = await opened();
  const gate = Promise.withResolvers<void>();
  answerSave = async (call) => {
    const reply = save(call);
    await gate.promise;
    return reply;
  };
  const dragged = later(one, 2);
  const done = begun(() => change([one], [dragged], 'Service déplacé'));
  await waitFor(() => expect(stored.get(ids.one)?.version).toBe(2));
  announce(ids.one);
  await waitFor(() => expect(rowCalls()).toHaveLength(1));
  await rest(20);
  expect([startOf(state), state.current.saving.has(ids.one)]).toEqual([dragged.start, true]);
  gate.resolve();
  await act(async () => {
    await done;
  });
  await rest(900);
  expect([startOf(state), rowCalls().length, wholes()]).toEqual([dragged.start, 1, 0]);
});

test('without a live connection the row is fetched a little later', async () => {
  const state = await opened();
  await act(async () => void (await change([one], [later(one, 1)], 'Service déplacé')));
  await waitFor(() => expect(rowCalls()).toEqual([[ids.one]]), { timeout: 2_000 });
  expect(startOf(state)).toBe(one.start + 60);
});

test.each<[string, Reply | 'network', RegExp]>([
  ['refuses', refusal(400, 'Le site est fermé'), /Le site est fermé/],
  ['reports a conflicting change', refusal(409, 'Ce service vient d’être modifié'), /vient d’être modifié/],
  ['cannot be reached', 'network', /connexion|réseau|joindre/i],
])('when the server %s the chip goes back and the message is shown', async (_how, reply, words) => {
  const state = await opened();
  const gate = Promise.withResolvers<void>();
  answerSave = async () => {
    await gate.promise;
    if (reply === 'network') throw new TypeError('Failed to fetch');
    return reply;
  };
  const done = begun(() => change([one], [later(one, 2)], 'Service déplacé'));
  expect(startOf(state)).toBe(one.start + 120);
  gate.resolve();
  await act(async () => expect(await done).toBe(false));
  expect([startOf(state), state.current.saving.size]).toEqual([one.start, 0]);
  expect((await screen.findAllByText(words)).length).toBeGreaterThan(0);
  // The current row is fetched.
  await waitFor(() => expect(rowCalls()).toEqual([[ids.one]]));
});

const error = {
  index: 0,
  service: ids.one,
  agent: null,
  code: '11-hour rest',
  level: 1,
  message: 'Repos de 9 h',
  article: null,
};
const anomalies = 'Des anomalies ont été détectées, voulez-vous modifier votre saisie ?';

test.each([
  ['Enregistrer quand même', 120],
  ['Modifier la saisie', 0],
])('the question of the checks is answered while the chip is at its new place (%s)', async (button, minutes) => {
  const state = await opened();
  answerSave = (call) =>
    (call.body as { confirmed?: true }).confirmed ? null : refusal(409, 'À confirmer', { errors: [error] });
  const done = begun(() => change([one], [later(one, 2)], 'Service déplacé'));
  await screen.findByRole('dialog', { name: anomalies });
  expect([startOf(state), state.current.saving.has(ids.one)]).toEqual([one.start + 120, true]);
  act(() => screen.getByRole('button', { name: button }).click());
  await act(async () => expect(await done).toBe(minutes > 0));
  expect([startOf(state), state.current.saving.size]).toEqual([one.start + minutes, 0]);
});

test('two quick drags of a chip are sent in order, the second over the version of the first', async () => {
  const state = await opened();
  const gate = held();
  const [first, second] = [later(one, 1), later(one, 3)];
  void begun(() => change([one], [first], 'Service déplacé'));
  const done = begun(() => change([rowOf(state) as PlannedService], [second], 'Service déplacé'));
  await waitFor(() => expect(saves()).toHaveLength(1));
  expect(startOf(state)).toBe(second.start);
  answerSave = null;
  gate.let();
  await act(async () => {
    await done;
  });
  expect(saves().map(([draft]) => [minute(draft?.startAt ?? ''), draft?.version])).toEqual([
    [first.start, 1],
    [second.start, 2],
  ]);
  expect(startOf(state)).toBe(second.start);
  expect(stored.get(ids.one)?.start).toBe(second.start);
  // Each has its own undo, drawn at once.
  const undone = begun(() => undoLast());
  await waitFor(() => expect(startOf(state)).toBe(first.start));
  await act(async () => {
    await undone;
  });
  await act(async () => {
    await undoLast();
  });
  expect([startOf(state), stored.get(ids.one)?.start]).toEqual([one.start, one.start]);
});

test('if the first of two quick drags is refused, the second is sent over the version of the server and can be undone', async () => {
  const state = await opened();
  const gate = held();
  const second = later(one, 3);
  void begun(() => change([one], [later(one, 1)], 'Service déplacé'));
  const done = begun(() => change([rowOf(state) as PlannedService], [second], 'Service déplacé'));
  await waitFor(() => expect(saves()).toHaveLength(1));
  answerSave = null;
  gate.let(refusal(400, 'Le site est fermé'));
  await act(async () => expect(await done).toBe(true));
  expect(saves().map(([draft]) => draft?.version)).toEqual([1, 1]);
  expect(startOf(state)).toBe(second.start);
  await act(async () => {
    await undoLast();
  });
  expect(stored.get(ids.one)?.start).toBe(one.start);
});

test('an agent whom the server refused is not sent with the next drag', async () => {
  const state = await opened();
  const gate = held();
  void begun(() => change([one], [{ ...one, agents: [other] }], 'Service déplacé'));
  const drawn = rowOf(state) as PlannedService;
  expect(drawn.agents).toEqual([other]);
  const done = begun(() => change([drawn], [later(drawn, 3)], 'Service déplacé'));
  await waitFor(() => expect(saves()).toHaveLength(1));
  answerSave = null;
  gate.let(refusal(400, 'Le collaborateur est absent'));
  await act(async () => expect(await done).toBe(true));
  expect(stored.get(ids.one)).toMatchObject({ start: later(one, 3).start, agents: one.agents });
});

test('an undo by keys closes the message of the action that it undoes', async () => {
  await opened();
  await act(async () => void (await change([one], [later(one, 2)], 'Service déplacé')));
  expect(await screen.findByRole('button', { name: 'Annuler' })).toBeTruthy();
  await act(async () => {
    await undoLast();
  });
  expect(await screen.findByText('Annulé : Service déplacé')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Annuler' })).toBeNull());
});

test('a copy is drawn at once, and then gets the id of the server', async () => {
  const state = await opened();
  const startAt = new Date((one.start + 1_440) * 60_000).toISOString();
  const done = begun(() => copy([{ service: one, copy: { service: one.id, startAt, minutes: 240, agents: [other] } }]));
  const shown = (): string[] => (state.current.planning?.data.services ?? []).map(({ id }) => id);
  expect(shown().filter(isProvisional)).toHaveLength(1);
  await act(async () => {
    await done;
  });
  expect([shown().filter(isProvisional), rowOf(state, ids.made)?.start]).toEqual([[], one.start + 1_440]);
  await waitFor(() => expect(rowCalls()).toEqual([[ids.made]]), { timeout: 2_000 });
  await waitFor(() => expect(pendingSteps.get().size).toBe(0));
  expect(wholes()).toBe(0);
});

test('changes of others arrive by row, with one call for simultaneous ones', async () => {
  const state = await opened();
  stored.set(ids.one, { ...later(one, 1), version: 2 });
  announce(ids.one);
  await waitFor(() => expect(startOf(state)).toBe(one.start + 60));
  stored.delete(ids.two);
  stored.set(ids.three, service(ids.three, '2026-11-13', '08:00', '12:00', { agents: [other] }));
  announce(ids.two);
  announce(ids.three);
  await waitFor(() => expect(rowOf(state, ids.three)).toBeDefined());
  expect(rowOf(state, ids.two)).toBeUndefined();
  expect([rowCalls(), wholes()]).toEqual([[[ids.one], [ids.two, ids.three]], 0]);
  expect(state.current.planning?.data.services.map(({ id }) => id)).toEqual([ids.one, ids.three]);
});

test('the whole period is read after too many changes, unknown changes, or a lost connection', async () => {
  const state = await opened();
  stored.set(ids.one, { ...later(one, 1), version: 2 });
  announce(ids.one, ...Array.from({ length: mostRows }, (_none, at) => `x${at}`));
  await waitFor(() => expect(startOf(state)).toBe(one.start + 60));
  stored.set(ids.one, { ...later(one, 2), version: 3 });
  act(() => live.onEvent({ type: 'changed', entity: 'service', ids: null }));
  await waitFor(() => expect(startOf(state)).toBe(one.start + 120));
  stored.set(ids.one, { ...later(one, 3), version: 4 });
  act(() => live.onEvent({ type: 'hello', quiet: false }));
  await waitFor(() => expect(startOf(state)).toBe(one.start + 180));
  expect([rowCalls().length, wholes()]).toEqual([0, 3]);
});

test.each([
  ['is read again on a focus and after a minute without a live stream', false, 2],
  ['is not read again while the live stream works', true, 0],
])('the planning %s', async (_how, works, reads) => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  streamWorks.set(works);
  await opened();
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  act(() => {
    focusManager.setFocused(false);
    focusManager.setFocused(true);
  });
  await act(() => vi.advanceTimersByTimeAsync(70_000));
  expect(wholes()).toBe(reads);
  focusManager.setFocused(undefined);
  streamWorks.set(false);
  vi.useRealTimers();
});
