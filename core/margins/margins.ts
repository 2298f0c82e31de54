// Margins: what services and flat amounts bring, minus what the work on them costs (money.md, « Margins »).
import {
  add,
  allocate,
  compare,
  type Decimal,
  divide,
  type Exact,
  subtract,
  times,
  toNumber,
} from '../kernel/money.ts';

export const marginAxes = { customer: 'Client', site: 'Site', contract: 'Contrat', month: 'Mois' } as const;
export type MarginAxis = keyof typeof marginAxes;

interface Named {
  id: string;
  name: string;
}

/** A service, a flat amount of a contract, what an invoice bills besides, or pieces of stock. */
export interface Revenue {
  /** Null: no service. */
  service: string | null;
  customer: Named;
  site: Named | null;
  contract: Named | null;
  day: string;
  /** Without tax. Null: nobody gave a price. */
  amount: Exact | null;
  /** Billed, or due since it is done; else a forecast. */
  isDone: boolean;
  /** What was used up or lost on the site, by its purchase price. */
  spent?: Exact;
}

/** What one person costs on a service. Null: his pay is unknown. */
export interface Cost {
  service: string;
  minutes: number;
  loaded: Exact | null;
}

export interface Margin {
  /** Empty: no contract, or no site. */
  id: string;
  name: string;
  revenue: number;
  /** Of what is still planned. */
  forecast: number;
  cost: number;
  margin: number;
  /** Percent of the revenue; null: no revenue. */
  rate: number | null;
  minutes: number;
  services: number;
  /** Services without a price, and people without a known pay: the margin is wrong by them. */
  unpriced: number;
  uncosted: number;
}

interface Sums {
  name: string;
  revenue: Decimal;
  forecast: Decimal;
  cost: Decimal;
  minutes: number;
  services: number;
  unpriced: number;
  uncosted: number;
}

const zero: Decimal = { units: 0n, scale: 0 };
const none = (name: string): Sums => ({
  ...{ name, revenue: zero, forecast: zero, cost: zero },
  ...{ minutes: 0, services: 0, unpriced: 0, uncosted: 0 },
});

/** Of which row. */
export const keyOf = (one: Revenue, axis: MarginAxis): Named => {
  if (axis === 'month') return { id: one.day.slice(0, 7), name: one.day.slice(0, 7) };
  if (axis === 'contract') return one.contract ?? { id: '', name: 'Sans contrat commercial' };
  if (axis === 'site') return one.site ?? { id: '', name: 'Sans site' };
  return one.customer;
};

export const rateOf = (margin: Exact, revenue: Exact): number | null =>
  compare(revenue, 0) > 0 ? toNumber(divide(times(margin, 100), revenue, 1)) : null;

function marginOf(id: string, { name, revenue, forecast, cost, ...counts }: Sums): Margin {
  const margin = subtract(revenue, cost);
  return {
    ...{ id, name, ...counts },
    ...{ revenue: toNumber(revenue), forecast: toNumber(forecast), cost: toNumber(cost), margin: toNumber(margin) },
    rate: rateOf(margin, revenue),
  };
}

function counted(sums: Sums, one: Revenue, costs: readonly Cost[]): Sums {
  const amount = one.amount ?? 0;
  return {
    ...sums,
    revenue: add(sums.revenue, amount),
    forecast: one.isDone ? sums.forecast : add(sums.forecast, amount),
    cost: costs.reduce((all, { loaded }) => add(all, loaded ?? 0), add(sums.cost, one.spent ?? 0)),
    minutes: costs.reduce((all, { minutes }) => all + minutes, sums.minutes),
    services: sums.services + (one.service === null ? 0 : 1),
    unpriced: sums.unpriced + (one.amount === null ? 1 : 0),
    uncosted: sums.uncosted + costs.filter(({ loaded }) => loaded === null).length,
  };
}

export interface Margins {
  rows: Margin[];
  total: Margin;
}

/** A stop of a circuit, on a site of its customer. */
export interface Stop {
  id: string;
  circuit: string;
  minutes: number;
}

/**
 * Who drives a circuit is paid for the circuit, which no customer pays: its cost belongs to its stops, by their length. A
 * circuit without a stop stays as it is.
 */
export function onStops(costs: readonly Cost[], stops: readonly Stop[], scale: number): Cost[] {
  const ofCircuit = new Map<string, Stop[]>();
  for (const stop of stops) ofCircuit.set(stop.circuit, [...(ofCircuit.get(stop.circuit) ?? []), stop]);
  return costs.flatMap((cost) => {
    const own = ofCircuit.get(cost.service);
    if (!own) return [cost];
    const weights = own.map(({ minutes }) => Math.max(1, minutes));
    const amounts = cost.loaded === null ? null : allocate(cost.loaded, weights, scale);
    const times = allocate(cost.minutes, weights, 0);
    return own.map(({ id }, index) => ({
      service: id,
      minutes: toNumber(times[index] as Decimal),
      loaded: amounts === null ? null : (amounts[index] as Decimal),
    }));
  });
}

/** The lowest margin first; months in their order. */
export function marginsBy(axis: MarginAxis, revenues: readonly Revenue[], costs: readonly Cost[]): Margins {
  const ofService = new Map<string, Cost[]>();
  for (const cost of costs) {
    const known = ofService.get(cost.service);
    if (known) known.push(cost);
    else ofService.set(cost.service, [cost]);
  }
  const sums = new Map<string, Sums>();
  let total = none('Total');
  for (const one of revenues) {
    const { id, name } = keyOf(one, axis);
    const own = one.service === null ? [] : (ofService.get(one.service) ?? []);
    sums.set(id, counted(sums.get(id) ?? none(name), one, own));
    total = counted(total, one, own);
  }
  const rows = [...sums].map(([id, one]) => marginOf(id, one));
  return {
    rows: rows.toSorted((one, other) =>
      axis === 'month' ? (one.id < other.id ? -1 : 1) : one.margin - other.margin || (one.name < other.name ? -1 : 1),
    ),
    total: marginOf('', total),
  };
}
