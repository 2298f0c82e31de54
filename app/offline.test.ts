// The service worker alone, with a stub network and stub caches.
import { beforeEach, describe, expect, test, vi } from 'vitest';
import source from './public/sw.js?raw';

const origin = 'https://vigie.example';

type Listener = (event: object) => void;
let listeners: Record<string, Listener>;
let stores: Map<string, Map<string, Response>>;
let network: (url: string) => Response | Promise<Response>;
let asked: string[];

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
  const self = {
    location: { origin },
    addEventListener: (type: string, listener: Listener) => {
      listeners[type] = listener;
    },
    skipWaiting: async () => undefined,
    clients: { claim: async () => undefined },
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
