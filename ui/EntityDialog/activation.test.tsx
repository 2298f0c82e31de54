import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Entity } from '#core/kernel/entity.ts';
import type { Machine } from '#core/kernel/machine.ts';
import { Crate } from '../testing/crate.ts';
import { closeScreen, type Opened, openScreen } from '../testing/screen.tsx';
import EntityDialog from './EntityDialog.tsx';

afterEach(() => closeScreen());

const machine = Crate.machine as Machine;
const Waiting: Entity = {
  ...Crate,
  machine: {
    ...machine,
    states: { ...machine.states, 200: { label: 'En attente', tone: 'neutral' } },
    moves: {
      ...machine.moves,
      activate: { label: 'Activation', from: [200], to: 100, right: 'editSite', done: 'Malle activée' },
    },
  },
};
/** A state with the same number, but without a move to the initial state: work in progress. */
const Busy: Entity = {
  ...Crate,
  machine: { ...machine, states: { ...machine.states, 200: { label: 'En cours', tone: 'info' } } },
};
const onClose = vi.fn();

async function create(of: Entity): Promise<Opened> {
  onClose.mockClear();
  const opened = openScreen(<EntityDialog of={of} id={null} page="crates" onClose={onClose} />);
  await opened.user.type(await screen.findByRole('textbox', { name: /^Nom/ }), 'Malle');
  return opened;
}

async function sent({ user, depot }: Opened): Promise<unknown> {
  await user.click(screen.getByRole('button', { name: /Enregistrer/ }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  return depot.calls('POST', '/crate')[0]?.body;
}

test('a new record is active at once, unless the user turns the switch off', async () => {
  const active = await create(Waiting);
  const choice = screen.getByRole<HTMLInputElement>('switch', { name: 'Activer tout de suite' });
  expect(choice.checked).toBe(true);
  expect(await sent(active)).not.toHaveProperty('willActivate');
  closeScreen();
  const waiting = await create(Waiting);
  await waiting.user.click(screen.getByRole('switch', { name: 'Activer tout de suite' }));
  expect(await sent(waiting)).toMatchObject({ name: 'Malle', willActivate: false });
});

test.each([
  ['no inactive state', Crate],
  ['another meaning of that status', Busy],
])('an entity with %s does not show the switch', async (_, of) => {
  await create(of);
  expect(screen.queryByRole('switch', { name: 'Activer tout de suite' })).toBeNull();
});

test('an existing record offers its moves instead', async () => {
  openScreen(<EntityDialog of={Waiting} id="01900000-0000-7000-8000-000000000001" page="crates" onClose={onClose} />);
  await screen.findByRole('textbox', { name: /^Nom/ });
  expect(screen.queryByRole('switch', { name: 'Activer tout de suite' })).toBeNull();
});
