import { expect, test } from 'vitest';
import { toNumber } from '../kernel/money.ts';
import {
  type Cost,
  cellsOf,
  type MarginAxis,
  type Margins,
  marginsOf,
  onStops,
  type Revenue,
  sumsBy,
} from './margins.ts';

const docks = { id: 'c1', name: 'Docks' };
const quay = { id: 's1', name: 'Quai' };
const gate = { id: 's2', name: 'Portail' };
const revenue = (service: string | null, amount: number | null, more: Partial<Revenue> = {}): Revenue => ({
  ...{ service, amount, customer: docks, site: service ? quay : null, contract: null, day: '2026-10-05', isDone: true },
  ...more,
});
const cost = (service: string, loaded: number | null, minutes = 600): Cost => ({ service, loaded, minutes });

const marginsBy = (axis: MarginAxis, revenues: Revenue[], costs: Cost[]): Margins =>
  marginsOf(axis, sumsBy(axis, revenues, costs));

test('a margin is the revenue minus the loaded cost of everybody on the service', () => {
  const { rows, total } = marginsBy(
    'customer',
    [revenue('a', 250.1), revenue('b', 100)],
    [cost('a', 100.05), cost('a', 80), cost('b', 90)],
  );
  expect(rows).toEqual([
    {
      ...{ id: 'c1', name: 'Docks', revenue: 350.1, forecast: 0, cost: 270.05, margin: 80.05, rate: 22.9 },
      ...{ minutes: 1800, services: 2, unpriced: 0, uncosted: 0 },
    },
  ]);
  expect(total).toMatchObject({ margin: 80.05, services: 2 });
});

test('by site the lowest comes first; a flat amount has no site and counts no service', () => {
  const { rows } = marginsBy(
    'site',
    [revenue('a', 100), revenue('b', 100, { site: gate }), revenue(null, 500)],
    [cost('a', 90), cost('b', 120)],
  );
  expect(rows.map(({ name, margin, services }) => [name, margin, services])).toEqual([
    ['Portail', -20, 1],
    ['Quai', 10, 1],
    ['Sans site', 500, 0],
  ]);
});

test('months are in their order, and what is planned is a forecast', () => {
  const { rows } = marginsBy(
    'month',
    [revenue('b', 50, { day: '2026-12-01', isDone: false }), revenue('a', 100)],
    [cost('b', 30)],
  );
  expect(rows.map(({ id, revenue: all, forecast, margin }) => [id, all, forecast, margin])).toEqual([
    ['2026-10', 100, 0, 100],
    ['2026-12', 50, 50, 20],
  ]);
});

test('a missing price and an unknown pay are counted, not taken as nothing; without revenue there is no rate', () => {
  const { total } = marginsBy('contract', [revenue('a', null)], [cost('a', null), cost('a', 10)]);
  expect(total).toMatchObject({ revenue: 0, cost: 10, margin: -10, rate: null, unpriced: 1, uncosted: 1 });
});

test('the cost of a circuit belongs to its stops by their length, to the cent; other costs stay', () => {
  const stops = [
    { id: 'x', circuit: 'tour', minutes: 10 },
    { id: 'y', circuit: 'tour', minutes: 20 },
    { id: 'z', circuit: 'tour', minutes: 0 },
  ];
  const spread = onStops([cost('tour', 100, 480), cost('a', 10), { ...cost('tour', null, 31) }], stops, 2);
  expect(
    spread.map(({ service, loaded, minutes }) => [service, loaded === null ? null : toNumber(loaded), minutes]),
  ).toEqual([
    ['x', 32.26, 155],
    ['y', 64.52, 310],
    ['z', 3.22, 15],
    ['a', 10, 600],
    ['x', null, 10],
    ['y', null, 20],
    ['z', null, 1],
  ]);
});

test('what a site used up is a cost of its own, without a service', () => {
  const used = revenue(null, 0, { site: quay, spent: 45.5 });
  const { rows } = marginsBy('site', [revenue('a', 100), used], [cost('a', 40)]);
  expect(rows).toMatchObject([{ name: 'Quai', cost: 85.5, margin: 14.5, services: 1, unpriced: 0 }]);
});

test('parts of a row are added: months apart give what they give together', () => {
  const [october, november] = [
    [revenue('a', 100.1), revenue('b', null, { site: gate })],
    [revenue('c', 50, { day: '2026-11-02', isDone: false }), revenue(null, 20.05, { day: '2026-11-30' })],
  ];
  const costs = [cost('a', 90), cost('b', null), cost('c', 30.3)];
  for (const axis of ['customer', 'site', 'contract', 'month'] as const)
    expect(marginsOf(axis, [...sumsBy(axis, october, costs), ...sumsBy(axis, november, costs)])).toEqual(
      marginsBy(axis, [...october, ...november], costs),
    );
});

test('what is kept of a month is one line per customer, site and contract, with exact amounts', () => {
  const contract = { id: 'k1', name: 'Marché' };
  expect(
    cellsOf(
      [revenue('a', 0.1), revenue('b', 0.2, { isDone: false }), revenue(null, 5, { contract })],
      [cost('a', 0.15), cost('b', null)],
    ),
  ).toEqual([
    {
      ...{ customer: 'c1', site: 's1', contract: null, revenue: '0.3', forecast: '0.2', cost: '0.15' },
      ...{ minutes: 1200, services: 2, unpriced: 0, uncosted: 1 },
    },
    {
      ...{ customer: 'c1', site: null, contract: 'k1', revenue: '5', forecast: '0', cost: '0' },
      ...{ minutes: 0, services: 0, unpriced: 0, uncosted: 0 },
    },
  ]);
});
