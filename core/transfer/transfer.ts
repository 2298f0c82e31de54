// Transfers of staff with a site that is lost or won (avenant of 28 January 2011, IDCC 1351; decision 092).

import { genders } from '../agents/agent.ts';
import { agreementCategories } from '../agents/branch.ts';
import { contractTypes } from '../agents/contracts.ts';
import { entity } from '../kernel/entity.ts';
import {
  address,
  choice,
  day,
  email,
  flag,
  integer,
  moment,
  money,
  quantity,
  ref,
  status,
  text,
} from '../kernel/field.ts';
import { deletion, keptUntilDeleted, machine } from '../kernel/machine.ts';
import { directions } from './deadlines.ts';

export const runningTransfer = 100;
export const endedTransfer = 200;

export const transferStatus = machine({
  initial: runningTransfer,
  states: {
    100: { label: 'En cours', tone: 'info' },
    200: { label: 'Terminée', tone: 'positive' },
  },
  moves: {
    finish: {
      ...{ label: 'Terminer', from: [100], to: 200, right: 'editAgentContract' },
      ...{ done: 'Reprise terminée', doneMany: 'Reprises terminées' },
    },
    reopen: {
      ...{ label: 'Rouvrir', from: [200], to: 100, right: 'editAgentContract' },
      ...{ done: 'Reprise rouverte', doneMany: 'Reprises rouvertes' },
    },
    delete: {
      ...{ label: 'Suppression', from: [100], to: null, right: 'deleteAgentContract', done: 'Reprise supprimée' },
      confirm: deletion,
    },
  },
});

/** It shows contracts, pay and absences of the staff: the rights of their contracts (decision 092). */
const readers = { agency: ['listAgentContracts'] } as const;
const writers = { agency: ['editAgentContract'] } as const;
const section = 'Reprise';
const other = 'Autre entreprise';

export const StaffTransfer = entity({
  name: 'staffTransfer',
  plural: 'staffTransfers',
  table: 'staff_transfers',
  label: { one: 'Reprise du personnel', many: 'Reprises du personnel', feminine: true },
  description: 'Les sites gagnés ou perdus, les salariés transférables et les délais de l’accord de branche.',
  title: 'siteName',
  subtitle: ['direction', 'transferDate'],
  order: { by: 'transferDate', ascending: false },
  date: 'transferDate',
  columns: ['siteName', 'direction', 'transferDate', 'otherCompany', 'nextDue', 'nextTask', 'status'],
  grants: { list: readers, read: readers, create: writers, edit: writers },
  missing: 'Reprise introuvable',
  personal: { site: { nobodys: 'le site gagné ou perdu' } },
  fields: {
    siteName: text('Nom du site', { written: 'server', required: true, column: 'shown', chars: 26, search: true }),
    status: status('Statut', transferStatus, { column: 'shown', filter: true }),
    direction: choice('Sens', directions, {
      ...{ section, required: true, default: 'OUT', column: 'shown', filter: true, width: 'half' },
    }),
    site: ref('Site', 'site', {
      section,
      required: true,
      column: 'offered',
      filter: true,
      search: 'target',
      width: 'half',
    }),
    transferDate: day('Date du transfert', {
      ...{ section, required: true, column: 'shown', filter: true, width: 'half' },
      help: 'Le premier jour de l’entreprise entrante.',
    }),
    knownOn: day('Annoncée le', {
      ...{ section, column: 'offered', width: 'half' },
      help: 'Site perdu : le jour où l’entreprise entrante s’est fait connaître. Site gagné : l’écrit du client. Les délais partent de ce jour.',
    }),
    isAirport: flag('Sûreté aéroportuaire (annexe VIII)', {
      ...{ section, help: 'Tous les salariés transférables sont repris (art. 2.3.3).' },
    }),
    contract: ref('Contrat commercial', 'commercialContract', { section, column: 'offered', width: 'half' }),
    comment: text('Commentaire', { section, multiline: true, max: 2_000 }),
    otherCompany: text('Entreprise', { section: other, max: 120, column: 'shown', search: true, width: 'half' }),
    otherEmail: email('E-mail', { section: other, width: 'half' }),
    otherAddress: text('Adresse', { section: other, max: 300 }),
    /** Kept with each act, for the list and the night's reminder (core/transfer/deadlines.ts). */
    nextDue: day('Prochaine échéance', { written: 'server', column: 'shown', filter: true }),
    nextTask: text('À faire', { written: 'server', column: 'shown', chars: 30 }),
    createdAt: moment('Créée le', { written: 'server', required: true, column: 'offered' }),
  },
});

/** What becomes of somebody on the list received from the outgoing company. */
export const personDecisions = {
  PENDING: 'À décider',
  TAKEN: 'Repris',
  NOT_TAKEN: 'Non repris',
  DECLINED: 'A refusé',
  INELIGIBLE: 'Non transférable',
} as const;
export type PersonDecision = keyof typeof personDecisions;

const who = 'Coordonnées du salarié';
const fitness = 'Aptitude à exercer';
const job = 'Emploi, statut, rémunération';
const absence = 'Arrêt de travail et congés';
const half = { width: 'half' } as const;

