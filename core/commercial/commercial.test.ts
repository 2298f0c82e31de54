import { describe, expect, test } from 'vitest';
import { type PriceLevel, priceOf, priceViolations } from '../customers/prices.ts';
import { namedLevel } from '../customers/pricing.ts';
import { sum, toText } from '../kernel/money.ts';
import { type SlotMinutes, slotNames } from '../planning/slots.ts';
import { type FlatContract, type FlatTerms, flatDue, monthsIn } from './flats.ts';
import { differsFromBilled, groupKey } from './groups.ts';
import { coefficientOf, indexOn } from './indexation.ts';
import { type BilledService, partsOf, pieceOf, serviceLines } from './lines.ts';
import { periodTitle } from './period.ts';
import { type ContractTerms, contractFor, contractLevel } from './terms.ts';

const agency = namedLevel('agency', {
  ...{
    dayAmount: 21,
    nightFactor: 1.1,
    sundayFactor: 1.1,
    sundayNightFactor: 1.21,
    holidayFactor: 2,
    circuitAmount: 25,
  },
});
const level = (source: PriceLevel['source'], ...prices: [string, string | null, number | null, number | null][]) => ({
  source,
  prices: prices.map(([key, specialty, amount, factor]) => ({ key: key as never, specialty, amount, factor })),
});
const customer = level('customer', ['day', null, 22, null], ['sunday', null, 30, null]);

describe('a price is the first that contract, customer, then agency give', () => {
  test.each<[string, PriceLevel[], string, string | null, string | null]>([
    ['the agency alone', [agency], 'day', null, '21 agency'],
    ['day × factor', [agency], 'night', null, '23.1 agency'],
    [
      'the amount wins over the factor',
      [level('customer', ['night', null, 26, 1.5]), agency],
      'night',
      null,
      '26 customer',
    ],
    [
      'an amount of the agency wins over its factor',
      [namedLevel('agency', { dayAmount: 21, nightAmount: 30, nightFactor: 1.1 })],
      'night',
      null,
      '30 agency',
    ],
    ['the customer’s day × the agency’s factor', [customer, agency], 'night', null, '24.2 customer'],
    ['the customer’s amount of the slot', [customer, agency], 'sunday', null, '30 customer'],
    [
      'a contract’s day hides the customer’s slot',
      [level('contract', ['day', null, 25, null]), customer, agency],
      'sunday',
      null,
      '27.5 contract',
    ],
    [
      'a contract’s factor on the customer’s day',
      [level('contract', ['night', null, null, 1.25]), customer, agency],
      'night',
      null,
      '27.5 customer',
    ],
    [
      'the speciality first',
      [level('contract', ['day', 'k9', 40, null], ['day', null, 25, null]), agency],
      'day',
      'k9',
      '40 contract',
    ],
    [
      'another speciality',
      [level('contract', ['day', 'k9', 40, null], ['day', null, 25, null]), agency],
      'day',
      'ssiap',
      '25 contract',
    ],
    [
      'four decimals',
      [level('customer', ['day', null, 21.3333, null]), agency],
      'sundayNight',
      null,
      '25.8133 customer',
    ],
    ['a piece has no factor', [customer, agency], 'circuit', null, '25 agency'],
    ['nobody gave it', [customer, agency], 'audit', null, null],
    ['zero is no price', [level('contract', ['day', null, 0, null]), agency], 'day', null, null],
  ])('%s', (_, levels, key, specialty, expected) => {
    const found = priceOf(levels, key as never, specialty);
    expect(found && `${toText(found.price)} ${found.source}`).toBe(expected);
  });

  test('a line names a slot once, with a price or a factor', () => {
    const faults = priceViolations(
      [
        { priceKey: 'day', amount: 21 },
        { priceKey: 'day', amount: 22 },
        { priceKey: 'night' },
        { priceKey: 'circuit', factor: 2 },
      ],
      'prices',
    );
    expect(faults.map(({ path }) => path)).toEqual(['prices.1.priceKey', 'prices.2.amount', 'prices.3.amount']);
  });
});

const minutes = (some: Partial<SlotMinutes>): SlotMinutes =>
  Object.fromEntries(slotNames.map((slot) => [slot, some[slot] ?? 0])) as SlotMinutes;
const site = { id: 's', name: 'Port' };
const served = (id: string, some: Partial<SlotMinutes>, more: Partial<BilledService> = {}): BilledService => ({
  ...{ id, site, specialty: null, activity: 1 },
  parts: partsOf(pieceOf(more.activity ?? 1, false), minutes(some), [agency], null),
  ...more,
});
const terms = { vat: 20, currency: 'EUR', namesSites: true };

