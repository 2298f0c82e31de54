// Rows of services billed, for the walls.
import { randomUUID } from 'node:crypto';
import { contractWalls } from './contract-rows.ts';
import type { Premises, Role, Row, Rule } from './walls.ts';

export function commercialRows(at: Premises, items: readonly Row[]): Record<string, Row[]> {
  const id = (): { id: string } => ({ id: randomUUID() });
  const [index, contract, flat] = [randomUUID(), randomUUID(), randomUUID()];
  const of = { ...id(), commercial_contract_id: contract };
  const billed = items.map(({ id: item_id, invoice_id }) => ({ id: randomUUID(), item_id, invoice_id }));
  return {
    customer_prices: [at.customer, at.otherCustomer].map((customer_id) => ({
      id: randomUUID(),
      customer_id,
      amount: 21,
    })),
    price_indexes: [{ id: index, label: 'Indice' }],
    price_index_values: [{ ...id(), price_index_id: index, date: '2026-01-01', value: 100 }],
    commercial_contracts: [{ id: contract, title: 'Contrat', customer_id: at.customer, start_date: '2026-01-01' }],
    commercial_contract_sites: [{ commercial_contract_id: contract, site_id: at.openSite }],
    commercial_contract_prices: [{ ...of, amount: 21 }],
    commercial_flats: [{ ...of, id: flat, label: 'Forfait', amount: 100 }],
    commercial_revisions: [{ ...of, date: '2026-01-01', index_value: 100, coefficient: 1 }],
    billed_flats: items.map(({ id: item_id, invoice_id }, month) => ({
      ...{ ...id(), invoice_id, item_id, flat_id: flat, amount: 100, month: `2026-0${month + 1}-01` },
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

const ofAgency = (staff: string): Record<Role, Rule> => ({ staff, agent: '', customer: '' });

export const commercialWalls: Record<string, Record<Role, Rule>> = {
  ...contractWalls,
  ...Object.fromEntries(
    [
      ...['customer_prices', 'price_indexes', 'price_index_values', 'commercial_contracts'],
      ...['commercial_contract_sites', 'commercial_contract_prices', 'commercial_flats'],
    ].map((table) => [table, ofAgency('siud')]),
  ),
  // Applied, never changed.
  commercial_revisions: ofAgency('si'),
  // Freed, never changed otherwise; the proof stays.
  billed_services: ofAgency('siu'),
  billed_flats: ofAgency('siu'),
  billed_parts: ofAgency('si'),
};
