import { entity } from '../kernel/entity.ts';
import {
  address,
  type Condition,
  choice,
  flag,
  flags,
  group,
  integer,
  lines,
  moment,
  ref,
  refs,
  status,
  text,
} from '../kernel/field.ts';
import { deletion, machine } from '../kernel/machine.ts';
import { offeredTypes } from '../logbook/offered.ts';
import { reportTemplates } from '../reports/types.ts';
import { itemFields } from './items.ts';

export const siteStatus = machine({
  initial: 100,
  states: {
    100: { label: 'Actif', tone: 'positive' },
    200: { label: 'Inactif', tone: 'neutral' },
    300: { label: 'Archivé', tone: 'warning', archived: true },
  },
  moves: {
    archive: { label: 'Archivage', from: [100, 200], to: 300, right: 'archiveSite', done: 'Site archivé' },
    reactivate: { label: 'Réactivation', from: [200, 300], to: 100, right: 'archiveSite', done: 'Site réactivé' },
    deactivate: {
      label: 'Désactivation',
      from: [100, 300],
      to: 200,
      right: 'archiveSite',
      done: 'Site désactivé',
      offered: [],
    },
    delete: {
      label: 'Suppression',
      from: [100, 200, 300],
      to: null,
      right: 'deleteSite',
      done: 'Site supprimé',
      confirm: deletion,
    },
  },
});

/** What a site shows to its agents and its customer (1 §6, C-018). */
export const siteRights = {
  readInstructions: 'Consulter les consignes',
  readKeys: 'Consulter les clés',
  readAlarms: 'Consulter les alarmes',
  readItems: 'Consulter le matériel',
  readDailyLogs: 'Consulter les mains courantes',
} as const;

export type SiteRight = keyof typeof siteRights;

/** Agents and customers on their own paths see it only if the site allows it. */
export const opened = (right: SiteRight): Condition[] => [
  { path: `rightsAgent.${right}`, is: true, on: 'agent' },
  { path: `rightsCustomer.${right}`, is: true, on: 'customer' },
];

