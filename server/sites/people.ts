// The sites of a private customer are his home.
import { atHis, type Held, nobodys, ofAgent, removed } from '#server/privacy/personal.ts';

export const sitePeople: Held = {
  sites: {
    label: 'Sites du client',
    where: 't.customer_id = any (:customers)',
    records: true,
    fate: {
      pseudonymise: {
        of: 'customer',
        columns: ['agency_id', 'id', 'customer_id', 'created_at'],
        sets: { name: `'Site de ' || :name`, status: '300', version: 'version + 1', updated_at: 'now()' },
      },
    },
  },
  site_keys: removed('site_keys', 'Clés des sites', atHis()),
  site_alarms: removed('site_alarms', 'Alarmes des sites', atHis()),
  site_items: removed('site_items', 'Matériel des sites', atHis()),
  site_users: ofAgent('site_users', 'Sites interdits'),
  site_instruction_readers: {
    label: 'Consignes lues',
    where: 't.user_id = any (:users)',
    fate: {
      erase: [
        'update site_instruction_readers t set name = :name where t.agency_id = any (:agencies) and t.user_id = any (:users)',
      ],
    },
  },
  ...nobodys({ site_specialties: 'listes' }),
};
