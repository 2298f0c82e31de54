// Rows of services billed, for the walls.
import { randomUUID } from 'node:crypto';
import type { Premises, Row } from './walls.ts';

export function commercialRows(at: Premises, items: readonly Row[]): Record<string, Row[]> {
  const billed = items.map(({ id: item_id, invoice_id }) => ({ id: randomUUID(), item_id, invoice_id }));
  return {
    customer_prices: [at.customer, at.otherCustomer].map((customer_id) => ({
      id: randomUUID(),
      customer_id,
      amount: 21,
    })),
    billed_services: billed.map(({ id, invoice_id }) => ({ id, invoice_id })),
    billed_parts: billed.map(({ id: billed_id, item_id }) => ({
      billed_id,
      item_id,
      price_key: 'day',
      minutes: 60,
      amount: 21,
    })),
  };
}
