// One drag in a planning of 500 agents × 10,000 services: its cost on the same screen and on another one that shows the same
// period, refreshed by row and, for comparison, by reading the whole period again; then 50 starts within one second.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { openDatabase } from '#server/db/database.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { gatherStatistics } from '#server/db/statistics.ts';
import { seedDemo } from '#server/demo/seed.ts';
import { chromiumOptions } from '../../e2e/browser.ts';
import { type Child, start } from '../api.ts';
import { line, median, title } from '../report.ts';
import { signedIn } from '../session.ts';
import { fill } from './call.ts';

const rounds = 7;
const starts = 50;
const secret = 'a secret of the benchmark alone';
/** Long enough for all events to arrive. */
const calm = 1_500;

/** The Monday on which the next four weeks of the screen begin. */
function nextPeriod(): string {
  const day = new Date();
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7) + 28);
  return day.toISOString().slice(0, 10);
}

interface Watch {
  /** When the live event arrived, and when the title of a changed row was painted, by the page's clock. */
  received: number;
  painted: number;
}
declare const watch: Watch;

/** In the page: records when the live stream sends « changed », and when a row's totals are painted after it. */
const observe = (): void => {
  const noted = { received: 0, painted: 0 };
  Object.assign(globalThis, { watch: noted });
  const decode = TextDecoder.prototype.decode;
  TextDecoder.prototype.decode = function (...input) {
    const text = decode.apply(this, input);
    if (noted.received === 0 && text.includes('"changed"')) noted.received = performance.now();
    return text;
  };
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    noted.painted = performance.now();
  };
  new MutationObserver((changes) => {
    const isTotal = changes.some(({ target }) => target.parentElement?.closest('[role="rowheader"]'));
    if (isTotal && noted.painted === 0) requestAnimationFrame(() => port2.postMessage(null));
  }).observe(document, { subtree: true, characterData: true, childList: true });
};

/** Bytes that a page receives from the API, including live events. */
async function bytesOf(page: Page): Promise<{ read(): number }> {
  const cdp: CDPSession = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  let sum = 0;
  const live = new Set<string>();
  cdp.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.includes('/live')) live.add(requestId);
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!live.has(requestId)) sum += encodedDataLength;
  });
  cdp.on('Network.dataReceived', ({ requestId, dataLength }) => {
    if (live.has(requestId)) sum += dataLength;
  });
  return {
    read: () => {
      const read = sum;
      sum = 0;
      return read;
    },
  };
}

interface Task {
  wall: number;
  cpu: number;
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  dur?: number;
  tdur?: number;
  args?: { name?: string };
}

/** The longest task of the page's main thread during an action, in milliseconds. */
async function longestTask(browser: Browser, page: Page, act: () => Promise<void>): Promise<Task> {
  await browser.startTracing(page, {
    categories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline', '__metadata'],
  });
  await act();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const marked = traceEvents.find(
    ({ name, args }) => name === 'ResourceSendRequest' && JSON.stringify(args).includes('planning-rows'),
  );
  const main = traceEvents.filter(
    ({ name, ph, pid, tid }) =>
      name === 'RunTask' && ph === 'X' && (!marked || pid === marked.pid) && isMain(traceEvents, pid, tid),
  );
  return {
    wall: Math.max(0, ...main.map(({ dur = 0 }) => dur / 1_000)),
    cpu: Math.max(0, ...main.map(({ tdur = 0 }) => tdur / 1_000)),
  };
}

const isMain = (events: readonly TraceEvent[], pid: number, tid: number): boolean =>
  events.some(
    ({ name, args, ...of }) =>
      name === 'thread_name' && of.pid === pid && of.tid === tid && args?.name === 'CrRendererMain',
  );

const rest = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

async function opened(browser: Browser, url: string): Promise<Page> {
  const page = await signedIn(browser, url, '/adminPlanning');
  await page.addInitScript(observe);
  await page.reload();
  await page.getByRole('grid').waitFor();
  await page.getByRole('button', { name: 'Période suivante' }).click();
  await page.waitForFunction(() => document.body.textContent?.includes('planifié 2'), undefined, { timeout: 60_000 });
  // The live stream never lets the network be idle.
  await rest(3_000);
  return page;
}

const begin = (page: Page): Promise<void> =>
  page.evaluate(() => {
    watch.received = 0;
    watch.painted = 0;
  });

