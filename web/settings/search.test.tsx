import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { Agency } from '#core/agencies/agency.ts';
import { queryClient } from '#ui/client/queries.tsx';
import { agencyId } from '#ui/client/testing/people.ts';
import { rowOf } from '#ui/client/testing/rows.ts';
import { type Reply, serve } from '#ui/client/testing/server.ts';
import { owner, showPage, startAfresh } from '../testing/page.tsx';
import Settings from './Settings.tsx';

beforeEach(startAfresh);

test('a setting that is searched for shows its section', async () => {
  const agency = rowOf(Agency, { id: agencyId, name: 'Azur' });
  serve(({ path }): Reply => [200, path.endsWith('/presence') ? { others: [] } : { agency }]);
  const user = showPage(<Settings page="settings" title="Paramètres" description="" add={false} />, owner());
  await screen.findByRole('textbox', { name: 'Nom' });
  expect(screen.queryByText(/ ›$/)).toBeNull();
  await user.type(screen.getByRole('textbox', { name: 'Rechercher un réglage' }), 'repos quotidien');
  const [shown] = await screen.findAllByText(/ ›$/);
  expect(shown?.parentElement?.textContent).toMatch(/^.+ ›Repos quotidien/);
});

test('neither another person’s save nor another part of the page discards what is typed', async () => {
  let agency = rowOf(Agency, { id: agencyId, name: 'Azur' });
  const calls = serve(({ path }): Reply => [200, path.endsWith('/presence') ? { others: [] } : { agency }]);
  const reads = (): number => calls.filter(({ method }) => method === 'GET').length;
  const user = showPage(<Settings page="settings" title="Paramètres" description="" add={false} />, owner());
  await screen.findByRole('textbox', { name: 'Rechercher un réglage' });
  const label = 'Expirations : pied de page';
  // The whole form takes seconds.
  fireEvent.change(screen.getByRole('textbox', { name: 'Rechercher un réglage' }), { target: { value: label } });
  const footer = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: label });
  await user.type(footer, 'À bientôt');
  agency = { ...agency, version: 2, name: 'Mistral' };
  const before = reads();
  await queryClient.invalidateQueries();
  await waitFor(() => expect(reads()).toBeGreaterThan(before));
  expect(footer.value).toBe('À bientôt');
  await user.click(screen.getByText('Spécialités', { selector: 'label *' }));
  const question = await screen.findByRole('dialog', { name: 'Quitter sans enregistrer ?' });
  await user.click(within(question).getByRole('button', { name: 'Continuer la saisie' }));
  expect([footer.isConnected, footer.value]).toEqual([true, 'À bientôt']);
});
