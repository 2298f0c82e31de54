import { fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Standing } from '#core/field/hand-over-calls.ts';
import { recall, remember } from '#ui/client/device.ts';
import { sessionStore } from '#ui/client/session-state.ts';
import { refusal, serve } from '#ui/client/testing/server.ts';
import { keepTokens } from '#ui/client/tokens.ts';
import { leaveRevoked } from './leaving.ts';
import { Connection } from './store/database.ts';
import { answering, begin, code, enrol, enrolled, now, onPhone, pack, restart, show, taken } from './testing/phone.tsx';

onPhone();

const title = 'Ce téléphone a été révoqué par votre agence';
const isEmpty = async (): Promise<boolean> => (await indexedDB.databases()).length === 0;

test('decision 93: a revoked telephone hands over what it holds by its own key, then is empty', async () => {
  const handed: unknown[] = [];
  serve((request) => {
    if (request.path.endsWith('/field/device')) return enrolled();
    if (request.path.endsWith('/field/pack')) return [200, pack()];
    if (request.path.endsWith('/standing')) return [200, { state: 'revoked', until: now(), now: now() }];
    const { key, events } = request.body as { key: string; events: { type: string }[] };
    handed.push(...events.map(({ type }) => [key, type]));
    return taken(request, 'kept');
  });
  await enrol();
  keepTokens(null);
  await begin();

  expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
  expect(handed).toEqual([['h', 'service-step']]);
  await waitFor(async () => expect(await isEmpty()).toBe(true));
});

test('decision 93: a locked telephone with nothing to send is emptied at the next contact, without its code', async () => {
  let standing: Standing = 'enrolled';
  answering(
    (request) => taken(request),
    () => standing,
  );
  await enrol();
  standing = 'revoked';
  remember('field', '1');
  remember('contact.agency', '{}');
  restart();
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
  // Nor is anything of the desk's application left for the next hand.
  expect([recall('tokens'), recall('field.waiting'), recall('contact.agency')]).toEqual([null, null, null]);
  expect(screen.getByText(/Tout ce qu’il gardait lui a été transmis/)).toBeTruthy();
  await waitFor(async () => expect(await isEmpty()).toBe(true));
});

test('after a revocation one signs in again, from its own page or after a reload', async () => {
  serve(() => refusal(401, 'Session expirée'));
  sessionStore.set(null);
  keepTokens(null);
  show();
  expect((await screen.findByRole('alert')).textContent).toBe('Connectez-vous d’abord.');
  await userEvent.click(screen.getByRole('button', { name: 'Se connecter' }));
  expect(window.location.hash).toBe('#/login?from=/terrain');
  remember('field', '1');
  leaveRevoked();
  expect(recall('field')).toBeNull();
});

test('an SOS of a revoked telephone, which the agency keeps and raises, is said to be received', async () => {
  let isRevoked = false;
  serve((request) => {
    if (request.path.endsWith('/field/device')) return enrolled();
    if (request.path.endsWith('/field/pack')) return [200, pack()];
    if (request.path.endsWith('/standing'))
      return [200, { state: isRevoked ? 'revoked' : 'enrolled', until: now(), now: now() }];
    if (!request.path.endsWith('/hand-over')) return isRevoked ? refusal(401, 'Invalid JWT Token') : taken(request);
    const { events } = request.body as { events: { uuid: string }[] };
    const took = events.map(({ uuid }) => ({ uuid, outcome: 'kept', reason: 'Révoqué', raised: true }));
    return [200, { taken: took, refused: null, now: now() }];
  });
  await enrol();
  await begin();
  isRevoked = true;
  const sos = await screen.findByRole('button', { name: /^SOS/ });
  const said: string[] = [];
  const seen = new MutationObserver(() => said.push(...screen.queryAllByRole('alert').map((one) => one.textContent)));
  seen.observe(document.body, { childList: true, subtree: true, characterData: true });
  onTestFinished(() => seen.disconnect());
  fireEvent.pointerDown(sos, { button: 0 });
  expect(await screen.findByRole('heading', { name: title }, { timeout: 10_000 })).toBeTruthy();
  expect(said.join()).toContain('Votre alerte SOS a été transmise.');
  expect(said.join()).not.toContain('n’a PAS confirmé');
});

