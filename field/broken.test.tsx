import 'fake-indexeddb/auto';
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { leaveDevice } from './device.ts';
import Field from './Field.tsx';

afterEach(async () => {
  cleanup();
  vi.restoreAllMocks();
  await leaveDevice();
});

test('R-011: a store that cannot be restored is said with a warning, nothing is erased, and it can be tried again', async () => {
  const open = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new Error('disque');
  });
  const erased = vi.spyOn(indexedDB, 'deleteDatabase');
  render(
    <MantineProvider>
      <Field />
    </MantineProvider>,
  );
  const warning = await screen.findByRole('alert');
  expect(warning.textContent).toContain('Impossible de restaurer le store');
  expect(warning.textContent).toContain('Rien n’est effacé');
  open.mockRestore();
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  await vi.waitFor(() => expect(screen.queryByText('Impossible de restaurer le store')).toBeNull(), {
    timeout: 10_000,
  });
  expect(erased).not.toHaveBeenCalled();
});
