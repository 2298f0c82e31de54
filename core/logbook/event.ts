// The daily log (main courante): entries of a site, as they stand after their corrections (P-001 to P-017, decision 88).
import { entity } from '../kernel/entity.ts';
import { choice, decimal, files, flag, found, group, integer, lines, moment, ref, text } from '../kernel/field.ts';
import { logCategories } from './categories.ts';
import { typeLabels } from './types.ts';

/** Nothing is changed or deleted: a correction and a withdrawal are entries that name the first one. */
export const eventStates = { RECORDED: 'Consignée', CORRECTED: 'Corrigée', WITHDRAWN: 'Retirée' } as const;

const section = 'Événement';

export const location = () => ({
  latitude: decimal('Latitude', { written: 'server', required: true }),
  longitude: decimal('Longitude', { written: 'server', required: true }),
  accuracy: decimal('Précision', { written: 'server' }),
  altitude: decimal('Altitude', { written: 'server' }),
});

const roundPass = () => ({
  id: text('Passage', { written: 'server', required: true }),
  /** The line of the service: its sheet shows the pass. */
  serviceRound: text('Ronde du service', { written: 'server', required: true }),
  name: text('Ronde', { written: 'server', required: true }),
  startedAt: moment('Début', { written: 'server', required: true }),
});

const readers = {
  agency: ['listDailyLogs', 'listSiteDailyLogs', 'listServiceEvents'],
  agent: ['listOwnDailyLogs'],
  customer: ['listDailyLogs', 'listSiteDailyLogs'],
} as const;

export const LogEvent = entity({
  name: 'event',
  plural: 'data',
  table: 'logbook_events',
  label: { one: 'Main courante', many: 'Mains courantes', feminine: true },
  description: 'Ce que les agents consignent pendant leurs services.',
  title: 'label',
  order: { by: 'createdAt', ascending: false },
  date: 'createdAt',
  pageSize: 10,
  columns: ['createdAt', 'label', 'type.typeKey', 'site', 'description', 'author', 'state'],
  grants: { list: readers, read: readers, create: {}, edit: {} },
  paths: { list: '/fetch/allEvents' },
  // P-017
  missing: 'Impossible de trouver la main courante',
  personal: {
    // The chain has it, with its author.
    agent: { nobodys: 'exporté avec ce qui a été écrit' },
    site: { fate: { becomes: { description: null, subType: null } }, label: 'Mains courantes de ses sites' },
  },
  fields: {
    createdAt: moment('Date', { section, written: 'server', required: true, column: 'shown', filter: true, sql: 'at' }),
    /** As it was when the entry was written. */
    label: text('Événement', { section, written: 'server', required: true, column: 'shown', search: true }),
    type: group('Type', {
      typeKey: choice('Catégorie', logCategories, {
        ...{ section, written: 'server', required: true, column: 'shown', filter: true, sql: 'category' },
      }),
      id: choice('Type', typeLabels, { section, written: 'server', required: true, filter: true, sql: 'type' }),
    }),
    subType: text('Précision', { section, written: 'server', column: 'offered' }),
    description: text('Description', {
      ...{ section, written: 'server', multiline: true, column: 'shown', chars: 60, search: true },
    }),
    /** Null for an agent who no longer works there. */
    site: ref('Site', 'site', { section, written: 'server', column: 'shown', filter: true }),
    service: ref('Service', 'service', { section, written: 'server', column: 'offered', filter: true }),
    /** Null: not of a round, or of one that the caller does not see. */
    serviceRoundExecution: found('Passage de ronde', roundPass(), { section }),
    /** Named as it was when the round was walked. */
    roundCheckpoint: ref('Point de contrôle', 'checkpoint', {
      section,
      written: 'server',
      column: 'offered',
    }),
    agent: ref('Collaborateur', 'agent', {
      section,
      written: 'server',
      column: 'offered',
      filter: true,
      reserved: 'customers',
    }),
    /** An agent reads his own name only. */
    author: text('Auteur', { section, written: 'server', column: 'shown', reserved: 'customers' }),
    state: choice('État', eventStates, { section, written: 'server', required: true, column: 'shown', filter: true }),
    /** The place in the chain of the site. */
    reference: text('Référence', { section, written: 'server', required: true, column: 'offered' }),
    customerShow: flag('Visible par le client', {
      section,
      written: 'server',
      column: 'offered',
      filter: true,
      reserved: 'reading',
    }),
    photoCount: integer('Photos', { section, written: 'server', required: true, column: 'offered' }),
    location: found('Position', location(), { section, reserved: 'reading' }),
    receivedAt: moment('Reçue le', { section, written: 'server', required: true, column: 'offered' }),
    // P-003
    eventMessages: lines(
      'Constatations',
      {
        content: text('Commentaire', { written: 'server', multiline: true }),
        attachments: files('Photos', { table: 'logbook_finding_files' }),
        createdAt: moment('Date', { written: 'server', required: true }),
        author: text('Auteur', { written: 'server' }),
        /** For the agency. */
        location: found('Position', location()),
        state: choice('État', eventStates, { written: 'server', required: true }),
      },
      { section: 'Constatations', one: 'Constatation', written: 'server', table: 'logbook_findings' },
    ),
  },
});
