// Orders of direct debit given to the bank, and what they collect (decision 102).
import { entity } from '../kernel/entity.ts';
import { day, integer, lines, moment, money, ref, status, text } from '../kernel/field.ts';
import { machine } from '../kernel/machine.ts';

export const waitingDebit = 100;
export const collectedDebit = 200;
export const cancelledDebit = 300;

export const debitStatus = machine({
  initial: waitingDebit,
  states: {
    100: { label: 'À encaisser', tone: 'info' },
    200: { label: 'Encaissé', tone: 'positive' },
    300: { label: 'Annulé', tone: 'neutral' },
  },
  moves: {
    collect: {
      label: 'Encaissement',
      from: [waitingDebit],
      to: collectedDebit,
      right: 'editInvoice',
      done: 'Prélèvement encaissé : chaque facture a son paiement',
      confirm: {
        title: 'Noter l’encaissement ?',
        message:
          'Un paiement est noté sur chaque facture, au jour du prélèvement. Un rejet de la banque s’annule ensuite sur la facture.',
        act: 'Noter l’encaissement',
      },
    },
    cancel: {
      label: 'Annulation',
      from: [waitingDebit],
      to: cancelledDebit,
      right: 'editInvoice',
      done: 'Prélèvement annulé : ses factures peuvent être prélevées à nouveau',
      confirm: {
        title: 'Annuler ce prélèvement ?',
        message: 'Si le fichier est déjà à la banque, annulez-le aussi auprès d’elle.',
        act: 'Annuler le prélèvement',
      },
    },
  },
});

const readers = { agency: ['listInvoices'] } as const;
const server = { written: 'server', required: true } as const;

export const DirectDebit = entity({
  name: 'directDebit',
  plural: 'directDebits',
  table: 'direct_debits',
  label: { one: 'Prélèvement', many: 'Prélèvements' },
  description: 'Les ordres de prélèvement SEPA remis à votre banque.',
  title: 'number',
  subtitle: ['collectionDate'],
  order: { by: 'collectionDate', ascending: false },
  date: 'collectionDate',
  columns: ['number', 'collectionDate', 'count', 'total', 'status', 'createdAt'],
  grants: { list: readers, read: readers, create: {}, edit: {} },
  paths: {
    list: '/fetch/direct-debits',
    read: '/direct-debit/{id}',
    act: '/direct-debit/{id}/{type}',
  },
  missing: 'Prélèvement introuvable',
  fields: {
    number: text('Numéro', { ...server, column: 'shown', search: true, chars: 13 }),
    status: status('Statut', debitStatus, { column: 'shown', filter: true }),
    collectionDate: day('Jour du prélèvement', { ...server, column: 'shown' }),
    count: integer('Factures', { ...server, column: 'shown' }),
    total: money('Montant', { ...server, column: 'shown' }),
    debits: lines(
      'Factures prélevées',
      { invoice: ref('Facture', 'invoice'), customer: text('Client'), amount: money('Montant') },
      { written: 'server', table: 'direct_debit_lines' },
    ),
    createdAt: moment('Préparé le', { ...server, column: 'offered' }),
  },
});
