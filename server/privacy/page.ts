// The export as the person reads it: French labels, words instead of codes, local times, names instead of ids. What has
// no word is only in the JSON beside it.

import { actLabel } from '#core/acts.ts';
import { allEntities } from '#core/entities.ts';
import { wallClock } from '#core/kernel/clock.ts';
import { inUnit } from '#core/kernel/duration.ts';
import { type Entity, flatFields } from '#core/kernel/entity.ts';
import type { Field, Fields } from '#core/kernel/field.ts';
import { escapeHtml, textOfHtml } from '#core/kernel/html.ts';
import { stateOf } from '#core/kernel/machine.ts';
import { formatMoney } from '#core/kernel/money.ts';
import { frenchDay } from '#core/kernel/validators.ts';
import { consentMeans } from '#core/planning/calls.ts';
import { labelOfEvent } from '#core/planning/lifecycle.ts';
import { Service } from '#core/planning/service.ts';
import { isRight, rightLabel } from '#core/rights.ts';
import { readingWays } from '#core/rounds/execution.ts';
import { signatureSteps } from '#core/signing/steps.ts';
import type { Db } from '#server/db/database.ts';
import { addressColumns, columnOf, linesTable, nameAt } from '#server/kernel/names.ts';
import { isUuid } from '#server/kernel/uuid.ts';
import type { Section } from './export.ts';

type Row = Record<string, unknown>;

/** Labels of columns that no field declares. */
const labels: Readonly<Record<string, string>> = {
  accepted_at: 'Acceptée le',
  accuracy: 'Précision (m)',
  acknowledged_at: 'Confirmée le',
  act: 'Suivi',
  acting_for: 'Pour le compte de',
  action: 'Action',
  admin: 'Administrateur de la plateforme',
  agency_id: 'Agence',
  agent_admin: 'Modèles de contrats des collaborateurs',
  asked_at: 'Dernier message du demandeur',
  at: 'Date',
  author: 'Auteur',
  awaited: 'En attente de l’agence',
  bcc: 'Copie cachée',
  browser: 'Navigateur',
  browser_name: 'Navigateur',
  browser_version: 'Version du navigateur',
  card_receipt: 'Récépissé de carte',
  cc: 'Copie',
  changed_at: 'Modifiée le',
  changes: 'Modifications',
  channels: 'Moyens',
  city: 'Ville',
  comment: 'Commentaire',
  confirmed_at: 'Confirmée le',
  content: 'Contenu',
  counters: 'Compteurs de repos',
  country: 'Pays',
  created_at: 'Créé le',
  credited_amount: 'Montant crédité',
  customer_admin: 'Modèles de contrats des clients',
  customer_id: 'Client',
  customer_show: 'Montré au client',
  decided_at: 'Décidé le',
  decided_by: 'Décidé par',
  decision: 'Décision',
  device_infos: 'Appareil',
  done: 'Lignes importées',
  downloads: 'Téléchargements',
  edition: 'Version',
  effective: 'Minutes effectives',
  email: 'E-mail',
  end_date: 'Au',
  ended_at: 'Terminé le',
  enrolled_at: 'Inscrit le',
  entity: 'Concerne',
  estimate_recipient: 'Reçoit les devis',
  expires_at: 'Expire le',
  agency_name: 'Agence',
  siret: 'SIRET',
  with_trial: 'Avec l’essai gratuit',
  terms_version: 'Version des conditions',
  terms_accepted_at: 'Conditions acceptées le',
  file_id: 'Fichier',
  file_name: 'Fichier',
  first_login: 'Première connexion à faire',
  firstname: 'Prénom',
  fullname: 'Nom complet',
  has_mandate: 'Mandat de représentation',
  identity_valid: 'Identité vérifiée',
  information_note_id: 'Note',
  invoice_recipient: 'Reçoit les factures',
  as_manager: 'Comme administrateur de l’agence',
  is_support: 'Support de la plateforme',
  ip: 'Adresse IP',
  job: 'Fonction',
  last_login: 'Dernière connexion',
  last_seen_at: 'Vu le',
  lastname: 'Nom',
  latitude: 'Latitude',
  lines: 'Lignes de paie',
  located_at: 'Heure de la position',
  longitude: 'Longitude',
  lost_at: 'Déclaré perdu le',
  manual: 'Signé sur place',
  mandate_hours: 'Heures de mandat',
  means: 'Moyen',
  month: 'Mois',
  moved: 'Mouvement du stock',
  name: 'Nom',
  obtained_at: 'Obtenu le',
  on_notice: 'En préavis',
  opened_at: 'Ouvert le',
  paid: 'Minutes payées',
  paid_amount: 'Montant payé',
  phone: 'Téléphone',
  planning_recipient: 'Reçoit le planning',
  position: 'Numéro',
  printed: 'Mentions imprimées',
  profile_picture_id: 'Photo',
  read_at: 'Lu le',
  ready_at: 'Prêt le',
  reason: 'Motif',
  received_at: 'Reçu le',
  recipients: 'Destinataires',
  refusal: 'Motif du refus',
  refused_at: 'Refusé le',
  register_number: 'Numéro au registre du personnel',
  registration_number: 'Matricule',
  reminded_at: 'Relancé le',
  replaced_at: 'Remplacé le',
  replaced_by: 'Remplacé par',
  replaced_qualifies: 'Salarié remplacé transférable',
  rights: 'Droits',
  rotated_at: 'Renouvelée le',
  row_count: 'Nombre de lignes',
  seen_at: 'Vu le',
  send_customer_intervention_report: 'Reçoit les rapports d’intervention',
  send_customer_service_event_report: 'Reçoit la main courante',
  sender: 'Expéditeur',
  sender_name: 'Nom de l’expéditeur',
  sent_at: 'Envoyé le',
  service_id: 'Service',
  settled_at: 'Traité le',
  signed_at: 'Signé le',
  site_id: 'Site',
  size: 'Taille en octets',
  specialty_id: 'Spécialité',
  start_date: 'Du',
  started_at: 'Commencé le',
  street: 'Rue',
  subject: 'Objet',
  super_admin: 'Super-administrateur',
  title: 'Titre',
  told_at: 'Lien envoyé le',
  total: 'Total',
  type: 'Événement',
  type_id: 'Type',
  typed: 'Nom tapé',
  unfit: 'Inapte',
  unplanned: 'Non planifié',
  unavailability_made: 'Absence née de la demande',
  updated_at: 'Modifié le',
  used_at: 'Utilisé le',
  waiting: 'Éléments à transmettre',
  way: 'Moyen de lecture',
  who: 'Personne',
  zipcode: 'Code postal',
};

