// Rows of billing for the walls: two issued invoices, one of another customer, and a draft.
import { randomUUID } from 'node:crypto';
import type { Premises, Row } from './walls.ts';

const day = '2026-01-01';

export function billingRows(at: Premises): Record<string, Row[]> {
  const issued = { issued_at: `${day}T08:00:00Z`, printed: '{}' };
  const invoices = [
    { id: at.issuedInvoice, customer_id: at.customer, number: 'F2026-0001', ...issued },
    { id: at.draftInvoice, customer_id: at.customer, number: 'Brouillon', issued_at: null, printed: null },
    { id: at.otherInvoice, customer_id: at.otherCustomer, number: 'F2026-0002', ...issued },
  ];
  const on = (row: Row): Row[] => invoices.map(({ id: invoice_id }) => ({ id: randomUUID(), invoice_id, ...row }));
  return {
    invoices: invoices.map((row) => ({ ...row, date: day })),
    invoice_items: on({ title: 'Garde', price: 21, vat: 20 }),
    invoice_discounts: on({ label: 'Remise', value: 1 }),
    invoice_files: invoices.map(({ id: invoice_id }) => ({ invoice_id, file_id: at.file })),
    invoice_payments: on({ date: '2026-01-02', amount: 1 }),
    paper_letters: on({ kind: 'SEND' }),
    invoice_papers: [at.issuedInvoice, at.otherInvoice].map((invoice_id) => ({ invoice_id, hash: 'h', size: 1 })),
    billing_counters: [{ series: 'F', year: 2026, last: 2, last_date: day }],
  };
}
