/** Views that entities and their lists write through, by name: the table behind each. */
export const tableBehind: Readonly<Record<string, string>> = {
  agency_records: 'agencies',
  administered_agencies: 'agencies',
  administered_users: 'users',
  planned_breaks: 'service_breaks',
  stock_due: 'stock_actions',
  commercial_due: 'commercial_contracts',
  document_due: 'documents',
};
