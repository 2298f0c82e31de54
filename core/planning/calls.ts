// The special calls of the planning (2 §7).
import * as z from 'zod';
import { planningChecks } from '../agencies/settings/planning.ts';
import { calledDay, calledMoment } from '../kernel/called.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { draftSchema } from '../kernel/schema.ts';
import { longestPeriod } from './days.ts';
import { recurrenceInput } from './recurrence.ts';
import { planningReaders, publications, Service } from './service.ts';

/** V-017: the specification's name of each check. */
export const conflictCodes = {
  serviceMaxDuration: 'service max duration',
  spaceBetweenServices: '11-hour space',
  dailyRest: '11-hour rest',
  overtime: 'hours limit',
  maxWeeklyHours: 'max weekly hours',
  minWeeklyRest: 'min weekly rest',
  restConsecutive: 'rest consecutive',
  restSunday: 'rest Sunday',
  qualification: 'unqualified',
  expirations: 'expired',
  restrictions: 'restriction',
  siteProhibition: 'site forbidden',
  unavailabilities: 'unavailable',
  multipleAssignments: 'already hired',
  workContracts: 'contract expired',
} as const satisfies Record<keyof typeof planningChecks, string>;

/** Errors beyond the fifteen checks: stops of a tour that overlap (N-024) or begin after its end, and the short notice of art. 7.07.3. */
export const otherCodes = {
  overlappingTour: 'overlapping tour',
  stopOutside: 'stop outside tour',
  shortNotice: 'short notice',
} as const;

type ErrorCode = (typeof conflictCodes)[keyof typeof conflictCodes] | (typeof otherCodes)[keyof typeof otherCodes];

/** The name of each rule, as a heading of its findings. */
export const codeLabels = {
  ...Object.fromEntries(
    Object.entries(conflictCodes).map(([check, code]) => [
      code,
      planningChecks[check as keyof typeof conflictCodes].label,
    ]),
  ),
  [otherCodes.overlappingTour]: 'Étapes en chevauchement',
  [otherCodes.stopOutside]: 'Étape en dehors de la tournée',
  [otherCodes.shortNotice]: 'Délai de prévenance',
} as Record<ErrorCode, string>;

export const planningError = z.strictObject({
  /** Position of the service in the sent list. */
  index: z.int().nullable(),
  service: z.string().nullable(),
  agent: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
  code: z.enum([...Object.values(conflictCodes), ...Object.values(otherCodes)]),
  /** 1: needs confirmation; 2: refused. */
  level: z.union([z.literal(1), z.literal(2)]),
  message: z.string(),
  article: z.string().nullable(),
});
export type PlanningError = z.output<typeof planningError>;

declare module '../kernel/problem.ts' {
  interface ProblemDetails {
    /** On a refused planning: the findings of its checks, each with its level. */
    errors?: PlanningError[];
  }
}

const uuid = z.uuid('Identifiant invalide');
const day = calledDay();
const draft = draftSchema(Service, false);

/** Which services of a series an edit of one of them changes. */
export const seriesSpans = {
  one: 'Ce service',
  following: 'Ce service et les suivants',
  all: 'Toute la série',
} as const;
export type SeriesSpan = keyof typeof seriesSpans;

/** Art. 7.07.3: how the agent agreed to a change on short notice. */
export const consentMeans = {
  PHONE: 'Par téléphone',
  SMS: 'Par SMS',
  EMAIL: 'Par e-mail',
  WRITTEN: 'Par écrit',
  ORAL: 'De vive voix',
} as const;

const means = z.enum(Object.keys(consentMeans) as (keyof typeof consentMeans)[], 'Moyen inconnu');

export const consent = z.strictObject({
  means,
  /** By agent, of those who agreed by another means. */
  people: z.record(uuid, means).optional(),
  comment: z.string().max(500).nullish(),
});

export type Consent = z.output<typeof consent>;

const servicesUpTo = (most: number) =>
  z.array(draft).min(1, 'Aucun changement à enregistrer').max(most, `${most} services au plus à la fois`);
const services = servicesUpTo(1_000);
const confirmed = z.boolean().optional();

/** Who must know what the rules forbid: only they receive the facts and the findings of the checks. */
export const planners = ['createService', 'editService'] as const;

export const checkServices = endpoint({
  name: 'checkServices',
  method: 'POST',
  reads: true,
  path: '/check-circuits',
  mounts: { agency: planners },
  summary: 'Contrôler des services au regard des règles de planification, sans les enregistrer',
  // The screens check with the rules they have; a check by call writes a sentence for each finding.
  input: z.strictObject({ services: servicesUpTo(100), recurrence: recurrenceInput.optional() }),
  output: z.strictObject({ errors: z.array(planningError) }),
});

/** Of several services, those that a rule or their state keeps back: the site, the day and the hours of each, and why. */
export const refusedServices = z.array(z.strictObject({ id: uuid, name: z.string(), why: z.string() }));
export type RefusedServices = z.output<typeof refusedServices>;

export const savedServices = z.strictObject({ services: z.array(z.strictObject({ id: uuid, version: z.int() })) });

