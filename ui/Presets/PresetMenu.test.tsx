import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Preset } from '#core/session/session.ts';
import { EntityTable } from '../Table/EntityTable.tsx';
import { Crate } from '../testing/crate.ts';
import { crate } from '../testing/depot.ts';
import { closeScreen, type Opened, openScreen } from '../testing/screen.tsx';

afterEach(closeScreen);

const stored: Preset = { key: 'k1', label: 'Rangées', favorite: false, filters: { status: [300] } };
const rows = () => [crate(1), crate(2, { status: 300 })];

async function openTable(filtersPreset: Preset[], at = '/'): Promise<Opened> {
  const opened = openScreen(<EntityTable of={Crate} page="crates" />, {
    rows: rows(),
    at,
    pagesConfig: { crates: { filtersPreset } },
  });
  await screen.findByRole('link', { name: 'Caisse 002' });
  return opened;
}

const savedPresets = ({ depot }: Opened): Preset[] => {
  const body = depot.calls('PUT', '/user').at(-1)?.body as { pagesConfig: { crates: { filtersPreset: Preset[] } } };
  return body.pagesConfig.crates.filtersPreset;
};

const openMenu = ({ user }: Opened): Promise<void> =>
  user.click(screen.getByRole('button', { name: 'Filtres enregistrés' }));

async function unfold(opened: Opened, label: string): Promise<void> {
  await openMenu(opened);
  await opened.user.click(await screen.findByRole('menuitem', { name: `Modifier le filtre ${label}` }));
}

test('« Sauvegarder » asks for a title and stores the filters under it', async () => {
  const opened = await openTable([], '/?f={"status":[300]}');
  await openMenu(opened);
  await opened.user.click(await screen.findByRole('menuitem', { name: 'Sauvegarder' }));
  const title = await screen.findByRole('textbox', { name: /Titre/ });
  await opened.user.click(screen.getByRole('button', { name: 'Sauvegarder' }));
  expect(screen.getByText('Obligatoire')).toBeTruthy();
  await opened.user.type(title, 'À ranger');
  await opened.user.click(screen.getByRole('button', { name: 'Sauvegarder' }));
  await screen.findByText('Filtre À ranger sauvegardé');
  expect(savedPresets(opened)).toEqual([
    { key: expect.any(String), label: 'À ranger', favorite: false, filters: { status: [300] } },
  ]);
});

test('a preset is applied, and « Réinitialiser » clears it', async () => {
  const opened = await openTable([stored]);
  await openMenu(opened);
  await opened.user.click(await screen.findByRole('menuitem', { name: 'Rangées' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Caisse 001' })).toBeNull());
  await openMenu(opened);
  await opened.user.click(await screen.findByRole('menuitem', { name: 'Réinitialiser' }));
  await screen.findByRole('link', { name: 'Caisse 001' });
});

test('at most one preset is the default', async () => {
  const opened = await openTable([stored, { ...stored, key: 'k2', label: 'Autres', favorite: true }], '/?f={}');
  await unfold(opened, 'Rangées');
  await opened.user.click(await screen.findByRole('menuitem', { name: 'Définir par défaut' }));
  await screen.findByText('Filtre par défaut : Rangées');
  expect(savedPresets(opened).map(({ favorite }) => favorite)).toEqual([true, false]);
  await unfold(opened, 'Rangées');
  await opened.user.click(await screen.findByRole('menuitem', { name: 'Ne plus définir par défaut' }));
  await waitFor(() => expect(savedPresets(opened).some(({ favorite }) => favorite)).toBe(false));
});

test('« Écraser » and « Supprimer » ask first, « Renommer » keeps the filters', async () => {
  const opened = await openTable([stored], '/?f={"size":[1]}');
  await unfold(opened, 'Rangées');
  await opened.user.click(await screen.findByRole('menuitem', { name: 'Écraser' }));
  await screen.findByText('Le filtre sera remplacé');
  await opened.user.click(screen.getByRole('button', { name: 'Écraser' }));
  await screen.findByText('Filtre Rangées sauvegardé');
  expect(savedPresets(opened)[0]?.filters).toEqual({ size: [1] });

  await unfold(opened, 'Rangées');
  await opened.user.click(await screen.findByRole('menuitem', { name: 'Renommer' }));
  const title = await screen.findByRole('textbox', { name: /Titre/ });
  await opened.user.clear(title);
  await opened.user.type(title, 'Petites{Enter}');
  await screen.findByText('Filtre Petites sauvegardé');
  expect(savedPresets(opened)[0]).toMatchObject({ key: 'k1', label: 'Petites', filters: { size: [1] } });

  await unfold(opened, 'Petites');
  await opened.user.click(await screen.findByRole('menuitem', { name: 'Supprimer' }));
  await screen.findByText('Le filtre ne sera plus récupérable');
  await opened.user.click(screen.getByRole('button', { name: 'Supprimer' }));
  await waitFor(() => expect(savedPresets(opened)).toEqual([]));
});

test('the default preset filters a page that opens without filters, from its first call on', async () => {
  const { depot, address } = await openTable([{ ...stored, favorite: true }]);
  expect(depot.calls('POST', '/fetch/crates').map(({ body }) => body?.filters)).toEqual([{ status: [300] }]);
  await waitFor(() => expect(address()).toBe('?f={"status":[300]}'));
});

test('filters of the link win over the default preset', async () => {
  const { depot } = await openTable([{ ...stored, favorite: true }], '/?f={"status":[100,300]}');
  expect(depot.calls('POST', '/fetch/crates')[0]?.body?.filters).toEqual({ status: [100, 300] });
});

test('a filter that no longer exists is ignored and logged', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined);
  const { depot } = await openTable([{ ...stored, favorite: true, filters: { colour: 'red', status: [300] } }]);
  expect(depot.calls('POST', '/fetch/crates')[0]?.body?.filters).toEqual({ status: [300] });
  expect(warn).toHaveBeenCalledWith("Le filtre colour n'existe pas");
  warn.mockRestore();
});
