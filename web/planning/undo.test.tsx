// Undo of changes in the grid.
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PlannedService } from '#core/planning/calls.ts';
import { refusal } from '#ui/client/testing/server.ts';
import { change, undoLast, unschedule } from './acts.ts';
import {
  anomalies,
  asked,
  begun,
  error,
  ids,
  later,
  one,
  opened,
  rowOf,
  startOf,
  startStub,
  stopStub,
  stub,
  two,
} from './testing/stub.tsx';
import { useUndoKeys } from './undoKeys.ts';

beforeEach(startStub);
afterEach(stopStub);

test('an undo by keys closes the message of the action that it undoes', async () => {
  await opened();
  await act(async () => void (await change([one], [later(one, 2)], 'Service déplacé')));
  expect(await screen.findByRole('button', { name: 'Annuler' })).toBeTruthy();
  await act(async () => {
    await undoLast();
  });
  expect(await screen.findByText('Annulé : Service déplacé')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Annuler' })).toBeNull());
});

function Page(): ReactElement {
  useUndoKeys(true);
  return (
    <>
      <input aria-label="Chercher" />
      <button type="button">Aujourd’hui</button>
    </>
  );
}

test('the keys undo wherever the focus is on the page, but not while one types, nor below a dialog', async () => {
  await opened();
  await moved(one, 2, 'Service déplacé');
  render(<Page />);
  const press = (on: HTMLElement) => fireEvent.keyDown(on, { key: 'z', ctrlKey: true });
  press(screen.getByRole('textbox', { name: 'Chercher' }));
  const dialog = document.createElement('div');
  dialog.setAttribute('role', 'dialog');
  document.body.append(dialog);
  press(screen.getByRole('button', { name: 'Aujourd’hui' }));
  dialog.remove();
  await act(async () => undefined);
  expect(undos()).toHaveLength(0);
  press(screen.getByRole('button', { name: 'Aujourd’hui' }));
  expect(await screen.findByText('Annulé : Service déplacé')).toBeTruthy();
  expect(undos()).toHaveLength(1);
});

test('a drop where it was is no change: nothing is sent, told or undone', async () => {
  await opened();
  await moved(one, 2, 'Premier déplacé');
  await act(async () => expect(await change([two], [{ ...two }], 'Second déplacé')).toBe(false));
  expect(asked('/circuits')).toHaveLength(1);
  expect(screen.queryByText('Second déplacé')).toBeNull();
  await act(() => undoLast());
  expect(await screen.findByText('Annulé : Premier déplacé')).toBeTruthy();
});

const moved = (row: PlannedService, by: number, label: string) =>
  act(async () => void (await change([row], [later(row, by)], label)));
const undos = () => asked('/services/undo').map(({ body }) => body);

test('« Annuler » of a message undoes its own action, not the last one, and sends only what it changed', async () => {
  const state = await opened();
  await moved(one, 2, 'Premier déplacé');
  await moved(two, 3, 'Second déplacé');
  const first = (await screen.findByText('Premier déplacé')).closest('[role="alert"]') as HTMLElement;
  act(() => within(first).getByRole('button', { name: 'Annuler' }).click());
  expect(await screen.findByText('Annulé : Premier déplacé')).toBeTruthy();
  expect([startOf(state), rowOf(state, ids.two)?.start]).toEqual([one.start, two.start + 180]);
  const hours = (row: PlannedService) => ({
    startAt: new Date(row.start * 60_000).toISOString(),
    endAt: new Date(row.end * 60_000).toISOString(),
  });
  expect(undos()).toEqual([{ services: [{ id: ids.one, before: hours(one), after: hours(later(one, 2)) }] }]);
  // The other action is still the last one.
  await act(() => undoLast());
  expect(rowOf(state, ids.two)?.start).toBe(two.start);
});

test('an undo over the change of a colleague is refused with his name, and the chip stays', async () => {
  const state = await opened();
  await moved(one, 2, 'Service déplacé');
  stub.answerUndo = () => refusal(409, 'Modifié entre-temps par Nadia Roux : Dépôt, mardi 10/11/2026, 10:00–14:00.');
  await act(() => undoLast());
  expect((await screen.findAllByText(/Modifié entre-temps par Nadia Roux : Dépôt/)).length).toBeGreaterThan(0);
  expect([startOf(state), state.current.saving.size]).toEqual([one.start + 120, 0]);
  expect(screen.queryByText(/^Annulé/)).toBeNull();
});

test('of several rescheduled services the refused ones are named with their reason, and the undo takes the others', async () => {
  await opened();
  const refused = [{ id: ids.two, name: 'Dépôt, jeudi 12/11/2026, 08:00–12:00', why: 'Dépôt est archivé' }];
  stub.answerMove = ({ path }) => [
    200,
    { services: [{ id: ids.one, version: 2 }], refused: path.endsWith('/reschedule') ? refused : [] },
  ];
  await act(() => unschedule([ids.one, ids.two], 'reschedule'));
  expect(await screen.findByText('1 service reprogrammé')).toBeTruthy();
  expect(
    await screen.findByText('1 service refusé : Dépôt, jeudi 12/11/2026, 08:00–12:00 (Dépôt est archivé)'),
  ).toBeTruthy();
  await act(() => undoLast());
  expect(asked('/services/unschedule').map(({ body }) => body)).toEqual([{ services: [ids.one] }]);
});

test('an undo that would raise an anomaly asks first; answered with no, it can be asked for again', async () => {
  const state = await opened();
  stub.answerSave = (call) =>
    (call.body as { confirmed?: true }).confirmed ? null : refusal(409, 'À confirmer', { errors: [error] });
  stub.answerUndo = stub.answerSave;
  const done = begun(() => change([one], [later(one, 2)], 'Service déplacé'));
  await screen.findByRole('dialog', { name: anomalies });
  const choose = (name: string) => act(() => screen.getByRole('button', { name }).click());
  choose('Enregistrer quand même');
  await act(async () => expect(await done).toBe(true));
  for (const [button, by] of [
    ['Garder le changement', 120],
    ['Rétablir quand même', 0],
  ] as const) {
    const undone = begun(() => undoLast());
    await screen.findByRole('dialog', { name: 'L’annulation crée des anomalies, voulez-vous rétablir quand même ?' });
    choose(button);
    await act(() => undone);
    expect(startOf(state)).toBe(one.start + by);
  }
  // What was accepted for the change is not accepted for good.
  expect(undos()[0]).toMatchObject({ services: [{ accepted: true }] });
  expect(undos()[0]).not.toHaveProperty('confirmed');
  expect(undos().at(-1)).toMatchObject({ confirmed: true });
});

test('an undo that a rule forbids is titled as an undo', async () => {
  const state = await opened();
  await moved(one, 2, 'Service déplacé');
  stub.answerUndo = () => refusal(409, 'Planification refusée', { errors: [{ ...error, level: 2 }] });
  const undone = begun(() => undoLast());
  const dialog = within(await screen.findByRole('dialog', { name: 'Annulation refusée' }));
  expect(dialog.getByText(/Rien n’a été annulé/)).toBeTruthy();
  act(() => dialog.getByRole('button', { name: 'Garder le changement' }).click());
  await act(() => undone);
  expect(startOf(state)).toBe(one.start + 120);
});
