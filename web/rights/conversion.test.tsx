import { screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { Customer } from '#core/customers/customer.ts';
import { rowOf } from '#ui/client/testing/rows.ts';
import { type Reply, refusal, serve } from '#ui/client/testing/server.ts';
import type { AnyRow } from '#ui/moves.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import { convertProspect, isProspect } from './conversion.ts';

beforeEach(startAfresh);

const row: AnyRow = rowOf(Customer, {
  id: '01900000-0000-7000-8000-0000000000c1',
  version: 1,
  name: 'Hôtel du Port',
  customerInfos: { prospect: true },
});

const Page = (): ReactElement => (
  <button type="button" onClick={() => void convertProspect(row)}>
    Convertir la fiche
  </button>
);

const answering = (reply: Reply): ReturnType<typeof serve> => serve(() => reply);

test('only a prospect counts as a prospect', () => {
  expect(isProspect(row)).toBe(true);
  expect(isProspect({ ...row, customerInfos: { prospect: false } })).toBe(false);
  expect(isProspect({ ...row, customerInfos: undefined })).toBe(false);
});

test('a prospect becomes a customer after a confirmation, and the undo reverts it', async () => {
  const calls = answering([200, { customer: row }]);
  const user = showPage(<Page />);
  await user.click(await screen.findByRole('button', { name: 'Convertir la fiche' }));
  expect(await screen.findByText('Ce prospect sera converti en client, confirmer ?')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Annuler' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls).toEqual([]);

  await user.click(screen.getByRole('button', { name: 'Convertir la fiche' }));
  await user.click(await screen.findByRole('button', { name: 'Convertir' }));
  expect(await screen.findByText('Prospect converti en client')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Annuler' }));
  await waitFor(() => expect(calls).toHaveLength(2));
  expect(calls.map(({ body }) => body)).toEqual([
    { id: row.id, customerInfos: { prospect: false } },
    { id: row.id, customerInfos: { prospect: true } },
  ]);
  expect(calls[0]?.path).toMatch(/\/customer$/);
});

test('a refusal is shown, without a success message', async () => {
  answering(refusal(403, 'Vous ne bénéficiez pas de l’autorisation.', { right: 'editCustomer' }));
  const user = showPage(<Page />);
  await user.click(await screen.findByRole('button', { name: 'Convertir la fiche' }));
  await user.click(await screen.findByRole('button', { name: 'Convertir' }));
  expect(await screen.findByText('Vous ne bénéficiez pas de l’autorisation.')).toBeTruthy();
  expect(screen.queryByText('Prospect converti en client')).toBeNull();
});
