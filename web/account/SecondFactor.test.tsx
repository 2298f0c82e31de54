import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { someUser } from '#ui/client/testing/people.ts';
import { type Reply, refusal, type StubRequest, serve } from '#ui/client/testing/server.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import { EnrolFirst } from './EnrolFirst.tsx';
import { SecondFactor } from './SecondFactor.tsx';

beforeEach(startAfresh);

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const codes = Array.from({ length: 10 }, (_, index) => `AAAAA-BBBB${index}`);
const state = (enabledAt: string | null, recoveryCodesLeft = 10): Reply => [
  200,
  { secondFactor: { enabledAt, recoveryCodesLeft } },
];
const fault = (path: string, message: string): Reply => refusal(400, message, { violations: [{ path, message }] });

/** Answers by method and path; any other call returns the user. */
function answering(answers: Record<string, (request: StubRequest) => Reply>): StubRequest[] {
  return serve((request) => answers[`${request.method} ${request.path}`]?.(request) ?? [200, { user: someUser() }]);
}

test('enabling needs the password, the QR code, a code and saved recovery codes', async () => {
  let enabled = false;
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:codes');
  const calls = answering({
    'GET /user/second-factor': () => state(enabled ? '2026-11-15T08:00:00.000Z' : null),
    'POST /user/second-factor/enrolment': ({ body }) =>
      (body as { password: string }).password === 'Demo1234'
        ? [200, { secret }]
        : fault('password', 'Mot de passe incorrect'),
    'POST /user/second-factor': ({ body }) => {
      if ((body as { code: string }).code !== '123456') return fault('code', 'Code de vérification incorrect');
      enabled = true;
      return [200, { recoveryCodes: codes }];
    },
  });
  const user = showPage(<SecondFactor />);
  await user.click(await screen.findByRole('button', { name: 'Activer' }));
  const dialog = await screen.findByRole('dialog', { name: 'Activer la validation en deux étapes' });
  await user.type(within(dialog).getByLabelText('Mot de passe'), 'faux{Enter}');
  expect(await within(dialog).findByText('Mot de passe incorrect')).toBeTruthy();
  await user.clear(within(dialog).getByLabelText('Mot de passe'));
  await user.type(within(dialog).getByLabelText('Mot de passe'), 'Demo1234{Enter}');

  expect(await within(dialog).findByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeTruthy();
  expect(await within(dialog).findByRole('img', { name: /Image à lire/ })).toBeTruthy();
  await user.type(within(dialog).getByLabelText('Code de vérification'), '000000{Enter}');
  expect(await within(dialog).findByText('Code de vérification incorrect')).toBeTruthy();
  await user.clear(within(dialog).getByLabelText('Code de vérification'));
  await user.type(within(dialog).getByLabelText('Code de vérification'), '123456{Enter}');

  const list = await within(dialog).findByRole('list', { name: 'Codes de secours' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(codes);
  await user.keyboard('{Escape}');
  expect(screen.getByRole('dialog')).toBeTruthy();
  expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Terminer' }).disabled).toBe(true);
  await user.click(within(dialog).getByRole('button', { name: 'Télécharger' }));
  const [file] = saved.mock.calls.map(([content]) => content as Blob);
  expect(await file?.text()).toContain(codes.join('\n'));
  await user.click(within(dialog).getByLabelText('J’ai conservé ces codes'));
  await user.click(within(dialog).getByRole('button', { name: 'Terminer' }));
  expect(await screen.findByText('10 codes de secours restants', { exact: false })).toBeTruthy();
  expect(calls.some(({ path }) => path === '/user')).toBe(true);
});

test('an account that must enable it sees nothing else, until the recovery codes are kept', async () => {
  let enabled = false;
  const calls = answering({
    'GET /user': () => [200, { user: someUser({ mustEnrol: !enabled }) }],
    'POST /user/second-factor/enrolment': () => [200, { secret }],
    'POST /user/second-factor': () => {
      enabled = true;
      return [200, { recoveryCodes: codes }];
    },
  });
  const user = showPage(<EnrolFirst />);
  await user.click(await screen.findByRole('button', { name: 'Activer la validation en deux étapes' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByLabelText('Mot de passe'), 'Demo1234{Enter}');
  await user.type(await within(dialog).findByLabelText('Code de vérification'), '123456{Enter}');
  await within(dialog).findByRole('list', { name: 'Codes de secours' });
  const reads = (): number => calls.filter(({ method, path }) => method === 'GET' && path === '/user').length;
  expect(reads()).toBe(0);
  await user.click(within(dialog).getByLabelText('J’ai conservé ces codes'));
  await user.click(within(dialog).getByRole('button', { name: 'Terminer' }));
  await waitFor(() => expect(reads()).toBe(1));
});

test('a warning appears when few recovery codes are left; new ones replace the old', async () => {
  let left = 2;
  const calls = answering({
    'GET /user/second-factor': () => state('2026-11-15T08:00:00.000Z', left),
    'POST /user/second-factor/recovery-codes': () => {
      left = 10;
      return [200, { recoveryCodes: codes }];
    },
  });
  const user = showPage(<SecondFactor />);
  expect(await screen.findByText(/Créez de nouveaux codes de secours/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Nouveaux codes de secours' }));
  const dialog = await screen.findByRole('dialog', { name: 'Nouveaux codes de secours' });
  await user.click(within(dialog).getByRole('button', { name: 'Créer de nouveaux codes' }));
  expect(within(dialog).getAllByText('Obligatoire')).toHaveLength(2);
  await user.type(within(dialog).getByLabelText('Mot de passe'), 'Demo1234');
  await user.type(within(dialog).getByLabelText('Code de vérification'), '123456{Enter}');
  expect(await within(dialog).findByText('AAAAA-BBBB9')).toBeTruthy();
  expect(calls.find(({ path }) => path.endsWith('recovery-codes'))?.body).toEqual({
    password: 'Demo1234',
    code: '123456',
  });
  await waitFor(() => expect(screen.queryByText(/Créez de nouveaux codes de secours/)).toBeNull());
});

test('disabling needs password and code; their errors are shown on their fields', async () => {
  let enabled = true;
  answering({
    'GET /user/second-factor': () => state(enabled ? '2026-11-15T08:00:00.000Z' : null),
    'POST /user/second-factor/disable': ({ body }) => {
      if ((body as { code: string }).code !== 'ABCDE-FGHJK') return fault('code', 'Code de vérification incorrect');
      enabled = false;
      return [204];
    },
  });
  const user = showPage(<SecondFactor />);
  await user.click(await screen.findByRole('button', { name: 'Désactiver' }));
  const dialog = await screen.findByRole('dialog', { name: 'Désactiver la validation en deux étapes' });
  await user.type(within(dialog).getByLabelText('Mot de passe'), 'Demo1234');
  await user.type(within(dialog).getByLabelText('Code de vérification'), '000000{Enter}');
  expect(await within(dialog).findByText('Code de vérification incorrect')).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Utiliser un code de secours' }));
  await user.type(within(dialog).getByLabelText('Code de secours'), 'ABCDE-FGHJK{Enter}');
  expect(await screen.findByText('La validation en deux étapes est désactivée')).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Activer' })).toBeTruthy();
});

test('a state that cannot be read shows an error and is read again', async () => {
  let broken = true;
  answering({ 'GET /user/second-factor': () => (broken ? refusal(500, 'Une erreur est survenue') : state(null)) });
  const user = showPage(<SecondFactor />);
  expect(await screen.findByText('L’état de votre compte n’a pas pu être lu')).toBeTruthy();
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByRole('button', { name: 'Activer' })).toBeTruthy();
});
