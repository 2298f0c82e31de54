// A table at rest draws its other rows in idle time.
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Crate } from '../testing/crate.ts';
import { closeScreen, crates, type Opened, openScreen } from '../testing/screen.tsx';
import { EntityTable } from './EntityTable.tsx';

/** Milliseconds that the browser has left in each idle period. */
let left = 50;

beforeEach(() => {
  left = 50;
  vi.stubGlobal('requestIdleCallback', (work: IdleRequestCallback) =>
    setTimeout(() => work({ didTimeout: false, timeRemaining: () => left }), 1),
  );
  vi.stubGlobal('cancelIdleCallback', clearTimeout);
});
afterEach(() => {
  closeScreen();
  vi.unstubAllGlobals();
});

const drawn = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('tr[data-index]')];

async function opened(): Promise<Opened> {
  const table = openScreen(<EntityTable of={Crate} page="crates" />, {
    rows: crates(240),
    pagesConfig: { crates: { config: { limit: 250 } } },
  });
  await screen.findByText('1–240 sur 240');
  return table;
}

test('the rows out of view are drawn, the focused one stays, and a sort begins with the visible ones', async () => {
  const { user } = await opened();
  expect(drawn().length).toBeLessThan(100);
  const [first] = drawn();
  first?.focus();
  await waitFor(() => expect(drawn()).toHaveLength(240), { timeout: 20_000 });
  expect(drawn().map(({ dataset }) => Number(dataset.index))).toEqual(Array.from({ length: 240 }, (_none, at) => at));
  expect(document.activeElement).toBe(first);
  await user.click(screen.getByText('Poids'));
  await waitFor(() => expect(drawn().length).toBeLessThan(100));
});

test('a busy browser draws none of them', async () => {
  left = 2;
  await opened();
  const before = drawn().length;
  await new Promise((done) => setTimeout(done, 1_500));
  expect(drawn()).toHaveLength(before);
});
