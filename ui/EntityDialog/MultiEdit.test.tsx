import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Agent } from '#core/agents/agent.ts';
import { flatFields } from '#core/kernel/entity.ts';
import type { Field } from '#core/kernel/field.ts';
import { Crate } from '../testing/crate.ts';
import { closeScreen, crates, type Opened, openScreen } from '../testing/screen.tsx';
import EntityDialog from './EntityDialog.tsx';
import type { DialogExtras } from './extras.ts';
import { isShared } from './GiveAll.tsx';
import MultiEdit from './MultiEdit.tsx';

const onClose = vi.fn();
afterEach(() => {
  closeScreen();
  onClose.mockReset();
});

const open = (count: number, extras?: DialogExtras): Opened => {
  const rows = crates(count);
  return openScreen(<MultiEdit of={Crate} page="crates" rows={rows} extras={extras} onClose={onClose} />, { rows });
};
// Found by title: a search by role among many forms takes seconds.
const tab = (name: string): HTMLElement => document.querySelector(`[role="tab"][title="${name}"]`) as HTMLElement;
const tabs = (): string[] =>
  [...document.querySelectorAll('[role="tab"]')].map((one) => one.getAttribute('title') ?? '');
const nameField = (): Promise<HTMLElement> => screen.findByRole('textbox', { name: /^Nom/ });
const saves = ({ depot }: Opened) => depot.calls('POST', '/crate').map(({ body }) => body);
const save = ({ user }: Opened): Promise<void> => user.click(screen.getByRole('button', { name: /^Enregistrer/ }));

/** Opens a tab and types a new name. */
async function rename(from: string, to: string): Promise<void> {
  fireEvent.click(tab(from));
  const panel = document.getElementById(tab(from).getAttribute('aria-controls') ?? '') as HTMLElement;
  const field = await waitFor(() => {
    const found = panel.querySelector<HTMLInputElement>('input[data-path="name"]');
    expect(found).not.toBeNull();
    return found as HTMLInputElement;
  });
  fireEvent.change(field, { target: { value: to } });
}

test('only the changed records are sent; then the dialog closes and shows how many', async () => {
  const opened = open(3);
  await nameField();
  await rename('Caisse 001', 'Caisse A');
  await rename('Caisse 003', 'Caisse C');
  await opened.user.click(tab('Caisse 002'));
  await save(opened);
  await screen.findByText('2 caisses enregistrées');
  expect(onClose).toHaveBeenCalledOnce();
  expect(saves(opened).map((body) => body?.name)).toEqual(['Caisse A', 'Caisse C']);
  expect(saves(opened)[0]).toEqual({ id: crates(1)[0]?.id, version: 1, name: 'Caisse A' });
});

test('while records are saved none takes text, which would be lost', async () => {
  const opened = open(2);
  await nameField();
  await rename('Caisse 001', 'Caisse A');
  const depot = window.fetch;
  const answer = Promise.withResolvers<void>();
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url.endsWith('/crate')) await answer.promise;
    return depot(url, init);
  });
  await save(opened);
  const panel = document.querySelector('[role="tabpanel"]');
  await waitFor(() => expect(panel?.closest('[inert]')).not.toBeNull());
  answer.resolve();
  await screen.findByText('1 caisse enregistrée');
});

test('the question is asked once for all records; answering no changes nothing', async () => {
  const askMany = vi.fn<NonNullable<DialogExtras['askMany']>>(async () => false);
  const opened = open(3, { askMany });
  await nameField();
  await rename('Caisse 001', 'Caisse A');
  await rename('Caisse 003', 'Caisse C');
  await save(opened);
  await waitFor(() => expect(askMany).toHaveBeenCalledOnce());
  expect(askMany.mock.calls[0]?.[0].map(({ values, row }) => [values.name, row.name])).toEqual([
    ['Caisse A', 'Caisse 001'],
    ['Caisse C', 'Caisse 003'],
  ]);
  expect(saves(opened)).toEqual([]);
  expect(onClose).not.toHaveBeenCalled();
  askMany.mockResolvedValue(true);
  await save(opened);
  await screen.findByText('2 caisses enregistrées');
  expect(saves(opened)).toHaveLength(2);
});

