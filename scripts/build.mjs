// Builds the screens into dist/ when their sources changed since the last build.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { environment, root, runQuietly } from './steps.mjs';

const sources = ['app', 'ui', 'web', 'field', 'core', 'package.json', 'package-lock.json'];
const stamp = join(root, '.cache', 'dist.stamp');

export async function buildIfNeeded() {
  const wanted = hashOf(sources);
  if (existsSync(join(root, 'dist', 'index.html')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted)
    return;
  rmSync(stamp, { force: true });
  await runQuietly(
    'Construction des écrans',
    join(root, 'node_modules', '.bin', 'vite'),
    ['build', '--config', 'app/vite.config.ts'],
    {
      env: environment(),
    },
  );
  mkdirSync(join(root, '.cache'), { recursive: true });
  writeFileSync(stamp, wanted);
}

function hashOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths) addTo(hash, path);
  return hash.digest('hex');
}

function addTo(hash, path) {
  const full = join(root, path);
  if (!existsSync(full)) return;
  let entries;
  try {
    entries = readdirSync(full).sort();
  } catch {
    hash.update(`${path}\0`).update(readFileSync(full)).update('\0');
    return;
  }
  for (const name of entries) if (!/\.test\.tsx?$|tsconfig\.json$/.test(name)) addTo(hash, `${path}/${name}`);
}
