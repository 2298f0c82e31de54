import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { recallJson } from '../client/device.ts';
import { menuItem } from '../testing/menus.ts';
import { closeScreen, openScreen } from '../testing/screen.tsx';
import { Drawer, searchMenus } from './Drawer.tsx';
import { ScreenTabs } from './ScreenTabs.tsx';
import { type MenuGroup, MenusContext } from './screen.ts';

const menus: readonly MenuGroup[] = [
  { name: 'main', label: '', items: [menuItem('home', 'Accueil')] },
  {
    name: 'sites',
    label: 'Sites',
    items: [menuItem('sites', 'Sites'), menuItem('checkpoints', 'Points de contrôle', 'Les points à contrôler')],
  },
  { name: 'agents', label: 'Collaborateurs', items: [menuItem('agents', 'Collaborateurs')] },
];

const names = (found: readonly MenuGroup[]): string[] => found.flatMap(({ items }) => items.map(({ name }) => name));

test('a search finds screens by group, label and description, ignoring accents', () => {
  expect(names(searchMenus(menus, 'controle'))).toEqual(['checkpoints']);
  expect(names(searchMenus(menus, 'SITES points'))).toEqual(['checkpoints']);
  expect(names(searchMenus(menus, 'rien'))).toEqual([]);
  expect(searchMenus(menus, ' ')).toBe(menus);
});

afterEach(() => closeScreen());

const show = (rail: boolean): ReturnType<typeof openScreen> =>
  openScreen(
    <MenusContext value={menus}>
      <Drawer rail={rail} onNavigate={() => undefined} />
    </MenusContext>,
  );

test('a group collapses and the device remembers it', async () => {
  const { user } = show(false);
  const heading = await screen.findByRole('button', { name: 'Sites' });
  expect(screen.getByRole('link', { name: 'Points de contrôle' })).toBeTruthy();
  await user.click(heading);
  expect(screen.queryByRole('link', { name: 'Points de contrôle' })).toBeNull();
  expect(recallJson('drawer.closed-groups')).toEqual(['sites']);
});

test('a group of one screen with the same name has no heading', async () => {
  show(false);
  expect(await screen.findByRole('link', { name: 'Collaborateurs' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Collaborateurs' })).toBeNull();
});

test('the rail keeps the accessible names of its icons', async () => {
  show(true);
  expect(await screen.findByRole('link', { name: 'Points de contrôle' })).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('an entry shows the purpose of its screen on hover, on keyboard focus and to screen readers', async () => {
  const { user } = show(false);
  const link = await screen.findByRole('link', { name: 'Points de contrôle' });
  expect(link.getAttribute('aria-description')).toBe('Les points à contrôler');
  expect(screen.queryByRole('tooltip')).toBeNull();
  await user.hover(link);
  expect((await screen.findByRole('tooltip')).textContent).toBe('Les points à contrôler');
  await user.unhover(link);
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
  act(() => link.focus());
  expect((await screen.findByRole('tooltip')).textContent).toBe('Les points à contrôler');
});

test('Enter in the search opens the first screen found, and the menu over a phone closes', async () => {
  const left = vi.fn();
  const items = [{ ...menuItem('sites', 'Sites'), path: '/' }, menuItem('rounds', 'Rondes', 'Celles des sites')];
  const { user, history } = openScreen(
    <MenusContext value={[{ name: 'sites', label: 'Lieux', items }]}>
      <Drawer rail={false} onNavigate={left} />
    </MenusContext>,
    { at: '/?page=2' },
  );
  const query = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Rechercher un écran' });
  await user.type(query, 'sit');
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Sites', 'Rondes']);
  expect(left).not.toHaveBeenCalled();
  await user.keyboard('{Enter}');
  expect(left).toHaveBeenCalledOnce();
  await waitFor(() => expect(history.location.href).toBe('/'));
  expect(query.value).toBe('');
});

test('a tab of another screen has no entry, but the search finds it; its screen is highlighted and shows the tabs', async () => {
  const withTab: readonly MenuGroup[] = [
    {
      name: 'sites',
      label: 'Lieux',
      items: [menuItem('sites', 'Sites'), { ...menuItem('hours', 'Heures par site'), path: '/', tabOf: 'sites' }],
    },
  ];
  const scrolled = vi.fn();
  Element.prototype.scrollIntoView = scrolled;
  const { user } = openScreen(
    <MenusContext value={withTab}>
      <Drawer rail={false} onNavigate={() => undefined} />
      <ScreenTabs />
    </MenusContext>,
  );
  const drawer = await screen.findByRole('navigation', { name: 'Menu principal' });
  expect(
    within(drawer)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['Sites']);
  expect(within(drawer).getByRole('link', { name: 'Sites' }).dataset.tab).toBe('true');
  const tabs = within(screen.getByRole('navigation', { name: 'Onglets' })).getAllByRole('link');
  expect(tabs.map(({ textContent }) => textContent)).toEqual(['Sites', 'Heures par site']);
  // Where the tabs are wider than the telephone.
  expect(scrolled.mock.contexts).toEqual([tabs[1]]);
  await user.type(screen.getByRole('textbox', { name: 'Rechercher un écran' }), 'heures');
  expect(within(drawer).getByRole('link', { name: 'Heures par site' })).toBeTruthy();
});
