// Browsers in which somebody is signed in. A new one costs a process, and the whole application compiled anew: so a
// journey is given one that an earlier journey has left, emptied of all that this one kept.
import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test';
import type { Tokens } from '#core/session/session.ts';

/** Calls that a journey makes fail on purpose are told by the browser; anything else is a fault of the screens. */
const expected = /Failed to load resource|net::ERR_/;
/** A page of the product in which nothing runs. */
const nowhere = '/manifest.webmanifest';
/** So many stay open between two journeys. */
const most = 2;

interface Kept {
  page: Page;
  faults: string[];
}

export interface Pages {
  open(who: { tokens: Tokens } | null, path: string, options?: BrowserContextOptions): Promise<Page>;
  /** At the end of a journey: what went wrong is told, what can serve again is kept. */
  leave(): Promise<void>;
}

export function pagesOf(browser: Browser, url: string): Pages {
  const free: Kept[] = [];
  const taken: { kept: Kept; again: boolean }[] = [];

  const create = async (options: BrowserContextOptions): Promise<Kept> => {
    const context = await browser.newContext({ baseURL: url, ...options });
    const faults: string[] = [];
    context.on('weberror', (one) => faults.push(one.error().stack ?? one.error().message));
    context.on('console', (message) => {
      if (message.type() === 'error' && !expected.test(message.text())) faults.push(message.text());
    });
    return { page: await context.newPage(), faults };
  };

  return {
    open: async (who, path, options) => {
      const tokens = who ? JSON.stringify(who.tokens) : null;
      const kept = (options ? undefined : free.pop()) ?? (await create(options ?? {}));
      taken.push({ kept, again: options === undefined });
      const { page } = kept;
      await page.goto(nowhere);
      await page.evaluate((value) => {
        localStorage.clear();
        sessionStorage.clear();
        if (value !== null) localStorage.setItem('app.tokens', value);
      }, tokens);
      await page.goto(`/#${path}`);
      return page;
    },
    leave: async () => {
      const left = taken.splice(0);
      const faults = left.flatMap(({ kept }) => kept.faults.splice(0));
      for (const { kept, again } of left) {
        if (again && free.length < most && !kept.page.isClosed()) {
          await empty(kept.page);
          kept.faults.length = 0;
          free.push(kept);
        } else await kept.page.context().close();
      }
      expect(faults, 'errors told by the browser').toEqual([]);
    },
  };
}

/** As it was when it was new, but for what it has compiled. */
async function empty(page: Page): Promise<void> {
  const context = page.context();
  for (const event of ['request', 'response', 'dialog', 'download'] as const) page.removeAllListeners(event);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await Promise.all([
    context.setOffline(false),
    context.clearCookies(),
    page.emulateMedia({ colorScheme: 'light' }),
    ...context.pages().map((one) => (one === page ? page.goto(nowhere) : one.close())),
  ]);
}
