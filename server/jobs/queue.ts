// The job queue of one process: enqueues in the caller's transaction, runs due jobs, returns unfinished ones.
import { setTimeout as wait } from 'node:timers/promises';
import { type JobResult, type JobWithMetadata, PgBoss, type WorkOptions } from 'pg-boss';
import type * as z from 'zod';
import type { Database, Db } from '#server/db/database.ts';
import type { Services } from '#server/kernel/call.ts';
import { uuidOf } from '#server/kernel/uuid.ts';
import { redactedMessage } from '#server/operations/redact.ts';
import { scheduleAll } from './clock.ts';
import { jobSchema } from './install.ts';
import { Hopeless, type Job } from './registry.ts';

interface Enqueuing {
  /** The caller's transaction: the job exists only if it commits. */
  db: Db;
  /** In an agency's context, the database accepts only that agency. */
  agency: string | null;
}

export interface Jobs {
  /** Each `key` is enqueued once, even if the call is repeated. It is not run before `after`. */
  enqueue<S extends z.ZodType>(
    job: Pick<Job<S>, 'name' | 'schema'>,
    entries: readonly { key: string; data: z.input<S>; after?: Date }[],
    within: Enqueuing,
  ): Promise<void>;
  boss: PgBoss;
  all: readonly Job[];
  /** Creates the queues, without working on them. */
  install(): Promise<void>;
  /** This process polls for due jobs at once. */
  wake(): void;
  start(services: Services): Promise<void>;
  stop(): Promise<void>;
}

export interface Pace {
  /** A worker without a heartbeat for this long is dead. At least 10. */
  heartbeatSeconds: number;
  /** How often to look for dead workers. */
  superviseSeconds: number;
  /** New jobs are announced (LISTEN); polling finds the retries that are due. */
  pollSeconds: number;
  /** How long a stop waits for running jobs, in milliseconds. */
  patience: number;
}

const usual: Pace = { heartbeatSeconds: 30, superviseSeconds: 30, pollSeconds: 30, patience: 15_000 };
const batch = 10;

/** The same key gives the same id, so the queue's primary key refuses a duplicate. */
const idOf = (name: string, key: string): string => uuidOf(`${name} ${key}`);

export function createJobs(database: Database, all: readonly Job[], pace: Partial<Pace> = {}): Jobs {
  const { heartbeatSeconds, superviseSeconds, pollSeconds, patience } = { ...usual, ...pace };
  const boss = new PgBoss({
    db: {
      executeSql: (text, values) => database.platform.query(text, values),
      listen: (channel, onNotification, reconnected) =>
        database.listen({ channel, onNotification, listening: (on) => void (on && reconnected()) }),
    },
    schema: jobSchema,
    // The database owner creates the tables; this role only writes rows.
    migrate: false,
    createSchema: false,
    reindex: false,
    monitorVacuum: false,
    useListenNotify: true,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    cronWorkerIntervalSeconds: 30,
    cronMonitorIntervalSeconds: 30,
    bamIntervalSeconds: 3_600,
    flowIntervalSeconds: 3_600,
  });
  boss.on('error', (error) => void process.stderr.write(`jobs: ${redactedMessage(error)}\n`));

  const settingsOf = ({ options }: Job) => ({
    retryLimit: options.retries,
    retryDelay: options.wait,
    retryBackoff: true,
    retryDelayMax: options.longestWait,
    heartbeatSeconds,
    expireInSeconds: 15 * 60,
    notify: true,
  });

  /** One query when no queue has changed since the last start. */
  const declare = async (): Promise<void> => {
    const standing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
    for (const one of all) {
      const [settings, queue] = [settingsOf(one), standing.get(one.name)];
      if (queue && Object.entries(settings).every(([key, value]) => queue[key as keyof typeof settings] === value))
        continue;
      await boss.createQueue(one.name, settings);
      await boss.updateQueue(one.name, settings);
    }
  };

  const traced = async (one: Job, row: JobWithMetadata<object>, services: Services): Promise<JobResult> => {
    const { tracing } = services;
    const step = tracing?.begin('job', { 'vigie.job': one.name, 'vigie.attempt': row.retryCount + 1 });
    if (!tracing || !step) return attempt(one, row, services);
    const result = await tracing.within(step, () => attempt(one, row, services));
    step.end({ 'vigie.outcome': result.status }, result.status !== 'completed');
    return result;
  };

  const attempt = async (one: Job, row: JobWithMetadata<object>, services: Services): Promise<JobResult> => {
    try {
      await one.work(one.schema.parse(row.data ?? {}), services, {
        agency: row.groupId ?? null,
        count: row.retryCount + 1,
        isLast: row.retryCount >= row.retryLimit,
        signal: row.signal,
      });
      // Complete at once, not with the batch: a finished job stays finished if the process dies in the next one.
      await boss.complete(one.name, row.id);
      return { id: row.id, status: 'completed' };
    } catch (error) {
      return {
        id: row.id,
        status: error instanceof Hopeless ? 'deadletter' : 'failed',
        output: { message: redactedMessage(error) },
      };
    }
  };

  const serve = (one: Job, services: Services): Promise<string> =>
    boss.work<object, unknown, WorkOptions & { includeMetadata: true; perJobResults: true }>(
      one.name,
      {
        pollingIntervalSeconds: pollSeconds,
        notifyPollingIntervalSeconds: pollSeconds,
        batchSize: batch,
        burstWhenBatchFull: true,
        includeMetadata: true,
        perJobResults: true,
      },
      async (rows) => {
        const [left, done]: [JobWithMetadata<object>[], JobResult[]] = [[...rows], []];
        const lane = async (): Promise<void> => {
          for (let row = left.shift(); row; row = left.shift()) done.push(await traced(one, row, services));
        };
        await Promise.all(Array.from({ length: one.options.atOnce }, lane));
        return done;
      },
    );

  let started = false;
  return {
    boss,
    all,
    wake: () => {
      for (const { id } of boss.getWipData({ includeInternal: true })) boss.notifyWorker(id);
    },
    enqueue: async (one, entries, { db, agency }) => {
      if (entries.length === 0) return;
      await boss.insert(
        one.name,
        entries.map(({ key, data, after }) => ({
          id: idOf(one.name, key),
          data: one.schema.parse(data) as object,
          ...(after ? { startAfter: after } : {}),
          ...(agency === null ? {} : { group: { id: agency } }),
        })),
        { db: { executeSql: async (text, values = []) => ({ rows: await db.query({ text, values }) }) } },
      );
    },
    install: async () => {
      await boss.start();
      await declare();
      await boss.stop({ graceful: false, close: false });
    },
    start: async (services) => {
      started = true;
      await boss.start();
      await declare();
      await scheduleAll(boss, database, all);
      for (const one of all) await serve(one, services);
    },
    stop: async () => {
      if (!started) return;
      const finished = Promise.all(all.map(({ name }) => boss.offWork(name, { wait: true })));
      const end = new AbortController();
      await Promise.race([finished, wait(patience, undefined, { signal: end.signal }).catch(() => {})]);
      end.abort();
      // Running jobs go back to the queue.
      await boss.stop({ graceful: false, close: false });
    },
  };
}
