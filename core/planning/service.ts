// A service: a post to hold on a site from one moment to another, by one or several agents. A circuit (tournée) is a
// service with several stops (2 §3; N-001, N-002, O-002).
import { entity } from '../kernel/entity.ts';
import {
  choice,
  choices,
  flag,
  found,
  integer,
  lines,
  moment,
  ref,
  refs,
  status,
  text,
  time,
} from '../kernel/field.ts';
import type { Violation } from '../kernel/problem.ts';
import { allReportTypes, reportLabels, reportTypes, signers } from '../reports/types.ts';
import { activityTypes } from './activity.ts';
import { selectableStatuses, serviceStatus, waiting } from './status.ts';

/** */
export const breakTypes = {
  0: 'Pause',
  1: 'Retard',
  2: 'Départ anticipé sur demande du collaborateur',
  3: 'Départ anticipé non autorisé',
  4: 'Absence durant le service',
} as const;

/** Whether the service is published to its agents, and unchanged since. */
export const publications = { DRAFT: 'Brouillon', PUBLISHED: 'Publié', CHANGED: 'Modifié depuis' } as const;

/** A longer one must be split (agreement of 18 May 1993, art. 2: 72 hours for firemen). */
export const longestService = 72 * 60;

/** Who reads the planning. */
export const planningReaders = {
  agency: ['readAgentPlanning', 'readSitePlanning'],
  agent: ['readOwnPlanning'],
  customer: ['readSitePlanning'],
} as const;

const planned = 'Horaires';
const people = 'Collaborateurs';
const post = 'Service';

