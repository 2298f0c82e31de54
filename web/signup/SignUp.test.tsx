import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { someDevice } from '#ui/client/testing/people.ts';
import { refusal, serve } from '#ui/client/testing/server.ts';
import { currentTokens } from '#ui/client/tokens.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import ConfirmSignUp from './ConfirmSignUp.tsx';
import SignUp from './SignUp.tsx';

beforeEach(startAfresh);

const terms = { version: 'v1', html: '<p>Essai de quatorze jours.</p>' };
const typed = {
  'Nom de l’agence': 'Sentinelle',
  SIRET: '732 829 320 00074',
  Prénom: 'Nadia',
  Nom: 'Roche',
  'Adresse e-mail': 'nadia@essai.example',
};
const send = (): HTMLElement => screen.getByRole('button', { name: 'Recevoir le lien de confirmation' });

async function fill(user: ReturnType<typeof showPage>): Promise<void> {
  for (const [label, value] of Object.entries(typed)) await user.type(await screen.findByLabelText(label), value);
  await user.click(screen.getByRole('checkbox', { name: /J’accepte/ }));
}

test('the form is sent with the accepted terms, and says to open the mail', async () => {
  const calls = serve(({ method }) =>
    method === 'GET' ? [200, { terms }] : [200, { message: 'Un e-mail vient de vous être envoyé.' }],
  );
  const user = showPage(<SignUp />, null);
  await fill(user);
  await user.click(screen.getByRole('button', { name: 'Lire les conditions' }));
  expect(screen.getByText('Essai de quatorze jours.')).toBeTruthy();
  await user.click(send());
  expect(await screen.findByRole('heading', { name: 'Consultez votre messagerie' })).toBeTruthy();
  expect(screen.getByRole('status').textContent).toContain('Un e-mail vient de vous être envoyé.');
  expect(calls.at(-1)?.body).toMatchObject({ agencyName: 'Sentinelle', terms: 'v1' });
});

test('nothing is sent while a field is empty, the SIRET is wrong or the terms are not accepted', async () => {
  const calls = serve(() => [200, { terms }]);
  const user = showPage(<SignUp />, null);
  await user.type(await screen.findByLabelText('SIRET'), '73282932000075');
  await user.click(send());
  expect(screen.getAllByText('Obligatoire')).toHaveLength(4);
  expect(screen.getByText('Numéro SIRET invalide')).toBeTruthy();
  expect(screen.getByText('Acceptez les conditions pour continuer')).toBeTruthy();
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('terms that changed are read again, and must be accepted again', async () => {
  let version = 'v1';
  serve(({ method }) => {
    if (method === 'GET') return [200, { terms: { ...terms, version } }];
    version = 'v2';
    return refusal(400, 'Les conditions ont changé.', {
      violations: [{ path: 'terms', message: 'Les conditions ont changé.' }],
    });
  });
  const user = showPage(<SignUp />, null);
  await fill(user);
  await user.click(send());
  expect(await screen.findByText('Les conditions ont changé.')).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false);
  expect(screen.getByLabelText<HTMLInputElement>('Nom de l’agence').value).toBe('Sentinelle');
});

test('a closed brand says so, without a form', async () => {
  serve(() => refusal(404, 'L’inscription en ligne n’est pas ouverte.'));
  showPage(<SignUp />, null);
  expect(await screen.findByText('L’inscription en ligne n’est pas ouverte.')).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
});

const pending = {
  ...{ agencyName: 'Sentinelle', siret: '73282932000074', fullname: 'Nadia Roche' },
  ...{ email: 'nadia@essai.example', passwordLength: 8 },
};

test('the link of the mail asks for a password and signs in', async () => {
  const onSignedIn = vi.fn();
  const calls = serve(({ method, path }) => {
    if (method === 'GET') return [200, { signUp: pending }];
    return path === '/user/device' ? [200, { device: someDevice() }] : [200, { token: 't', refresh_token: 'r' }];
  });
  const user = showPage(<ConfirmSignUp token="abc" onSignedIn={onSignedIn} />, null);
  const input = await screen.findByLabelText('Mot de passe');
  await user.type(input, 'Court1');
  await user.click(screen.getByRole('button', { name: 'Ouvrir mon agence' }));
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  await user.type(input, 'EtLong');
  await user.click(screen.getByRole('button', { name: 'Ouvrir mon agence' }));
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(currentTokens()).toEqual({ token: 't', refresh_token: 'r' });
});

test.each([
  [409, 'Votre agence est déjà créée : connectez-vous.', 'Se connecter'],
  [404, "Ce lien n'est plus valable.", 'Recommencer l’inscription'],
])('a link that answers %i leads on', async (status, message, link) => {
  serve(() => refusal(status, message));
  showPage(<ConfirmSignUp token="abc" onSignedIn={() => {}} />, null);
  expect(await screen.findByText(message)).toBeTruthy();
  expect(screen.getByRole('link', { name: link })).toBeTruthy();
  expect(screen.queryByLabelText('Mot de passe')).toBeNull();
});

test('the loser of two windows on one link is led to the sign-in, without the form', async () => {
  serve(({ method }) =>
    method === 'GET' ? [200, { signUp: pending }] : refusal(409, 'Votre agence est déjà créée : connectez-vous.'),
  );
  const user = showPage(<ConfirmSignUp token="abc" onSignedIn={() => {}} />, null);
  await user.type(await screen.findByLabelText('Mot de passe'), 'EtBienLong1');
  await user.click(screen.getByRole('button', { name: 'Ouvrir mon agence' }));
  expect(await screen.findByRole('link', { name: 'Se connecter' })).toBeTruthy();
  expect(screen.queryByLabelText('Mot de passe')).toBeNull();
});

test('the address of the sent mail is shown; it is sent again, or corrected', async () => {
  const calls = serve(({ method }) =>
    method === 'GET' ? [200, { terms }] : [200, { message: 'Un e-mail est parti.' }],
  );
  const user = showPage(<SignUp />, null);
  await fill(user);
  await user.click(send());
  const typed = (calls.find(({ method }) => method === 'POST')?.body ?? {}) as { email: string };
  expect(await screen.findByText(`Adresse : ${typed.email}`)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Renvoyer l’e-mail' }));
  expect(await screen.findByText(/E-mail renvoyé/)).toBeTruthy();
  const sent = calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
  expect(sent).toEqual([typed, typed]);
  await user.click(screen.getByRole('button', { name: 'Corriger mon adresse' }));
  expect(screen.getByLabelText<HTMLInputElement>('Nom de l’agence').value).toBe('Sentinelle');
});
