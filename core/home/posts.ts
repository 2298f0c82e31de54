// The posts of the services under way (decisions 79 and 83): the same figures on the first page and in the supervision.
import * as z from 'zod';
import { isActive, isPlanned, missed } from '../planning/status.ts';

/** Each wanted post counts once: `wanted` is the sum of the others. */
export const postsShape = {
  wanted: z.int(),
  /** Somebody is there. */
  held: z.int(),
  /** Somebody is assigned, and the tolerance after the planned start has not passed. */
  expected: z.int(),
  /** Somebody is assigned, and did not come or declared an absence. */
  absent: z.int(),
  /** Somebody came and went before the planned end. */
  left: z.int(),
  /** Nobody is assigned. */
  unfilled: z.int(),
};
export const posts = z.strictObject(postsShape);
export type Posts = z.output<typeof posts>;

export const noPosts: Posts = { wanted: 0, held: 0, expected: 0, absent: 0, left: 0, unfilled: 0 };

/** A person on a service. */
export interface Assigned {
  /** His own (service_times); null before he begins. */
  state: number | null;
  /** He declared an absence: nobody expects him. */
  away: boolean;
}

/** The values of a service that its posts depend on; moments in milliseconds. */
export interface PostService {
  status: number;
  start: number;
  end: number;
  wanted: number;
  people: readonly Assigned[];
}

export const presences = ['held', 'expected', 'absent', 'left'] as const;
export type Presence = (typeof presences)[number];

/** Where one person is; `margin`: the agency's tolerance, in minutes. */
export function presenceOf(
  { state, away }: Assigned,
  { status, start }: Pick<PostService, 'status' | 'start'>,
  margin: number,
  now: number,
): Presence {
  if (state !== null && isActive(state)) return 'held';
  if (state !== null && state !== missed) return 'left';
  // A service that is over, or has passed its tolerance, expects nobody.
  const isOpen = status !== missed && (isPlanned(status) || isActive(status));
  return isOpen && !away && now < start + margin * 60_000 ? 'expected' : 'absent';
}

/** The posts now. Outside the planned hours only those who are there count. */
export function postsOf(service: PostService, margin: number, now: number): Posts {
  const found = { ...noPosts };
  const isDue = service.start <= now && now < service.end;
  const places = service.people
    .map((one) => presenceOf(one, service, margin, now))
    .filter((presence) => isDue || presence === 'held')
    .sort((one, other) => presences.indexOf(one) - presences.indexOf(other))
    // More people than posts: the others hold none.
    .slice(0, isDue ? service.wanted : undefined);
  for (const presence of places) found[presence] += 1;
  found.wanted = isDue ? service.wanted : places.length;
  found.unfilled = found.wanted - places.length;
  return found;
}

export const sumOfPosts = (all: readonly Posts[]): Posts =>
  all.reduce(
    (sum, one) => ({
      wanted: sum.wanted + one.wanted,
      held: sum.held + one.held,
      expected: sum.expected + one.expected,
      absent: sum.absent + one.absent,
      left: sum.left + one.left,
      unfilled: sum.unfilled + one.unfilled,
    }),
    noPosts,
  );

const count = (value: number, one: string, many: string): string | null =>
  value === 0 ? null : `${value} ${value === 1 ? one : many}`;

/** « 3 postes tenus sur 6 : 1 attendu, 1 où personne n’est venu, 1 à pourvoir » */
export function postsWords({ wanted, held, expected, absent, left, unfilled }: Posts): string {
  if (wanted === 0) return 'aucun poste à tenir';
  const others = [
    count(expected, 'attendu', 'attendus'),
    count(absent, 'où personne n’est venu', 'où personne n’est venu'),
    count(left, 'quitté avant l’heure', 'quittés avant l’heure'),
    count(unfilled, 'à pourvoir', 'à pourvoir'),
  ].filter((words) => words !== null);
  const first = `${held} ${held > 1 ? 'postes tenus' : 'poste tenu'} sur ${wanted}`;
  return others.length === 0 ? first : `${first} : ${others.join(', ')}`;
}
