import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { PreparedGroup } from '#core/commercial/calls.ts';
import { type Reply, type StubRequest, serve } from '#ui/client/testing/server.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import Preparation from './Preparation.tsx';

beforeEach(startAfresh);

const id = (last: number): string => `01900000-0000-7000-8000-00000000000${last}`;
const none = { count: 0, services: [] };
const line = {
  ...{ key: 'l', title: 'Port : Gardiennage & Surveillance, nuit', unit: 'HOUR' as const, quantity: 9, price: 23.1 },
  ...{ vat: 20, amount: 207.9, services: 1 },
};
const group = (more: Partial<PreparedGroup> = {}): PreparedGroup => ({
  ...{ key: id(1), customer: { id: id(1), name: 'Mairie', prospect: false }, site: null, contract: null, services: 1 },
  ...{ planned: 600, done: 540, difference: -60, amount: 207.9, net: 207.9, billed: 0, lines: [line] },
  ...{ changedFlats: [], revisions: [] },
  ...{ unsettled: none, open: none, unpriced: none, changed: none, mentions: null, blocked: null },
  ...more,
});
const named = {
  id: id(9),
  reference: 'S000012',
  site: 'Port',
  startAt: '2026-10-15T18:00:00.000Z',
  detail: 'Ada Petit',
};
const waiting = group({
  ...{ key: id(2), customer: { id: id(2), name: 'Port', prospect: true } },
  unsettled: { count: 1, services: [named] },
});
const proof = {
  ...{ service: id(9), reference: 'S000012', site: 'Port', startAt: '2026-10-15T18:00:00.000Z', minutes: 540 },
  ...{ endAt: '2026-10-16T04:00:00.000Z', isPass: false, amount: 207.9, report: null, rounds: { wanted: 3, done: 2 } },
  presence: [{ name: 'Ada Petit', startedAt: '2026-10-15T18:02:00.000Z', endedAt: '2026-10-16T04:00:00.000Z' }],
};
const props = { page: 'p', title: 'Préparer les factures', description: '', add: false };

interface Earlier {
  month: string;
  services: number;
  flats: number;
}

function stub(sent: StubRequest[], groups: PreparedGroup[] = [group(), waiting], earlier: Earlier[] = []): void {
  serve((request): Reply => {
    sent.push(request);
    if (request.path.endsWith('/preparation')) return [200, { mode: 'DONE', currency: 'EUR', groups, earlier }];
    if (request.path.endsWith('/proof')) return [200, { services: [proof] }];
    const { confirmed, groups: chosen } = request.body as { confirmed?: boolean; groups: string[] };
    return chosen.includes(id(2)) && !confirmed
      ? [409, { code: 409, message: 'Ce prospect sera converti en client, confirmer ?', prospects: ['Port'] }]
      : [200, { invoices: [id(5)] }];
  });
}

test('differences come first: what waits for a decision is not chosen, and a line opens its proof', async () => {
  stub([]);
  const user = showPage(<Preparation {...props} />);
  expect(await screen.findByRole('checkbox', { name: 'Facturer Mairie' })).toHaveProperty('checked', true);
  expect(screen.getByRole('checkbox', { name: 'Facturer Port' })).toHaveProperty('checked', false);
  expect(screen.getByText('1 écart non validé')).toBeTruthy();
  expect(screen.getAllByText('−1h00')).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Détail de Port' }));
  expect(within(screen.getByLabelText('1 écart non validé')).getByText(/S000012 · Port · .* · Ada Petit/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: '1 service' }));
  expect(await screen.findByText('Ada Petit, 20:02–06:00')).toBeTruthy();
  expect(screen.getByText('Rondes : 2 sur 3')).toBeTruthy();
});

test('services beyond those named are counted', async () => {
  stub([], [group({ open: { count: 2, services: [named] } })]);
  const user = showPage(<Preparation {...props} />);
  await user.click(await screen.findByRole('button', { name: 'Détail de Mairie' }));
  expect(await screen.findByText('et 1 autre')).toBeTruthy();
});

test('what earlier months still have to bill is told, and opened by its month', async () => {
  const sent: StubRequest[] = [];
  stub(sent, [], [{ month: '2025-03', services: 2, flats: 1 }]);
  const user = showPage(<Preparation {...props} />);
  const month = await screen.findByRole('button', { name: 'mars 2025' });
  expect(month.closest('[role="status"]')?.textContent).toBe(
    'Reste à facturer avant cette période : mars 2025 (2 services, 1 forfait)',
  );
  await user.click(month);
  await waitFor(() => expect(sent.at(-1)?.body).toEqual({ start: '2025-03-01', end: '2025-03-31' }));
});

test('drafts are made of those chosen; a prospect is converted only once confirmed', async () => {
  const sent: StubRequest[] = [];
  stub(sent);
  const user = showPage(<Preparation {...props} />);
  await user.click(await screen.findByRole('checkbox', { name: 'Facturer Port' }));
  await user.click(screen.getByRole('button', { name: 'Créer les brouillons (2)' }));
  const question = await screen.findByRole('dialog', { name: 'Ce prospect sera converti en client, confirmer ?' });
  await user.click(within(question).getByRole('button', { name: 'Convertir et créer' }));
  await screen.findByText('1 facture en brouillon, à contrôler');
  const asked = sent.filter(({ path }) => path.endsWith('/drafts')).map(({ body }) => body);
  expect(asked).toEqual([
    expect.objectContaining({ groups: [id(1), id(2)] }),
    expect.objectContaining({ groups: [id(1), id(2)], confirmed: true }),
  ]);
  await waitFor(() => expect(sent.filter(({ path }) => path.endsWith('/preparation')).length).toBeGreaterThan(1));
});

test('drafts asked for again after a lost answer are the same drafts', async () => {
  const keys: (string | null)[] = [];
  serve(({ path, key }): Reply => {
    if (path.endsWith('/preparation')) return [200, { mode: 'DONE', currency: 'EUR', groups: [group()], earlier: [] }];
    keys.push(key);
    return keys.length === 1 ? [502] : [200, { invoices: [] }];
  });
  const user = showPage(<Preparation {...props} />);
  const create = await screen.findByRole('button', { name: 'Créer les brouillons (1)' });
  await user.click(create);
  await screen.findByRole('alert');
  for (const sent of [2, 3]) {
    await user.click(create);
    await waitFor(() => expect(keys).toHaveLength(sent));
    await waitFor(() => expect(create.hasAttribute('data-loading')).toBe(false));
  }
  expect([keys[1] === keys[0], keys[2] === keys[0]]).toEqual([true, false]);
});

test('terms that changed, a revision that waits and a discount are seen before anything is made', async () => {
  const contract = { id: id(3), name: 'Garde' };
  const month = 'octobre 2026';
  stub(
    [],
    [
      group({
        net: 103.95,
        changedFlats: [{ label: 'Alarme', contract, month, number: 'F2026-0004', billed: 100, due: 50 }],
        revisions: [{ ...contract, date: '2026-10-01' }],
      }),
    ],
  );
  const user = showPage(<Preparation {...props} />);
  expect(await screen.findByRole('checkbox', { name: 'Facturer Mairie' })).toHaveProperty('checked', false);
  expect(screen.getByText(/207,90.* avant remise/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Détail de Mairie' }));
  const changed = within(screen.getByLabelText('1 forfait changé'));
  expect(changed.getByText(/Alarme, octobre 2026 · F2026-0004 · facturé 100,00.*, dû 50,00/)).toBeTruthy();
  expect(within(screen.getByLabelText('Révision en attente')).getByText('Garde, à réviser au 01/10/2026')).toBeTruthy();
});
