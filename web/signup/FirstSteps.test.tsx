import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { type FirstStepsState, firstStepNames, firstSteps } from '#core/signup/first-steps.ts';
import { sessionOf } from '#ui/client/session-state.ts';
import { someProfile, someUser } from '#ui/client/testing/people.ts';
import { refusal, serve } from '#ui/client/testing/server.ts';
import { owner, showPage, startAfresh } from '../testing/page.tsx';
import { FirstSteps } from './FirstSteps.tsx';

beforeEach(startAfresh);

const stateOf = (more: Partial<FirstStepsState> = {}): { firstSteps: FirstStepsState } => ({
  firstSteps: {
    ...{ shown: true, samples: 0, mayLoad: true },
    done: Object.fromEntries(firstStepNames.map((name) => [name, name === 'agent'])) as FirstStepsState['done'],
    ...more,
  },
});

test('each step says whether it is done, leads to its screen, and the records can be imported', async () => {
  serve(() => [200, stateOf()]);
  const user = showPage(<FirstSteps />, owner());
  expect(await screen.findByRole('heading', { name: 'Premiers pas : 1 sur 7' })).toBeTruthy();
  const lines = screen.getAllByRole('listitem');
  expect(lines.map((line) => within(line).getByRole('img').getAttribute('aria-label'))).toEqual(
    firstStepNames.map((name) => (name === 'agent' ? 'Fait' : 'À faire')),
  );
  expect(screen.getByRole('link', { name: firstSteps.site }).getAttribute('href')).toContain('/sites');
  expect(screen.queryByRole('button', { name: 'Importer : Collaborateurs' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Importer : Clients' }));
  expect(await screen.findByRole('dialog', { name: /Importer/ })).toBeTruthy();
});

const done = Object.fromEntries(firstStepNames.map((name) => [name, true])) as FirstStepsState['done'];
test.each([
  ['all is done', stateOf({ done })],
  ['it is dismissed', stateOf({ shown: false })],
])('the list is gone once %s', async (_, state) => {
  const calls = serve(() => [200, state]);
  showPage(<FirstSteps />, owner());
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(screen.queryByRole('heading')).toBeNull();
});

test('« Masquer » puts the list away for good, after a question', async () => {
  let shown = true;
  const calls = serve(({ method }) => {
    if (method === 'GET') return [200, stateOf({ shown })];
    shown = false;
    return [204];
  });
  const user = showPage(<FirstSteps />, owner());
  await user.click(await screen.findByRole('button', { name: 'Masquer' }));
  const question = await screen.findByRole('dialog', { name: 'Masquer les premiers pas ?' });
  expect(calls.every(({ method }) => method === 'GET')).toBe(true);
  await user.click(within(question).getByRole('button', { name: 'Masquer' }));
  await waitFor(() => expect(screen.queryByRole('heading', { name: /Premiers pas/ })).toBeNull());
  expect(shown).toBe(false);
});

test('others than the owner are not shown it', () => {
  const calls = serve(() => [200, stateOf()]);
  const userCompanies = [someProfile({ rights: 'admin' })];
  showPage(<FirstSteps />, sessionOf(someUser({ userCompanies }), { profileId: null, agency: null }));
  expect(calls).toEqual([]);
});

test('samples are loaded, then offered for removal', async () => {
  let samples = 0;
  const calls = serve(({ method }) => {
    if (method === 'POST') samples = 29;
    return [200, stateOf({ samples, mayLoad: samples === 0 })];
  });
  const user = showPage(<FirstSteps />, owner());
  await user.click(await screen.findByRole('button', { name: 'Charger des exemples' }));
  expect(await screen.findByRole('button', { name: 'Retirer les exemples' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Charger des exemples' })).toBeNull();
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('samples in use are named, and kept on request', async () => {
  let samples = 29;
  const calls = serve(({ method, body }) => {
    if (method === 'POST' && !(body as { keepUsed: boolean }).keepUsed)
      return refusal(409, 'Des fiches d’exemple servent.', {
        used: [{ name: 'Exemple · Entrepôt A', by: 'Service S000001' }],
      });
    if (method === 'POST') samples = 0;
    return [200, stateOf({ shown: false, samples })];
  });
  const user = showPage(<FirstSteps />, owner());
  await user.click(await screen.findByRole('button', { name: 'Retirer les exemples' }));
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  await user.click(await screen.findByRole('button', { name: 'Retirer' }));
  const dialog = await screen.findByRole('dialog', { name: 'Des exemples vous servent' });
  expect(within(dialog).getByText('Exemple · Entrepôt A : Service S000001')).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Les garder et retirer le reste' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Retirer les exemples' })).toBeNull());
  expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { keepUsed: false },
    { keepUsed: true },
  ]);
});
