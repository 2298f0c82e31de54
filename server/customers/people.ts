// Personal data of private customers and of the contacts of any customer.
import { type Held, ofCustomer } from '#server/privacy/personal.ts';

export const customerPeople: Held = {
  customers: {
    label: 'Fiche de client',
    where: 't.id = any (:customers)',
    files: ['logo_id'],
    fate: {
      pseudonymise: {
        of: 'customer',
        // The number is on invoices and in the accounts.
        columns: ['agency_id', 'id', 'type', 'customer_number_id', 'prospect', 'created_at'],
        sets: { name: ':name', status: '300', version: 'version + 1', updated_at: 'now()' },
      },
    },
  },
  contacts: {
    label: 'Fiches d’interlocuteur',
    where: 't.id = any (:contacts)',
    files: ['profile_picture_id'],
    fate: {
      pseudonymise: {
        of: 'contact',
        columns: ['agency_id', 'id', 'customer_id', 'rank', 'fullname'],
        sets: {
          firstname: `split_part(:name, ' ', 1)`,
          lastname: `substr(:name, length(split_part(:name, ' ', 1)) + 2)`,
          status: '400',
          version: 'version + 1',
        },
      },
    },
  },
  customer_specialties: ofCustomer('customer_specialties', 'Spécialités demandées'),
  customer_documents: { ...ofCustomer('customer_documents', 'Documents du client'), files: ['file_id'] },
  customer_discounts: ofCustomer('customer_discounts', 'Remises'),
  customer_prices: ofCustomer('customer_prices', 'Prix'),
};
