import { describe, expect, test } from 'vitest';
import { totalsOf } from '../billing/totals.ts';
import { add, compare, type Decimal, subtract, sum, toText } from '../kernel/money.ts';
import { type Chance, chanceOf } from '../kernel/testing/chance.ts';
import {
  type Accounts,
  type BookedPaper,
  type BookedPayment,
  type Entry,
  entriesOf,
  type Facts,
  fiscalYearOf,
} from './entries.ts';
import { fecColumns, fecName, fecOf } from './fec.ts';

const accounts: Accounts = {
  customers: '411000',
  services: '706000',
  goods: '707000',
  vatDue: '445710',
  vatPending: '445740',
  bank: '512000',
  cheques: '511200',
  cash: '530000',
};

const changed: Accounts = { ...accounts, customers: '411900', services: '706900', bank: '512900', cash: '530900' };

const service = (price: number, vat = 20): BookedPaper['items'][number] => ({
  ...{ price, quantity: 1, vat, commercialDocItemType: 'SERVICE' },
});
const goods = (price: number, vat = 20): BookedPaper['items'][number] => ({
  ...service(price, vat),
  commercialDocItemType: 'GOODS',
});

const paper = (id: string, items: BookedPaper['items'], more: Partial<BookedPaper> = {}): BookedPaper => ({
  id,
  type: 'facture',
  number: `F-2026-${id}`,
  date: '2026-03-31',
  issuedAt: '2026-03-31T10:00:00.000Z',
  issuedOn: '2026-03-31',
  customer: { code: 'C0001', name: 'Docks de Nice' },
  creditOf: null,
  vatOnDebits: false,
  accounts,
  currency: 'EUR',
  items,
  discounts: [],
  ...more,
});

const credit = (id: string, of: string, items: BookedPaper['items'], at: string): BookedPaper =>
  paper(id, items, { type: 'avoir', number: `A-2026-${id}`, creditOf: of, date: at, issuedAt: `${at}T10:00:00.000Z` });

const payment = (id: string, invoice: string, amount: number, more: Partial<BookedPayment> = {}): BookedPayment => ({
  ...{ id, invoice, amount, date: '2026-04-15', means: 'TRANSFER', reverses: null, accounts },
  ...{ createdAt: `2026-04-15T10:00:0${id.length}.000Z`, createdOn: '2026-04-15' },
  ...more,
});

const year = { from: '2026-01-01', to: '2026-12-31' };
const entries = (facts: Facts): Entry[] => entriesOf(facts, year.from, year.to);
const read = (all: readonly Entry[]): string[] =>
  all.map(({ number, lines }) =>
    [
      number,
      ...lines.map(({ account, debit, credit: credited }) =>
        compare(debit, 0) > 0 ? `${account} D ${toText(debit, 2)}` : `${account} C ${toText(credited, 2)}`,
      ),
    ].join(' · '),
  );
const balanceOf = (all: readonly Entry[], account: string): string =>
  toText(
    sum(
      all.flatMap(({ lines }) =>
        lines.filter((line) => line.account === account).map((line) => subtract(line.debit, line.credit)),
      ),
    ),
  );

