import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { refusal, serve } from '#ui/client/testing/server.ts';
import { today } from '#ui/clock.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import { Accounting } from './Accounting.tsx';
import NewDebit from './NewDebit.tsx';
import Turnover from './Turnover.tsx';

beforeEach(startAfresh);

const spaced = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');

const entries = [
  {
    ...{
      journal: 'VE',
      number: 'VE000001',
      date: '2026-11-02',
      piece: 'F2026-0001',
      label: 'Facture F2026-0001 Docks',
    },
    lettering: 'F2026-0001',
    lines: [
      { account: '411000', label: 'Clients', auxiliary: { code: '411-0001', name: 'Docks' }, debit: 120, credit: 0 },
      { account: '706000', label: 'Prestations de services', auxiliary: null, debit: 0, credit: 120 },
    ],
  },
];
const journal = (more: object = {}): [number, object] => [
  200,
  {
    ...{ year: { from: '2026-01-01', to: '2026-12-31' }, from: '2026-11-01', to: '2026-11-17', currency: 'EUR' },
    ...{ entries, filtered: 1, debit: 120, credit: 120 },
    ...more,
  },
];

test('each line of an entry has its account, its third party and its amount; the total is below', async () => {
  serve(() => journal());
  showPage(<Accounting />);
  const table = await screen.findByRole('table', { name: 'Écritures' });
  const rows = within(table)
    .getAllByRole('row')
    .map((row) => spaced(row.textContent ?? ''));
  expect(rows[1]).toBe('02/11/2026VE000001F2026-0001411000411-0001Facture F2026-0001 Docks120,00 €F2026-0001');
  expect(rows[2]).toBe('706000Prestations de services120,00 €');
  expect(rows[3]).toBe('Total120,00 €120,00 €');
  expect(screen.getByRole('button', { name: 'FEC de l’exercice au 31/12/2026' })).toBeTruthy();
  expect(screen.getByText(/Les à-nouveaux, les achats et la paie n’y sont pas/)).toBeTruthy();
});

test('nothing in the period, too much of it, and a refusal are said', async () => {
  let answer = journal({ entries: [], filtered: 0, debit: 0, credit: 0 });
  serve(() => answer);
  const user = showPage(<Accounting />);
  expect(await screen.findByText(/Aucune écriture dans cette période/)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Exporter (tableur)' }).disabled).toBe(true);
  answer = journal({ filtered: 3_000 });
  await user.click(screen.getByRole('combobox', { name: 'Journal' }));
  await user.click(await screen.findByRole('option', { name: 'BQ – Banque' }));
  expect(await screen.findByText(/Les 2000 premières écritures sur 3000/)).toBeTruthy();
});

const turnover: [number, object] = [
  200,
  {
    ...{
      from: '2026-01-01',
      to: '2026-12-31',
      currency: 'EUR',
      turnover: 1200,
      before: 1000,
      received: 700,
      filtered: 1,
    },
    months: [{ month: '2026-01', turnover: 1200, invoiced: 1440, received: 700 }],
    customers: [{ customer: { id: 'c1', name: 'Docks' }, turnover: 1200, share: 100, received: 700, owed: 740 }],
    owed: [
      { age: 'notDue', amount: 240, count: 1 },
      { age: 'upTo30', amount: 500, count: 2 },
      { age: 'upTo60', amount: 0, count: 0 },
      { age: 'upTo90', amount: 0, count: 0 },
      { age: 'more', amount: 0, count: 0 },
    ],
  },
];
/** The screen opens on this year. */
const lastYear = Number(today('Europe/Paris').slice(0, 4)) - 1;
const page = <Turnover page="turnover" title="Chiffre d’affaires" description="" add={false} />;

test('the turnover is compared with the year before, and what is owed has its lateness', async () => {
  const calls = serve(() => turnover);
  const user = showPage(page);
  expect(await screen.findByText(`+20 % sur ${lastYear}`)).toBeTruthy();
  expect(spaced(screen.getByText(/^dont/).textContent ?? '')).toBe('dont 500,00 € en retard');
  expect(spaced(screen.getByRole('row', { name: /Docks/ }).textContent ?? '')).toBe('Docks1 200,00 €100 %740,00 €');
  expect(spaced(screen.getByRole('row', { name: /1 à 30 jours/ }).textContent ?? '')).toBe(
    '1 à 30 jours2 factures500,00 €',
  );
  await user.click(screen.getByRole('button', { name: 'Année précédente' }));
  await expect.poll(() => JSON.stringify(calls.at(-1))).toContain(`${lastYear}-01-01`);
});

test('a failure is shown and retried', async () => {
  let failing = true;
  serve(() => (failing ? refusal(500, 'Une erreur est survenue') : turnover));
  const user = showPage(page);
  const retry = await screen.findByRole('button', { name: 'Réessayer' });
  failing = false;
  await user.click(retry);
  expect(await screen.findByText(`+20 % sur ${lastYear}`)).toBeTruthy();
});

const due = (lacks: string | null): object => ({
  ...{ id: crypto.randomUUID(), number: 'F2026-0001', customer: { id: crypto.randomUUID(), name: 'Docks' } },
  ...{ dueDate: '2026-11-30', balance: 120, lacks },
});
const answered = (more: object): [number, object] => [
  200,
  { invoices: [], filtered: 0, currency: 'EUR', lacks: null, ...more },
];

test('a direct debit is prepared from what can be debited; what is lacking is said', async () => {
  const invoices = [due(null), { ...due('IBAN du client absent'), number: 'F2026-0002' }];
  const calls = serve(() => answered({ invoices, filtered: 2 }));
  const user = showPage(<NewDebit onClose={() => {}} />);
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'F2026-0001 · Docks' });
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'F2026-0002 · Docks' }).disabled).toBe(true);
  expect(screen.getByText('IBAN du client absent')).toBeTruthy();
  expect(spaced(screen.getByRole('button', { name: /^Préparer/ }).textContent ?? '')).toBe(
    'Préparer 1 prélèvement, 120,00 €',
  );
  await user.click(box);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Préparer/ }).disabled).toBe(true);
  expect(calls).toHaveLength(1);
});

test('a debit before the due date of an invoice is said', async () => {
  serve(() => answered({ invoices: [{ ...due(null), dueDate: '2999-01-31' }], filtered: 1 }));
  const user = showPage(<NewDebit onClose={() => {}} />);
  const box = await screen.findByRole('checkbox', { name: 'F2026-0001 · Docks' });
  expect(screen.getByText(/F2026-0001 \(échéance 31\/01\/2999\)/)).toBeTruthy();
  await user.click(box);
  expect(screen.queryByText('Prélèvement avant l’échéance')).toBeNull();
});

test('an agency without its identifier cannot prepare one', async () => {
  serve(() => answered({ invoices: [due(null)], filtered: 1, lacks: 'L’identifiant créancier manque' }));
  showPage(<NewDebit onClose={() => {}} />);
  expect(await screen.findByText('L’identifiant créancier manque')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Préparer/ }).disabled).toBe(true);
});