export const Service = entity({
  name: 'service',
  plural: 'services',
  table: 'services',
  label: { one: 'Service', many: 'Services' },
  description: 'Les vacations de vos collaborateurs sur les sites, passées et à venir.',
  title: 'reference',
  subtitle: ['site', 'startAt'],
  order: { by: 'startAt', ascending: false },
  date: 'startAt',
  // N-037
  pageSize: 10,
  offered: {
    usual: { status: selectableStatuses },
    begun: { status: selectableStatuses.filter((code) => code !== waiting) },
    // Whose report can be written.
    ...Object.fromEntries(
      allReportTypes.map((type) => [
        type,
        { activityType: [reportTypes[type].activity], status: selectableStatuses.filter((code) => code !== waiting) },
      ]),
    ),
  },
  columns: [
    // The first five fit at 1440 px.
    'startAt',
    'site',
    'postTitle',
    'agents',
    'status',
    'endAt',
    'reference',
    'minutes',
    'missingAgents',
    'publication',
  ],
  grants: {
    list: { agency: ['listServices'], agent: ['listOwnServices'], customer: ['listServices'] },
    read: { agency: ['listServices'], agent: ['listOwnServices'], customer: ['listServices'] },
    create: { agency: ['createService'] },
    edit: { agency: ['editService'] },
  },
  // The board of the supervision too.
  shownTo: { ...planningReaders, agency: [...planningReaders.agency, 'readSupervision'] },
  personal: {
    // Working times stay, for the agents concerned.
    site: { fate: { becomes: { comment: null } }, label: 'Services sur ses sites', internal: true },
    // Unpublished services belong to the agency; published ones are exported from their own table.
    agents: {
      fate: { keep: 'Les heures travaillées se justifient après le départ', rule: 'staffFiles' },
      label: 'Services planifiés',
      internal: true,
    },
  },
  // N-026, N-033: circuits and services share their calls.
  paths: { list: '/fetch/circuits', read: '/circuit/{id}' },
  fields: {
    reference: text('Référence', {
      written: 'server',
      required: true,
      column: 'shown',
      chars: 8,
      search: true,
      max: 20,
    }),
    // Only « Prolongation de service/tournée » is longer, and is cut: the hours are worth more.
    status: status('Statut', serviceStatus, { column: 'shown', filter: true, chars: 15 }),
    site: ref('Site', 'site', {
      section: post,
      required: true,
      column: 'shown',
      chars: 21,
      filter: true,
      search: 'target',
    }),
    postTitle: text('Poste', { section: post, max: 80, column: 'shown', chars: 18, search: true, width: 'half' }),
    activityType: choice('Activité', activityTypes, {
      section: post,
      required: true,
      default: 1,
      column: 'offered',
      filter: true,
      width: 'half',
    }),
    specialty: ref('Spécialité demandée', 'specialty', {
      section: post,
      column: 'offered',
      filter: true,
      width: 'half',
    }),
    nbAgents: integer('Collaborateurs demandés', {
      section: post,
      required: true,
      default: 1,
      min: 1,
      max: 50,
      width: 'half',
      column: 'offered',
    }),
    comment: text('Commentaire', { section: post, multiline: true, max: 2_000, reserved: 'writing' }),
    startAt: moment('Début', {
      section: planned,
      required: true,
      column: 'shown',
      // With the real end, once it has ended.
      chars: 20,
      filter: true,
      width: 'half',
      // All rules compute days around it.
      dates: { notBefore: { day: '2000-01-01' }, notAfter: { day: '2099-12-31' } },
    }),
    endAt: moment('Fin', {
      section: planned,
      required: true,
      column: 'shown',
      chars: 31,
      width: 'half',
      dates: { after: { path: 'startAt' } },
    }),
    startAtDate: text('Jour', { written: 'server', required: true }),
    startAtTime: text('Heure de début', { written: 'server', required: true }),
    endAtTime: text('Heure de fin', { written: 'server', required: true }),
    minutes: integer('Durée', { written: 'server', required: true, column: 'shown', unit: 'minutes' }),
    breaks: lines(
      'Pauses prévues',
      {
        type: choice('Type', breakTypes, { required: true, default: 0, width: 'half' }),
        startAt: moment('Début', { required: true, width: 'half' }),
        endAt: moment('Fin', { required: true, width: 'half', dates: { after: { path: 'startAt' } } }),
        comment: text('Commentaire', { max: 500, width: 'half' }),
      },
      { section: planned, one: 'Pause', table: 'planned_breaks', max: 20 },
    ),
    agents: refs('Collaborateurs', 'agent', {
      section: people,
      column: 'shown',
      chars: 21,
      filter: true,
      search: 'target',
      reserved: 'reading',
    }),
    missingAgents: integer('Manquants', {
      written: 'server',
      required: true,
      column: 'shown',
      filter: true,
      reserved: 'reading',
    }),
    /** Its people who declared an absence during it, until it begins: they do not hold their posts. */
    absentAgents: integer('Personnes absentes', {
      written: 'server',
      required: true,
      column: 'offered',
      filter: true,
      reserved: 'reading',
      right: 'listUnavailabilities',
    }),
    dog: ref('Chien', 'agentDog', { section: people, width: 'half', reserved: 'reading' }),
    // O-030: how many times each round is to be made.
    rounds: lines(
      'Rondes à effectuer',
      {
        round: ref('Ronde', 'round', { required: true, width: 'half' }),
        numberOfExecutions: integer('Nombre de passages', {
          required: true,
          default: 1,
          min: 1,
          max: 100,
          width: 'half',
        }),
      },
      { section: 'Rondes', one: 'Ronde', table: 'service_rounds', max: 50, reserved: 'writing' },
    ),
    isCircuit: flag('Tournée', {
      section: 'Tournée',
      column: 'offered',
      filter: true,
      help: 'Une tournée mène le collaborateur d’étape en étape, à partir du site ci-dessus.',
    }),
    // O-002: the sub-services of a circuit, its stops.
    services: lines(
      'Étapes',
      {
        site: ref('Site', 'site', { required: true, width: 'half' }),
        arrival: time('Arrivée', { required: true, width: 'half' }),
        minutes: integer('Durée sur place (min)', { required: true, default: 15, min: 1, max: 1_440, width: 'half' }),
        activityType: choice('Activité', activityTypes, { required: true, default: 6, width: 'half' }),
        comment: text('Commentaire', { max: 500 }),
      },
      {
        section: 'Tournée',
        one: 'Étape',
        table: 'service_stops',
        max: 100,
        shownWhen: { path: 'isCircuit', is: true },
        reserved: 'reading',
      },
    ),
    circuit: ref('Sa tournée', 'service', { written: 'server', column: 'offered' }),
    /** Used by its lifecycle (core/planning/lifecycle.ts), with `lateMargin`. */
    circuitStatus: integer('État de la tournée', { written: 'server' }),
    lateMargin: integer('Tolérance de retard (min)', { written: 'server', reserved: 'reading' }),
    seriesId: text('Série', { written: 'server' }),
    publication: choice('Publication', publications, {
      written: 'server',
      required: true,
      column: 'shown',
      filter: true,
    }),
    publishedAt: moment('Publié le', { written: 'server', column: 'offered' }),
    /** The published version, if it differs from the current one. */
    published: found('Tel que publié', {
      startAt: moment('Début', { written: 'server', required: true }),
      endAt: moment('Fin', { written: 'server', required: true }),
      site: text('Site', { written: 'server' }),
      postTitle: text('Poste', { written: 'server' }),
      agents: text('Collaborateurs', { written: 'server' }),
    }),
    /** N-067: started without being planned. */
    unplanned: flag('Non planifié', { written: 'server', column: 'offered', filter: true }),
    /** No planned end: `endAt` is the maximum duration. */
    openEnded: flag('Sans fin prévue', { written: 'server', column: 'offered' }),
    realStartAt: moment('Début réel', { written: 'server', column: 'offered' }),
    realEndAt: moment('Fin réelle', { written: 'server', column: 'offered' }),
    // N-002, P-029
    agencyReport: found(
      'Rapport',
      {
        id: text('Identifiant', { written: 'server', required: true }),
        reference: text('Référence', { written: 'server', required: true }),
        discr: choice('Type', reportLabels, { written: 'server', required: true }),
        status: integer('Statut', { written: 'server', required: true }),
        /** The address of the customer's signature. */
        signature: text('Signature du client', { written: 'server' }),
      },
      // As the reports themselves; an agent writes those of his own services.
      { right: 'listInterventionReports', rightIn: ['agency', 'customer'] },
    ),
    /** N-066: signatures that the report needs before the service may end. */
    missingSignatures: choices('Signatures manquantes', signers, { written: 'server', reserved: 'customers' }),
    /** N-023: the planner has read the findings of the checks and accepts them. */
    confirmed: flag('Anomalies acceptées', { reserved: 'reading' }),
    createdAt: moment('Créé le', { written: 'server', required: true, column: 'offered' }),
  },
  check: ({ startAt, endAt, services: stops, isCircuit }) => {
    const violations: Violation[] = [];
    if (startAt && endAt && Date.parse(endAt) - Date.parse(startAt) > longestService * 60_000)
      violations.push({ path: 'endAt', message: 'Un service dure au plus 72 heures' });
    if (!isCircuit && stops && stops.length > 0)
      violations.push({ path: 'services', message: 'Seule une tournée a des étapes' });
    return violations;
  },
});

export const minutesBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 60_000);

/** The agency's dogs, for pickers only; they are edited on their handler's sheet. */
export const AgentDog = entity({
  name: 'agentDog',
  plural: 'agentDogs',
  table: 'agent_dogs',
  label: { one: 'Chien', many: 'Chiens' },
  description: 'Les chiens de vos collaborateurs.',
  title: 'name',
  subtitle: ['agent'],
  order: { by: 'name', ascending: true },
  grants: { list: { agency: ['listServices'] }, read: {}, create: {}, edit: {} },
  personal: { agent: 'remove' },
  fields: {
    name: text('Nom', { written: 'server', required: true, column: 'shown' }),
    agent: ref('Maître-chien', 'agent', { written: 'server', required: true, column: 'shown', filter: true }),
  },
});
