// The field application on a slow telephone: bytes before its home, and a cold start without a network.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumOptions } from '../e2e/browser.ts';
import { enrol, phoneCode, telephone } from '../e2e/phones.ts';
import { line, median, title } from './report.ts';
import { startProduct } from './start.ts';

const rounds = 5;
/** A telephone against this machine's core (field.md). */
const slowdown = 4;

/** Not `/`: the demo agent is in the middle of a round, which would open instead (B-010). */
const home = '/#/terrain';

/** Marks when the code can be typed, when the derived key has opened the store, and when the home is drawn. */
const noteMoments = (): void => {
  const marked = new Set<string>();
  const mark = (name: string): void => {
    if (!marked.has(name)) performance.mark(name);
    marked.add(name);
  };
  new MutationObserver(() => {
    if (document.querySelector('input[autocomplete="off"], input[inputmode="numeric"]')) mark('code');
    if ([...document.querySelectorAll('h1')].some(({ textContent }) => textContent === 'Accueil du terrain'))
      mark('home');
  }).observe(document, { childList: true, subtree: true });
  const derive = crypto.subtle.deriveKey.bind(crypto.subtle);
  crypto.subtle.deriveKey = (async (...of: Parameters<SubtleCrypto['deriveKey']>) => {
    const key = await derive(...of);
    mark('key');
    return key;
  }) as SubtleCrypto['deriveKey'];
};

/** Scripts that had arrived by then. The home itself asks for others, without waiting for them. */
const scriptsBefore = (page: Page, name: string): Promise<number> =>
  page.evaluate((mark) => {
    const until = performance.getEntriesByName(mark)[0]?.startTime ?? Number.NaN;
    return performance
      .getEntriesByType('resource')
      .map((entry) => entry as PerformanceResourceTiming)
      .filter((entry) => entry.name.endsWith('.js') && entry.responseEnd < until)
      .reduce((total, entry) => total + entry.encodedBodySize, 0);
  }, name);

const momentOf = (page: Page, name: string): Promise<number> =>
  page.evaluate((mark) => performance.getEntriesByName(mark)[0]?.startTime ?? Number.NaN, name);

interface Start {
  bytes: number;
  code: number;
  home: number;
}

async function visit(browser: Browser, url: string): Promise<Start> {
  const context = await browser.newContext({
    ...{ baseURL: url, viewport: { width: 390, height: 844 }, locale: 'fr-FR' },
    ...telephone({ latitude: 43.7, longitude: 7.26 }),
  });
  await context.addInitScript(noteMoments);
  const first = await context.newPage();
  await first.goto(home);
  await first.getByLabel('E-mail').fill('agent@azur.example');
  await first.getByLabel('Mot de passe', { exact: true }).fill('Demo1234');
  await first.getByRole('button', { name: 'Se connecter' }).click();
  await enrol(first);
  await first.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await first.getByRole('button', { name: 'Menu' }).click();
  await first.getByText('Prêt à fonctionner sans réseau').waitFor();
  await first.close();

  // With a network and an empty cache: what a telephone loads before its home.
  const fresh = await context.newPage();
  const network = await context.newCDPSession(fresh);
  await network.send('Network.enable');
  await network.send('Network.setCacheDisabled', { cacheDisabled: true });
  await network.send('Network.setBypassServiceWorker', { bypass: true });
  await fresh.goto(home);
  await fresh.getByLabel('Code de ce téléphone').fill(phoneCode);
  await fresh.getByRole('heading', { name: 'Accueil du terrain' }).waitFor({ state: 'attached' });
  const bytes = await scriptsBefore(fresh, 'home');
  await fresh.close();

  await context.setOffline(true);
  const cold = await context.newPage();
  const processor = await context.newCDPSession(cold);
  await processor.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await cold.goto(home);
  await cold.getByLabel('Code de ce téléphone').fill(phoneCode);
  await cold.getByRole('heading', { name: 'Accueil du terrain' }).waitFor({ state: 'attached' });
  const [code, key, drawn] = await Promise.all(['code', 'key', 'home'].map((name) => momentOf(cold, name)));
  await context.close();
  return { bytes, code: code ?? Number.NaN, home: (drawn ?? Number.NaN) - (key ?? Number.NaN) };
}

export async function benchPhone(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vigie-bench-'));
  const running = await startProduct(dataDir, 4205);
  const browser = await chromium.launch(chromiumOptions);
  try {
    title(`Field application in Chromium, ${rounds} telephones, ${slowdown} × CPU slowdown`);
    const starts: Start[] = [];
    for (let round = 0; round < rounds; round += 1) starts.push(await visit(browser, running.url));
    const middle = (of: keyof Start): number => median(starts.map((one) => one[of]));
    line('JavaScript before the field home (brotli)', `${(middle('bytes') / 1000).toFixed(1)} kB`, '≤ 150 kB');
    line('cold start without a network, until the code', `${middle('code').toFixed(0)} ms`, '≤ 1 000 ms');
    line('from the opened store to the home', `${middle('home').toFixed(0)} ms`, '≤ 500 ms');
  } finally {
    await browser.close();
    await running.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
