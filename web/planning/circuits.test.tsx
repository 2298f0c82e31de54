import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { serve } from '#ui/client/testing/server.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import Circuits from './Circuits.tsx';

beforeEach(startAfresh);

test('the list of circuits asks for circuits only, and a new one is a circuit from the start (O-001)', async () => {
  const calls = serve(({ path }) =>
    path.endsWith('/fetch/circuits') ? [200, { services: [], filtered: 0 }] : [200, { types: [], checkpoints: [] }],
  );
  const user = showPage(<Circuits page="adminCircuits" title="Tournées" description="" add />);
  await user.click((await screen.findAllByRole('button', { name: 'Ajouter' }))[0] as HTMLElement);
  const asked = calls.find(({ path }) => path.endsWith('/fetch/circuits'))?.body as { filters?: object };
  expect(asked.filters).toMatchObject({ isCircuit: true });
  const dialog = await screen.findByRole('dialog', { name: 'Nouveau service' });
  // The code of the form is loaded when first needed.
  await waitFor(() => expect(dialog.textContent).toContain('Étapes'));
});