test('only the visible record has inputs in the page, and text typed in the others is kept', async () => {
  const opened = open(3);
  await nameField();
  await rename('Caisse 001', 'Caisse A');
  await rename('Caisse 002', 'Caisse B');
  const drawn = (): (string | undefined)[] =>
    [...document.querySelectorAll<HTMLInputElement>('input[data-path="name"]')].map(({ value }) => value);
  expect(drawn()).toEqual(['Caisse B']);
  await opened.user.click(tab('Caisse 001'));
  expect(drawn()).toEqual(['Caisse A']);
});

test('without changes a warning is shown and nothing is sent', async () => {
  const opened = open(2);
  await nameField();
  await save(opened);
  await screen.findByText('Aucun changement à enregistrer');
  expect(saves(opened)).toEqual([]);
  expect(onClose).not.toHaveBeenCalled();
});

test('of eight records three are invalid: these keep their tab unsaved, the others are saved', async () => {
  const opened = open(8);
  await nameField();
  for (let number = 1; number <= 8; number += 1) {
    const name = `Caisse ${String(number).padStart(3, '0')}`;
    await rename(name, number % 3 === 2 ? '' : `${name} bis`);
  }
  await save(opened);
  await screen.findByText('5 caisses enregistrées, 3 à corriger');
  expect(saves(opened)).toHaveLength(5);
  expect(tabs()).toEqual(['Caisse 002', 'Caisse 005', 'Caisse 008']);
  const report = screen.getByRole('alert');
  expect(
    within(report)
      .getAllByRole('listitem')
      .map((line) => line.textContent),
  ).toEqual(tabs().map((name) => `${name} : Nom : Obligatoire`));
  const kept = new Set(tabs());
  for (const { name, version } of opened.depot.rows) {
    if (kept.has(String(name))) expect(version).toBe(1);
    else expect([name, version]).toEqual([expect.stringMatching(/ bis$/), 2]);
  }
  expect(onClose).not.toHaveBeenCalled();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /^Nom/ })));
});

test('a record that the server refuses keeps its tab with the message and can be corrected', async () => {
  const opened = open(2);
  await nameField();
  await rename('Caisse 001', 'Caisse A');
  await rename('Caisse 002', 'Caisse B');
  opened.depot.answerNext('POST', '/crate', {
    status: 400,
    body: { code: 400, message: 'Invalide', violations: [{ path: 'name', message: 'Ce nom est pris' }] },
  });
  await save(opened);
  await screen.findByText('1 caisse enregistrée, 1 à corriger');
  expect(screen.getByRole('alert').textContent).toContain('Caisse 001 : Nom : Ce nom est pris');
  expect(tabs()).toEqual(['Caisse 001']);
  fireEvent.change(await nameField(), { target: { value: 'Caisse Z' } });
  await save(opened);
  await screen.findByText('1 caisse enregistrée');
  expect(onClose).toHaveBeenCalledOnce();
  expect(opened.depot.rows.map(({ name }) => name)).toEqual(['Caisse Z', 'Caisse B']);
});

test('a tab closes at once, or after a question if it has changes', async () => {
  const opened = open(3);
  await nameField();
  await opened.user.click(screen.getByRole('button', { name: 'Retirer Caisse 001' }));
  expect(tabs()).toEqual(['Caisse 002', 'Caisse 003']);
  await rename('Caisse 002', 'Autre');
  await opened.user.click(screen.getByRole('button', { name: 'Retirer Caisse 002' }));
  await screen.findByText('Certaines modifications seront perdues.');
  await opened.user.click(screen.getByRole('button', { name: 'Continuer la saisie' }));
  expect(tabs()).toEqual(['Caisse 002', 'Caisse 003']);
  tab('Caisse 002').focus();
  await opened.user.keyboard('{Delete}');
  await opened.user.click(await screen.findByRole('button', { name: 'Quitter' }));
  await waitFor(() => expect(tabs()).toEqual(['Caisse 003']));
  await opened.user.click(screen.getByRole('button', { name: 'Retirer Caisse 003' }));
  expect(onClose).toHaveBeenCalledOnce();
});

test('closing with changes asks first; arrow keys go from tab to tab', async () => {
  const opened = open(2);
  await nameField();
  tab('Caisse 001').focus();
  await opened.user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(tab('Caisse 002'));
  await rename('Caisse 002', 'Autre');
  await opened.user.click(screen.getByRole('button', { name: 'Annuler' }));
  await screen.findByText('Certaines modifications seront perdues.');
  expect(onClose).not.toHaveBeenCalled();
});

