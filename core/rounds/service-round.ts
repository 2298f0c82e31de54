// A round of a service: its checkpoints, the number of executions required, and those made (O-012, O-013, O-030).
import * as z from 'zod';
import { byId, endpoint } from '../kernel/endpoint.ts';
import { Service } from '../planning/service.ts';
import { checkpointTypes } from './checkpoint.ts';
import { directions } from './expected.ts';

const uuid = z.uuid();

/** O-007. Empty until the field app records executions. */
const execution = z.strictObject({ uuid, startedAt: z.string(), endedAt: z.string().nullable() });
export type RoundExecution = z.output<typeof execution>;

const serviceRound = z.strictObject({
  uuid,
  numberOfExecutions: z.int(),
  /** O-030: how many executions remain. */
  remaining: z.int(),
  executions: z.array(execution),
  service: z.strictObject({ id: uuid, reference: z.string(), startAt: z.string(), endAt: z.string() }),
  site: z.strictObject({ id: uuid, name: z.string() }),
  round: z.strictObject({
    id: uuid,
    name: z.string(),
    grantedDirections: z.array(z.enum(Object.keys(directions) as (keyof typeof directions)[])),
    /** Minutes. */
    expectedDuration: z.int().nullable(),
    instructions: z.string().nullable(),
    /** In the order of the round. */
    checkpoints: z.array(
      z.strictObject({
        id: uuid,
        title: z.string(),
        type: z.enum(Object.keys(checkpointTypes) as (keyof typeof checkpointTypes)[]),
        color: z.string(),
        instructions: z.string().nullable(),
      }),
    ),
  }),
});
export type ServiceRound = z.output<typeof serviceRound>;

/** Only ended executions count (O-034). */
export const remainingExecutions = (
  numberOfExecutions: number,
  executions: readonly Pick<RoundExecution, 'endedAt'>[],
): number => Math.max(0, numberOfExecutions - executions.filter(({ endedAt }) => endedAt !== null).length);

export const missingServiceRound = 'Ronde du service introuvable';
export const noExecution = 'Aucune exécution enregistrée';

export const readServiceRound = endpoint({
  name: 'round:service',
  method: 'GET',
  path: '/service-round/{id}',
  mounts: Service.grants.read,
  summary: 'Une ronde d’un service : ses points dans l’ordre, les passages prévus et ceux qui restent',
  params: byId,
  output: z.strictObject({ serviceRound }),
});

export const downloadServiceRound = endpoint({
  name: 'roundReport:service',
  method: 'GET',
  binary: true,
  path: '/service-round/{id}/pdf',
  mounts: Service.grants.read,
  summary: 'Le rapport d’une ronde d’un service (PDF)',
  params: byId,
});
