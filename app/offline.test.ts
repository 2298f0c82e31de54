// The service worker alone, with a stub network and stub caches.
import { beforeEach, describe, expect, test, vi } from 'vitest';
import source from './public/sw.js?raw';

const origin = 'https://vigie.example';

type Listener = (event: object) => void;
let listeners: Record<string, Listener>;
let stores: Map<string, Map<string, Response>>;
let network: (url: string) => Response | Promise<Response>;
let asked: string[];
let shown: Record<string, unknown>[];
let closed: string[];
let opened: string[];
let subscribed: object[];
let userAgent: string;

interface Page {
  url: string;
  focused: boolean;
  told: unknown[];
  focus(): Promise<void>;
  postMessage(message: unknown, ports?: MessagePort[]): void;
}
let pages: Page[];

const keyOf = (request: string | { url: string }): string =>
  new URL(typeof request === 'string' ? request : request.url, origin).href;

beforeEach(() => {
  listeners = {};
  stores = new Map();
  asked = [];
  const caches = {
    open: async (name: string) => {
      const store = stores.get(name) ?? new Map<string, Response>();
      stores.set(name, store);
      return {
        match: async (request: string) => store.get(keyOf(request))?.clone(),
        put: async (request: string, response: Response) => void store.set(keyOf(request), response),
        keys: async () => [...store.keys()],
        delete: async (request: string) => store.delete(keyOf(request)),
      };
    },
  };
  shown = [];
  closed = [];
  opened = [];
  pages = [];
  userAgent = 'Mozilla/5.0 Chrome/140';
  subscribed = [];
  const self = {
    location: { origin },
    get navigator() {
      return { userAgent };
    },
    registration: {
      getNotifications: async ({ tag }: { tag: string }) => [{ close: () => void closed.push(tag) }],
      showNotification: async (title: string, options: object) => void shown.push({ title, ...options }),
      pushManager: { subscribe: async (options: object) => void subscribed.push(options) },
    },
    addEventListener: (type: string, listener: Listener) => {
      listeners[type] = listener;
    },
    skipWaiting: async () => undefined,
    clients: {
      claim: async () => undefined,
      matchAll: async () => pages,
      openWindow: async (url: string) => void opened.push(url),
    },
  };
  const fetch = async (request: string | { url: string }): Promise<Response> => {
    asked.push(keyOf(request).replace(origin, ''));
    const answer = await network(keyOf(request));
    // As a response of the same origin.
    Object.defineProperty(answer, 'type', { value: 'basic' });
    return answer;
  };
  // oxlint-disable-next-line typescript/no-implied-eval -- the worker is a script, not a module to import
  new Function('self', 'caches', 'fetch', source)(self, caches, fetch);
});

/** Undefined: the worker does not handle the request. */
async function ask(path: string, more: { method?: string; mode?: string } = {}): Promise<string | undefined> {
  const respondWith = vi.fn<(answer: Promise<Response>) => void>();
  listeners.fetch?.({
    request: { url: new URL(path, origin).href, method: 'GET', mode: 'no-cors', ...more },
    respondWith,
  });
  const answer = await respondWith.mock.calls[0]?.[0];
  return answer?.text();
}
const open = (): Promise<string | undefined> => ask('/', { mode: 'navigate' });
const down = (): never => {
  throw new TypeError('Failed to fetch');
};

