// Background jobs, for platform staff: list them and retry failed ones.
import * as z from 'zod';
import { endpoint } from '../kernel/endpoint.ts';

export const jobStates = { queued: 'En attente', running: 'En cours', failed: 'En échec' } as const;
export type JobState = keyof typeof jobStates;

export const jobRow = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  /** In French. */
  label: z.string(),
  state: z.enum(['queued', 'running', 'failed']),
  /** Null: a job of the platform. */
  agency: z.strictObject({ id: z.uuid(), name: z.string() }).nullable(),
  /** Number of attempts, and the maximum. */
  attempts: z.int(),
  most: z.int(),
  createdAt: z.string(),
  /** Earliest start. */
  dueAt: z.string(),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  /** The last error, without addresses, links or secrets. */
  error: z.string().nullable(),
});
export type JobRow = z.output<typeof jobRow>;

export const listJobs = endpoint({
  name: 'listJobs',
  method: 'POST',
  path: '/admin/fetch/jobs',
  mounts: { root: 'admin' },
  summary: 'Lister les tâches de fond : en attente, en cours, en échec',
  reads: true,
  input: z.strictObject({
    state: z.enum(['queued', 'running', 'failed']).default('failed'),
    page: z.int().min(1).max(100_000).default(1),
    limit: z.int().min(1).max(100).default(25),
  }),
  output: z.strictObject({
    jobs: z.array(jobRow),
    filtered: z.int(),
    counts: z.strictObject({ queued: z.int(), running: z.int(), failed: z.int() }),
  }),
});

export const retryJob = endpoint({
  name: 'retryJob',
  method: 'POST',
  path: '/admin/job/{id}/retry',
  mounts: { root: 'admin' },
  summary: 'Relancer une tâche en échec',
  params: z.strictObject({ id: z.string() }),
});
