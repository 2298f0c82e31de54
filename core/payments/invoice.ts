// The platform's invoices to agencies (AB-011..AB-019): numbered and frozen from the start, paid in parts.
import { paymentStates } from '../billing/invoice.ts';
import { entity } from '../kernel/entity.ts';
import {
  choice,
  day,
  flag,
  found,
  integer,
  lines,
  moment,
  money,
  quantity,
  rate,
  text,
  unitPrice,
} from '../kernel/field.ts';
import { paymentLabels } from './statuses.ts';

export const agencyInvoiceTypes = { facture: 'Facture', avoir: 'Avoir' } as const;

/** C-056: only the super-admin writes; the other staff read. */
const readers = { agency: ['listSubscriptionInvoices'], platform: 'support' } as const;
const written = 'server';
/** credit notes are shown negative. */
const negativeWhen = { path: 'type', is: 'avoir' } as const;

export const AgencyInvoice = entity({
  name: 'agencyInvoice',
  plural: 'agencyInvoices',
  table: 'agency_invoices',
  label: { one: 'Facture d’abonnement', many: 'Factures d’abonnement', feminine: true },
  description: 'Les factures de la plateforme aux agences.',
  title: 'reference',
  subtitle: ['agencyName', 'date'],
  // AB-011
  order: { by: 'createdAt', ascending: false },
  pageSize: 20,
  date: 'date',
  columns: ['reference', 'agencyName', 'date', 'dueDate', 'status', 'total', 'balance', 'partialPaymentsStatus'],
  paths: { list: '/fetch/agency-invoices', read: '/agency-invoice/{id}' },
  grants: { list: readers, read: readers, create: {}, edit: {} },
  whenLocked: true,
  missing: 'Facture introuvable',
  fields: {
    reference: text('Numéro', { written, required: true, column: 'shown', chars: 13, search: true }),
    /** AB-011 */
    agencyName: text('Agence', { written, required: true, column: 'shown', filter: true, search: true }),
    type: choice('Type', agencyInvoiceTypes, { written, required: true, column: 'offered', chars: 7, filter: true }),
    status: choice('Statut', paymentLabels, { written, required: true, column: 'shown', chars: 22, filter: true }),
    date: day('Date', { written, required: true, column: 'shown' }),
    dueDate: day('Échéance', { written, required: true, column: 'shown', filter: true }),
    price: money('Total HT', { written, required: true, column: 'offered', negativeWhen }),
    totalVat: money('TVA', { written, required: true, column: 'offered', negativeWhen }),
    total: money('Total TTC', { written, required: true, column: 'shown', filter: true, negativeWhen }),
    /** Total minus the payments that count (decision 58). */
    balance: money('Solde', { written, required: true, column: 'shown' }),
    partialPaymentsStatus: choice('Paiement', paymentStates, {
      ...{ written, required: true, column: 'shown', filter: true },
    }),
    currency: text('Devise', { written, required: true }),
    note: text('Note', { written }),
    items: lines(
      'Lignes',
      {
        title: text('Désignation', { required: true }),
        quantity: quantity('Quantité', { required: true }),
        price: unitPrice('Prix unitaire HT', { required: true }),
        vat: rate('TVA (%)', { required: true }),
      },
      { written, table: 'agency_invoice_items' },
    ),
    partialPayments: lines(
      'Paiements',
      {
        date: day('Date', { required: true }),
        amount: money('Montant', { required: true }),
        note: text('Note'),
        status: choice('Statut', paymentLabels, { required: true }),
        /** Null: the agency's default one. */
        paymentMethod: text('Moyen de paiement'),
        isAuthenticationRequired: flag('Authentification requise'),
        /** A sentence of Z-038. */
        error: text('Erreur'),
        providerMessage: text('Réponse du prestataire'),
        attempts: integer('Tentatives', { required: true }),
        nextTryAt: moment('Prochaine tentative'),
      },
      { written, table: 'agency_payments' },
    ),
    agency: found('Agence', { id: text('Identifiant'), name: text('Nom') }),
    /** To whom a transfer goes, as printed on it. */
    seller: found('Vendeur', { name: text('Nom'), email: text('E-mail'), bankDetails: text('Règlement') }),
    file: found('Fichier', { url: text('Adresse') }),
    sent: flag('Envoyée', { written, column: 'offered', filter: true }),
    sentAt: moment('Envoyée le', { written, column: 'offered' }),
    settledAt: moment('Réglée le', { written, column: 'offered' }),
    createdAt: moment('Créée le', { written, required: true, column: 'offered' }),
  },
});
