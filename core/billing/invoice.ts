// Invoices and credit notes: drafts until they are issued, then numbered and frozen (decisions 84, 85, 90).
import { entity } from '../kernel/entity.ts';
import { choice, day, files, flag, lines, moment, money, ref, status, text } from '../kernel/field.ts';
import { finalDeletion, machine } from '../kernel/machine.ts';
import { paymentLabels } from '../payments/statuses.ts';
import { billedFields, billedViolations, sections, totalFields } from './parts.ts';
import { documentVersions, followUps, invoiceStates } from './states.ts';

export const invoiceTypes = { facture: 'Facture', avoir: 'Avoir' } as const;
export type InvoiceType = keyof typeof invoiceTypes;

/** */
export const paymentStates = { 0: 'Non payée', 50: 'Partiellement payée', 100: 'Payée' } as const;

export const activeInvoice = 100;
export const cancelledInvoice = 200;
export const uncheckedInvoice = 300;

type Row = Readonly<Record<string, unknown>>;
export const isIssued = ({ issuedAt }: Row): boolean => issuedAt !== null && issuedAt !== undefined;

const frozen = {
  writable: (row: Row) => (isIssued(row) ? ('nothing' as const) : null),
  frozen: 'Ce document est émis : il ne se modifie plus. Un avoir le corrige.',
};

const ofSubscription = 'Ce brouillon est le modèle d’un abonnement.';
const refuseIssue = (row: Row): string | null =>
  isIssued(row) ? 'Ce document est déjà émis.' : row.isModel ? `${ofSubscription} Il ne s’émet pas.` : null;

export const invoiceStatus = machine({
  initial: activeInvoice,
  states: {
    100: { label: 'Actif', tone: 'positive', ...frozen },
    200: { label: 'Annulé', tone: 'negative', ...frozen },
    300: { label: 'À contrôler', tone: 'warning', ...frozen },
  },
  moves: {
    check: { label: 'Contrôlée', from: [300], to: 100, right: 'editInvoice', done: 'Facture contrôlée' },
    issue: {
      label: 'Émission',
      from: [100, 300],
      to: 100,
      right: 'editInvoice',
      done: 'Document émis : il est numéroté et figé',
      confirm: {
        title: 'Émettre ce document ?',
        message: 'Il reçoit son numéro et la date du jour, et ne se modifie plus : seul un avoir le corrige.',
        act: 'Émettre',
      },
      refuse: refuseIssue,
    },
    sent: {
      label: 'Marquer envoyé',
      from: [100],
      to: 100,
      right: 'sendInvoice',
      done: 'Document marqué envoyé',
      doneMany: 'Documents marqués envoyés',
      refuse: (row) =>
        !isIssued(row) ? 'Émettez d’abord ce document.' : row.sent ? 'Ce document est déjà marqué envoyé.' : null,
    },
    unsent: {
      label: 'Marquer non envoyé',
      from: [100],
      to: 100,
      right: 'sendInvoice',
      done: 'Document marqué non envoyé',
      doneMany: 'Documents marqués non envoyés',
      refuse: ({ sent }) => (sent ? null : 'Ce document n’est pas marqué envoyé.'),
    },
    delete: {
      label: 'Suppression',
      from: [100, 300],
      to: null,
      right: 'deleteInvoice',
      done: 'Brouillon supprimé',
      confirm: finalDeletion,
      refuse: (row) =>
        isIssued(row)
          ? 'Un document émis ne se supprime pas : faites un avoir.'
          : row.isModel
            ? `${ofSubscription} Supprimez l’abonnement.`
            : null,
    },
  },
});

const readers = { agency: ['listInvoices'], customer: ['listInvoices'] } as const;
const section = sections.document;
/** stored as the paper has them, read as what they take off. */
const negativeWhen = { path: 'type', is: 'avoir' } as const;

