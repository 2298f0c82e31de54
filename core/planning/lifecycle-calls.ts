// The calls of a service's lifecycle: a step with its event, and the log of events (N-029, N-030, N-035).
import * as z from 'zod';
import { calledMoment, geolocation, location } from '../kernel/called.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { draftSchema, rowSchema, storedFileSchema } from '../kernel/schema.ts';
import { reportContent } from '../reports/content.ts';
import { activityType } from './activity.ts';
import { type LifecycleEvent, lifecycleEvents, reachable } from './lifecycle.ts';
import { Service } from './service.ts';

const uuid = z.uuid('Identifiant invalide');
const ref = z.object({ id: uuid }, 'Identifiant invalide');
const moment = calledMoment();

const event = z.strictObject({
  /** Chosen by the client, so that a retry sends the same event. */
  uuid,
  /** When it happened; absent: now. A phone without network sends it later. */
  createdAt: moment.optional(),
  location: geolocation.nullish(),
  eventMessages: z
    .array(z.strictObject({ content: z.string('Texte attendu').trim().min(1, 'Texte attendu').max(2_000) }))
    .max(10)
    .optional(),
});
export type StepEvent = z.output<typeof event>;

/** The state to reach. */
const params = z.strictObject({
  status: z.enum(
    reachable.map(String) as [`${(typeof reachable)[number]}`, ...`${(typeof reachable)[number]}`[]],
    'Statut inconnu',
  ),
});
/** On the agency's path: the agent concerned, if the service has several. */
const agent = uuid.nullish();
const output = z.strictObject({ service: rowSchema(Service) });
const mounts = { agency: ['editService'], agent: ['executeOwnService'] } as const;

/** N-030 */
const named = { id: uuid, dog: ref.nullish(), agencyReport: reportContent.optional() };

export const beginService = endpoint({
  name: 'beginService',
  method: 'POST',
  path: '/circuit/{status}',
  mounts,
  summary: 'Faire avancer un service ; sans son identifiant, un collaborateur en démarre un qui n’était pas planifié',
  params,
  input: z.strictObject({
    service: z.strictObject({
      ...named,
      id: uuid.optional(),
      site: ref.optional(),
      activityType: activityType.optional(),
      specialty: ref.nullish(),
      postTitle: z.string().trim().max(80, '80 caractères au plus').nullish(),
      endAt: moment.nullish(),
    }),
    event,
    agent,
    /** The planner has read and accepted the warnings of the checks. */
    confirmed: z.boolean().optional(),
  }),
  output,
});

export const moveService = endpoint({
  name: 'moveService',
  method: 'PATCH',
  path: '/circuit/{status}',
  mounts,
  summary: 'Démarrer, reprendre, mettre en pause, prolonger, interrompre ou terminer un service',
  params,
  input: z.strictObject({ service: z.strictObject(named), event, agent }),
  output,
});

/** N-030 without a status: the state stays. */
export const updateCircuit = endpoint({
  name: 'updateCircuit',
  method: 'PATCH',
  path: '/circuit',
  mounts,
  summary: 'Changer le chien ou le rapport d’un service, ou noter un événement, sans changer son statut',
  input: z.strictObject({ service: z.strictObject(named), event, agent }),
  output,
});

const keys = Object.keys(lifecycleEvents) as [LifecycleEvent, ...LifecycleEvent[]];

export const serviceEvent = z.strictObject({
  uuid,
  type: z.strictObject({ id: z.int(), typeKey: z.enum(keys).nullable(), label: z.string() }),
  content: z.string().nullable(),
  /** Who did it; null for the clock, and for colleagues of the caller. */
  author: z.string().nullable(),
  createdAt: z.string(),
  receivedAt: z.string(),
  location: location.nullable(),
  /** Not for customers: they read the daily log. */
  photos: z.array(storedFileSchema),
});
export type ServiceEvent = z.output<typeof serviceEvent>;

