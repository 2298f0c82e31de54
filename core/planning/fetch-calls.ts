// The planning's data in parts, with the paths of the specification (2 §7); the grid fetches everything in one call.

import * as z from 'zod';
import { Agent } from '../agents/agent.ts';
import { calledDay } from '../kernel/called.ts';
import { byId, endpoint } from '../kernel/endpoint.ts';
import { draftSchema, rowSchema } from '../kernel/schema.ts';
import { Site } from '../sites/site.ts';
import {
  consent,
  fetchPlanning,
  pagedPeriod,
  periodOf,
  plannedService,
  plannedSite,
  planningDays,
  planningError,
  planningPeriod,
} from './calls.ts';
import { planningReaders, Service } from './service.ts';
import { archived, unscheduled, waiting } from './status.ts';

const uuid = z.uuid();
const absence = z.strictObject({ id: uuid, agent: uuid, start: z.int(), end: z.int(), type: z.string() });
const { customer: _customer, ...readers } = planningReaders;

export const fetchPlannedServices = endpoint({
  name: 'planned:service',
  method: 'POST',
  reads: true,
  path: '/fetch/planned-services',
  mounts: planningReaders,
  summary: 'Services d’une période',
  input: planningPeriod,
  output: z.strictObject({ services: z.array(plannedService) }),
});

/** Above this number of changed rows, a screen fetches the whole period again. */
export const mostRows = 200;

/** A row that may have changed, with the values the client has. Without `agents` and `site`: unknown to the client. */
const changedRow = z.strictObject({
  id: z.uuid('Identifiant invalide'),
  agents: z.array(uuid).max(50).optional(),
  site: uuid.optional(),
});

export const fetchPlanningRows = endpoint({
  name: 'planningRows:service',
  method: 'POST',
  reads: true,
  path: '/fetch/circuits-planning-rows',
  mounts: fetchPlanning.mounts,
  summary: 'Lignes du planning d’une période qui ont changé, par identifiant de service',
  input: periodOf(z.strictObject({ ...planningDays, services: z.array(changedRow).min(1).max(mostRows) })),
  output: z.strictObject({
    services: z.array(plannedService),
    /** Requested, but not in the period: removed, archived, now on other days, or not visible to the caller. */
    gone: z.array(uuid),
    /** Sites of these services, now and in the client's version: those with a row in `sites`, the others in `goneSites`. */
    sites: z.array(plannedSite),
    goneSites: z.array(uuid),
    /** As in `workingTimes:service`, for agents whose work outside the loaded days may have changed. */
    workingTimes: z.record(z.string(), z.looseObject({})),
    removed: z.array(z.int()),
  }),
});

export const fetchServicesUnavailabilities = endpoint({
  name: 'withAbsences:service',
  method: 'POST',
  reads: true,
  path: '/fetch/services-unavailabilities',
  mounts: readers,
  summary: 'Services et indisponibilités d’une période',
  input: planningPeriod,
  output: z.strictObject({ services: z.array(plannedService), unavailabilities: z.array(absence) }),
});

/** Rows per page (2 §7). */
export const agentsPerPage = Agent.pageSize as number;
export const sitesPerPage = Site.pageSize as number;

export const fetchAgentsWithServices = endpoint({
  name: 'agents:service',
  method: 'POST',
  reads: true,
  path: '/fetch/agents/with-services-unavailabilities',
  mounts: readers,
  summary: 'Collaborateurs avec leurs services et leurs indisponibilités, par 500',
  input: pagedPeriod,
  output: z.strictObject({
    agents: z.array(
      z.strictObject({
        id: uuid,
        fullname: z.string(),
        /** M-021: the requested days. */
        dates: z.strictObject({ start: z.string(), end: z.string() }),
        services: z.array(plannedService),
        unavailabilities: z.array(absence),
      }),
    ),
    filtered: z.int(),
  }),
});

export const fetchSitesWithServices = endpoint({
  name: 'sites:service',
  method: 'POST',
  reads: true,
  path: '/fetch/sites/with-services',
  mounts: planningReaders,
  summary: 'Sites avec leurs services, par 4 000',
  input: pagedPeriod,
  output: z.strictObject({
    sites: z.array(z.strictObject({ id: uuid, name: z.string(), services: z.array(plannedService) })),
    filtered: z.int(),
  }),
});

