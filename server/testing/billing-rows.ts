// Rows of billing for the walls: two issued invoices, one of another customer, and a draft; orders to two agents.
import { randomUUID } from 'node:crypto';
import type { Premises, Role, Row, Rule } from './walls.ts';

const day = '2026-01-01';

export function billingRows(at: Premises): Record<string, Row[]> {
  const issued = { issued_at: `${day}T08:00:00Z`, printed: '{}' };
  const invoices = [
    { id: at.issuedInvoice, customer_id: at.customer, number: 'F2026-0001', ...issued },
    { id: at.draftInvoice, customer_id: at.customer, number: 'Brouillon', issued_at: null, printed: null },
    { id: at.otherInvoice, customer_id: at.otherCustomer, number: 'F2026-0002', ...issued },
  ];
  const on = (row: Row): Row[] => invoices.map(({ id: invoice_id }) => ({ id: randomUUID(), invoice_id, ...row }));
  const orders = [
    { id: at.sentOrder, agent_id: at.agent, sent: true, status: 300 },
    { id: at.draftOrder, agent_id: at.agent, sent: false, status: 100 },
    { id: at.otherOrder, agent_id: at.otherAgent, sent: true, status: 300 },
  ];
  const inOrders = (row: Row, named = true): Row[] =>
    orders.map(({ id }) => ({ ...(named ? { id: randomUUID() } : {}), purchase_order_id: id, ...row }));
  const recurrence = randomUUID();
  const debit = randomUUID();
  return {
    purchase_orders: orders.map((row) => ({ ...row, date: day })),
    purchase_order_items: inOrders({ title: 'Garde', price: 21, vat: 20 }),
    purchase_order_discounts: inOrders({ label: 'Remise', value: 1 }),
    purchase_order_files: inOrders({ file_id: at.file }, false),
    purchase_order_attachments: inOrders({ file_id: at.file }, false),
    invoices: invoices.map((row) => ({ ...row, date: day })),
    invoice_items: on({ title: 'Garde', price: 21, vat: 20 }),
    invoice_discounts: on({ label: 'Remise', value: 1 }),
    invoice_files: invoices.map(({ id: invoice_id }) => ({ invoice_id, file_id: at.file })),
    invoice_payments: on({ date: '2026-01-02', amount: 1 }),
    paper_letters: on({ kind: 'SEND' }),
    invoice_papers: [at.issuedInvoice, at.otherInvoice].map((invoice_id) => ({ invoice_id, hash: 'h', size: 1 })),
    invoice_recurrences: [
      { id: recurrence, invoice_id: at.issuedInvoice, customer_id: at.customer, start_at: day, name: 'Mois' },
    ],
    invoice_recurrence_runs: [{ recurrence_id: recurrence, day, invoice_id: at.otherInvoice }],
    direct_debits: [{ id: debit, number: 'PR2026-0001', collection_date: day, total: 1 }],
    direct_debit_lines: [{ id: randomUUID(), direct_debit_id: debit, invoice_id: at.issuedInvoice, amount: 1 }],
    payment_seals: [
      {
        position: 1,
        payment_id: randomUUID(),
        invoice_number: 'F2026-0001',
        date: day,
        amount: 1,
        entered_at: `${day}T08:00:00Z`,
        hash: '',
      },
    ],
    payment_closures: [
      { kind: 'MONTH', period: '2026-01', entries: 1, total: 1, grand_total: 1, position: 1, hash: 'h' },
    ],
    invoice_states: [at.issuedInvoice, at.otherInvoice].map((invoice_id) => ({
      ...{ id: randomUUID(), invoice_id, state: 'ISSUED', at: `${day}T08:00:00Z` },
    })),
    invoice_event_keys: [{}],
    billing_counters: [{ series: 'F', year: 2026, last: 2, last_date: day }],
  };
}

const ofSentOrder = ({ purchase_order_id, id }: Row, at: Premises): boolean =>
  (purchase_order_id ?? id) === at.sentOrder;
/** C-065; those of a sent order are frozen. */
const orderLines: Record<Role, Rule> = {
  staff: [
    ['si', () => true],
    ['ud', ({ purchase_order_id }, at) => purchase_order_id === at.draftOrder],
  ],
  agent: [['s', ofSentOrder]],
  customer: '',
};

export const orderWalls: Record<string, Record<Role, Rule>> = {
  direct_debits: { staff: 'siud', agent: '', customer: '' },
  direct_debit_lines: { staff: 'siud', agent: '', customer: '' },
  billing_counters: { staff: 'siu', agent: '', customer: '' },
  paper_letters: { staff: 'siu', agent: '', customer: '' },
  purchase_orders: { staff: 'siud', agent: [['s', ofSentOrder]], customer: '' },
  purchase_order_items: orderLines,
  purchase_order_discounts: orderLines,
  purchase_order_files: orderLines,
  purchase_order_attachments: { ...orderLines, agent: '' },
};

const written: Record<Role, Rule> = { staff: 'si', agent: '', customer: '' };
/** Added to, never changed. */
export const chainWalls: Record<string, Record<Role, Rule>> = {
  payment_seals: written,
  payment_closures: written,
  invoice_states: written,
  invoice_event_keys: { ...written, staff: 'siu' },
};
