// Who could take a service, who is available at a time, and the faults of a period (F-036, N-034, N-039, N-040, V-019).
import * as z from 'zod';
import type { PlanningCheck } from '../agencies/settings/planning.ts';
import { calledMoment } from '../kernel/called.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { planners, planningError, planningPeriod } from './calls.ts';
import { longestPeriod } from './days.ts';
import { dayPeriod } from './hours-calls.ts';

const uuid = z.uuid('Identifiant invalide');
const fault = planningError.pick({ code: true, level: true, message: true, article: true });

export const candidate = z.strictObject({
  agent: z.strictObject({ id: uuid, name: z.string() }),
  /** No error is a refusal. */
  allowed: z.boolean(),
  qualified: z.boolean(),
  /** Null: not verifiable, he also works elsewhere. */
  rested: z.boolean().nullable(),
  /** Not on another service, not absent, not forbidden on the site at that time. */
  free: z.boolean(),
  /** Contract minutes left; null: no contract. */
  hoursLeft: z.int().nullable(),
  /** Metres from home to the site; null: one of the positions is unknown. */
  distance: z.int().nullable(),
  /** Per hour, in the agency's currency; null: unknown, or hidden from the caller. */
  cost: z.number().nullable(),
  /** 0 to 100. */
  score: z.int(),
  /** What the score lost, from 100. */
  points: z.array(z.strictObject({ label: z.string(), lost: z.int() })),
  /** Empty if the caller may not read them. */
  phones: z.array(z.string()),
  /** Errors that assigning the service to this agent would cause. */
  errors: z.array(fault),
  /** Reasons in favour of the agent. */
  why: z.array(z.string()),
});
export type OfferedCandidate = z.output<typeof candidate>;

export const coveredService = z.strictObject({
  id: uuid,
  version: z.int(),
  reference: z.string(),
  startAt: z.string(),
  endAt: z.string(),
  site: z.string(),
  postTitle: z.string().nullable(),
  agents: z.array(z.strictObject({ id: uuid, name: z.string() })),
  /** Starts too soon to be changed without the agent's consent. */
  shortNotice: z.boolean(),
});
export type CoveredService = z.output<typeof coveredService>;

export const findCandidates = endpoint({
  name: 'candidates:service',
  method: 'POST',
  reads: true,
  path: '/fetch/planning-error/available',
  mounts: { agency: ['editService'] },
  summary: 'Qui peut prendre un service, le mieux placé d’abord, et pourquoi pas les autres',
  input: z.strictObject({
    service: uuid,
    /** The agent to replace. */
    agent: uuid.nullish(),
  }),
  output: z.strictObject({ service: coveredService, candidates: z.array(candidate) }),
});

export const findNewCandidates = endpoint({
  name: 'newCandidates:service',
  method: 'POST',
  reads: true,
  path: '/fetch/service-candidates',
  mounts: { agency: ['editService'] },
  summary: 'Qui peut prendre un service qui n’existe pas encore, le mieux placé d’abord, et pourquoi pas les autres',
  input: z
    .strictObject({
      startAt: calledMoment(),
      endAt: calledMoment(),
      site: uuid,
      specialty: uuid.nullish(),
      /** Of a tour: the sites of its stops. */
      stops: z.array(uuid).max(100).optional(),
      /** Agents already chosen. */
      without: z.array(uuid).max(50).optional(),
    })
    .refine(({ startAt, endAt }) => startAt < endAt, { path: ['endAt'], message: 'La fin précède le début' })
    .refine(({ startAt, endAt }) => Date.parse(endAt) - Date.parse(startAt) <= 72 * 3_600_000, {
      path: ['endAt'],
      message: '72 heures au plus',
    }),
  output: z.strictObject({ candidates: z.array(candidate) }),
});

/** Candidates per service when several services are covered at once. */
export const mostProposed = 10;
export const mostCovered = 100;

export const proposeCover = endpoint({
  name: 'cover:service',
  method: 'POST',
  reads: true,
  path: '/fetch/service-cover',
  mounts: { agency: ['editService'] },
  summary: 'Les services d’un collaborateur sur une période, et pour chacun qui peut les prendre',
  input: dayPeriod(longestPeriod).safeExtend({ agent: uuid }),
  output: z.strictObject({
    agent: z.strictObject({ id: uuid, name: z.string() }),
    /** Best candidates first. The first candidate of a service counts as assigned for the following services. */
    services: z.array(z.strictObject({ service: coveredService, candidates: z.array(candidate) })),
    /** Number of services; only the first `mostCovered` are examined. */
    filtered: z.int(),
  }),
});

const availableReaders = ['listAvailableAgents', 'readAgentPlanning', 'editService'] as const;

export const findAvailable = endpoint({
  name: 'availables:agent',
  method: 'POST',
  reads: true,
  path: '/fetch/agents/availables',
  mounts: { agency: availableReaders, agent: availableReaders },
  agencyRows: true,
  summary: 'Collaborateurs libres de service et d’absence entre deux moments',
  input: z
    .strictObject({
      startAt: calledMoment(),
      endAt: calledMoment(),
      specialty: uuid.nullish(),
    })
    .refine(({ startAt, endAt }) => startAt < endAt, { path: ['endAt'], message: 'La fin précède le début' }),
  output: z.strictObject({
    agents: z.array(z.strictObject({ id: uuid, fullname: z.string(), specialties: z.array(uuid) })),
    specialties: z.array(z.strictObject({ id: uuid, name: z.string() })),
    filtered: z.int(),
  }),
});

/** V-019: the checks that each of the two calls reports. */
export const errorKinds = {
  rest: ['spaceBetweenServices', 'dailyRest', 'minWeeklyRest', 'restConsecutive', 'restSunday'],
  workingTime: ['serviceMaxDuration', 'overtime', 'maxWeeklyHours'],
} as const satisfies Record<string, readonly PlanningCheck[]>;

const errors = z.strictObject({ errors: z.array(planningError) });
const mounts = { agency: planners } as const;

export const restErrors = endpoint({
  name: 'restErrors:service',
  method: 'POST',
  reads: true,
  path: '/fetch/planning-error/rest',
  mounts,
  summary: 'Anomalies de repos d’une période',
  input: planningPeriod,
  output: errors,
});

export const workingTimeErrors = endpoint({
  name: 'workingTimeErrors:service',
  method: 'POST',
  reads: true,
  path: '/fetch/planning-error/working-time',
  mounts,
  summary: 'Anomalies de durée du travail d’une période',
  input: planningPeriod,
  output: errors,
});

export const faultyServices = endpoint({
  name: 'faulty:service',
  method: 'POST',
  reads: true,
  path: '/fetch/circuits-errors',
  mounts,
  summary: 'Services et tournées d’une période qui enfreignent une règle de planification',
  input: planningPeriod,
  output: z.strictObject({
    services: z.array(
      coveredService.pick({ id: true, reference: true, startAt: true, endAt: true, site: true }).extend({
        errors: z.array(planningError),
      }),
    ),
    filtered: z.int(),
  }),
});
