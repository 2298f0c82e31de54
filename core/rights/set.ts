// The agency's own sets of rights, in addition to those of core/grants.ts. A set is a template: people get a copy of its rights.
import * as z from 'zod';
import { withNeeds } from '../grants.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { entity } from '../kernel/entity.ts';
import { choice, choices, integer, moment, status, text } from '../kernel/field.ts';
import { keptUntilDeleted } from '../kernel/machine.ts';
import { offeredRights, type Right } from '../rights.ts';

export const setKinds = { AGENCY: 'Collaborateurs', CUSTOMER: 'Interlocuteurs des clients' } as const;
export type SetKind = keyof typeof setKinds;

/** It has a single state. */
export const rightsSetStatus = keptUntilDeleted({
  right: 'editAgencySetting',
  done: 'Jeu de droits supprimé',
  confirm: {
    title: 'Supprimer ce jeu de droits ?',
    message: 'Les personnes qui l’ont gardent leurs droits. La suppression est définitive.',
  },
});

const labels = Object.fromEntries(offeredRights.map(({ key, label }) => [key, label])) as Record<Right, string>;

/** People who grant rights choose among the sets. */
const readers = { agency: ['readAgencySetting', 'editAgentRight'] } as const;
const writers = { agency: ['editAgencySetting'] } as const;

export const RightsSet = entity({
  name: 'rightsSet',
  plural: 'rightsSets',
  table: 'rights_sets',
  label: { one: 'Jeu de droits', many: 'Jeux de droits' },
  description:
    'Les droits que vous donnez ensemble. Modifier un jeu ne change rien aux personnes tant que vous ne l’appliquez pas.',
  title: 'name',
  order: { by: 'name', ascending: true },
  // The picker is for the rights of a new agent.
  offered: { usual: { kind: ['AGENCY'] } },
  columns: ['name', 'kind', 'rightsCount', 'holders', 'outdated'],
  grants: { list: readers, read: readers, create: writers, edit: writers },
  fields: {
    name: text('Nom', {
      section: 'Général',
      required: true,
      column: 'shown',
      search: true,
      unique: true,
      max: 80,
      width: 'half',
    }),
    kind: choice('Pour', setKinds, {
      section: 'Général',
      required: true,
      default: 'AGENCY',
      column: 'shown',
      filter: true,
      width: 'half',
    }),
    rights: choices('Droits', labels, { section: 'Droits', column: 'offered', filter: true, width: 'full' }),
    rightsCount: integer('Nombre de droits', { written: 'server', required: true, column: 'shown' }),
    holders: integer('Personnes qui l’ont', { written: 'server', required: true, column: 'shown' }),
    /** Holders of an earlier version of the set. */
    outdated: integer('À mettre à jour', { written: 'server', required: true, column: 'shown' }),
    // The list must return it: the available moves depend on it.
    status: status('Statut', rightsSetStatus, { column: 'offered' }),
    createdAt: moment('Créé le', { written: 'server', required: true, column: 'offered' }),
  },
});

/** The rights of the set, completed by what they need, in the order of the editor. */
export const rightsOfSet = (rights: readonly Right[]): Right[] => {
  const held = withNeeds(rights);
  return offeredRights.flatMap(({ key }) => (held.has(key) ? [key] : []));
};

export const applyRightsSet = endpoint({
  name: 'applyRightsSet',
  method: 'POST',
  path: '/rightsSet/{id}/people',
  mounts: { agency: ['editAgentRight'] },
  summary: 'Donner un jeu de droits modifié à ceux qui l’avaient avant',
  params: z.strictObject({ id: z.string() }),
  input: z.strictObject({
    /** The version shown to the caller: if the set has changed since, it is not applied. */
    version: z.int(),
  }),
  output: z.strictObject({
    applied: z.int(),
    /** Holders whose rights the caller may not change. */
    left: z.int(),
  }),
});