describe('services add up to lines', () => {
  test('minutes of a slot are added before they are rounded, and shares add up to the line', () => {
    const lines = serviceLines(
      [served('a', { day: 20, night: 60 }), served('b', { day: 20 }), served('c', { day: 20 })],
      terms,
    );
    expect(lines.map(({ title, quantity, amount }) => [title, toText(quantity), toText(amount)])).toEqual([
      ['Port : Gardiennage & Surveillance, jour', '1', '21'],
      ['Port : Gardiennage & Surveillance, nuit', '1', '23.1'],
    ]);
    const [first] = serviceLines([served('a', { day: 1 }), served('b', { day: 1 }), served('c', { day: 1 })], terms);
    // 3 minutes are 0.05 h at 21 €: 1.05 €, split by the cent.
    expect(first?.services.map(({ amount }) => toText(amount))).toEqual(['0.35', '0.35', '0.35']);
    expect(toText(sum(first?.services.map(({ amount }) => amount) ?? []))).toBe(toText(first?.amount ?? 0));
  });

  test('a currency without cents has none, and a part without a price makes no line', () => {
    const [line] = serviceLines([served('a', { night: 7 })], { ...terms, currency: 'XPF' });
    expect([toText(line?.quantity ?? 0), toText(line?.amount ?? 0)]).toEqual(['0.117', '3']);
    expect(serviceLines([served('a', { day: 60 }, { activity: 8 })], terms)).toEqual([]);
  });

  test('a stop is a pass and an intervention is one, whatever their minutes; nothing done brings nothing', () => {
    expect(pieceOf(6, true)).toBe('circuit');
    expect(pieceOf(2, false)).toBe('intervention');
    expect(pieceOf(1, false)).toBeNull();
    expect(partsOf('circuit', minutes({ day: 15, night: 5 }), [agency], null)).toHaveLength(1);
    expect(partsOf('circuit', minutes({}), [agency], null)).toEqual([]);
    expect(partsOf(null, null, [agency], null)).toEqual([]);
  });

  test('what is billed is compared with what is done now, in any order', () => {
    const now = [
      { key: 'day' as const, minutes: 60 },
      { key: 'night' as const, minutes: 30 },
    ];
    const priced = now.map((part) => ({ ...part, price: '20.5' }));
    expect(differsFromBilled(priced, priced.toReversed())).toBe(false);
    expect(differsFromBilled(priced, priced.slice(0, 1))).toBe(true);
    expect(differsFromBilled([], priced)).toBe(true);
    // Revised since; what was billed before prices were kept is compared by its hours.
    expect(
      differsFromBilled(
        priced.map((part) => ({ ...part, price: '20.6' })),
        priced,
      ),
    ).toBe(true);
    expect(
      differsFromBilled(
        priced,
        priced.map((part) => ({ ...part, price: null })),
      ),
    ).toBe(false);
  });

  test.each([
    ['CUSTOMER', 'c'],
    ['SITE', 'c s'],
    ['CONTRACT', 'c k'],
  ] as const)('grouped by %s', (grouping, key) => {
    expect(groupKey(grouping, { customer: { id: 'c' }, site: { id: 's' }, contract: { id: 'k' } })).toBe(key);
    expect(groupKey(grouping, { customer: { id: 'c' }, site: null, contract: null })).toBe('c');
  });
});

const contract = (id: string, more: Partial<ContractTerms> = {}): ContractTerms => ({
  ...{ id, title: id, customer: { id: 'c', name: 'C', grouping: 'CUSTOMER' } },
  ...{ archived: false, startDate: '2026-01-01', endDate: null },
  ...{ sites: [], prices: [], revisions: [], revisionDate: null, periodicity: 2, smoothing: false, flats: [] },
  ...more,
});

test('the contract that names the site comes first, then the latest one in force', () => {
  const all = contract('all');
  const own = contract('own', { sites: [{ id: 's', name: 'S' }], endDate: '2026-06-30' });
  const later = contract('later', { startDate: '2026-05-01' });
  const on = (place: string, day: string) => contractFor([all, own, later], place, day)?.id;
  expect([on('s', '2026-06-30'), on('s', '2026-07-01'), on('t', '2026-04-30'), on('t', '2025-12-31')]).toEqual([
    ...['own', 'later', 'all', undefined],
  ]);
  // An archived one prices what no other does.
  const past = { ...own, archived: true };
  expect(contractFor([all, past], 's', '2026-06-30')?.id).toBe('all');
  expect(contractFor([past], 's', '2026-06-30')?.id).toBe('own');
});

