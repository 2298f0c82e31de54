// The queue with several processes: each job runs once, none is lost, started ones are finished or returned.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { listJobs, retryJob } from '#core/jobs/jobs.ts';
import { type Database, openDatabase } from '#server/db/database.ts';
import type { Services } from '#server/kernel/call.ts';
import { freshDatabase } from '#server/testing/database.ts';
import { failing, fixtureJobs, fixturePace, fixtureTable, quick, slow } from '#server/testing/job-fixtures.ts';
import { world } from '#server/testing/world.ts';
import { scheduleAll } from './clock.ts';
import { createJobs } from './queue.ts';
import { byClock, job } from './registry.ts';

// This server runs no fixture jobs: they are for the processes that a test starts.
const here = await world({ jobs: [] });
const { agency, otherAgency, database, environment, sql, as } = here;
const ownerUrl = environment.databaseUrl as string;
const owner = new pg.Client({ connectionString: ownerUrl });
await owner.connect();
await owner.query(
  `${fixtureTable}; grant select, insert on deeds to ${owner.escapeIdentifier(database.roles.platform)}`,
);
await owner.end();

const started: ChildProcess[] = [];
afterAll(() => {
  for (const one of started) one.kill('SIGKILL');
});

async function startWorker(): Promise<ChildProcess & { pid: number }> {
  const program = `${import.meta.dirname}/../testing/job-fixtures.ts`;
  const child = spawn(process.execPath, [program, ownerUrl], { stdio: ['ignore', 'pipe', 'inherit'] });
  started.push(child);
  await once(child.stdout as NodeJS.ReadableStream, 'data');
  return child as ChildProcess & { pid: number };
}
const ended = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  const end = once(child, 'exit');
  child.kill(signal);
  await end;
};

/** A queue in this process that only enqueues, or also works. */
async function queueHere(work: boolean) {
  const queue = createJobs(database, fixtureJobs, fixturePace);
  await queue.start({ database, jobs: queue } as unknown as Services);
  if (!work) for (const { name } of fixtureJobs) await queue.boss.offWork(name, { wait: true });
  return queue;
}

interface Deed {
  key: string;
  agency: string | null;
  count: number;
  process: number;
}
const deeds = (name: string): Promise<Deed[]> => sql<Deed>('select * from deeds where job = $1 order by at', [name]);
const until = <T>(ask: () => Promise<T>, timeout = 10_000): Promise<T> => vi.waitFor(ask, { timeout, interval: 50 });

test('four processes that start together on an empty database create one queue', async () => {
  const url = await freshDatabase();
  const opened = await Promise.all(
    Array.from({ length: 4 }, () => openDatabase({ ownerUrl: url, secret: environment.secret, connections: 1 })),
  );
  const queues = opened.map((one) => createJobs(one, fixtureJobs, fixturePace));
  await Promise.all(
    queues.map((queue, index) => queue.start({ database: opened[index], jobs: queue } as unknown as Services)),
  );
  const { rows } = await (opened[0] as Database).platform.query<{ name: string }>(
    `select name from jobs.queue where name not like '\\_%'`,
  );
  expect(rows.map(({ name }) => name).sort()).toEqual(['failing', 'quick', 'slow']);
  await Promise.all(queues.map((queue) => queue.stop()));
  await Promise.all(opened.map((one) => one.close()));
});

test('a start applies a changed setting to its queue, and writes none that is as before', async () => {
  const one = await openDatabase({ ownerUrl: await freshDatabase(), secret: environment.secret, connections: 1 });
  const queueOf = async (name: string) =>
    (await one.platform.query(`select retry_limit, xmin::text from jobs.queue where name = $1`, [name])).rows[0];
  await createJobs(one, fixtureJobs, fixturePace).install();
  const [kept, before] = [await queueOf('quick'), await queueOf('slow')];
  const changed = fixtureJobs.map((job) =>
    job.name === 'slow' ? { ...job, options: { ...job.options, retries: job.options.retries + 3 } } : job,
  );
  await createJobs(one, changed, fixturePace).install();
  expect(await queueOf('slow')).toMatchObject({ retry_limit: before.retry_limit + 3 });
  expect(await queueOf('quick')).toEqual(kept);
  await one.close();
});

