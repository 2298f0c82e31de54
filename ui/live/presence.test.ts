import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { entityEndpoints } from '#core/kernel/entity-endpoints.ts';
import { heartbeat } from '#core/live/live.ts';
import { sessionOf, sessionStore } from '../client/session-state.ts';
import { someProfile, someUser } from '../client/testing/people.ts';
import { type Reply, type StubRequest, serve } from '../client/testing/server.ts';
import { Crate } from '../testing/crate.ts';
import { useOthers } from './presence.ts';

const ids = [1, 2].map((end) => `01900000-0000-7000-8000-00000000000${end}`) as [string, string];
const [id, another] = ids;
const crateCalls = entityEndpoints(Crate);
const there: Reply = [200, { others: [{ id: another, name: 'Dominique', editing: true }] }];

beforeEach(() => {
  const user = someUser({ userCompanies: [someProfile()] });
  sessionStore.set(sessionOf(user, { profileId: null, agency: null }));
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const shown = (of: string) =>
  renderHook(({ editing }) => useOthers(Crate, of, editing), { initialProps: { editing: false } });
const statesOf = (requests: readonly StubRequest[], of: string): unknown[] =>
  requests.filter(({ path }) => path.includes(of)).map(({ body }) => (body as { state: string }).state);

/** Each call waits until the test answers it. */
function waitingServer() {
  const answers: ((reply: Reply) => void)[] = [];
  const requests = serve(() => new Promise<Reply>((answer) => void answers.push(answer)), crateCalls);
  const answered = async (count: number): Promise<void> => {
    await waitFor(() => expect(answers).toHaveLength(count));
    answers[count - 1]?.(there);
  };
  return { requests, answered };
}

test('states of a record are sent in order, and a user who starts typing has not left', async () => {
  const { requests, answered } = waitingServer();
  const { rerender, unmount } = shown(id);
  await waitFor(() => expect(statesOf(requests, id)).toEqual(['here']));
  rerender({ editing: true });
  // The first call has no answer yet: the second waits.
  expect(statesOf(requests, id)).toEqual(['here']);
  await answered(1);
  await waitFor(() => expect(statesOf(requests, id)).toEqual(['here', 'editing']));
  unmount();
  await answered(2);
  await answered(3);
  expect(statesOf(requests, id)).toEqual(['here', 'editing', 'gone']);
});

test('of the states that wait for a record, only the latest is sent', async () => {
  const { requests, answered } = waitingServer();
  const { rerender, unmount } = shown(id);
  await waitFor(() => expect(statesOf(requests, id)).toEqual(['here']));
  for (const editing of [true, false, true]) rerender({ editing });
  unmount();
  await answered(1);
  await answered(2);
  expect(statesOf(requests, id)).toEqual(['here', 'gone']);
});

test('a call without an answer delays no other record, and its own for a few seconds only', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const requests = serve(({ path }) => (path.includes(id) ? new Promise<Reply>(() => {}) : there), crateCalls);
  const first = shown(id);
  const second = shown(another);
  await waitFor(() => expect(second.result.current).toMatchObject([{ name: 'Dominique' }]));
  first.rerender({ editing: true });
  expect(statesOf(requests, id)).toEqual(['here']);
  await act(() => vi.advanceTimersByTimeAsync(6_000));
  expect(statesOf(requests, id)).toEqual(['here', 'editing']);
  await act(() => vi.advanceTimersByTimeAsync(2 * heartbeat + 6_000));
  expect(statesOf(requests, id)).toEqual(['here', 'editing', 'editing', 'editing']);
  // Clean up for the following tests.
  first.unmount();
  await act(() => vi.advanceTimersByTimeAsync(12_000));
});