export const saveServices = endpoint({
  name: 'saveServices',
  method: 'POST',
  path: '/circuits',
  mounts: { agency: { create: ['createService'], edit: ['editService'], drafts: 'services' } },
  summary: 'Créer ou modifier plusieurs services, tous ou aucun ; une récurrence multiplie un nouveau service',
  input: z.strictObject({ services, recurrence: recurrenceInput.optional(), confirmed, consent: consent.optional() }),
  output: savedServices,
  refusals: { errors: z.array(planningError).describe('Ce que disent les contrôles du planning (409)') },
});

export const saveSeries = endpoint({
  name: 'saveSeries',
  method: 'PUT',
  path: '/services/{id}',
  mounts: { agency: ['editService'] },
  summary: 'Modifier un service, et avec lui les suivants ou toute sa série',
  params: z.strictObject({ id: z.string() }),
  input: z.strictObject({
    service: draft,
    filters: z.strictObject({ series: z.enum(Object.keys(seriesSpans) as SeriesSpan[], 'Portée inconnue') }).nullish(),
    confirmed,
    consent: consent.optional(),
  }),
  output: savedServices,
});

export const cloneServices = endpoint({
  name: 'cloneServices',
  method: 'POST',
  path: '/services/clone',
  mounts: { agency: ['createService'] },
  summary: 'Copier des services ailleurs, tous ou aucun : avec leurs pauses, leurs étapes et leurs exigences',
  input: z.strictObject({
    // N-064: a copy needs its start and its duration.
    copies: z
      .array(
        z.strictObject({
          service: uuid,
          startAt: calledMoment(),
          minutes: z
            .int()
            .min(1)
            .max(72 * 60),
          agents: z.array(uuid).max(50).optional(),
          site: uuid.optional(),
        }),
      )
      .min(1, 'Merci de sélectionner un service')
      .max(1_000, 'Mille services au plus à la fois'),
    confirmed,
    consent: consent.optional(),
  }),
  output: savedServices,
});

export const removeServices = endpoint({
  name: 'removeServices',
  method: 'POST',
  path: '/services/remove',
  mounts: { agency: ['deleteService'] },
  summary: 'Supprimer des services qui n’ont pas commencé, tous ou aucun',
  input: z.strictObject({
    services: z.array(uuid).min(1).max(1_000),
    /** By id: refused if one of these services has another version. */
    versions: z.record(uuid, z.int()).optional(),
  }),
});

export const moveServices = endpoint({
  name: 'moveServices',
  method: 'POST',
  path: '/services/{type}',
  mounts: { agency: ['editService'] },
  summary: 'Déprogrammer ou reprogrammer des services ; de plusieurs, ceux qui sont refusés restent en l’état',
  params: z.strictObject({ type: z.enum(['unschedule', 'reschedule'], 'Action inconnue') }),
  // Rescheduling asks what a save asks.
  input: z.strictObject({ services: z.array(uuid).min(1).max(1_000), confirmed, consent: consent.optional() }),
  output: savedServices.extend({ refused: refusedServices }),
  refusals: { errors: z.array(planningError).describe('Ce que disent les contrôles du planning (409)') },
});

export const removeAgents = endpoint({
  name: 'removeAgents',
  method: 'POST',
  path: '/services/remove-agents',
  mounts: { agency: ['editService'] },
  summary: 'Retirer des collaborateurs de services ; sans collaborateurs : tous',
  input: z.strictObject({ services: z.array(uuid).min(1).max(1_000), agents: z.array(uuid).nullish() }),
  output: savedServices,
});

/** The services named, or all of the period, that are not published as they are; removed ones too. */
export const toPublish = {
  services: z.array(uuid).max(5_000).optional(),
  period: z.strictObject({ start: day, end: day }).optional(),
};

export const publishServices = endpoint({
  name: 'publishServices',
  method: 'POST',
  path: '/services/publish',
  mounts: { agency: ['editService'] },
  summary: 'Publier : les collaborateurs voient les services tels qu’ils sont',
  input: z.strictObject({
    ...toPublish,
    /** Tells each agent his own changes, once the time of the undo is over. */
    notify: z.boolean('Valeur inconnue').optional(),
  }),
  output: z.strictObject({
    published: z.int(),
    agents: z.int(),
    /** For the undo; null: there was nothing to publish. */
    publication: uuid.nullable(),
  }),
});

export const consentOf = endpoint({
  name: 'consents:service',
  method: 'GET',
  path: '/circuit/{id}/consents',
  mounts: { agency: ['listServices'] },
  summary: 'Accords des collaborateurs aux changements tardifs d’un service',
  params: z.strictObject({ id: z.string() }),
  output: z.strictObject({
    consents: z.array(
      z.strictObject({
        id: uuid,
        agent: z.string(),
        means: z.string(),
        obtainedAt: z.string(),
        comment: z.string().nullable(),
        author: z.string(),
      }),
    ),
  }),
});

/** Both days included. */
export const planningDays = { start: day, end: day };
const rows = { agents: z.array(uuid).max(500).nullish(), sites: z.array(uuid).max(4_000).nullish() };

