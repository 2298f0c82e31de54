// Actions on a reference: pieces that come in or go out, checks and maintenance, and when they are due again (2 §3).
import { expiryStates } from '../agents/expiry.ts';
import { entity } from '../kernel/entity.ts';
import { choice, day, integer, moment, ref, status, text } from '../kernel/field.ts';
import { deletion, machine } from '../kernel/machine.ts';
import { mostPieces, stockActions } from './reference.ts';

/** 2 §4, 3 §9: in how many days the next one is due. */
export const duePresets = [0, 7, 30, 60, 90, 120] as const;

export const settledAction = 300;

export const actionStatus = machine({
  initial: 100,
  states: {
    100: { label: 'Notée', tone: 'info' },
    300: { label: 'Échéance traitée', tone: 'positive' },
  },
  moves: {
    settle: {
      label: 'Échéance traitée',
      from: [100],
      to: settledAction,
      right: 'editStockReference',
      done: 'Échéance traitée',
      refuse: ({ effectiveDate }) => (effectiveDate ? null : 'Cette action n’a pas d’échéance.'),
    },
    reopen: {
      label: 'Échéance à traiter',
      from: [settledAction],
      to: 100,
      right: 'editStockReference',
      done: 'Échéance à traiter',
    },
    delete: {
      label: 'Suppression',
      from: [100, settledAction],
      to: null,
      right: 'editStockReference',
      done: 'Action supprimée : la quantité est rétablie',
      confirm: deletion,
    },
  },
});

/** When the action is due, in the states of every list of expirations. */
export const effectiveStatuses = { ...expiryStates, DONE: 'Traitée', NONE: 'Sans échéance' } as const;
export type EffectiveStatus = keyof typeof effectiveStatuses;

const readers = { agency: ['listStockReferences'], customer: ['listStockReferences'] } as const;
const section = 'Action';
const due = 'Échéance';
const server = { written: 'server', required: true } as const;
const shown = { column: 'shown', filter: true } as const;

export const StockAction = entity({
  name: 'stockReferenceAction',
  plural: 'stockReferenceActions',
  table: 'stock_actions',
  label: { one: 'Action', many: 'Actions', feminine: true },
  description: 'Les entrées, sorties et contrôles du matériel, avec leurs échéances.',
  title: 'label',
  order: { by: 'date', ascending: false },
  date: 'effectiveDate',
  columns: ['stockReference', 'action', 'quantity', 'date', 'effectiveDate', 'effectiveStatus', 'comment', 'site'],
  grants: {
    list: readers,
    read: readers,
    create: { agency: ['editStockReference'] },
    edit: { agency: ['editStockReference'] },
  },
  paths: {
    list: '/fetch/stock-references/actions',
    read: '/stock-reference-action/{id}',
    save: '/stock-reference/action',
    act: '/stock-reference-action/{id}/{type}',
  },
  missing: 'Action introuvable',
  personal: { site: { fate: 'unlink', label: 'Contrôles de matériel' } },
  fields: {
    /** The name of its reference. */
    label: text('Désignation', server),
    stockReference: ref('Référence', 'stockReference', {
      section,
      required: true,
      ...shown,
      search: 'target',
      chars: 26,
    }),
    action: choice('Action', stockActions, { section, required: true, default: 100, ...shown, width: 'half' }),
    quantity: integer('Quantité', {
      ...{ section, required: true, default: 1, min: 1, max: mostPieces, column: 'shown', width: 'half' },
      help: 'Une entrée l’ajoute au stock, une sortie l’en retire ; un contrôle n’y change rien.',
    }),
    date: day('Faite le', { section, required: true, ...shown, width: 'half' }),
    site: ref('Site', 'site', {
      ...{ section, column: 'offered', filter: true, search: 'target', width: 'half' },
      help: 'Où le matériel est contrôlé ou livré ; son client voit cette action.',
    }),
    comment: text('Commentaire', { section, max: 500, column: 'shown' }),
    effectiveDate: day('Échéance', {
      ...{ section: due, ...shown, width: 'half', dates: { notBefore: { path: 'date' } } },
      help: 'Péremption, ou prochain contrôle : elle paraît dans « Expirations ».',
    }),
    effectiveStatus: choice('État', effectiveStatuses, { ...server, ...shown, chars: 20 }),
    daysLeft: integer('Jours restants', { written: 'server', column: 'offered' }),
    status: status('Suivi', actionStatus, { column: 'offered', filter: true }),
    createdAt: moment('Créée le', { ...server, column: 'offered' }),
  },
});

/** T-026: what is due, by urgency; a row opens its reference. */
export const StockExpiration = entity({
  name: 'stockReferenceExpiration',
  plural: 'stockReferenceExpirations',
  // A view of the actions.
  table: 'stock_due',
  label: { one: 'Échéance', many: 'Échéances du matériel', feminine: true },
  description: 'Les péremptions et les contrôles du matériel, par urgence.',
  title: 'label',
  order: { by: 'effectiveDate', ascending: true },
  date: 'effectiveDate',
  madeOf: ['stockReferenceAction', 'stockReference'],
  grants: { list: { agency: ['listStockReferenceExpirations'] }, read: {}, create: {}, edit: {} },
  paths: { list: '/fetch/stock-references/expirations' },
  personal: { site: { nobodys: 'Vue des actions' } },
  fields: {
    label: text('Désignation', server),
    stockReference: ref('Référence', 'stockReference', { ...server, ...shown, search: 'target', chars: 26 }),
    action: choice('Action', stockActions, { ...server, ...shown }),
    quantity: integer('Quantité', { ...server, column: 'shown' }),
    effectiveStatus: choice('État', expiryStates, { ...server, ...shown }),
    effectiveDate: day('Échéance', { written: 'server', ...shown }),
    daysLeft: integer('Jours restants', { written: 'server', column: 'shown' }),
    site: ref('Site', 'site', { written: 'server', ...shown }),
    comment: text('Commentaire', { written: 'server', column: 'offered' }),
  },
});
