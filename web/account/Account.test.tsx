import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { Customer } from '#core/customers/customer.ts';
import { sessionOf } from '#ui/client/session-state.ts';
import { densitySetting, railSetting } from '#ui/client/settings.ts';
import { customerId, someDevice, someProfile, someUser } from '#ui/client/testing/people.ts';
import { idOf, rowOf } from '#ui/client/testing/rows.ts';
import { type Reply, refusal, type StubRequest, serve } from '#ui/client/testing/server.ts';
import { currentTokens } from '#ui/client/tokens.ts';
import { period, whole } from '../hours/testing/hours.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import Account from './Account.tsx';
import { SecondFactorNotice } from './SecondFactorNotice.tsx';

beforeEach(startAfresh);

const screenProps = { page: 'user', title: 'Mon compte', description: '', add: false };
const wrongPassword = refusal(400, 'Mot de passe incorrect', {
  violations: [{ path: 'password', message: 'Mot de passe incorrect' }],
});
const none = { profileId: null, agency: null };

function answering(answers: Record<string, (request: StubRequest) => Reply>): StubRequest[] {
  return serve((request) => {
    const own = answers[`${request.method} ${request.path}`];
    if (own) return own(request);
    if (request.path === '/user/devices') return [200, { devices: [] }];
    if (request.path === '/user/data-exports') return [200, { exports: [] }];
    if (request.path === '/user/second-factor')
      return [200, { secondFactor: { enabledAt: null, recoveryCodesLeft: 0 } }];
    return [200, { user: someUser() }];
  });
}

test('a new address needs the password, waits for the link in the mail, and can be cancelled', async () => {
  let pending: string | null = null;
  const calls = answering({
    'POST /user/email': ({ body }) => {
      const { email, password } = body as { email: string; password: string };
      if (password !== 'Demo1234') return wrongPassword;
      pending = email;
      return [200, { message: `Un e-mail de confirmation vient d’être envoyé à ${email}.` }];
    },
    'DELETE /user/email': () => {
      pending = null;
      return [204];
    },
    'GET /user': () => [200, { user: someUser({ pendingEmail: pending }) }],
  });
  const user = showPage(<Account {...screenProps} />);
  await user.click(await screen.findByRole('button', { name: 'Changer d’adresse' }));
  const form = screen.getByRole('form', { name: 'Changer d’adresse e-mail' });
  await user.click(within(form).getByRole('button', { name: 'Envoyer le lien de confirmation' }));
  expect(within(form).getAllByText('Obligatoire')).toHaveLength(2);
  await user.type(within(form).getByLabelText('Nouvelle adresse e-mail'), 'nouvelle@exemple.fr');
  await user.type(within(form).getByLabelText('Mot de passe'), 'faux{Enter}');
  expect(await within(form).findByText('Mot de passe incorrect')).toBeTruthy();
  expect(within(form).getByLabelText<HTMLInputElement>('Nouvelle adresse e-mail').value).toBe('nouvelle@exemple.fr');
  await user.clear(within(form).getByLabelText('Mot de passe'));
  await user.type(within(form).getByLabelText('Mot de passe'), 'Demo1234{Enter}');
  expect(await screen.findByText('Un e-mail de confirmation vient d’être envoyé à nouvelle@exemple.fr.')).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Renoncer' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Renoncer' })).toBeNull());
  expect(calls.some(({ method }) => method === 'DELETE')).toBe(true);
});

