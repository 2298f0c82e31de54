import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { sessionOf, sessionStore } from '../client/session-state.ts';
import { someProfile, someUser } from '../client/testing/people.ts';
import { Crate } from '../testing/crate.ts';
import { crate } from '../testing/depot.ts';
import { closeScreen, type Opened, openScreen, toneOf, type World } from '../testing/screen.tsx';
import EntityDialog from './EntityDialog.tsx';

afterEach(closeScreen);

/** With or without the mark for required fields. */
const named = /^Nom( \*)?$/;

const onClose = vi.fn();
afterEach(() => onClose.mockReset());

async function openDialog(id: string | null, world?: World): Promise<Opened> {
  const opened = openScreen(<EntityDialog of={Crate} id={id} page="crates" onClose={onClose} />, world);
  await screen.findByRole('textbox', { name: named });
  return opened;
}

const first = crate(1).id;
const field = (name: string | RegExp): HTMLInputElement => screen.getByRole('textbox', { name });
const retype = async ({ user }: Opened, name: string | RegExp, text: string): Promise<void> => {
  await user.clear(field(name));
  await user.type(field(name), text);
};
const save = ({ user }: Opened): Promise<void> => user.click(screen.getByRole('button', { name: /^Enregistrer/ }));
const saves = ({ depot }: Opened) => depot.calls('POST', '/crate');
const faultOf = (input: HTMLElement): string =>
  (input.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join('');

test('an edit sends only the changed fields, with the version read, and closes', async () => {
  const opened = await openDialog(first);
  expect(document.activeElement).toBe(field(named));
  await retype(opened, named, 'Caisse neuve');
  await opened.user.click(screen.getByRole('switch', { name: 'Fragile' }));
  await opened.user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(saves(opened).map(({ body }) => body)).toEqual([
    { id: first, version: 1, name: 'Caisse neuve', infos: { fragile: true } },
  ]);
  await screen.findByText('Caisse enregistrée');
});

test('without changes a warning is shown and nothing is sent', async () => {
  const opened = await openDialog(first);
  await retype(opened, named, 'Autre');
  await retype(opened, named, 'Caisse 001');
  await save(opened);
  expect(toneOf(await screen.findByText('Aucun changement à enregistrer'))).toBe('yellow');
  expect(saves(opened)).toEqual([]);
});

test('a creation starts from the defaults and the agency country', async () => {
  const opened = await openDialog(null);
  await waitFor(() => expect(document.activeElement).toBe(field(named)));
  expect(screen.queryByText('Obligatoire')).toBeNull();
  expect((screen.getByRole('combobox', { name: 'Taille' }) as HTMLInputElement).value).toBe('Petite');
  await opened.user.type(field(named), 'Malle');
  await save(opened);
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(saves(opened)[0]?.body).toMatchObject({
    name: 'Malle',
    size: 1,
    place: { country: 'FR' },
    opens: { guards: true, guests: false },
  });
});

test('what is cleared of the values that a creation starts from is sent as empty', async () => {
  const opened = openScreen(
    <EntityDialog of={Crate} id={null} initial={{ name: 'Malle', weight: 7 }} page="crates" onClose={onClose} />,
  );
  await screen.findByRole('textbox', { name: named });
  await opened.user.clear(field('Poids'));
  await save(opened);
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(saves(opened)[0]?.body).toMatchObject({ name: 'Malle', weight: null });
});

test('errors appear under their field and mark their section; the first one gets the focus', async () => {
  const opened = await openDialog(null);
  await opened.user.type(field('E-mail'), 'pas une adresse');
  await save(opened);
  expect(saves(opened)).toEqual([]);
  expect(faultOf(field(named))).toContain('Obligatoire');
  expect(faultOf(field('E-mail'))).toContain('Veuillez saisir une adresse mail valide');
  const rail = screen.getByRole('navigation', { name: 'Sections' });
  expect(
    within(rail)
      .getByRole('button', { name: /^Général/ })
      .hasAttribute('data-fault'),
  ).toBe(true);
  expect(
    within(rail)
      .getByRole('button', { name: /^Contact/ })
      .hasAttribute('data-fault'),
  ).toBe(true);
  expect(
    within(rail)
      .getByRole('button', { name: /^Adresse/ })
      .hasAttribute('data-fault'),
  ).toBe(false);
  await waitFor(() => expect(document.activeElement).toBe(field(named)));
});

test('a field is checked on blur, and its error disappears while it is corrected', async () => {
  const opened = await openDialog(first);
  await retype(opened, 'Poids', '-4');
  await opened.user.tab();
  expect(faultOf(field('Poids'))).toContain('Entier positif uniquement');
  await opened.user.type(field('Poids'), '0');
  expect(faultOf(field('Poids'))).not.toContain('Entier positif uniquement');
});

test('dates are typed in French format, and wrong dates show an error', async () => {
  const opened = await openDialog(first);
  await opened.user.type(field('Emballée le'), '31/02/2025');
  await opened.user.tab();
  expect(faultOf(field('Emballée le'))).toContain("La date n'existe pas");
  expect(field('Emballée le').value).toBe('31/02/2025');
  await retype(opened, 'Emballée le', 'hier');
  await opened.user.tab();
  expect(faultOf(field('Emballée le'))).toContain('Format français invalide');
  await retype(opened, 'Emballée le', '5/11/2026');
  await opened.user.tab();
  expect(field('Emballée le').value).toBe('05/11/2026');
  await retype(opened, 'Prix', '1 234,5');
  await save(opened);
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(saves(opened)[0]?.body).toMatchObject({ infos: { packedOn: '2026-11-05' }, price: 1234.5 });
});

test('lines are added, reordered and removed; the remaining lines keep their id', async () => {
  const items = [
    { id: '01900000-0000-7000-8000-000000000801', label: 'Lampe', count: 2 },
    { id: '01900000-0000-7000-8000-000000000802', label: 'Radio', count: null },
  ];
  const opened = await openDialog(first, { rows: [crate(1, { items })] });
  await opened.user.click(screen.getByRole('button', { name: 'Descendre Objet 1' }));
  await opened.user.click(screen.getByRole('button', { name: 'Ajouter : Objet' }));
  const third = await screen.findByRole('group', { name: 'Objet 3' });
  await opened.user.type(within(third).getByRole('textbox', { name: /Libellé/ }), 'Corde');
  await opened.user.click(screen.getByRole('button', { name: 'Retirer Objet 1' }));
  await save(opened);
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(saves(opened)[0]?.body?.items).toEqual([
    { id: items[0]?.id, label: 'Lampe', count: 2 },
    { label: 'Corde', count: null },
  ]);
});

test('references are searched on the server and sent', async () => {
  const opened = await openDialog(first);
  await opened.user.click(screen.getByRole('combobox', { name: 'Spécialités' }));
  await opened.user.click(await screen.findByRole('option', { name: 'Rondier' }));
  await save(opened);
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(opened.depot.calls('POST', '/fetch/specialties')[0]?.body).toMatchObject({ query: null, limit: 25 });
  expect(saves(opened)[0]?.body?.specialties).toEqual([{ id: '01900000-0000-7000-8000-000000000502' }]);
});

test('a reference that the user may not list shows the reason and is not searched', async () => {
  const opened = await openDialog(first, { rights: ['listCheckpoints', 'editCheckpoint'] });
  const keeper = screen.getByRole('combobox', { name: 'Gardien' });
  expect(faultOf(keeper)).toBe('Vous ne pouvez pas lister les collaborateurs');
  await opened.user.click(keeper);
  expect(opened.depot.calls('POST', '/fetch/agents')).toEqual([]);
});

test('while a record is saved its fields take no text, which would be lost; a refusal gives them back', async () => {
  const opened = await openDialog(first);
  await retype(opened, named, 'Caisse neuve');
  const depot = window.fetch;
  const answer = Promise.withResolvers<void>();
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url.endsWith('/crate')) await answer.promise;
    return depot(url, init);
  });
  opened.depot.answerNext('POST', '/crate', { status: 500, body: { code: 500, message: 'Panne' } });
  const input = field(named);
  const isInert = () => input.closest('[inert]') !== null;
  expect(isInert()).toBe(false);
  await opened.user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(isInert()).toBe(true));
  answer.resolve();
  await screen.findByText(/^Panne/);
  expect(isInert()).toBe(false);
  expect(field(named).value).toBe('Caisse neuve');
});

