import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { missingRight } from '#core/rights.ts';
import { queryClient } from '../client/queries.tsx';
import { Crate } from '../testing/crate.ts';
import { crate } from '../testing/depot.ts';
import { closeScreen, crates, type Opened, openScreen, type World } from '../testing/screen.tsx';
import { EntityTable } from './EntityTable.tsx';

afterEach(closeScreen);

const openTable = (world?: World): Opened => openScreen(<EntityTable of={Crate} page="crates" />, world);

const names = (): string[] => screen.getAllByRole('link', { name: /^Caisse/ }).map((link) => link.textContent ?? '');
const lists = ({ depot }: Opened) => depot.calls('POST', '/fetch/crates').map(({ body }) => body);
const button = (name: string | RegExp): HTMLElement => screen.getByRole('button', { name });

test('rows are shown with the columns declared as visible', async () => {
  openTable();
  await screen.findByRole('link', { name: 'Caisse 001' });
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    '',
    'Nom',
    'Statut',
    'Taille',
    'Poids',
    'Fragile',
    'Actions',
  ]);
  const [, first] = screen.getAllByRole('row');
  expect(
    within(first as HTMLElement)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['', 'Caisse 001', 'Ouverte', 'Petite', '1', 'Non', '']);
  expect(screen.getByText('1–3 sur 3')).toBeTruthy();
});

test('a status is cut where its field asks for a narrow column, else its column is wide enough for every label', async () => {
  const cellOf = async (of: typeof Crate): Promise<string> => {
    openScreen(<EntityTable of={of} page="crates" />);
    const shown = (await screen.findAllByText('Ouverte')).map((text) => text.closest('td')?.className ?? '');
    closeScreen();
    return shown.join(' ');
  };
  expect(await cellOf(Crate)).toContain('fits');
  const { status } = Crate.fields;
  const narrow = { ...Crate, fields: { ...Crate.fields, status: { ...status, chars: 4 } } };
  expect(await cellOf(narrow)).not.toContain('fits');
});

test('a click on a header sorts, a second one reverses the order, and the URL stores it', async () => {
  const opened = openTable();
  await screen.findByRole('link', { name: 'Caisse 001' });
  await opened.user.click(button('Poids'));
  expect(opened.address()).toBe('?sort=weight');
  expect(screen.getByRole('columnheader', { name: 'Poids' }).getAttribute('aria-sort')).toBe('ascending');
  await opened.user.click(button('Poids'));
  await waitFor(() => expect(names()).toEqual(['Caisse 003', 'Caisse 002', 'Caisse 001']));
  expect(opened.address()).toBe('?sort=-weight');
  expect(lists(opened).at(-1)).toMatchObject({ orderBy: 'weight', ascending: false });
});

test('a search is sent once, 400 ms after the last letter', async () => {
  const opened = openTable({ rows: [crate(1), crate(2, { name: 'Malle' })] });
  await screen.findByRole('link', { name: 'Caisse 001' });
  await opened.user.type(screen.getByRole('searchbox', { name: 'Rechercher' }), 'malle');
  expect(lists(opened)).toHaveLength(1);
  await waitFor(() => expect(screen.getByRole('link', { name: 'Malle' })).toBeTruthy());
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Caisse 001' })).toBeNull());
  expect(lists(opened).map((body) => body?.query)).toEqual([null, 'malle']);
  expect(opened.address()).toBe('?q=malle');
});

test('filters of the drawer are counted on the button, sent and stored in the URL', async () => {
  const opened = openTable({ rows: [crate(1), crate(2, { status: 300 })] });
  await screen.findByRole('link', { name: 'Caisse 001' });
  await opened.user.click(button('Filtres'));
  const drawer = await screen.findByRole('dialog', { name: 'Filtres' });
  await opened.user.click(within(drawer).getByRole('combobox', { name: 'Statut' }));
  await opened.user.click(await screen.findByRole('option', { name: 'Rangée' }));
  await opened.user.click(within(drawer).getByRole('radio', { name: 'Non' }));
  await opened.user.click(within(drawer).getByRole('button', { name: 'Appliquer' }));
  await waitFor(() => expect(names()).toEqual(['Caisse 002']));
  expect(screen.getByLabelText('2 filtres actifs').textContent).toBe('2');
  expect(opened.address()).toBe('?f={"status":[300],"infos.fragile":false}');
  expect(lists(opened).at(-1)?.filters).toEqual({ status: [300], 'infos.fragile': false });
});

