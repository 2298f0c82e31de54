// How Chromium is started: Debian's own where it stands, otherwise the one Playwright brought.
import { existsSync } from 'node:fs';
import type { LaunchOptions } from '@playwright/test';

const debian = '/usr/bin/chromium';

export const chromiumOptions: LaunchOptions = {
  ...(existsSync(debian) ? { executablePath: debian } : {}),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ],
};
