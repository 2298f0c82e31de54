// Bytes of JavaScript that the browser fetches, and the time to a usable table, in Chromium.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumOptions } from '../e2e/browser.ts';
import { line, median, title } from './report.ts';
import { startProduct } from './start.ts';

const rounds = 5;

/** Notes when the sixth row of a table is drawn: what is fetched ahead for later acts begins after it. */
const noteTable = (): void => {
  new MutationObserver((_, observer) => {
    if (document.querySelectorAll('tr, [role="row"]').length < 6) return;
    performance.mark('table');
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });
};

/** Bytes on the wire of every script asked for so far, or before the table was drawn. */
async function scriptBytes(page: Page): Promise<number> {
  return page.evaluate(() => {
    const until = performance.getEntriesByName('table')[0]?.startTime ?? Number.POSITIVE_INFINITY;
    return performance
      .getEntriesByType('resource')
      .filter((entry) => entry.name.endsWith('.js') && entry.startTime < until)
      .reduce((total, entry) => total + (entry as PerformanceResourceTiming).encodedBodySize, 0);
  });
}

async function visit(browser: Browser, url: string): Promise<{ signIn: number; table: number; ready: number }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'fr-FR' });
  const page = await context.newPage();
  await page.addInitScript(noteTable);
  await page.goto(`${url}/#/sites`);
  await page.getByLabel('E-mail').fill('planning@azur.example');
  const signIn = await scriptBytes(page);
  await page.getByLabel('Mot de passe', { exact: true }).fill('Demo1234');
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await page.getByRole('row').nth(5).waitFor();
  const table = await scriptBytes(page);
  // A second visit, session kept, nothing in the cache.
  const again = await context.newPage();
  const session = await again.context().newCDPSession(again);
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  const began = performance.now();
  await again.goto(`${url}/#/sites`);
  await again.getByRole('row').nth(5).waitFor();
  const ready = performance.now() - began;
  await context.close();
  return { signIn, table, ready };
}

export async function benchScreens(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vigie-bench-'));
  const running = await startProduct(dataDir, 4200);
  const browser = await chromium.launch(chromiumOptions);
  try {
    title(`Screens in Chromium, ${rounds} visits`);
    const visits = [];
    for (let round = 0; round < rounds; round += 1) visits.push(await visit(browser, running.url));
    const kilobytes = (bytes: number[]): string => `${(median(bytes) / 1000).toFixed(1)} kB`;
    line('JavaScript for sign-in (brotli)', kilobytes(visits.map((one) => one.signIn)), '≤ 110 kB');
    line('JavaScript before the first table (brotli)', kilobytes(visits.map((one) => one.table)), '≤ 260 kB');
    line('time to the first usable table, signed in', `${median(visits.map((one) => one.ready)).toFixed(0)} ms`);
  } finally {
    await browser.close();
    await running.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