test('changing the password needs the current one; the rule is shown while typing', async () => {
  const calls = answering({ 'PUT /user/password': () => [204] });
  const user = showPage(<Account {...screenProps} />);
  await user.click(await screen.findByRole('button', { name: 'Changer de mot de passe' }));
  const form = screen.getByRole('form', { name: 'Changer de mot de passe' });
  const rules = within(form).getByRole('list', { name: 'Règles du mot de passe' });
  const met = (): (string | null)[] => [...rules.querySelectorAll('[data-met="true"]')].map((rule) => rule.textContent);
  await user.type(within(form).getByLabelText('Nouveau mot de passe'), 'abc1');
  expect(met()).toEqual(['1 chiffre min.', '1 minuscule min.']);
  await user.click(within(form).getByRole('button', { name: 'Changer le mot de passe' }));
  expect(calls.some(({ path }) => path === '/user/password')).toBe(false);
  await user.type(within(form).getByLabelText('Nouveau mot de passe'), 'DE');
  await user.type(within(form).getByLabelText('Mot de passe actuel'), 'Demo1234{Enter}');
  expect(await screen.findByText(/Votre mot de passe est modifié/)).toBeTruthy();
  expect(calls.find(({ path }) => path === '/user/password')?.body).toEqual({
    current: 'Demo1234',
    password: 'abc1DE',
  });
});

test('a wrong current password is said at its field, and the chosen one stays', async () => {
  answering({
    'PUT /user/password': () =>
      refusal(400, 'Mot de passe incorrect', {
        violations: [{ path: 'current', message: 'Mot de passe incorrect' }],
      }),
  });
  const user = showPage(<Account {...screenProps} />);
  await user.click(await screen.findByRole('button', { name: 'Changer de mot de passe' }));
  const form = screen.getByRole('form', { name: 'Changer de mot de passe' });
  const current = within(form).getByLabelText('Mot de passe actuel');
  await user.type(within(form).getByLabelText('Nouveau mot de passe'), 'abc1DE');
  await user.type(current, 'Faux1234{Enter}');
  const fault = await within(form).findByText('Mot de passe incorrect');
  expect(current.getAttribute('aria-describedby')?.split(' ')).toContain(fault.closest('[id]')?.id);
  expect(within(form).getByLabelText<HTMLInputElement>('Nouveau mot de passe').value).toBe('abc1DE');
});

test('with a second factor the code is asked for, and the rule shows the length of the agency', async () => {
  const person = someUser({ secondFactor: true, passwordLength: 12, userCompanies: [someProfile()] });
  const calls = answering({
    'GET /user': () => [200, { user: person }],
    'PUT /user/password': () => [204],
    'POST /user/email': () => [200, { message: 'Envoyé.' }],
  });
  const user = showPage(<Account {...screenProps} />, sessionOf(person, none));
  await user.click(await screen.findByRole('button', { name: 'Changer de mot de passe' }));
  const form = screen.getByRole('form', { name: 'Changer de mot de passe' });
  expect(within(form).getByText('12 caractères min.')).toBeTruthy();
  await user.type(within(form).getByLabelText('Nouveau mot de passe'), 'Abcdefgh1234');
  await user.type(within(form).getByLabelText('Mot de passe actuel'), 'Demo1234{Enter}');
  expect(calls.some(({ path }) => path === '/user/password')).toBe(false);
  await user.type(within(form).getByLabelText('Code de vérification'), '123456{Enter}');
  expect(await screen.findByText(/Votre mot de passe est modifié/)).toBeTruthy();
  expect(calls.find(({ path }) => path === '/user/password')?.body).toMatchObject({ code: '123456' });

  await user.click(screen.getByRole('button', { name: 'Changer d’adresse' }));
  const address = screen.getByRole('form', { name: 'Changer d’adresse e-mail' });
  await user.type(within(address).getByLabelText('Nouvelle adresse e-mail'), 'neuve@exemple.fr');
  await user.type(within(address).getByLabelText('Mot de passe'), 'Demo1234');
  await user.type(within(address).getByLabelText('Code de vérification'), '654321{Enter}');
  expect(await screen.findByText('Envoyé.')).toBeTruthy();
  expect(calls.find(({ path, method }) => path === '/user/email' && method === 'POST')?.body).toMatchObject({
    code: '654321',
  });
});

