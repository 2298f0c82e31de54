// A form while it is being saved, and who has the focus after.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { refuseInert } from '../testing/browser-focus.ts';
import { Crate } from '../testing/crate.ts';
import { crate } from '../testing/depot.ts';
import { closeScreen, crates, type Opened, openScreen } from '../testing/screen.tsx';
import EntityDialog from './EntityDialog.tsx';
import MultiEdit from './MultiEdit.tsx';

const onClose = vi.fn();
afterEach(() => {
  closeScreen();
  onClose.mockReset();
});

const named = /^Nom( \*)?$/;
const field = (name: string | RegExp): HTMLInputElement => screen.getByRole('textbox', { name });
const save = ({ user }: Opened): Promise<void> => user.click(screen.getByRole('button', { name: /^Enregistrer/ }));

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
