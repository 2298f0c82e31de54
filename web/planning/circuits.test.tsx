import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { instantAt } from '#core/kernel/clock.ts';
import { serve } from '#ui/client/testing/server.ts';
import { today } from '#ui/clock.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import Circuits from './Circuits.tsx';
import Services from './Services.tsx';

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

test('the list of services opens on today and the days ahead, earliest first; without the filter the latest are first', async () => {
  const calls = serve(({ path }) =>
    path.endsWith('/fetch/circuits') ? [200, { services: [], filtered: 0 }] : [200, { types: [], checkpoints: [] }],
  );
  const asked = () =>
    calls.flatMap(({ path, body }) =>
      path.endsWith('/fetch/circuits')
        ? [body as { filters: Record<string, unknown>; orderBy: string; ascending: boolean }]
        : [],
    );
  const user = showPage(<Services page="adminServices" title="Services" description="" add />);
  const remove = await screen.findByRole('button', { name: /^Retirer le filtre Début/ });
  expect(screen.getByText(/À partir d’aujourd’hui/)).toBeTruthy();
  expect(asked()[0]).toMatchObject({
    filters: { startAt: { from: instantAt(today('Europe/Paris'), '00:00', 'Europe/Paris') } },
    orderBy: 'startAt',
    ascending: true,
  });
  await user.click(remove);
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ filters: {}, orderBy: 'startAt', ascending: false }));
});
