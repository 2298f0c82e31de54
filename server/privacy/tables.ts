// Every table says what it holds of a person, how to find it, and what an erasure does with it (GDPR, art. 15 and 17).
// A test fails when a table is neither declared personal here nor declared to tell of nobody.

import type { PersonKind } from '#core/privacy/person.ts';
import { customerFiles, customerTables, hisRecords } from './customer-tables.ts';
import { nobodysTables } from './nobodys.ts';

/** Rows of the person: `:agents`, `:contacts`, `:customers`, `:users` are ids, `:addresses` his e-mail addresses. */
type Condition = string;

export interface PersonalTable {
  /** In French: the section of an export. */
  label: string;
  where: Condition;
  /** Belongs to the account, not to an agency: exported to the person alone, erased with the account. */
  account?: true;
  /** Columns that are nothing to read: hashes, keys, tokens. */
  hides?: readonly string[];
  /** Derived from the rest: not exported. */
  derived?: true;
  /** The agency's own: what he was told of it is exported in its place. */
  internal?: true;
  fate: Fate;
}

type Fate =
  /** Statements of the erasure, in order; `:name` is the name under which he goes on, `:old` his own. */
  | { erase: readonly string[] }
  /** The row itself stays under its pseudonym when one of that kind is erased, freed of all but these columns. */
  | { pseudonymise: { of: PersonKind; columns: readonly string[]; sets: Record<string, string> } }
  /** Goes with the account (foreign keys). */
  | 'withAccount'
  /** What stays, why, and by which rule; it points at the pseudonym. `erase`: what of it goes all the same. */
  | { keep: string; rule: string; erase?: readonly string[] };

const wiped = 'Contenu effacé';
const someone = 'efface@invalid';
const to = (column: string): string =>
  `update emails t set ${column} = (select coalesce(array_agg(case when a = any (:addresses) then '${someone}' else a end), '{}') from unnest(t.${column}) a)
    where t.agency_id = any (:agencies) and t.${column} && :addresses`;

/** His picture, copies of his papers, his documents: about him, whoever sent them. */
export const filesAbout = [
  ...[
    'agents profile_picture_id id agents',
    'contacts profile_picture_id id contacts',
    'agent_expirations file_id agent_id agents',
    'agent_documents file_id agent_id agents',
  ]
    .map((one) => one.split(' '))
    .map(
      ([table, file, person, ids]) =>
        `select h.${file} from ${table} h where h.agency_id = any (:agencies) and h.${person} = any (:${ids}) and h.${file} is not null`,
    ),
  ...customerFiles,
].join(' union ');

const profiles = `t.entity_id = any (:agents || :contacts || :customers) or t.entity_id in (${hisRecords})`;

/** Whoever wrote a line that tells of somebody else. */
const authorOf = (table: string): string =>
  `update ${table} t set author = :name, user_id = null where t.agency_id = any (:agencies) and t.user_id = any (:users)`;

/** Lines of the collaborator's sheet that nothing obliges to keep. */
const ofAgent = (table: string, label: string): PersonalTable => ({
  label,
  where: 't.agent_id = any (:agents)',
  fate: { erase: [`delete from ${table} t where t.agency_id = any (:agencies) and t.agent_id = any (:agents)`] },
});

