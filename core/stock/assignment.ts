// Assignments: pieces of a reference that an agent holds, or that stay on a site, until they are returned (2 §3). With
// both, the agent holds them for that site.
import { entity } from '../kernel/entity.ts';
import { choice, day, integer, lines, moment, ref, status, text } from '../kernel/field.ts';
import { deletion, machine } from '../kernel/machine.ts';
import { restitutionStatuses } from './assignment-status.ts';
import { mostPieces } from './reference.ts';

/** 2 §5, 2 §8 */
export const noHolder =
  'Formulaire invalide, au moins un collaborateur ou un site doit être sélectionné pour assignation';

export const assignmentStatus = machine({
  initial: 100,
  states: {
    100: { label: restitutionStatuses[100], tone: 'info' },
    200: { label: restitutionStatuses[200], tone: 'warning' },
    300: { label: restitutionStatuses[300], tone: 'positive' },
  },
  moves: {
    delete: {
      label: 'Suppression',
      from: [100],
      to: null,
      right: 'deleteStockReferenceAssignment',
      done: 'Affectation supprimée : le matériel revient en stock',
      confirm: deletion,
    },
  },
});

const readers = {
  agency: ['listStockReferenceAssignments'],
  customer: ['listStockReferenceAssignments'],
} as const;
const section = 'Affectation';
const server = { written: 'server', required: true } as const;
const shown = { column: 'shown', filter: true } as const;

export const StockAssignment = entity({
  name: 'stockReferenceAssignment',
  plural: 'stockReferenceAssignments',
  table: 'stock_assignments',
  label: { one: 'Affectation', many: 'Affectations', feminine: true },
  description: 'Qui détient quoi : le matériel confié aux collaborateurs et laissé sur les sites.',
  title: 'label',
  order: { by: 'assignmentDate', ascending: false },
  // T-014: `start` and `end` filter the day of restitution.
  date: 'restitutionDate',
  columns: [
    'stockReference',
    'agent',
    'site',
    'outstanding',
    'status',
    'restitutionDate',
    'assignmentDate',
    'quantity',
  ],
  grants: {
    list: readers,
    read: readers,
    create: { agency: ['createStockReferenceAssignment'] },
    edit: { agency: ['editStockReferenceAssignment'] },
  },
  paths: {
    list: '/fetch/stock-references/assignments',
    read: '/stock-reference-assignment/{id}',
    save: '/stock-reference/assignment',
    act: '/stock-reference-assignment/{id}/{type}',
  },
  missing: 'Affectation introuvable',
  personal: {
    agent: { fate: 'unlink', label: 'Matériel confié' },
    site: { fate: 'unlink', label: 'Matériel des sites' },
  },
  fields: {
    /** The name of its reference. */
    label: text('Désignation', server),
    stockReference: ref('Référence', 'stockReference', { section, required: true, ...shown, search: 'target' }),
    agent: ref('Collaborateur', 'agent', { section, ...shown, search: 'target', width: 'half', reserved: 'customers' }),
    site: ref('Site', 'site', { section, ...shown, search: 'target', width: 'half' }),
    quantity: integer('Quantité', {
      ...{ section, required: true, default: 1, min: 1, max: mostPieces, column: 'offered', width: 'half' },
    }),
    outstanding: integer('À restituer', { ...server, column: 'shown' }),
    status: status('Restitution', assignmentStatus, { ...shown, chars: 20 }),
    /** The same, under the name of the specification. */
    restitutionStatus: choice('Restitution', restitutionStatuses, server),
    assignmentDate: day('Affecté le', { section, required: true, ...shown, width: 'half' }),
    restitutionDate: day('À restituer le', {
      ...{ section, ...shown, width: 'half', dates: { notBefore: { path: 'assignmentDate' } } },
      help: 'Vide : jusqu’à son départ.',
    }),
    comment: text('Commentaire', { section, max: 500, column: 'offered' }),
    quantityReturned: integer('Restitué', { ...server, column: 'offered' }),
    quantityLost: integer('Perdu ou détruit', { ...server, column: 'offered', reserved: 'customers' }),
    restitutedAt: day('Restitué le', { written: 'server', column: 'offered', filter: true }),
    /** 2 §3: its holder, as lists; a new assignment may name several, and one row is made of each. */
    userCompanies: lines(
      'Collaborateurs',
      {
        agent: ref('Collaborateur', 'agent', { written: 'server' }),
        quantityToAssign: integer('Quantité', server),
      },
      { written: 'server', table: 'stock_assignments', reserved: 'customers' },
    ),
    sites: lines(
      'Sites',
      {
        site: ref('Site', 'site', { written: 'server' }),
        quantityToAssign: integer('Quantité', server),
      },
      { written: 'server', table: 'stock_assignments' },
    ),
    createdAt: moment('Créée le', { ...server, column: 'offered' }),
  },
  check: ({ agent, site }) => (agent || site ? [] : [{ path: 'agent', message: noHolder }]),
});
