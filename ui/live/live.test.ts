import { beforeEach, expect, test, vi } from 'vitest';
import type { LiveEvent } from '#core/live/live.ts';
import { queryClient } from '../client/queries.tsx';
import { refresher, shows } from './Live.tsx';
import { present } from './presence.ts';
import { messagesIn } from './stream.ts';

const siteList = ['list:site', {}, null, { page: 1 }];
const siteRead = ['read:site', {}, { id: 'a' }, null];

test('messages are read whole, heartbeats are not, and the rest waits for its end', () => {
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
  ['the numbers of the home', ['readHome', {}, null, null], ['a'], true],
  ['what has nothing to do with records', ['listDevices', {}, null, null], ['a'], false],
])('a change of a site concerns %s, or not', (_what, key, ids, concerned) => {
  expect(shows(key, new Map([['site', { ids: ids && new Set(ids), caches: new Set() }]]))).toBe(concerned);
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

test('changes of one moment are asked for once', () => {
  const spy = asked();
  const { onEvent, stop } = refresher();
  onEvent(changed('a'));
  onEvent(changed('b'));
  expect(spy).not.toHaveBeenCalled();
  vi.advanceTimersByTime(300);
  // Once for what shows them, once to mark the rest.
  expect(spy).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(1_000);
  expect(spy).toHaveBeenCalledTimes(2);
  stop();
});

test('a page that nobody looks at asks when it is looked at again', () => {
  const spy = asked();
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const { onEvent, stop } = refresher();
  onEvent(changed('a'));
  vi.advanceTimersByTime(5_000);
  expect(spy).not.toHaveBeenCalled();
  hidden.mockReturnValue(false);
  document.dispatchEvent(new Event('visibilitychange'));
  vi.advanceTimersByTime(300);
  expect(spy).toHaveBeenCalledTimes(2);
  stop();
});

test('a new beginning asks for everything, a quiet one for nothing', () => {
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

test('who else is at a record is kept by record', () => {
  const { onEvent, stop } = refresher();
  const others = [{ id: 'u', name: 'Léa', editing: true }];
  onEvent({ type: 'presence', entity: 'site', id: 'a', others });
  expect(present.get()['site a']).toEqual(others);
  stop();
});
