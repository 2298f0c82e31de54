import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { idOf } from '#ui/client/testing/rows.ts';
import { serve } from '#ui/client/testing/server.ts';
import { showBrand, withModules } from '#ui/client/testing/tenant.ts';
import { MenusContext } from '#ui/shell/screen.ts';
import { menuItem } from '#ui/testing/menus.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import { HelpButton } from './HelpButton.tsx';

beforeEach(() => {
  startAfresh();
  showBrand(withModules({ tutorials: true, feedback: true }));
});

test('the videos of the screen and a proposal are in its help, while their modules are on', async () => {
  const calls = serve(({ path }) =>
    path.endsWith('/feedback')
      ? [200, { feedback: { id: idOf(2) } }]
      : [
          200,
          {
            videos: [{ id: idOf(1), title: 'Une fiche', description: 'Bien la tenir', urls: ['https://v.example/1'] }],
          },
        ],
  );
  const user = showPage(
    <MenusContext value={[{ name: 'main', label: '', items: [menuItem('sites', 'Sites')] }]}>
      <HelpButton here={menuItem('sites', 'Sites')} />
    </MenusContext>,
  );
  await user.click(await screen.findByRole('button', { name: 'Aide' }));
  const help = await screen.findByRole('dialog', { name: 'Aide' });
  const link = await within(help).findByRole('link', { name: 'Voir la vidéo' });
  expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer']);
  expect(calls[0]).toMatchObject({ path: expect.stringMatching(/\/screen-videos$/), body: { route: 'sites' } });
  await user.click(within(help).getByRole('button', { name: 'Proposer une amélioration' }));
  await user.type(await within(help).findByLabelText(/^Votre proposition/), 'Trier par ville');
  await user.click(within(help).getByRole('button', { name: 'Envoyer' }));
  expect(await screen.findByText('Merci, votre demande est transmise')).toBeTruthy();
  expect(calls.at(-1)?.body).toEqual({ message: 'Trier par ville', page: 'sites' });
});
