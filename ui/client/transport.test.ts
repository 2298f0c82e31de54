import { afterEach, expect, test, vi } from 'vitest';
import { fileMessages } from '#core/files/files.ts';
import { tooLongBody } from '#core/kernel/problem.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.resetModules();
});

async function urlAsked(): Promise<string> {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return new Response('{}');
  });
  const { exchange } = await import('./transport.ts');
  await exchange({ method: 'GET', path: '/version' });
  return asked[0] ?? '';
}

test('calls go to /api, or to the address that the build configures', async () => {
  expect(await urlAsked()).toBe('/api/version');
  vi.resetModules();
  vi.stubEnv('VITE_API_BASE', 'https://api.exemple.fr/v1');
  expect(await urlAsked()).toBe('https://api.exemple.fr/v1/version');
});

const sources = import.meta.glob<string>(['../../{app,ui,web}/**/*.{ts,tsx}', '!**/*.test.*', '!**/*.config.ts'], {
  query: '?raw',
  import: 'default',
});

test('only transport.ts contains the base path of the API', async () => {
  const texts = await Promise.all(
    Object.entries(sources).map(async ([name, read]): Promise<[string, string]> => [name, await read()]),
  );
  expect(texts.length).toBeGreaterThan(100);
  const writing = texts.filter(([, text]) => /['"`]\/api\b/.test(text)).map(([name]) => name);
  expect(writing).toEqual(['./transport.ts']);
});

test.each([
  [500, { message: 'TypeError: <b>x</b> is undefined\n    at run (a.js:1)' }, 'x is undefined'],
  [409, { message: '<p>Cette fiche est close.</p>' }, 'Cette fiche est close.'],
  [500, undefined, 'Une erreur est survenue'],
  [413, { message: tooLongBody }, tooLongBody],
  [413, undefined, `Erreur: fichiers volumineux. ${fileMessages.tooLarge}`],
])('an answer %i %j is shown as « %s » wherever it appears (AE-007, AE-009)', async (status, body, shown) => {
  const { problemOf } = await import('./transport.ts');
  expect(problemOf({ status, body }).message).toBe(shown);
});

const portal = '<html><h1>Wi-Fi de la gare</h1></html>';

test.each([
  [200, portal],
  [200, ''],
  [400, portal],
  [401, portal],
  [403, '{"error":"Forbidden"}'],
  [404, portal],
  [404, ''],
  [500, ''],
  [502, '{"message":"Bad Gateway"}'],
  [503, portal],
  [511, portal],
])('an answer %i « %s » is not the server’s: the network is lost', async (status, text) => {
  vi.stubGlobal('fetch', async () => new Response(text, { status }));
  const { exchange } = await import('./transport.ts');
  const { connection } = await import('./connection.ts');
  await expect(exchange({ method: 'POST', path: '/site', body: {} })).rejects.toThrow(
    'Erreur réseau: Veuillez vérifier votre connexion internet',
  );
  expect(connection.get()).toBe('lost');
});

test.each([
  [200, '{"sites":[]}'],
  [204, null],
  [404, '{"code":404,"message":"Site introuvable"}'],
  [413, '<html>Request Entity Too Large</html>'],
])('an answer %i « %s » is the server’s, or of the proxy that stands for it (AE-007)', async (status, text) => {
  vi.stubGlobal('fetch', async () => new Response(text, { status }));
  const { exchange } = await import('./transport.ts');
  expect(await exchange({ method: 'POST', path: '/site', body: {} })).toMatchObject({ status });
});

test('a read that a weak network never answers fails after 30 seconds, a change after a minute', async () => {
  vi.useFakeTimers();
  const limits: number[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    limits.push(milliseconds);
    const late = new AbortController();
    setTimeout(() => late.abort(new DOMException('', 'TimeoutError')), milliseconds);
    return late.signal;
  });
  vi.stubGlobal(
    'fetch',
    (_url: string, { signal }: RequestInit) =>
      new Promise((_done, fail) => signal?.addEventListener('abort', () => fail(signal.reason))),
  );
  const { exchange } = await import('./transport.ts');
  const read = expect(exchange({ method: 'GET', path: '/sites' })).rejects.toThrow('vérifier votre connexion internet');
  const write = expect(exchange({ method: 'POST', path: '/site', body: {} })).rejects.toThrow('Erreur réseau');
  await vi.advanceTimersByTimeAsync(60_000);
  await Promise.all([read, write]);
  expect(limits).toEqual([30_000, 60_000]);
  vi.useRealTimers();
  vi.restoreAllMocks();
});