test('this device is marked; removing a connected one asks for the password and signs it out there, removing this one signs out here', async () => {
  let devices = [
    someDevice({ id: idOf(1), current: true }),
    someDevice({ id: idOf(2), browserName: 'Chrome', connected: false }),
    someDevice({ id: idOf(3), browserName: 'Safari' }),
  ];
  const calls = answering({
    'GET /user/devices': () => [200, { devices }],
    [`DELETE /user/device/${idOf(2)}`]: () => {
      devices = devices.filter(({ id }) => id !== idOf(2));
      return [204];
    },
    [`POST /user/device/${idOf(3)}/disconnect`]: ({ body }) => {
      if ((body as { password: string }).password !== 'Demo1234') return wrongPassword;
      devices = devices.filter(({ id }) => id !== idOf(3));
      return [204];
    },
    [`DELETE /user/device/${idOf(1)}`]: () => [204],
  });
  const user = showPage(<Account {...screenProps} />);
  const here = (await screen.findByText('Cet appareil')).closest('li') as HTMLElement;
  expect(here.textContent).toContain('Firefox 150 — Linux');
  expect(here.textContent).toContain('Connecté · Vu le 15/11/2026 09:00');
  expect(screen.getByText(/^Déconnecté · /)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Retirer Chrome 150 — Linux' }));
  await user.click(await screen.findByRole('button', { name: 'Retirer' }));
  await waitFor(() => expect(screen.queryByText(/Chrome/)).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Retirer Safari 150 — Linux' }));
  const question = await screen.findByRole('dialog', { name: 'Retirer cet appareil ?' });
  await user.type(within(question).getByLabelText('Mot de passe'), 'Faux1234{Enter}');
  expect(await within(question).findByText('Mot de passe incorrect')).toBeTruthy();
  await user.clear(within(question).getByLabelText('Mot de passe'));
  await user.type(within(question).getByLabelText('Mot de passe'), 'Demo1234{Enter}');
  await waitFor(() => expect(screen.queryByText(/Safari/)).toBeNull());
  expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  expect(currentTokens()).not.toBeNull();
  await user.click(screen.getByRole('button', { name: 'Retirer Firefox 150 — Linux' }));
  const last = await screen.findByRole('dialog', { name: 'Retirer cet appareil, celui-ci ?' });
  expect(within(last).getByText('Vous serez déconnecté ici même.')).toBeTruthy();
  await user.click(within(last).getByRole('button', { name: 'Retirer' }));
  await waitFor(() => expect(currentTokens()).toBeNull());
  expect(window.location.hash).toBe('#/login');
});

test('a session of no registered device is listed as such, without a browser', async () => {
  const devices = [
    someDevice({ id: idOf(1), current: true }),
    someDevice({ id: idOf(2), registered: false, browserName: null, browserVersion: null, deviceInfos: null }),
  ];
  answering({ 'GET /user/devices': () => [200, { devices }] });
  showPage(<Account {...screenProps} />);
  expect(await screen.findByRole('button', { name: 'Retirer Connexion sans appareil enregistré' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Retirer Firefox 150 — Linux' })).toBeTruthy();
});

test('whoever has no right either exports his own data from his account', async () => {
  answering({});
  const person = someUser({ userCompanies: [someProfile({ rights: [] })] });
  showPage(<Account {...screenProps} />, sessionOf(person, none));
  const section = await screen.findByRole('region', { name: 'Mes données' });
  expect(await within(section).findByText('Aucun export pour le moment.')).toBeTruthy();
  expect(within(section).getByRole('button', { name: 'Exporter mes données' })).toBeTruthy();
});

test('density and menu are settings of this device', async () => {
  answering({});
  const user = showPage(<Account {...screenProps} />);
  await user.click(await screen.findByRole('radio', { name: 'Compacte' }));
  await user.click(screen.getByRole('radio', { name: 'Réduit' }));
  expect([densitySetting.get(), railSetting.get()]).toEqual(['compact', true]);
  expect(localStorage.getItem('app.density')).toBe('"compact"');
  densitySetting.set('normal');
  railSetting.set(false);
});

test('a customer reads his own record without its history, and with the right edits it, except the comments', async () => {
  const record = rowOf(Customer, {
    ...{ id: customerId, name: 'Hôtel du Port', email: 'accueil@port.example', status: 100, type: 100 },
    comments: null,
  });
  const customer = (rights: string[]) =>
    sessionOf(someUser({ userCompanies: [someProfile({ kind: 'CUSTOMER', rights: rights as never })] }), none);
  const opened = async (rights: string[]) => {
    startAfresh();
    serve(({ path }) => (path.endsWith(`/customer/${customerId}`) ? [200, { customer: record }] : refusal(500, '')));
    const user = showPage(<Account {...screenProps} />, customer(rights));
    await user.click(await screen.findByRole('button', { name: 'Ouvrir ma fiche' }));
    const sheet = within(await screen.findByRole('dialog', { name: /^Hôtel du Port/ }));
    expect(await sheet.findByText('accueil@port.example')).toBeTruthy();
    expect(sheet.queryByText('Historique')).toBeNull();
    return { user, sheet };
  };
  const { sheet: read } = await opened(['readOwnCustomer']);
  expect(read.getByText('Lecture seule')).toBeTruthy();
  expect(read.queryByRole('button', { name: 'Modifier' })).toBeNull();
  const { user, sheet } = await opened(['readOwnCustomer', 'editCustomer']);
  await user.click(await sheet.findByRole('button', { name: 'Modifier' }));
  expect(await sheet.findByDisplayValue('accueil@port.example')).toBeTruthy();
  expect(sheet.queryByRole('textbox', { name: 'Commentaires' })).toBeNull();
});

test.each([
  ['support without one', someUser({ isSupport: true }), true],
  ['support with one', someUser({ isSupport: true, secondFactor: true }), false],
  ['support who acts for somebody', someUser({ isSupport: true, acting: someProfile() }), false],
  ['anybody else', someUser({ userCompanies: [someProfile()] }), false],
])('the second factor is recommended to platform staff: %s', async (_who, person, isShown) => {
  showPage(
    <>
      <p>page</p>
      <SecondFactorNotice />
    </>,
    sessionOf(person, none),
  );
  await screen.findByText('page');
  expect(screen.queryByRole('status') !== null).toBe(isShown);
});

test('once postponed, the recommendation is hidden for a week', async () => {
  const support = sessionOf(someUser({ isSupport: true }), none);
  const user = showPage(<SecondFactorNotice />, support);
  await user.click(await screen.findByRole('button', { name: 'Plus tard' }));
  expect(screen.queryByRole('status')).toBeNull();
  localStorage.setItem('app.second-factor.later', String(Date.now() - 8 * 86_400_000));
  showPage(<SecondFactorNotice />, support);
  expect(await screen.findByRole('status')).toBeTruthy();
});

test('an agent reads his own sheet first: what is wrong, his hours and his papers', async () => {
  const agent = sessionOf(
    someUser({ userCompanies: [someProfile({ rights: 'collaborator', plannable: true })] }),
    none,
  );
  serve(({ path }) => {
    if (path.endsWith('/hour-detail'))
      return [200, { period, hours: whole({ effective: 900, done: 590 }), services: [] }];
    if (path.endsWith('/papers'))
      return [
        200,
        {
          papers: [
            {
              kind: 'card',
              name: 'Carte professionnelle',
              number: null,
              expiresAt: '2026-01-31',
              state: 'EXPIRED',
              advice: 'Prévenez votre agence.',
            },
          ],
        },
      ];
    if (path === '/user/devices') return [200, { devices: [] }];
    if (path === '/user/data-exports') return [200, { exports: [] }];
    if (path === '/user/second-factor') return [200, { secondFactor: { enabledAt: null, recoveryCodesLeft: 0 } }];
    return refusal(500, 'Indisponible');
  });
  showPage(<Account {...screenProps} />, agent);
  const wrong = await screen.findByRole('list', { name: 'À régler' });
  expect(await within(wrong).findByText('Carte professionnelle : expiré (31/01/2026)')).toBeTruthy();
  expect(await within(wrong).findByText('1 écart en attente de validation')).toBeTruthy();
  expect(within(await screen.findByRole('region', { name: 'Mes heures' })).getByText('9h50')).toBeTruthy();
  expect(within(screen.getByRole('region', { name: 'Mes heures' })).getByText('5h10')).toBeTruthy();
  expect(await screen.findByRole('region', { name: 'Mes papiers' })).toBeTruthy();
});
