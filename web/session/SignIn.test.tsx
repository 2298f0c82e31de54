import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { readVersion } from '#core/session/version.ts';
import { versionPath } from '#ui/client/service-message.ts';
import { someDevice } from '#ui/client/testing/people.ts';
import { refusal, serve as serveAll } from '#ui/client/testing/server.ts';
import { currentTokens } from '#ui/client/tokens.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import SignIn from './SignIn.tsx';

beforeEach(startAfresh);

/** The page asks for the version besides. */
const version = { version: '0.0.0', maintenance: false, message: null, planned: null, ptiModalPermissions: false };
const serve = (answer: Parameters<typeof serveAll>[0]) =>
  serveAll((asked) => (asked.path === versionPath ? [200, version] : answer(asked)));
const posts = (calls: ReturnType<typeof serve>) => calls.filter(({ method }) => method === 'POST');

const password = (): HTMLElement => screen.getByLabelText('Mot de passe');
const submit = (): HTMLElement => screen.getByRole('button', { name: /Se connecter|Réessayer/ });

test('a wrong password shows an error, the typed text is kept, and the next try signs in', async () => {
  const onSignedIn = vi.fn();
  let wrong = true;
  const calls = serve(({ path }) => {
    if (path === '/user/device') return [200, { device: someDevice() }];
    return wrong ? refusal(401, 'Invalid credentials.') : [200, { token: 't', refresh_token: 'r' }];
  });
  const user = showPage(<SignIn onSignedIn={onSignedIn} />, null);
  await user.type(await screen.findByLabelText('Adresse e-mail'), 'direction@azur.example');
  await user.type(password(), 'faux');
  await user.click(submit());
  expect(await screen.findByText('Combinaison utilisateur / mot de passe incorrecte')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Adresse e-mail').value).toBe('direction@azur.example');
  expect(currentTokens()).toBeNull();
  wrong = false;
  await user.clear(password());
  await user.type(password(), 'Demo1234');
  await user.click(submit());
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(currentTokens()).toEqual({ token: 't', refresh_token: 'r' });
  expect(calls.filter(({ path }) => path === '/login_check').at(-1)?.body).toEqual({
    username: 'direction@azur.example',
    password: 'Demo1234',
  });
  await waitFor(() =>
    expect(calls.some(({ path, method }) => path === '/user/device' && method === 'POST')).toBe(true),
  );
});

test('nothing is sent while a field is empty', async () => {
  const calls = serve(() => [200, {}]);
  const user = showPage(<SignIn />, null);
  await user.click(await screen.findByRole('button', { name: 'Se connecter' }));
  expect(screen.getAllByText('Obligatoire')).toHaveLength(2);
  expect(posts(calls)).toEqual([]);
});

test('a maintenance under way is said before anybody signs in', async () => {
  expect(versionPath).toBe(readVersion.path);
  serveAll(() => [200, { ...version, maintenance: true, message: 'Retour à 14 h' }]);
  showPage(<SignIn />, null);
  expect(await screen.findByText('Retour à 14 h')).toBeTruthy();
});

test('after too many tries the form waits as long as the server asks', async () => {
  serve(() => refusal(429, 'Trop de tentatives.', { retryAfter: 90 }));
  const user = showPage(<SignIn />, null);
  await user.type(await screen.findByLabelText('Adresse e-mail'), 'a@b.fr');
  await user.type(password(), 'x');
  await user.click(submit());
  expect(await screen.findByText('Trop de tentatives.')).toBeTruthy();
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: /Réessayer dans 1 min (30|29) s/ });
  expect(button.disabled).toBe(true);
});

test('the reason for the sign-in is shown', async () => {
  serve(() => [200, {}]);
  showPage(<SignIn notice="Vous devez vous reconnecter" />, null);
  expect(await screen.findByText('Vous devez vous reconnecter')).toBeTruthy();
});

test('an account with a second factor asks for its code, sent with the same password', async () => {
  const onSignedIn = vi.fn();
  const calls = serve(({ path, body }) => {
    if (path === '/user/device') return [200, { device: someDevice() }];
    const { code } = body as { code?: string };
    if (!code) return refusal(401, 'Code de vérification requis', { secondFactor: true });
    if (code !== '123456') return refusal(401, 'Code de vérification incorrect', { secondFactor: true });
    return [200, { token: 't', refresh_token: 'r' }];
  });
  const user = showPage(<SignIn onSignedIn={onSignedIn} />, null);
  await user.type(await screen.findByLabelText('Adresse e-mail'), 'direction@azur.example');
  await user.type(password(), 'Demo1234');
  await user.click(submit());
  const code = await screen.findByLabelText('Code de vérification');
  expect(screen.getByText('direction@azur.example')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Vérifier' }));
  expect(screen.getByText('Obligatoire')).toBeTruthy();
  expect(posts(calls)).toHaveLength(1);
  await user.type(code, '000000{Enter}');
  expect(await screen.findByText('Code de vérification incorrect')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Code de vérification').value).toBe('');
  await user.type(screen.getByLabelText('Code de vérification'), '123456{Enter}');
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(calls.filter(({ path }) => path === '/login_check').at(-1)?.body).toEqual({
    username: 'direction@azur.example',
    password: 'Demo1234',
    code: '123456',
  });
});

test('a recovery code replaces the code, and the user can go back to the password', async () => {
  const calls = serve(({ body }) =>
    (body as { code?: string }).code
      ? refusal(401, 'Invalid credentials.')
      : refusal(401, 'Code de vérification requis', { secondFactor: true }),
  );
  const user = showPage(<SignIn />, null);
  await user.type(await screen.findByLabelText('Adresse e-mail'), 'a@b.fr');
  await user.type(password(), 'Demo1234');
  await user.click(submit());
  await user.click(await screen.findByRole('button', { name: 'Utiliser un code de secours' }));
  await user.type(screen.getByLabelText('Code de secours'), 'ABCDE-FGHJK{Enter}');
  // The password was changed since: it is asked again.
  expect(await screen.findByLabelText('Mot de passe')).toBeTruthy();
  expect(calls.at(-1)?.body).toMatchObject({ code: 'ABCDE-FGHJK' });
  await user.click(submit());
  await user.click(await screen.findByRole('button', { name: 'Revenir à la connexion' }));
  expect(screen.getByLabelText<HTMLInputElement>('Adresse e-mail').value).toBe('a@b.fr');
});

test('with demo data, its accounts are offered and sign in', async () => {
  const data = document.createElement('script');
  data.type = 'application/json';
  data.id = 'demo';
  data.textContent = JSON.stringify([{ email: 'agent@azur.example', role: 'agent de terrain', password: 'Demo1234' }]);
  document.head.append(data);
  const onSignedIn = vi.fn();
  const calls = serve(({ path }) =>
    path === '/user/device' ? [200, { device: someDevice() }] : [200, { token: 't', refresh_token: 'r' }],
  );
  const user = showPage(<SignIn onSignedIn={onSignedIn} />, null);
  await user.click(await screen.findByRole('button', { name: 'Agent de terrain' }));
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  data.remove();
  expect(calls.find(({ path }) => path === '/login_check')?.body).toEqual({
    username: 'agent@azur.example',
    password: 'Demo1234',
  });
});