/** Internal columns, and codes whose meaning another column says in words: only in the JSON. */
export const isInternal = (table: string, column: string): boolean =>
  /^(id|version|rank|archived_from|accounts|badge_code|copy_of|paused_from|rights_hash|mapping|heads|outcome|duplicates|starts|attempts|last_error|host|link|mime_type|pages_config|last_step|purpose|step|subject_agency|subject_kind|acting_as|publication|status_before|status_after|state|kind|(uploaded|invited|requested|changed)_by)$/.test(
    column,
  ) ||
  (table === 'emails' || table === 'platform_emails' ? column === 'reason' || column === 'content' : false) ||
  (table === 'contacts' && column === 'status') ||
  (column === 'freed' && ['agent_requests', 'staff_transfer_leavers'].includes(table)) ||
  (table === 'signature_steps' && column === 'detail') ||
  (column.endsWith('_id') && labels[column] === undefined && fieldAt(table, column)?.kind !== 'text');

/** The published copy of services has the fields of services. */
const entityOf = (table: string): Entity | undefined =>
  table === 'published_services' ? Service : allEntities.find((of) => of.table === table);

const columnsOf = (fields: readonly (readonly [string, Field])[]): [string, Field][] =>
  fields.map(([path, field]) => [columnOf(nameAt(path), field), field]);

/** The fields of a table: of its entity, and of the list whose lines it holds. */
function fieldsOf(table: string): Map<string, Field> {
  const lines = allEntities.flatMap((of) =>
    flatFields(of.fields).flatMap(([path, field]) =>
      field.kind === 'lines' && linesTable(nameAt(path), field) === table
        ? columnsOf(flatFields(field.fields as Fields))
        : [],
    ),
  );
  return new Map([...lines, ...columnsOf(flatFields(entityOf(table)?.fields ?? {}))]);
}

const known = new Map<string, Map<string, Field>>();
function fieldsAt(table: string): Map<string, Field> {
  const fields = known.get(table) ?? fieldsOf(table);
  known.set(table, fields);
  return fields;
}
const fieldAt = (table: string, column: string): Field | undefined => fieldsAt(table).get(column);

