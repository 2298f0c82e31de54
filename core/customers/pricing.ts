// The prices that apply to a customer (decisions 60, 61).
import * as z from 'zod';
import { priceFields } from '../agencies/settings/pay.ts';
import { byId, endpoint } from '../kernel/endpoint.ts';

export const slotPrices = priceFields.pricesBySlot.fields;
export type SlotPrice = keyof typeof slotPrices;

const names = Object.keys(slotPrices) as [SlotPrice, ...SlotPrice[]];

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
      /** Decision 103: a customer's own prices are those of its commercial contract. */
      source: z.enum(['customer', 'agency']),
      pricesBySlot: z.record(z.enum(names), z.number()),
    }),
  }),
});
