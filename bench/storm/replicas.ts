// Two PostgreSQL of Debian's package with synchronous replication, behind one address. A watch promotes the second when the
// first no longer answers, and moves the address: what Patroni with HAProxy does, without an election.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from './installation.ts';

export interface Replicas {
  url: string;
  version: string;
  /** Kills the first one and all its processes at once, as a power cut does. */
  cutPower(): void;
  /** Resolves when the second one has taken over. */
  takenOver: Promise<void>;
  stop(): Promise<void>;
}

const home = '/usr/lib/postgresql';
const password = 'failover';
const bare = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', PGPASSWORD: password };
/** How often the watch asks, and how long the first one may be silent before the second is promoted. */
const [beat, patience] = [500, 3_000];

interface Forwarder {
  port: number;
  /** Open connections are cut: they lead to the former one. */
  turnTo(port: number): void;
  close(): Promise<void>;
}

async function forwardTo(first: number): Promise<Forwarder> {
  let target = first;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket
        .on('error', () => other.destroy())
        .on('close', () => {
          sockets.delete(socket);
          other.destroy();
        });
    }
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((open) => server.listen(0, '127.0.0.1', open));
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as { port: number }).port,
    turnTo: (port) => {
      target = port;
      cut();
    },
    close: async () => {
      cut();
      await new Promise((closed) => server.close(closed));
    },
  };
}

async function ask(port: number, text: string, milliseconds = 2_000): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({
    ...{ host: '127.0.0.1', port, user: 'postgres', password, database: 'postgres' },
    ...{ connectionTimeoutMillis: milliseconds, query_timeout: milliseconds },
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query(text)).rows as Record<string, unknown>[];
  } finally {
    await client.end().catch(() => {});
  }
}

async function until(work: () => Promise<boolean>): Promise<void> {
  for (const since = Date.now(); Date.now() - since < 60_000; await wait(100))
    if (await work().catch(() => false)) return;
  throw new Error('PostgreSQL does not answer');
}

/** PostgreSQL refuses to run as root: the user of Debian's package. */
async function serverUser(): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {};
  const id = async (flag: string): Promise<number> =>
    Number((await promisify(execFile)('id', [flag, 'postgres'])).stdout);
  return { uid: await id('-u'), gid: await id('-g') };
}

export async function openReplicas(): Promise<Replicas> {
  const version = existsSync(home)
    ? readdirSync(home).toSorted((one, other) => Number(other) - Number(one))[0]
    : undefined;
  if (!version) throw new Error('No PostgreSQL of Debian: install the package `postgresql`.');
  const program = (name: string): string => join(home, version, 'bin', name);
  const folder = await mkdtemp(join(tmpdir(), 'vigie-replicas-'));
  const user = await serverUser();
  chmodSync(folder, 0o700);
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid as number);
  const options = { env: bare, cwd: folder, ...user };
  const run = (name: string, args: string[]) => promisify(execFile)(program(name), args, options);
  const [first, second] = [await freePort(), await freePort()];
  const [primary, standby] = [join(folder, 'first'), join(folder, 'second')];
  const start = (cluster: string, port: number, more: Record<string, string> = {}): ChildProcess => {
    const settings = {
      ...{ port: String(port), listen_addresses: '127.0.0.1', unix_socket_directories: folder, max_connections: '300' },
      ...{ wal_level: 'replica', hot_standby: 'on', jit: 'off', random_page_cost: '1.1', log_min_messages: 'fatal' },
      ...more,
    };
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    return spawn(program('postgres'), ['-D', cluster, ...args], { ...options, detached: true, stdio: 'ignore' });
  };
  const secret = join(folder, 'password');
  writeFileSync(secret, password, { mode: 0o644 });
  await run('initdb', [
    ...[
      '--username=postgres',
      '--encoding=UTF8',
      '--locale=C',
      '--auth=scram-sha-256',
      `--pwfile=${secret}`,
      '-D',
      primary,
    ],
  ]);
  const processes = [start(primary, first)];
  await until(async () => (await ask(first, 'select 1')).length === 1);
  await ask(first, `create role vigie login createdb createrole password '${password}'`);
  await ask(first, 'create database vigie owner vigie');
  await run('pg_basebackup', [
    '-h',
    '127.0.0.1',
    '-p',
    String(first),
    '-U',
    'postgres',
    '-D',
    standby,
    '-R',
    '-X',
    'stream',
  ]);
  // Promoted, it waits for nobody.
  processes.push(start(standby, second, { synchronous_standby_names: '' }));
  await until(async () => (await ask(first, 'select from pg_stat_replication')).length === 1);
  // From here on a commit is acknowledged when both have written it to disk.
  await ask(first, `alter system set synchronous_standby_names = '*'`);
  await ask(first, 'select pg_reload_conf()');
  await until(async () => (await ask(first, `select from pg_stat_replication where sync_state = 'sync'`)).length === 1);

  const address = await forwardTo(first);
  const watch = { stopped: false };
  const takenOver = (async () => {
    for (let heard = Date.now(); !watch.stopped; await wait(beat)) {
      const answer = await ask(first, 'select 1', beat).catch(() => null);
      if (answer) heard = Date.now();
      if (Date.now() - heard < patience) continue;
      await run('pg_ctl', ['promote', '-D', standby, '-w']);
      await until(async () => (await ask(second, 'select pg_is_in_recovery() as waits'))[0]?.waits === false);
      return address.turnTo(second);
    }
  })();
  return {
    url: `postgresql://vigie:${password}@127.0.0.1:${address.port}/vigie`,
    version,
    cutPower: () => {
      // Started in a session of its own: its processes are one group.
      process.kill(-(processes[0]?.pid as number), 'SIGKILL');
    },
    takenOver,
    stop: async () => {
      watch.stopped = true;
      await takenOver.catch(() => {});
      await address.close();
      for (const { pid, exitCode, signalCode } of processes)
        if (exitCode === null && signalCode === null) process.kill(pid as number, 'SIGINT');
      await Promise.all(
        processes.map(
          (one) =>
            new Promise<void>((ended) => {
              if (one.exitCode !== null || one.signalCode !== null) return ended();
              one.once('exit', () => ended());
            }),
        ),
      );
      await rm(folder, { recursive: true, force: true });
    },
  };
}
