import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Crate } from '../testing/crate.ts';
import { crate } from '../testing/depot.ts';
import { closeScreen, crates, type Opened, openScreen, toneOf, type World } from '../testing/screen.tsx';
import { EntityTable } from './EntityTable.tsx';

afterEach(closeScreen);

const openTable = (world?: World): Opened => openScreen(<EntityTable of={Crate} page="crates" />, world);
const button = (name: string | RegExp): HTMLElement => screen.getByRole('button', { name });
const pick = ({ user }: Opened, name: string): Promise<void> =>
  user.click(screen.getByRole('checkbox', { name: `Sélectionner ${name}` }));
const act = async ({ user }: Opened, name: string | RegExp): Promise<void> => {
  await user.click(await screen.findByRole('button', { name: 'Actions' }));
  await user.click(await screen.findByRole('menuitem', { name }));
};

test('rows stay selected from page to page, and change status together', async () => {
  const opened = openTable({ rows: crates(30) });
  await screen.findByText('1–25 sur 30');
  await pick(opened, 'Caisse 002');
  await opened.user.click(button('Page suivante'));
  await screen.findByText('26–30 sur 30');
  await pick(opened, 'Caisse 027');
  await screen.findByText('2 sélectionnés');
  await act(opened, /^Rangement/);
  await screen.findByText('Rangement : 2 éléments');
  const stored = opened.depot.rows.filter(({ status }) => status === 300).map(({ name }) => name);
  expect(stored).toEqual(['Caisse 002', 'Caisse 027']);
});

test('« Tout sélectionner » selects the whole filtered list; « Tout désélectionner » clears it', async () => {
  const opened = openTable({
    rows: [...crates(200), ...[1, 2].map((number) => crate(300 + number, { status: 300 }))],
    at: '/?f={"status":[100]}',
  });
  await screen.findByText('1–25 sur 200');
  await pick(opened, 'Caisse 001');
  await opened.user.click(await screen.findByRole('button', { name: 'Tout sélectionner (200)' }));
  await screen.findByText('200 sélectionnés');
  expect(screen.queryByRole('button', { name: /^Tout sélectionner/ })).toBeNull();
  await opened.user.click(button('Tout désélectionner'));
  expect(screen.queryByText(/sélectionné/)).toBeNull();
});

test('above 5000 rows the first 5000 are offered', async () => {
  const opened = openTable({ rows: crates(5_010) });
  await screen.findByText('1–25 sur 5 010');
  await pick(opened, 'Caisse 001');
  await opened.user.click(await screen.findByRole('button', { name: /les 5\s000 premiers/ }));
  await screen.findByText('5 000 sélectionnés');
});

test('selected rows are found by text and removed one by one', async () => {
  const opened = openTable({ rows: [crate(1, { name: 'Dépôt' }), crate(2, { name: 'Malle', status: 300 })] });
  await screen.findByRole('link', { name: 'Malle' });
  await opened.user.click(screen.getByRole('checkbox', { name: 'Tout sélectionner sur la page' }));
  const box = await screen.findByRole('searchbox', { name: 'Trouver dans la sélection' });
  await opened.user.type(box, 'depot');
  const list = await screen.findByRole('group', { name: 'Lignes trouvées dans la sélection' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((line) => line.textContent),
  ).toEqual(['Dépôt']);
  await opened.user.clear(box);
  await opened.user.type(box, 'rangee');
  await opened.user.click(within(list).getByRole('button', { name: 'Retirer Malle de la sélection' }));
  await screen.findByText('1 sélectionné');
});

test('at most fifty records are edited together', async () => {
  const opened = openTable({ rows: crates(51), pagesConfig: { crates: { config: { limit: 100 } } } });
  await screen.findByText('1–51 sur 51');
  await opened.user.click(screen.getByRole('checkbox', { name: 'Tout sélectionner sur la page' }));
  await act(opened, 'Modifier');
  await screen.findByText('50 éléments au plus peuvent être modifiés ensemble');
});

test('the selected rows open as tabs of one dialog', async () => {
  const opened = openTable();
  await screen.findByRole('link', { name: 'Caisse 001' });
  await pick(opened, 'Caisse 003');
  await pick(opened, 'Caisse 001');
  await act(opened, 'Modifier');
  const dialog = await screen.findByRole('dialog', { name: 'Modifier : 2 caisses' });
  await waitFor(() =>
    expect(
      within(dialog)
        .getAllByRole('tab')
        .map((tab) => tab.textContent),
    ).toEqual(['Caisse 003', 'Caisse 001']),
  );
});

test('a move that changes nothing is reported as information, and nothing is sent', async () => {
  const opened = openTable({ rows: [crate(1, { status: 300 }), crate(2, { status: 300 })] });
  await screen.findByText('1–2 sur 2');
  await pick(opened, 'Caisse 001');
  await pick(opened, 'Caisse 002');
  await act(opened, /^Rangement/);
  expect(toneOf(await screen.findByText('Aucun changement à enregistrer'))).toBe('blue');
  expect(opened.depot.asked.filter(({ method }) => method === 'DELETE')).toEqual([]);
});

test('a move of many rows shows how many are done, then how many were refused meanwhile', async () => {
  const opened = openTable({ rows: crates(3) });
  await screen.findByText('1–3 sur 3');
  await opened.user.click(screen.getByRole('checkbox', { name: 'Tout sélectionner sur la page' }));
  // The network is slow, and another person stores one first.
  let go: () => void = () => undefined;
  const held = new Promise<void>((released) => {
    go = released;
  });
  const { fetch: answer } = globalThis;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (init.method === 'DELETE') await held;
    return answer(url, init);
  });
  const message = '« Rangement » est impossible au statut « Rangée ».';
  opened.depot.answerNext('DELETE', `/${crate(2).id}/store`, { status: 409, body: { code: 409, message } });
  await act(opened, /^Rangement/);
  const progress = await screen.findByRole('dialog', { name: 'Rangement' });
  expect(progress.textContent).toContain('0 sur 3');
  const bar = within(progress).getByRole('progressbar', { name: 'Avancement' });
  expect(bar.getAttribute('aria-valuenow')).toBe('0');
  go();
  await within(progress).findByText('2 éléments traités, 1 refusé.');
  expect(bar.getAttribute('aria-valuenow')).toBe('100');
  expect(
    within(progress)
      .getAllByRole('listitem')
      .map((line) => line.textContent),
  ).toEqual([`Caisse 002 : ${message}`]);
  await opened.user.click(within(progress).getByRole('button', { name: 'Fermer' }));
  await screen.findByText('Rangement : 2 éléments');
});
