// Time gaps: breaks, latenesses, early departures, absences during a service (2 §2, §3; area Q).
import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { entity } from '../kernel/entity.ts';
import { choice, integer, moment, ref, status, text } from '../kernel/field.ts';
import { deletion, machine } from '../kernel/machine.ts';
import { breakTypes } from './service.ts';

export const breakPlanned = 100;
export const breakRunning = 200;
export const breakEnded = 300;

/** */
export const breakStatus = machine({
  initial: breakPlanned,
  states: {
    [breakPlanned]: { label: 'En attente', tone: 'neutral' },
    [breakRunning]: { label: 'Commencé', tone: 'info' },
    [breakEnded]: { label: 'Terminé', tone: 'positive' },
  },
  moves: {
    delete: {
      label: 'Suppression',
      from: [breakPlanned, breakRunning, breakEnded],
      to: null,
      right: 'deleteServiceBreak',
      done: 'Écart supprimé',
      confirm: deletion,
    },
  },
});

const readers = { agency: ['listServiceBreaks'] } as const;
const section = 'Écart';
const real = 'Horaires réels';

export const Break = entity({
  name: 'break',
  plural: 'breaks',
  table: 'service_breaks',
  label: { one: 'Écart horaire', many: 'Écarts horaires' },
  description: 'Pauses, retards, départs anticipés et absences durant les services.',
  title: 'agentName',
  order: { by: 'startAt', ascending: false },
  date: 'startAt',
  //
  columns: ['agentName', 'service', 'type', 'startAt', 'endAt', 'minutes', 'comment', 'customer', 'site', 'specialty'],
  grants: {
    list: readers,
    read: readers,
    create: { agency: ['createServiceBreak'] },
    edit: { agency: ['editServiceBreak'] },
  },
  fields: {
    agent: ref('Collaborateur', 'agent', {
      section,
      column: 'offered',
      filter: true,
      width: 'half',
    }),
    agentName: text('Nom complet', { written: 'server', required: true, column: 'shown' }),
    service: ref('Service', 'service', {
      section,
      required: true,
      column: 'shown',
      chars: 10,
      filter: true,
      width: 'half',
      offer: { same: { agents: 'agent' }, rows: 'begun' },
    }),
    type: choice('Type', breakTypes, { section, required: true, default: 0, column: 'shown', chars: 20, filter: true }),
    startAt: moment('Début', { section, required: true, column: 'shown', filter: true, width: 'half' }),
    endAt: moment('Fin', {
      section,
      required: true,
      column: 'shown',
      width: 'half',
      dates: { after: { path: 'startAt' } },
    }),
    //
    minutes: integer('Durée (min)', { section, written: 'server', required: true, column: 'shown' }),
    comment: text('Commentaire', { section, multiline: true, max: 500, column: 'shown' }),
    realStartAt: moment('Début réel', { section: real, column: 'offered', width: 'half' }),
    realEndAt: moment('Fin réelle', {
      section: real,
      column: 'offered',
      width: 'half',
      dates: { after: { path: 'realStartAt' } },
    }),
    customer: ref('Client', 'customer', { written: 'server', column: 'shown', filter: true }),
    site: ref('Site', 'site', { written: 'server', column: 'shown', filter: true }),
    specialty: ref('Spécialité', 'specialty', { written: 'server', column: 'shown', filter: true }),
    status: status('Statut', breakStatus, { column: 'offered', filter: true }),
    createdAt: moment('Créé le', { written: 'server', required: true, column: 'offered' }),
  },
  check: ({ type, agent }) =>
    type !== undefined && type !== null && type !== 0 && agent === null
      ? [{ path: 'agent', message: 'Choisissez le collaborateur concerné' }]
      : [],
});

/** minutes of the list's `totals`. Day plus night is the total; Sundays and holidays are included in it. */
export interface BreakTotals {
  day: number;
  night: number;
  sunday: number;
  holiday: number;
}

/** the path of the specification, in addition to the `delete` move of every entity. */
export const deleteBreak = endpoint({
  name: 'remove:break',
  method: 'DELETE',
  path: '/break/{id}',
  mounts: { agency: ['deleteServiceBreak'] },
  summary: 'Supprimer un écart horaire',
  params: z.strictObject({ id: z.string() }),
});
