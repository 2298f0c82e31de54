import { beforeEach, expect, test, vi } from 'vitest';
import { endpoint } from '#core/kernel/endpoint.ts';
import { messages, Problem } from '#core/kernel/problem.ts';
import { accountMessages } from '#core/session/account.ts';
import { listDevices } from '#core/session/devices.ts';
import { readUser, saveUser, signIn } from '#core/session/session.ts';
import { Site } from '#core/sites/site.ts';
import { actKey, call, endpointsOf, NetworkProblem } from './call.ts';
import { connection, maintenance } from './connection.ts';
import { hostReauthentication, reauthentication } from './reauthentication.ts';
import { sessionOf, sessionStore } from './session-state.ts';
import { someProfile, someUser } from './testing/people.ts';
import { type Reply, refusal, type StubRequest, serve as start } from './testing/server.ts';
import { currentTokens, keepTokens } from './tokens.ts';

let sent: StubRequest[] = [];

const serve = (...args: Parameters<typeof start>): void => {
  sent = start(...args);
};

beforeEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStore.set(null);
  maintenance.set(null);
  connection.set('works');
  keepTokens({ token: 'old', refresh_token: 'r1' });
});

const tokenOf = (request: StubRequest, valid: string, body: unknown): Reply =>
  request.token === valid ? [200, body] : refusal(401, 'Expired JWT Token');

test('calls that fail together with an expired token share one renewal, then all run again with the new token', async () => {
  serve(async (request) => {
    if (request.path === '/token/refresh') {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return [200, { token: 'new', refresh_token: 'r2' }];
    }
    return tokenOf(request, 'new', { devices: [] });
  });
  const answers = await Promise.all(Array.from({ length: 5 }, () => call(listDevices)));
  expect(answers).toEqual(Array.from({ length: 5 }, () => ({ devices: [] })));
  expect(sent.filter(({ path }) => path === '/token/refresh')).toHaveLength(1);
  expect(sent.filter(({ token }) => token === 'new')).toHaveLength(5);
  expect(currentTokens()).toEqual({ token: 'new', refresh_token: 'r2' });
});

test('a token that another tab has renewed is used without a second renewal', async () => {
  serve((request) => {
    keepTokens({ token: 'new', refresh_token: 'r2' });
    return tokenOf(request, 'new', { devices: [] });
  });
  await call(listDevices);
  expect(sent.map(({ path }) => path)).toEqual(['/user/devices', '/user/devices']);
});

