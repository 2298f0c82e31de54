// The calls of lone-worker protection (2 §7; P-008, decision 92).
import * as z from 'zod';
import { calledMoment, geolocation, location as point } from '../kernel/called.ts';
import { atWork, byId, endpoint } from '../kernel/endpoint.ts';
import { messages } from '../kernel/problem.ts';
import { alarmActNames, alarmKinds, alarmStateNames, chosenOutcomes, logActNames, outcomes } from './alarm.ts';
import { report } from './messages.ts';
import { tour } from './tour.ts';

const uuid = z.uuid('Identifiant invalide');
const ref = z.object({ id: uuid }, 'Identifiant invalide').transform(({ id }) => ({ id: id.toLowerCase() }));
const names = <T extends object>(of: T) => Object.keys(of) as [keyof T & string, ...(keyof T & string)[]];

/** A lone worker must never be refused for a missing right (rights.tsv, executeOwnService). */
export const savePtiEvent = endpoint({
  name: 'savePtiEvent',
  method: 'POST',
  path: '/event-pti',
  mounts: { agency: ['readSupervision'], agent: 'signedIn' },
  ...atWork,
  summary: 'Signaler une alerte d’un travailleur isolé ; la même une seconde fois ne crée rien',
  repeatable: true,
  input: z.strictObject({
    ...report.shape,
    service: ref,
    /** On the path of the agency: who is concerned. */
    agent: ref.optional(),
    /** The time of the fact; absent: now. */
    createdAt: calledMoment().optional(),
    location: geolocation.nullish(),
  }),
  output: z.strictObject({ alarm: uuid.nullable(), now: z.string() }),
});

const ownAlarm = z.strictObject({
  id: uuid,
  kind: z.enum(names(alarmKinds)),
  drill: z.boolean(),
  state: z.enum(alarmStateNames),
  receivedAt: z.string(),
  /** Who takes care of it at the agency. */
  by: z.string().nullable(),
});
export type OwnAlarm = z.output<typeof ownAlarm>;

/** Only with a network: it never waits in the log of the device. It leaves no audit line: there would be thousands a night. */
export const sendHeartbeat = endpoint({
  name: 'sendHeartbeat',
  method: 'POST',
  path: '/field/heartbeat',
  mounts: { agent: 'signedIn' },
  ...atWork,
  summary: 'Le téléphone d’un travailleur isolé est entendu ; la réponse dit où en sont ses alertes',
  repeatable: true,
  input: z.strictObject({ device: uuid }),
  output: z.strictObject({ alarms: z.array(ownAlarm), now: z.string() }),
});

const details = z.strictObject({
  id: uuid,
  kind: z.enum(names(alarmKinds)),
  drill: z.boolean(),
  state: z.enum(alarmStateNames),
  description: z.string(),
  createdAt: z.string(),
  receivedAt: z.string(),
  agent: z.strictObject({ id: uuid, name: z.string(), phones: z.array(z.string()) }),
  service: z
    .strictObject({ id: uuid, startAt: z.string(), endAt: z.string(), postTitle: z.string().nullable() })
    .nullable(),
  /** Null: not on a tour, or at one of its stops. */
  tour: tour.nullable(),
  site: z
    .strictObject({ id: uuid, name: z.string(), city: z.string().nullable(), location: point.nullable() })
    .nullable(),
  /** `at`: of a position older than the alarm, the last one known. */
  location: z.strictObject({ ...geolocation.shape, at: z.string().nullable() }).nullable(),
  takenBy: z.string().nullable(),
  outcome: z.enum(names(outcomes)).nullable(),
  log: z.array(
    z.strictObject({
      id: uuid,
      at: z.string(),
      act: z.enum(logActNames),
      /** Who was told, or who acted. */
      who: z.string().nullable(),
      content: z.string().nullable(),
    }),
  ),
  /** The caller was told: it rings at his desk until somebody has seen it. */
  isMine: z.boolean(),
});
export type AlarmDetails = z.output<typeof details>;

const readers = { agency: ['readSupervision', 'readDashboard'] } as const;
/** Somebody must be able to answer a guard of a locked agency, or during a maintenance. */
const answering = { whenLocked: true, duringMaintenance: true } as const;

export const fetchOpenAlarms = endpoint({
  name: 'open:alarm',
  method: 'GET',
  path: '/alarms/open',
  mounts: readers,
  ...answering,
  summary: 'Les alertes que personne n’a closes, avec leur suivi',
  output: z.strictObject({
    /** Real ones before drills, unanswered ones before the others, then the oldest received first. */
    alarms: z.array(details),
    /** Open ones that the answer leaves out. */
    more: z.int(),
  }),
});

export const readAlarm = endpoint({
  name: 'details:alarm',
  method: 'GET',
  path: '/alarm/{id}/details',
  mounts: readers,
  ...answering,
  summary: 'Une alerte avec son suivi',
  params: byId,
  output: z.strictObject({ alarm: details }),
});

export const actOnAlarm = endpoint({
  name: 'answer:alarm',
  method: 'POST',
  path: '/alarm/{id}/answer',
  mounts: { agency: ['readSupervision'] },
  ...answering,
  summary: 'Voir, prendre en charge, commenter ou clore une alerte',
  params: byId,
  input: z
    .strictObject({
      act: z.enum(alarmActNames, 'Action inconnue'),
      comment: z
        .string('Texte attendu')
        .trim()
        .max(2_000, '2 000 caractères au plus')
        .refine((value) => !value.includes('\u0000'), 'Caractère interdit')
        .optional(),
      outcome: z.enum(chosenOutcomes, 'Issue inconnue').optional(),
    })
    .refine(({ act, comment }) => act !== 'comment' || comment, { message: messages.required, path: ['comment'] })
    .refine(({ act, outcome }) => act !== 'close' || outcome, { message: 'Choisissez l’issue', path: ['outcome'] }),
  output: z.strictObject({ alarm: details }),
});