test('a save with other text after a failure uses another key', async () => {
  const opened = await openDialog(first);
  await retype(opened, named, 'Une');
  opened.depot.answerNext('POST', '/crate', { status: 500, body: { code: 500, message: 'Panne' } });
  await save(opened);
  await screen.findByText(/^Panne/);
  await retype(opened, named, 'Autre');
  await save(opened);
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const [failed, made] = saves(opened);
  expect(made?.key).not.toBe(failed?.key);
});

test('a violation from the server is shown on its field', async () => {
  const opened = await openDialog(first);
  await retype(opened, named, 'Prise');
  opened.depot.answerNext('POST', '/crate', {
    status: 400,
    body: { code: 400, message: 'Invalide', violations: [{ path: 'name', message: 'Ce nom est déjà pris' }] },
  });
  await save(opened);
  await waitFor(() => expect(faultOf(field(named))).toContain('Ce nom est déjà pris'));
  expect(field(named).value).toBe('Prise');
});

test('a conflicting edit shows the fields that both changed, and the choice is saved over the new version', async () => {
  const opened = await openDialog(first);
  await retype(opened, named, 'Mon nom');
  await retype(opened, 'Poids', '7');
  opened.depot.rows[0] = crate(1, { version: 2, name: 'Leur nom', comments: 'Leur mot' });
  await save(opened);
  await screen.findByText('Cette fiche a été modifiée entre-temps.');
  const choice = (label: string, value: RegExp): HTMLElement =>
    within(screen.getByRole('radiogroup', { name: label })).getByRole('radio', { name: value });
  await waitFor(() => expect(choice('Nom', /Valeur enregistrée par Inès Faure.*Leur nom/)).toBeTruthy());
  expect(choice('Nom', /Votre valeur.*Mon nom/).getAttribute('aria-checked')).toBe('true');
  for (const label of ['Poids', 'Commentaires']) expect(screen.queryByRole('radiogroup', { name: label })).toBeNull();
  await opened.user.click(choice('Nom', /Leur nom/));
  await opened.user.click(screen.getByRole('button', { name: 'Enregistrer ces choix' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(saves(opened).at(-1)?.body).toEqual({ id: first, version: 2, weight: 7 });
  expect(opened.depot.rows[0]).toMatchObject({ name: 'Leur nom', weight: 7, comments: 'Leur mot', version: 3 });
});

test('of several contested fields each has its own choice; what only one person changed stays as he saved it', async () => {
  const opened = await openDialog(first);
  await retype(opened, named, 'Mon nom');
  await retype(opened, 'Commentaires', 'Mon mot');
  await retype(opened, 'Poids', '7');
  opened.depot.rows[0] = crate(1, { version: 2, name: 'Leur nom', comments: 'Leur mot' });
  await save(opened);
  const words = await screen.findByRole('radiogroup', { name: 'Commentaires' });
  await opened.user.click(within(words).getByRole('radio', { name: /^Valeur enregistrée/ }));
  await opened.user.click(screen.getByRole('button', { name: 'Enregistrer ces choix' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(opened.depot.rows[0]).toMatchObject({ name: 'Mon nom', comments: 'Leur mot', weight: 7, version: 3 });
});

test('a conflict has the focus on its first choice, and going back puts it on that field', async () => {
  const opened = await openDialog(first);
  await retype(opened, named, 'Mon nom');
  await retype(opened, 'Poids', '7');
  opened.depot.rows[0] = crate(1, { version: 2, name: 'Leur nom' });
  await save(opened);
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: /Votre valeur.*Mon nom/ })),
  );
  await opened.user.click(screen.getByRole('button', { name: 'Revenir à la saisie' }));
  await waitFor(() => expect(document.activeElement).toBe(field(named)));
  expect(field(named).value).toBe('Mon nom');
});

test('if another person changed other fields, both changes are kept without a question', async () => {
  const opened = await openDialog(first);
  await retype(opened, 'Poids', '7');
  opened.depot.rows[0] = crate(1, { version: 2, comments: 'Leur mot' });
  await save(opened);
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(screen.queryByText('Cette fiche a été modifiée entre-temps.')).toBeNull();
  expect(opened.depot.rows[0]).toMatchObject({ weight: 7, comments: 'Leur mot', version: 3 });
});

test('closing asks only when something changed', async () => {
  const opened = await openDialog(first);
  await opened.user.click(screen.getByRole('button', { name: 'Annuler' }));
  expect(onClose).toHaveBeenCalledTimes(1);
  await retype(opened, named, 'Autre');
  await opened.user.keyboard('{Escape}');
  await screen.findByText('Certaines modifications seront perdues.');
  await opened.user.click(screen.getByRole('button', { name: 'Continuer la saisie' }));
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(field(named).value).toBe('Autre');
  await opened.user.keyboard('{Escape}');
  await opened.user.click(await screen.findByRole('button', { name: 'Quitter' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(2));
});

test('going to another screen, as from the palette, asks only when something changed, and the text stays', async () => {
  const opened = await openDialog(first);
  await retype(opened, named, 'Autre');
  opened.history.push('/?autre=1');
  const question = await screen.findByRole('dialog', { name: 'Quitter sans enregistrer ?' });
  await opened.user.click(within(question).getByRole('button', { name: 'Continuer la saisie' }));
  await waitFor(() => expect(screen.queryByText('Quitter sans enregistrer ?')).toBeNull());
  expect(opened.address()).toBe('');
  expect(field(named).value).toBe('Autre');
  await retype(opened, named, 'Caisse 001');
  opened.history.push('/?autre=1');
  await waitFor(() => expect(opened.address()).toBe('?autre=1'));
  expect(screen.queryByText('Quitter sans enregistrer ?')).toBeNull();
});

test('unsaved text is offered again after a crash', async () => {
  const opened = await openDialog(first);
  await retype(opened, named, 'Avant la panne');
  await waitFor(() => expect(Object.keys(localStorage).some((key) => key.includes('draft'))).toBe(true));
  const kept = Object.keys(localStorage).map((key) => [key, localStorage.getItem(key) ?? ''] as const);
  closeScreen();
  for (const [key, value] of kept) localStorage.setItem(key, value);
  const again = await openDialog(first);
  await screen.findByText('Un brouillon non enregistré a été retrouvé');
  expect(field(named).value).toBe('Caisse 001');
  await again.user.click(screen.getByRole('button', { name: 'Reprendre' }));
  expect(field(named).value).toBe('Avant la panne');
});

test('a right withdrawn while the form is open keeps its text', async () => {
  const opened = await openDialog(first);
  await retype(opened, named, 'Mon nom');
  const user = someUser({ userCompanies: [someProfile({ rights: ['listCheckpoints'] })] });
  act(() => sessionStore.set(sessionOf(user, { profileId: null, agency: null })));
  expect(field(named).value).toBe('Mon nom');
});

test('a record is read-only without the right to edit', async () => {
  openScreen(<EntityDialog of={Crate} id={first} page="crates" onClose={onClose} />, { rights: ['listCheckpoints'] });
  await screen.findByText('Lecture seule');
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Enregistrer/ })).toBeNull();
  expect(screen.getByText('2 quai du Port, 13002 Marseille')).toBeTruthy();
});

test('without the right to create, the right is named and no form opens', async () => {
  openScreen(<EntityDialog of={Crate} id={null} page="crates" onClose={onClose} />, { rights: ['listCheckpoints'] });
  await screen.findByText('Vous ne bénéficiez pas de l\'autorisation "Créer un point de contrôle".');
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('a missing record shows an error and can be read again', async () => {
  const opened = openScreen(<EntityDialog of={Crate} id={crate(99).id} page="crates" onClose={onClose} />);
  await screen.findByText('Caisse introuvable');
  opened.depot.rows.push(crate(99));
  await opened.user.click(screen.getByRole('button', { name: 'Réessayer' }));
  await screen.findByRole('textbox', { name: named });
});

test('the history lists who changed what, and the form keeps unsaved text meanwhile', async () => {
  const opened = await openDialog(first);
  await retype(opened, named, 'En cours');
  fireEvent.click(screen.getByRole('radio', { name: 'Historique' }));
  await screen.findByText('Inès Faure');
  expect(screen.getByText('Ancien nom')).toBeTruthy();
  expect(screen.getByText('10/11/2026 10:00')).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: 'Fiche' }));
  expect(field(named).value).toBe('En cours');
});

test('a change of status in the dialog keeps unsaved text, which is then saved over the new version', async () => {
  const opened = await openDialog(first);
  await retype(opened, named, 'En cours');
  await opened.user.click(screen.getByRole('button', { name: 'Actions' }));
  await opened.user.click(await screen.findByRole('menuitem', { name: 'Rangement' }));
  await screen.findByText('Caisse rangée');
  expect(field(named).value).toBe('En cours');
  await waitFor(() => expect(opened.depot.calls('GET', first).length).toBe(2));
  await save(opened);
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(opened.depot.rows[0]).toMatchObject({ name: 'En cours', status: 300, version: 3 });
});