interface Days {
  start: string;
  end: string;
}

export const periodOf = <T extends z.ZodType<Days>>(shape: T): T =>
  shape
    .refine(({ start }) => start >= '2000-01-01', { path: ['start'], message: 'Date invalide' })
    .refine(({ end }) => end <= '2099-12-31', { path: ['end'], message: 'Date invalide' })
    .refine(({ start, end }) => start <= end, { path: ['end'], message: 'La fin précède le début' })
    .refine(({ start, end }) => Date.parse(end) - Date.parse(start) <= longestPeriod * 86_400_000, {
      path: ['end'],
      message: 'Deux mois au plus',
    });

export const planningPeriod = periodOf(z.strictObject({ ...planningDays, ...rows }));
/** The same with pages. */
export const pagedPeriod = periodOf(
  z.strictObject({ ...planningDays, ...rows, page: z.int().min(1).max(10_000).optional() }),
);

/** Compact for the grid: minutes since 1970, ids, no duplicated data. */
export const plannedService = z.strictObject({
  id: uuid,
  version: z.int(),
  reference: z.string(),
  start: z.int(),
  end: z.int(),
  /** Planned unpaid breaks: start, end, and whose; null: everybody's. An agent sees his own and these, a customer none. */
  breaks: z.array(z.tuple([z.int(), z.int(), uuid.nullable()])),
  site: uuid,
  post: z.string().nullable(),
  specialty: uuid.nullable(),
  activity: z.int(),
  agents: z.array(uuid),
  wanted: z.int(),
  /** Whether `agents` names all of them; false for customers and colleagues, who may not see them. */
  staffed: z.boolean(),
  status: z.int(),
  publication: z.enum(Object.keys(publications) as (keyof typeof publications)[]),
  circuit: z.boolean(),
  series: z.boolean(),
  /** Only for the agency: the sites of a tour's stops. */
  stops: z.array(uuid).optional(),
  /** Only for the agency: the lived times of the people who have begun, with the minutes of their breaks (decision 97). */
  lived: z.array(z.tuple([uuid, z.int(), z.int(), z.int()])).optional(),
  /** Once begun: real start and end (an agent's own on his path), and whether it ended before the planned end by more than the tolerance. */
  real: z.tuple([z.int(), z.int().nullable(), z.boolean()]).optional(),
  /** Only on the paths of agents and customers: no planned end, `end` is the maximum duration. */
  openEnded: z.boolean().optional(),
});
export type PlannedService = z.output<typeof plannedService>;

export const plannedSite = z.strictObject({
  id: uuid,
  name: z.string(),
  customer: z.string().nullable(),
  city: z.string().nullable(),
});

export type PlannedSite = z.output<typeof plannedSite>;

const facts = z.looseObject({ id: uuid, name: z.string() });

export const fetchPlanning = endpoint({
  name: 'planning:service',
  method: 'POST',
  reads: true,
  path: '/fetch/circuits-planning',
  mounts: planningReaders,
  summary: 'Tout ce que montre le planning d’une période, avec de quoi la contrôler',
  input: planningPeriod,
  output: z.looseObject({
    zone: z.string(),
    colours: z.strictObject({ tour: z.string(), intervention: z.string() }),
    holidays: z.array(z.strictObject({ day: z.string(), name: z.string() })),
    services: z.array(plannedService),
    sites: z.array(plannedSite),
    specialties: z.array(z.strictObject({ id: uuid, name: z.string() })),
    /** Only on the agency's path. Facts of core/planning/model.ts, without counters; for others than planners only the name. */
    agents: z.array(facts),
    unavailabilities: z.array(
      z.strictObject({ id: uuid, agent: uuid, start: z.int(), end: z.int(), type: z.string() }),
    ),
    /** Null for others than planners: they have nothing to check with. */
    settings: z.looseObject({}).nullable(),
    /** Only on an agent's own path: the agency's settings for the services that he executes. */
    own: z.strictObject({ lateMargin: z.int(), unplannedServices: z.boolean() }).nullish(),
    /** The starts of services of the period that were removed after they were published. */
    removed: z.array(z.int()).optional(),
  }),
});

export const fetchCounters = endpoint({
  name: 'workingTimes:service',
  method: 'POST',
  reads: true,
  path: '/fetch/agents/working-times',
  // An agent reads his own counters, of his published services.
  mounts: { agency: ['readAgentPlanning', 'readSitePlanning'], agent: ['readOwnPlanning'] },
  summary: 'Temps de travail des collaborateurs autour d’une période : ce que ses contrôles comptent en dehors d’elle',
  input: planningPeriod,
  output: z.strictObject({ workingTimes: z.record(z.string(), z.looseObject({})) }),
});

export const readHolidays = endpoint({
  name: 'readHolidays',
  method: 'GET',
  path: '/holidays/{year}',
  mounts: { agency: 'signedIn' },
  summary: 'Jours fériés de l’agence, pour une année',
  params: z.strictObject({ year: z.string().regex(/^20\d\d$/, 'Année invalide') }),
  output: z.strictObject({ holidays: z.array(z.strictObject({ day: z.string(), name: z.string() })) }),
});
