import { expect, test } from 'vitest';
import { compare, subtract, sum, toNumber } from '#core/kernel/money.ts';
import { type DemoAgency, demoWorld } from './index.ts';

const now = new Date('2026-11-17T10:00:00Z');
const [azur, boreal] = demoWorld({ now }).agencies as [DemoAgency, DemoAgency];
const { papers, payments } = azur.invoices;
const paidOf = (id: string): number =>
  toNumber(sum(payments.filter(({ invoice }) => invoice === id).map(({ amount }) => amount)));

test('eleven months of invoices are numbered without a gap, in the order of their dates; the last month is left', () => {
  const invoices = papers.filter(({ number }) => number.startsWith('F'));
  const days = invoices.map(({ draft }) => draft.date as string);
  expect(days).toEqual(days.toSorted((one, other) => one.localeCompare(other)));
  expect(new Set(invoices.map(({ draft }) => draft.date?.slice(0, 7))).size).toBe(11);
  expect(invoices.at(-1)?.draft.date).toBe('2026-09-30');
  for (const year of ['2025', '2026']) {
    const own = invoices.filter(({ number }) => number.startsWith(`F${year}-`));
    expect(own.map(({ number }) => Number(number.slice(6)))).toEqual(own.map((_one, index) => index + 1));
    expect(own.length).toBeGreaterThan(5);
  }
});

test('some are paid, some in parts, some late, one credited; nothing is paid twice or in the future', () => {
  const states = papers
    .filter(({ draft }) => draft.type !== 'avoir')
    .map(({ id, columns }) => {
      const credited = papers
        .filter(({ draft }) => draft.creditOf?.id === id)
        .map((one) => one.columns.total as number);
      const left = subtract(subtract(columns.total as number, sum(credited)), paidOf(id));
      expect(compare(left, 0)).toBeGreaterThanOrEqual(0);
      return compare(left, 0) === 0 ? 'paid' : paidOf(id) > 0 ? 'part' : 'late';
    });
  for (const state of ['paid', 'part', 'late']) expect(states.filter((one) => one === state).length).toBeGreaterThan(1);
  expect(papers.filter(({ draft }) => draft.type === 'avoir')).toHaveLength(1);
  expect(payments.every(({ date }) => date <= '2026-11-17')).toBe(true);
});

test('the other agency has a few', () => {
  expect(boreal.invoices.papers).toHaveLength(9);
});
