import { screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import '../focusReturn.ts';
import { IconBox } from '../icons.ts';
import { RecordLink } from '../shell/RecordLink.tsx';
import { SheetsHost } from '../shell/SheetsHost.tsx';
import { MenusContext } from '../shell/screen.ts';
import { EntityTable } from '../Table/EntityTable.tsx';
import { Crate } from '../testing/crate.ts';
import { crate } from '../testing/depot.ts';
import { closeScreen, type Opened, openScreen, type World } from '../testing/screen.tsx';
import type { DialogExtras, SummaryProps } from './extras.ts';
import * as load from './load.ts';

afterEach(closeScreen);

const loadForm = vi.spyOn(load, 'loadForm');
beforeEach(() => loadForm.mockClear());

const Weight = ({ row }: SummaryProps): ReactElement => (
  <>
    <p>Pèse {String(row.weight)} kg</p>
    <RecordLink entity="crate" id={crate(2).id}>
      Voisine
    </RecordLink>
    <RecordLink entity="crate" initial={{ name: 'Jumelle' }}>
      Ajouter une caisse
    </RecordLink>
  </>
);

const extras: DialogExtras = { summary: Weight, title: (row) => `La caisse ${String(row.name)}` };

const item = {
  name: 'crates',
  path: '/',
  label: 'Caisses',
  description: '',
  icon: IconBox,
  add: true,
  records: async () => Crate,
  preload: () => undefined,
};

const menus = [{ name: 'all', label: '', items: [item] }];

const show = (world: World = {}, more: Partial<DialogExtras> = {}): Opened =>
  openScreen(
    <MenusContext value={menus}>
      <EntityTable of={Crate} page="crates" extras={{ ...extras, ...more }} />
      <SheetsHost />
    </MenusContext>,
    world,
  );

const title = 'La caisse Caisse 001';
const openRow = async ({ user }: Opened): Promise<HTMLElement> => {
  await user.click(await screen.findByRole('link', { name: 'Caisse 001' }));
  const opened = await screen.findByRole('dialog', { name: new RegExp(title) });
  await within(opened).findByText('Pèse 1 kg');
  return opened;
};
const named = /^Nom( \*)?$/;

test('a record opens as its summary; its form is loaded only by « Modifier » and returns to it', async () => {
  const opened = show();
  const summary = await openRow(opened);
  expect(within(summary).queryByRole('textbox')).toBeNull();
  expect(loadForm).not.toHaveBeenCalled();
  await opened.user.click(within(summary).getByRole('button', { name: 'Modifier' }));
  const name = await screen.findByRole('textbox', { name: named });
  expect(document.activeElement).toBe(name);
  await opened.user.clear(name);
  await opened.user.type(name, 'Neuve');
  await opened.user.click(screen.getByRole('button', { name: /^Enregistrer/ }));
  expect(await screen.findByRole('dialog', { name: /La caisse Neuve/ })).toBeTruthy();
  expect(await screen.findByText('Pèse 1 kg')).toBeTruthy();
  await opened.user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(opened.address()).toBe('');
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Neuve'));
});

test('a save closes the dialog of a record whose screen says so', async () => {
  const opened = show({}, { closes: ({ name }) => name === 'Close' });
  const saved = async (text: string): Promise<void> => {
    await opened.user.click(screen.getByRole('button', { name: 'Modifier' }));
    const name = await screen.findByRole('textbox', { name: named });
    await opened.user.clear(name);
    await opened.user.type(name, text);
    await opened.user.click(screen.getByRole('button', { name: /^Enregistrer/ }));
  };
  await openRow(opened);
  await saved('Ouverte');
  await screen.findByText('Pèse 1 kg');
  await saved('Close');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('« e » opens the form; Back and Escape return to the summary, then to the list', async () => {
  const opened = show();
  await openRow(opened);
  await opened.user.keyboard('e');
  await screen.findByRole('textbox', { name: named });
  opened.history.back();
  expect(await screen.findByText('Pèse 1 kg')).toBeTruthy();
  await opened.user.keyboard('e');
  await screen.findByRole('textbox', { name: named });
  await opened.user.keyboard('{Escape}');
  expect(await screen.findByText('Pèse 1 kg')).toBeTruthy();
  opened.history.back();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('« Modifier » of a row opens the form at once, and closes to the list', async () => {
  const opened = show();
  await opened.user.click(await screen.findByRole('button', { name: 'Actions : Caisse 001' }));
  await opened.user.click(await screen.findByRole('menuitem', { name: 'Modifier' }));
  await screen.findByRole('textbox', { name: named });
  await opened.user.click(screen.getByRole('button', { name: 'Annuler' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('without the right to edit, « Tous les champs » replaces « Modifier »', async () => {
  const opened = show({ rights: ['listCheckpoints'] });
  const summary = await openRow(opened);
  expect(within(summary).queryByRole('button', { name: 'Modifier' })).toBeNull();
  await opened.user.keyboard('e');
  await opened.user.click(within(summary).getByRole('button', { name: 'Tous les champs' }));
  expect(await screen.findByText('2 quai du Port, 13002 Marseille')).toBeTruthy();
  await opened.user.click(screen.getByRole('button', { name: 'Fermer' }));
  expect(await screen.findByText('Pèse 1 kg')).toBeTruthy();
});

test('closing another tab of the form returns to the summary', async () => {
  const opened = show();
  await openRow(opened);
  await opened.user.keyboard('e');
  await screen.findByRole('textbox', { name: named });
  await opened.user.click(screen.getByRole('radio', { name: 'Historique' }));
  await opened.user.keyboard('{Escape}');
  expect(await screen.findByText('Pèse 1 kg')).toBeTruthy();
});

test('a record opened from a summary is above it; closing it returns to the link', async () => {
  const opened = show();
  const below = await openRow(opened);
  const link = await within(below).findByRole<HTMLAnchorElement>('link', { name: 'Voisine' });
  expect(link.href).toContain(`/?open=${crate(2).id}`);
  await opened.user.click(link);
  const above = await screen.findByRole('dialog', { name: /Caisse 002/ });
  await within(above).findByRole('textbox', { name: named });
  await opened.user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /Caisse 002/ })).toBeNull());
  expect(below.isConnected).toBe(true);
  await waitFor(() => expect(document.activeElement).toBe(link));
});

test('a new record opened from a summary starts with its values; without the right it is not offered', async () => {
  const opened = show();
  const below = await openRow(opened);
  await opened.user.click(await within(below).findByRole('link', { name: 'Ajouter une caisse' }));
  const above = await screen.findByRole('dialog', { name: 'Nouvelle caisse' });
  expect((await within(above).findByRole<HTMLInputElement>('textbox', { name: named })).value).toBe('Jumelle');
  closeScreen();
  await openRow(show({ rights: ['listCheckpoints'] }));
  await screen.findByRole('link', { name: 'Voisine' });
  expect(screen.queryByText('Ajouter une caisse')).toBeNull();
});
