// Creates the cluster in a draft folder and renames it when complete: a kill during initdb leaves an incomplete folder.
import { spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '#server/refusal.ts';
import type { Engine } from './engine.ts';
import type { Place } from './place.ts';
import { killAll } from './processes.ts';

const draftName = 'cluster.new-';

// Only what PostgreSQL needs: PG* variables of the operator must not redirect it, and no secret must leak to it.
export const bareEnvironment = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

export async function createCluster(place: Place, engine: Engine, password: string, durable: boolean): Promise<void> {
  const draft = mkdtempSync(join(place.home, draftName));
  chmodSync(draft, 0o700);
  if (place.user) chownSync(draft, place.user.uid, place.user.gid);
  const options = ['--username=postgres', '--encoding=UTF8', '--locale=C', '--auth=reject'];
  if (!durable) options.push('--no-sync');
  await run(place, draft, join(engine.folder, 'bin', 'initdb'), [...options, '-D', draft]);
  // Not a superuser, like the owner of a hosted database.
  const owner = `create role vigie login createdb createrole password '${password}'`;
  await command(place, draft, engine, [owner, 'create database vigie owner vigie']);
  renameSync(draft, place.cluster);
  syncFolder(place.home);
}

export async function changePassword(place: Place, engine: Engine, password: string): Promise<void> {
  await command(place, place.cluster, engine, [`alter role vigie password '${password}'`]);
}

export async function forgetDrafts(home: string): Promise<void> {
  for (const name of readdirSync(home).filter((found) => found.startsWith(draftName))) {
    await killAll(join(home, name));
    rmSync(join(home, name), { recursive: true, force: true, maxRetries: 5 });
  }
}

export function checkVersion(place: Place, engine: Engine): void {
  const version = readFileSync(join(place.cluster, 'PG_VERSION'), 'utf8').trim();
  if (version !== engine.major) {
    throw new Refusal(
      `La base de données de ${place.home} est au format PostgreSQL ${version}, cette version de Vigie fournit PostgreSQL ${engine.major} : reprenez la version précédente de Vigie et exportez-la d'abord.`,
    );
  }
}

// Single-user mode needs neither password nor socket, so nobody else can connect.
async function command(place: Place, folder: string, engine: Engine, statements: string[]): Promise<void> {
  const quiet = ['-c', 'exit_on_error=true', '-c', 'log_min_error_statement=panic'];
  const args = ['--single', '-D', folder, ...quiet, 'template1'];
  await run(place, folder, join(engine.folder, 'bin', 'postgres'), args, `${statements.join('\n')}\n`);
}

async function run(place: Place, cwd: string, program: string, args: string[], input = ''): Promise<void> {
  const child = spawn(program, args, {
    cwd,
    env: bareEnvironment,
    // A separate session: Ctrl C in the terminal is for the application, which stops everything in order.
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    ...place.user,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  // If the program dies early, its exit code is more useful than the broken pipe.
  child.stdin.on('error', () => {}).end(input);
  const code = await new Promise<number | string | null>((done, fail) => {
    child.on('error', fail).on('close', (status, signal) => done(status ?? signal));
  });
  if (code !== 0) throw new Error(`PostgreSQL n'a pas pu préparer la base de données (${code}).\n${output.trim()}`);
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
