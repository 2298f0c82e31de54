import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { MenusContext } from '#ui/shell/screen.ts';
import { menuItem } from '#ui/testing/menus.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import { HelpButton } from './HelpButton.tsx';

beforeEach(startAfresh);

test('« ? » says what the screen is for, explains P4S on the planning, lists the keys and leads to « À propos »', async () => {
  const items = [
    menuItem('adminPlanning', 'Planning', 'Planifier les services et les tournées.'),
    menuItem('about', 'À propos'),
  ];
  const user = showPage(
    <MenusContext value={[{ name: 'main', label: '', items }]}>
      <HelpButton here={menuItem('adminPlanning', 'Planning', 'Planifier les services et les tournées.')} />
    </MenusContext>,
  );
  await user.click(await screen.findByRole('button', { name: 'Aide' }));
  const help = await screen.findByRole('dialog', { name: 'Aide' });
  expect(within(help).getByText('Planifier les services et les tournées.')).toBeTruthy();
  expect(within(help).getByText(/P4S : le planning sur quatre semaines/)).toBeTruthy();
  expect(within(help).getByText('Chercher une fiche, un écran ou une action')).toBeTruthy();
  expect(
    within(help)
      .getByRole('link', { name: /À propos/ })
      .getAttribute('href'),
  ).toBe('/about');
});

test('on a phone « ? » lists no keys', async () => {
  const media = vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: query.includes('coarse'),
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
      }) as never,
  );
  const user = showPage(
    <MenusContext value={[{ name: 'main', label: '', items: [menuItem('home', 'Accueil')] }]}>
      <HelpButton here={menuItem('home', 'Accueil')} />
    </MenusContext>,
  );
  await user.click(await screen.findByRole('button', { name: 'Aide' }));
  const help = await screen.findByRole('dialog', { name: 'Aide' });
  expect(within(help).queryByText('Raccourcis clavier')).toBeNull();
  expect(within(help).getByText('Besoin d’aide ?')).toBeTruthy();
  media.mockRestore();
});

test('the help of « Accueil » describes the page of the role', async () => {
  const user = showPage(
    <MenusContext value={[{ name: 'main', label: '', items: [menuItem('home', 'Accueil')] }]}>
      <HelpButton here={menuItem('home', 'Accueil')} />
    </MenusContext>,
  );
  await user.click(await screen.findByRole('button', { name: 'Aide' }));
  const help = await screen.findByRole('dialog', { name: 'Aide' });
  expect(within(help).getByText(/En tête, la couverture/)).toBeTruthy();
  expect(within(help).queryByText(/sur vos sites/)).toBeNull();
});
