// The table in Chromium: an export of 5,000 rows against the bare query, 250 rows scrolled and sorted, a record opened.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { prefixes } from '#core/kernel/endpoint.ts';
import { saveUser } from '#core/session/session.ts';
import { type Database, openDatabase } from '#server/db/database.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { seedDemo } from '#server/demo/seed.ts';
import { chromiumOptions } from '../e2e/browser.ts';
import { type Child, start } from './api.ts';
import { line, median, title } from './report.ts';

const rounds = 5;
const secret = 'a secret of the benchmark alone';
/** As many sites of one agency as an export takes, or a little less. */
const factor = 62;
const account = { username: 'direction@azur.example', password: 'Demo1234' };

/** Nothing at all: what this machine misses by itself. */
type Act = 'nothing' | 'scroll' | 'sort';

interface Frames {
  /** Of the frames that 60 a second would have drawn. */
  dropped: number;
  worst: number;
}

/** Runs in the page: draws frame by frame while `act` moves something, and tells how many were missed. */
async function framesDuring(page: Page, act: Act): Promise<Frames> {
  return page.evaluate(async (doing) => {
    const perFrame = 1000 / 60;
    const deltas: number[] = [];
    const scroller = document.querySelector('table[role="grid"]')?.parentElement as HTMLElement;
    const heads = [...document.querySelectorAll<HTMLElement>('th[data-column] button')].slice(0, 2);
    const length = doing === 'scroll' ? 180 : 240;
    scroller.scrollTop = 0;
    await new Promise((next) => setTimeout(next, 300));
    await new Promise<void>((done) => {
      let [before, count, way] = [0, 0, 1];
      const frame = (now: number): void => {
        if (before > 0) deltas.push(now - before);
        before = now;
        count += 1;
        if (doing === 'scroll') {
          const end = scroller.scrollHeight - scroller.clientHeight;
          if (scroller.scrollTop >= end) way = -1;
          else if (scroller.scrollTop <= 0) way = 1;
          scroller.scrollTop += way * 100;
        } else if (doing === 'sort' && count % 60 === 1) heads[Math.floor(count / 60) % 2]?.click();
        if (count <= length) requestAnimationFrame(frame);
        else done();
      };
      requestAnimationFrame(frame);
    });
    const missed = deltas.reduce((sum, delta) => sum + Math.max(0, Math.round(delta / perFrame) - 1), 0);
    return { dropped: missed / (deltas.length + missed), worst: Math.max(...deltas) };
  }, act);
}

/** From the click to the frame in which the dialog, then its first field, is drawn. */
async function opening(page: Page): Promise<{ dialog: number; form: number }> {
  const times = await page.evaluate(
    () =>
      new Promise<{ dialog: number; form: number }>((done) => {
        const link = document.querySelector<HTMLElement>('tr[data-index="3"] a') as HTMLElement;
        let dialog = 0;
        const began = performance.now();
        const look = (now: number): void => {
          if (dialog === 0 && document.querySelector('[role="dialog"] h2')) dialog = now - began;
          if (document.querySelector('[role="dialog"] [data-path="name"]')) done({ dialog, form: now - began });
          else requestAnimationFrame(look);
        };
        link.click();
        requestAnimationFrame(look);
      }),
  );
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  return times;
}

async function signedIn(browser: Browser, url: string): Promise<Page> {
  const post = async (path: string, method: string, body: object, token?: string): Promise<unknown> => {
    const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
    const answer = await fetch(`${url}/api${path}`, { method, headers, body: JSON.stringify(body) });
    return answer.json();
  };
  const tokens = (await post('/login_check', 'POST', account)) as { token: string };
  await post(
    `${prefixes.root}${saveUser.path}`,
    saveUser.method,
    { firstLogin: false, pagesConfig: { sites: { config: { limit: 250 } } } },
    tokens.token,
  );
  const localStorage = [{ name: 'app.tokens', value: JSON.stringify(tokens) }];
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'fr-FR',
    storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
  });
  const page = await context.newPage();
  await page.goto(`${url}/#/sites`);
  await page.getByRole('row').nth(20).waitFor();
  return page;
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const milliseconds = (values: number[]): string => `${median(values).toFixed(0)} ms`;

