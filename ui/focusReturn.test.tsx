import { MantineProvider, Modal } from '@mantine/core';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactElement, useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import './focusReturn.ts';

afterEach(cleanup);

function Asking(): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <MantineProvider env="test">
      <button type="button" onClick={() => setIsOpen(true)}>
        Ouvrir
      </button>
      {isOpen && (
        <Modal opened title="Question" onClose={() => setIsOpen(false)}>
          <button type="button" data-autofocus onClick={() => setIsOpen(false)}>
            Répondre
          </button>
        </Modal>
      )}
    </MantineProvider>
  );
}

test('a dialog that is removed gives the focus back to the element that opened it', async () => {
  render(<Asking />);
  const user = userEvent.setup();
  const opener = screen.getByRole('button', { name: 'Ouvrir' });
  for (const _ of ['once', 'again']) {
    await user.click(opener);
    const answer = screen.getByRole('button', { name: 'Répondre' });
    await waitFor(() => expect(document.activeElement).toBe(answer));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(document.activeElement).toBe(opener));
  }
});

function Rows({ ids }: { ids: readonly string[] }): ReactElement {
  return (
    <main tabIndex={-1}>
      <ul>
        {ids.map((id) => (
          <li key={id}>
            <button type="button">{id}</button>
          </li>
        ))}
      </ul>
    </main>
  );
}
const focused = (): string | null | undefined => document.activeElement?.textContent;

test('when a focused row is removed, a row beside it gets the focus; after the last row, the page', async () => {
  const { rerender } = render(<Rows ids={['Anne', 'Bruno']} />);
  screen.getByRole('button', { name: 'Bruno' }).focus();
  rerender(<Rows ids={['Anne']} />);
  await waitFor(() => expect(focused()).toBe('Anne'));
  rerender(<Rows ids={[]} />);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
});

test('a removed message gives the focus back to the element that had it before', async () => {
  const shown = (hasMessage: boolean): ReactElement => (
    <>
      <Rows ids={['Anne', 'Bruno']} />
      {hasMessage && <button type="button">Annuler</button>}
    </>
  );
  const { rerender } = render(shown(true));
  screen.getByRole('button', { name: 'Bruno' }).focus();
  screen.getByRole('button', { name: 'Annuler' }).focus();
  rerender(shown(false));
  await waitFor(() => expect(focused()).toBe('Bruno'));
});

test('a menu whose act removes the row that opened it leaves the focus among the rows', async () => {
  const shown = (ids: readonly string[], hasMenu: boolean): ReactElement => (
    <>
      <input aria-label="Chercher" />
      <Rows ids={ids} />
      {hasMenu && <button type="button">Retirer</button>}
    </>
  );
  const { rerender } = render(shown(['Anne', 'Bruno'], true));
  screen.getByRole('textbox', { name: 'Chercher' }).focus();
  screen.getByRole('button', { name: 'Bruno' }).focus();
  screen.getByRole('button', { name: 'Retirer' }).focus();
  rerender(shown(['Anne'], false));
  await waitFor(() => expect(focused()).toBe('Anne'));
});

test.each(['disabled', 'inert'])('a button that was %s while it worked gets the focus back', async (how) => {
  render(<Rows ids={['Exporter']} />);
  const button = screen.getByRole('button', { name: 'Exporter' });
  const marked = how === 'inert' ? (button.parentElement as Element) : button;
  button.focus();
  // Browsers blur it at the next frame; this one refuses to blur a disabled button.
  button.blur();
  marked.toggleAttribute(how, true);
  await new Promise((done) => setTimeout(done, 5));
  expect(document.activeElement).toBe(document.body);
  marked.toggleAttribute(how, false);
  await waitFor(() => expect(document.activeElement).toBe(button));
});

test('a field that is inert while its form is saved is waited for, and nothing behind its dialog gets the focus', async () => {
  const shown = (asks: boolean, saving: boolean) => (
    <>
      <button type="button">Ouvrir</button>
      <div inert={saving}>
        <input aria-label="Nom" />
      </div>
      {asks && <button type="button">Confirmer</button>}
    </>
  );
  const { rerender } = render(shown(true, false));
  screen.getByRole('button', { name: 'Ouvrir' }).focus();
  screen.getByRole('textbox', { name: 'Nom' }).focus();
  screen.getByRole('button', { name: 'Confirmer' }).focus();
  rerender(shown(true, true));
  rerender(shown(false, true));
  await new Promise((done) => setTimeout(done, 5));
  expect(document.activeElement).toBe(document.body);
  rerender(shown(false, false));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Nom' })));
});

test('a field that is replaced while its form is saved leaves the focus to the form, not to what is behind its dialog', async () => {
  const shown = (field: string, saving: boolean) => (
    <>
      <button type="button">Ouvrir</button>
      <div role="dialog">
        <div inert={saving}>
          <input key={field} aria-label={field} />
        </div>
      </div>
    </>
  );
  const { rerender } = render(shown('Nom', false));
  screen.getByRole('button', { name: 'Ouvrir' }).focus();
  screen.getByRole('textbox', { name: 'Nom' }).focus();
  rerender(shown('Nom', true));
  rerender(shown('Choix', true));
  await new Promise((done) => setTimeout(done, 5));
  expect(document.activeElement).toBe(document.body);
  rerender(shown('Choix', false));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Choix' })));
});

test('a press beside all elements leaves the focus nowhere', async () => {
  const { rerender } = render(<Rows ids={['Anne', 'Bruno']} />);
  screen.getByRole('button', { name: 'Bruno' }).focus();
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  (document.activeElement as HTMLElement).blur();
  rerender(<Rows ids={['Anne']} />);
  await new Promise((done) => setTimeout(done, 5));
  expect(document.activeElement).toBe(document.body);
});
