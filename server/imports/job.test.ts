import pg from 'pg';
import { expect, test } from 'vitest';
import { Site } from '#core/sites/site.ts';
import { servicesOf } from '#server/kernel/app.ts';
import { extensions } from '#server/product.ts';
import { importerOf, word } from '#server/testing/importing.ts';
import { world } from '#server/testing/world.ts';
import { importJobs } from './running.ts';

const here = await world();
const { agency, people, sql } = here;
const { bring, found } = importerOf(here);
// The test runs the job by hand, with a different failing statement each time.
await here.jobs.boss.offWork('runImport', { wait: true });
const [runImport] = importJobs(extensions);

const attempt = (id: string, count: number, isLast: boolean): Promise<void> | undefined =>
  runImport?.work({ id, user: people.owner.id }, servicesOf(here.app), {
    agency: agency.id,
    count,
    isLast,
    signal: new AbortController().signal,
  });

/** Fails the Nth statement of the work, like a lost connection. */
async function withFault(at: number, work: () => Promise<void> | undefined): Promise<boolean> {
  const query = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => unknown;
  let [count, fired] = [0, false];
  (pg.Client.prototype as { query: unknown }).query = function struck(this: pg.Client, ...args: unknown[]): unknown {
    const [first] = args;
    const text = typeof first === 'string' ? first : String((first as { text?: string }).text ?? '');
    // Count only statements of the import, not those of the queue, the listeners and new connections.
    if (!/jobs\.|pg_notify|^listen|^rollback|^$|set_config\('app\.agency', \$1|as watched/i.test(text)) count += 1;
    if (count !== at || fired) return query.apply(this, args);
    fired = true;
    return Promise.reject(new Error('a fault of the test'));
  };
  try {
    await work();
  } catch (error) {
    expect((error as Error).message).toBe('a fault of the test');
  } finally {
    (pg.Client.prototype as { query: unknown }).query = query;
  }
  return fired;
}

const queued = async (mark: string): Promise<string> => {
  const { id, settings } = await bring(
    Site,
    ['Nom', 'Client'],
    [
      [`A ${mark}`, here.customer.name],
      [`B ${mark}`, here.customer.name],
    ],
  );
  await sql(`update imports set state = 'queued', mapping = $2, duplicates = 'skip' where id = $1`, [
    id,
    JSON.stringify(settings.mapping),
  ]);
  return id;
};

test('whichever statement fails, nothing is half written, and a repeated job writes everything once', async () => {
  const mark = word();
  const id = await queued(mark);
  let at = 1;
  while (await withFault(at, () => attempt(id, at, false))) {
    // A commit whose reply was lost may have succeeded; otherwise nothing is written.
    const count = (await found(Site, mark)).length;
    const [row] = await sql<{ state: string }>('select state from imports where id = $1', [id]);
    expect(count, `statement ${at}`).toBe(row?.state === 'done' ? 2 : 0);
    at += 1;
    expect(at).toBeLessThan(100);
  }
  expect(at).toBeGreaterThan(10);
  expect(await found(Site, mark)).toHaveLength(2);
  await attempt(id, at, false);
  expect(await found(Site, mark)).toHaveLength(2);
  const lines = await sql(`select 1 from audit where entity = 'import' and entity_id = $1`, [id]);
  expect(lines).toHaveLength(1);
});

test('an import that never succeeds is reported as failed, and its rows are kept for a retry', async () => {
  const mark = word();
  const id = await queued(mark);
  expect(await withFault(3, () => attempt(id, 4, true))).toBe(true);
  const [row] = await sql<{ state: string; outcome: { problems: { message: string }[] } }>(
    'select state, outcome from imports where id = $1',
    [id],
  );
  expect(row?.state).toBe('failed');
  expect(row?.outcome.problems[0]?.message).toBe('L’import n’a pas abouti : rien n’a été enregistré.');
  expect(await found(Site, mark)).toEqual([]);
  expect(await sql('select 1 from import_pieces where import_id = $1', [id])).not.toEqual([]);
});