describe('the worker', () => {
  test('always asks the server for the page, so that an upgrade is visible at once', async () => {
    network = () => new Response('version 1');
    expect(await open()).toBe('version 1');
    network = () => new Response('version 2');
    expect(await open()).toBe('version 2');
    expect(asked).toEqual(['/', '/']);
  });

  test('opens the cached page when the server does not answer', async () => {
    network = () => new Response('version 2');
    await open();
    network = down;
    expect(await open()).toBe('version 2');
    network = () => new Response('Bad Gateway', { status: 502 });
    expect(await open()).toBe('version 2');
  });

  test('shows a French message if no page is cached', async () => {
    network = down;
    expect(await open()).toContain('Vous êtes hors connexion');
  });

  test('does not cache a refused page', async () => {
    network = () => new Response('Interdit', { status: 403 });
    expect(await open()).toBe('Interdit');
    network = down;
    expect(await open()).toContain('Vous êtes hors connexion');
  });

  test('requests a file with a hashed name once', async () => {
    network = (url) => new Response(url);
    for (const path of ['/assets/base-1a2b.js', '/brand/0f.svg']) {
      await ask(path);
      expect(await ask(path)).toBe(origin + path);
    }
    expect(asked).toHaveLength(2);
    // A failed file is requested again.
    network = () => new Response('', { status: 404 });
    await ask('/assets/gone.js');
    network = () => new Response('there');
    expect(await ask('/assets/gone.js')).toBe('there');
  });

  test.each([
    ['/api/user', {}],
    ['/api/agency/a/file/b?key=c', { mode: 'navigate' }],
    ['/assets/base.js', { method: 'POST' }],
    ['https://tiles.example/assets/1.png', {}],
    ['/manifest.webmanifest', {}],
    ['/sw.js', {}],
  ])('does not handle %s', async (path, more) => {
    network = () => new Response('x');
    expect(await ask(path, more)).toBeUndefined();
    expect(asked).toEqual([]);
  });

  test('caches the files that the page had loaded before, and ignores other messages', async () => {
    network = (url) => new Response(url);
    const done: Promise<unknown>[] = [];
    const data = [`${origin}/assets/a.js`, `${origin}/api/user`, 'https://evil.example/assets/b.js', 7];
    listeners.message?.({ data, waitUntil: (work: Promise<unknown>) => done.push(work) });
    await Promise.all(done);
    expect(asked).toEqual(['/assets/a.js']);
    network = down;
    expect(await ask('/assets/a.js')).toBe(`${origin}/assets/a.js`);
  });

  test('deletes the oldest files', async () => {
    network = (url) => new Response(url);
    for (let number = 0; number < 405; number += 1) await ask(`/assets/${number}.js`);
    expect(stores.get('files')?.size).toBe(400);
    expect(stores.get('files')?.has(`${origin}/assets/0.js`)).toBe(false);
  });
});

const urgent = {
  ...{ title: 'Alarme PTI : Zoé, Port', text: 'Chute de Zoé.', link: '/alarms?open=a', tag: 'alarm a', urgent: true },
  here: true,
};

/** An event of the browser; resolves with its work. */
async function happens(type: string, event: object): Promise<void> {
  const work: Promise<unknown>[] = [];
  listeners[type]?.({ ...event, waitUntil: (one: Promise<unknown>) => void work.push(one) });
  expect(work, type).toHaveLength(1);
  await Promise.all(work);
}
const push = (data: unknown): Promise<void> =>
  happens('push', { data: data === null ? null : { json: () => (data === 'broken' ? JSON.parse('{') : data) } });

/** `answers`: the page says that it shows what arrives. */
function page(more: { focused?: boolean; answers?: boolean; url?: string; focus?: () => Promise<void> } = {}): Page {
  const { focused = false, answers = false, url = `${origin}/#/home`, focus = async () => undefined } = more;
  const told: unknown[] = [];
  const one: Page = {
    ...{ url, focused, told, focus },
    postMessage: (message, [port] = []) => {
      told.push(message);
      if (answers) port?.postMessage(true);
    },
  };
  pages.push(one);
  return one;
}