test('a revision moves the prices of its contract from its day on, to the cent; factors follow', () => {
  const coefficient = coefficientOf({ fixedShare: 0.15, indexShare: 0.85, base: 128.4 }, 131.7);
  expect(toText(coefficient)).toBe('1.021846');
  const of = contract('k', {
    prices: [{ key: 'day', specialty: null, amount: 23.5, factor: null }],
    revisions: [{ date: '2026-10-01', coefficient }],
  });
  const price = (day: string, key: 'day' | 'night') =>
    toText(priceOf([contractLevel(of, day, 2), agency], key, null)?.price ?? 0);
  expect([price('2026-09-30', 'day'), price('2026-10-01', 'day'), price('2026-10-01', 'night')]).toEqual([
    ...['23.5', '24.01', '26.411'],
  ]);
  const values = [
    { date: '2026-01-15', value: 100 },
    { date: '2026-07-15', value: 104 },
  ];
  expect([
    indexOn(values, '2026-01-14'),
    indexOn(values, '2026-07-14')?.value,
    indexOn(values, '2027-01-01')?.value,
  ]).toEqual([...[null, 100, 104]]);
});

const flat = (more: Partial<FlatTerms> = {}): FlatTerms => ({
  ...{ id: 'f', label: 'Maintenance', quantity: 1, amount: 100, vat: null, months: [], stockReference: null, ...more },
});
const running: FlatContract = { startDate: '2026-02-01', endDate: null, periodicity: 2, smoothing: false };

describe('flat amounts fall due by the periodicity', () => {
  test.each<[string, Partial<FlatContract>, Partial<FlatTerms>, Record<string, string | null>]>([
    ['monthly', {}, {}, { '2026-01': null, '2026-02': '100', '2026-03': '100' }],
    ['disabled', { periodicity: 1 }, {}, { '2026-02': null }],
    [
      'quarterly, at the end of each quarter of the contract',
      { periodicity: 3 },
      {},
      { '2026-02': null, '2026-04': '100', '2026-07': '100' },
    ],
    [
      'smoothed, in instalments that add up',
      { periodicity: 3, smoothing: true },
      {},
      { '2026-02': '33.34', '2026-03': '33.33', '2026-04': '33.33' },
    ],
    ['half-yearly', { periodicity: 4 }, {}, { '2026-06': null, '2026-07': '100' }],
    [
      'yearly and smoothed',
      { periodicity: 5, smoothing: true },
      { amount: 1200 },
      { '2026-02': '100', '2027-01': '100' },
    ],
    ['in its own months only', {}, { months: [6, 12] }, { '2026-05': null, '2026-06': '100', '2026-12': '100' }],
    ['by the day in the month of the start', { startDate: '2026-02-15' }, {}, { '2026-02': '50', '2026-03': '100' }],
    ['by the day in the month of the end', { endDate: '2026-04-15' }, {}, { '2026-04': '50', '2026-05': null }],
    [
      'at once when the contract ends in the period',
      { periodicity: 3, endDate: '2026-03-31' },
      {},
      { '2026-03': '66.67', '2026-04': null },
    ],
  ])('%s', (_, of, own, expected) => {
    const due = (month: string) => flatDue({ ...running, ...of }, flat(own), month, 1, 2);
    for (const [month, amount] of Object.entries(expected)) {
      const found = due(month);
      expect(`${month} ${found && toText(found.price)}`).toBe(`${month} ${amount}`);
    }
  });

  test('without the months that are billed, whatever the periodicity and the end were when they were', () => {
    const due = (of: Partial<FlatContract>, month: string, billed: string[]) => {
      const found = flatDue({ ...running, ...of }, flat({ amount: 300 }), month, 1, 2, (one) => billed.includes(one));
      return found && `${toText(found.price)} for ${found.months.join()}`;
    };
    // February and March by the month, then a quarter.
    expect(due({ periodicity: 3 }, '2026-04', ['2026-02', '2026-03'])).toBe('100 for 2026-04');
    // A quarter, then an end within it.
    const quarter = ['2026-02', '2026-03', '2026-04'];
    expect(due({ periodicity: 3 }, '2026-04', [])).toBe('300 for 2026-02,2026-03,2026-04');
    expect(due({ periodicity: 3, endDate: '2026-03-31' }, '2026-03', quarter)).toBeNull();
    // A quarter, then by the month.
    expect(quarter.map((month) => due({}, month, quarter))).toEqual([null, null, null]);
  });

  test('indexed, and in the months whose last day is in the period', () => {
    expect(toText(flatDue(running, flat(), '2026-03', 1.0218, 2)?.price ?? 0)).toBe('102.18');
    expect(monthsIn({ start: '2026-10-01', end: '2026-12-30' })).toEqual(['2026-10', '2026-11']);
    expect(monthsIn({ start: '2026-10-05', end: '2026-10-20' })).toEqual([]);
  });
});

test.each([
  ['2026-10-01', '2026-10-31', 'Prestations d’octobre 2026'],
  ['2026-02-01', '2026-02-28', 'Prestations de février 2026'],
  ['2026-02-01', '2026-02-27', 'Prestations du 01/02/2026 au 27/02/2026'],
  ['2026-02-03', '2026-02-03', 'Prestations du 03/02/2026'],
])('%s to %s is « %s »', (start, end, title) => {
  expect(periodTitle({ start, end })).toBe(title);
});
