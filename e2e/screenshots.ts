// Screenshots with the demo's data: three for the README, or with « --all <folder> [name…] » those of shots.ts, in the size of
// a desktop and a phone, in light and dark mode.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import type { Tokens } from '#core/session/tokens.ts';
import { demoPassword } from '#demo/accounts.ts';
import { signInAs } from './api.ts';
import { chromiumOptions } from './browser.ts';
import { startProduct } from './product.ts';
import { forReadme, type Shot, shots } from './shots.ts';

const desk: BrowserContextOptions = { viewport: { width: 1440, height: 900 } };
/** Small files for the README. */
const small: BrowserContextOptions = { viewport: { width: 1280, height: 760 } };
const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const schemes = ['light', 'dark'] as const;
/** Milliseconds per screen, so that a failing screen does not block the others. */
const limit = 20_000;

/** One session per account: signing in for every screenshot would look like an attack. */
const sessions = new Map<string, Promise<Tokens>>();
function tokensOf(url: string, { as, alone }: Shot): Promise<Tokens> | null {
  if (!as) return null;
  const known = alone ? undefined : sessions.get(as);
  const tokens = known ?? signInAs(url, as, demoPassword);
  if (!alone) sessions.set(as, tokens);
  return tokens;
}

/** Waits until images and fonts are loaded, and no loading indicator is shown. */
async function settled(page: Page): Promise<void> {
  const busy = page.locator('[aria-busy=true], .mantine-Loader-root').first();
  await busy.waitFor({ state: 'hidden', timeout: 3_000 }).catch(() => undefined);
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.allSettled([...document.images].map((image) => image.decode()));
  });
  await wait(300);
}

interface Picture {
  scheme: (typeof schemes)[number];
  path: string;
}

/** Resolves with the error message, or null. */
async function take(browser: Browser, url: string, shot: Shot, options: BrowserContextOptions, pictures: Picture[]) {
  const tokens = await tokensOf(url, shot);
  const kept = tokens && { name: 'app.tokens', value: JSON.stringify(tokens) };
  const context = await browser.newContext({
    baseURL: url,
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    reducedMotion: 'reduce',
    ...options,
    ...(kept ? { storageState: { cookies: [], origins: [{ origin: url, localStorage: [kept] }] } } : {}),
  });
  const page = await context.newPage();
  page.setDefaultTimeout(limit / 2);
  const work = async (): Promise<null> => {
    await page.goto(`/#${shot.path}`);
    await shot.act(page);
    for (const { scheme, path } of pictures) {
      await page.emulateMedia({ colorScheme: scheme });
      await settled(page);
      await page.screenshot({ path });
    }
    return null;
  };
  const problem = await Promise.race([
    work().catch((error: unknown) => String(error).split('\n')[0] ?? ''),
    wait(limit, `not there after ${limit / 1_000} s`, { ref: false }),
  ]);
  await context.close();
  return problem;
}

const [mode, folder, ...names] = process.argv.slice(2);
if (mode !== undefined && (mode !== '--all' || folder === undefined))
  throw new Error('usage: screenshots.ts [--all <folder> [name…]]');

const product = await startProduct();
const browser = await chromium.launch(chromiumOptions);
try {
  const into = folder ?? join(import.meta.dirname, '../docs/pictures');
  await mkdir(into, { recursive: true });
  const wanted = names.length > 0 ? shots.filter(({ name }) => names.includes(name)) : shots;
  const sizes = { desk, phone };
  const sheets = folder === undefined ? forReadme : wanted.map((shot) => ({ shot, sizes: ['desk', 'phone'] as const }));
  for (const { shot, sizes: asked } of sheets) {
    for (const size of asked) {
      const pictures =
        folder === undefined
          ? [{ scheme: 'light' as const, path: join(into, `${shot.name}.png`) }]
          : schemes.map((scheme) => ({ scheme, path: join(into, `${shot.name}-${size}-${scheme}.png`) }));
      const options = folder === undefined && size === 'desk' ? small : sizes[size];
      const problem = await take(browser, product.url, shot, options, pictures);
      if (problem === null) continue;
      console.error(`${shot.name}, ${size}: ${problem}`);
      process.exitCode = 1;
    }
  }
} finally {
  await browser.close();
  await product.stop();
}
