import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { ConfirmHost } from './ConfirmHost.tsx';
import { asked, confirm } from './confirm.tsx';

afterEach(() => {
  asked.get()?.answer(false);
  cleanup();
});

test('a question stays while its act is being done, so that its failure is read; then it may be closed', async () => {
  const answer = Promise.withResolvers<void>();
  render(
    <MantineProvider env="test">
      <ConfirmHost />
    </MantineProvider>,
  );
  let isClosed = false;
  const question = { title: 'Supprimer ?', message: '', confirmLabel: 'Supprimer', act: () => answer.promise };
  void confirm(question).finally(() => {
    isClosed = true;
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Supprimer' }));
  await userEvent.keyboard('{Escape}');
  await userEvent.click(screen.getByRole('button', { name: 'Fermer' }));
  answer.reject(new Error('Déjà envoyé'));
  expect(await screen.findByText(/Déjà envoyé/)).toBeTruthy();
  expect(isClosed).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'Fermer' }));
  await waitFor(() => expect(isClosed).toBe(true));
});