/** A line of the form that the branch's text annexes (KALIARTI000024408769), as the outgoing company sent it. */
export const TransferPerson = entity({
  name: 'transferPerson',
  plural: 'transferPeople',
  table: 'transfer_people',
  label: { one: 'Salarié à reprendre', many: 'Salariés à reprendre' },
  description: 'Les salariés transférables des sites que vous gagnez, tels que l’entreprise sortante les annonce.',
  title: 'fullname',
  subtitle: ['transfer'],
  order: { by: 'lastname', ascending: true },
  columns: [
    'fullname',
    'transfer',
    'position',
    'contractType',
    'seniorityDate',
    'monthlyHours',
    'cardUntil',
    'decision',
    'agent',
  ],
  grants: { list: readers, read: readers, create: writers, edit: writers },
  missing: 'Salarié introuvable',
  personal: { agent: { fate: 'remove', label: 'Reprise du personnel' } },
  fields: {
    fullname: text('Nom complet', { written: 'server', required: true, column: 'shown', search: true }),
    transfer: ref('Reprise', 'staffTransfer', { section: who, required: true, column: 'shown', filter: true }),
    lastname: text('Nom', { section: who, required: true, max: 100, column: 'offered', ...half }),
    firstname: text('Prénom', { section: who, required: true, max: 100, column: 'offered', ...half }),
    gender: choice('Sexe', genders, { section: who, default: 0, ...half }),
    birthDate: day('Date de naissance', { section: who, ...half, dates: { before: 'today' } }),
    address: address('Adresse', { section: who }),
    phone: text('Téléphone', { section: who, max: 40, ...half }),
    email: email('E-mail', { section: who, ...half }),
    nationality: text('Nationalité', { section: fitness, max: 60, ...half }),
    workPermitType: text('Titre valant autorisation de travail', {
      section: fitness,
      column: 'offered',
      max: 80,
      ...half,
    }),
    workPermitUntil: day('Titre valable jusqu’au', { section: fitness, column: 'offered', ...half }),
    cardNumber: text('Carte professionnelle', {
      section: fitness,
      column: 'offered',
      format: 'professionalCard',
      ...half,
    }),
    cardReceipt: text('Récépissé de demande', { section: fitness, column: 'offered', max: 60, ...half }),
    cardUntil: day('Carte valable jusqu’au', { section: fitness, column: 'shown', ...half }),
    approval: text('Agrément (annexe VIII)', { section: fitness, max: 60, ...half }),
    approvalUntil: day('Agrément valable jusqu’au', { section: fitness, ...half }),
    aptitude: text('Aptitude professionnelle', { section: fitness, max: 200, ...half }),
    training: text('Formation complémentaire obligatoire', { section: fitness, max: 200, ...half }),
    refresher: text('Formation continue (recyclages)', { section: fitness, max: 200 }),
    contractType: choice('Type de contrat', contractTypes, {
      ...{ section: job, required: true, default: 'CDI', column: 'shown', filter: true, ...half },
    }),
    replacedReturn: day('Retour prévu du salarié remplacé', {
      ...{ section: job, column: 'offered', ...half, shownWhen: { path: 'contractType', is: 'CDD_REPLACEMENT' } },
      help: 'Le remplacement prend fin la veille.',
    }),
    seniorityDate: day('Date d’ancienneté contractuelle', { section: job, column: 'shown', ...half }),
    siteSince: day('Sur le site depuis le', { section: job, ...half }),
    category: choice('Statut', agreementCategories, { section: job, ...half }),
    position: text('Emploi', { section: job, max: 100, column: 'shown', ...half }),
    monthlyHours: quantity('Base horaire mensuelle', { section: job, max: 400, decimals: 2, column: 'shown', ...half }),
    coefficient: integer('Coefficient', { section: job, min: 0, max: 2_000, ...half }),
    level: text('Niveau', { section: job, max: 20, ...half }),
    grade: text('Échelon', { section: job, max: 20, ...half }),
    monthlyPay: money('Salaire brut mensuel de base', { section: job, min: 0, ...half }),
    bonuses: text('Primes brutes constantes sur les 9 derniers mois', { section: job, max: 300 }),
    absenceType: text('Type d’arrêt', { section: absence, max: 80, ...half }),
    absenceStart: day('Arrêt depuis le', { section: absence, ...half }),
    absenceEnd: day('Reprise prévue le', { section: absence, ...half, dates: { notBefore: { path: 'absenceStart' } } }),
    leaveLeft: quantity('CP restant dus (jours)', { section: absence, max: 400, decimals: 2, ...half }),
    leaveStart: day('CP posés du', { section: absence, ...half }),
    leaveEnd: day('CP posés au', { section: absence, ...half, dates: { notBefore: { path: 'leaveStart' } } }),
    decision: choice('Décision', personDecisions, {
      ...{ section: 'Décision', required: true, default: 'PENDING', column: 'shown', filter: true, ...half },
    }),
    reason: text('Motif', { section: 'Décision', multiline: true, max: 500, column: 'offered' }),
    agent: ref('Collaborateur créé', 'agent', { written: 'server', column: 'shown' }),
    status: status(
      'Statut',
      keptUntilDeleted({ right: 'deleteAgentContract', done: 'Salarié retiré de la liste', confirm: deletion }),
    ),
    createdAt: moment('Créé le', { written: 'server', required: true, column: 'offered' }),
  },
  check: ({ decision, reason }) =>
    (decision === 'NOT_TAKEN' || decision === 'INELIGIBLE') && !reason?.trim()
      ? [{ path: 'reason', message: 'Dites pourquoi' }]
      : [],
});