describe('several processes', () => {
  test('share 300 jobs and run each exactly once', async () => {
    const queue = await queueHere(false);
    const workers = [await startWorker(), await startWorker()];
    const entries = Array.from({ length: 300 }, (_, n) => ({ key: `k${n}`, data: { key: `k${n}` } }));
    await database.platformTransaction((db) => queue.enqueue(quick, entries, { db, agency: null }));
    await until(async () => expect(await deeds('quick')).toHaveLength(300));
    await wait(300);
    const done = await deeds('quick');
    expect(new Set(done.map(({ key }) => key)).size).toBe(300);
    expect(done).toHaveLength(300);
    expect(new Set(done.map((deed) => deed.process))).toEqual(new Set(workers.map(({ pid }) => pid)));
    for (const worker of workers) await ended(worker, 'SIGTERM');
    await queue.stop();
  }, 40_000);

  test('take over the job of a killed process', async () => {
    const queue = await queueHere(false);
    const first = await startWorker();
    await database.platformTransaction((db) =>
      queue.enqueue(slow, [{ key: 'tué', data: { key: 'tué' } }], { db, agency: agency.id }),
    );
    await until(async () => expect(await deeds('slow:begun')).toHaveLength(1));
    const second = await startWorker();
    await ended(first, 'SIGKILL');
    await until(async () => expect(await deeds('slow')).toHaveLength(1), 40_000);
    expect(await deeds('slow')).toMatchObject([{ key: 'tué', process: second.pid, count: 2, agency: agency.id }]);
    await ended(second, 'SIGTERM');
    await queue.stop();
  }, 60_000);

  test('return unfinished jobs at once when they stop', async () => {
    const queue = await queueHere(false);
    const first = await startWorker();
    await database.platformTransaction((db) =>
      queue.enqueue(slow, [{ key: 'arrêté', data: { key: 'arrêté' } }], { db, agency: null }),
    );
    await until(async () => expect((await deeds('slow:begun')).map(({ key }) => key)).toContain('arrêté'));
    await ended(first, 'SIGTERM');
    const [row] = await sql<{ state: string }>(`select state::text from jobs.job where data ->> 'key' = 'arrêté'`);
    expect(row?.state).toBe('retry');
    const second = await startWorker();
    await until(async () => expect((await deeds('slow')).at(-1)).toMatchObject({ key: 'arrêté', process: second.pid }));
    await ended(second, 'SIGTERM');
    await queue.stop();
  }, 40_000);
});

describe('a call', () => {
  test('that is repeated enqueues once; rolled back, not at all', async () => {
    const queue = await queueHere(true);
    const enqueue = (key: string, fail = false): Promise<void> =>
      database.platformTransaction(async (db) => {
        await queue.enqueue(quick, [{ key, data: { key } }], { db, agency: agency.id });
        if (fail) throw new Error('undone');
      });
    await expect(enqueue('défait', true)).rejects.toThrow('undone');
    await enqueue('une fois');
    await enqueue('une fois');
    await until(async () => expect((await deeds('quick')).filter(({ key }) => key === 'une fois')).toHaveLength(1));
    await enqueue('une fois');
    await wait(300);
    const done = (await deeds('quick')).filter(({ key }) => key === 'une fois' || key === 'défait');
    expect(done).toMatchObject([{ key: 'une fois', agency: agency.id }]);
    await queue.stop();
  });

  test('for a later time is run then, not before', async () => {
    const queue = await queueHere(true);
    const at = new Date(Date.now() + 3_600_000);
    await database.platformTransaction((db) =>
      queue.enqueue(quick, [{ key: 'plus tard', data: { key: 'plus tard' }, after: at }], { db, agency: agency.id }),
    );
    const [row] = await sql<{ start: Date }>(
      `select start_after as start from jobs.job where data->>'key' = 'plus tard'`,
    );
    expect(row?.start.getTime()).toBe(at.getTime());
    await wait(300);
    expect((await deeds('quick')).filter(({ key }) => key === 'plus tard')).toEqual([]);
    await queue.stop();
  });

  test('of an agency cannot enqueue for another, or read waiting jobs', async () => {
    const queue = await queueHere(false);
    const context = { agency: agency.id, agent: null, customer: null, user: here.people.owner.id };
    for (const forged of [otherAgency.id, null])
      await expect(
        database.transaction(context, (db) =>
          queue.enqueue(quick, [{ key: `faux ${forged}`, data: { key: 'faux' } }], { db, agency: forged }),
        ),
      ).rejects.toThrow(/row-level security/);
    for (const text of ['select data from jobs.job_common', 'select 1 from jobs.job', 'delete from jobs.job_common'])
      await expect(database.read(context, { text })).rejects.toThrow(/permission denied/);
    await queue.stop();
  });
});

