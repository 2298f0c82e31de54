// Optimistic updates: own changes are drawn at once and rolled back on a refusal; changes of others arrive by row.
import { focusManager } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PlannedService } from '#core/planning/calls.ts';
import { mostRows } from '#core/planning/fetch-calls.ts';
import { type Reply, refusal } from '#ui/client/testing/server.ts';
import { streamWorks } from '#ui/live/stream.ts';
import { change, copy, undoLast } from './acts.ts';
import { isProvisional, pendingSteps } from './pending.ts';
import { other, service } from './testing/planned.ts';
import {
  announce,
  anomalies,
  asked,
  begun,
  error,
  held,
  ids,
  later,
  minute,
  one,
  opened,
  rest,
  rowCalls,
  rowOf,
  save,
  saves,
  startOf,
  startStub,
  stopStub,
  stub,
  wholes,
} from './testing/stub.tsx';

beforeEach(startStub);
afterEach(stopStub);

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
  // The stub.live event of the own change.
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
  stub.answerSave = async (call) => {
    const reply = save(call);
    await gate.promise;
    return reply;
  };
  const dragged = later(one, 2);
  const done = begun(() => change([one], [dragged], 'Service déplacé'));
  await waitFor(() => expect(stub.stored.get(ids.one)?.version).toBe(2));
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

test('without a stub.live connection the row is fetched a little later', async () => {
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
  stub.answerSave = async () => {
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

test.each([
  ['Enregistrer quand même', 120],
  ['Modifier la saisie', 0],
])('the question of the checks is answered while the chip is at its new place (%s)', async (button, minutes) => {
  const state = await opened();
  stub.answerSave = (call) =>
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
  stub.answerSave = null;
  gate.let();
  await act(async () => {
    await done;
  });
  expect(saves().map(([draft]) => [minute(draft?.startAt ?? ''), draft?.version])).toEqual([
    [first.start, 1],
    [second.start, 2],
  ]);
  expect(startOf(state)).toBe(second.start);
  expect(stub.stored.get(ids.one)?.start).toBe(second.start);
  // Each has its own undo, drawn at once.
  const undone = begun(() => undoLast());
  await waitFor(() => expect(startOf(state)).toBe(first.start));
  await act(async () => {
    await undone;
  });
  await act(async () => {
    await undoLast();
  });
  expect([startOf(state), stub.stored.get(ids.one)?.start]).toEqual([one.start, one.start]);
});

test('if the first of two quick drags is refused, the second is sent over the version of the server and can be undone', async () => {
  const state = await opened();
  const gate = held();
  const second = later(one, 3);
  void begun(() => change([one], [later(one, 1)], 'Service déplacé'));
  const done = begun(() => change([rowOf(state) as PlannedService], [second], 'Service déplacé'));
  await waitFor(() => expect(saves()).toHaveLength(1));
  stub.answerSave = null;
  gate.let(refusal(400, 'Le site est fermé'));
  await act(async () => expect(await done).toBe(true));
  expect(saves().map(([draft]) => draft?.version)).toEqual([1, 1]);
  expect(startOf(state)).toBe(second.start);
  await act(async () => {
    await undoLast();
  });
  expect(stub.stored.get(ids.one)?.start).toBe(one.start);
});

test('an agent whom the server refused is not sent with the next drag', async () => {
  const state = await opened();
  const gate = held();
  void begun(() => change([one], [{ ...one, agents: [other] }], 'Service déplacé'));
  const drawn = rowOf(state) as PlannedService;
  expect(drawn.agents).toEqual([other]);
  const done = begun(() => change([drawn], [later(drawn, 3)], 'Service déplacé'));
  await waitFor(() => expect(saves()).toHaveLength(1));
  stub.answerSave = null;
  gate.let(refusal(400, 'Le collaborateur est absent'));
  await act(async () => expect(await done).toBe(true));
  expect(stub.stored.get(ids.one)).toMatchObject({ start: later(one, 3).start, agents: one.agents });
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

test('a copy pasted again after a lost answer is the same copy, and pasted once more after it another one', async () => {
  await opened();
  const startAt = new Date((one.start + 1_440) * 60_000).toISOString();
  const paste = () =>
    act(() => copy([{ service: one, copy: { service: one.id, startAt, minutes: 240, agents: [other] } }]));
  const lost: Reply = [502];
  for (const reply of [lost, null, null]) {
    stub.answerCopy = () => reply;
    await paste();
  }
  const [first, again, next] = asked('/services/clone').map(({ key }) => key);
  expect([again === first, next === first]).toEqual([true, false]);
});

test('changes of others arrive by row, with one call for simultaneous ones', async () => {
  const state = await opened();
  stub.stored.set(ids.one, { ...later(one, 1), version: 2 });
  announce(ids.one);
  await waitFor(() => expect(startOf(state)).toBe(one.start + 60));
  stub.stored.delete(ids.two);
  stub.stored.set(ids.three, service(ids.three, '2026-11-13', '08:00', '12:00', { agents: [other] }));
  announce(ids.two);
  announce(ids.three);
  await waitFor(() => expect(rowOf(state, ids.three)).toBeDefined());
  expect(rowOf(state, ids.two)).toBeUndefined();
  expect([rowCalls(), wholes()]).toEqual([[[ids.one], [ids.two, ids.three]], 0]);
  expect(state.current.planning?.data.services.map(({ id }) => id)).toEqual([ids.one, ids.three]);
});

test('the whole period is read after too many changes, unknown changes, or a lost connection', async () => {
  const state = await opened();
  stub.stored.set(ids.one, { ...later(one, 1), version: 2 });
  announce(ids.one, ...Array.from({ length: mostRows }, (_none, at) => `x${at}`));
  await waitFor(() => expect(startOf(state)).toBe(one.start + 60));
  stub.stored.set(ids.one, { ...later(one, 2), version: 3 });
  act(() => stub.live?.onEvent({ type: 'changed', entity: 'service', ids: null }));
  await waitFor(() => expect(startOf(state)).toBe(one.start + 120));
  stub.stored.set(ids.one, { ...later(one, 3), version: 4 });
  act(() => stub.live?.onEvent({ type: 'hello', quiet: false }));
  await waitFor(() => expect(startOf(state)).toBe(one.start + 180));
  expect([rowCalls().length, wholes()]).toEqual([0, 3]);
});

test.each([
  ['is read again on a focus and after a minute without a stub.live stream', false, 2],
  ['is not read again while the stub.live stream works', true, 0],
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

test.each(['agent', 'unavailability', 'site'])(
  'a change of an %s by others reads the open period again, several at once',
  async (entity) => {
    await opened();
    const hear = (ids: string[] | null): void => act(() => stub.live?.onEvent({ type: 'changed', entity, ids }));
    hear([ids.one]);
    hear([ids.two]);
    hear(null);
    await waitFor(() => expect(wholes()).toBe(1));
    await rest(600);
    expect([wholes(), rowCalls()]).toEqual([1, []]);
  },
);

test('the row of an own change is fetched after the rows of others: it is drawn already', async () => {
  const state = await opened();
  await act(async () => void (await change([one], [later(one, 2)], 'Service déplacé')));
  // With a stop of a tour, which has no row.
  const stop = 'ffffffff-0000-4000-8000-000000000001';
  announce(ids.one, stop);
  await rest(50);
  expect([rowCalls(), startOf(state)]).toEqual([[], one.start + 120]);
  await waitFor(() => expect(rowCalls()).toEqual([[ids.one, stop]]));
});
