// A round of a service: its checkpoints, the number of executions required, and those made (O-012, O-013, O-030).
import * as z from 'zod';
import { location } from '../kernel/called.ts';
import { byId, endpoint } from '../kernel/endpoint.ts';
import { Service } from '../planning/service.ts';
import { checkpointTypes } from './checkpoint.ts';
import {
  type Doubt,
  doubts,
  factKinds,
  goneWords,
  type PositionGone,
  placeDoubts,
  type ReadingWay,
  type RoundFact,
  type RoundPlan,
  readingWays,
  type Walked,
  walk,
} from './execution.ts';
import { type Direction, directions } from './expected.ts';

const uuid = z.uuid();

const directionNames = Object.keys(directions) as [Direction, ...Direction[]];
/** Agents and customers on their own paths read only what their rights open: null otherwise. */
const place = location.nullable();

const plan = z.strictObject({
  name: z.string(),
  points: z.array(z.strictObject({ line: uuid, checkpoint: uuid, title: z.string(), location: place })),
  directions: z.array(z.enum(directionNames)),
  radius: z.number(),
}) satisfies z.ZodType<RoundPlan>;

const fact = z.strictObject({
  ...{ id: uuid, kind: z.enum(factKinds), at: z.string(), line: uuid.nullable(), checkpoint: uuid.nullable() },
  way: z.enum(Object.keys(readingWays) as [ReadingWay, ...ReadingWay[]]).nullable(),
  content: z.string().nullable(),
  /** What the tag said: the agency and the agent. */
  tag: z.string().nullable().optional(),
  position: z.strictObject({ ...location.shape, accuracy: z.number().nullable() }).nullable(),
  gone: z
    .enum(Object.keys(goneWords) as [PositionGone, ...PositionGone[]])
    .nullable()
    .optional(),
  judged: z
    .strictObject({ distance: z.number().nullable(), doubts: z.array(z.enum(placeDoubts)) })
    .nullable()
    .optional(),
}) satisfies z.ZodType<RoundFact>;

/** An entry of the daily log that a pass gave; the first one of a fact has its id. */
const logEntry = z.strictObject({
  ...{ id: uuid, reference: z.string(), label: z.string(), description: z.string().nullable() },
  ...{ createdAt: z.string(), checkpoint: uuid.nullable() },
});
export type RoundLogEntry = z.output<typeof logEntry>;

/** O-007. Its state is `walkedOf`. */
const execution = z.strictObject({
  ...{ uuid, startedAt: z.string(), endedAt: z.string().nullable() },
  agent: z.strictObject({ id: uuid, name: z.string() }).nullable(),
  plan,
  facts: z.array(fact),
  /** What the server doubts; absent on the phone that walks. */
  doubts: z
    .array(z.strictObject({ line: uuid, doubts: z.array(z.enum(Object.keys(doubts) as [Doubt, ...Doubt[]])) }))
    .optional(),
  /** P-001: its entries in the daily log, as the caller may read them; absent on the phone. */
  events: z.array(logEntry).optional(),
  /** Positions and tags are not for this reader. */
  isWithheld: z.literal(true).optional(),
});
export type RoundExecution = z.output<typeof execution>;

/** Its state. The server judged the proofs: a reader may lack what they are judged by. */
export function walkedOf({ plan: planned, facts, endedAt, doubts: found }: RoundExecution): Walked {
  const walked = walk(planned, facts, endedAt);
  if (found)
    for (const point of walked.points) point.doubts = found.find(({ line }) => line === point.line)?.doubts ?? [];
  return walked;
}

const serviceRound = z.strictObject({
  uuid,
  numberOfExecutions: z.int(),
  /** O-030: how many executions remain. */
  remaining: z.int(),
  executions: z.array(execution),
  service: z.strictObject({ id: uuid, reference: z.string(), startAt: z.string(), endAt: z.string() }),
  /** `radius` in metres. */
  site: z.strictObject({ id: uuid, name: z.string(), radius: z.int() }),
  round: z.strictObject({
    id: uuid,
    name: z.string(),
    grantedDirections: z.array(z.enum(directionNames)),
    /** Minutes. */
    expectedDuration: z.int().nullable(),
    instructions: z.string().nullable(),
    /** In the order of the round. */
    checkpoints: z.array(
      z.strictObject({
        id: uuid,
        line: uuid,
        title: z.string(),
        type: z.enum(Object.keys(checkpointTypes) as (keyof typeof checkpointTypes)[]),
        color: z.string(),
        instructions: z.string().nullable(),
        /** What recognises it: for those who walk the round. */
        tagId: z.string().nullable(),
        code: z.string().nullable(),
        location: place,
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

/** An execution in one line. */
const pass = z.strictObject({
  ...{ uuid, startedAt: z.string(), endedAt: z.string().nullable(), status: z.int() },
  ...{ validated: z.int(), total: z.int() },
  /** Proofs to look at twice. */
  doubtful: z.int(),
});
export type RoundPass = z.output<typeof pass>;

export const passOf = (execution: RoundExecution): RoundPass => {
  const { uuid: id, startedAt, endedAt } = execution;
  const { status, validated, points } = walkedOf(execution);
  const doubtful = points.filter((point) => point.doubts.length > 0).length;
  return { uuid: id, startedAt, endedAt, status, validated, total: points.length, doubtful };
};

export const readServiceRounds = endpoint({
  name: 'rounds:service',
  method: 'GET',
  path: '/circuit/{id}/rounds',
  mounts: Service.grants.read,
  summary: 'Rondes à effectuer pendant un service, avec les passages faits',
  params: byId,
  output: z.strictObject({
    rounds: z.array(
      z.strictObject({
        ...{ uuid, round: z.strictObject({ id: uuid, name: z.string() }), numberOfExecutions: z.int() },
        ...{ remaining: z.int(), executions: z.array(pass) },
      }),
    ),
  }),
});

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
