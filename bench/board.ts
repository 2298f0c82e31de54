// The board of the supervision in Chromium with 1,000 active services: first draw, and the longest task of the main thread
// while 50 of them change within a second.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import { type Database, openDatabase } from '#server/db/database.ts';
import { runningUrl } from '#server/db/embedded.ts';
import { keptSecret } from '#server/secret.ts';
import { chromiumOptions } from '../e2e/browser.ts';
import { line, median, title } from './report.ts';
import { signedIn } from './session.ts';
import { startProduct } from './start.ts';

const [services, changes, rounds] = [1_000, 50, 5];
/** Services of the demo that need attention take some of the board's thousand places. */
const least = services - 100;
const second = 1_000;

async function fill({ platform }: Database): Promise<string[]> {
  const { rows } = await platform.query<{ id: string }>(
    `with g as (select id from agencies where name = 'Azur Sécurité'),
      places as (select s.agency_id, s.id, row_number() over () - 1 as n, count(*) over () as of from sites s join g on g.id = s.agency_id),
      people as (select a.agency_id, a.id, row_number() over () - 1 as n, count(*) over () as of from agents a join g on g.id = a.agency_id),
      made as (insert into services (agency_id, id, site_id, post_title, start_at, end_at, status, real_start_at)
        select p.agency_id, gen_random_uuid(), p.id, 'Poste ' || n.n, now() - interval '1 hour', now() + interval '5 hours', 200, now() - interval '1 hour'
        from generate_series(1, $1::integer) n (n) join places p on p.n = n.n % p.of returning agency_id, id),
      ranked as (select m.*, row_number() over () as n from made m),
      held as (insert into service_agents (agency_id, service_id, agent_id) select r.agency_id, r.id, p.id from ranked r join people p on p.n = r.n % p.of)
    select id from made`,
    [services],
  );
  // In the order of the board, which leaves out the last.
  return rows.map(({ id }) => id).toSorted();
}

interface Task {
  name: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
  args?: { name?: string; chrome_mojo_event_info?: { mojo_interface_tag?: string } };
}

/** The bench's own questions to the page. */
const isOfBench = ({ args }: Task): boolean =>
  args?.chrome_mojo_event_info?.mojo_interface_tag === 'blink.mojom.DevToolsSession';

/**
 * Milliseconds of the longest task of the page's main thread: on the clock, and of the processor. The garbage of the pages
 * before is collected first.
 */
async function longestTask(browser: Browser, page: Page, work: () => Promise<void>): Promise<[number, number]> {
  const categories = ['__metadata', 'toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'];
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('HeapProfiler.collectGarbage');
  await devtools.detach();
  await browser.startTracing(page, { categories });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: Task[] };
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const onMain = traceEvents.filter(({ pid, tid }) => mains.has(`${pid} ${tid}`));
  const own = onMain.filter(isOfBench);
  const tasks = onMain.filter(
    ({ name, pid, ts, dur = 0 }) =>
      name.endsWith('RunTask') && !own.some((asked) => asked.pid === pid && asked.ts >= ts && asked.ts < ts + dur),
  );
  const longest = (of: 'dur' | 'tdur'): number =>
    tasks.reduce((most, task) => Math.max(most, task[of] ?? 0), 0) / second;
  return [longest('dur'), longest('tdur')];
}

export async function benchBoard(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vigie-bench-'));
  const running = await startProduct(dataDir, 4210);
  const secret = keptSecret(dataDir);
  const database = await openDatabase({ ownerUrl: runningUrl({ dataDir, secret }) ?? '', secret, connections: 2 });
  const browser = await chromium.launch(chromiumOptions);
  try {
    title(`Supervision: ${services} active services, ${changes} changes within a second, ${rounds} rounds`);
    const ids = await fill(database);
    const page = await signedIn(browser, running.url, '/home');
    const rows = page.getByRole('region', { name: 'En cours' }).getByRole('listitem');
    const figures: Record<'draw' | 'first' | 'task' | 'thread', number[]> = {
      draw: [],
      first: [],
      task: [],
      thread: [],
    };
    for (let round = 0; round < rounds; round += 1) {
      await page.goto(`${running.url}/#/home`);
      await page.reload();
      await page.getByRole('heading').first().waitFor();
      await wait(2 * second);
      const [first] = await longestTask(browser, page, async () => {
        const began = performance.now();
        await page.evaluate(() => {
          window.location.hash = '/supervision';
        });
        await rows.nth(least - 1).waitFor({ state: 'attached' });
        figures.draw.push(performance.now() - began);
      });
      figures.first.push(first);
      await wait(2 * second);
      const word = `Changé ${round}`;
      const [task, thread] = await longestTask(browser, page, async () => {
        const changed = Array.from({ length: changes }, (_, rank) => ids[(rank * 17 + round) % least] as string);
        for (const id of changed) {
          await database.platform.query('update services set post_title = $2, version = version + 1 where id = $1', [
            id,
            word,
          ]);
          await wait(second / changes);
        }
        await page.waitForFunction(([text, wanted]) => document.body.textContent.split(text).length > wanted, [
          word,
          changes,
        ] as const);
        await wait(second / 2);
      });
      figures.task.push(task);
      figures.thread.push(thread);
    }
    const milliseconds = (of: keyof typeof figures): string =>
      `${median(figures[of]).toFixed(0)} ms (${Math.min(...figures[of]).toFixed(0)}–${Math.max(...figures[of]).toFixed(0)})`;
    line('first draw, from the menu', milliseconds('draw'));
    line('  its longest task', milliseconds('first'));
    line('longest task while they change', milliseconds('task'), '≤ 32 ms');
    line('  of the processor', milliseconds('thread'));
  } finally {
    await browser.close();
    await database.close();
    await running.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
