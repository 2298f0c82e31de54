// The planning grid in Chromium against DayPilot Lite, in the same run and with the same planning.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { chromiumOptions } from '../../e2e/browser.ts';
import { line, median, title } from '../report.ts';
import type { Bench, Way, Who } from './page.ts';
import { large, planned, type Size } from './planning.ts';

const rounds = 5;
const frames = 150;
const stops = 12;
/** Time budget of one frame at 60 frames per second, in milliseconds. */
const budget = 1000 / 60;
const whos: Who[] = ['ours', 'daypilot'];
const host = 'http://grid.test';

declare const bench: Bench;

interface Run {
  /** Share of frames that took longer than the budget, from the first script to the paint. */
  over: number;
  /** Share of display refreshes without a new frame. */
  dropped: number;
  /** Main-thread work per frame, in thread time. */
  work: number;
}

async function opened(browser: Browser, folder: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html' };
  await page.route(`${host}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    const file = pathname === '/' ? '/index.html' : pathname;
    const contentType = types[extname(file)];
    if (!contentType) await route.fulfill({ status: 404, body: '' });
    else await route.fulfill({ body: await readFile(join(folder, file)), contentType });
  });
  await page.goto(host);
  await page.waitForFunction(() => 'bench' in globalThis);
  return page;
}

const threadTime = async (cdp: CDPSession): Promise<number> =>
  (await cdp.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'ThreadTime')?.value ?? 0;

async function run(page: Page, cdp: CDPSession, way: Way): Promise<Run> {
  const before = await threadTime(cdp);
  const { costs, starts } = await page.evaluate(([of, count]) => bench.frames(of, count), [way, frames] as const);
  const work = ((await threadTime(cdp)) - before) * 1000;
  const beats = ((starts.at(-1) ?? 0) - (starts[0] ?? 0)) / budget;
  return {
    over: costs.filter((cost) => cost > budget).length / costs.length,
    dropped: Math.max(0, 1 - (starts.length - 1) / beats),
    work: work / costs.length,
  };
}

/** In a new page: only the page's own code is loaded. */
async function firstPaint(browser: Browser, folder: string, who: Who, size: Size): Promise<number> {
  const page = await opened(browser, folder);
  await page.evaluate((how) => bench.prepare(how), size);
  // Collect garbage now, so that it does not happen while the grid is drawn.
  await page.requestGC();
  const took = await page.evaluate(([of, how]) => bench.show(of, how), [who, size] as const);
  await page.close();
  return took;
}

async function scrolling(browser: Browser, folder: string, size: Size): Promise<void> {
  const ways: Way[] = ['rest', 'down', 'sideways', 'jumps', 'slow'];
  const runs: Record<Who, Record<Way, Run[]>> = {
    ours: { rest: [], down: [], sideways: [], jumps: [], slow: [] },
    daypilot: { rest: [], down: [], sideways: [], jumps: [], slow: [] },
  };
  const missing: Record<Who, { seen: number; missing: number }> = {
    ours: { seen: 0, missing: 0 },
    daypilot: { seen: 0, missing: 0 },
  };
  // Alternate the two, so that other load on the machine affects both equally.
  for (let round = 0; round < rounds; round += 1)
    for (const who of whos) {
      const page = await opened(browser, folder);
      const cdp = await page.context().newCDPSession(page);
      await cdp.send('Performance.enable');
      await page.evaluate(([of, how]) => bench.show(of, how), [who, size] as const);
      for (const way of ways) runs[who][way].push(await run(page, cdp, way));
      for (let stop = 0; stop < stops / rounds; stop += 1) {
        const part = ((round * stops + stop) * 0.618_034) % 1;
        const found = await page.evaluate(([of, where]) => bench.missing(of, where), [who, part] as const);
        missing[who].seen += found.seen;
        missing[who].missing += found.missing;
      }
      await page.close();
    }
  const of = (who: Who, way: Way, figure: keyof Run): number => median(runs[who][way].map((one) => one[figure]));
  const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
  const words: [Way, string, string?][] = [
    ['rest', 'at rest'],
    ['down', 'scrolled down, 100 pixels a frame', '≤ 5 %'],
    ['sideways', 'scrolled sideways, 40 pixels a frame', '≤ 5 %'],
    ['jumps', 'in jumps, one a frame', '≤ 25 %'],
    ['slow', 'made slow by 25 ms a frame, for comparison'],
  ];
  for (const [way, text, goal] of words) {
    const beside = (figure: keyof Run, unit: (value: number) => string): string =>
      `${unit(of('ours', way, figure))}  (DayPilot ${unit(of('daypilot', way, figure))})`;
    line(`${text}: frames dropped`, beside('dropped', percent), goal);
    line(`  frames over ${budget.toFixed(1)} ms`, beside('over', percent));
    line(
      '  work of the main thread for a frame',
      beside('work', (value) => `${value.toFixed(1)} ms`),
    );
  }
  for (const who of whos)
    line(
      `${who}: in sight and not drawn two frames after a stop`,
      `${missing[who].missing} of ${missing[who].seen}`,
      who === 'ours' ? '0' : undefined,
    );
  if (of('ours', 'slow', 'dropped') - of('ours', 'rest', 'dropped') < 0.3)
    line('slow and rest are not distinguishable:', 'these figures mean nothing');
}

async function painting(browser: Browser, folder: string, size: Size, goal: string): Promise<void> {
  const times: Record<Who, number[]> = { ours: [], daypilot: [] };
  for (let round = 0; round < rounds; round += 1)
    for (const who of whos) times[who].push(await firstPaint(browser, folder, who, size));
  const words = (list: number[]): string =>
    `${median(list).toFixed(0)} ms (${Math.min(...list).toFixed(0)}–${Math.max(...list).toFixed(0)})`;
  line('first paint, page loaded, nothing cached', words(times.ours), goal);
  line('  DayPilot Lite', words(times.daypilot));
  line('  times faster', (median(times.daypilot) / median(times.ours)).toFixed(1), '≥ 3');
}

export async function benchGrid(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'vigie-grid-'));
  const browser = await chromium.launch(chromiumOptions);
  try {
    await build({
      root: import.meta.dirname,
      configFile: false,
      logLevel: 'error',
      plugins: [react()],
      build: { outDir: folder, emptyOutDir: true, chunkSizeWarningLimit: 2_000 },
    });
    for (const [size, goal] of [
      [planned, '≤ 150 ms'],
      [large, '≤ 300 ms'],
    ] as const) {
      title(`Planning grid, ${size.rows} rows × ${size.days} days × ${size.chips} chips, ${rounds} rounds`);
      await painting(browser, folder, size, goal);
      await scrolling(browser, folder, size);
    }
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}
