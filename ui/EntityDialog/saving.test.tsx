// A form while it is being saved, and who has the focus after.
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { type ReactElement, useRef, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { invalidateEntity } from '../client/queries.tsx';
import { refuseInert } from '../testing/browser-focus.ts';
import { Crate } from '../testing/crate.ts';
import { crate } from '../testing/depot.ts';
import { closeScreen, crates, type Opened, openScreen } from '../testing/screen.tsx';
import EntityDialog from './EntityDialog.tsx';
import { useFocusOn } from './FormFields.tsx';
import MultiEdit from './MultiEdit.tsx';

const onClose = vi.fn();
afterEach(() => {
  closeScreen();
  onClose.mockReset();
});

const named = /^Nom( \*)?$/;
const field = (name: string | RegExp): HTMLInputElement => screen.getByRole('textbox', { name });
const save = ({ user }: Opened): Promise<void> => user.click(screen.getByRole('button', { name: /^Enregistrer/ }));

const saves = ({ depot }: Opened) => depot.calls('POST', '/crate');

async function openDialog(): Promise<Opened> {
  const opened = openScreen(<EntityDialog of={Crate} id={crate(1).id} page="crates" onClose={onClose} />);
  await screen.findByRole('textbox', { name: named });
  return opened;
}

/** The save with this number waits for the answer. */
function holdSave(number: number): () => void {
  const depot = window.fetch;
  const answer = Promise.withResolvers<void>();
  let count = 0;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url.endsWith('/crate')) count += 1;
    if (url.endsWith('/crate') && count === number) await answer.promise;
    return depot(url, init);
  });
  return answer.resolve;
}

test('after a lost save the form keeps its text, and the retry uses the same key', async () => {
  const opened = await openDialog();
  fireEvent.change(field(named), { target: { value: 'Caisse neuve' } });
  opened.depot.answerNext('POST', '/crate', 'lost');
  await save(opened);
  await screen.findByText(/Veuillez vérifier votre connexion internet/);
  expect(field(named).value).toBe('Caisse neuve');
  expect(onClose).not.toHaveBeenCalled();
  await opened.user.click(screen.getByRole('button', { name: 'Réessayer' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const [lost, made] = saves(opened);
  expect(made?.key).toBe(lost?.key);
  expect(made?.body).toEqual(lost?.body);
});

test('a save whose answer alone was lost is said to be saved, also if the saved row arrived meanwhile', async () => {
  const opened = await openDialog();
  fireEvent.change(field(named), { target: { value: 'Caisse neuve' } });
  opened.depot.answerNext('POST', '/crate', 'lost');
  await save(opened);
  await screen.findByText(/Veuillez vérifier votre connexion internet/);
  opened.depot.rows[0] = crate(1, { version: 2, name: 'Caisse neuve' });
  await invalidateEntity(Crate, [crate(1).id]);
  await opened.user.click(screen.getByRole('button', { name: 'Réessayer' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(screen.getByText('Caisse enregistrée')).toBeTruthy();
  expect(saves(opened)).toHaveLength(1);
});

test('while it is saved again over what another person changed, a form takes no text either', async () => {
  const opened = await openDialog();
  fireEvent.change(field('Poids'), { target: { value: '7' } });
  opened.depot.rows[0] = crate(1, { version: 2, mail: 'eux@exemple.fr' });
  const answer = holdSave(2);
  await save(opened);
  await waitFor(() => expect(field('E-mail').value).toBe('eux@exemple.fr'));
  expect(field('Poids').closest('[inert]')).not.toBeNull();
  answer();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(opened.depot.rows[0]).toMatchObject({ weight: 7, version: 3 });
});

function Refused(): ReactElement {
  const area = useRef<HTMLDivElement>(null);
  const [saving, setSaving] = useState(true);
  const focusField = useFocusOn(area);
  const refuse = (): void => {
    setSaving(false);
    focusField('name');
  };
  return (
    <>
      <div ref={area} inert={saving}>
        <input data-path="name" />
      </div>
      <button type="button" onClick={refuse}>
        Refuser
      </button>
    </>
  );
}

test('a refused field has the focus, although a frame may come before the form is drawn as no longer being saved', async () => {
  refuseInert();
  vi.stubGlobal('requestAnimationFrame', (draw: FrameRequestCallback) => draw(0));
  const { getByRole } = render(<Refused />);
  fireEvent.click(getByRole('button', { name: 'Refuser' }));
  await waitFor(() => expect(document.activeElement).toBe(getByRole('textbox')));
});

test('the field that the server refused has the focus', async () => {
  const opened = await openDialog();
  fireEvent.change(field(named), { target: { value: 'Prise' } });
  field('Poids').focus();
  refuseInert();
  opened.depot.answerNext('POST', '/crate', {
    status: 400,
    body: { code: 400, message: 'Invalide', violations: [{ path: 'name', message: 'Ce nom est déjà pris' }] },
  });
  await opened.user.keyboard('{Control>}{Enter}{/Control}');
  await screen.findByText('Ce nom est déjà pris');
  await waitFor(() => expect(document.activeElement).toBe(field(named)));
});

test('of several records, a conflict that is known before the others are saved has the focus on its first choice', async () => {
  const rows = crates(2);
  const opened = openScreen(<MultiEdit of={Crate} page="crates" rows={rows} onClose={onClose} />, { rows });
  await screen.findByRole('textbox', { name: named });
  await opened.user.click(screen.getByRole('button', { name: 'Donner la même valeur à tous' }));
  await opened.user.click(await screen.findByRole('combobox', { name: 'Champ' }));
  await opened.user.click(await screen.findByRole('option', { name: /^Poids/ }));
  await opened.user.type(screen.getAllByRole('textbox', { name: /^Poids/ })[0] as HTMLElement, '42');
  await opened.user.click(screen.getByRole('button', { name: 'Donner aux 2 fiches' }));
  await screen.findByText('2 modifiés');
  refuseInert();
  opened.depot.rows[0] = crate(1, { version: 2, weight: 8 });
  const answer = holdSave(2);
  await save(opened);
  const mine = await screen.findByRole('radio', { name: /Votre valeur.*42/ });
  expect(mine.closest('[inert]')).not.toBeNull();
  answer();
  await waitFor(() => expect(document.activeElement).toBe(mine));
});