/** Undefined: the column has no word and is left out. */
export const labelOf = (table: string, column: string): string | undefined =>
  isInternal(table, column) ? undefined : (fieldAt(table, column)?.label ?? labels[column]);

export interface Reading {
  zone: string;
  currency: string;
  /** Names of the records that rows refer to, by id. */
  names: ReadonlyMap<string, string>;
}

const codes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'round_events.way': readingWays,
  'signature_steps.act': signatureSteps,
  'service_consents.means': consentMeans,
  'notification_preferences.channels': { here: 'Dans l’application', mail: 'Par e-mail' },
};

const figures = new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 7, useGrouping: false });
const regions = new Intl.DisplayNames('fr', { type: 'region' });

/** The local time of an instant, the French writing of a day, the words of everything else. */
export function plainWords(value: unknown, reading: Reading): string {
  const { zone, names } = reading;
  if (value === true) return 'Oui';
  if (value === false) return 'Non';
  if (typeof value === 'string') {
    if (names.has(value)) return names.get(value) as string;
    if (/^\d{4}-\d\d-\d\d$/.test(value)) return frenchDay(value);
    if (/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value)) {
      const { day, time } = wallClock(value, zone);
      return `${frenchDay(day)} à ${time}`;
    }
    if (/^\d\d:\d\d:\d\d$/.test(value)) return value.slice(0, 5);
    return isRight(value) ? rightLabel(value) : value;
  }
  if (Array.isArray(value)) return value.map((one) => plainWords(one, reading)).join(', ');
  // Only what people named themselves has a word; ids and codes inside are in the JSON.
  if (typeof value === 'object' && value !== null) {
    const { name, fullname } = value as { name?: unknown; fullname?: unknown };
    return typeof name === 'string' ? name : typeof fullname === 'string' ? fullname : '…';
  }
  if (typeof value === 'number') return figures.format(value);
  return value === null || value === undefined ? '—' : String(value);
}

function fieldWords(field: Field | undefined, of: Entity | undefined, value: unknown, reading: Reading): string {
  if (field?.kind === 'status' && of?.machine) return stateOf(of.machine, Number(value)).label;
  const { options } = (field ?? {}) as { options?: Readonly<Record<string, string>> };
  if (options && !(typeof value === 'object' && value !== null && !Array.isArray(value)))
    return [value]
      .flat()
      .map((code) => options[String(code)] ?? plainWords(code, reading))
      .join(', ');
  if (field?.kind === 'integer' && field.unit) return inUnit(Number(value), field.unit);
  if (field?.kind === 'money') return formatMoney(Number(value), reading.currency, field.decimals);
  if (field?.kind === 'html') return textOfHtml(String(value));
  return plainWords(value, reading);
}

/** « Planifiable : Oui → Non ». */
function changesWords(of: Entity | undefined, changes: unknown, reading: Reading): string {
  const fields = new Map(of ? flatFields(of.fields) : []);
  return Object.entries((changes ?? {}) as Record<string, { before?: unknown; after?: unknown } | null>)
    .flatMap(([path, change]) => {
      const field = fields.get(path);
      if (!field) return [];
      const say = (value: unknown): string => (isEmpty(value) ? '—' : fieldWords(field, of, value, reading));
      return `${field.label} : ${say(change?.before)} → ${say(change?.after)}`;
    })
    .join('\n');
}

export function wordsOf(table: string, column: string, row: Row, reading: Reading): string {
  const value = row[column];
  if (table === 'audit' || table === 'platform_audit') {
    const of = allEntities.find(({ name }) => name === row.entity);
    if (column === 'changes') return changesWords(of, value, reading);
    if (column === 'entity') return of?.label.one ?? 'Compte';
    if (column === 'action') {
      const label = actLabel(of ?? Service, String(value));
      return label === value ? 'Autre action' : label;
    }
  }
  if (table === 'service_events' && column === 'type') return labelOfEvent(Number(value));
  if (table === 'imports' && column === 'entity')
    return allEntities.find(({ name }) => name === value)?.label.many ?? 'Autre';
  const own = codes[`${table}.${column}`];
  if (own)
    return [value]
      .flat()
      .map((code) => own[String(code)] ?? '')
      .join(', ');
  if (/(^|_)country$|^nationality$/.test(column) && /^[A-Z]{2}$/.test(String(value)))
    return regions.of(String(value)) ?? '';
  return fieldWords(fieldAt(table, column), entityOf(table), value, reading);
}

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  JSON.stringify(value) === '{}';

