// Papers with an expiry: the types that an agency follows, its agents' papers, and their work contracts (F-053 to F-055).
import { entity } from '../kernel/entity.ts';
import { choice, day, decimal, file, flag, integer, money, ref, text } from '../kernel/field.ts';
import { contractAnomalies, contractTypes, controlPeriods } from './contracts.ts';
import { expiryStates } from './expiry.ts';

/** Papers with their own level in the planning checks, besides the card and the licences of specialties (V-011). */
export const paperKinds = {
  OTHER: 'Autre document',
  MEDICAL_VISIT: 'Visite médicale',
  FIRST_AID: 'Secourisme (SST)',
} as const;

/** A type of paper that the agency follows. One is the professional card: without it, work is forbidden (R631-15). */
export const ExpirationType = entity({
  name: 'expirationType',
  plural: 'expirationTypes',
  table: 'expiration_types',
  label: { one: 'Type de document réglementaire', many: 'Types de documents réglementaires' },
  description: 'Les cartes, formations et habilitations dont vous suivez la validité.',
  title: 'name',
  order: { by: 'name', ascending: true },
  grants: {
    list: { agency: 'signedIn', agent: 'signedIn' },
    read: { agency: 'signedIn', agent: 'signedIn' },
    create: { agency: ['editAgencySetting'] },
    edit: { agency: ['editAgencySetting'] },
  },
  fields: {
    name: text('Nom', { section: 'Général', required: true, column: 'shown', search: true, unique: true, max: 80 }),
    validityMonths: integer('Validité habituelle (mois)', {
      section: 'Général',
      min: 1,
      max: 600,
      column: 'shown',
      width: 'half',
      help: 'Propose la date de fin à partir de la date de délivrance.',
    }),
    renewalMonths: integer('Renouvellement à demander (mois avant)', {
      section: 'Général',
      min: 0,
      max: 60,
      column: 'shown',
      width: 'half',
      help: 'Pour la carte professionnelle : trois mois avant son échéance.',
    }),
    specialty: ref('Spécialité attestée', 'specialty', {
      section: 'Général',
      column: 'shown',
      help: 'Un collaborateur n’est plus qualifié quand ce document est expiré.',
    }),
    kind: choice('Nature', paperKinds, {
      section: 'Général',
      required: true,
      default: 'OTHER',
      column: 'shown',
      width: 'half',
      help: 'Le niveau de contrôle du planning. La carte professionnelle et les documents d’une spécialité ont le leur.',
    }),
    isCard: flag('Carte professionnelle', { written: 'server', column: 'shown' }),
  },
});

export const agentExpirationFields = {
  type: ref('Document', 'expirationType', { required: true, width: 'half' }),
  number: text('Numéro', { max: 60, width: 'half' }),
  issuedAt: day('Délivré le', { width: 'half' }),
  expiresAt: day('Expire le', { required: true, width: 'half', dates: { notBefore: { path: 'issuedAt' } } }),
  file: file('Copie', { width: 'half' }),
  comment: text('Commentaire', { max: 300, width: 'half' }),
};

/** Each paper of each agent, for the list of expirations; edited on the agent's sheet. */
export const AgentExpiration = entity({
  name: 'agentExpiration',
  plural: 'agentExpirations',
  table: 'agent_expirations',
  label: { one: 'Document réglementaire', many: 'Documents réglementaires' },
  description:
    'Cartes, agréments et formations de vos collaborateurs, du plus proche de son échéance au plus lointain.',
  title: 'agentName',
  order: { by: 'expiresAt', ascending: true },
  date: 'expiresAt',
  madeOf: ['agent', 'expirationType'],
  grants: { list: { agency: ['listAgentExpirations'] }, read: {}, create: {}, edit: {} },
  fields: {
    agentName: text('Nom complet', { written: 'server', required: true, column: 'shown' }),
    agent: ref('Collaborateur', 'agent', { written: 'server', required: true, column: 'offered', filter: true }),
    type: ref('Document', 'expirationType', { written: 'server', required: true, column: 'shown', filter: true }),
    number: text('Numéro', { written: 'server', column: 'shown' }),
    state: choice('État', expiryStates, { written: 'server', required: true, column: 'shown', filter: true }),
    expiresAt: day('Expire le', { written: 'server', required: true, column: 'shown', filter: true }),
    daysLeft: integer('Jours restants', { written: 'server', required: true, column: 'shown' }),
    renewBefore: day('À renouveler avant le', { written: 'server', column: 'shown' }),
    issuedAt: day('Délivré le', { written: 'server', column: 'offered' }),
    replaced: flag('Remplacé par un plus récent', { written: 'server', column: 'offered', filter: true }),
    agentStatus: integer('Statut du collaborateur', { written: 'server', required: true }),
  },
});

/** Each work contract of each agent, by its end date. */
export const AgentContractExpiration = entity({
  name: 'agentContractExpiration',
  plural: 'agentContractExpirations',
  table: 'agent_contracts',
  label: { one: 'Contrat de travail', many: 'Contrats de travail' },
  description: 'Les contrats de travail de vos collaborateurs, par date de fin.',
  title: 'agentName',
  order: { by: 'endDate', ascending: true },
  date: 'endDate',
  madeOf: ['agent'],
  grants: { list: { agency: ['listAgentContractExpirations'] }, read: {}, create: {}, edit: {} },
  personal: { agent: { keep: 'Les contrats se gardent après le départ', rule: 'staffFiles' } },
  fields: {
    agentName: text('Nom complet', { written: 'server', required: true, column: 'shown' }),
    agent: ref('Collaborateur', 'agent', { written: 'server', required: true, column: 'offered', filter: true }),
    name: text('Intitulé', { written: 'server', column: 'shown' }),
    type: choice('Type', contractTypes, { written: 'server', required: true, column: 'shown', filter: true }),
    startDate: day('Du', { written: 'server', required: true, column: 'shown', filter: true }),
    endDate: day('Au', { written: 'server', column: 'shown', filter: true }),
    state: choice('État', expiryStates, { written: 'server', required: true, column: 'shown', filter: true }),
    daysLeft: integer('Jours restants', { written: 'server', column: 'shown' }),
    anomaly: choice('Anomalie', contractAnomalies, {
      written: 'server',
      required: true,
      column: 'shown',
      filter: true,
    }),
    hoursLimit: decimal('Heures', { written: 'server', required: true, column: 'offered' }),
    period: choice('Contrôlées', controlPeriods, { written: 'server', required: true, column: 'offered' }),
    monthlyPay: money('Salaire mensuel brut', { written: 'server', column: 'offered', right: 'listAgentContracts' }),
  },
});
