// Stock references: what an agency owns several of, hands out and takes back (2 §3).
import { entity } from '../kernel/entity.ts';
import { choice, choices, day, integer, lines, moment, ref, status, text, unitPrice } from '../kernel/field.ts';
import { finalDeletion, machine } from '../kernel/machine.ts';
import { restitutionStatuses } from './assignment-status.ts';
import { stockLevels } from './level.ts';

export const stockTypes = {
  UNIFORM: 'Tenue',
  PROTECTION: 'Équipement de protection',
  RADIO: 'Communication',
  FIRE: 'Sécurité incendie',
  KEY: 'Clés et badges',
  TOOL: 'Outillage',
  IT: 'Informatique',
  VEHICLE: 'Véhicule',
  CONSUMABLE: 'Consommable',
  OTHER: 'Autre',
} as const;

/** 2 §4 */
export const stockActions = { 100: 'Entrée', 200: 'Sortie', 300: 'Contrôle ou maintenance' } as const;
export type StockActionCode = keyof typeof stockActions;

/** More than any room of an agency holds. */
export const mostPieces = 1_000_000;

export const stockStatus = machine({
  initial: 100,
  states: {
    100: { label: 'Actif', tone: 'positive' },
    200: { label: 'Inactif', tone: 'neutral', archived: true },
  },
  moves: {
    deactivate: {
      label: 'Désactivation',
      from: [100],
      to: 200,
      right: 'editStockReference',
      done: 'Référence inactive',
    },
    activate: { label: 'Activation', from: [200], to: 100, right: 'editStockReference', done: 'Référence active' },
    delete: {
      label: 'Suppression',
      from: [100, 200],
      to: null,
      right: 'deleteStockReference',
      done: 'Référence supprimée',
      confirm: finalDeletion,
      refuse: ({ quantityAssigned }) =>
        Number(quantityAssigned ?? 0) === 0
          ? null
          : 'Cette référence est encore affectée : notez d’abord les restitutions, ou désactivez-la.',
    },
  },
});

const readers = { agency: ['listStockReferences'], customer: ['listStockReferences'] } as const;
const section = 'Référence';
const amounts = 'Quantités';
const server = { written: 'server', required: true } as const;

export const StockReference = entity({
  name: 'stockReference',
  plural: 'stockReferences',
  table: 'stock_references',
  label: { one: 'Référence', many: 'Références', feminine: true },
  description: 'Le catalogue du matériel de votre agence, et ce qu’il en reste.',
  title: 'title',
  subtitle: ['reference'],
  order: { by: 'title', ascending: true },
  columns: ['title', 'reference', 'level', 'quantity', 'quantityAssigned', 'description', 'types'],
  madeOf: ['stockReferenceAction', 'stockReferenceAssignment'],
  grants: {
    list: readers,
    read: readers,
    create: { agency: ['createStockReference'] },
    edit: { agency: ['editStockReference'] },
  },
  paths: {
    list: '/fetch/stock-references',
    read: '/stock-reference/{id}',
    save: '/stock-reference',
    act: '/stock-reference/{id}/{type}',
  },
  missing: 'Référence introuvable',
  fields: {
    title: text('Désignation', { section, required: true, max: 200, column: 'shown', search: true }),
    reference: text('Référence', {
      ...{ section, max: 60, unique: true, column: 'shown', chars: 12, search: true, width: 'half' },
      help: 'Vide : un numéro est attribué.',
    }),
    purchaseDate: day('Date d’achat', {
      section,
      column: 'offered',
      filter: true,
      width: 'half',
      reserved: 'customers',
    }),
    purchasePrice: unitPrice('Prix d’achat HT', {
      ...{ section, min: 0, column: 'offered', width: 'half', reserved: 'customers' },
      help: 'D’une pièce. Ce qui sort pour un site, ou s’y perd, est compté dans ses marges.',
    }),
    types: choices('Types', stockTypes, { section, column: 'offered', filter: true }),
    description: text('Description', {
      ...{ section, multiline: true, max: 2_000, column: 'shown', chars: 38, search: true },
    }),
    status: status('Statut', stockStatus, { column: 'offered', filter: true }),
    level: choice('Niveau', stockLevels, {
      ...server,
      column: 'shown',
      chars: 13,
      filter: true,
      reserved: 'customers',
    }),
    /** What is left to hand out; with what is assigned it is the total (decision 63). */
    quantity: integer('Disponible', {
      ...{ section: amounts, required: true, default: 0, min: 0, max: mostPieces, column: 'shown', width: 'half' },
      ...{ reserved: 'customers', help: 'Ce qui reste à affecter. Un changement est noté comme un inventaire.' },
    }),
    lowStockLevel: integer('Seuil de stock bas', {
      ...{ section: amounts, min: 0, max: mostPieces, column: 'offered', width: 'half', reserved: 'customers' },
      help: 'À ce nombre ou moins, le stock est bas.',
    }),
    /** For a customer, on his sites. */
    quantityAssigned: integer('Affecté', { ...server, column: 'shown' }),
    assignments: lines(
      'Affectations',
      {
        agent: ref('Collaborateur', 'agent', { written: 'server' }),
        site: ref('Site', 'site', { written: 'server' }),
        quantity: integer('Quantité', server),
        outstanding: integer('À restituer', server),
        assignmentDate: day('Affecté le', server),
        restitutionDate: day('À restituer le', { written: 'server' }),
        restitutionStatus: choice('Restitution', restitutionStatuses, server),
      },
      { written: 'server', table: 'stock_assignments', right: 'listStockReferenceAssignments' },
    ),
    actions: lines(
      'Actions',
      {
        action: choice('Action', stockActions, server),
        quantity: integer('Quantité', server),
        date: day('Date', server),
        effectiveDate: day('Échéance', { written: 'server' }),
        comment: text('Commentaire', { written: 'server' }),
      },
      { written: 'server', table: 'stock_actions', reserved: 'customers' },
    ),
    createdAt: moment('Créée le', { ...server, column: 'offered' }),
    updatedAt: moment('Modifiée le', { ...server, column: 'offered' }),
  },
});
