// A job: work after a commit, or by the clock. It runs exactly once, unless the process dies before recording the end, so
// every job must tolerate running again.
import * as z from 'zod';
import type { Services } from '#server/kernel/call.ts';

export interface Attempt {
  /** The agency of its data; null: the platform. Ensured by the database, not by the job's data. */
  agency: string | null;
  /** 1 for the first. */
  count: number;
  isLast: boolean;
  /** Aborted when a stopping server no longer waits. */
  signal: AbortSignal;
}

export interface JobOptions {
  /** In French: read by platform staff. */
  label: string;
  /** Number of retries after a failure; each wait is twice the last one. */
  retries?: number;
  /** The first wait in seconds, and the longest. */
  wait?: number;
  longestWait?: number;
  /** How many run concurrently in one process. */
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

/** Thrown when a retry cannot succeed. */
export class Hopeless extends Error {}

/** The data of a scheduled job. */
export const byClock = z.object({});
