// When an agent cannot be planned: leave, sickness, training, and other types that the agency defines (2 §3; area U).
import * as z from 'zod';
import { instantAt, wallClock } from '../kernel/clock.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { entity } from '../kernel/entity.ts';
import { flag, found, hours, moment, ref, status, text } from '../kernel/field.ts';
import { deletion, keptUntilDeleted } from '../kernel/machine.ts';
import { planningReaders } from './service.ts';

/** U-009: an item of the agency's own list, edited with its settings. */
export const UnavailabilityType = entity({
  name: 'unavailabilityType',
  plural: 'unavailabilityTypes',
  table: 'agency_unavailability_types',
  label: { one: "Type d'indisponibilité", many: "Types d'indisponibilité" },
  description: 'Les motifs d’absence que votre agence propose.',
  title: 'name',
  order: { by: 'name', ascending: true },
  // A type that is no longer offered stays on the records that use it.
  offered: { usual: { enabled: true } },
  grants: {
    list: { agency: 'signedIn', agent: 'signedIn' },
    read: { agency: 'signedIn', agent: 'signedIn' },
    create: {},
    edit: {},
  },
  fields: {
    name: text('Libellé', { written: 'server', required: true, column: 'shown' }),
    enabled: flag('Proposé', { written: 'server', column: 'shown', filter: true }),
  },
});

/** An agent does not say of himself that his absence is unjustified: only the agency does, and he reads it. */
export const agencyReason = 'injustifi';
export const isAgencyReason = (name: string): boolean => name.toLowerCase().includes(agencyReason);
export const agencyReasonRefused = 'Ce motif est réservé à l’agence';
export const agencyAbsenceRefused = 'Cette absence a été saisie par votre agence';

/** It has a single state. */
export const unavailabilityStatus = keptUntilDeleted(
  {
    right: 'deleteUnavailability',
    own: 'deleteOwnUnavailability',
    done: 'Indisponibilité supprimée',
    confirm: deletion,
  },
  'Enregistrée',
);

const readers = { agency: ['listUnavailabilities'], agent: ['listOwnUnavailabilities'] } as const;
const section = 'Absence';
/** Years. A longer absence must be split: a contract suspended for years is not an absence to plan around. */
const longest = 3;

export const Unavailability = entity({
  name: 'unavailability',
  plural: 'unavailabilities',
  table: 'unavailabilities',
  label: { one: 'Indisponibilité', many: 'Indisponibilités', feminine: true },
  description: 'Congés, maladies et autres absences : quand un collaborateur ne peut pas être planifié.',
  title: 'agentName',
  order: { by: 'startAt', ascending: false },
  date: 'startAt',
  // U-002
  columns: ['agentName', 'startAt', 'endAt', 'duration', 'type', 'comment'],
  grants: {
    list: readers,
    read: readers,
    create: { agency: ['createUnavailability'], agent: ['createOwnUnavailability'] },
    edit: { agency: ['editUnavailability'], agent: ['editOwnUnavailability'] },
  },
  shownTo: { agency: planningReaders.agency, agent: planningReaders.agent },
  // Days and type stay under the pseudonym, to justify paid hours; the comment may contain health data.
  personal: { agent: { becomes: { comment: null } } },
  fields: {
    agent: ref('Collaborateur', 'agent', {
      section,
      required: true,
      column: 'offered',
      filter: true,
      search: 'target',
      offer: { rows: 'staff' },
    }),
    agentName: text('Nom complet', { written: 'server', required: true, column: 'shown' }),
    type: ref('Motif', 'unavailabilityType', {
      section,
      required: true,
      column: 'shown',
      filter: true,
      search: 'target',
    }),
    startAt: moment('Du', { section, required: true, column: 'shown', filter: true, width: 'half' }),
    endAt: moment('Au (inclus)', {
      section,
      required: true,
      column: 'shown',
      filter: true,
      width: 'half',
      dates: { notBefore: { path: 'startAt' }, within: { years: longest, from: { path: 'startAt' } } },
    }),
    // U-003
    duration: hours('Durée', { section, written: 'server', required: true, column: 'shown' }),
    comment: text('Commentaire', { section: 'Précisions', multiline: true, max: 1_000, column: 'shown' }),
    // The list must return it: the available moves depend on it.
    status: status('Statut', unavailabilityStatus, { column: 'offered' }),
    /** That it was accepted on; null: none, or the caller reads none. */
    request: found(
      'Demande acceptée',
      {
        id: text('Identifiant', { written: 'server', required: true }),
        subject: text('Objet', { written: 'server', required: true }),
      },
      { right: 'listAgentRequests' },
    ),
    createdAt: moment('Créée le', { written: 'server', required: true, column: 'offered' }),
  },
});

/** U-005: the path of the specification, in addition to the `delete` move of every entity. */
export const deleteUnavailability = endpoint({
  name: 'remove:unavailability',
  method: 'DELETE',
  path: '/unavailability/{id}',
  mounts: { agency: ['deleteUnavailability'], agent: ['deleteOwnUnavailability'] },
  summary: 'Supprimer une indisponibilité',
  params: z.strictObject({ id: z.string() }),
});

/** A post has one holder from its start to its end: no part of it is covered alone. */
export const wholePost = 'Un service, même touché en partie, est à remplacer en entier.';

export const dayStart = '00:00';
export const dayEnd = '23:59';
const minute = 60_000;

/** U-010: the end minute is included, so add one minute. */
export const availableAgain = (endAt: string): string => new Date(Date.parse(endAt) + minute).toISOString();

/** From the first minute of a day to the last minute of a day. */
export const isWholeDays = (startAt: string, endAt: string, zone: string): boolean =>
  wallClock(startAt, zone).time === dayStart && wallClock(endAt, zone).time === dayEnd;

/** From the first day to the last, both included. */
export const wholeDays = (first: string, last: string, zone: string): { startAt: string; endAt: string } => ({
  startAt: instantAt(first, dayStart, zone),
  endAt: instantAt(last, dayEnd, zone),
});

const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

/** Hours per day in local time: 23 or 25 on a clock change. 23:59 counts as the end of the day. */
export function hoursByDay(startAt: string, endAt: string, zone: string): Record<string, number> {
  const { day: last, time } = wallClock(endAt, zone);
  const end = Date.parse(time === dayEnd ? instantAt(dayAfter(last), dayStart, zone) : endAt);
  const spent: Record<string, number> = {};
  let from = Date.parse(startAt);
  for (let { day } = wallClock(startAt, zone); day <= last; day = dayAfter(day)) {
    const to = Math.min(end, Date.parse(instantAt(dayAfter(day), dayStart, zone)));
    spent[day] = Math.round((to - from) / (minute * 0.6)) / 100;
    from = to;
  }
  return spent;
}
