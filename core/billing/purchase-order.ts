// Purchase orders to agents: what the agency orders from a person who works for it (X-009, decision 2 of the contradictions).
import { entity } from '../kernel/entity.ts';
import { day, files, flag, moment, ref, status, text } from '../kernel/field.ts';
import { finalDeletion, machine } from '../kernel/machine.ts';
import { billedFields, billedViolations, sections, totalFields } from './parts.ts';
import { draftNumber } from './states.ts';

const frozen = {
  writable: 'nothing',
  frozen: 'Ce bon n’est plus en attente : remettez-le en attente, ou faites-en une copie, pour le modifier.',
} as const;

export const cancelledOrder = 500;

export const purchaseOrderStatus = machine({
  initial: 100,
  states: {
    100: { label: 'En attente', tone: 'neutral' },
    200: { label: 'Validée', tone: 'positive', ...frozen },
    300: { label: 'Envoyée', tone: 'info', ...frozen },
    400: { label: 'Reçue', tone: 'positive', ...frozen },
    500: { label: 'Annulée', tone: 'negative', ...frozen },
  },
  moves: {
    unsent: {
      label: 'Remise en attente',
      from: [200, 300, 500],
      to: 100,
      right: 'editAgentPurchaseOrder',
      done: 'Bon remis en attente',
    },
    validate: {
      label: 'Validation',
      from: [100],
      to: 200,
      right: 'signAgentPurchaseOrder',
      done: 'Bon validé',
    },
    sent: {
      label: 'Marquer envoyé',
      from: [100, 200],
      to: 300,
      right: 'sendAgentPurchaseOrder',
      done: 'Bon marqué envoyé',
      doneMany: 'Bons marqués envoyés',
    },
    receive: {
      label: 'Réception',
      from: [300],
      to: 400,
      right: 'editAgentPurchaseOrder',
      done: 'Commande reçue',
    },
    cancel: {
      label: 'Annulation',
      from: [100, 200, 300],
      to: cancelledOrder,
      right: 'editAgentPurchaseOrder',
      done: 'Bon annulé',
    },
    delete: {
      label: 'Suppression',
      from: [100],
      to: null,
      right: 'deleteAgentPurchaseOrder',
      done: 'Bon supprimé',
      confirm: finalDeletion,
      refuse: ({ number }) => (number !== draftNumber ? 'Un bon numéroté ne se supprime pas : annulez-le.' : null),
    },
  },
});

const readers = { agency: ['listAgentPurchaseOrders'], agent: ['listOwnAgentPurchaseOrders'] } as const;
const section = sections.document;
const mail = 'E-mail';
const kept = { keep: 'Pièces commerciales, gardées dix ans', rule: 'invoices' } as const;

export const PurchaseOrder = entity({
  name: 'purchaseOrder',
  plural: 'purchaseOrders',
  table: 'purchase_orders',
  label: { one: 'Bon de commande', many: 'Bons de commande' },
  description: 'Les commandes passées aux indépendants et sous-traitants.',
  title: 'number',
  subtitle: ['agent', 'title'],
  order: { by: 'date', ascending: false },
  date: 'date',
  columns: ['number', 'date', 'agent', 'customer', 'title', 'price', 'total', 'status'],
  grants: {
    list: readers,
    read: readers,
    create: { agency: ['createAgentPurchaseOrder'] },
    edit: { agency: ['editAgentPurchaseOrder'] },
  },
  missing: 'Bon de commande introuvable',
  personal: {
    customer: { nobodys: 'le client concerné par une commande à un collaborateur, sous son pseudonyme' },
    agent: { fate: kept, label: 'Bons de commande' },
  },
  fields: {
    /** From the server when it leaves the draft; « Brouillon » before. */
    number: text('Numéro', { written: 'server', required: true, column: 'shown', chars: 13, search: true }),
    status: status('Statut', purchaseOrderStatus, { column: 'shown', filter: true }),
    /** E-047 */
    agent: ref('Collaborateur', 'agent', {
      ...{ section, required: true, column: 'shown', filter: true, search: 'target' },
      offer: { rows: 'purchaseOrder' },
    }),
    customer: ref('Client concerné', 'customer', {
      ...{ section, column: 'shown', filter: true, search: 'target', reserved: 'reading' },
    }),
    reference: text('Référence', { section, max: 100, column: 'offered', search: true, width: 'half' }),
    date: day('Date', { section, required: true, column: 'shown', width: 'half' }),
    title: text('Objet', { section, max: 300, column: 'shown', search: true }),
    ...billedFields('purchase_order'),
    ...totalFields,
    currency: text('Devise', { written: 'server', required: true }),
    files: files('Pièces jointes', { section: sections.files, max: 20 }),
    to: text('Destinataires', {
      ...{ section: mail, sql: 'recipients', multiline: true, max: 2_000, format: 'emails', reserved: 'reading' },
      help: 'Vide : le collaborateur et le client concerné.',
    }),
    message: text('Message', {
      ...{ section: mail, multiline: true, max: 5_000, reserved: 'reading', help: 'Vide : le message usuel.' },
    }),
    attachments: files('Pièces jointes de l’e-mail', {
      ...{ section: mail, max: 20, table: 'purchase_order_attachments', reserved: 'reading' },
    }),
    sent: flag('Envoyé', { written: 'server', column: 'offered', filter: true }),
    sentAt: moment('Envoyé le', { written: 'server', column: 'offered' }),
    createdAt: moment('Créé le', { written: 'server', required: true, column: 'offered' }),
  },
  check: (draft) => billedViolations(draft),
});
