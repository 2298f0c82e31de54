import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Crate } from '../testing/crate.ts';
import { closeScreen, crates, type Opened, openScreen, type World } from '../testing/screen.tsx';
import { EntityTable } from './EntityTable.tsx';

afterEach(closeScreen);

const openTable = (world?: World): Opened => openScreen(<EntityTable of={Crate} page="crates" />, world);
const lists = ({ depot }: Opened) => depot.calls('POST', '/fetch/crates').map(({ body }) => body);

const sizes = ['5', '10', '25', '50', '100', '250'];

test('a table asks for 25 rows, and offers six page sizes', async () => {
  const opened = openTable({ rows: crates(30) });
  await screen.findByText('1–25 sur 30');
  expect(lists(opened)[0]).toMatchObject({ limit: 25 });
  const offered = within(screen.getByRole('combobox', { name: 'Lignes par page' })).getAllByRole('option');
  expect(offered.map(({ textContent }) => textContent)).toEqual(sizes);
});

test('D-024: the size that a page opens with stays among its sizes once another is chosen', async () => {
  const { user } = openScreen(<EntityTable of={Crate} page="crates" pageSize={20} />, { rows: crates(30) });
  await screen.findByText('1–20 sur 30');
  const size = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Lignes par page' });
  await user.selectOptions(size, '10');
  await screen.findByText('1–10 sur 30');
  expect([...size.options].map(({ text }) => text)).toContain('20');
  await user.click(screen.getByRole('button', { name: 'Colonnes' }));
  const dialog = await screen.findByRole('dialog', { name: 'Colonnes' });
  await user.click(within(dialog).getByRole('combobox', { name: 'Lignes par page' }));
  const sizes = await screen.findByRole('listbox', { name: 'Lignes par page' });
  expect(within(sizes).getByRole('option', { name: '20' })).toBeTruthy();
});

test('sort, direction, page size and density are chosen in the column dialog, stored and applied', async () => {
  const opened = openTable({ rows: crates(12) });
  const { user } = opened;
  await screen.findByText('1–12 sur 12');
  await user.click(screen.getByRole('button', { name: 'Colonnes' }));
  const dialog = await screen.findByRole('dialog', { name: 'Colonnes' });
  const choose = async (label: string, option: string): Promise<void> => {
    await user.click(within(dialog).getByRole('combobox', { name: label }));
    await user.click(await screen.findByRole('option', { name: option }));
  };
  await user.click(within(dialog).getByRole('combobox', { name: 'Lignes par page' }));
  const offered = within(await screen.findByRole('listbox', { name: 'Lignes par page' })).getAllByRole('option');
  expect(offered.map(({ textContent }) => textContent)).toEqual(sizes);
  await user.click(offered[1] as HTMLElement);
  await choose('Trier par', 'Poids');
  await user.click(within(dialog).getByRole('radio', { name: 'Décroissant' }));
  await user.click(within(dialog).getByRole('radio', { name: 'Compacte' }));
  expect(lists(opened)).toHaveLength(1);
  await user.click(within(dialog).getByRole('button', { name: 'Enregistrer' }));
  await screen.findByText('1–10 sur 12');
  expect(lists(opened).at(-1)).toMatchObject({ orderBy: 'weight', ascending: false, limit: 10, page: 1 });
  expect(screen.getByRole('columnheader', { name: 'Poids' }).getAttribute('aria-sort')).toBe('descending');
  await waitFor(() =>
    expect(screen.getByRole('grid').closest('[data-density]')).toHaveProperty('dataset.density', 'compact'),
  );
  expect(opened.depot.calls('PUT', '/user').at(-1)?.body).toMatchObject({
    pagesConfig: { crates: { config: { orderBy: 'weight', ascending: false, limit: 10, density: 'compact' } } },
  });
});