test('a retried change keeps its idempotency key', async () => {
  serve((request) =>
    request.path === '/token/refresh'
      ? [200, { token: 'new', refresh_token: 'r2' }]
      : tokenOf(request, 'new', { user: someUser() }),
  );
  await call(saveUser, { input: { firstname: 'Ada' } });
  const saves = sent.filter(({ method }) => method === 'PUT');
  expect(saves).toHaveLength(2);
  expect(saves[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
  expect(saves[1]?.key).toBe(saves[0]?.key);
});

test('a list request has no idempotency key', async () => {
  sessionStore.set(sessionOf(someUser({ userCompanies: [someProfile()] }), { profileId: null, agency: null }));
  serve(() => [200, { sites: [], filtered: 0 }]);
  await call(endpointsOf(Site).list, { input: {} });
  expect(sent[0]?.key).toBeNull();
});

test('a refused renewal opens one sign-in dialog for all calls, then sends them again', async () => {
  const stop = hostReauthentication();
  serve((request) =>
    request.path === '/token/refresh' ? refusal(401, 'Invalid JWT Token') : tokenOf(request, 'fresh', { devices: [] }),
  );
  const answers = Promise.all([call(listDevices), call(listDevices), call(listDevices)]);
  await vi.waitFor(() =>
    expect(reauthentication.get()?.reasons).toEqual([
      'Échec du rafraîchissement du token...',
      'Vous devez vous reconnecter',
    ]),
  );
  const opened = reauthentication.get();
  keepTokens({ token: 'fresh', refresh_token: 'r9' });
  opened?.succeed();
  expect(await answers).toHaveLength(3);
  expect(reauthentication.get()).toBeNull();
  expect(sent.filter(({ path }) => path === '/token/refresh')).toHaveLength(1);
  stop();
});

test('an invalid token opens one sign-in dialog, however many calls fail', async () => {
  const stop = hostReauthentication();
  let openings = 0;
  const unwatch = reauthentication.subscribe(() => {
    if (reauthentication.get()) openings += 1;
  });
  serve((request) => (request.token === 'fresh' ? [200, { devices: [] }] : refusal(401, 'Invalid JWT Token')));
  const answers = Promise.all([call(listDevices), call(listDevices)]);
  await vi.waitFor(() => expect(reauthentication.get()?.reasons).toEqual(['Jeton de connexion invalide']));
  keepTokens({ token: 'fresh', refresh_token: 'r9' });
  reauthentication.get()?.succeed();
  await answers;
  expect(openings).toBe(1);
  unwatch();
  stop();
});

test('cancelling the dialog fails the calls that wait for it', async () => {
  const stop = hostReauthentication();
  serve(() => refusal(401, 'JWT Token not found'));
  const answer = call(listDevices);
  await vi.waitFor(() => expect(reauthentication.get()).not.toBeNull());
  reauthentication.get()?.giveUp();
  await expect(answer).rejects.toMatchObject({ kind: 'unauthenticated' });
  stop();
});

test('before the frame exists, a refused session fails at once', async () => {
  serve(() => refusal(401, 'Invalid JWT Token'));
  await expect(call(readUser)).rejects.toMatchObject({ kind: 'unauthenticated' });
});

test('a 403 that names a right is reported and opens no sign-in dialog', async () => {
  const stop = hostReauthentication();
  const message = 'Vous ne bénéficiez pas de l\'autorisation "Lister les sites".';
  serve(() => refusal(403, message, { right: 'listSites' }));
  await expect(call(listDevices)).rejects.toMatchObject({
    kind: 'forbidden',
    message,
    details: { right: 'listSites' },
  });
  expect(reauthentication.get()).toBeNull();
  stop();
});

test('a 403 without a right opens the sign-in dialog, then stays a refusal', async () => {
  const stop = hostReauthentication();
  serve(() => refusal(403, messages.notYours));
  const answer = call(listDevices);
  await vi.waitFor(() => expect(reauthentication.get()).not.toBeNull());
  reauthentication.get()?.succeed();
  await expect(answer).rejects.toMatchObject({ kind: 'forbidden', message: messages.notYours });
  expect(sent).toHaveLength(2);
  stop();
});

test.each([{}, { admin: true }])(
  'a second factor to set up first is asked for over the page, not the password',
  async (who) => {
    const stop = hostReauthentication();
    sessionStore.set(sessionOf(someUser(who), { profileId: null, agency: null }));
    let enrolled = false;
    serve(() => (enrolled ? [200, { devices: [] }] : refusal(403, accountMessages.enrolFirst, { mustEnrol: true })));
    const answers = Promise.all([call(listDevices), call(listDevices)]);
    await vi.waitFor(() => expect(reauthentication.get()?.enrols).toBe(true));
    enrolled = true;
    reauthentication.get()?.succeed();
    expect(await answers).toEqual([{ devices: [] }, { devices: [] }]);
    enrolled = false;
    const given = call(listDevices);
    await vi.waitFor(() => expect(reauthentication.get()?.enrols).toBe(true));
    reauthentication.get()?.giveUp();
    await expect(given).rejects.toMatchObject({ kind: 'forbidden', message: accountMessages.enrolFirst });
    stop();
  },
);

test('a platform administrator is exempt from the re-authentication of a 403', async () => {
  const stop = hostReauthentication();
  sessionStore.set(sessionOf(someUser({ admin: true }), { profileId: null, agency: null }));
  serve(() => refusal(403, messages.notYours));
  await expect(call(listDevices)).rejects.toMatchObject({ kind: 'forbidden' });
  expect(reauthentication.get()).toBeNull();
  stop();
});

test('a wrong password is reported in French and opens no dialog', async () => {
  const stop = hostReauthentication();
  serve(() => refusal(401, 'Invalid credentials.'));
  await expect(call(signIn, { input: { username: 'a@b.fr', password: 'x' } })).rejects.toThrow(
    'Combinaison utilisateur / mot de passe incorrecte',
  );
  expect(sent[0]?.token).toBeNull();
  expect(reauthentication.get()).toBeNull();
  stop();
});

test.each([
  [401, 'JWT Token not found', 'Jeton de connexion introuvable'],
  [401, 'Expired JWT Token', 'Jeton de connexion expiré'],
  [401, 'Invalid JWT Token', 'Jeton de connexion invalide'],
  [400, 'Missing parameters.', 'Des paramètres sont manquants.'],
  [400, 'Missing parameters', 'Des paramètres sont manquants.'],
  [404, 'Site introuvable', 'Site introuvable'],
  [500, '', 'Une erreur est survenue'],
])('%i « %s » reads « %s »', async (status, wire, shown) => {
  // The renewal works, but the server refuses again.
  serve(({ path }) =>
    path === '/token/refresh' ? [200, { token: 'new', refresh_token: 'r2' }] : refusal(status, wire),
  );
  await expect(call(listDevices)).rejects.toThrow(shown);
});

test('without a response there is a network problem, and the connection counts as lost until the next response', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const failure = await call(listDevices).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(NetworkProblem);
  expect((failure as Error).message).toBe('Erreur réseau: Veuillez vérifier votre connexion internet');
  expect(connection.get()).toBe('lost');
  serve(() => [200, { devices: [] }]);
  await call(listDevices);
  expect(connection.get()).toBe('restored');
});

test('a request that fails for another reason is an unknown network problem (AE-001)', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new Error('proxy')));
  await expect(call(listDevices)).rejects.toThrow('Erreur réseau inconnue');
});

