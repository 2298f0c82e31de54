// A browser signed in to the benchmark's server, on one of its screens.
import type { Browser, Page } from '@playwright/test';
import { prefixes } from '#core/kernel/endpoint.ts';
import { saveUser } from '#core/session/session.ts';

const account = { username: 'direction@azur.example', password: 'Demo1234' };

/** `pagesConfig`: initial configuration of the account's screens. */
export async function signedIn(browser: Browser, url: string, path: string, pagesConfig = {}): Promise<Page> {
  const post = async (to: string, method: string, body: object, token?: string): Promise<unknown> => {
    const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
    const answer = await fetch(`${url}/api${to}`, { method, headers, body: JSON.stringify(body) });
    return answer.json();
  };
  const tokens = (await post('/login_check', 'POST', account)) as { token: string };
  await post(`${prefixes.root}${saveUser.path}`, saveUser.method, { firstLogin: false, pagesConfig }, tokens.token);
  const localStorage = [{ name: 'app.tokens', value: JSON.stringify(tokens) }];
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'fr-FR',
    storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
  });
  const page = await context.newPage();
  await page.goto(`${url}/#${path}`);
  return page;
}
