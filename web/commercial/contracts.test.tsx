import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { CommercialContract } from '#core/commercial/contract.ts';
import { CustomerContract } from '#core/contracts/contract.ts';
import { listedOf, rowOf } from '#ui/client/testing/rows.ts';
import { type Reply, type StubRequest, serve } from '#ui/client/testing/server.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import ContractSummary from './ContractSummary.tsx';

beforeEach(startAfresh);

const id = (last: number): string => `01900000-0000-7000-8000-00000000000${last}`;
const row = rowOf(CommercialContract, {
  ...{ title: 'Surveillance du port', customer: { id: id(1), name: 'Port' }, sites: [], comment: null },
  ...{ startDate: '2024-01-01', endDate: null, noticeMonths: 3, noticeUntil: null, periodicity: 3, smoothing: true },
  prices: [
    { id: id(2), priceKey: 'day', specialty: null, amount: 20, factor: null },
    { id: id(3), priceKey: 'night', specialty: null, amount: null, factor: 1.15 },
  ],
  flats: [
    { id: id(4), label: 'Astreinte', amount: 300, quantity: 1, vat: null, months: [], stockReference: null },
    { id: id(5), label: 'Contrôle annuel', amount: 90, quantity: 1, vat: null, months: [10], stockReference: null },
  ],
  indexation: {
    ...{ priceIndex: { id: id(6), name: 'ICHT' }, revisionDate: '2026-01-01' },
    ...{ fixedShare: 0.15, indexShare: 0.85, baseValue: 100 },
  },
  revisions: [{ id: id(7), date: '2025-01-01', indexValue: 110, coefficient: 1.085 }],
});
const paper = listedOf(
  CustomerContract,
  rowOf(CustomerContract, {
    ...{ title: 'Prestation', reference: 'CL2026-0001', status: 300, customer: { id: id(1), name: 'Port' } },
    ...{
      awaited: 0,
      awaitsYou: false,
      reachable: 1,
      dayAskSignature: null,
      signedAt: null,
      createdAt: '2026-01-01T08:00:00.000Z',
    },
    ...{ commercialContract: null, template: null, signingOrder: 'ORDER', signatures: [], content: null, file: null },
  }),
);
const shown = {
  ...{ index: { date: '2025-12-15', value: 112 }, coefficient: 1.102, currency: 'EUR' },
  changes: [{ label: 'Jour', before: 21.7, after: 22.04 }],
};

test('a contract shows its prices as revised, says that a revision is due, and shows it before it is applied', async () => {
  const sent: StubRequest[] = [];
  serve((request): Reply => {
    sent.push(request);
    if (request.path.endsWith('/fetch/contracts/customers')) return [200, { customerContracts: [paper], filtered: 1 }];
    return [200, request.path.endsWith('/preview') ? shown : { commercialContract: row }];
  });
  const user = showPage(<ContractSummary row={row} onEdit={null} onPart={() => undefined} />);
  const papers = within(await screen.findByRole('region', { name: 'Contrats à signer' }));
  expect(papers.getByText('Signé')).toBeTruthy();
  const prices = within(await screen.findByRole('region', { name: 'Prix' }));
  expect(prices.getByText('21,70 €')).toBeTruthy();
  expect(prices.getByText('× 1,15')).toBeTruthy();
  const flats = within(screen.getByRole('region', { name: 'Forfaits' }));
  expect(flats.getByText('325,50 € · trimestriel, lissé')).toBeTruthy();
  expect(flats.getByText(/· octobre$/)).toBeTruthy();
  const due = within(screen.getByRole('list', { name: 'À régler' }));
  expect(due.getByText('Prix à réviser depuis le 01/01/2026')).toBeTruthy();
  await user.click(due.getByRole('button', { name: 'Réviser les prix' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Réviser les prix' }));
  expect(await dialog.findByText('22,04 €')).toBeTruthy();
  expect(sent.some(({ path }) => path.endsWith('/revision'))).toBe(false);
  // E-014
  const from = dialog.getByRole('textbox', { name: 'À partir du' });
  expect(from).toHaveProperty('value', '01/01/2026');
  await user.clear(from);
  await user.type(from, '2026/02/01');
  await user.tab();
  expect(await dialog.findByText('Format français invalide')).toBeTruthy();
  expect(dialog.getByRole('button', { name: 'Appliquer' })).toHaveProperty('disabled', true);
  await user.clear(from);
  await user.type(from, '01/01/2026');
  expect(await dialog.findByText('22,04 €')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Appliquer' }));
  await waitFor(() =>
    expect(sent.find(({ path }) => path.endsWith('/revision'))?.body).toEqual({ date: '2026-01-01' }),
  );
});

test('an alert of one day is said in the singular', async () => {
  serve((): Reply => [200, { customerContracts: [], filtered: 0 }]);
  showPage(<ContractSummary row={{ ...row, alertDays: 1 }} onEdit={null} onPart={() => undefined} />);
  expect(await screen.findByText('1 jour avant')).toBeTruthy();
});