test('active filters are shown as text with names instead of ids, and each can be removed', async () => {
  const id = '01900000-0000-7000-8000-000000000502';
  const opened = openTable({ at: `/?f={"specialties":["${id}"],"status":[100],"weight":{"from":2}}` });
  opened.depot.answerNext('GET', `/specialty/${id}`, {
    status: 200,
    body: { specialty: { id, version: 1, name: 'Rondier', withDog: false, excludedWork: null } },
  });
  const active = await screen.findByRole('group', { name: 'Filtres actifs' });
  await waitFor(() => expect(active.textContent).toContain('Spécialités :Rondier'));
  expect(active.textContent).toContain('Statut :Ouverte');
  expect(active.textContent).toContain('Poids :à partir de 2');
  expect(lists(opened)[0]?.filters).toEqual({
    specialties: [id],
    isSpecialties: 1,
    status: [100],
    weight: { from: 2 },
  });
  await opened.user.click(button('Retirer le filtre Statut'));
  await waitFor(() => expect(opened.address()).toBe(`?f={"specialties":["${id}"],"weight":{"from":2}}`));
});

test('a sort order without a column is ignored', async () => {
  const opened = openTable({ at: '/?sort=-phone' });
  await screen.findByRole('link', { name: 'Caisse 001' });
  expect(lists(opened)[0]).toMatchObject({ orderBy: 'name', ascending: true });
});

test('an invalid filter is ignored', async () => {
  const opened = openTable();
  await screen.findByRole('link', { name: 'Caisse 001' });
  await opened.user.click(button('Filtres'));
  const drawer = await screen.findByRole('dialog', { name: 'Filtres' });
  await opened.user.type(within(drawer).getAllByRole('textbox', { name: 'De' })[0] as HTMLElement, 'beaucoup');
  await opened.user.click(within(drawer).getByRole('button', { name: 'Appliquer' }));
  expect(within(drawer).getByRole('alert').textContent).toContain('Corrigez');
  expect(opened.address()).toBe('');
});

test('filters of the URL apply from the first call; filters without a result can be reset', async () => {
  const opened = openTable({ at: '/?f={"status":[300]}' });
  expect(await screen.findByText('Aucun résultat')).toBeTruthy();
  expect(lists(opened)[0]?.filters).toEqual({ status: [300] });
  await opened.user.click(button('Réinitialiser les filtres'));
  await screen.findByRole('link', { name: 'Caisse 001' });
  expect(opened.address()).toBe('');
});

test('the page, the order and the search of an address apply from the first call; Back returns to those before', async () => {
  const opened = openTable({ rows: crates(30), at: '/?q=caisse&page=2&sort=-name' });
  await screen.findByText('26–30 sur 30');
  expect(names()).toEqual(['Caisse 005', 'Caisse 004', 'Caisse 003', 'Caisse 002', 'Caisse 001']);
  expect(lists(opened)).toMatchObject([{ query: 'caisse', page: 2, orderBy: 'name', ascending: false }]);
  expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Rechercher' }).value).toBe('caisse');
  await opened.user.click(button('Nom'));
  await screen.findByText('1–25 sur 30');
  expect(names()[0]).toBe('Caisse 001');
  opened.history.back();
  await screen.findByText('26–30 sur 30');
  expect(names()[0]).toBe('Caisse 005');
});

