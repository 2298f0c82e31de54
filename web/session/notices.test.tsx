import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { unpaidLock } from '#core/agencies/lock.ts';
import { NetworkProblem } from '#ui/client/call.ts';
import { connection, maintenance, planned } from '#ui/client/connection.ts';
import { type Session, sessionOf } from '#ui/client/session-state.ts';
import { tenant } from '#ui/client/tenant.ts';
import { agencyId, someProfile, someUser } from '#ui/client/testing/people.ts';
import { refusal, serve } from '#ui/client/testing/server.ts';
import { checkVersion, update } from '#ui/client/version.ts';
import { notifyProblem } from '#ui/notify.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import { UpdateDialog, WelcomeDialog } from './dialogs.tsx';
import { LockedDialog } from './Locked.tsx';
import {
  ActingBanner,
  ConnectionBanner,
  MaintenanceNotice,
  MaintenanceScreen,
  PendingNotice,
  SupportBanner,
} from './notices.tsx';

beforeEach(() => {
  startAfresh();
  connection.set('works');
  maintenance.set(null);
  planned.set(null);
});

const version = { version: '0.0.0', maintenance: false, message: null, planned: null, ptiModalPermissions: true };
const none = { profileId: null, agency: null };
const withProfile = (...shape: Parameters<typeof someProfile>): Session =>
  sessionOf(someUser({ userCompanies: [someProfile(...shape)] }), none);

test('a lost connection is shown until it is closed or restored', async () => {
  serve(() => [200, version]);
  const user = showPage(<ConnectionBanner />);
  connection.set('lost');
  expect(
    await screen.findByText('Connexion au service Vigie impossible, veuillez vérifier votre connexion'),
  ).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Fermer' }));
  expect(screen.queryByText(/impossible/)).toBeNull();
  connection.set('restored');
  expect(await screen.findByText('Connexion rétablit')).toBeTruthy();
});

test('what failed without a network is no longer shown when it is back', async () => {
  serve(() => [200, version]);
  showPage(<ConnectionBanner />);
  connection.set('lost');
  notifyProblem(new NetworkProblem());
  expect(await screen.findByText('Erreur réseau: Veuillez vérifier votre connexion internet')).toBeTruthy();
  connection.set('restored');
  await waitFor(() => expect(screen.queryByText(/Erreur réseau/)).toBeNull(), { timeout: 2_000 });
});

test('a connection that comes and goes shows one message at a time', async () => {
  serve(() => [200, version]);
  showPage(<ConnectionBanner />);
  for (let time = 0; time < 3; time += 1) {
    connection.set('lost');
    await screen.findByText(/impossible/);
    connection.set('restored');
    await waitFor(() => expect(screen.queryByText(/impossible/)).toBeNull());
  }
  expect(await screen.findAllByText('Connexion rétablit')).toHaveLength(1);
});

test('the service is polled until it answers', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const calls = serve(() => [200, version]);
  showPage(<ConnectionBanner />);
  connection.set('lost');
  await screen.findByText(/impossible/);
  vi.advanceTimersByTime(5_000);
  vi.useRealTimers();
  expect(await screen.findByText('Connexion rétablit')).toBeTruthy();
  expect(calls.map(({ path }) => path)).toEqual(['/version']);
});

test('the version is read at the start and every hour, and a failure is silent (AF-003, AE-014)', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const calls = serve(() => [500, { code: 500, message: 'Panne' }]);
  showPage(<UpdateDialog />);
  await waitFor(() => expect(calls).toHaveLength(1));
  vi.advanceTimersByTime(3_599_999);
  expect(calls).toHaveLength(1);
  vi.advanceTimersByTime(1);
  vi.useRealTimers();
  await waitFor(() => expect(calls.map(({ path }) => path)).toEqual(['/version', '/version']));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByText(/Panne|erreur/i)).toBeNull();
});

const hour = 3_600_000;
const plan = (from: number, to: number) => ({
  message: '<p>Mise à jour <strong>des serveurs</strong></p>',
  startAt: new Date(Date.now() + from * hour).toISOString(),
  endAt: new Date(Date.now() + to * hour).toISOString(),
});

