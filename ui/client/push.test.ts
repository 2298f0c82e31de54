import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { allowPush, followPush, leavePush, type PushState, pushState, refreshPush, stopPush } from './push.ts';
import { agencyId } from './testing/people.ts';
import { refusal, type StubRequest, serve } from './testing/server.ts';
import { keepTokens } from './tokens.ts';

const serverKey = btoa(`\u0004${'k'.repeat(64)}`)
  .replaceAll('+', '-')
  .replaceAll('/', '_')
  .replaceAll('=', '');
const keys = { p256dh: 'p', auth: 'a' };

let permission: NotificationPermission;
let answer: NotificationPermission;
let held: { endpoint: string; key: ArrayBuffer } | null;
let made: number;
let failing: DOMException | null;
const workers = new EventTarget();

const subscription = () =>
  held && {
    endpoint: held.endpoint,
    options: { applicationServerKey: held.key },
    toJSON: () => ({ endpoint: held?.endpoint, keys }),
    unsubscribe: async () => {
      held = null;
      return true;
    },
  };

/** A browser with push; `on`: what the server knows of this session. */
function serveAll(on: boolean): StubRequest[] {
  let known = on;
  return serve(({ method }) => {
    if (method === 'GET') return [200, { key: serverKey, on: known }];
    known = method === 'PUT';
    return method === 'PUT' ? [200, { on: true }] : [204];
  });
}
const writes = (requests: readonly StubRequest[]): string[] =>
  requests.flatMap(({ method }) => (method === 'GET' ? [] : [method]));
const state = async (): Promise<PushState> => {
  await refreshPush();
  return pushState.get();
};
const signIn = (sub: string): void => keepTokens({ token: `x.${btoa(JSON.stringify({ sub }))}.x`, refresh_token: 'r' });

beforeEach(() => {
  localStorage.clear();
  [permission, answer, held, made, failing] = ['default', 'granted', null, 0, null];
  const pushManager = {
    getSubscription: async () => subscription(),
    subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array<ArrayBuffer> }) => {
      if (failing) throw failing;
      made += 1;
      held = { endpoint: `https://push.example/${made}`, key: applicationServerKey.buffer };
      return subscription();
    },
  };
  const registration = { active: {}, pushManager };
  Object.assign(workers, { getRegistration: async () => registration, ready: Promise.resolve(registration) });
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', {
    get permission() {
      return permission;
    },
    requestPermission: async () => {
      permission = answer;
      return answer;
    },
  });
  Object.defineProperty(navigator, 'serviceWorker', { value: workers, configurable: true });
  signIn(agencyId);
});
afterAll(() => void Reflect.deleteProperty(navigator, 'serviceWorker'));

/** The machine may be busy. */
const until = (check: () => unknown) => vi.waitFor(check, { timeout: 10_000 });

test('a browser is off until its person allows it, and off again when he stops it', async () => {
  const requests = serveAll(false);
  expect(await state()).toBe('off');
  await allowPush();
  expect(pushState.get()).toBe('on');
  expect(requests.find(({ method }) => method === 'PUT')).toMatchObject({
    ...{ path: '/user/push', body: { endpoint: 'https://push.example/1', keys } },
  });
  await stopPush();
  expect([pushState.get(), held, writes(requests)]).toEqual(['off', null, ['PUT', 'DELETE']]);
});

test('a page shown before its worker is active follows it', async () => {
  serveAll(false);
  const registration: { active: object | null; pushManager: object } = {
    ...{ active: null, pushManager: { getSubscription: async () => null } },
  };
  const { promise: ready, resolve } = Promise.withResolvers<unknown>();
  Object.assign(workers, { getRegistration: async () => registration, ready });
  expect(await state()).toBe('preparing');
  registration.active = {};
  resolve(registration);
  await until(() => expect(pushState.get()).toBe('off'));
});

test('a refusal is shown as such, and nothing is sent', async () => {
  const requests = serveAll(false);
  answer = 'denied';
  await allowPush();
  expect([pushState.get(), requests]).toEqual(['refused', []]);
});

test('a push service that fails is said in French; the choice stays open', async () => {
  serveAll(false);
  failing = new DOMException('Registration failed - push service error', 'AbortError');
  await expect(allowPush()).rejects.toThrow('Le service de notifications de ce navigateur ne répond pas');
  expect(pushState.get()).toBe('off');
});

test('a server that refuses leaves it off', async () => {
  serve(({ method }) => (method === 'GET' ? [200, { key: serverKey, on: false }] : refusal(400, 'Adresse refusée')));
  await expect(allowPush()).rejects.toThrow('Adresse refusée');
  expect(pushState.get()).toBe('off');
});

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_4)', 'homeScreen'],
  ['Mozilla/5.0 (X11; Linux)', 'absent'],
] as const)('without push, %s is told: %s', async (agent, expected) => {
  vi.stubGlobal('PushManager', undefined);
  // Its presence is asked, not its value.
  delete (window as { PushManager?: unknown }).PushManager;
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent);
  expect(await state()).toBe(expected);
  vi.restoreAllMocks();
});

test('the next session of the same person subscribes by itself; another person of the device does not', async () => {
  serveAll(false);
  await allowPush();
  await leavePush();
  expect(held).toBeNull();
  const requests = serveAll(false);
  signIn('someone-else');
  followPush(true)();
  await until(() => expect(pushState.get()).toBe('off'));
  expect(requests).toEqual([]);
  signIn(agencyId);
  followPush(true)();
  await until(() => expect(pushState.get()).toBe('on'));
  expect(writes(requests)).toEqual(['PUT']);
});

test('an unchanged subscription is not sent again; a new address, or a new key of the server, is', async () => {
  serveAll(false);
  await allowPush();
  let requests = serveAll(true);
  followPush(true)();
  await until(() => expect(requests).toHaveLength(1));
  if (held) held.endpoint = 'https://push.example/moved';
  followPush(true)();
  await until(() => expect(writes(requests)).toEqual(['PUT']));
  if (held) held.key = new ArrayBuffer(65);
  requests = serveAll(true);
  followPush(true)();
  await until(() => expect(writes(requests)).toEqual(['PUT']));
  expect(made).toBe(2);
});

test('only the page that shows notifications says so to the worker', () => {
  serveAll(true);
  const ask = (): unknown[] => {
    const port = { postMessage: vi.fn<(answer: unknown) => void>() };
    workers.dispatchEvent(Object.assign(new Event('message'), { data: { push: 'shown?' }, ports: [port] }));
    return port.postMessage.mock.calls.flat();
  };
  const stop = followPush(true);
  expect(ask()).toEqual([true]);
  stop();
  expect(ask()).toEqual([]);
  const field = followPush(false);
  expect(ask()).toEqual([]);
  field();
});
