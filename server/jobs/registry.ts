// A job: work that follows a committed act, or the clock. Declared once, enqueued by its declaration, done exactly once
// unless the process that did it died before it could say so: work is written to bear being done again.
import * as z from 'zod';
import type { Services } from '#server/kernel/call.ts';

export interface Attempt {
  /** Whose data it works on; null: the platform's. The database vouches for it, not what was written with the job. */
  agency: string | null;
  /** 1 for the first. */
  count: number;
  isLast: boolean;
  /** The server is stopping and waits no longer. */
  signal: AbortSignal;
}

export interface JobOptions {
  /** In French: read by platform staff. */
  label: string;
  /** After a failure it is tried again this many times, each wait twice the one before. */
  retries?: number;
  /** Of the first wait, in seconds; and of the longest. */
  wait?: number;
  longestWait?: number;
  /** How many at once in one process. */
  atOnce?: number;
  /** By the clock of each agency, or of the platform (a cron expression). */
  cron?: { at: string; of: 'platform' | 'agencies' };
}

export interface Job<S extends z.ZodType = z.ZodType> {
  name: string;
  schema: S;
  work(data: z.output<S>, services: Services, attempt: Attempt): Promise<void>;
  options: Required<Omit<JobOptions, 'cron'>> & Pick<JobOptions, 'cron'>;
}

export function job<S extends z.ZodType>(
  name: string,
  schema: S,
  { retries = 8, wait = 30, longestWait = 3_600, atOnce = 1, ...options }: JobOptions,
  work: Job<S>['work'],
): Job<S> {
  return { name, schema, work, options: { retries, wait, longestWait, atOnce, ...options } };
}

/** Thrown by work that no repetition would mend. */
export class Hopeless extends Error {}

/** What a job that the clock starts is told. */
export const byClock = z.object({});
