import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { entity } from '#core/kernel/entity.ts';
import { text } from '#core/kernel/field.ts';
import { recalledKeys, recallJson } from '../client/device.ts';
import { Crate } from '../testing/crate.ts';
import { crate } from '../testing/depot.ts';
import { closeScreen, type Opened, openScreen } from '../testing/screen.tsx';
import EntityDialog from './EntityDialog.tsx';

afterEach(() => closeScreen());

const Secret = entity({
  ...Crate,
  title: 'name',
  order: { by: 'name', ascending: true },
  check: () => [],
  fields: {
    name: Crate.fields.name,
    status: Crate.fields.status,
    code: text('Compte', { sealed: true, right: 'listAgents', format: 'bankDetails' }),
  },
});
const iban = 'FR7630006000011234567890189';
const id = crate(1).id;
const onClose = vi.fn();
const rows = () => [{ id, version: 1, name: 'Malle', status: 100, code: '•••• 0189' }];
const open = (): Opened => {
  onClose.mockClear();
  return openScreen(<EntityDialog of={Secret} id={id} page="crates" onClose={onClose} />, { rows: rows(), of: Secret });
};
const group = (): Promise<HTMLElement> => screen.findByRole('group', { name: 'Compte' });
const sent = async ({ user, depot }: Opened): Promise<unknown> => {
  await user.click(screen.getByRole('button', { name: /Enregistrer/ }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  return depot.calls('POST', '/crate')[0]?.body;
};
const revealed = (depot: Opened['depot'], answer: object): void =>
  depot.answerNext('POST', '/sealed/code', { status: 200, body: answer });

test('a mask is shown until the value is revealed, and again once it is hidden', async () => {
  const { user, depot } = open();
  const field = await group();
  expect(within(field).getByText('•••• 0189')).toBeTruthy();
  revealed(depot, { value: iban });
  await user.click(within(field).getByRole('button', { name: 'Afficher : Compte' }));
  expect(await within(field).findByText('FR76 3000 6000 0112 3456 7890 189')).toBeTruthy();
  expect(within(field).getByRole('status').textContent).toContain('historique');
  expect(depot.calls('POST', `/crate/${id}/sealed/code`)).toHaveLength(1);
  await user.click(within(field).getByRole('button', { name: 'Masquer : Compte' }));
  expect(within(field).getByText('•••• 0189')).toBeTruthy();
  expect(document.body.textContent).not.toContain('3000 6000');
});

test('a revealed value hides itself after a while', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    const { user, depot } = open();
    revealed(depot, { value: iban });
    await user.click(await screen.findByRole('button', { name: 'Afficher : Compte' }));
    await screen.findByText('FR76 3000 6000 0112 3456 7890 189');
    await vi.advanceTimersByTimeAsync(31_000);
    await waitFor(() => expect(screen.queryByText('FR76 3000 6000 0112 3456 7890 189')).toBeNull());
  } finally {
    vi.useRealTimers();
  }
});

test('a revealed value that the browser refuses to copy is selected, and the form says so', async () => {
  const { user, depot } = open();
  revealed(depot, { value: iban });
  await user.click(await screen.findByRole('button', { name: 'Afficher : Compte' }));
  const copy = await screen.findByRole('button', { name: 'Copier : Compte' });
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('NotAllowedError'));
  await user.click(copy);
  expect(writeText).toHaveBeenCalledWith(iban);
  expect(await screen.findByText(/La copie est refusée par votre navigateur/)).toBeTruthy();
  expect(String(window.getSelection())).toBe('FR76 3000 6000 0112 3456 7890 189');
});

test('a refusal is shown beside the reveal button', async () => {
  const { user, depot } = open();
  depot.answerNext('POST', '/sealed/code', { status: 404, body: { code: 404, message: 'Caisse introuvable' } });
  await user.click(await screen.findByRole('button', { name: 'Afficher : Compte' }));
  expect((await within(await group()).findByRole('alert')).textContent).toContain('Caisse introuvable');
});

test('an unchanged value is not sent; a replacement is checked and sent whole, and never stored as a draft', async () => {
  const opened = open();
  const { user } = opened;
  await user.click(await screen.findByRole('button', { name: 'Remplacer : Compte' }));
  const input = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Compte' });
  expect(input.value).toBe('');
  await user.type(input, 'FR76 3000 6000 0112 3456 7890 188');
  await user.type(screen.getByRole('textbox', { name: /^Nom/ }), ' verte');
  expect(await screen.findByText('IBAN invalide')).toBeTruthy();
  await waitFor(() => expect(recalledKeys('draft.')).toHaveLength(1));
  expect(JSON.stringify(recalledKeys('draft.').map((key) => recallJson(key)))).not.toContain('FR76');
  await user.clear(input);
  await user.type(input, iban);
  expect(await sent(opened)).toMatchObject({ name: 'Malle verte', code: iban });
});

test('cancelling a replacement keeps the value', async () => {
  const opened = open();
  const { user } = opened;
  await user.click(await screen.findByRole('button', { name: 'Remplacer : Compte' }));
  await user.type(await screen.findByRole('textbox', { name: 'Compte' }), 'Chèque');
  await user.click(screen.getByRole('button', { name: 'Garder la valeur actuelle' }));
  expect(await within(await group()).findByText('•••• 0189')).toBeTruthy();
  await user.type(screen.getByRole('textbox', { name: /^Nom/ }), ' verte');
  expect(await sent(opened)).not.toHaveProperty('code');
});

test('an input left empty keeps the value; clearing is a separate action', async () => {
  const opened = open();
  const { user } = opened;
  await user.click(await screen.findByRole('button', { name: 'Remplacer : Compte' }));
  const input = await screen.findByRole('textbox', { name: 'Compte' });
  await user.type(input, 'x');
  await user.clear(input);
  await user.click(screen.getByRole('button', { name: 'Garder la valeur actuelle' }));
  await user.click(await screen.findByRole('button', { name: 'Effacer : Compte' }));
  expect(screen.getByText("Sera effacé à l'enregistrement.")).toBeTruthy();
  expect(await sent(opened)).toMatchObject({ code: null });
});

test('a read-only sheet shows the mask with its button', async () => {
  openScreen(<EntityDialog of={Secret} id={id} page="crates" onClose={onClose} />, {
    rows: rows(),
    of: Secret,
    rights: ['listCheckpoints', 'listAgents'],
  });
  expect(await screen.findByText('•••• 0189')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Afficher : Compte' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Remplacer : Compte' })).toBeNull();
});

test('the history records reveals and changes without the value', async () => {
  const { user, depot } = open();
  const line = { at: '2026-11-10T09:00:00.000Z', author: 'Inès Faure', actingFor: null, reason: null };
  depot.answerNext('GET', '/history', {
    status: 200,
    body: {
      history: [
        { ...line, id: crate(2).id, action: 'reveal', changes: { code: { before: null, after: null } } },
        { ...line, id: crate(3).id, action: 'edit', changes: { code: { before: '••••', after: '••••' } } },
      ],
    },
  });
  await user.click(await screen.findByRole('radio', { name: 'Historique' }));
  expect(await screen.findByText('A consulté : Compte')).toBeTruthy();
  expect(screen.getByText('Modifié')).toBeTruthy();
});
