// The cover of the services around now (decision 79): for the agency the posts wanted and held, for a customer tonight on
// his sites. The name ends with the entity, so that every change of a service refreshes it.
import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { posts as currentPosts, type Posts } from './posts.ts';

/** Minutes between two steps of the time line, and its length in hours from midnight: today and tonight. */
export const coverStep = 30;
export const coverHours = 36;
export const coverDays = 14;

/** Held: somebody was or is there; in the future, somebody is assigned. */
const posts = { wanted: z.int(), held: z.int() };

const agencyCover = z.strictObject({
  postsNow: currentPosts,
  steps: z.array(z.strictObject({ at: z.string(), ...posts })),
  /** By the day on which the service begins. */
  days: z.array(
    z.strictObject({
      day: z.string(),
      ...posts,
      /** Which its list shows; one may have several posts. */
      services: z.int(),
      /** Agents absent; null: the caller may not list absences. */
      absent: z.int().nullable(),
    }),
  ),
});
export type AgencyCover = z.output<typeof agencyCover>;

/** The step under way shows the posts now, so that the time line and its words agree. */
export const withNow = (
  steps: AgencyCover['steps'],
  { wanted, held, expected }: Posts,
  now: number,
): AgencyCover['steps'] =>
  steps.map((step) => {
    const start = Date.parse(step.at);
    return start <= now && now < start + coverStep * 60_000 ? { ...step, wanted, held: held + expected } : step;
  });

const tonightService = z.strictObject({
  id: z.uuid(),
  site: z.strictObject({ id: z.uuid(), name: z.string() }),
  postTitle: z.string().nullable(),
  startAt: z.string(),
  endAt: z.string(),
  status: z.int(),
  realStartAt: z.string().nullable(),
  /** Set: nobody is there any more, although its planned end is to come. */
  realEndAt: z.string().nullable(),
  /** Agents planned, and those who are there now. */
  wanted: z.int(),
  held: z.int(),
  /** A tour comes by: it relieves nobody. */
  isStop: z.boolean(),
  /** Null: none, or the caller may not read the log. */
  lastEvent: z.strictObject({ type: z.int(), at: z.string() }).nullable(),
});
export type TonightService = z.output<typeof tonightService>;

export const readCover = endpoint({
  name: 'homeCover:service',
  method: 'GET',
  path: '/home/cover',
  mounts: { agency: ['listServices'], customer: ['listServices'] },
  summary:
    'La couverture des services : postes demandés et tenus d’heure en heure et de jour en jour, ou ce soir sur ses sites',
  output: z.strictObject({
    /** Null on a customer's path. */
    cover: agencyCover.nullable(),
    /** Null on the agency's path. */
    tonight: z.array(tonightService).nullable(),
  }),
});