test('a connection lost during a renewal signs nobody out', async () => {
  const stop = hostReauthentication();
  serve((request) => {
    if (request.path === '/token/refresh') throw new TypeError('Failed to fetch');
    return refusal(401, 'Expired JWT Token');
  });
  await expect(call(listDevices)).rejects.toBeInstanceOf(NetworkProblem);
  expect(reauthentication.get()).toBeNull();
  expect(currentTokens()?.token).toBe('old');
  stop();
});

test('an aborted call is not a network problem', async () => {
  vi.stubGlobal('fetch', (_url: string, init: RequestInit) => Promise.reject(init.signal?.reason));
  const abort = new AbortController();
  abort.abort();
  await expect(call(listDevices, { signal: abort.signal })).rejects.toMatchObject({ name: 'AbortError' });
  expect(connection.get()).toBe('works');
});

test('a 503 puts the application in maintenance with the server’s message', async () => {
  serve(() => refusal(503, 'Retour à 14 h'));
  await expect(call(listDevices)).rejects.toBeInstanceOf(Problem);
  expect(maintenance.get()).toBe('Retour à 14 h');
});

test('after a 429 the client waits as long as the server asks and sends the same request again', async () => {
  vi.useFakeTimers();
  let refusals = 2;
  serve(() => {
    refusals -= 1;
    return refusals >= 0
      ? refusal(429, 'Trop de demandes. Réessayez dans 3 secondes.', { retryAfter: 3 })
      : [200, { user: someUser() }];
  });
  const answer = call(saveUser, { input: { firstname: 'Ada' } });
  await vi.advanceTimersByTimeAsync(2_900);
  expect(sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(3_200);
  vi.useRealTimers();
  expect(await answer).toEqual({ user: someUser() });
  expect(sent).toHaveLength(3);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
});

test.each([
  ['with a long delay', { retryAfter: 900 }],
  ['without a delay', {}],
])('a 429 %s is reported at once', async (_, details) => {
  const message = 'Trop de tentatives. Réessayez dans 15 minutes.';
  serve(() => refusal(429, message, details));
  await expect(call(saveUser, { input: {} })).rejects.toMatchObject({ kind: 'tooMany', message });
  expect(sent).toHaveLength(1);
});

test('a 204 returns nothing', async () => {
  serve(() => [204]);
  expect(await call(listDevices)).toBeUndefined();
});

test('parameters are escaped in the path', async () => {
  const odd = endpoint({ name: 'odd', method: 'GET', path: '/thing/{id}', mounts: { root: 'signedIn' }, summary: '' });
  serve(() => [204], [odd]);
  await call(odd, { params: { id: '../user?x' } });
  expect(sent.map(({ path }) => path)).toEqual(['/thing/..%2Fuser%3Fx']);
});

test('a key has the shape of a UUID where randomUUID does not exist', () => {
  vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => bytes.fill(255) });
  expect(actKey()).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff');
});

test('a refusal of a locked agency locks the session and asks for no password', async () => {
  sessionStore.set(sessionOf(someUser({ userCompanies: [someProfile()] }), { profileId: null, agency: null }));
  serve(() => [403, { code: 403, message: 'Abonnement impayé', locked: true }]);
  await expect(call(endpointsOf(Site).list, { input: {} })).rejects.toThrow('Abonnement impayé');
  expect(reauthentication.get()).toBeNull();
  expect(sessionStore.get()?.subscriptionValid).toBe(false);
  expect(sent).toHaveLength(1);
});
