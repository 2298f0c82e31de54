// Rows of subscriptions for the walls: those of the platform, and those of an agency.
import { randomUUID } from 'node:crypto';
import type { Role, Row, Rule } from './walls.ts';

/** An offer that every installation has. */
export const licenceOffer = '00000000-0000-4000-8000-000000000102';

export function subscriptionRows(buyer: string): Record<string, Row[]> {
  const order = randomUUID();
  return {
    agency_subscriptions: [{ id: randomUUID(), buyer_id: buyer, agency_name: 'Azur' }],
    subscription_orders: [
      { id: order, buyer_id: buyer, price: 9.99, total_vat: 2, total: 11.99, vat: 20, once: `wall ${order}` },
    ],
    subscription_order_lines: [
      {
        ...{ id: randomUUID(), order_id: order, buyer_id: buyer, offer_id: licenceOffer, name: 'Licence' },
        ...{ type: 2, quantity: 1, price: 9.99 },
      },
    ],
    agency_article_orders: [{ id: randomUUID(), buyer_id: buyer, agency_name: 'Azur', article: 'Badges', quantity: 1 }],
  };
}

const always = (): boolean => true;
export const subscriptionsSeen: Record<string, (row: Row) => boolean> = {
  agency_subscriptions: always,
  subscription_orders: always,
  subscription_order_lines: always,
  agency_article_orders: always,
};

export const alertRows = (): Record<string, Row[]> => ({ subscription_alerts: [{ quota: 'agentsLimit' }] });
export const alertWalls: Record<string, Record<Role, Rule>> = {
  subscription_alerts: { staff: 'siud', agent: '', customer: '' },
};