describe('a push', () => {
  test('is shown in French, with the icon of the brand, once per thing, and stays if it is urgent', async () => {
    await push(urgent);
    expect(shown).toEqual([
      {
        ...{ title: 'Alarme PTI : Zoé, Port', body: 'Chute de Zoé.', tag: 'alarm a', icon: '/icon.png', lang: 'fr' },
        ...{ renotify: true, requireInteraction: true, data: { link: '/alarms?open=a' } },
      },
    ]);
    await push({ title: 'Planning publié', text: '', link: '/my-planning', tag: 'p', urgent: false, here: true });
    expect(shown[1]).toMatchObject({ renotify: false, requireInteraction: false });
  });

  test.each([null, 'broken'])('that cannot be read (%s) is shown all the same', async (data) => {
    await push(data);
    expect(shown).toMatchObject([{ title: 'Nouvelle notification', data: { link: '/notifications' } }]);
  });

  test('that replaces another is shown quietly in its place, and withdraws it where the page is in front', async () => {
    const answered = { ...urgent, text: 'Prise en charge par Anne.', urgent: false, here: false, replaces: true };
    await push(answered);
    expect([shown, closed]).toMatchObject([[{ tag: 'alarm a', renotify: false, requireInteraction: false }], []]);
    page({ focused: true, answers: true });
    await push(answered);
    expect([shown.length, closed]).toEqual([1, ['alarm a']]);
  });

  test('is not shown twice to somebody whose page in front shows it', async () => {
    const front = page({ focused: true, answers: true });
    await push(urgent);
    expect([shown, front.told]).toEqual([[], [{ push: 'arrived' }, { push: 'shown?' }]]);
    // By push only: no page lists it.
    await push({ ...urgent, here: false });
    expect(shown).toHaveLength(1);
  });

  test('is shown if the page is behind another window, does not answer, or the browser is Safari', async () => {
    const behind = page({ answers: true });
    await push(urgent);
    expect([shown.length, behind.told]).toEqual([1, [{ push: 'arrived' }]]);
    pages = [];
    page({ focused: true });
    await push(urgent);
    expect(shown).toHaveLength(2);
    pages = [];
    page({ focused: true, answers: true });
    userAgent = 'Mozilla/5.0 (iPhone) AppleWebKit/605 Version/18.4 Mobile Safari/604';
    await push(urgent);
    expect(shown).toHaveLength(3);
  });
});

describe('a notification that is opened', () => {
  const click = (link: unknown): Promise<void> => {
    const close = vi.fn<() => void>();
    return happens('notificationclick', { notification: { close, data: { link } } }).then(() =>
      expect(close).toHaveBeenCalledOnce(),
    );
  };

  test('leads an open window there and brings it forward', async () => {
    const focus = vi.fn(async () => undefined);
    page({ url: `${origin}/badge/abc` });
    const open = page({ focus });
    await click('/my-planning?service=1');
    expect([open.told, focus.mock.calls.length, opened]).toEqual([[{ open: '/my-planning?service=1' }], 1, []]);
  });

  test('leads there even if the browser does not bring the window forward', async () => {
    const open = page({ focus: () => Promise.reject(new Error('Not allowed to focus a window.')) });
    await click('/alarms?open=a');
    expect([open.told, opened]).toEqual([[{ open: '/alarms?open=a' }], []]);
  });

  test.each([
    ['/alarms?open=a', '/#/alarms?open=a'],
    ['//evil.example', '/#/notifications'],
    ['https://evil.example', '/#/notifications'],
    ['javascript:alert(1)', '/#/notifications'],
    [undefined, '/#/notifications'],
  ])('%s without a window opens %s', async (link, url) => {
    await click(link);
    expect(opened).toEqual([url]);
  });
});

test('a subscription that the browser replaced is made again with the same key, and the page tells the server', async () => {
  const applicationServerKey = new ArrayBuffer(65);
  const open = page();
  await happens('pushsubscriptionchange', { oldSubscription: { options: { applicationServerKey } } });
  expect(subscribed).toEqual([{ userVisibleOnly: true, applicationServerKey }]);
  await happens('pushsubscriptionchange', { oldSubscription: null, newSubscription: {} });
  expect([subscribed.length, open.told]).toEqual([1, [{ push: 'changed' }, { push: 'changed' }]]);
});
