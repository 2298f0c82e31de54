// How Chromium is started: Debian's own where it stands, otherwise the one Playwright brought.
import type { LaunchOptions } from '@playwright/test';
import { debianBrowser } from '../scripts/browser.mjs';

const debian = debianBrowser();

export const chromiumOptions: LaunchOptions = {
  ...(debian ? { executablePath: debian } : {}),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ],
};
