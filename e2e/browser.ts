// How Chromium is started: Debian's package if installed, else the one from Playwright.
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
