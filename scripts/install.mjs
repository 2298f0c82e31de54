// Installs the packages if node_modules does not match package-lock.json.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, runQuietly } from './steps.mjs';

export async function installIfNeeded() {
  if (isInstalled()) return;
  const npm = process.env.npm_execpath;
  const [program, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
  // Not `npm ci`: it refuses a lockfile made where a registry lacks other platforms' optional packages.
  // Development packages too, whatever NODE_ENV is: the same tree serves every command. No package needs its scripts.
  const args = [
    'install',
    '--no-save',
    '--include=dev',
    '--include=optional',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
  ];
  await runQuietly('Installation des paquets', program, [...first, ...args], { env: process.env });
}

// npm writes its own record last, so an interrupted installation has none.
function isInstalled() {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const wanted = packagesOf(join(root, 'package-lock.json'));
  const found = packagesOf(record);
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true;
    const here = found[path];
    // Optional packages of other platforms are not installed; trust npm's record for them.
    if (!here) return entry.optional === true || entry.devOptional === true;
    return here.version === entry.version && here.integrity === entry.integrity;
  });
}

function packagesOf(path) {
  return JSON.parse(readFileSync(path, 'utf8')).packages;
}
