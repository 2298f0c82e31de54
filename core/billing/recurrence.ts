// Recurring invoices: a model, a rhythm, and the drafts that the night's job makes of them (Y-001 to Y-011).
import { entity } from '../kernel/entity.ts';
import { choice, day, integer, lines, moment, money, ref, status, text } from '../kernel/field.ts';
import { finalDeletion, machine } from '../kernel/machine.ts';
import { namedAs, namingOf, namingVariables, rhythms, unknownNaming, usualNaming } from './schedule.ts';

export const runningRecurrence = 200;
export const endedRecurrence = 300;
export const interruptedRecurrence = 400;

export const recurrenceStatus = machine({
  initial: runningRecurrence,
  states: {
    200: { label: 'En cours', tone: 'positive' },
    300: { label: 'Terminé', tone: 'neutral' },
    400: { label: 'Interrompu', tone: 'warning' },
  },
  moves: {
    interrupt: { label: 'Interruption', from: [200], to: 400, right: 'editInvoice', done: 'Abonnement interrompu' },
    resume: { label: 'Reprise', from: [400], to: 200, right: 'editInvoice', done: 'Abonnement repris' },
    delete: {
      label: 'Suppression',
      from: [200, 300, 400],
      to: null,
      right: 'deleteInvoice',
      done: 'Abonnement supprimé',
      confirm: {
        ...finalDeletion,
        message: 'Cette action est définitive. Les factures déjà générées restent.',
        act: 'Supprimer',
      },
    },
  },
});

export const recurrenceMessages = {
  bills: 'Ce brouillon facture des services ou des forfaits : copiez-le, et prenez la copie pour modèle.',
  notAnInvoice: 'Un abonnement a une facture pour modèle, pas un avoir.',
  taken: 'Ce brouillon est déjà le modèle d’un abonnement.',
} as const;

const readers = { agency: ['listInvoices'] } as const;
const section = 'Abonnement';
const variables = Object.entries(namingVariables)
  .map(([name, label]) => `{${name}} (${label})`)
  .join(', ');

/** A title as it would be on the first of November. */
const example = namedAs(
  usualNaming,
  namingOf({ referenceTitle: 'Télésurveillance', referenceNumber: 'F2026-0042', customer: 'Mairie' }, '2026-11-01'),
);

export const InvoiceRecurrence = entity({
  name: 'invoiceRecurrence',
  plural: 'invoiceRecurrences',
  table: 'invoice_recurrences',
  label: { one: 'Abonnement', many: 'Abonnements' },
  description: 'Les factures récurrentes de vos clients.',
  title: 'name',
  subtitle: ['customer'],
  order: { by: 'nextOn', ascending: true },
  date: 'startAt',
  paths: { list: '/fetch/invoiceRecurrence' },
  columns: ['name', 'customer', 'price', 'frequency', 'nextOn', 'startAt', 'endAt', 'generatedCount', 'status'],
  grants: {
    list: readers,
    read: readers,
    create: { agency: ['createInvoice'] },
    edit: { agency: ['editInvoice'] },
  },
  missing: 'Abonnement introuvable',
  personal: { customer: { fate: 'remove', label: 'Abonnements' } },
  fields: {
    name: text('Nom', { section, max: 300, column: 'shown', search: true, help: 'Vide : l’objet de la facture.' }),
    status: status('Statut', recurrenceStatus, { column: 'shown', filter: true }),
    invoice: ref('Facture modèle', 'invoice', {
      ...{ section, required: true },
      help: 'Un brouillon devient le modèle et quitte la liste des factures ; une facture émise est copiée.',
    }),
    customer: ref('Client', 'customer', {
      ...{ written: 'server', required: true, column: 'shown', filter: true, search: 'target' },
    }),
    price: money('Total HT', { written: 'server', required: true, column: 'shown' }),
    frequencyRhythm: choice('Rythme', rhythms, {
      ...{ section, required: true, default: 3, filter: true, width: 'half', column: 'offered' },
    }),
    frequency: integer('Fréquence', {
      ...{ section, required: true, default: 1, min: 1, max: 100, width: 'half', column: 'shown', chars: 20 },
      help: '2 et « Mois » : tous les deux mois.',
    }),
    startAt: day('Début', {
      ...{ section, required: true, column: 'shown', width: 'half' },
      help: 'La première facture. Rien n’est facturé pour des jours passés.',
    }),
    endAt: day('Fin', {
      ...{ section, column: 'shown', width: 'half', dates: { notBefore: { path: 'startAt' } } },
      help: 'Vide : sans fin.',
    }),
    naming: text('Objet des factures', {
      ...{ section, max: 300, default: usualNaming, help: `Variables : ${variables}. Par exemple : « ${example} ».` },
    }),
    nextOn: day('Prochaine facture', { written: 'server', column: 'shown', filter: true }),
    referenceNumber: text('Facture d’origine', { written: 'server' }),
    generatedCount: integer('Factures générées', { written: 'server', required: true, column: 'shown' }),
    generatedInvoices: lines(
      'Factures générées',
      { date: day('Échéance'), number: text('Numéro'), total: money('Total TTC') },
      { written: 'server', table: 'invoice_recurrence_runs' },
    ),
    createdAt: moment('Créé le', { written: 'server', required: true, column: 'offered' }),
  },
  check: ({ naming }) => {
    const unknown = unknownNaming(naming ?? '');
    const words = unknown.length === 1 ? 'Variable inconnue' : 'Variables inconnues';
    return unknown.length === 0
      ? []
      : [{ path: 'naming', message: `${words} : ${unknown.join(', ')}. Possibles : ${variables}.` }];
  },
});
