// Estimates (devis): written, sent, validated or refused by the customer, and turned into an invoice.
import { entity } from '../kernel/entity.ts';
import { choice, day, files, flag, moment, ref, status, text } from '../kernel/field.ts';
import { finalDeletion, machine } from '../kernel/machine.ts';
import { billedFields, billedViolations, sections, totalFields } from './parts.ts';
import { documentStates, documentVersions, draftNumber } from './states.ts';

const frozen = {
  writable: 'nothing',
  frozen: 'Ce devis n’est plus en attente : remettez-le en attente, ou faites-en une copie, pour le modifier.',
} as const;

const refuseTransformed = ({ invoice }: Record<string, unknown>): string | null =>
  invoice ? 'Ce devis est transformé en facture.' : null;

export const validatedEstimate = 200;
export const cancelledEstimate = 500;

/** X-010, decision 2 of the specification's contradictions. No estimate reaches 400. */
export const estimateStatus = machine({
  initial: 100,
  states: {
    100: { label: 'En attente', tone: 'neutral' },
    200: { label: 'Validée', tone: 'positive', ...frozen },
    300: { label: 'Envoyée', tone: 'info', ...frozen },
    400: { label: 'Reçue', tone: 'info', selectable: false, ...frozen },
    500: { label: 'Annulée', tone: 'negative', ...frozen },
  },
  moves: {
    unsent: {
      label: 'Remise en attente',
      from: [300, 500],
      to: 100,
      right: 'editEstimate',
      done: 'Devis remis en attente',
      refuse: refuseTransformed,
    },
    validate: { label: 'Validation', from: [100, 300], to: 200, right: 'signEstimate', done: 'Devis validé' },
    sent: {
      label: 'Marquer envoyé',
      from: [100],
      to: 300,
      right: 'sendEstimate',
      done: 'Devis marqué envoyé',
      doneMany: 'Devis marqués envoyés',
    },
    refuse: { label: 'Refus du client', from: [100, 300], to: 500, right: 'signEstimate', done: 'Devis refusé' },
    cancel: {
      label: 'Annulation',
      from: [100, 200, 300],
      to: 500,
      right: 'editEstimate',
      done: 'Devis annulé',
      refuse: refuseTransformed,
    },
    delete: {
      label: 'Suppression',
      from: [100],
      to: null,
      right: 'deleteEstimate',
      done: 'Devis supprimé',
      confirm: finalDeletion,
      refuse: ({ number }) => (number !== draftNumber ? 'Un devis numéroté ne se supprime pas : annulez-le.' : null),
    },
  },
});

const readers = { agency: ['listEstimates'] } as const;
const section = sections.document;

export const Estimate = entity({
  name: 'estimate',
  plural: 'estimates',
  table: 'estimates',
  label: { one: 'Devis', many: 'Devis' },
  description: 'Vos devis, de la rédaction à la signature.',
  title: 'number',
  subtitle: ['customer', 'title'],
  order: { by: 'date', ascending: false },
  date: 'date',
  columns: ['number', 'date', 'customer', 'total', 'state', 'title', 'price', 'status'],
  grants: {
    list: readers,
    read: readers,
    create: { agency: ['createEstimate'] },
    edit: { agency: ['editEstimate'] },
  },
  missing: 'Devis introuvable',
  personal: {
    customer: { fate: { keep: 'Pièces commerciales, gardées dix ans', rule: 'invoices' }, label: 'Devis' },
  },
  fields: {
    /** From the server when it leaves the draft; « Brouillon » before. */
    number: text('Numéro', { written: 'server', required: true, column: 'shown', chars: 13, search: true }),
    status: status('Statut', estimateStatus, { column: 'shown', filter: true }),
    state: choice('Suivi', documentStates, {
      ...{ written: 'server', required: true, column: 'shown', chars: 22, filter: true },
    }),
    customer: ref('Client', 'customer', { section, required: true, column: 'shown', filter: true, search: 'target' }),
    site: ref('Site', 'site', { section, column: 'offered', filter: true, offer: { same: { customer: 'customer' } } }),
    title: text('Objet', { section, max: 300, column: 'shown', search: true }),
    date: day('Date', { section, required: true, column: 'shown', width: 'half' }),
    validUntil: day('Valable jusqu’au', {
      ...{ section, column: 'offered', width: 'half' },
      dates: { notBefore: { path: 'date' } },
    }),
    paperVersion: choice('Présentation', documentVersions, { section, required: true, default: 'mail', width: 'half' }),
    ...billedFields('estimate'),
    ...totalFields,
    currency: text('Devise', { written: 'server', required: true }),
    header: text('En-tête', { section: sections.texts, multiline: true, max: 5_000 }),
    footer: text('Pied de page', { section: sections.texts, multiline: true, max: 5_000 }),
    files: files('Pièces jointes', { section: sections.files, max: 20 }),
    sent: flag('Envoyé', { written: 'server', column: 'offered', filter: true }),
    validated: flag('Validé', { written: 'server', column: 'offered', filter: true }),
    refused: flag('Refusé', { written: 'server', column: 'offered', filter: true }),
    sentAt: moment('Envoyé le', { written: 'server', column: 'offered', filter: true }),
    invoice: ref('Facture', 'invoice', { written: 'server', column: 'offered' }),
    createdAt: moment('Créé le', { written: 'server', required: true, column: 'offered' }),
  },
  check: (draft) => billedViolations(draft),
});