export const Site = entity({
  name: 'site',
  plural: 'sites',
  table: 'sites',
  label: { one: 'Site', many: 'Sites' },
  description: 'Les lieux que votre agence surveille, avec leurs accès et leurs consignes.',
  title: 'name',
  subtitle: ['address', 'customer'],
  order: { by: 'name', ascending: true },
  // D-033, I-012
  pageSize: 4_000,
  date: 'createdAt',
  grants: {
    list: { agency: ['listSites'], agent: ['listOwnSites'], customer: ['listSites'] },
    read: { agency: ['listSites'], agent: ['listOwnSites'], customer: ['listSites'] },
    create: { agency: ['createSite'], customer: ['createSite'] },
    edit: { agency: ['editSite'], customer: ['editSite'] },
  },
  alsoForAgents: ['save', 'act'],
  fields: {
    name: text('Nom', { section: 'Général', required: true, column: 'shown', search: true }),
    /** Of its name (core/sites/code.ts), as the planning shows it. */
    code: text('Code', { written: 'server', required: true, column: 'offered', chars: 5, search: true, max: 5 }),
    customer: ref('Client', 'customer', {
      section: 'Général',
      required: true,
      column: 'shown',
      filter: true,
      search: true,
    }),
    status: status('Statut', siteStatus, { column: 'shown', filter: true }),
    specialties: refs('Spécialités', 'specialty', { section: 'Général', column: 'offered', filter: true }),
    slug: text('Identifiant court', {
      section: 'Général',
      format: 'slug',
      column: 'offered',
      max: 80,
      width: 'half',
      help: 'Déduit du nom s’il reste vide.',
    }),
    address: address('Adresse', { section: 'Adresse', column: 'shown', search: true }),
    radius: integer('Rayon (m)', {
      section: 'Adresse',
      default: 100,
      min: 0,
      max: 100_000,
      required: true,
      column: 'offered',
      width: 'half',
    }),
    loneWorker: flag('Protection du travailleur isolé', {
      section: 'Protection',
      column: 'offered',
      filter: true,
      reserved: 'writing',
      help: 'Le téléphone des agents surveille les chutes, l’inactivité et le périmètre (le rayon autour de l’adresse) ; l’agence est prévenue s’il se tait.',
    }),
    // Decision 92
    weakNetwork: flag('Réseau faible', {
      section: 'Protection',
      column: 'offered',
      reserved: 'writing',
      shownWhen: { path: 'loneWorker', is: true },
    }),
    silenceDelay: integer('Sans nouvelles du téléphone (min)', {
      section: 'Protection',
      required: true,
      default: 30,
      min: 5,
      max: 240,
      width: 'half',
      reserved: 'writing',
      shownWhen: { path: 'weakNetwork', is: true },
    }),
    siteKeys: lines(
      'Clés',
      {
        label: text('Libellé', { required: true, max: 120, width: 'half' }),
        code: text('Numéro', { max: 120, width: 'half' }),
        comment: text('Commentaire', { max: 500 }),
      },
      { section: 'Clés et alarmes', one: 'Clé', shownWhen: opened('readKeys') },
    ),
    siteAlarms: lines(
      'Alarmes',
      {
        label: text('Libellé', { required: true, max: 120, width: 'half' }),
        code: text('Code', { max: 120, width: 'half' }),
        comment: text('Commentaire', { max: 500 }),
      },
      { section: 'Clés et alarmes', one: 'Alarme', shownWhen: opened('readAlarms') },
    ),
    // Read here, saved by a separate call with its own right (I-010).
    items: lines('Matériel', itemFields, {
      section: 'Matériel',
      table: 'site_items',
      written: 'server',
      right: 'listSiteItems',
    }),
    // Decision 37: agents who may not work here.
    siteUsers: lines(
      'Collaborateurs interdits',
      {
        agent: ref('Collaborateur', 'agent', { required: true }),
        // 1 §3 and 1 §7 name the site in each line, too.
        site: ref('Site', 'site', { written: 'server', offScreen: true }),
      },
      {
        section: 'Accès',
        one: 'Collaborateur',
        right: 'listAgents',
        reserved: 'reading',
        help: 'Ils ne peuvent pas être planifiés sur ce site.',
      },
    ),
    rightsAgent: flags('Ouvert aux collaborateurs', siteRights, {
      section: 'Accès',
      reserved: 'writing',
      default: ['readInstructions', 'readKeys', 'readAlarms', 'readItems'],
    }),
    rightsCustomer: flags('Ouvert au client', siteRights, {
      section: 'Accès',
      reserved: 'writing',
      default: ['readInstructions', 'readDailyLogs'],
    }),
    notifySiteInstructionAgents: flag('Prévenir les collaborateurs des nouvelles consignes', {
      section: 'Notifications',
      writeRight: 'editSiteInstructionNotification',
      reserved: 'reading',
    }),
    notifySiteInstructionAdmins: flag('Prévenir les responsables des nouvelles consignes', {
      section: 'Notifications',
      writeRight: 'editSiteInstructionNotification',
      reserved: 'reading',
    }),
    notifySiteInstructionCustomers: flag('Prévenir le client des nouvelles consignes', {
      section: 'Notifications',
      writeRight: 'editSiteInstructionNotification',
      reserved: 'reading',
    }),
    eventReportEnabled: flag('Envoyer la main courante au client', { section: 'Rapports', reserved: 'reading' }),
    interventionReportAfterServiceEnabled: flag('Envoyer le rapport au client dès la fin du service', {
      section: 'Rapports',
      reserved: 'reading',
      help: 'Sinon, les rapports des dernières 24 heures partent ensemble, chaque matin.',
    }),
    interventionReportTemplate: choice("Modèle du rapport d'intervention", reportTemplates, {
      section: 'Rapports',
      required: true,
      default: 'STANDARD',
      reserved: 'reading',
      width: 'half',
    }),
    siteSettingsFeature: group('Événements', {
      useAgencyServiceEventTypes: flag("Utiliser les types d'événements de l'agence", {
        section: 'Rapports',
        default: true,
        reserved: 'reading',
        help: 'Sinon, ce site a les siens : choisissez-les dans sa « Main courante », avec « Types ».',
      }),
    }),
    /** Empty: those of the agency. */
    serviceEventTypes: offeredTypes(),
    comments: text('Commentaires', {
      section: 'Commentaires',
      multiline: true,
      column: 'offered',
      reserved: 'reading',
    }),
    createdAt: moment('Créé le', { written: 'server', required: true, column: 'offered' }),
  },
});
