// Rows of payments for the walls: those of the platform, and those of an agency.
import { randomUUID } from 'node:crypto';
import type { Role, Row, Rule } from './walls.ts';

const invoice = {
  ...{ agency_name: 'Azur', status: 'COMING_SOON', date: '2026-01-01', due_date: '2026-02-01' },
  ...{ price: 10, total_vat: 2, total: 12 },
};

/** Of the platform; the draft is seen by nobody else. */
export function paymentRows(buyer: string): Record<string, Row[]> {
  const [issued, draft, payment] = [randomUUID(), randomUUID(), randomUUID()];
  const of = { agency_invoice_id: issued, buyer_id: buyer };
  return {
    agency_invoices: [
      {
        ...invoice,
        id: issued,
        buyer_id: buyer,
        reference: `F-${issued}`,
        issued_at: '2026-01-01T08:00:00Z',
        printed: '{}',
      },
      { ...invoice, id: draft, buyer_id: buyer },
    ],
    agency_invoice_items: [{ ...of, id: randomUUID(), title: 'Abonnement', quantity: 1, price: 10, vat: 20 }],
    agency_invoice_papers: [{ id: randomUUID(), agency_invoice_id: issued, hash: 'x', size: 1 }],
    agency_payments: [{ ...of, id: payment, date: '2026-02-01', amount: 12, status: 'COMING_SOON' }],
    payment_charges: [
      {
        id: randomUUID(),
        agency_payment_id: payment,
        provider: 'stripe',
        method_ref: 'pm_1',
        amount: 12,
        currency: 'EUR',
      },
    ],
    payment_events: [{ id: randomUUID(), provider: 'stripe', event: `evt_${payment}` }],
    payment_settings: [{ id: randomUUID(), suspension_days: 30 }],
  };
}

/** What an agency reads of its own ones. */
export const paymentsSeen: Record<string, (row: Row) => boolean> = {
  agency_invoices: ({ issued_at }) => issued_at !== null,
  agency_invoice_items: () => true,
  agency_payments: () => true,
};

export const methodRows = (): Record<string, Row[]> => ({
  payment_methods: [{ id: randomUUID(), type: 'card', provider: 'stripe', ref: 'pm_1' }],
  payment_customers: [{ provider: 'stripe', ref: 'cus_1' }],
  payment_setups: [{ id: randomUUID(), provider: 'stripe' }],
  subscription_agreements: [{ id: randomUUID(), agency_invoice_id: randomUUID(), text: 'F2026-0001' }],
});

const own: Record<Role, Rule> = { staff: 'siud', agent: '', customer: '' };
export const methodWalls: Record<string, Record<Role, Rule>> = {
  payment_methods: own,
  payment_customers: own,
  payment_setups: own,
  subscription_agreements: { ...own, staff: 'si' },
};