export const tables: Record<string, PersonalTable | { nobodys: string }> = {
  agents: {
    label: 'Fiches de collaborateur',
    where: 't.id = any (:agents)',
    fate: {
      pseudonymise: {
        of: 'agent',
        // Whoever he was, the plannings and counts that name him stay true.
        columns: ['agency_id', 'id', 'fullname', 'type', 'plannable', 'created_at'],
        sets: {
          firstname: `split_part(:name, ' ', 1)`,
          lastname: `substr(:name, length(split_part(:name, ' ', 1)) + 2)`,
          status: '400',
          version: 'version + 1',
          updated_at: 'now()',
        },
      },
    },
  },
  contacts: {
    label: 'Fiches d’interlocuteur',
    where: 't.id = any (:contacts)',
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
  agent_specialties: ofAgent('agent_specialties', 'Spécialités'),
  agent_expirations: ofAgent('agent_expirations', 'Titres, formations et visites'),
  agent_overtime: ofAgent('agent_overtime', 'Majorations d’heures'),
  agent_restrictions: ofAgent('agent_restrictions', 'Indisponibilités régulières'),
  agent_dogs: ofAgent('agent_dogs', 'Chiens'),
  agent_items: ofAgent('agent_items', 'Matériel remis'),
  agent_calendars: {
    label: 'Adresse d’agenda',
    where: 't.agent_id = any (:agents)',
    hides: ['hash'],
    fate: {
      erase: [
        'delete from agent_calendars t where t.agency_id = any (:agencies) and t.agent_id = any (:agents)',
        authorOf('agent_calendars'),
      ],
    },
  },
  agent_planning_mails: { ...ofAgent('agent_planning_mails', 'Plannings envoyés'), hides: ['hash'] },
  expiration_reminders: ofAgent('expiration_reminders', 'Rappels d’échéances envoyés'),
  agent_badge_specialties: ofAgent('agent_badge_specialties', 'Spécialités du badge'),
  agent_contracts: {
    label: 'Contrats de travail',
    where: 't.agent_id = any (:agents)',
    fate: { keep: 'Les contrats se gardent après le départ', rule: 'staffFiles' },
  },
  agent_documents: {
    label: 'Pièces du dossier',
    where: 't.agent_id = any (:agents)',
    fate: { keep: 'Les pièces du dossier suivent les contrats', rule: 'staffFiles' },
  },
  invitations: {
    label: 'Invitations',
    where: 't.profile_id = any (:agents) or t.profile_id = any (:contacts)',
    hides: ['hash'],
    fate: {
      erase: [
        'delete from invitations t where t.agency_id = any (:agencies) and (t.profile_id = any (:agents) or t.profile_id = any (:contacts))',
      ],
    },
  },
  audit: {
    label: 'Historique : actes sur la fiche, et actes de la personne',
    where: `${profiles} or t.user_id = any (:users)`,
    fate: {
      erase: [
        `update audit t set changes = '{}' where t.agency_id = any (:agencies) and (${profiles})`,
        authorOf('audit'),
        // Support acted for him; a namesake's lines are left alone.
        `update audit t set acting_for = :name where t.agency_id = any (:agencies) and t.acting_for = :old
          and not exists (select from agents a where a.agency_id = t.agency_id and a.fullname = :old and a.id <> all (:agents))`,
        // A customer's history tells his contacts line by line.
        `update audit t set changes = t.changes - 'userCompanies' where t.agency_id = any (:agencies) and t.entity = 'customer'
          and exists (select from unnest(:contacts) i where t.changes::text like '%' || i || '%')`,
        // Other records that named him told his name with his number.
        `update audit t set changes = replace(t.changes::text, to_json(:old::text)::text, to_json(:name::text)::text)::jsonb
          where t.agency_id = any (:agencies) and exists (select from unnest(:agents || :contacts || :customers) i where t.changes::text like '%' || i || '%')`,
        // And his places, by the name that somebody gave them.
        `update audit t set changes = (select coalesce(jsonb_object_agg(c.key, c.value), '{}') from jsonb_each(t.changes) c
            where not exists (select from sites s where s.agency_id = t.agency_id and s.customer_id = any (:customers) and c.value::text like '%' || s.id || '%'))
          where t.agency_id = any (:agencies) and exists (select from sites s where s.agency_id = t.agency_id and s.customer_id = any (:customers)
            and t.changes::text like '%' || s.id || '%')`,
      ],
    },
  },
  search: {
    label: 'Mots de recherche',
    where: `t.id = any (:agents || :contacts || :customers) or t.id in (${hisRecords})`,
    derived: true,
    fate: {
      erase: [
        `delete from search t where t.agency_id = any (:agencies) and (t.id = any (:agents || :contacts || :customers) or t.id in (${hisRecords}))`,
      ],
    },
  },
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
  information_note_agents: ofAgent('information_note_agents', 'Notes d’information adressées nommément'),
  information_note_user_companies: {
    label: 'Notes d’information reçues',
    where: 't.agent_id = any (:agents)',
    fate: { keep: 'Preuve que la note a été portée à la connaissance du personnel', rule: 'staffFiles' },
  },
  service_agents: {
    label: 'Services planifiés',
    where: 't.agent_id = any (:agents)',
    // What nobody announced to him yet is the agency's own thought; what it did is below.
    internal: true,
    fate: { keep: 'Les heures travaillées se justifient après le départ', rule: 'staffFiles' },
  },
  told_service_agents: {
    label: 'Services annoncés',
    where: 't.agent_id = any (:agents)',
    fate: { keep: 'Les heures travaillées se justifient après le départ', rule: 'staffFiles' },
  },
  service_events: {
    label: 'Déroulé des services',
    where: 't.agent_id = any (:agents)',
    fate: {
      keep: 'Les heures travaillées se justifient après le départ',
      rule: 'staffFiles',
      erase: [
        // Whoever told it is there by the name of his account, which may be another than that of his sheet.
        authorOf('service_events'),
        // Support acted for him; a namesake's lines are left alone.
        `update service_events t set author = :name where t.agency_id = any (:agencies) and t.author = :old
          and (t.agent_id = any (:agents) or not exists (select from agents a where a.agency_id = t.agency_id and a.fullname = :old and a.id <> all (:agents)))`,
        'update service_events t set latitude = null, longitude = null, accuracy = null where t.agency_id = any (:agencies) and t.agent_id = any (:agents)',
        // What happened at a private customer's home stays as hours, without words and places.
        `update service_events t set content = null, latitude = null, longitude = null, accuracy = null where t.agency_id = any (:agencies)
          and t.service_id in (select v.id from services v join sites s on s.agency_id = v.agency_id and s.id = v.site_id
            where v.agency_id = t.agency_id and s.customer_id = any (:customers))`,
      ],
    },
  },
  service_breaks: {
    label: 'Pauses et écarts horaires',
    where: `t.agent_id = any (:agents) and exists (select from told_services v where v.agency_id = t.agency_id and v.id = t.service_id)`,
    fate: { keep: 'Les heures travaillées se justifient après le départ', rule: 'staffFiles' },
  },
  service_consents: {
    label: 'Accords donnés à un changement de planning',
    where: 't.agent_id = any (:agents)',
    fate: {
      keep: 'Preuve de l’accord du salarié (art. 7.07.3)',
      rule: 'staffFiles',
      erase: [authorOf('service_consents')],
    },
  },
  unavailabilities: {
    label: 'Indisponibilités',
    where: 't.agent_id = any (:agents)',
    // Days and reason stay under the pseudonym, for the hours that were paid; what was said of them may tell of health.
    fate: {
      erase: [
        'update unavailabilities t set comment = null where t.agency_id = any (:agencies) and t.agent_id = any (:agents)',
        `update audit t set changes = t.changes - 'comment' where t.agency_id = any (:agencies) and t.entity = 'unavailability'
          and t.entity_id in (select c.entity_id from audit c where c.agency_id = t.agency_id and c.entity = t.entity
            and exists (select from unnest(:agents) i where c.changes::text like '%' || i || '%'))`,
      ],
    },
  },
  imports: {
    label: 'Imports lancés',
    where: 't.user_id = any (:users)',
    fate: {
      erase: ['update imports t set author = :name where t.agency_id = any (:agencies) and t.user_id = any (:users)'],
    },
  },
  files: {
    label: 'Fichiers',
    where: `t.uploaded_by = any (:users) or t.id in (${filesAbout})`,
    hides: ['hash'],
    fate: {
      erase: [
        'update files t set uploaded_by = null where t.agency_id = any (:agencies) and t.uploaded_by = any (:users)',
      ],
    },
  },
  emails: {
    label: 'E-mails échangés avec l’agence',
    where: 't.recipients && :addresses or t.cc && :addresses or t.bcc && :addresses or t.user_id = any (:users)',
    hides: ['sealed', 'pending'],
    fate: {
      erase: [
        // Written to him alone: nothing of it is anybody else's.
        `delete from email_attachments t using emails e where e.agency_id = t.agency_id and e.id = t.email_id and t.agency_id = any (:agencies)
          and e.recipients || e.cc || e.bcc <@ :addresses`,
        `update email_events v set email_subject = '${wiped}' from emails e where e.agency_id = v.agency_id and e.id = v.email_id
          and v.agency_id = any (:agencies) and e.recipients || e.cc || e.bcc <@ :addresses`,
        `update emails t set content = null, sealed = null, subject = '${wiped}', pending = '{}',
            state = case when t.state in ('queued', 'deferred') then 'failed' else t.state end
          where t.agency_id = any (:agencies) and t.recipients || t.cc || t.bcc <@ :addresses`,
        'update emails t set pending = array(select a from unnest(t.pending) a where a <> all (:addresses)) where t.agency_id = any (:agencies) and t.pending && :addresses',
        to('recipients'),
        to('cc'),
        to('bcc'),
        `update emails t set author = :name, user_id = null, sender_name = :name, sender = null where t.agency_id = any (:agencies) and t.user_id = any (:users)`,
      ],
    },
  },
  email_events: {
    label: 'Suivi des e-mails',
    where: 't.email = any (:addresses)',
    fate: {
      erase: [
        `update email_events t set email = '${someone}' where t.agency_id = any (:agencies) and t.email = any (:addresses)`,
      ],
    },
  },
  users: {
    label: 'Compte',
    where: 't.id = any (:users)',
    account: true,
    hides: ['password_hash'],
    fate: 'withAccount',
  },
  sessions: {
    label: 'Connexions',
    where: 't.user_id = any (:users)',
    account: true,
    hides: ['refresh_hash', 'generation'],
    fate: 'withAccount',
  },
  user_devices: {
    label: 'Appareils',
    where: 't.user_id = any (:users)',
    account: true,
    hides: ['token'],
    fate: 'withAccount',
  },
  user_tokens: {
    label: 'Liens envoyés',
    where: 't.user_id = any (:users)',
    account: true,
    hides: ['hash'],
    fate: 'withAccount',
  },
  user_second_factors: {
    label: 'Validation en deux étapes',
    where: 't.user_id = any (:users)',
    account: true,
    hides: ['secret'],
    fate: 'withAccount',
  },
  user_recovery_codes: {
    label: 'Codes de secours',
    where: 't.user_id = any (:users)',
    account: true,
    hides: ['hash'],
    fate: 'withAccount',
  },
  idempotency_keys: {
    label: 'Réponses gardées pour un envoi répété',
    where: 't.user_id = any (:users)',
    account: true,
    derived: true,
    fate: 'withAccount',
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
  platform_emails: {
    label: 'E-mails du compte',
    where: 't.recipients && :addresses',
    account: true,
    hides: ['sealed', 'pending'],
    fate: { erase: ['delete from platform_emails t where t.recipients && :addresses'] },
  },
  agency_expiration_recipients: ofAgent('agency_expiration_recipients', 'Rappels d’expirations reçus'),
  ...customerTables,
  ...nobodysTables,
};

export const personalTables: readonly [string, PersonalTable][] = Object.entries(tables).filter(
  (entry): entry is [string, PersonalTable] => 'label' in entry[1],
);