/** I-015: a mission is a kind of work on a site: an activity, a specialty and a post. */
const mission = z.strictObject({
  activityType: z.int().nullable(),
  specialty: z.strictObject({ id: uuid, name: z.string() }).nullable(),
  postTitle: z.string().nullable(),
  /** Its services in the period; 0: a specialty of the site without any. */
  services: z.int(),
});

export const fetchSitesMissions = endpoint({
  name: 'missions:site',
  method: 'POST',
  reads: true,
  path: '/fetch/sites/missions',
  mounts: planningReaders,
  summary: 'Sites avec leurs missions : les prestations planifiées et les spécialités demandées, par 4 000',
  input: pagedPeriod,
  output: z.strictObject({
    sites: z.array(z.strictObject({ id: uuid, name: z.string(), missions: z.array(mission) })),
    filtered: z.int(),
  }),
});

export const countServices = endpoint({
  name: 'count:service',
  method: 'POST',
  reads: true,
  path: '/fetch/count-circuits',
  mounts: { agency: ['listServices'], agent: ['listOwnServices'] },
  summary: 'Nombre de services, par statut',
  input: z.strictObject({ start: calledDay().nullish(), end: calledDay().nullish() }),
  output: z.strictObject({ count: z.int(), statuses: z.record(z.string(), z.int()) }),
});

export const readSharedServices = endpoint({
  name: 'shared:service',
  method: 'GET',
  path: '/circuit/{id}/shared-services',
  // On his own path an agent finds only his own published services.
  mounts: { agency: ['listServices'], agent: ['listOwnServices'] },
  summary: 'Services d’autres collaborateurs sur le même site pendant le même temps',
  params: byId,
  output: z.strictObject({ services: z.array(plannedService) }),
});

/** N-020: how many services an edit would change, for each span of the series. */
export const countSeries = endpoint({
  name: 'series:service',
  method: 'GET',
  path: '/circuit/{id}/series',
  mounts: { agency: ['editService'] },
  summary: 'Nombre de services qu’une modification de la série changerait',
  params: byId,
  output: z.strictObject({ one: z.int(), following: z.int(), all: z.int() }),
});

/** N-031: the states that a planner can set on several services at once; the field has its own calls. */
export const circuitMoves = { [waiting]: 'reschedule', [archived]: 'archive', [unscheduled]: 'unschedule' } as const;

export const moveCircuits = endpoint({
  name: 'moveCircuits',
  method: 'POST',
  path: '/circuits/{status}',
  mounts: { agency: ['editService'] },
  summary: 'Reprogrammer (100), archiver (600) ou déprogrammer (700) plusieurs services ou tournées, tous ou aucun',
  params: z.strictObject({
    status: z.enum(Object.keys(circuitMoves) as `${keyof typeof circuitMoves}`[], 'Statut inconnu'),
  }),
  input: z.strictObject({
    services: z
      .array(z.strictObject({ id: z.uuid('Identifiant invalide') }))
      .min(1)
      .max(1_000),
    confirmed: z.boolean().optional(),
    consent: consent.optional(),
  }),
  output: z.strictObject({ services: z.array(z.strictObject({ id: uuid, version: z.int(), status: z.int() })) }),
  refusals: { errors: z.array(planningError).describe('Ce que disent les contrôles du planning (409)') },
});

const saveRights = { create: ['createService'], edit: ['editService'], drafts: 'service' } as const;

/** N-029: only the service; its events are sent by the field's calls. */
export const saveCircuit = endpoint({
  name: 'saveCircuit',
  method: 'POST',
  path: '/circuit',
  mounts: { agency: saveRights, agent: saveRights },
  agencyRows: true,
  summary: 'Créer ou modifier un service ou une tournée',
  input: z.strictObject({ service: draftSchema(Service, false), consent: consent.optional() }),
  output: z.strictObject({ service: rowSchema(Service) }),
});
