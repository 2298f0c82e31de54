// Bytes of JavaScript that the browser loads, and the time to a usable table, in Chromium.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type CDPSession, chromium, type Locator, type Page } from '@playwright/test';
import { chromiumOptions } from '../e2e/browser.ts';
import { line, median, title } from './report.ts';
import { startProduct } from './start.ts';

const rounds = 5;

/** Marks when the sixth row of a table is drawn. Prefetching starts after that. */
const noteTable = (): void => {
  new MutationObserver((_, observer) => {
    if (document.querySelectorAll('tr, [role="row"]').length < 6) return;
    performance.mark('table');
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });
};

/** Transferred bytes of all scripts requested so far, or before the table was drawn. */
async function scriptBytes(page: Page): Promise<number> {
  return page.evaluate(() => {
    const until = performance.getEntriesByName('table')[0]?.startTime ?? Number.POSITIVE_INFINITY;
    return performance
      .getEntriesByType('resource')
      .filter((entry) => entry.name.endsWith('.js') && entry.startTime < until)
      .reduce((total, entry) => total + (entry as PerformanceResourceTiming).encodedBodySize, 0);
  });
}

/** A phone with a weak network: without throttling, local files load equally fast from anywhere. */
const weak = { offline: false, latency: 60, downloadThroughput: 500_000, uploadThroughput: 250_000 };

async function onWeakNetwork(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', weak);
  return session;
}

/** Milliseconds until the sixth row is shown, or until the page reports that there is no network. */
async function opened(page: Page, url: string, shown: Locator): Promise<number> {
  const began = performance.now();
  await page.goto(`${url}/#/sites`);
  await shown.waitFor();
  return performance.now() - began;
}

interface Visit {
  signIn: number;
  table: number;
  /** Signed in; with an empty cache, a full cache, no network. */
  cold: number;
  cached: number;
  offline: number;
}

async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'fr-FR' });
  const page = await context.newPage();
  await page.addInitScript(noteTable);
  await page.goto(`${url}/#/sites`);
  await page.getByLabel('E-mail').waitFor();
  // Before typing, which starts prefetching the next screens.
  const signIn = await scriptBytes(page);
  await page.getByLabel('E-mail').fill('planning@azur.example');
  await page.getByLabel('Mot de passe', { exact: true }).fill('Demo1234');
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await page.getByRole('row').nth(5).waitFor();
  const table = await scriptBytes(page);
  // A second visit with the same session and an empty cache.
  const again = await context.newPage();
  const session = await onWeakNetwork(again);
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  // Bypass the service worker too, so that everything comes from the network.
  await session.send('Network.setBypassServiceWorker', { bypass: true });
  const cold = await opened(again, url, again.getByRole('row').nth(5));
  await again.close();
  const third = await context.newPage();
  await third.goto(`${url}/manifest.webmanifest`);
  await third.waitForFunction(async () => (await (await caches.open('files')).keys()).length > 5);
  const slowed = await onWeakNetwork(third);
  const cached = await opened(third, url, third.getByRole('row').nth(5));
  await third.goto(`${url}/manifest.webmanifest`);
  await slowed.detach();
  await context.setOffline(true);
  const offline = await opened(third, url, third.getByRole('button', { name: 'Réessayer' }));
  await context.close();
  return { signIn, table, cold, cached, offline };
}

export async function benchScreens(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vigie-bench-'));
  const running = await startProduct(dataDir, 4200);
  const browser = await chromium.launch(chromiumOptions);
  try {
    title(`Screens in Chromium, ${rounds} visits`);
    const visits: Visit[] = [];
    for (let round = 0; round < rounds; round += 1) visits.push(await visit(browser, running.url));
    const kilobytes = (bytes: number[]): string => `${(median(bytes) / 1000).toFixed(1)} kB`;
    line('JavaScript for sign-in (brotli)', kilobytes(visits.map((one) => one.signIn)), '≤ 110 kB');
    line('JavaScript before the first table (brotli)', kilobytes(visits.map((one) => one.table)), '≤ 260 kB');
    const middle = (of: 'cold' | 'cached' | 'offline'): number => median(visits.map((one) => one[of]));
    const milliseconds = (of: 'cold' | 'cached' | 'offline'): string => `${middle(of).toFixed(0)} ms`;
    line('first usable table, signed in, 4 Mbit/s and 60 ms, nothing cached', milliseconds('cold'));
    line('the same, everything cached', milliseconds('cached'));
    line('cold / cached', (middle('cold') / middle('cached')).toFixed(2));
    line('without a network, until the page says so', milliseconds('offline'));
  } finally {
    await browser.close();
    await running.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