/** Names of the records that these rows refer to: a service is its site and its hours. Other people are not named. */
export async function namesFor(db: Db, sections: readonly Section[], agencies: readonly string[]): Promise<Reading> {
  const ids = [
    ...new Set(
      sections.flatMap(({ rows }) =>
        rows.flatMap((row) =>
          Object.entries(row).flatMap(([column, value]) =>
            column.endsWith('_id') && typeof value === 'string' && isUuid(value) ? [value] : [],
          ),
        ),
      ),
    ),
  ];
  const [place] = await db.query<{ zone: string; currency: string }>({
    text: 'select time_zone as zone, currency from agencies where id = any ($1::uuid[]) order by created_at limit 1',
    values: [agencies],
  });
  const zone = place?.zone ?? 'Europe/Paris';
  const named = (
    [
      ['sites', 'name'],
      ['customers', 'name'],
      ['specialties', 'name'],
      ['expiration_types', 'name'],
      ['agency_unavailability_types', 'name'],
      ['agency_salary_element_types', 'name'],
      ['files', 'name'],
      ['information_notes', 'title'],
    ] as const
  ).map(
    ([table, name]) =>
      `select id, ${name} as name from ${table} where agency_id = any ($2::uuid[]) and id = any ($1::uuid[])`,
  );
  const time = (column: string, format: string): string => `to_char(v.${column} at time zone $3, '${format}')`;
  const rows = await db.query<{ id: string; name: string }>({
    text: `${named.join(' union all ')}
      union all select id, name from agencies where id = any ($1::uuid[])
      union all select v.id, s.name || ', le ' || ${time('start_at', 'DD/MM/YYYY')} || ' de ' || ${time('start_at', 'HH24:MI')} || ' à ' || ${time('end_at', 'HH24:MI')}
        from published_services v join sites s on s.agency_id = v.agency_id and s.id = v.site_id
        where v.agency_id = any ($2::uuid[]) and v.id = any ($1::uuid[])`,
    values: [ids, agencies, zone],
  });
  return { zone, currency: place?.currency ?? 'EUR', names: new Map(rows.map(({ id, name }) => [id, name])) };
}

/** The fields in the order of the form, then what no form shows. */
export function inFormOrder(table: string, row: Row): [string, unknown][] {
  const places = [...fieldsAt(table)].flatMap(([column, { kind }]) =>
    kind === 'address' ? Object.values(addressColumns(column)) : [column],
  );
  const placeOf = (column: string): number => (places.indexOf(column) + places.length + 1) % (places.length + 1);
  return Object.entries(row).sort(([one], [other]) => placeOf(one) - placeOf(other));
}

/** A page that works without network and scripts. */
export function pageOf(name: string, sections: readonly Section[], now: Date, reading: Reading): string {
  const parts = sections.map(({ table, label, rows }) => {
    const items = rows.map((row) => {
      const entries = inFormOrder(table, row).flatMap(([column, value]) => {
        const title = labelOf(table, column);
        // A reference without a name is an id.
        const isId = column.endsWith('_id') && isUuid(String(value)) && !reading.names.has(String(value));
        const words = title === undefined || isEmpty(value) || isId ? '' : wordsOf(table, column, row, reading);
        return words === '' ? [] : `<dt>${escapeHtml(title as string)}</dt><dd>${escapeHtml(words)}</dd>`;
      });
      return `<dl>${entries.join('')}</dl>`;
    });
    return `<section><h2>${escapeHtml(label)} (${rows.length})</h2>${items.join('')}</section>`;
  });
  return `<!doctype html><html lang="fr"><meta charset="utf-8"><title>Données personnelles — ${escapeHtml(name)}</title>
<style>body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}dl{display:grid;grid-template-columns:14rem 1fr;gap:.2rem 1rem;border-top:1px solid #ccc;padding:.6rem 0;margin:0}dt{color:#555}dd{margin:0;overflow-wrap:anywhere;white-space:pre-wrap}</style>
<h1>Données personnelles de ${escapeHtml(name)}</h1>
<p>Établi le ${plainWords(now.toISOString(), reading)}. Tout ce que la plateforme conserve sur cette personne ; le fichier JSON joint contient en plus les identifiants et les codes internes.</p>
${parts.join('\n')}</html>`;
}
