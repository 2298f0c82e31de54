// What is held on a private customer: his record, and his places, which are his home.
import type { PersonalTable } from './tables.ts';

/** Of whatever has a `site_id`. */
const atHis = `t.site_id in (select s.id from sites s where s.agency_id = t.agency_id and s.customer_id = any (:customers))`;
const inHisInstructions = (t: string): string =>
  `${t}.site_instruction_id in (select i.id from site_instructions i join sites s on s.agency_id = i.agency_id and s.id = i.site_id
    where i.agency_id = ${t}.agency_id and s.customer_id = any (:customers))`;
const inHisRounds = `t.round_id in (select r.id from rounds r join sites s on s.agency_id = r.agency_id and s.id = r.site_id
  where r.agency_id = t.agency_id and s.customer_id = any (:customers))`;

const removed = (table: string, label: string, where: string): PersonalTable => ({
  label,
  where,
  fate: { erase: [`delete from ${table} t where t.agency_id = any (:agencies) and ${where}`] },
});
const ofCustomer = (table: string, label: string): PersonalTable =>
  removed(table, label, 't.customer_id = any (:customers)');

/** What was done there stays true for those who did it; what was said of the place goes. */
const emptied = (table: string, label: string, sets: string): PersonalTable => ({
  label,
  where: atHis,
  fate: { erase: [`update ${table} t set ${sets} where t.agency_id = any (:agencies) and ${atHis}`] },
});

export const customerFiles: readonly string[] = [
  'select h.logo_id from customers h where h.agency_id = any (:agencies) and h.id = any (:customers) and h.logo_id is not null',
  'select h.file_id from customer_documents h where h.agency_id = any (:agencies) and h.customer_id = any (:customers)',
  ...['site_instruction_files', 'site_instruction_content_images'].map(
    (table) => `select h.file_id from ${table} h where h.agency_id = any (:agencies) and ${inHisInstructions('h')}`,
  ),
];

/** What tells of his places by a name of its own. */
export const hisRecords = `select s.id from sites s where s.agency_id = any (:agencies) and s.customer_id = any (:customers)
  ${['site_instructions', 'checkpoints', 'rounds']
    .map((table) => `union all select t.id from ${table} t where t.agency_id = any (:agencies) and ${atHis}`)
    .join(' ')}`;

export const customerTables: Record<string, PersonalTable> = {
  customers: {
    label: 'Fiche de client',
    where: 't.id = any (:customers)',
    fate: {
      pseudonymise: {
        of: 'customer',
        // The number stands on invoices and in the books.
        columns: ['agency_id', 'id', 'type', 'customer_number_id', 'prospect', 'created_at'],
        sets: { name: ':name', status: '300', version: 'version + 1', updated_at: 'now()' },
      },
    },
  },
  customer_specialties: ofCustomer('customer_specialties', 'Spécialités demandées'),
  customer_documents: ofCustomer('customer_documents', 'Documents du client'),
  customer_discounts: ofCustomer('customer_discounts', 'Remises'),
  customer_planning_mails: { ...ofCustomer('customer_planning_mails', 'Plannings envoyés au client'), hides: ['hash'] },
  sites: {
    label: 'Sites du client',
    where: 't.customer_id = any (:customers)',
    fate: {
      pseudonymise: {
        of: 'customer',
        columns: ['agency_id', 'id', 'customer_id', 'created_at'],
        sets: { name: `'Site de ' || :name`, status: '300', version: 'version + 1', updated_at: 'now()' },
      },
    },
  },
  site_keys: removed('site_keys', 'Clés des sites', atHis),
  site_alarms: removed('site_alarms', 'Alarmes des sites', atHis),
  site_items: removed('site_items', 'Matériel des sites', atHis),
  site_instructions: emptied(
    'site_instructions',
    'Consignes des sites',
    `title = 'Contenu effacé', content = null, status = 300, version = version + 1`,
  ),
  site_instruction_files: removed('site_instruction_files', 'Fichiers des consignes', inHisInstructions('t')),
  site_instruction_content_images: removed(
    'site_instruction_content_images',
    'Images des consignes',
    inHisInstructions('t'),
  ),
  checkpoints: emptied(
    'checkpoints',
    'Points de contrôle des sites',
    `title = 'Point effacé', instructions = null, tag_id = null, latitude = null, longitude = null,
      type = case when type = 'VIRTUAL' then 'QR' else type end, status = 300, version = version + 1`,
  ),
  rounds: emptied(
    'rounds',
    'Rondes des sites',
    `name = 'Ronde effacée', instructions = null, status = 300, version = version + 1`,
  ),
  round_checkpoints: {
    label: 'Parcours des rondes des sites',
    where: inHisRounds,
    fate: {
      erase: [
        `update round_checkpoints t set instructions = null where t.agency_id = any (:agencies) and ${inHisRounds}`,
      ],
    },
  },
  services: {
    label: 'Services sur ses sites',
    where: atHis,
    internal: true,
    // Who worked when stays, for those who did.
    fate: {
      erase: [
        `update services t set comment = null, version = version + 1 where t.agency_id = any (:agencies) and t.comment is not null and ${atHis}`,
        `update audit t set changes = t.changes - 'comment' where t.agency_id = any (:agencies) and t.entity = 'service' and t.changes ? 'comment'
          and t.entity_id in (select v.id from services v join sites s on s.agency_id = v.agency_id and s.id = v.site_id
            where v.agency_id = t.agency_id and s.customer_id = any (:customers))`,
      ],
    },
  },
  told_services: {
    label: 'Services annoncés sur ses sites',
    where: atHis,
    // Who was put there, against which warning, and that it will not take place after all.
    hides: ['published', 'confirmed', 'gone'],
    // Most follow their service; those that are gone from the planning have none to follow.
    fate: {
      erase: [
        `update told_services t set comment = null where t.agency_id = any (:agencies) and t.comment is not null and ${atHis}`,
      ],
    },
  },
  // Those that he was told of are services of theirs.
  service_stops: { ...emptied('service_stops', 'Étapes de tournées sur ses sites', 'comment = null'), internal: true },
};
