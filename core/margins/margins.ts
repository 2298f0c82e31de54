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
  toText,
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

/** Of one row, or of a part of it. */
export interface Sums {
  name: string;
  revenue: Exact;
  forecast: Exact;
  cost: Exact;
  minutes: number;
  services: number;
  unpriced: number;
  uncosted: number;
}

const none = (name: string): Sums => ({
  ...{ name, revenue: 0, forecast: 0, cost: 0 },
  ...{ minutes: 0, services: 0, unpriced: 0, uncosted: 0 },
});

/** Names of what belongs to none. */
export const nobodys = { contract: 'Sans contrat commercial', site: 'Sans site' } as const;

/** Of which row. */
export const keyOf = (one: Revenue, axis: MarginAxis): Named => {
  if (axis === 'month') return { id: one.day.slice(0, 7), name: one.day.slice(0, 7) };
  if (axis === 'contract') return one.contract ?? { id: '', name: nobodys.contract };
  if (axis === 'site') return one.site ?? { id: '', name: nobodys.site };
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

function sumsOf(
  keyed: (one: Revenue) => Named,
  revenues: readonly Revenue[],
  costs: readonly Cost[],
): Map<string, Sums> {
  const ofService = new Map<string, Cost[]>();
  for (const cost of costs) {
    const known = ofService.get(cost.service);
    if (known) known.push(cost);
    else ofService.set(cost.service, [cost]);
  }
  const sums = new Map<string, Sums>();
  for (const one of revenues) {
    const { id, name } = keyed(one);
    const own = one.service === null ? [] : (ofService.get(one.service) ?? []);
    sums.set(id, counted(sums.get(id) ?? none(name), one, own));
  }
  return sums;
}

export const sumsBy = (axis: MarginAxis, revenues: readonly Revenue[], costs: readonly Cost[]): Map<string, Sums> =>
  sumsOf((one) => keyOf(one, axis), revenues, costs);

/** What is kept of a month, per customer, site and contract. */
export interface Cell extends Omit<Sums, 'name' | 'revenue' | 'forecast' | 'cost'> {
  customer: string;
  site: string | null;
  contract: string | null;
  revenue: string;
  forecast: string;
  cost: string;
}

export function cellsOf(revenues: readonly Revenue[], costs: readonly Cost[]): Cell[] {
  const keyed = ({ customer, site, contract }: Revenue): Named => ({
    id: [customer.id, site?.id ?? '', contract?.id ?? ''].join(' '),
    name: '',
  });
  return [...sumsOf(keyed, revenues, costs)].map(([id, { name: _name, revenue, forecast, cost, ...counts }]) => {
    const [customer = '', site, contract] = id.split(' ');
    return {
      ...{ customer, site: site || null, contract: contract || null },
      ...{ revenue: toText(revenue), forecast: toText(forecast), cost: toText(cost), ...counts },
    };
  });
}

const added = (one: Sums, other: Omit<Sums, 'name'>): Sums => ({
  name: one.name,
  revenue: add(one.revenue, other.revenue),
  forecast: add(one.forecast, other.forecast),
  cost: add(one.cost, other.cost),
  minutes: one.minutes + other.minutes,
  services: one.services + other.services,
  unpriced: one.unpriced + other.unpriced,
  uncosted: one.uncosted + other.uncosted,
});

/** Parts of the same row are added. The lowest margin first; months in their order. */
export function marginsOf(axis: MarginAxis, parts: Iterable<readonly [string, Sums]>): Margins {
  const sums = new Map<string, Sums>();
  let total = none('Total');
  for (const [id, part] of parts) {
    const known = sums.get(id);
    sums.set(id, known ? added(known, part) : part);
    total = added(total, part);
  }
  const rows = [...sums].map(([id, one]) => marginOf(id, one));
  return {
    rows: rows.toSorted((one, other) =>
      axis === 'month' ? (one.id < other.id ? -1 : 1) : one.margin - other.margin || (one.name < other.name ? -1 : 1),
    ),
    total: marginOf('', total),
  };
}
