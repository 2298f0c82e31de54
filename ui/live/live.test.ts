import { QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { readHome } from '#core/home/home.ts';
import { heartbeat, type LiveEvent } from '#core/live/live.ts';
import type { Right } from '#core/rights.ts';
import { queryClient, queryOf } from '../client/queries.tsx';
import { sessionOf, sessionStore } from '../client/session-state.ts';
import { someProfile, someUser } from '../client/testing/people.ts';
import { serve } from '../client/testing/server.ts';
import { isMadeOf, refresher, shows } from './Live.tsx';
import { present } from './presence.ts';
import { messagesIn, streamWorks, watchPlace } from './stream.ts';

const siteList = ['list:site', {}, null, { page: 1 }];
const siteRead = ['read:site', {}, { id: 'a' }, null];

test('complete messages are parsed, heartbeats skipped, and an incomplete rest is kept', () => {
  const { events, rest } = messagesIn(':\n\ndata: {"type":"hello","quiet":true}\n\ndata: {"type":"cha');
  expect(events).toEqual([{ type: 'hello', quiet: true }]);
  expect(rest).toBe('data: {"type":"cha');
  expect(messagesIn(`${rest}nged","entity":"site","ids":null}\n\n`).events).toEqual([
    { type: 'changed', entity: 'site', ids: null },
  ]);
});

test.each([
  ['a list of the entity', siteList, ['a'], true],
  ['the record', siteRead, ['a'], true],
  ['another record', siteRead, ['b'], false],
  ['a record, when any may have changed', siteRead, null, true],
  ['the history of the record', ['history:site', {}, { id: 'a' }, null], ['a'], true],
  ['a list of another entity', ['list:customer', {}, null, {}], ['a'], false],
  ['a call without records', ['listDevices', {}, null, null], ['a'], false],
])('a change of a site affects %s, or not', (_what, key, ids, concerned) => {
  expect(shows(key, new Map([['site', { ids: ids && new Set(ids), caches: new Set() }]]))).toBe(concerned);
});

test.each([
  ['the counts of the home screen', 'all', true],
  ['a list computed from sites', ['agent', 'site'], true],
  ['a list computed from others', ['agent'], false],
  ['a list of its own rows', undefined, false],
] as const)('a change of a site recounts %s, or not', (_what, madeOf, concerned) => {
  expect(isMadeOf({ meta: { madeOf } }, new Set(['site']))).toBe(concerned);
});

beforeEach(() => {
  vi.useFakeTimers();
  queryClient.clear();
  return () => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  };
});

const changed = (id: string): LiveEvent => ({ type: 'changed', entity: 'site', ids: [id] });
const asked = () => vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue(undefined);

test('changes within a moment cause one refresh', () => {
  const spy = asked();
  const { onEvent, stop } = refresher();
  onEvent(changed('a'));
  onEvent(changed('b'));
  expect(spy).not.toHaveBeenCalled();
  vi.advanceTimersByTime(300);
  // Once for the affected calls, once to mark the rest, once for what is computed from them.
  expect(spy).toHaveBeenCalledTimes(3);
  vi.advanceTimersByTime(10_000);
  expect(spy).toHaveBeenCalledTimes(3);
  stop();
});

test('what is computed from many rows is read again at once, then every three seconds at most', () => {
  const key = queryOf(readHome, { mount: 'agency' });
  let reads = 0;
  const observer = new QueryObserver(queryClient, {
    ...key,
    queryFn: () => {
      reads += 1;
      return {} as never;
    },
    initialData: {} as never,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const unwatch = observer.subscribe(() => undefined);
  const { onEvent, stop } = refresher();
  const readsAfter = (milliseconds: number): number => {
    vi.advanceTimersByTime(milliseconds);
    return reads;
  };
  onEvent(changed('a'));
  expect(readsAfter(300)).toBe(1);
  onEvent(changed('b'));
  onEvent(changed('c'));
  expect(readsAfter(2_900)).toBe(1);
  expect(readsAfter(100)).toBe(2);
  expect(readsAfter(10_000)).toBe(2);
  stop();
  unwatch();
});

test('a hidden page refreshes when it is visible again', () => {
  const spy = asked();
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const { onEvent, stop } = refresher();
  onEvent(changed('a'));
  vi.advanceTimersByTime(5_000);
  expect(spy).not.toHaveBeenCalled();
  hidden.mockReturnValue(false);
  document.dispatchEvent(new Event('visibilitychange'));
  vi.advanceTimersByTime(300);
  expect(spy).toHaveBeenCalledTimes(3);
  stop();
});

test('a new connection refreshes everything, a quiet one nothing', () => {
  const spy = asked();
  const { onEvent, stop } = refresher();
  onEvent({ type: 'hello', quiet: true });
  vi.advanceTimersByTime(1_000);
  expect(spy).not.toHaveBeenCalled();
  onEvent({ type: 'hello', quiet: false });
  onEvent(changed('a'));
  vi.advanceTimersByTime(300);
  expect(spy.mock.calls).toEqual([[]]);
  stop();
});

test('after a reconnection, a right that was withdrawn is gone from the session', async () => {
  const userWith = (rights: readonly Right[]) => someUser({ userCompanies: [someProfile({ rights })] });
  sessionStore.set(sessionOf(userWith(['listSites', 'listAgents']), { profileId: null, agency: null }));
  const requests = serve(() => [200, { user: userWith(['listSites']) }]);
  const spy = asked();
  const { onEvent, stop } = refresher();
  onEvent({ type: 'hello', quiet: true });
  expect(requests).toEqual([]);
  for (const _ of ['changed', 'unchanged']) {
    onEvent({ type: 'hello', quiet: true });
    await vi.advanceTimersByTimeAsync(0);
  }
  expect(sessionStore.get()?.can(['listAgents'])).toBe(false);
  expect([requests.length, spy.mock.calls.length]).toEqual([2, 1]);
  stop();
  sessionStore.set(null);
  vi.unstubAllGlobals();
});

test('an event about the version has every page ask for it, spread over some seconds', async () => {
  const requests = serve(() => [
    200,
    { version: '0.0.0', maintenance: false, message: null, planned: null, ptiModalPermissions: false },
  ]);
  const spy = asked();
  const { onEvent, stop } = refresher();
  onEvent({ type: 'version' });
  expect(requests).toEqual([]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(requests.map(({ path }) => path)).toEqual(['/version']);
  expect(spy).not.toHaveBeenCalled();
  stop();
  vi.unstubAllGlobals();
});

test('other users are stored by record', () => {
  const { onEvent, stop } = refresher();
  const others = [{ id: 'u', name: 'Léa', editing: true }];
  onEvent({ type: 'presence', entity: 'site', id: 'a', others });
  expect(present.get()['site a']).toEqual(others);
  stop();
});

test('the stream works from its first sign of life until a long silence', async () => {
  const opened = Promise.withResolvers<ReadableStreamDefaultController<Uint8Array>>();
  vi.stubGlobal('fetch', async () => new Response(new ReadableStream({ start: opened.resolve })));
  const leave = watchPlace('/agency/a/live', 'u', () => {});
  const stream = await opened.promise;
  expect(streamWorks.get()).toBe(false);
  stream.enqueue(new TextEncoder().encode(':\n\n'));
  await vi.advanceTimersByTimeAsync(0);
  expect(streamWorks.get()).toBe(true);
  await vi.advanceTimersByTimeAsync(heartbeat);
  expect(streamWorks.get()).toBe(true);
  await vi.advanceTimersByTimeAsync(heartbeat * 2);
  expect(streamWorks.get()).toBe(false);
  leave();
  vi.unstubAllGlobals();
});
