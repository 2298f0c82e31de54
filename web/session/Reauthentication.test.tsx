import { screen, waitFor, within } from '@testing-library/react';
import { type ReactElement, useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { listDevices } from '#core/session/devices.ts';
import { call } from '#ui/client/call.ts';
import { sessionOf } from '#ui/client/session-state.ts';
import { someDevice, someProfile, someUser } from '#ui/client/testing/people.ts';
import { type Reply, refusal, serve } from '#ui/client/testing/server.ts';
import { currentTokens } from '#ui/client/tokens.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import { ReauthenticationHost } from './Reauthentication.tsx';

beforeEach(startAfresh);

/** A page with typed text, whose button makes three calls at once. */
function Page(): ReactElement {
  const [answers, setAnswers] = useState(0);
  const load = (): void => {
    for (let count = 0; count < 3; count += 1) {
      call(listDevices).then(
        () => setAnswers((before) => before + 1),
        () => undefined,
      );
    }
  };
  return (
    <>
      <input aria-label="Saisie" />
      <button type="button" onClick={load}>
        Charger
      </button>
      <p>{answers} réponses</p>
      <ReauthenticationHost />
    </>
  );
}

test('an expired session asks once, keeps the typed text, and the waiting calls continue', async () => {
  serve(({ path, token }) => {
    if (path === '/login_check') return [200, { token: 'fresh', refresh_token: 'r2' }];
    if (path === '/user/device') return [200, { device: someDevice() }];
    return token === 'fresh' ? [200, { devices: [] }] : refusal(401, 'Invalid JWT Token');
  });
  const user = showPage(<Page />);
  await user.type(await screen.findByLabelText('Saisie'), 'en cours');
  await user.click(screen.getByRole('button', { name: 'Charger' }));
  expect(await screen.findAllByRole('dialog', { name: 'Veuillez vous ré-authentifier' })).toHaveLength(1);
  await user.type(screen.getByLabelText('Mot de passe'), 'Demo1234');
  await user.click(screen.getByRole('button', { name: 'Se connecter' }));
  expect(await screen.findByText('3 réponses')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByLabelText<HTMLInputElement>('Saisie').value).toBe('en cours');
});

test.each([
  ['JWT Token not found', ['Jeton de connexion introuvable']],
  ['Invalid JWT Token', ['Jeton de connexion invalide']],
  // The renewal of an expired token is refused.
  ['Expired JWT Token', ['Échec du rafraîchissement du token...', 'Vous devez vous reconnecter']],
])('« %s » asks to sign in again and shows the reasons', async (wire, reasons) => {
  serve(({ path }) => refusal(401, path === '/token/refresh' ? 'Invalid JWT Token' : wire));
  const user = showPage(<Page />);
  await user.click(await screen.findByRole('button', { name: 'Charger' }));
  await screen.findByRole('dialog', { name: 'Veuillez vous ré-authentifier' });
  for (const reason of reasons) expect(screen.getByText(reason)).toBeTruthy();
  expect(screen.queryByText('Votre session a pris fin.')).toBeNull();
});

test('a wrong password keeps the dialog open with the reason', async () => {
  serve(({ path }) => refusal(401, path === '/login_check' ? 'Invalid credentials.' : 'Invalid JWT Token'));
  const user = showPage(<Page />);
  await user.click(await screen.findByRole('button', { name: 'Charger' }));
  await user.type(await screen.findByLabelText('Mot de passe'), 'faux');
  await user.click(screen.getByRole('button', { name: 'Se connecter' }));
  expect(await screen.findByText('Combinaison utilisateur / mot de passe incorrecte')).toBeTruthy();
  expect(screen.getByRole('dialog')).toBeTruthy();
});

test('platform staff who act for a profile continue to act for it', async () => {
  const profile = someProfile({ rights: ['listSites'] });
  const calls = serve(({ path, token }) => {
    if (path === '/login_check') return [200, { token: 'own', refresh_token: 'r2' }];
    if (path === '/user/device') return [200, { device: someDevice() }];
    if (path === '/user/profile') return [200, { token: 'acting', refresh_token: 'r3' }];
    return token === 'acting' ? [200, { devices: [] }] : refusal(401, 'Invalid JWT Token');
  });
  const session = sessionOf(someUser({ isSupport: true, acting: profile }), { profileId: null, agency: null });
  const user = showPage(<Page />, session);
  await user.click(await screen.findByRole('button', { name: 'Charger' }));
  await user.type(await screen.findByLabelText('Mot de passe'), 'Demo1234');
  await user.click(screen.getByRole('button', { name: 'Se connecter' }));
  expect(await screen.findByText('3 réponses')).toBeTruthy();
  expect(calls.find(({ path }) => path === '/user/profile')).toMatchObject({
    token: 'own',
    body: { userCompany: { id: profile.id } },
  });
});

test('leaving the session clears it and shows the sign-in page', async () => {
  serve(() => refusal(401, 'JWT Token not found'));
  const user = showPage(<Page />);
  await user.click(await screen.findByRole('button', { name: 'Charger' }));
  await user.click(await screen.findByRole('button', { name: 'Quitter la session' }));
  expect(currentTokens()).toBeNull();
  expect(window.location.hash).toBe('#/login');
});

test('an account with a second factor types its code in the same dialog, also if it was enabled since', async () => {
  const answer = ({ path, token, body }: { path: string; token: string | null; body: unknown }): Reply => {
    if (path === '/user/device') return [200, { device: someDevice() }];
    if (path !== '/login_check') return token === 'fresh' ? [200, { devices: [] }] : refusal(401, 'Invalid JWT Token');
    return (body as { code?: string }).code === '123456'
      ? [200, { token: 'fresh', refresh_token: 'r2' }]
      : refusal(401, 'Code de vérification requis', { secondFactor: true });
  };
  for (const secondFactor of [true, false]) {
    startAfresh();
    const calls = serve(answer);
    const profile = someProfile({ rights: [] });
    const session = sessionOf(someUser({ secondFactor, userCompanies: [profile] }), { profileId: null, agency: null });
    const user = showPage(<Page />, session);
    await user.click(await screen.findByRole('button', { name: 'Charger' }));
    await user.type(await screen.findByLabelText('Mot de passe'), 'Demo1234');
    if (!secondFactor) await user.click(screen.getByRole('button', { name: 'Se connecter' }));
    await user.type(await screen.findByLabelText('Code de vérification'), '123456');
    await user.click(screen.getByRole('button', { name: 'Se connecter' }));
    expect(await screen.findByText('3 réponses')).toBeTruthy();
    expect(calls.filter(({ path }) => path === '/login_check')).toHaveLength(secondFactor ? 1 : 2);
  }
});

test('a second factor that became obligatory is set up over the page: the typed text stays, and the waiting calls continue', async () => {
  let enrolled = false;
  serve(({ path }) => {
    if (path === '/user/second-factor/enrolment') return [200, { secret: 'JBSWY3DPEHPK3PXP' }];
    if (path === '/user') return [200, { user: someUser({ secondFactor: enrolled }) }];
    if (path === '/user/second-factor') {
      enrolled = true;
      return [200, { recoveryCodes: ['aaaa-bbbb'] }];
    }
    return enrolled ? [200, { devices: [] }] : refusal(403, 'Activez d’abord…', { mustEnrol: true });
  });
  const user = showPage(<Page />);
  await user.type(await screen.findByLabelText('Saisie'), 'en cours');
  await user.click(screen.getByRole('button', { name: 'Charger' }));
  const dialog = await screen.findByRole('dialog', { name: 'Activer la validation en deux étapes' });
  expect(dialog.textContent).toContain('Votre page et ce que vous y avez saisi sont conservés.');
  expect(screen.queryByText('Votre session a pris fin.')).toBeNull();
  await user.type(within(dialog).getByLabelText('Mot de passe'), 'Demo1234{Enter}');
  await user.type(await within(dialog).findByLabelText('Code de vérification'), '123456{Enter}');
  await user.click(await within(dialog).findByLabelText('J’ai conservé ces codes'));
  await user.click(within(dialog).getByRole('button', { name: 'Terminer' }));
  expect(await screen.findByText('3 réponses')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Saisie').value).toBe('en cours');
});