describe('a job that fails', () => {
  test('is retried with growing waits, then waits until somebody retries it by hand', async () => {
    const queue = await queueHere(true);
    await database.platformTransaction((db) =>
      queue.enqueue(failing, [{ key: 'raté', data: { key: 'raté' } }], { db, agency: agency.id }),
    );
    await until(async () => expect(await deeds('failing:last')).toHaveLength(1), 20_000);
    expect((await deeds('failing')).map(({ count }) => count)).toEqual([1, 2]);
    const failed = await until(async () => {
      const { jobs } = await as('admin').call(listJobs, { input: {} });
      expect(jobs).toHaveLength(1);
      return jobs[0];
    });
    expect(failed).toMatchObject({
      name: 'failing',
      state: 'failed',
      agency: { id: agency.id, name: agency.name },
      attempts: 3,
      most: 3,
      error: 'Refus de [e-mail masqué], voyez [adresse masquée]',
    });
    const id = failed?.id as string;
    expect((await as('admin').answer(retryJob, { params: { id } })).status).toBe(204);
    expect((await as('admin').answer(retryJob, { params: { id } })).status).toBe(409);
    queue.wake();
    await until(async () => expect(await deeds('failing:last')).toHaveLength(2));
    const lines = await sql(`select action, author from platform_audit where entity_id = $1`, [id]);
    expect(lines).toEqual([{ action: 'retry', author: here.people.admin.fullname }]);
    await queue.stop();
  }, 40_000);

  test('permanently is not retried', async () => {
    const queue = await queueHere(true);
    await database.platformTransaction((db) =>
      queue.enqueue(failing, [{ key: 'perdu', data: { key: 'perdu', hopeless: true } }], { db, agency: null }),
    );
    await until(async () =>
      expect(await sql(`select 1 from jobs.job where data ->> 'key' = 'perdu' and state = 'failed'`)).toHaveLength(1),
    );
    expect((await deeds('failing')).filter(({ key }) => key === 'perdu')).toHaveLength(1);
    await queue.stop();
  });
});

describe('the clock', () => {
  const nightly = job(
    'nightly',
    byClock,
    { label: 'Nuit', cron: { at: '30 3 * * *', of: 'agencies' } },
    async () => {},
  );
  const daily = job('daily', byClock, { label: 'Jour', cron: { at: '0 4 * * *', of: 'platform' } }, async () => {});

  test('is the clock of each agency, and follows a change of its time zone', async () => {
    const queue = createJobs(database, [nightly, daily], fixturePace);
    await sql(`update agencies set time_zone = 'America/Cayenne' where id = $1`, [otherAgency.id]);
    await queue.start({ database, jobs: queue } as unknown as Services);
    const zones = async (): Promise<Record<string, string>> =>
      Object.fromEntries(
        (await queue.boss.getSchedules()).map(({ name, key, timezone }) => [`${name} ${key}`, timezone]),
      );
    expect(await zones()).toEqual({
      'daily ': 'Europe/Paris',
      [`nightly ${agency.id}`]: 'Europe/Paris',
      [`nightly ${otherAgency.id}`]: 'America/Cayenne',
    });
    await expect(sql(`update agencies set time_zone = 'Terre/Milieu' where id = $1`, [otherAgency.id])).rejects.toThrow(
      'agencies_time_zone_check',
    );
    await sql(`update agencies set time_zone = 'Indian/Reunion' where id = $1`, [otherAgency.id]);
    await scheduleAll(queue.boss, database, [nightly]);
    expect(await zones()).toEqual({
      [`nightly ${agency.id}`]: 'Europe/Paris',
      [`nightly ${otherAgency.id}`]: 'Indian/Reunion',
    });
    const [next] = queue.boss.previewSchedule('30 3 * * *', { tz: 'Indian/Reunion', count: 1 });
    expect(next?.toISOString()).toMatch(/T23:30:00/);
    await queue.stop();
  });
});
