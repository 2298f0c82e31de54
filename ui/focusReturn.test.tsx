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
