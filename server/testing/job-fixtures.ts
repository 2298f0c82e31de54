// Jobs that record their process, for the tests of the queue; as a program, a process that runs them.
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import { openDatabase } from '#server/db/database.ts';
import { createJobs, type Pace } from '#server/jobs/queue.ts';
import { Hopeless, type Job, job } from '#server/jobs/registry.ts';
import type { Services } from '#server/kernel/call.ts';

export const fixtureTable = `create table deeds (job text not null, key text not null, agency text, count integer not null,
  process integer not null, at timestamptz not null default now())`;

const note = (services: Services, name: string, key: string, agency: string | null, count: number): Promise<unknown> =>
  services.database.platform.query('insert into deeds (job, key, agency, count, process) values ($1, $2, $3, $4, $5)', [
    name,
    key,
    agency,
    count,
    process.pid,
  ]);

const keyed = z.object({ key: z.string() });

export const quick = job(
  'quick',
  keyed,
  { label: 'Rapide', atOnce: 3 },
  async ({ key }, services, { agency, count }) => {
    await note(services, 'quick', key, agency, count);
  },
);

/** The first attempt never ends by itself; the next one ends at once. */
export const slow = job(
  'slow',
  keyed,
  { label: 'Lente', wait: 1 },
  async ({ key }, services, { agency, count, signal }) => {
    await note(services, 'slow:begun', key, agency, count);
    if (count === 1) await wait(120_000, undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
    await note(services, 'slow', key, agency, count);
  },
);

export const failing = job(
  'failing',
  z.object({ key: z.string(), hopeless: z.boolean().default(false) }),
  { label: 'Vouée à l’échec', retries: 2, wait: 1 },
  async ({ key, hopeless }, services, { agency, count, isLast }) => {
    await note(services, isLast ? 'failing:last' : 'failing', key, agency, count);
    if (hopeless) throw new Hopeless('Rien à faire');
    throw new Error('Refus de zoe@exemple.fr, voyez https://vigie.example/#/invitation/abc');
  },
);

export const fixtureJobs: readonly Job[] = [quick, slow, failing];

/** Finds dead workers as fast as the queue allows. */
export const fixturePace: Partial<Pace> = { heartbeatSeconds: 10, superviseSeconds: 1, pollSeconds: 1, patience: 500 };

if (import.meta.main) {
  const [ownerUrl = ''] = process.argv.slice(2);
  const database = await openDatabase({ ownerUrl, secret: 'a secret that only tests know', connections: 2 });
  const jobs = createJobs(database, fixtureJobs, fixturePace);
  await jobs.start({ database, jobs } as unknown as Services);
  process.stdout.write('ready\n');
  process.once(
    'SIGTERM',
    () =>
      void jobs
        .stop()
        .then(() => database.close())
        .then(() => process.exit(0)),
  );
}
