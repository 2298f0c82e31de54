import 'fake-indexeddb/auto';
import { MantineProvider } from '@mantine/core';
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { connection, maintenance } from '#ui/client/connection.ts';
import { placeOf } from '#ui/client/hash.ts';
import { sessionStore } from '#ui/client/session-state.ts';
import { someDevice, someProfile, someUser } from '#ui/client/testing/people.ts';
import { type Reply, refusal, serve } from '#ui/client/testing/server.ts';
import { currentTokens, keepTokens } from '#ui/client/tokens.ts';
import { Entry } from './Entry.tsx';
import { landingOf, signInFor } from './public-pages.tsx';

if (!('fonts' in document)) Object.defineProperty(document, 'fonts', { value: new EventTarget() });
vi.setConfig({ testTimeout: 40_000 });
configure({ asyncUtilTimeout: 10_000, getElementError: (message) => new Error(message ?? undefined) });

const staff = someUser({ userCompanies: [someProfile({ rights: ['listSites'] })] });

const answer = (path: string, token: string | null): Reply => {
  if (path === '/login_check') return [200, { token: 't', refresh_token: 'r' }];
  if (path === '/version')
    return [200, { version: '0.0.0', maintenance: false, message: null, planned: null, ptiModalPermissions: true }];
  if (token === null) return refusal(401, 'JWT Token not found');
  if (path === '/user') return [200, { user: staff }];
  if (path.endsWith('/fetch/sites')) return [200, { sites: [], filtered: 0 }];
  if (path === '/user/device') return [200, { device: someDevice() }];
  if (path.endsWith('/home')) return [200, { home: { counts: [], recent: [], invitations: null } }];
  if (path === '/logout') return [204];
  if (path.endsWith('/notifications/unread')) return [200, { unread: 0 }];
  return [200, {}];
};

beforeEach(() => {
  cleanup();
  localStorage.clear();
  sessionStore.set(null);
  connection.set('works');
  maintenance.set(null);
  keepTokens(null);
  vi.unstubAllGlobals();
});

const at = (hash: string): void => {
  window.history.replaceState(null, '', `#${hash}`);
  window.dispatchEvent(new PopStateEvent('popstate'));
};

const enter = (hash: string): ReturnType<typeof userEvent.setup> => {
  at(hash);
  render(
    <MantineProvider env="test">
      <Entry />
    </MantineProvider>,
  );
  return userEvent.setup();
};