describe('a sale', () => {
  test.each<[string, Facts, string[]]>([
    [
      'of services: the tax waits for the payment',
      { papers: [paper('1', [service(100)])], payments: [] },
      ['VE000001 · 411000 D 120.00 · 706000 C 100.00 · 445740 C 20.00'],
    ],
    [
      'of services by an agency that chose the debits: the tax is due',
      { papers: [paper('1', [service(100)], { vatOnDebits: true })], payments: [payment('a', '1', 120)] },
      ['VE000001 · 411000 D 120.00 · 706000 C 100.00 · 445710 C 20.00', 'BQ000001 · 512000 D 120.00 · 411000 C 120.00'],
    ],
    [
      'of goods and services under one rate: only the tax of services waits',
      { papers: [paper('1', [service(100), goods(50)])], payments: [] },
      ['VE000001 · 411000 D 180.00 · 706000 C 100.00 · 707000 C 50.00 · 445740 C 20.00 · 445710 C 10.00'],
    ],
    [
      'without tax has no line of tax',
      { papers: [paper('1', [service(100, 0)])], payments: [payment('a', '1', 100, { means: 'CASH' })] },
      ['VE000001 · 411000 D 100.00 · 706000 C 100.00', 'CA000001 · 530000 D 100.00 · 411000 C 100.00'],
    ],
    ['of nothing has no entry', { papers: [paper('1', [service(0)])], payments: [] }, []],
    [
      'paid in two parts: the tax falls due with each, to the cent',
      {
        papers: [paper('1', [service(0.06)])],
        payments: [payment('a', '1', 0.01, { means: 'CHEQUE' }), payment('bb', '1', 0.06)],
      },
      [
        'VE000001 · 411000 D 0.07 · 706000 C 0.06 · 445740 C 0.01',
        'BQ000001 · 511200 D 0.01 · 411000 C 0.01',
        'BQ000002 · 512000 D 0.06 · 411000 C 0.06',
        'OD000001 · 445740 D 0.01 · 445710 C 0.01',
      ],
    ],
    [
      'whose payment is reversed: the tax is no longer due',
      {
        papers: [paper('1', [service(100)])],
        payments: [payment('a', '1', 60), payment('bb', '1', -60, { reverses: 'a' })],
      },
      [
        'VE000001 · 411000 D 120.00 · 706000 C 100.00 · 445740 C 20.00',
        'BQ000001 · 512000 D 60.00 · 411000 C 60.00',
        'OD000001 · 445740 D 10.00 · 445710 C 10.00',
        'BQ000002 · 512000 C 60.00 · 411000 D 60.00',
        'OD000002 · 445740 C 10.00 · 445710 D 10.00',
      ],
    ],
    [
      'paid, then credited and paid back: the tax comes back too',
      {
        papers: [paper('1', [service(100)]), credit('2', '1', [service(50)], '2026-05-02')],
        payments: [
          payment('a', '1', 120),
          payment('bb', '1', -60, { createdAt: '2026-05-03T10:00:00.000Z', date: '2026-05-03' }),
        ],
      },
      [
        'VE000001 · 411000 D 120.00 · 706000 C 100.00 · 445740 C 20.00',
        'BQ000001 · 512000 D 120.00 · 411000 C 120.00',
        'OD000001 · 445740 D 20.00 · 445710 C 20.00',
        'VE000002 · 411000 C 60.00 · 706000 D 50.00 · 445740 D 10.00',
        'BQ000002 · 512000 C 60.00 · 411000 D 60.00',
        'OD000002 · 445740 C 10.00 · 445710 D 10.00',
      ],
    ],
    [
      'credited after the agency chose the debits: the note undoes the tax as it was booked',
      {
        papers: [paper('1', [service(100)]), { ...credit('2', '1', [service(100)], '2026-04-01'), vatOnDebits: true }],
        payments: [],
      },
      [
        'VE000001 · 411000 D 120.00 · 706000 C 100.00 · 445740 C 20.00',
        'VE000002 · 411000 C 120.00 · 706000 D 100.00 · 445740 D 20.00',
      ],
    ],
    [
      'whose accounts change later: what was booked stays, and what undoes it goes where it was booked',
      {
        papers: [
          paper('1', [service(100)]),
          { ...credit('2', '1', [service(50)], '2026-04-01'), accounts: changed },
          paper('3', [service(10)], { accounts: changed, issuedAt: '2026-04-02T10:00:00.000Z' }),
        ],
        payments: [
          payment('a', '1', 60, { means: 'CASH' }),
          payment('bb', '1', -60, { means: 'CASH', reverses: 'a', accounts: changed }),
          payment('ccc', '1', 60, { accounts: changed }),
        ],
      },
      [
        'VE000001 · 411000 D 120.00 · 706000 C 100.00 · 445740 C 20.00',
        'VE000002 · 411000 C 60.00 · 706000 D 50.00 · 445740 D 10.00',
        'VE000003 · 411900 D 12.00 · 706900 C 10.00 · 445740 C 2.00',
        'CA000001 · 530000 D 60.00 · 411000 C 60.00',
        'OD000001 · 445740 D 10.00 · 445710 C 10.00',
        'CA000002 · 530000 C 60.00 · 411000 D 60.00',
        'OD000002 · 445740 C 10.00 · 445710 D 10.00',
        'BQ000001 · 512900 D 60.00 · 411000 C 60.00',
        'OD000003 · 445740 D 10.00 · 445710 C 10.00',
      ],
    ],
    [
      'paid twice, by transfer and by the bank: what came in is booked, the tax is due once, and the rest is given back',
      {
        papers: [paper('1', [service(100)])],
        payments: [payment('a', '1', 30), payment('bb', '1', 120, { means: 'DEBIT' }), payment('ccc', '1', -30)],
      },
      [
        'VE000001 · 411000 D 120.00 · 706000 C 100.00 · 445740 C 20.00',
        'BQ000001 · 512000 D 30.00 · 411000 C 30.00',
        'OD000001 · 445740 D 5.00 · 445710 C 5.00',
        'BQ000002 · 512000 D 120.00 · 411000 C 120.00',
        'OD000002 · 445740 D 15.00 · 445710 C 15.00',
        'BQ000003 · 512000 C 30.00 · 411000 D 30.00',
      ],
    ],
    [
      'credited of one rate only: the rest makes only its own tax due',
      {
        papers: [paper('1', [service(100), service(100, 10)]), credit('2', '1', [service(100)], '2026-04-01')],
        payments: [payment('a', '1', 110)],
      },
      [
        'VE000001 · 411000 D 230.00 · 706000 C 200.00 · 445740 C 30.00',
        'VE000002 · 411000 C 120.00 · 706000 D 100.00 · 445740 D 20.00',
        'BQ000001 · 512000 D 110.00 · 411000 C 110.00',
        'OD000001 · 445740 D 10.00 · 445710 C 10.00',
      ],
    ],
    [
      'credited without naming an invoice: no payment will come, so the tax does not wait',
      { papers: [{ ...credit('2', '1', [service(50)], '2026-04-01'), creditOf: null }], payments: [] },
      ['VE000001 · 411000 C 60.00 · 706000 D 50.00 · 445710 D 10.00'],
    ],
  ])('%s', (_title, facts, expected) => {
    expect(read(entries(facts))).toEqual(expected);
  });
});