async function benchExport(page: Page, database: Database, agency: string): Promise<void> {
  // The same columns, asked once and parsed: what no export can beat.
  const bare = `select s.id, s.version, s.name, s.status, s.slug, s.street, s.zipcode, s.city, s.radius, s.comments, s.created_at, c.id as customer, c.name as customer_name
    from sites s join customers c on c.agency_id = s.agency_id and c.id = s.customer_id where s.agency_id = $1 order by s.name collate "fr-x-icu", s.id limit 5000`;
  const [ours, theirs]: [number[], number[]] = [[], []];
  let rows = 0;
  for (let round = 0; round <= rounds; round += 1) {
    const asked = performance.now();
    rows = (await database.platform.query(bare, [agency])).rows.length;
    const answered = performance.now() - asked;
    const began = performance.now();
    const downloading = page.waitForEvent('download', { timeout: 120_000 });
    await page.getByRole('button', { name: 'Exporter' }).click();
    await (await downloading).path();
    // The first round warms both.
    if (round === 0) continue;
    ours.push(performance.now() - began);
    theirs.push(answered);
  }
  const speed = (times: number[]): number => rows / (median(times) / 1000);
  line(`export of ${rows} rows, to the file on disk`, `${milliseconds(ours)}, ${speed(ours).toFixed(0)} rows/s`);
  line('  the bare query', `${milliseconds(theirs)}, ${speed(theirs).toFixed(0)} rows/s`);
  line('  ratio', (speed(ours) / speed(theirs)).toFixed(3));
}

export async function benchTable(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vigie-bench-'));
  const postgres = await startEmbedded({ dataDir, secret, log: () => {} });
  const browser = await chromium.launch(chromiumOptions);
  let ours: Child | undefined;
  const database = await openDatabase({ ownerUrl: postgres.url, secret });
  try {
    await seedDemo(database, () => {}, { factor });
    const largest = 'select agency_id as agency from sites group by 1 order by count(*) desc limit 1';
    const { rows } = await database.platform.query<{ agency: string }>(largest);
    const agency = rows[0]?.agency ?? '';
    ours = await start('ours.ts', { ownerUrl: postgres.url, secret, connections: 8, agency });
    const page = await signedIn(browser, ours.url);

    title(`Table of 250 rows in Chromium, ${rounds} rounds`);
    const acts: Record<Act, { words: string; goal?: string }> = {
      nothing: { words: 'at rest' },
      scroll: { words: 'scrolled, 100 pixels a frame', goal: '≤ 5 %' },
      sort: { words: 'sorted once a second', goal: '≤ 5 %' },
    };
    for (const [act, { words, goal }] of Object.entries(acts)) {
      const seen: Frames[] = [];
      for (let round = 0; round < rounds; round += 1) seen.push(await framesDuring(page, act as Act));
      line(`${words}: dropped frames`, percent(median(seen.map(({ dropped }) => dropped))), goal);
      line('  longest frame', milliseconds(seen.map(({ worst }) => worst)));
    }
    await opening(page);
    const opened = [];
    for (let round = 0; round < rounds; round += 1) opened.push(await opening(page));
    line('record opened, warm: the dialog is drawn', milliseconds(opened.map(({ dialog }) => dialog)), '≤ 100 ms');
    line('  its form is drawn, the record read anew', milliseconds(opened.map(({ form }) => form)));
    await benchExport(page, database, agency);
  } finally {
    await browser.close();
    ours?.process.kill();
    await database.close();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
    await rm(postgres.folder, { recursive: true, force: true });
  }
}
