import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { Agency } from '#core/agencies/agency.ts';
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