test('a locked telephone with something to send keeps that alone until its code, which hands it over', async () => {
  let standing: Standing = 'enrolled';
  const handed: string[] = [];
  answering(
    (request) => {
      if (!request.path.endsWith('/hand-over')) return refusal(503, 'Maintenance');
      handed.push(...(request.body as { events: { type: string }[] }).events.map(({ type }) => type));
      return taken(request, 'kept');
    },
    () => standing,
  );
  await enrol();
  await begin();
  await screen.findByRole('button', { name: '1 élément à transmettre' });
  standing = 'revoked';
  keepTokens(null);
  restart();
  const told = await screen.findByText(/Ce téléphone est révoqué par votre agence/);
  expect(told.textContent).toContain('1 élément partira, puis tout sera effacé');
  // What it took along is gone already: sites, people, texts.
  const connection = new Connection('field');
  const left = await connection.use(async (database) => [await database.count('pack'), await database.count('log')]);
  await connection.close();
  expect(left).toEqual([0, 1]);
  await userEvent.type(screen.getByLabelText('Code de ce téléphone'), code);
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
  expect(handed).toEqual(['service-step']);
  await waitFor(async () => expect(await isEmpty()).toBe(true));
});

test.each([
  ['locked', false],
  ['open', true],
])('after seven days nothing is taken any more: %s, it is emptied and says what is lost', async (_, isOpen) => {
  let standing: Standing = 'enrolled';
  answering(
    () => refusal(503, 'Maintenance'),
    () => standing,
  );
  await enrol();
  await begin();
  await screen.findByRole('button', { name: '1 élément à transmettre' });
  standing = 'over';
  if (isOpen) {
    keepTokens(null);
    window.dispatchEvent(new Event('online'));
  } else restart();
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
  expect(screen.getByText(/1 élément qu’il gardait n’a pas pu être transmis/)).toBeTruthy();
  await waitFor(async () => expect(await isEmpty()).toBe(true));
});

test('without an answer nothing is erased', async () => {
  answering((request) => taken(request));
  await enrol();
  const asked = vi.fn();
  serve(({ path }) => {
    if (!path.endsWith('/standing')) return refusal(503, 'Maintenance');
    asked();
    return refusal(403, 'Inconnu');
  });
  restart();
  await screen.findByLabelText('Code de ce téléphone');
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(asked).toHaveBeenCalled());
  await new Promise((done) => setTimeout(done, 200));
  expect(await isEmpty()).toBe(false);
});

test('a revoked telephone whose agent signed in again hands over and empties itself, though no session was refused', async () => {
  let isRevoked = false;
  const handed: string[] = [];
  serve((request) => {
    if (request.path.endsWith('/field/device')) return enrolled();
    if (request.path.endsWith('/field/pack'))
      return isRevoked ? refusal(409, 'Ce téléphone a été révoqué') : [200, pack()];
    if (request.path.endsWith('/standing'))
      return [200, { state: isRevoked ? 'revoked' : 'enrolled', until: now(), now: now() }];
    if (!request.path.endsWith('/hand-over')) return refusal(503, 'Maintenance');
    handed.push(...(request.body as { events: { type: string }[] }).events.map(({ type }) => type));
    return taken(request, 'kept');
  });
  await enrol();
  await begin();
  isRevoked = true;
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByRole('heading', { name: title }, { timeout: 10_000 })).toBeTruthy();
  expect(handed).toEqual(['service-step']);
  await waitFor(async () => expect(await isEmpty()).toBe(true));
});
