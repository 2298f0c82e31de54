// The prices that apply to a customer (decisions 60, 61).
import * as z from 'zod';
import { priceFields, type TimeSlot, timeSlots } from '../agencies/settings/pay.ts';
import { byId, endpoint } from '../kernel/endpoint.ts';
import { type PriceKey, type PriceLevel, piecePrices } from './prices.ts';

export const slotPrices = priceFields.pricesBySlot.fields;
export type SlotPrice = keyof typeof slotPrices;

const slots = Object.keys(timeSlots) as TimeSlot[];
const pieces = Object.keys(piecePrices) as (keyof typeof piecePrices)[];
type PriceName = `${PriceKey}Amount` | `${TimeSlot}Factor`;
const names = [...[...slots, ...pieces].map((key) => `${key}Amount`), ...slots.map((slot) => `${slot}Factor`)] as [
  PriceName,
  ...PriceName[],
];

/** By the names of the settings: « nightFactor », « circuitAmount ». */
export type NamedPrices = Partial<Record<PriceName, number>>;

export const namedLevel = (source: PriceLevel['source'], named: NamedPrices): PriceLevel => ({
  source,
  prices: [...slots, ...pieces].map((key) => ({
    key,
    specialty: null,
    amount: named[`${key}Amount`] ?? null,
    factor: named[`${key}Factor` as PriceName] ?? null,
  })),
});

/** What a level says of all specialities, over what the named prices say. */
export function withLevel(named: NamedPrices, { prices }: PriceLevel): NamedPrices {
  const own = prices.filter(({ specialty }) => specialty === null);
  return Object.fromEntries(
    [
      ...Object.entries(named),
      ...own.flatMap(({ key, amount, factor }) => [
        [`${key}Amount`, amount],
        [`${key}Factor`, factor],
      ]),
    ].filter(([, value]) => value !== null),
  );
}

/** Customers are refused: they read the prices of their own estimates and invoices. */
export const readCustomerPricing = endpoint({
  name: 'pricing:customer',
  method: 'GET',
  path: '/agencyCustomer/{id}/pricing',
  mounts: { agency: ['listCustomers'], agent: ['listCustomers'] },
  agencyRows: true,
  summary: 'Prix par tranche horaire d’un client : les siens ou, sinon, ceux de l’agence',
  params: byId,
  output: z.strictObject({
    pricing: z.strictObject({
      source: z.enum(['customer', 'agency']),
      pricesBySlot: z.partialRecord(z.enum(names), z.number()),
    }),
  }),
});
