// A Chromium for the browser tests: Debian's package if it can be installed, otherwise Playwright's.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { environment, root, runQuietly } from './steps.mjs';

// The headless shell needs no window system: journeys take two thirds of the time.
const debian = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** The path of Debian's browser, if it is installed. */
export const debianBrowser = () => debian.find((path) => existsSync(path));

export async function installBrowserIfNeeded() {
  if (debianBrowser()) return;
  if (isDebian() && process.getuid?.() === 0) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await runQuietly('Liste des paquets Debian', 'apt-get', ['update', '-qq'], { env });
    const packages = ['chromium-headless-shell', 'fonts-liberation'];
    await runQuietly(
      'Installation de Chromium',
      'apt-get',
      ['install', '-y', '-qq', '--no-install-recommends', ...packages],
      { env },
    );
    return;
  }
  // Does nothing if this version is already installed.
  await runQuietly(
    'Chromium de Playwright',
    join(root, 'node_modules', '.bin', 'playwright'),
    ['install', '--only-shell', 'chromium'],
    {
      env: environment(),
    },
  );
}

// Ubuntu's package of that name only points at a snap.
export function isDebian() {
  return existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
}
