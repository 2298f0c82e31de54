// What is still planned for somebody who leaves, or at a place that closes: shown first, then freed with the leaving.
import * as z from 'zod';
import { calledDay } from '../kernel/called.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { mostIds } from '../kernel/query.ts';
import { consent, planningError, refusedServices } from './calls.ts';
import { coveredService } from './cover-calls.ts';

const uuid = z.uuid('Identifiant invalide');

export const leavingKinds = ['agent', 'site', 'customer'] as const;
export type LeavingKind = (typeof leavingKinds)[number];

/** The first ones are enough to decide. */
export const mostComing = 50;

export const comingService = coveredService.omit({ version: true, shortNotice: true });
export type ComingService = z.output<typeof comingService>;

const coming = z.strictObject({ services: z.array(comingService), filtered: z.int() });

declare module '../kernel/problem.ts' {
  interface ProblemDetails {
    /** On a leaving without an answer about them. */
    coming?: z.output<typeof coming>;
  }
}

export const comingServices = endpoint({
  name: 'coming:service',
  method: 'POST',
  reads: true,
  path: '/fetch/coming-services',
  mounts: { agency: ['listServices', 'editService'] },
  summary: 'Services à venir de collaborateurs, de sites ou de clients',
  input: z.strictObject({
    kind: z.enum(leavingKinds, 'Type inconnu'),
    ids: z.array(uuid).min(1).max(5_000),
    /** Only services that begin after this day. */
    after: calledDay().nullish(),
  }),
  output: coming.extend({
    /** Begun, or late at a place: they go on, nothing is freed. */
    underWay: coming,
  }),
});

const ofOne = z.strictObject({ id: z.string() });
const versions = z.record(uuid, z.int());
export const freedSchema = z.strictObject({
  /** Ids of the services that lost the agent, or that were unscheduled. */
  freed: z.array(uuid),
  /** Their versions since: who gives them back sees what changed after. */
  versions,
});
export type Freed = z.output<typeof freedSchema>;
/** `tours`: those that start elsewhere and stop there no more; the undo does not give them their stops back. */
const freedPlace = freedSchema.extend({ tours: z.array(uuid) });
export type FreedPlace = z.output<typeof freedPlace>;

/** `free` also needs `editService`. An agent's services become unfilled; those of a place are unscheduled. */
const services = z.enum(['keep', 'free'], 'Valeur inconnue');

export const leaveAgent = endpoint({
  name: 'leaveAgent',
  method: 'POST',
  path: '/agent/{id}/leave',
  mounts: { agency: ['archiveAgent'] },
  summary: 'Archiver un collaborateur à sa date de sortie, et libérer ses services à venir',
  params: ofOne,
  input: z.strictObject({
    services,
    /** L1221-13: the day of leaving ends the contracts in force; needs `editAgentContract`. Absent: a gap of the register. */
    leftOn: calledDay().nullish(),
  }),
  output: freedSchema,
});

export const leaveSite = endpoint({
  name: 'leaveSite',
  method: 'POST',
  path: '/site/{id}/leave',
  mounts: { agency: ['archiveSite'] },
  summary: 'Archiver un site, et déprogrammer ses services à venir',
  params: ofOne,
  input: z.strictObject({ services }),
  output: freedPlace,
});

export const leaveCustomer = endpoint({
  name: 'leaveCustomer',
  method: 'POST',
  path: '/agencyCustomer/{id}/leave',
  mounts: { agency: ['archiveCustomer'] },
  summary: 'Archiver un client, et déprogrammer les services à venir sur ses sites',
  params: ofOne,
  input: z.strictObject({ services }),
  output: freedPlace,
});

/** « Planifiable » off. A plain save does it only for an agent without coming services. */
export const unplanAgent = endpoint({
  name: 'unplanAgent',
  method: 'POST',
  path: '/agent/{id}/unplan',
  mounts: { agency: ['editAgent'] },
  summary: 'Rendre un collaborateur non planifiable, et garder ou libérer ses services à venir',
  params: ofOne,
  /** A version that is not the current one is refused, as in a save. */
  input: z.strictObject({ services, version: z.int().optional() }),
  output: freedSchema,
  refusals: { coming: coming.describe('Services à venir, si une fiche rend non planifiable sans le dire ici (409)') },
});

/** For an agent who stays in the agency, at the end of his contract for example. */
export const freeAgent = endpoint({
  name: 'freeAgent',
  method: 'POST',
  path: '/services/free',
  mounts: { agency: ['editService'] },
  summary: 'Retirer un collaborateur de ses services à venir, qui deviennent à pourvoir',
  input: z.strictObject({ agent: uuid, after: calledDay().nullish() }),
  output: freedSchema,
});

/** « Annuler » of a leaving, once the agent or the place is back. */
export const giveBackServices = endpoint({
  name: 'giveBackServices',
  method: 'POST',
  path: '/services/give-back',
  mounts: { agency: ['editService'] },
  summary:
    'Rendre les services libérés ou déprogrammés par un départ, sauf ceux que quelqu’un a modifiés depuis ou qu’une règle refuse',
  input: z.strictObject({
    /** Who returns to them; absent: they are rescheduled. */
    agent: uuid.nullish(),
    /** As the leaving answered them. */
    versions: versions.refine((all) => Object.keys(all).length > 0, 'Aucun service'),
    /** False: those with an anomaly stay away, the others return. Absent: anomalies are asked about. */
    confirmed: z.boolean().optional(),
    consent: consent.optional(),
  }),
  output: z.strictObject({
    services: z.array(uuid),
    refused: refusedServices,
    /** Which ones were changed meanwhile, and by whom; null: none. */
    changed: z.string().nullable(),
  }),
  refusals: { errors: z.array(planningError).describe('Les anomalies à confirmer (409)') },
});

/** « Annuler » of a leaving that ended contracts. */
export const reopenContracts = endpoint({
  name: 'reopenContracts',
  method: 'POST',
  path: '/agent/{id}/contracts/reopen',
  mounts: { agency: ['editAgentContract'] },
  summary: 'Rendre aux contrats la fin qu’ils avaient avant l’archivage du collaborateur',
  params: ofOne,
});

/** Coming services to fill, from which these agents were taken off. */
export const freedServices = endpoint({
  name: 'freed:service',
  method: 'POST',
  reads: true,
  path: '/fetch/freed-services',
  mounts: { agency: ['listServices'] },
  summary: 'Services à venir et à pourvoir dont ces collaborateurs ont été retirés',
  input: z.strictObject({ agents: z.array(uuid).min(1).max(5_000) }),
  output: z.strictObject({ services: z.array(uuid).max(mostIds) }),
});