test('a visitor who is not signed in is sent to the sign-in page, then to the page he asked for', async () => {
  serve(({ path, token }) => answer(path, token));
  const user = enter('/sites?page=2');
  await user.type(await screen.findByLabelText('Adresse e-mail'), 'a@b.fr');
  expect(window.location.hash).toBe(`#/login?from=${encodeURIComponent('/sites?page=2')}`);
  await user.type(screen.getByLabelText('Mot de passe'), 'x');
  await user.click(screen.getByRole('button', { name: 'Se connecter' }));
  expect(await screen.findByRole('heading', { name: 'Sites', level: 1 })).toBeTruthy();
  expect(window.location.hash).toMatch(/^#\/sites/);
});

test('the empty path leads home, signing out to the sign-in page, and signing in again to the page asked for', async () => {
  const calls = serve(({ path, token }) => answer(path, token));
  keepTokens({ token: 't', refresh_token: 'r' });
  const user = enter('/');
  expect(await screen.findByRole('heading', { name: 'Bonjour Camille' })).toBeTruthy();
  expect(window.location.hash).toBe('#/home');
  await user.click(screen.getByRole('button', { name: /menu du compte/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Se déconnecter' }));
  expect(await screen.findByRole('button', { name: 'Se connecter' })).toBeTruthy();
  expect(window.location.hash).toBe('#/login');
  expect(currentTokens()).toBeNull();
  // Without « everywhere »: his other devices stay signed in.
  expect(calls.filter(({ path }) => path === '/logout').map(({ body }) => body)).toEqual([{}]);
  at('/sites');
  await user.type(await screen.findByLabelText('Adresse e-mail'), 'a@b.fr');
  await user.type(screen.getByLabelText('Mot de passe'), 'x');
  await user.click(screen.getByRole('button', { name: 'Se connecter' }));
  expect(await screen.findByRole('heading', { name: 'Sites', level: 1 })).toBeTruthy();
});

test('B-012: the telephone of an agent opens field mode by itself, until he puts it off', async () => {
  vi.stubGlobal('isSecureContext', true);
  const { matchMedia } = window;
  vi.stubGlobal('matchMedia', (query: string) =>
    Object.defineProperties(matchMedia(query), query.includes('pointer: coarse') ? { matches: { value: true } } : {}),
  );
  const agent = someUser({ userCompanies: [someProfile({ rights: ['executeOwnService'], plannable: true })] });
  serve(({ path, token }) => {
    if (path === '/user' && token) return [200, { user: agent }];
    const known = path === '/version' || path.endsWith('/home') || path.endsWith('/unread');
    return known ? answer(path, token) : refusal(500, 'Indisponible');
  });
  keepTokens({ token: 't', refresh_token: 'r' });
  const user = enter('/');
  expect(await screen.findByRole('button', { name: 'Inscrire ce téléphone' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Plus tard' }));
  expect(await screen.findByRole('heading', { name: 'Bonjour Camille' })).toBeTruthy();
  cleanup();
  enter('/');
  expect(await screen.findByRole('heading', { name: 'Bonjour Camille' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Inscrire ce téléphone' })).toBeNull();
});

test('who must enable the second factor sees that alone at his sign-in, without a menu', async () => {
  const mustEnrol = { ...staff, mustEnrol: true };
  serve(({ path, token }) => (path === '/user' && token ? [200, { user: mustEnrol }] : answer(path, token)));
  const user = enter('/sites');
  await user.type(await screen.findByLabelText('Adresse e-mail'), 'a@b.fr');
  await user.type(screen.getByLabelText('Mot de passe'), 'x');
  await user.click(screen.getByRole('button', { name: 'Se connecter' }));
  expect(await screen.findByRole('heading', { name: 'Protégez votre compte' })).toBeTruthy();
  expect(screen.queryByRole('navigation')).toBeNull();
  expect(screen.queryByRole('heading', { name: 'Sites' })).toBeNull();
});

test('an unknown route shows « Route inexistante »', async () => {
  serve(({ path, token }) => answer(path, token));
  keepTokens({ token: 't', refresh_token: 'r' });
  enter('/route-inconnue');
  expect(await screen.findByRole('heading', { name: 'Route inexistante' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Retour à l’accueil' })).toBeTruthy();
});

test('a refused route leads home and names the missing right', async () => {
  serve(({ path, token }) => answer(path, token));
  keepTokens({ token: 't', refresh_token: 'r' });
  enter('/agents');
  expect(
    await screen.findByText('Vous ne bénéficiez pas de l\'autorisation "Lister les collaborateurs".'),
  ).toBeTruthy();
  await waitFor(() => expect(window.location.hash).toBe('#/home'));
});

test('a session refused at the start is reported on the sign-in page', async () => {
  serve(() => refusal(401, 'Invalid JWT Token'));
  keepTokens({ token: 't', refresh_token: 'r' });
  enter('/sites');
  expect(await screen.findByText('Vous devez vous reconnecter')).toBeTruthy();
  expect(currentTokens()).toBeNull();
});

test('a service that cannot be reached at the start can be retried', async () => {
  let reachable = false;
  serve(({ path, token }) => {
    if (!reachable) throw new TypeError('Failed to fetch');
    return answer(path, token);
  });
  keepTokens({ token: 't', refresh_token: 'r' });
  const user = enter('/home');
  expect(await screen.findByText('Erreur réseau: Veuillez vérifier votre connexion internet')).toBeTruthy();
  reachable = true;
  await user.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByRole('heading', { name: 'Bonjour Camille' })).toBeTruthy();
});

test('the sign-in redirects only to pages of the application', () => {
  expect(landingOf(placeOf('/login?from=%2Fsites%3Fpage%3D2'))).toBe('/sites?page=2');
  expect(landingOf(placeOf('/login?from=https%3A%2F%2Fmal.example'))).toBe('/');
  expect(landingOf(placeOf('/login?from=%2Flogin'))).toBe('/');
  expect(landingOf(placeOf('/login'))).toBe('/');
  expect(signInFor('/home')).toBe('/login');
});

test('B-038: the loading page leads home', async () => {
  serve(({ path, token }) => answer(path, token));
  keepTokens({ token: 't', refresh_token: 'r' });
  enter('/loading');
  expect(await screen.findByRole('heading', { name: 'Bonjour Camille' })).toBeTruthy();
  expect(window.location.hash).toBe('#/home');
});

test('the menu of a customer’s account leads to his own record', async () => {
  const contact = someUser({ userCompanies: [someProfile({ kind: 'CUSTOMER', rights: 'customer' })] });
  serve(({ path, token }) => {
    if (path.endsWith('/contact')) return refusal(500, 'Indisponible');
    return path === '/user' ? [200, { user: contact }] : answer(path, token);
  });
  keepTokens({ token: 't', refresh_token: 'r' });
  const user = enter('/about');
  await user.click(await screen.findByRole('button', { name: /menu du compte/ }));
  expect((await screen.findByRole('menuitem', { name: 'Ma fiche' })).getAttribute('href')).toMatch(/\/user\?fiche=1$/);
});
