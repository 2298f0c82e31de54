import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { refusal, serve } from '#ui/client/testing/server.ts';
import { showPage, startAfresh } from '../testing/page.tsx';
import Margins from './Margins.tsx';

beforeEach(startAfresh);

const spaced = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');
const page = <Margins page="marges" title="Marges" description="" add={false} />;
const row = (more: object = {}): object => ({
  ...{ id: 'c1', name: 'Docks', revenue: 352.8, forecast: 0, cost: 400, margin: -47.2, rate: -13.4 },
  ...{ minutes: 990, services: 2, unpriced: 0, uncosted: 0 },
  ...more,
});
const answer = (more: object = {}): [number, object] => [
  200,
  {
    currency: 'EUR',
    rows: [row()],
    filtered: 1,
    total: row({ id: '', name: 'Total' }),
    typed: 0,
    turnover: 352.8,
    ...more,
  },
];
const services = {
  currency: 'EUR',
  filtered: 1,
  services: [
    {
      ...{ id: crypto.randomUUID(), reference: 'S1', day: '2026-10-15', site: 'Quai', amount: 168, cost: 210 },
      ...{ margin: -42, isDone: false },
    },
  ],
};

test('a row has its revenue, cost, margin and rate, and opens its services', async () => {
  serve(({ path }) => (path.endsWith('/services') ? [200, services] : answer()));
  const user = showPage(page);
  const table = await screen.findByRole('table', { name: 'Marges' });
  expect(spaced(within(table).getByRole('row', { name: /Docks/ }).textContent ?? '')).toBe(
    'Docks-47,20 €-13,4 %352,80 €400,00 €16h302',
  );
  await user.click(within(table).getByRole('button', { name: 'Docks' }));
  const opened = await screen.findByRole('table', { name: 'Services' });
  expect(spaced(opened.textContent ?? '')).toContain('15/10/2026 · Quai prévu168,00 €210,00 €-42,00 €');
});

test('without its whole cost a margin is no figure', async () => {
  serve(() => answer({ rows: [row({ cost: 0, margin: 352.8, rate: 100, uncosted: 1 })] }));
  showPage(page);
  const table = await screen.findByRole('table', { name: 'Marges' });
  expect(spaced(within(table).getByRole('row', { name: /Docks/ }).textContent ?? '')).toBe(
    'Docksincomplet—352,80 €0,00 €16h302',
  );
});

test('another axis is asked; missing prices and unknown pay are said', async () => {
  const calls = serve(() => answer({ total: row({ id: '', unpriced: 2, uncosted: 1 }) }));
  const user = showPage(page);
  expect(await screen.findByText(/2 services sans prix, 1 vacation dont la paie est inconnue/)).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: 'Site' }));
  await expect.poll(() => JSON.stringify(calls.at(-1))).toContain('"by":"site"');
});

test('nothing in the period and a failure are said', async () => {
  let failing = true;
  serve(() => (failing ? refusal(500, 'Une erreur est survenue') : answer({ rows: [], filtered: 0 })));
  const user = showPage(page);
  const retry = await screen.findByRole('button', { name: 'Réessayer' });
  failing = false;
  await user.click(retry);
  expect(await screen.findByText('Aucun service, forfait ni facture dans cette période.')).toBeTruthy();
});

test('what invoices bill besides, and the difference from the turnover, are said', async () => {
  serve(() => answer({ typed: 100, turnover: 300 }));
  showPage(page);
  const words = spaced((await screen.findByText(/^Dont/)).textContent ?? '');
  expect(words).toContain('Dont 100,00 € de factures saisies, d’abonnements et d’avoirs, à la date de la facture.');
  expect(words).toContain('Chiffre d’affaires facturé de la période : 300,00 €. L’écart de 52,80 € vient des services');
});
