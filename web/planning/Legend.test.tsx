import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { markWords } from '#ui/TimeGrid/words.ts';
import { legend } from './chips.ts';
import { Legend, signs } from './Legend.tsx';

afterEach(cleanup);

test('the legend explains every colour and every sign of the grid, and names the view P4S', async () => {
  render(
    <MantineProvider env="test">
      <Legend colours={{ tour: '#9c27b0', intervention: '#80deea' }} isWhole />
    </MantineProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Légende' }));
  const shown = screen.getByLabelText('Légende du planning').textContent;
  for (const { label } of Object.values(legend)) expect(shown).toContain(label);
  for (const label of ['Tournée', 'Intervention', 'Aujourd’hui', 'Heure actuelle', 'P4S'])
    expect(shown).toContain(label);
  expect(signs.map(([mark]) => mark).sort()).toEqual(Object.keys(markWords).sort());
});

test('M-002: a customer’s legend has the states and signs of his planning, nothing of the checks or the publication', async () => {
  render(
    <MantineProvider env="test">
      <Legend colours={null} isWhole={false} />
    </MantineProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Légende' }));
  const shown = screen.getByLabelText('Légende du planning').textContent;
  for (const label of ['Affecté', 'Non planifié', 'Déprogrammé', 'Non réalisé', 'En retard', 'En cours', 'Multiple'])
    expect(shown).toContain(label);
  expect(shown).not.toMatch(/règle|Brouillon|publication|indisponib|contrat|Erreur/i);
});