test('an empty list explains its purpose and offers the first action', async () => {
  const { user, address } = openTable({ rows: [] });
  expect(await screen.findByText('Aucune caisse pour le moment')).toBeTruthy();
  expect(screen.getAllByText(Crate.description)).toHaveLength(2);
  await user.click(screen.getAllByRole('button', { name: 'Ajouter' }).at(-1) as HTMLElement);
  expect(address()).toBe('?open=new');
});

test('without the right to create there is no « Ajouter »', async () => {
  openTable({ rights: ['listCheckpoints'] });
  await screen.findByRole('link', { name: 'Caisse 001' });
  expect(screen.queryByRole('button', { name: 'Ajouter' })).toBeNull();
});

test('rows can be selected only by users who have an action for them', async () => {
  openTable({ rights: ['listCheckpoints'] });
  await screen.findByRole('link', { name: 'Caisse 001' });
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('a list that fails can be read again', async () => {
  const opened = openScreen(<EntityTable of={Crate} page="crates" />);
  opened.depot.answerNext('POST', '/fetch/crates', { status: 500, body: { code: 500, message: 'Panne' } });
  await screen.findByText('Panne');
  await opened.user.click(button('Réessayer'));
  await screen.findByRole('link', { name: 'Caisse 001' });
});

test('a right to list withdrawn while the table is open hides its rows and names the right', async () => {
  const opened = openTable();
  await screen.findByRole('link', { name: 'Caisse 001' });
  const message = missingRight('listCheckpoints');
  opened.depot.answerNext('POST', '/fetch/crates', {
    status: 403,
    body: { code: 403, message, right: 'listCheckpoints' },
  });
  await act(() => queryClient.invalidateQueries());
  await screen.findByText(message);
  expect(screen.queryByRole('link', { name: /^Caisse/ })).toBeNull();
});

test('pages turn, and the page size is stored for this page', async () => {
  const opened = openTable({ rows: crates(30) });
  await screen.findByText('1–25 sur 30');
  await opened.user.click(button('Page suivante'));
  await screen.findByText('26–30 sur 30');
  expect(opened.address()).toBe('?page=2');
  await opened.user.selectOptions(screen.getByRole('combobox', { name: 'Lignes par page' }), '10');
  await screen.findByText('1–10 sur 30');
  expect(opened.depot.calls('PUT', '/user')[0]?.body).toEqual({ pagesConfig: { crates: { config: { limit: 10 } } } });
});

test('another page and another order begin with their first row', async () => {
  const { user } = openTable({ rows: crates(30) });
  await screen.findByText('1–25 sur 30');
  const scroller = screen.getByRole('link', { name: 'Caisse 001' }).closest('table')?.parentElement as HTMLElement;
  scroller.scrollTop = 300;
  await user.click(button('Page suivante'));
  await screen.findByText('26–30 sur 30');
  expect(scroller.scrollTop).toBe(0);
  scroller.scrollTop = 100;
  await user.click(screen.getByText('Poids'));
  await waitFor(() => expect(scroller.scrollTop).toBe(0));
});

test('the menu of a row closes when its row scrolls away', async () => {
  const { user } = openTable({ rows: crates(3) });
  const opener = await screen.findByRole('button', { name: 'Actions : Caisse 001' });
  await user.click(opener);
  await screen.findByRole('menuitem', { name: 'Modifier' });
  fireEvent.scroll(window);
  expect(screen.getByRole('menuitem', { name: 'Modifier' })).toBeTruthy();
  vi.spyOn(opener, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, -200, 20, 20));
  fireEvent.scroll(window);
  await waitFor(() => expect(screen.queryByRole('menuitem', { name: 'Modifier' })).toBeNull());
});

test('above a hundred rows only the visible ones are drawn', async () => {
  openTable({ rows: crates(240), pagesConfig: { crates: { config: { limit: 250 } } } });
  await screen.findByText('1–240 sur 240');
  expect(screen.getAllByRole('row').length).toBeLessThan(100);
});

test('the column dialog hides, reorders and resets columns', async () => {
  const opened = openTable();
  await screen.findByRole('link', { name: 'Caisse 001' });
  await opened.user.click(button('Colonnes'));
  const dialog = await screen.findByRole('dialog', { name: 'Colonnes' });
  await opened.user.click(within(dialog).getByRole('checkbox', { name: 'Taille' }));
  await opened.user.click(within(dialog).getByRole('checkbox', { name: 'Prix' }));
  await opened.user.click(within(dialog).getByRole('button', { name: 'Monter Poids' }));
  await opened.user.click(within(dialog).getByRole('button', { name: 'Enregistrer' }));
  const heads = (): (string | null)[] => screen.getAllByRole('columnheader').map((head) => head.textContent);
  await waitFor(() => expect(heads()).toEqual(['', 'Nom', 'Statut', 'Poids', 'Prix', 'Fragile', 'Actions']));
  expect(opened.depot.calls('PUT', '/user')[0]?.body).toMatchObject({
    pagesConfig: { crates: { config: { limit: 25, density: 'normal', orderBy: 'name', ascending: true } } },
  });
  await opened.user.click(button('Colonnes'));
  await opened.user.click(await screen.findByRole('button', { name: 'Réinitialiser' }));
  await waitFor(() => expect(heads()).toEqual(['', 'Nom', 'Statut', 'Taille', 'Poids', 'Fragile', 'Actions']));
});

test('arrows go from row to row, Space selects, Enter opens, « n » creates, « / » searches', async () => {
  const opened = openTable();
  await screen.findByRole('link', { name: 'Caisse 001' });
  const [, first, second] = screen.getAllByRole('row');
  (first as HTMLElement).focus();
  await opened.user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(second);
  await opened.user.keyboard(' ');
  expect(second?.getAttribute('aria-selected')).toBe('true');
  await opened.user.keyboard('/');
  expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Rechercher' }));
  (second as HTMLElement).focus();
  await opened.user.keyboard('{Enter}');
  await waitFor(() => expect(opened.address()).toBe(`?open=${crate(2).id}`));
  opened.history.back();
  await waitFor(() => expect(opened.address()).toBe(''));
  document.body.focus();
  await opened.user.keyboard('n');
  await waitFor(() => expect(opened.address()).toBe('?open=new'));
});

test('a page opens with its own filters, also from the menu while it is open, unless the address asks for something; they can be removed', async () => {
  const first = { size: [1] };
  const opened = openScreen(<EntityTable of={Crate} page="crates" first={first} />);
  await screen.findByRole('link', { name: 'Caisse 001' });
  await waitFor(() => expect(opened.address()).toBe('?f={"size":[1]}'));
  expect(opened.depot.calls('POST', '/fetch/crates').map(({ body }) => body?.filters)).toEqual([{ size: [1] }]);
  await opened.user.click(screen.getByRole('button', { name: /^Retirer le filtre Taille/ }));
  await waitFor(() => expect(opened.address()).toBe('?f={}'));
  opened.history.push('/');
  await waitFor(() => expect(opened.address()).toBe('?f={"size":[1]}'));
  expect(lists(opened).map((body) => body?.filters)).toEqual([{ size: [1] }, {}]);
  expect(screen.getByRole('button', { name: /^Retirer le filtre Taille/ })).toBeTruthy();
  closeScreen();
  const searched = openScreen(<EntityTable of={Crate} page="crates" first={first} />, { at: '/?q=001' });
  await screen.findByRole('link', { name: 'Caisse 001' });
  expect(searched.depot.calls('POST', '/fetch/crates').map(({ body }) => body?.filters)).toEqual([{}]);
});

test('what a screen puts above the rows stays while a search finds none', async () => {
  const { user } = openScreen(<EntityTable of={Crate} page="crates" above={<p>Trois caisses par jour</p>} />);
  await screen.findByRole('link', { name: 'Caisse 001' });
  await user.type(screen.getByRole('searchbox', { name: 'Rechercher' }), 'zzz');
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Caisse 001' })).toBeNull());
  expect(screen.getByText('Trois caisses par jour')).toBeTruthy();
});
