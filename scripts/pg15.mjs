// npm run test:pg15: the server tests on Debian's PostgreSQL 15, the oldest version that the README promises.
import { spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isDebian } from './browser.mjs';
import { environment, root, run, runQuietly } from './steps.mjs';

const programs = '/usr/lib/postgresql/15/bin';
const program = (name) => join(programs, name);
const isRoot = process.getuid?.() === 0;
const bare = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
// Only this run can use the socket, and the cluster is removed after the run.
const password = 'tests';

export async function testOnPostgres15(args) {
  await installPostgres15();
  const vitest = join(root, 'node_modules', '.bin', 'vitest');
  return onPostgres15((own) =>
    run(vitest, ['run', '--project', 'server', '--project', 'server-alone', ...args], { env: environment(own) }),
  );
}

/**
 * Starts an empty server, which is removed when `work` is done.
 * @param {(environment: Record<string, string>) => Promise<number>} work receives what server/testing/global-setup.ts reads
 * @param {string} parent the folder of its folder
 */
export async function onPostgres15(work, parent = tmpdir()) {
  const folder = mkdtempSync(join(parent, 'vigie-pg15-'));
  // PostgreSQL refuses to run as root: use the user of Debian's package.
  const user = isRoot ? await debianUser() : {};
  const cluster = join(folder, 'cluster');
  try {
    chmodSync(folder, 0o700);
    if (isRoot) chownSync(folder, user.uid, user.gid);
    const options = ['--username=postgres', '--encoding=UTF8', '--locale=C', '--auth=scram-sha-256', '--no-sync'];
    const secret = join(folder, 'password');
    writeFileSync(secret, password, { mode: 0o644 });
    const env = { ...bare, PGPASSWORD: password };
    const init = [...options, `--pwfile=${secret}`, '-D', cluster];
    await runQuietly('Création de la base PostgreSQL 15', program('initdb'), init, { env, cwd: folder, ...user });
    const server = startServer(cluster, folder, user);
    const cut = (signal) => {
      server.process.kill('SIGQUIT');
      rmSync(folder, { recursive: true, force: true });
      process.exit(128 + constants.signals[signal]);
    };
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, cut);
    try {
      await ready(folder, user);
      // Not a superuser, like the owner of a hosted database.
      const statements = [
        `create role vigie login createdb createrole password '${password}'`,
        'create database vigie owner vigie',
      ];
      for (const statement of statements) {
        const psql = ['-h', folder, '-U', 'postgres', '-c', statement];
        await runQuietly('Compte de la base', program('psql'), psql, { env, cwd: folder, ...user });
      }
      const url = `postgresql://vigie:${password}@localhost/vigie?host=${encodeURIComponent(folder)}`;
      return await work({ TEST_DATABASE_URL: url });
    } finally {
      for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, cut);
      // Fast shutdown.
      server.process.kill('SIGINT');
      await server.ended;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whether it is installed or can be. */
export const hasPostgres15 = () => existsSync(program('postgres')) || (isDebian() && isRoot);

export async function installPostgres15() {
  if (existsSync(program('postgres'))) return;
  if (!isDebian() || !isRoot)
    throw new Error(`PostgreSQL 15 manque (${programs}) : installez le paquet postgresql-15 de Debian.`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await runQuietly('Liste des paquets Debian', 'apt-get', ['update', '-qq'], { env });
  const install = ['install', '-y', '-qq', '--no-install-recommends', 'postgresql-15'];
  await runQuietly('Installation de PostgreSQL 15', 'apt-get', install, { env });
}

async function debianUser() {
  const number = (flag) =>
    new Promise((done, fail) => {
      let text = '';
      const child = spawn('id', [flag, 'postgres'], { stdio: ['ignore', 'pipe', 'inherit'] });
      child.stdout.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      child.on('error', fail).on('close', (code) => (code === 0 ? done(Number(text)) : fail(new Error('id postgres'))));
    });
  return { uid: await number('-u'), gid: await number('-g') };
}

function startServer(cluster, folder, user) {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: folder,
    max_connections: '300',
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    // Two hundred small databases that nobody uses for long.
    autovacuum: 'off',
    jit: 'off',
    random_page_cost: '1.1',
    timezone: 'UTC',
    // Tests provoke many errors.
    log_min_messages: 'fatal',
  };
  const args = ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const child = spawn(program('postgres'), args, {
    cwd: folder,
    env: bare,
    // In a separate session: Ctrl C in the terminal ends the tests first.
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit'],
    ...user,
  });
  return { process: child, ended: new Promise((done) => child.on('close', done)) };
}

async function ready(folder, user) {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const options = { cwd: folder, env: bare, stdio: 'ignore', ...user };
    if ((await run(program('pg_isready'), ['-q', '-h', folder], options)) === 0) return;
    await wait(200);
  }
  throw new Error('PostgreSQL 15 ne répond pas.');
}
