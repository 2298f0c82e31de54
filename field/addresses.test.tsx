// The addresses of the specification on a telephone.
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { refusal } from '#ui/client/testing/server.ts';
import { deviceState } from './device.ts';
import { draftPlace } from './store/drafts.ts';
import { answering, begin, code, enrol, id, onPhone, restart, taken } from './testing/phone.tsx';

onPhone();

test('B-011: the empty path opens the service under way, and the home without one', async () => {
  answering((request) => taken(request));
  await enrol();
  expect(window.location.hash).toBe('#/terrain');
  await begin();
  await screen.findByRole('region', { name: 'Service en cours' });
  window.location.hash = '';
  restart();
  await userEvent.type(await screen.findByLabelText('Code de ce téléphone'), code);
  expect(await screen.findByRole('heading', { level: 1, name: 'Port' })).toBeTruthy();
  expect(window.location.hash).toBe(`#/terrain/service/${id}`);
});

test('B-061: the address of an event opens the home before a service, and says to begin one', async () => {
  answering((request) => taken(request));
  await enrol();
  window.location.hash = '#/terrain/events/presence';
  expect(await screen.findByText('Commencez d’abord un service.')).toBeTruthy();
  expect(window.location.hash).toBe('#/terrain');
});

test('B-061: the address of an event opens what is typed of it, then the event itself', async () => {
  answering(() => refusal(503, 'Maintenance'));
  await enrol();
  await begin();
  await screen.findByRole('region', { name: 'Service en cours' });
  const state = deviceState.get();
  if (state.is !== 'open') throw new Error(state.is);
  const { session } = state;
  window.location.hash = `#/terrain/service/${id}/main-courante/incident`;
  await userEvent.click(await screen.findByRole('button', { name: 'Intrusion' }));
  await userEvent.type(screen.getByLabelText('Description'), 'Clôture nord');
  const draft = await waitFor(async () => {
    const kept = await session.drafts.read<{ uuid: string; description: string }>(draftPlace(id, 'entry'));
    expect(kept?.description).toBe('Clôture nord');
    return kept;
  });
  window.location.hash = `#/terrain/events/incident/${draft?.uuid}`;
  await waitFor(() => expect(window.location.hash).toBe(`#/terrain/service/${id}/main-courante`));
  expect(await screen.findByDisplayValue('Clôture nord')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  await waitFor(() => expect(session.view.get().queue.events.at(-1)?.uuid).toBe(draft?.uuid));
  // The entry closes by itself.
  await waitFor(() => expect(window.location.hash).toBe(`#/terrain/service/${id}`));
  window.location.hash = `#/terrain/events/incident/${draft?.uuid}`;
  expect(await screen.findByRole('heading', { name: 'Intrusion' })).toBeTruthy();
  expect(screen.getByText('Clôture nord')).toBeTruthy();
  expect(screen.getByText(/À transmettre$/)).toBeTruthy();
});
