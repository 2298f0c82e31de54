import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Crate } from '../testing/crate.ts';
import { crate } from '../testing/depot.ts';
import { closeScreen, crates, type Opened, openScreen, type World } from '../testing/screen.tsx';
import { EntityTable } from './EntityTable.tsx';

afterEach(() => {
  closeScreen();
  vi.restoreAllMocks();
});

const openTable = (world?: World): Opened => openScreen(<EntityTable of={Crate} page="crates" />, world);
const widths = ({ depot }: Opened): unknown => depot.calls('PUT', '/user').at(-1)?.body;

test('Shift and the arrows on a header change the width of its column, and the width is stored', async () => {
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(120);
  const opened = openTable();
  await screen.findByRole('link', { name: 'Caisse 001' });
  screen.getByRole('button', { name: 'Poids' }).focus();
  await opened.user.keyboard('{Shift>}{ArrowRight}{/Shift}');
  await waitFor(() =>
    expect(widths(opened)).toMatchObject({
      pagesConfig: {
        crates: {
          config: { columns: expect.arrayContaining([expect.objectContaining({ name: 'weight', width: 136 })]) },
        },
      },
    }),
  );
  expect(opened.address()).toBe('');
});

test('Home, End and Ctrl A act on the rows of the page', async () => {
  const opened = openTable({ rows: crates(5) });
  await screen.findByRole('link', { name: 'Caisse 001' });
  const [, first] = screen.getAllByRole('row');
  (first as HTMLElement).focus();
  await opened.user.keyboard('{End}');
  expect(document.activeElement?.textContent).toContain('Caisse 005');
  await opened.user.keyboard('{Home}');
  expect(document.activeElement?.textContent).toContain('Caisse 001');
  await opened.user.keyboard('{Control>}a{/Control}');
  await screen.findByText('5 sélectionnés');
});

function onPhone(): void {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: query.includes('max-width'),
        media: query,
        addEventListener() {},
        removeEventListener() {},
      }) as never,
  );
}

test('on a phone only the cards near the viewport are drawn, and the End key reaches the last one', async () => {
  onPhone();
  // happy-dom has no layout: simulate scrolling, with cards 100 pixels high.
  vi.spyOn(HTMLUListElement.prototype, 'getBoundingClientRect').mockImplementation(
    () => ({ top: -document.documentElement.scrollTop }) as DOMRect,
  );
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(100);
  const opened = openTable({ rows: crates(240), pagesConfig: { crates: { config: { limit: 250 } } } });
  const list = await screen.findByRole('list', { name: 'Caisses' });
  expect(screen.getByText('1–240 sur 240')).toBeTruthy();
  const drawn = within(list).getAllByRole('listitem');
  expect(drawn.length).toBeLessThan(40);
  const height = (item: Element | null): number => Number.parseInt((item as HTMLElement).style.height, 10);
  expect(height(list.lastElementChild)).toBe((240 - drawn.length) * 100);
  screen.getByRole('link', { name: 'Caisse 001' }).focus();
  await opened.user.keyboard('{End}');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Caisse 240'));
  expect(screen.queryByRole('link', { name: 'Caisse 001' })).toBeNull();
  expect(within(list).getAllByRole('listitem').at(-1)?.getAttribute('aria-posinset')).toBe('240');
});

test('on a phone another page begins with its first card', async () => {
  onPhone();
  const opened = openScreen(
    <main style={{ overflowY: 'auto' }}>
      <EntityTable of={Crate} page="crates" />
    </main>,
    { rows: crates(60) },
  );
  await screen.findByText('1–25 sur 60');
  const root = screen.getByRole('main');
  vi.spyOn(root, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLUListElement.prototype, 'getBoundingClientRect').mockImplementation(
    () => ({ top: 200 - root.scrollTop }) as DOMRect,
  );
  root.scrollTop = 2_500;
  await opened.user.click(screen.getByRole('button', { name: 'Page suivante' }));
  await screen.findByText('26–50 sur 60');
  // What is above the list stays where it is.
  expect(root.scrollTop).toBe(200);
  root.scrollTop = 0;
  await opened.user.click(screen.getByRole('button', { name: 'Page suivante' }));
  await screen.findByText('51–60 sur 60');
  expect(root.scrollTop).toBe(0);
});

test('on a phone the arrows go from card to card and Space selects', async () => {
  onPhone();
  const opened = openTable({ rows: crates(3) });
  (await screen.findByRole('link', { name: 'Caisse 001' })).focus();
  await opened.user.keyboard('{ArrowDown}');
  expect(document.activeElement?.textContent).toBe('Caisse 002');
  await opened.user.keyboard('{End} ');
  expect(document.activeElement?.textContent).toBe('Caisse 003');
  await screen.findByText('1 sélectionné');
});

test('on a phone a row has two lines: its title, then the status and the first columns that have a value', async () => {
  onPhone();
  openTable({ rows: [crate(1, { name: 'Caisse A', weight: 12, status: 100 })] });
  const card = (await screen.findByRole('link', { name: 'Caisse A' })).closest('li') as HTMLElement;
  const second = card.querySelector('p') as HTMLElement;
  expect(second.textContent).toMatch(/^Ouverte.*Poids 12/);
  expect(second.lastElementChild?.children.length).toBeLessThanOrEqual(3);
});

test('on a phone a tap on a card opens its record, one on its box selects it', async () => {
  onPhone();
  const opened = openTable({ rows: [crate(1, { name: 'Caisse A', weight: 12, status: 100 })] });
  const card = (await screen.findByRole('link', { name: 'Caisse A' })).closest('li') as HTMLElement;
  await opened.user.click(within(card).getByRole('checkbox'));
  await screen.findByText('1 sélectionné');
  const before = opened.address();
  await opened.user.click(card.querySelector('p') as HTMLElement);
  await waitFor(() => expect(opened.address()).not.toBe(before));
});
