// Rounds: the checkpoints of a site in order (2 §3). Walking a round is an execution (status.ts).
import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { entity } from '../kernel/entity.ts';
import { choices, integer, lines, moment, ref, status, text } from '../kernel/field.ts';
import { deletion, machine } from '../kernel/machine.ts';
import { directions } from './expected.ts';

export const roundStatus = machine({
  initial: 100,
  states: {
    100: { label: 'Active', tone: 'positive' },
    300: { label: 'Archivée', tone: 'warning', archived: true },
  },
  moves: {
    archive: { label: 'Archivage', from: [100], to: 300, right: 'editRound', done: 'Ronde archivée' },
    reactivate: { label: 'Réactivation', from: [300], to: 100, right: 'editRound', done: 'Ronde réactivée' },
    delete: {
      label: 'Suppression',
      from: [100, 300],
      to: null,
      right: 'deleteRound',
      done: 'Ronde supprimée',
      confirm: deletion,
    },
  },
});

const readers = { agency: ['listRounds'], agent: ['listRounds'] } as const;

export const Round = entity({
  name: 'round',
  plural: 'rounds',
  table: 'rounds',
  label: { one: 'Ronde', many: 'Rondes', feminine: true },
  description: 'Les rondes de vos sites et l’ordre de leurs points de contrôle.',
  title: 'name',
  subtitle: ['site'],
  order: { by: 'name', ascending: true },
  columns: ['name', 'site', 'customer', 'checkpointCount', 'expectedDuration', 'grantedDirections', 'status'],
  grants: {
    list: readers,
    read: readers,
    create: { agency: ['createRound'], agent: ['createRound'] },
    edit: { agency: ['editRound'], agent: ['editRound'] },
  },
  personal: {
    site: { fate: { becomes: { name: 'Ronde effacée', instructions: null, status: 300 } }, label: 'Rondes des sites' },
  },
  fields: {
    name: text('Nom', { section: 'Général', required: true, max: 120, column: 'shown', search: true }),
    site: ref('Site', 'site', { section: 'Général', required: true, column: 'shown', filter: true }),
    status: status('Statut', roundStatus, { column: 'shown', filter: true }),
    grantedDirections: choices('Sens autorisés', directions, {
      section: 'Général',
      required: true,
      default: ['forward'],
      column: 'shown',
      filter: true,
      help: 'Libre : les points se contrôlent dans n’importe quel ordre.',
    }),
    expectedDuration: integer('Durée prévue', {
      section: 'Général',
      unit: 'minutes',
      min: 1,
      max: 1_440,
      column: 'shown',
      width: 'half',
    }),
    instructions: text('Consignes', { section: 'Général', multiline: true, max: 5_000 }),
    /** Each with its own instructions for this round. */
    checkpoints: lines(
      'Points de contrôle',
      {
        checkpoint: ref('Point de contrôle', 'checkpoint', {
          required: true,
          width: 'half',
          offer: { same: { site: 'site' } },
        }),
        instructions: text('Consigne particulière', { max: 500, width: 'half' }),
      },
      { section: 'Parcours', one: 'Point', table: 'round_checkpoints', max: 200 },
    ),
    // O-009
    customer: ref('Client', 'customer', { written: 'server', column: 'shown', filter: true }),
    checkpointCount: integer('Points', { written: 'server', required: true, column: 'shown' }),
    createdAt: moment('Créée le', { written: 'server', required: true, column: 'offered' }),
  },
});

/** O-011: the path of the specification, in addition to the `delete` move of every entity. */
export const deleteRound = endpoint({
  name: 'remove:round',
  method: 'DELETE',
  path: '/round/{id}',
  mounts: { agency: ['deleteRound'], agent: ['deleteRound'] },
  summary: 'Supprimer une ronde',
  params: z.strictObject({ id: z.string() }),
});
