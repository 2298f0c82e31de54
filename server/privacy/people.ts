// Personal data in history, search words, exports and platform tables.
import type { DeclaredPeople } from './held.ts';
import { authorOf, nobodys } from './personal.ts';

export const privacyPeople: DeclaredPeople = ({ records }) => {
  const ofHim = (column: string): string =>
    `t.${column} = any (:agents || :contacts || :customers) or t.${column} in (${records})`;
  return {
    audit: {
      label: 'Historique : actes sur la fiche, et actes de la personne',
      where: `${ofHim('entity_id')} or t.user_id = any (:users)`,
      fate: {
        erase: [
          `update audit t set changes = '{}', reason = null where t.agency_id = any (:agencies) and (${ofHim('entity_id')})`,
          authorOf('audit'),
          // Lines of support acting for him; lines of a namesake are left alone.
          `update audit t set acting_for = :name where t.agency_id = any (:agencies) and t.acting_for = :old
          and not exists (select from agents a where a.agency_id = t.agency_id and a.fullname = :old and a.id <> all (:agents))`,
          // A customer's history contains his contacts.
          `update audit t set reason = null, changes = t.changes - 'userCompanies' where t.agency_id = any (:agencies) and t.entity = 'customer'
          and exists (select from unnest(:contacts) i where t.changes::text like '%' || i || '%')`,
          // Audit lines of other records contain his name with his id; the reason of a correction may contain it too.
          `update audit t set reason = null, changes = replace(t.changes::text, to_json(:old::text)::text, to_json(:name::text)::text)::jsonb
          where t.agency_id = any (:agencies) and exists (select from unnest(:agents || :contacts || :customers) i where t.changes::text like '%' || i || '%')`,
          // And the names of his sites.
          `update audit t set changes = (select coalesce(jsonb_object_agg(c.key, c.value), '{}') from jsonb_each(t.changes) c
            where not exists (select from sites s where s.agency_id = t.agency_id and s.customer_id = any (:customers) and c.value::text like '%' || s.id || '%'))
          where t.agency_id = any (:agencies) and exists (select from sites s where s.agency_id = t.agency_id and s.customer_id = any (:customers)
            and t.changes::text like '%' || s.id || '%')`,
        ],
      },
    },
    search: {
      label: 'Mots de recherche',
      where: ofHim('id'),
      derived: true,
      fate: { erase: [`delete from search t where t.agency_id = any (:agencies) and (${ofHim('id')})`] },
    },
    personal_exports: {
      label: 'Exports demandés',
      where: 't.requested_by = any (:users)',
      account: true,
      hides: ['hash'],
      fate: 'withAccount',
    },
    platform_audit: {
      label: 'Historique du compte',
      where: 't.user_id = any (:users) or t.entity_id = any (:users)',
      account: true,
      fate: {
        erase: [
          `update platform_audit t set author = :name, user_id = null where t.user_id = any (:users)`,
          `update platform_audit t set changes = '{}' where t.entity_id = any (:users)`,
        ],
      },
    },
    ...nobodys({
      erased_people: 'numéros de personnes effacées ; ce que la loi garde y est chiffré',
      migrations: 'mises à jour faites',
      platform_settings: 'réglages',
      retention_rules: 'règles',
      retention_runs: 'comptes sans nom',
    }),
  };
};
