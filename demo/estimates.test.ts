import { expect, test } from 'vitest';
import { type DemoAgency, demoWorld } from './index.ts';

const [azur, boreal] = demoWorld({ now: new Date('2026-11-17T10:00:00Z') }).agencies as [DemoAgency, DemoAgency];
const { estimates, articles, discounts } = azur.estimates;

test('there is an estimate in every state, and one to remind', () => {
  const states = estimates.map(({ columns }) => columns.status);
  expect(new Set(states)).toEqual(new Set([100, 200, 300, 500]));
  expect(estimates.filter(({ columns }) => columns.refused)).toHaveLength(1);
  expect(estimates.filter(({ columns }) => columns.invoice_id)).toHaveLength(1);
  const silent = estimates.filter(
    ({ columns, draft }) => columns.status === 300 && (draft.date as string) <= '2026-11-10',
  );
  expect(silent.length).toBeGreaterThan(0);
});

test('their numbers follow their dates without a gap', () => {
  const numbered = estimates.filter(({ columns }) => columns.number !== 'Brouillon');
  expect(numbered.map(({ columns }) => columns.number)).toEqual(
    numbered.map((_one, index) => `D2026-${String(index + 1).padStart(4, '0')}`),
  );
  const days = numbered.map(({ draft }) => draft.date as string);
  expect(days).toEqual(days.toSorted((one, other) => one.localeCompare(other)));
});

test('there is a catalogue and usual discounts; the other agency has none yet', () => {
  expect(articles.length).toBeGreaterThan(5);
  expect(discounts.map(({ draft }) => draft.kind)).toEqual(expect.arrayContaining(['PERCENT', 'AMOUNT']));
  expect(boreal.estimates.estimates).toEqual([]);
});

test('nothing happens to a reference before it is bought', () => {
  for (const { draft } of azur.stock.actions) {
    const bought = azur.stock.references.find(({ id }) => id === draft.stockReference?.id)?.draft
      .purchaseDate as string;
    expect((draft.date as string) >= bought, draft.comment ?? '').toBe(true);
  }
});