/** A year of invoices, credit notes, payments, refunds and reversals that the product would accept. */
function drawn(chance: Chance): Facts {
  const papers: BookedPaper[] = [];
  const payments: BookedPayment[] = [];
  let tick = 0;
  const next = (): string => new Date(Date.UTC(2026, 0, 5, 0, 0, ++tick * 40_000)).toISOString();
  for (let n = 1; n <= 12; n += 1) {
    const issuedAt = next();
    const items = Array.from({ length: 1 + chance.below(4) }, () => ({
      ...(chance.percent(70) ? service : goods)((1 + chance.below(99_999)) / 100, chance.pick([20, 10, 5.5, 2.1, 0])),
      quantity: 1 + chance.below(5),
    }));
    const invoice = paper(String(n), items, {
      ...{ issuedAt, issuedOn: issuedAt.slice(0, 10), date: issuedAt.slice(0, 10) },
      vatOnDebits: chance.percent(20),
      discounts: chance.percent(40) ? [{ kind: 'PERCENT', value: 1 + chance.below(50) }] : [],
    });
    papers.push(invoice);
    let owed = totalsOf(invoice.items, invoice.discounts, 'EUR').total;
    for (let step = chance.below(5); step > 0; step -= 1) {
      const at = next();
      const kept = payments.filter(
        (one) => one.invoice === invoice.id && !one.reverses && !payments.some((other) => other.reverses === one.id),
      );
      const shared = { createdAt: at, createdOn: at.slice(0, 10), date: at.slice(0, 10) };
      if (chance.percent(20) && kept[0]) {
        owed = add(owed, kept[0].amount);
        payments.push(
          payment(`p${tick}`, invoice.id, -Number(toText(kept[0].amount)), { ...shared, reverses: kept[0].id }),
        );
      } else if (chance.percent(25) && !papers.some(({ creditOf }) => creditOf === invoice.id)) {
        const credited = credit(`${n}c`, invoice.id, [items[0] as BookedPaper['items'][number]], at.slice(0, 10));
        owed = subtract(owed, totalsOf(credited.items, [], 'EUR').total);
        papers.push({ ...credited, issuedAt: at, vatOnDebits: invoice.vatOnDebits });
      } else if (compare(owed, 0) !== 0) {
        const amount = chance.percent(50) ? owed : { units: owed.units / 2n || owed.units, scale: owed.scale };
        owed = subtract(owed, amount);
        payments.push(payment(`p${tick}`, invoice.id, Number(toText(amount)), shared));
      }
    }
  }
  return { papers, payments };
}

