// Browser pages with a signed-in user. A new one costs a process and compiling the whole application, so a journey reuses a
// page of an earlier journey, after its stored data is cleared.
import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test';
import type { Tokens } from '#core/session/tokens.ts';

/** The browser logs calls that a journey makes fail on purpose; any other error is a fault of the screens. */
const expected = /Failed to load resource|net::ERR_/;
/** A page of the product without scripts. */
const nowhere = '/manifest.webmanifest';
/** The most pages that stay open between two journeys. */
const most = 3;

interface Kept {
  page: Page;
  size: ReturnType<Page['viewportSize']>;
  faults: string[];
}

export interface Pages {
  open(who: { tokens: Tokens } | null, path: string, options?: BrowserContextOptions): Promise<Page>;
  /** At the end of a journey: reports errors, and keeps pages that can be reused. */
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
    const page = await context.newPage();
    return { page, size: page.viewportSize(), faults };
  };

  return {
    open: async (who, path, options) => {
      const tokens = who ? JSON.stringify(who.tokens) : null;
      const reused = options ? undefined : free.pop();
      const kept = reused ?? (await create(options ?? {}));
      taken.push({ kept, again: options === undefined });
      const { page } = kept;
      // A reused page is there already.
      if (!reused) await page.goto(nowhere);
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
          await empty(kept);
          kept.faults.length = 0;
          free.push(kept);
        } else await kept.page.context().close();
      }
      expect(faults, 'errors logged by the browser').toEqual([]);
    },
  };
}

/** Resets the page to its initial state; the compiled code stays. */
async function empty({ page, size }: Kept): Promise<void> {
  const context = page.context();
  for (const event of ['request', 'response', 'dialog', 'download'] as const) page.removeAllListeners(event);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await Promise.all([
    context.setOffline(false),
    context.clearCookies(),
    page.emulateMedia({ colorScheme: 'light' }),
    size && page.setViewportSize(size),
    ...context.pages().map((one) => (one === page ? page.goto(nowhere) : one.close())),
  ]);
}