test('maintenance covers the page with its message and its end, and ends when the server says so', async () => {
  const current = plan(-1, 1);
  let answer: object = { ...version, maintenance: true, message: 'Retour à 14 h', planned: current };
  const calls = serve(() => [200, answer]);
  const user = showPage(
    <MaintenanceScreen>
      <p>Alerte en cours</p>
    </MaintenanceScreen>,
  );
  expect(screen.queryByText('Alerte en cours')).toBeNull();
  maintenance.set('Retour à 14 h');
  expect(await screen.findByText('Retour à 14 h')).toBeTruthy();
  // A 503 asks for the hours (AB-033); alarms stay above the cover.
  expect(await screen.findByText(/^Fin prévue : /)).toBeTruthy();
  expect(calls).toHaveLength(1);
  expect(screen.getByText('Alerte en cours')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Réessayer' }));
  await waitFor(() => expect(calls).toHaveLength(2));
  expect(screen.getByText('Retour à 14 h')).toBeTruthy();
  answer = version;
  await user.click(screen.getByRole('button', { name: 'Réessayer' }));
  await waitFor(() => expect(screen.queryByText('Retour à 14 h')).toBeNull());
});

test('a planned maintenance is announced with its day and hours, until one closes it', async () => {
  planned.set({ message: '<p>Mise à jour</p>', startAt: '2080-03-05T21:00:00Z', endAt: '2080-03-05T22:30:00Z' });
  const user = showPage(<MaintenanceNotice />);
  const notice = await screen.findByRole('status', { name: 'Maintenance' });
  expect(notice.textContent).toMatch(/^Maintenance prévue le mardi 5 mars 2080 de \d\d:00 à \d\d:30 : Mise à jour/);
  await user.click(screen.getByRole('button', { name: 'Fermer' }));
  expect(screen.queryByRole('status', { name: 'Maintenance' })).toBeNull();
  // Another plan is another notice.
  planned.set(plan(2, 3));
  expect(await screen.findByRole('status', { name: 'Maintenance' })).toBeTruthy();
});

test('platform staff are told that a maintenance is under way, and go on working', async () => {
  const current = plan(-1, 1);
  serve(() => [200, { ...version, maintenance: true, message: 'Mise à jour', planned: current }]);
  showPage(
    <>
      <MaintenanceNotice />
      <MaintenanceScreen />
    </>,
    sessionOf(someUser({ isSupport: true }), none),
  );
  await checkVersion();
  expect((await screen.findByRole('status', { name: 'Maintenance' })).textContent).toContain(
    'Maintenance en cours, jusqu’à',
  );
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('an update is offered and can be ignored', async () => {
  serve(() => [200, { ...version, version: '99.0.0' }]);
  const user = showPage(<UpdateDialog />);
  expect(await screen.findByText('Une mise à jour est disponible. Veuillez recharger la page.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Rafraîchir' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Ignorer' }));
  expect(update.get()).toBeNull();
});

test('an update reloads the page on demand; an ignored one is kept nowhere, so that the next reload offers it again', async () => {
  serve(() => [200, { ...version, version: '98.0.0' }]);
  const stored = () => [JSON.stringify(localStorage), JSON.stringify(sessionStorage)];
  const before = stored();
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue(undefined);
  const user = showPage(<UpdateDialog />, null);
  await user.click(await screen.findByRole('button', { name: 'Rafraîchir' }));
  expect(reload).toHaveBeenCalledOnce();
  reload.mockRestore();
  await user.click(screen.getByRole('button', { name: 'Ignorer' }));
  expect(update.get()).toBeNull();
  expect(stored()).toEqual(before);
});

test('the welcome is shown once, at the first sign-in', async () => {
  const welcomed = someUser({ firstLogin: false });
  const calls = serve(() => [200, { user: welcomed }]);
  const user = showPage(<WelcomeDialog />, sessionOf(someUser({ firstLogin: true }), none));
  // On a phone no menu is at the left.
  expect((await screen.findByRole('dialog')).textContent).toContain('Le menu mène à vos écrans');
  await user.click(await screen.findByRole('button', { name: 'Commencer' }));
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]).toMatchObject({ method: 'PUT', path: '/user', body: { firstLogin: false } });
});

test('the welcome is not shown at a later sign-in', async () => {
  showPage(
    <>
      <p>page</p>
      <WelcomeDialog />
    </>,
    sessionOf(someUser({ firstLogin: false }), none),
  );
  await screen.findByText('page');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a pending account is shown, and can be refreshed or dismissed', async () => {
  const active = someUser({ userCompanies: [someProfile()] });
  serve(() => [200, { user: active }]);
  const user = showPage(<PendingNotice />, withProfile({ company: { pending: true } }));
  expect(await screen.findByText('Votre compte est en attente de modération.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Ok' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Rafraîchir' }));
  await waitFor(() => expect(screen.queryByText(/modération/)).toBeNull());
});

const unpaid = { company: { errors: [{ message: 'Abonnement impayé', lock: true }] } };

test('a locked agency says why: its owner is told to call the platform', async () => {
  showPage(<LockedDialog />, withProfile({ isOwner: true, ...unpaid }));
  const dialog = await screen.findByRole('dialog', { name: 'Accès suspendu' });
  expect(dialog.textContent).toContain('Abonnement impayé');
  expect(dialog.textContent).toContain('contactez Vigie');
});

test('the dialog of a lock closes when its button leads to another screen', async () => {
  const { modules } = tenant();
  const before = { ...modules };
  Object.assign(modules, { subscriptions: true });
  const user = showPage(<LockedDialog />, withProfile({ isOwner: true, ...unpaid }));
  await user.click(await screen.findByRole('link', { name: 'Choisir une formule' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  Object.assign(modules, before);
});

test('whoever is locked for an unpaid invoice is led to it, whatever is switched on (Z-065)', async () => {
  const company = { errors: [{ message: unpaidLock('F2026-0001'), lock: true }] };
  showPage(<LockedDialog />, withProfile({ isOwner: true, company }));
  const link = await screen.findByRole('link', { name: 'Voir mes factures' });
  expect(link.getAttribute('href')).toBe('#/payments/invoices');
  expect(screen.queryByRole('link', { name: 'Choisir une formule' })).toBeNull();
});

test('only an expired subscription is called one', async () => {
  const errors = [{ message: 'Abonnement expiré depuis le 1er mai', lock: true }];
  showPage(<LockedDialog />, withProfile({ isOwner: true, company: { errors } }));
  expect(await screen.findByRole('dialog', { name: 'Abonnement expiré' })).toBeTruthy();
});

test('a locked agency says why: its agents and customers are told to call the agency', async () => {
  const address = { street: null, zipcode: null, city: null, country: null, location: null };
  serve(() => [200, { contact: { name: 'Azur Sécurité', email: null, phone: ['04 93 00 00 00'], address } }]);
  showPage(<LockedDialog />, withProfile({ kind: 'CUSTOMER', rights: 'customer', ...unpaid }));
  expect(await screen.findByText('Pour retrouver vos écrans, adressez-vous à Azur Sécurité.')).toBeTruthy();
  expect((await screen.findByRole('link', { name: '04 93 00 00 00' })).getAttribute('href')).toBe('tel:0493000000');
});

test('acting for somebody is shown on every screen, with a button to stop', async () => {
  const acting = sessionOf(someUser({ isSupport: true, acting: someProfile() }), none);
  const calls = serve(({ path }) =>
    path === '/user/profile'
      ? [200, { token: 'own', refresh_token: 'r' }]
      : [200, { user: someUser({ isSupport: true }) }],
  );
  const user = showPage(<ActingBanner onBack={() => undefined} />, acting);
  expect((await screen.findByRole('status')).textContent).toContain(
    'Vous agissez au nom de Camille Roux (Azur Sécurité)',
  );
  await user.click(screen.getByRole('button', { name: 'Revenir à mon compte' }));
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
  expect(calls[0]).toMatchObject({ path: '/user/profile', body: { userCompany: null } });
});

test.each([
  ['Rafraîchir', <PendingNotice key="p" />, withProfile({ company: { pending: true } })],
  [
    'Revenir à mon compte',
    <ActingBanner key="a" onBack={() => undefined} />,
    sessionOf(someUser({ isSupport: true, acting: someProfile() }), none),
  ],
  [
    'Quitter l’agence',
    <SupportBanner key="s" away={async () => undefined} />,
    sessionOf(someUser({ isSupport: true }), { profileId: null, agency: { id: agencyId, name: 'Azur' } }),
  ],
  ['Vérifier à nouveau', <LockedDialog key="l" />, withProfile({ isOwner: true, ...unpaid })],
])('« %s » says why it failed', async (label, screenOf, session) => {
  serve(() => refusal(500, 'Panne du service'));
  const user = showPage(screenOf, session);
  await user.click(await screen.findByRole('button', { name: label }));
  expect(await screen.findByText('Panne du service')).toBeTruthy();
});