export const Invoice = entity({
  name: 'invoice',
  plural: 'invoices',
  table: 'invoices',
  label: { one: 'Facture', many: 'Factures', feminine: true },
  description: 'Vos factures et avoirs.',
  title: 'number',
  subtitle: ['customer', 'title'],
  order: { by: 'date', ascending: false },
  date: 'date',
  columns: ['number', 'type', 'date', 'customer', 'total', 'balance', 'state', 'dueDate', 'title', 'price', 'status'],
  grants: {
    list: readers,
    read: readers,
    create: { agency: ['createInvoice'] },
    edit: { agency: ['editInvoice'] },
  },
  missing: 'Facture introuvable',
  personal: {
    customer: { fate: { keep: 'Pièces comptables, gardées dix ans', rule: 'invoices' }, label: 'Factures et avoirs' },
  },
  fields: {
    number: text('Numéro', { written: 'server', required: true, column: 'shown', chars: 13, search: true }),
    type: choice('Type', invoiceTypes, {
      ...{ section, required: true, default: 'facture', column: 'shown', chars: 7, filter: true, width: 'half' },
    }),
    status: status('Statut', invoiceStatus, { column: 'shown', filter: true }),
    state: choice('Suivi', followUps, {
      ...{ written: 'server', required: true, column: 'shown', chars: 22, filter: true },
    }),
    customer: ref('Client', 'customer', { section, required: true, column: 'shown', filter: true, search: 'target' }),
    site: ref('Site', 'site', {
      ...{ section, column: 'offered', filter: true, offer: { same: { customer: 'customer' } } },
      help: 'Son adresse est imprimée comme lieu de la prestation.',
    }),
    title: text('Objet', { section, max: 300, column: 'shown', search: true }),
    date: day('Date', {
      ...{ section, required: true, column: 'shown', width: 'half' },
      help: 'À l’émission, elle devient la date du jour.',
    }),
    dueDate: day('Échéance', {
      ...{ section, column: 'shown', filter: true, width: 'half' },
      help: 'Vide : selon le délai de règlement du client.',
    }),
    periodStart: day('Prestation du', { section, width: 'half' }),
    periodEnd: day('au', { section, width: 'half', dates: { notBefore: { path: 'periodStart' } } }),
    orderNumber: text('Numéro de commande du client', { section, max: 100, width: 'half' }),
    buyerReference: text('Code service (organismes publics)', { section, max: 100, width: 'half' }),
    paperVersion: choice('Présentation', documentVersions, { section, required: true, default: 'mail', width: 'half' }),
    creditOf: ref('Facture corrigée', 'invoice', {
      ...{ section, column: 'offered', offer: { same: { customer: 'customer' } } },
      shownWhen: { path: 'type', is: 'avoir' },
    }),
    ...billedFields('invoice'),
    price: { ...totalFields.price, negativeWhen },
    totalVat: { ...totalFields.totalVat, negativeWhen },
    total: { ...totalFields.total, negativeWhen },
    vatLabel: totalFields.vatLabel,
    /** Total minus the payments that count (decision 90). An issued credit note of an invoice is taken off that one: 0. */
    balance: money('Solde', { written: 'server', required: true, column: 'shown', negativeWhen }),
    partialPaymentsStatus: choice('Paiement', paymentStates, {
      ...{ written: 'server', required: true, column: 'offered', filter: true },
    }),
    currency: text('Devise', { written: 'server', required: true }),
    header: text('En-tête', { section: sections.texts, multiline: true, max: 5_000 }),
    footer: text('Pied de page', { section: sections.texts, multiline: true, max: 5_000 }),
    files: files('Pièces jointes', { section: sections.files, max: 20 }),
    partialPayments: lines(
      'Paiements',
      {
        date: day('Date'),
        amount: money('Montant'),
        note: text('Note'),
        /** an entry is noted by a person, and counts (decision 90); a reversed one, and its reversal, do not. */
        status: choice('Statut', paymentLabels, { required: true }),
        reversed: flag('Annulé'),
      },
      { written: 'server', table: 'invoice_payments' },
    ),
    sent: flag('Envoyée', { written: 'server', column: 'offered', filter: true }),
    sentAt: moment('Envoyée le', { written: 'server', column: 'offered' }),
    remindedAt: moment('Relancée le', { written: 'server', column: 'offered', reserved: 'reading' }),
    paid: flag('Payée', { written: 'server', column: 'offered', filter: true }),
    /** The last state that it reached at a platform or here (money.md). */
    transmission: choice('Transmission', invoiceStates, {
      ...{ written: 'server', column: 'offered', filter: true, reserved: 'reading' },
    }),
    transmissions: lines(
      'Transmission',
      { state: choice('État', invoiceStates), at: moment('Le'), reason: text('Motif') },
      { written: 'server', table: 'invoice_states', reserved: 'reading' },
    ),
    /** Decision 100: outside the lists. */
    isModel: flag('Modèle d’abonnement', { written: 'server', reserved: 'reading' }),
    issuedAt: moment('Émise le', { written: 'server', column: 'offered' }),
    createdAt: moment('Créée le', { written: 'server', required: true, column: 'offered' }),
  },
  check: (draft) => [
    ...billedViolations(draft),
    ...(draft.type === 'facture' && draft.creditOf
      ? [{ path: 'creditOf', message: 'Seul un avoir corrige une facture.' }]
      : []),
  ],
});