export const fetchServiceEvents = endpoint({
  name: 'events:service',
  method: 'POST',
  reads: true,
  path: '/circuit/{id}/fetch/events',
  mounts: {
    agency: ['listServiceEvents'],
    agent: ['listOwnServices'],
    customer: ['listDailyLogs', 'listSiteDailyLogs'],
  },
  summary: 'Déroulé d’un service : ses événements, du premier au dernier',
  params: z.strictObject({ id: z.string() }),
  input: z.strictObject({ page: z.int().min(1).max(10_000).optional(), limit: z.int().min(1).max(500).optional() }),
  output: z.strictObject({ events: z.array(serviceEvent), filtered: z.int() }),
});

export const circuitStop = z.strictObject({
  id: uuid,
  site: z.strictObject({ id: uuid, name: z.string() }),
  startAt: z.string(),
  endAt: z.string(),
  status: z.int(),
  realStartAt: z.string().nullable(),
  realEndAt: z.string().nullable(),
});
export type CircuitStop = z.output<typeof circuitStop>;

/** O-003: a stop begins on arrival and ends on departure, like a service. */
export const fetchStops = endpoint({
  name: 'stops:service',
  method: 'GET',
  path: '/circuit/{id}/stops',
  mounts: { agency: ['listServices'], agent: ['listOwnServices'] },
  summary: 'Étapes d’une tournée, dans l’ordre, avec leur état',
  params: z.strictObject({ id: z.string() }),
  output: z.strictObject({ services: z.array(circuitStop) }),
});

/** N-048 to N-052; null: none. */
export const fetchEndPhoto = endpoint({
  name: 'endPhoto:service',
  method: 'GET',
  path: '/circuit/{id}/end-photo',
  mounts: { agent: ['executeOwnService'] },
  summary: 'Pourquoi la fin de ce service demande une photo, ou le motif de son absence',
  params: z.strictObject({ id: z.string() }),
  output: z.strictObject({ why: z.string().nullable() }),
});

/** Decision 83: each person of a service begins and ends by himself. */
export const fetchServicePeople = endpoint({
  name: 'people:service',
  method: 'GET',
  path: '/circuit/{id}/people',
  mounts: { agency: ['listServices'] },
  summary: 'Les collaborateurs d’un service, avec leur état et leurs heures réelles',
  params: z.strictObject({ id: z.string() }),
  output: z.strictObject({
    people: z.array(
      z.strictObject({
        id: uuid,
        name: z.string(),
        status: z.int(),
        startedAt: z.string().nullable(),
        endedAt: z.string().nullable(),
      }),
    ),
  }),
});
export type ServicePerson = z.output<(typeof fetchServicePeople)['output']>['people'][number];

const reason = z
  .string('Obligatoire')
  .trim()
  .min(1, 'Obligatoire')
  .max(500, '500 caractères au plus')
  .refine((value) => !value.includes('\u0000'), 'Caractère interdit');

/** Decision 85: a service that is over is frozen; a correction is a separate call, with its reason in the history. */
export const correctService = endpoint({
  name: 'correct:service',
  method: 'POST',
  path: '/service/{id}/correct',
  mounts: { agency: ['editService'] },
  summary: 'Corriger un service terminé, interrompu ou archivé, en disant pourquoi',
  params: z.strictObject({ id: z.string() }),
  input: z.strictObject({
    reason,
    service: draftSchema(Service, false),
  }),
  output,
});

export const mostAttested = 200;

/** Nobody clocked these services, but the work was done: without this they would never be paid nor billed as lived. */
export const attestServices = endpoint({
  name: 'attest:service',
  method: 'POST',
  path: '/services/attest',
  mounts: { agency: ['editService'] },
  summary: 'Déclarer réalisés, à leurs heures planifiées, des services que personne n’a pointés, en disant pourquoi',
  input: z.strictObject({ reason, services: z.array(uuid).min(1).max(mostAttested) }),
  output: z.strictObject({ services: z.array(z.uuid()) }),
});
