// The times that each person lived on a service, for the agency to settle where they differ from the plan (decisions 83, 97).
import { entity } from '../kernel/entity.ts';
import { integer, moment, ref, status, text } from '../kernel/field.ts';
import { machine } from '../kernel/machine.ts';
import type { Decision } from './lived.ts';

export const timesOpen = 100;
export const timesAsPlanned = 110;
export const timesToSettle = 200;
const accepted = 300;
const rounded = 310;
const refused = 400;

/** What each settled state decides. */
export const decisionOf: Readonly<Record<number, Decision>> = {
  [accepted]: 'ACCEPTED',
  [rounded]: 'ROUNDED',
  [refused]: 'REFUSED',
};

const right = 'editServiceBreak';

/** No decision may make up an end that nobody reported. */
const noEnd = 'La fin n’a pas été pointée : terminez d’abord le service dans son « Déroulé », ou gardez le planning.';

export const serviceTimeStatus = machine({
  initial: timesOpen,
  states: {
    [timesOpen]: { label: 'En cours', tone: 'info' },
    [timesAsPlanned]: { label: 'Conforme au planning', tone: 'neutral' },
    [timesToSettle]: { label: 'À valider', tone: 'warning' },
    [accepted]: { label: 'Accepté', tone: 'positive' },
    [rounded]: { label: 'Arrondi', tone: 'positive' },
    [refused]: { label: 'Refusé', tone: 'negative' },
  },
  moves: {
    accept: {
      label: 'Accepter les heures réelles',
      from: [timesToSettle, rounded, refused],
      to: accepted,
      right,
      done: 'Heures réelles acceptées',
      doneMany: 'Heures réelles acceptées',
      // Somebody who did not come has no end to know: nothing counts.
      refuse: ({ startedAt, endedAt }) => (startedAt !== null && endedAt === null ? noEnd : null),
    },
    round: {
      label: 'Arrondir',
      from: [timesToSettle, accepted, refused],
      to: rounded,
      right,
      done: 'Heures arrondies',
      doneMany: 'Heures arrondies',
      refuse: ({ startedAt, endedAt }) =>
        startedAt === null ? 'Aucune heure n’a été pointée : rien à arrondir.' : endedAt === null ? noEnd : null,
    },
    refuse: {
      label: 'Refuser (garder le planning)',
      from: [timesToSettle, accepted, rounded],
      to: refused,
      right,
      done: 'Écart refusé : les heures planifiées comptent',
      doneMany: 'Écarts refusés, les heures planifiées comptent',
    },
    reopen: {
      label: 'Remettre à valider',
      from: [accepted, rounded, refused],
      to: timesToSettle,
      right,
      done: 'Écart à valider de nouveau',
      doneMany: 'Écarts à valider de nouveau',
    },
  },
});

/** What somebody did on the service. */
export const timesStates: Readonly<Record<number, string>> = {
  120: 'Absent',
  200: 'En service',
  250: 'En prolongation',
  300: 'Terminé',
  400: 'Interrompu',
  500: 'En pause',
};

const readers = { agency: ['listServiceBreaks'] } as const;

export const ServiceTime = entity({
  name: 'serviceTime',
  plural: 'serviceTimes',
  table: 'service_times',
  label: { one: 'Pointage', many: 'Pointages' },
  description: 'Les heures réelles de chacun, comparées au planning.',
  title: 'agentName',
  order: { by: 'startAt', ascending: false },
  date: 'startAt',
  columns: ['agentName', 'site', 'planned', 'lived', 'difference', 'state', 'status'],
  grants: { list: readers, read: readers, create: {}, edit: {} },
  personal: {
    agent: {
      keep: 'Les heures travaillées se justifient après le départ',
      rule: 'staffFiles',
      label: 'Heures réelles',
    },
  },
  fields: {
    agent: ref('Collaborateur', 'agent', {
      written: 'server',
      required: true,
      column: 'offered',
      filter: true,
      search: 'target',
    }),
    agentName: text('Nom complet', { written: 'server', required: true, column: 'shown', chars: 20 }),
    service: ref('Service', 'service', { written: 'server', required: true, column: 'offered', filter: true }),
    site: ref('Site', 'site', { written: 'server', column: 'shown', chars: 20, filter: true }),
    planned: text('Prévu', { written: 'server', required: true, max: 40, column: 'shown', chars: 24 }),
    /** With its day, if it ended on another day than planned. */
    lived: text('Réel', { written: 'server', max: 20, column: 'shown', chars: 13 }),
    startAt: moment('Début prévu', { written: 'server', required: true, column: 'offered', filter: true }),
    endAt: moment('Fin prévue', { written: 'server', required: true, column: 'offered' }),
    startedAt: moment('Début réel', { written: 'server', column: 'offered' }),
    endedAt: moment('Fin réelle', { written: 'server', column: 'offered' }),
    state: text('Présence', { written: 'server', required: true, max: 20, column: 'shown', chars: 16 }),
    difference: integer('Écart', { written: 'server', column: 'shown', chars: 7, unit: 'signedMinutes' }),
    status: status('Statut', serviceTimeStatus, { column: 'shown', filter: true }),
    countedStartAt: moment('Début retenu', { written: 'server', column: 'offered' }),
    countedEndAt: moment('Fin retenue', { written: 'server', column: 'offered' }),
    createdAt: moment('Créé le', { written: 'server', required: true, column: 'offered' }),
  },
});