test('a hundred drawn years: every entry is balanced, a settled invoice leaves no tax pending, numbers have no gap', () => {
  for (let seed = 1; seed <= 100; seed += 1) {
    const facts = drawn(chanceOf(seed));
    const all = entries(facts);
    for (const { lines } of all)
      expect(compare(sum(lines.map((one) => one.debit)), sum(lines.map((one) => one.credit)))).toBe(0);
    for (const invoice of facts.papers.filter(({ type }) => type === 'facture')) {
      const mine = all.filter(
        ({ piece }) =>
          piece === invoice.number || facts.papers.some((p) => p.creditOf === invoice.id && p.number === piece),
      );
      if (balanceOf(mine, accounts.customers) === '0') expect(balanceOf(mine, accounts.vatPending)).toBe('0');
    }
    for (const [journal, some] of Map.groupBy(all, (entry) => entry.journal))
      expect(some.map(({ number }) => number)).toEqual(
        some.map((_one, index) => `${journal}${String(index + 1).padStart(6, '0')}`),
      );
  }
});

test('what happens later changes no number given before', () => {
  const facts = drawn(chanceOf(7));
  const at = '2026-03-01';
  const before = entries({
    papers: facts.papers.filter(({ issuedAt }) => issuedAt < at),
    payments: facts.payments.filter(({ createdAt }) => createdAt < at),
  });
  const after = read(entries(facts));
  expect(before.length).toBeGreaterThan(10);
  for (const [index, one] of read(before).entries()) expect(after[index]).toBe(one);
});

test('a payment of the next year belongs to the next year, and letters the invoice of this one', () => {
  const facts = {
    papers: [paper('1', [service(100)])],
    payments: [
      payment('a', '1', 120, { date: '2027-01-04', createdAt: '2027-01-04T08:00:00Z', createdOn: '2027-01-04' }),
    ],
  };
  expect(entries(facts)).toMatchObject([{ number: 'VE000001', lettering: { code: 'F-2026-1', day: '2027-01-04' } }]);
  expect(read(entriesOf(facts, '2027-01-01', '2027-12-31'))).toEqual([
    'BQ000001 · 512000 D 120.00 · 411000 C 120.00',
    'OD000001 · 445740 D 20.00 · 445710 C 20.00',
  ]);
});

test.each([
  ['2026-11-17', 1, '2026-01-01', '2026-12-31'],
  ['2026-03-31', 4, '2025-04-01', '2026-03-31'],
  ['2026-04-01', 4, '2026-04-01', '2027-03-31'],
  ['2024-01-15', 3, '2023-03-01', '2024-02-29'],
])('the fiscal year of %s that begins in month %i', (day, month, from, to) => {
  expect(fiscalYearOf(day, month)).toEqual({ from, to });
});

describe('the FEC', () => {
  const facts = {
    papers: [paper('1', [service(1234.5)], { customer: { code: 'C0001', name: 'Docks\tde\nNi\u0085\u0007\u202ece' } })],
    payments: [payment('a', '1', 1481.4)],
  };
  const rows = fecOf(entries(facts))
    .slice(0, -2)
    .split('\r\n')
    .map((row) => row.split('\t'));

  test('has its eighteen columns on every line, and debits equal to credits', () => {
    expect(rows[0]).toEqual([...fecColumns]);
    expect(new Set(rows.map((row) => row.length))).toEqual(new Set([18]));
    const total = (column: number): Decimal =>
      rows.slice(1).reduce((all, row) => add(all, (row[column] as string).replace(',', '.')), { units: 0n, scale: 0 });
    expect(compare(total(11), total(12))).toBe(0);
    expect(toText(total(11), 2)).toBe('3209.70');
  });

  test('writes days without separators, a decimal comma, and the lettering on the customer’s lines only', () => {
    expect(rows[1]).toEqual(
      'VE|Ventes|VE000001|20260331|411000|Clients|C0001|Docks de Nice|F-2026-1|20260331|Facture F-2026-1 Docks de Nice|1481,40|0,00|F-2026-1|20260415|20260331||'.split(
        '|',
      ),
    );
    expect(rows[2]?.slice(13, 15)).toEqual(['', '']);
  });

  test('is named by the SIREN and the closing date', () => {
    expect(fecName('999 060 015 00016', '2026-12-31')).toBe('999060015FEC20261231.txt');
  });
});