test('unsaved text of one of several records is offered again after a crash, in its tab alone', async () => {
  const opened = open(2);
  await nameField();
  await rename('Caisse 002', 'Avant la panne');
  await waitFor(() => expect(Object.keys(localStorage).some((key) => key.includes('draft'))).toBe(true));
  const kept = Object.keys(localStorage).map((key) => [key, localStorage.getItem(key) ?? ''] as const);
  closeScreen();
  for (const [key, value] of kept) localStorage.setItem(key, value);
  const again = open(2);
  await nameField();
  expect(screen.queryByRole('button', { name: 'Reprendre' })).toBeNull();
  await save(again);
  await screen.findByText('Aucun changement à enregistrer');
  await again.user.click(tab('Caisse 002'));
  await again.user.click(await screen.findByRole('button', { name: 'Reprendre' }));
  await save(again);
  await screen.findByText('1 caisse enregistrée');
  expect(saves(again).map((body) => body?.name)).toEqual(['Avant la panne']);
  expect(saves(opened)).toEqual([]);
});

test('one value is given to all records at once, also to those not opened yet', async () => {
  const opened = open(3);
  const { user } = opened;
  await nameField();
  await user.click(screen.getByRole('button', { name: 'Donner la même valeur à tous' }));
  await user.click(await screen.findByRole('combobox', { name: 'Champ' }));
  await user.click(await screen.findByRole('option', { name: /^Poids/ }));
  const input = screen.getAllByRole('textbox', { name: /^Poids/ })[0] as HTMLElement;
  await user.type(input, '42');
  await user.click(screen.getByRole('button', { name: 'Donner aux 3 fiches' }));
  await screen.findByText('3 modifiés');
  await save(opened);
  await screen.findByText('3 caisses enregistrées');
  expect(saves(opened).map((body) => body?.weight)).toEqual([42, 42, 42]);
});

test('a flag is given as « Non » without a click, even to records that have it', async () => {
  const rows = crates(2).map((row) => ({ ...row, infos: { ...(row.infos as object), fragile: true } }));
  const opened = openScreen(<MultiEdit of={Crate} page="crates" rows={rows} onClose={onClose} />, { rows });
  const { user } = opened;
  await nameField();
  await user.click(screen.getByRole('button', { name: 'Donner la même valeur à tous' }));
  await user.click(await screen.findByRole('combobox', { name: 'Champ' }));
  await user.click(await screen.findByRole('option', { name: /^Fragile/ }));
  await user.click(screen.getByRole('button', { name: 'Donner aux 2 fiches' }));
  await screen.findByText('2 modifiés');
  await save(opened);
  await screen.findByText('2 caisses enregistrées');
  expect(saves(opened).map((body) => body?.infos)).toEqual([{ fragile: false }, { fragile: false }]);
});

test('a name, a number or an address of one person alone is given to nobody else', () => {
  const fields = new Map(flatFields(Agent.fields));
  const offered = (path: string): boolean => isShared(fields.get(path) as Field);
  for (const path of ['lastname', 'firstname', 'email', 'agentInfos.registrationNumber', 'agentInfos.cardNumber'])
    expect([path, offered(path)]).toEqual([path, false]);
  for (const path of ['position', 'agentInfos.type', 'agentInfos.nationality'])
    expect([path, offered(path)]).toEqual([path, true]);
});

test('B-072: the dialog is as large as that of one record, and fills the screen of a phone', async () => {
  const sizes = async (): Promise<(string | null)[]> => {
    const [row] = crates(1);
    const shown = async (): Promise<string | null> => {
      const dialog = (await nameField()).closest('[role="dialog"]') as HTMLElement;
      const root = dialog.closest('.mantine-Modal-root') as HTMLElement;
      const size = `${root.style.getPropertyValue('--modal-size')} ${dialog.dataset.fullScreen ?? ''}`;
      closeScreen();
      return size;
    };
    open(2);
    const several = await shown();
    openScreen(<EntityDialog of={Crate} id={row?.id as string} page="crates" onClose={onClose} />, { rows: crates(1) });
    return [several, await shown()];
  };
  expect(await sizes()).toEqual(['75vw ', '75vw ']);
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => ({ matches: query.includes('max-width'), addEventListener() {}, removeEventListener() {} }) as never,
  );
  expect(await sizes()).toEqual([expect.stringContaining('true'), expect.stringContaining('true')]);
  vi.restoreAllMocks();
});
