import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Entity } from '#core/kernel/entity.ts';
import type { Machine, Writable } from '#core/kernel/machine.ts';
import { Crate } from '../testing/crate.ts';
import { crate } from '../testing/depot.ts';
import { closeScreen, type Opened, openScreen } from '../testing/screen.tsx';
import EntityDialog from './EntityDialog.tsx';

afterEach(closeScreen);

const onClose = vi.fn();
afterEach(() => onClose.mockReset());

const why = 'Cette caisse est rangée : seul son commentaire change encore.';

/** The crate, frozen once it is stored. */
function putAway(writable: Writable): Entity {
  const machine: Machine = Crate.machine as Machine;
  const stored = { ...machine.states[300], label: 'Rangée', tone: 'warning', writable, frozen: why } as const;
  return { ...(Crate as Entity), machine: { ...machine, states: { ...machine.states, 300: stored } } };
}

const stored = crate(1, { status: 300, weight: 12 });

async function open(of: Entity, row = stored): Promise<Opened> {
  const opened = openScreen(<EntityDialog of={of} id={row.id} page="crates" onClose={onClose} />, { rows: [row] });
  await screen.findByRole('button', { name: /^(Enregistrer|Fermer)/ });
  return opened;
}

test('frozen fields are read-only, open fields are inputs, and a sentence gives the reason', async () => {
  const opened = await open(putAway(['comments']));
  expect(screen.getByRole('note').textContent).toContain(why);
  expect(screen.queryByRole('textbox', { name: /^Nom/ })).toBeNull();
  expect(screen.queryByRole('textbox', { name: 'Poids' })).toBeNull();
  expect(screen.queryByRole('switch', { name: 'Fragile' })).toBeNull();
  expect(screen.getByText('Nom').nextSibling?.textContent).toBe('Caisse 001');
  await opened.user.type(screen.getByRole('textbox', { name: 'Commentaires' }), 'Fond abîmé');
  await opened.user.click(screen.getByRole('button', { name: /^Enregistrer/ }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(opened.depot.calls('POST', '/crate').map(({ body }) => body)).toEqual([
    { id: stored.id, version: 1, comments: 'Fond abîmé' },
  ]);
});

test('all members of an open group are inputs', async () => {
  await open(putAway(['infos']));
  expect(screen.getByRole('switch', { name: 'Fragile' })).toBeTruthy();
  expect(screen.queryByRole('textbox', { name: 'Commentaires' })).toBeNull();
});

test('a fully frozen record has no save button and shows the reason', async () => {
  await open(putAway('nothing'));
  expect(screen.queryByRole('button', { name: /^Enregistrer/ })).toBeNull();
  expect(screen.getByText(why)).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('a reader who cannot write is not told how a frozen record is changed', async () => {
  openScreen(<EntityDialog of={putAway('nothing')} id={stored.id} page="crates" onClose={onClose} />, {
    rows: [stored],
    rights: ['listCheckpoints'],
  });
  expect(await screen.findByText('Lecture seule')).toBeTruthy();
  expect(screen.queryByText(why)).toBeNull();
});

test('in another state nothing is frozen', async () => {
  await open(putAway('nothing'), crate(1));
  expect(screen.getByRole('textbox', { name: /^Nom/ })).toBeTruthy();
  expect(screen.queryByText(why)).toBeNull();
});

test('the history shows the reason of a correction', async () => {
  const opened = await open(putAway(['comments']));
  opened.depot.answerNext('GET', '/history', {
    status: 200,
    body: {
      history: [
        {
          id: crate(2).id,
          at: '2026-11-02T08:30:00.000Z',
          action: 'correct',
          author: 'Anne Roux',
          actingFor: null,
          changes: { weight: { before: 10, after: 12 } },
          reason: 'Mal pesée',
        },
      ],
    },
  });
  await opened.user.click(screen.getByRole('radio', { name: 'Historique' }));
  await screen.findByText('Correction');
  expect(screen.getByText('Motif : Mal pesée')).toBeTruthy();
});
