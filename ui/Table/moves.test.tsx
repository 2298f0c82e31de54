// Changes of status from the table: of one row and of several.
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { idOf } from '../client/testing/rows.ts';
import { Crate } from '../testing/crate.ts';
import { crate } from '../testing/depot.ts';
import { closeScreen, type Opened, openScreen, type World } from '../testing/screen.tsx';
import { EntityTable } from './EntityTable.tsx';

afterEach(closeScreen);

const openTable = (world?: World): Opened => openScreen(<EntityTable of={Crate} page="crates" />, world);

const button = (name: string | RegExp): HTMLElement => screen.getByRole('button', { name });
const item = (name: string | RegExp): Promise<HTMLElement> => screen.findByRole('menuitem', { name });

test('a move is made at once and « Annuler » undoes it', async () => {
  const opened = openTable();
  await screen.findByRole('link', { name: 'Caisse 001' });
  await opened.user.click(button('Actions : Caisse 001'));
  expect(screen.queryByRole('menuitem', { name: 'Réouverture' })).toBeNull();
  await opened.user.click(await item('Rangement'));
  await screen.findByText('Caisse rangée');
  expect(opened.depot.rows[0]?.status).toBe(300);
  await opened.user.click(button('Annuler'));
  await screen.findByText('Caisse rouverte');
  expect(opened.depot.rows[0]?.status).toBe(100);
});

test('a final move asks first and offers no undo', async () => {
  const opened = openTable();
  await screen.findByRole('link', { name: 'Caisse 001' });
  await opened.user.click(button('Actions : Caisse 001'));
  await opened.user.click(await item('Suppression'));
  const question = await screen.findByRole('dialog', { name: 'Supprimer cet élément ?' });
  expect(question.textContent).toContain(
    'Êtes-vous sûr de vouloir supprimer cet élément ? La suppression est définitive',
  );
  expect(opened.depot.rows).toHaveLength(3);
  await opened.user.click(button('Supprimer'));
  await screen.findByText('Caisse supprimée');
  expect(opened.depot.rows).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'Annuler' })).toBeNull();
});

test('a final move that the server refuses shows the reason, and the row stays', async () => {
  const opened = openTable();
  await screen.findByRole('link', { name: 'Caisse 001' });
  const message = 'Cet élément est utilisé ailleurs : archivez-le plutôt que de le supprimer.';
  opened.depot.answerNext('DELETE', '/delete', { status: 409, body: { code: 409, message } });
  await opened.user.click(button('Actions : Caisse 001'));
  await opened.user.click(await item('Suppression'));
  await screen.findByRole('dialog', { name: 'Supprimer cet élément ?' });
  await opened.user.click(button('Annuler'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(opened.depot.calls('DELETE', '')).toEqual([]);
  await opened.user.click(button('Actions : Caisse 001'));
  await opened.user.click(await item('Suppression'));
  await screen.findByRole('dialog', { name: 'Supprimer cet élément ?' });
  await opened.user.click(button('Supprimer'));
  await screen.findByText(message);
  expect(screen.getByRole('link', { name: 'Caisse 001' })).toBeTruthy();
});

test('« Historique » of a row lists who changed its status', async () => {
  const opened = openTable();
  await screen.findByRole('link', { name: 'Caisse 001' });
  const line = { actingFor: null, reason: null, at: '2026-11-10T09:00:00.000Z' };
  opened.depot.answerNext('GET', '/history', {
    status: 200,
    body: {
      history: [
        {
          ...{ ...line, id: idOf(701), action: 'reopen', author: 'Inès Faure' },
          changes: { status: { before: 300, after: 100 } },
        },
        { ...line, id: idOf(700), action: 'create', author: 'Léa Garnier', changes: {} },
      ],
    },
  });
  await opened.user.click(button('Actions : Caisse 001'));
  await opened.user.click(await item('Historique'));
  const dialog = await screen.findByRole('dialog', { name: /^Caisse 001/ });
  const lines = await within(dialog).findAllByRole('listitem');
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/Réouverture.*Inès Faure.*Rangée → Ouverte/),
    expect.stringMatching(/Création.*Léa Garnier/),
  ]);
});

test('another final move asks its own question', async () => {
  const opened = openTable({ rows: [crate(1, { status: 300 })] });
  await screen.findByRole('link', { name: 'Caisse 001' });
  await opened.user.click(button('Actions : Caisse 001'));
  await opened.user.click(await item('Mise au rebut'));
  const question = await screen.findByRole('dialog', { name: 'Suppression' });
  expect(question.textContent).toContain('Cette action est définitive');
  await opened.user.click(button('Supprimer'));
  await screen.findByText('Caisse mise au rebut');
});

test('all rows of the page are selected and change status together; « Annuler » undoes all', async () => {
  const opened = openTable();
  await screen.findByRole('link', { name: 'Caisse 001' });
  await opened.user.click(screen.getByRole('checkbox', { name: 'Tout sélectionner sur la page' }));
  await screen.findByText('3 sélectionnés');
  await opened.user.click(await screen.findByRole('button', { name: 'Actions' }));
  await opened.user.click(await item(/^Rangement/));
  await screen.findByText('Rangement : 3 éléments');
  expect(opened.depot.rows.map(({ status }) => status)).toEqual([300, 300, 300]);
  await opened.user.click(button('Annuler'));
  await screen.findByText('3 modifications annulées');
  expect(opened.depot.rows.map(({ status }) => status)).toEqual([100, 100, 100]);
});

test('a move of many rows lists each row that refused it', async () => {
  const opened = openTable({ rows: [crate(1), crate(2, { status: 300 })] });
  await screen.findByRole('link', { name: 'Caisse 001' });
  await opened.user.click(screen.getByRole('checkbox', { name: 'Tout sélectionner sur la page' }));
  await opened.user.click(await screen.findByRole('button', { name: 'Actions' }));
  await opened.user.click(await item(/^Rangement/));
  const dialog = await screen.findByRole('dialog', { name: 'Rangement' });
  await within(dialog).findByText('1 élément traité, 1 refusé.');
  expect(dialog.textContent).toContain('Caisse 002 : « Rangement » est impossible au statut « Rangée ».');
  // The done one is no longer counted; the refused one stays selected.
  await screen.findByText('1 sélectionné');
  await opened.user.click(within(dialog).getByRole('button', { name: 'Fermer' }));
  expect(await screen.findByText('1 sélectionné')).toBeTruthy();
});

test('a move that no selected row accepts changes nothing and shows a message', async () => {
  const opened = openTable({ rows: [crate(1, { status: 300 })] });
  await screen.findByRole('link', { name: 'Caisse 001' });
  await opened.user.click(screen.getByRole('checkbox', { name: 'Sélectionner Caisse 001' }));
  await opened.user.click(await screen.findByRole('button', { name: 'Actions' }));
  await opened.user.click(await item(/^Rangement/));
  await screen.findByText('Aucun changement à enregistrer');
});