/** Milliseconds from the key that drops the service to the frame that shows it, measured by the browser. */
async function dragged(page: Page): Promise<number> {
  await page.evaluate(() => {
    Object.assign(globalThis, { drops: [] });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (entry.name === 'keydown') (globalThis as unknown as { drops: number[] }).drops.push(entry.duration);
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
  await page.keyboard.press('m');
  await page.keyboard.press('ArrowDown');
  await page.evaluate(() => {
    (globalThis as unknown as { drops: number[] }).drops.length = 0;
  });
  await page.keyboard.press('Enter');
  const anyway = page.getByRole('button', { name: 'Enregistrer quand même' });
  await anyway.waitFor({ timeout: 3_000 }).then(
    () => anyway.click(),
    () => undefined,
  );
  await rest(200);
  // The browser does not report events shorter than two frames.
  return page.evaluate(() => (globalThis as unknown as { drops: number[] }).drops[0] ?? 16);
}

export async function benchRefresh(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vigie-bench-'));
  const postgres = await startEmbedded({ dataDir, secret, log: () => {} });
  const browser = await chromium.launch(chromiumOptions);
  let ours: Child | undefined;
  const database = await openDatabase({ ownerUrl: postgres.url, secret });
  const platform = await database.platform.connect();
  try {
    await seedDemo(database, () => {}, { factor: 9, secret });
    const { rows } = await platform.query<{ agency: string }>(
      `select a.id as agency from agencies a where a.name ilike '%azur%' limit 1`,
    );
    const agency = rows[0]?.agency ?? '';
    await fill(platform, agency, nextPeriod());
    await gatherStatistics(postgres.url);
    ours = await start('ours.ts', { ownerUrl: postgres.url, secret, connections: 8, agency });
    const [same, other] = [await opened(browser, ours.url), await opened(browser, ours.url)];
    const received = { same: await bytesOf(same), other: await bytesOf(other) };
    const seen = {
      bytesSame: [],
      drawnSame: [],
      bytesOther: [],
      drawnOther: [],
      bytesWhole: [],
      drawnWhole: [],
    } as Record<'bytesSame' | 'drawnSame' | 'bytesOther' | 'drawnOther' | 'bytesWhole' | 'drawnWhole', number[]>;
    const drawn = (): Promise<number> =>
      other.evaluate(() => (watch.painted === 0 ? Number.NaN : watch.painted - watch.received));
    await same.getByRole('gridcell').first().focus();
    await same.keyboard.press('Control+Home');
    await same.keyboard.press('ArrowDown');
    for (let round = 0; round <= rounds; round += 1) {
      await begin(other);
      for (const page of Object.values(received)) page.read();
      const took = await dragged(same);
      await rest(calm);
      const figures = [received.same.read(), received.other.read(), await drawn()] as const;
      // For comparison, reload the whole period: the event names no service, and one has changed.
      await begin(other);
      await platform.query(
        `update service_agents a set agent_id = (select max(b.agent_id::text)::uuid from service_agents b where b.agency_id = $1 and b.agent_id <> a.agent_id)
          where a.agency_id = $1 and a.service_id = (select s.id from services s join service_agents x on x.agency_id = s.agency_id and x.service_id = s.id
            join agents g on g.agency_id = s.agency_id and g.id = x.agent_id where s.agency_id = $1 and s.reference like 'B%' order by g.fullname collate "fr-x-icu", s.start_at limit 1)`,
        [agency],
      );
      await platform.query(`select pg_notify('live', $1 || ' service *')`, [agency]);
      await rest(calm * 2);
      const whole = [received.other.read(), await drawn()] as const;
      received.same.read();
      // The first round is a warm-up.
      if (round === 0) continue;
      seen.drawnSame.push(took);
      seen.bytesSame.push(figures[0]);
      seen.bytesOther.push(figures[1]);
      seen.drawnOther.push(figures[2]);
      seen.bytesWhole.push(whole[0]);
      seen.drawnWhole.push(whole[1]);
    }
    const kilobytes = (list: number[]): string => `${(median(list) / 1_000).toFixed(1)} kB`;
    const milliseconds = (list: number[]): string => {
      const known = list.filter((value) => !Number.isNaN(value));
      return known.length === 0
        ? 'not seen'
        : `${median(known).toFixed(0)} ms (${Math.min(...known).toFixed(0)}–${Math.max(...known).toFixed(0)})`;
    };
    title(`One drag, 500 agents × 10,000 services, ${rounds} rounds, by row and whole in turns`);
    line('same screen: from the key to the frame', milliseconds(seen.drawnSame), '≤ 50 ms');
    line('  received afterwards', kilobytes(seen.bytesSame), '≤ 20 kB');
    line('other screen: from the event to the frame', milliseconds(seen.drawnOther), '≤ 50 ms');
    line('  received', kilobytes(seen.bytesOther), '≤ 20 kB');
    line('  the whole period instead', milliseconds(seen.drawnWhole));
    line('    received', kilobytes(seen.bytesWhole));

    const tasks: Task[] = [];
    const idle: Task[] = [];
    for (let round = 0; round < 3; round += 1) {
      idle.push(await longestTask(browser, other, () => rest(calm)));
      tasks.push(
        await longestTask(browser, other, async () => {
          const { rows: services } = await platform.query<{ id: string }>(
            `select id from services where agency_id = $1 and status = 100 and reference like 'B%' order by random() limit ${starts}`,
            [agency],
          );
          for (const { id } of services) {
            await platform.query(
              `with begun as (update services set status = 200, version = version + 1 where agency_id = $1 and id = $2)
                insert into audit (agency_id, id, entity, entity_id, action) values ($1, gen_random_uuid(), 'service', $2, 'start')`,
              [agency, id],
            );
            await rest(1_000 / starts - 5);
          }
          await rest(calm);
        }),
      );
    }
    line(
      `${starts} starts in one second: longest task`,
      `${median(tasks.map(({ wall }) => wall)).toFixed(1)} ms, by its own clock ${median(tasks.map(({ cpu }) => cpu)).toFixed(1)} ms`,
      '≤ 16 ms',
    );
    line('  nothing happens', `${median(idle.map(({ wall }) => wall)).toFixed(1)} ms`);
  } finally {
    await browser.close();
    ours?.process.kill();
    // The pool closes once every connection is back.
    platform.release();
    await database.close();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
