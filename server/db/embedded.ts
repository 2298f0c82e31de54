// The embedded PostgreSQL of `npm start`: found, created, started, watched and stopped automatically.
import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { derive, makeDataDir } from '#server/secret.ts';
import { bareEnvironment, changePassword, checkVersion, createCluster, forgetDrafts } from './embedded/cluster.ts';
import { type Engine, forgetOldEngines, installEngine } from './embedded/engine.ts';
import { type Lock, takeLock } from './embedded/lock.ts';
import { findPlace, notePlaceReady, type Place } from './embedded/place.ts';
import { haltAll } from './embedded/processes.ts';

export type EmbeddedOptions = {
  dataDir: string;
  secret: string;
  log: (line: string) => void;
  settings?: Record<string, string>;
};
export type Embedded = { url: string; folder: string; stop(): Promise<void> };

type Server = { place: Place; engine: Engine; socketFolder: string; url: string; options: EmbeddedOptions };

// sun_path holds 107 bytes; PostgreSQL appends the socket's name to its folder.
const longestSocketFolder = 107 - '/.s.PGSQL.5432'.length;

const defaults: Record<string, string> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '128MB',
  fsync: 'on',
  jit: 'off',
  random_page_cost: '1.1',
  // Gather statistics soon after an import, not within a minute.
  autovacuum_naptime: '10s',
  // A killed application must not leave its long queries running.
  client_connection_check_interval: '10s',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  makeDataDir(options.dataDir);
  const locks: Lock[] = [];
  try {
    const refusal = `Vigie est déjà lancée sur ce dossier de données (${options.dataDir}) : arrêtez-la avant d'en lancer une autre.`;
    locks.push(await takeLock(join(options.dataDir, 'lock'), refusal));
    const place = findPlace(options.dataDir);
    // The data folder may be a copy that refers to the same database.
    locks.push(await takeLock(join(place.home, 'lock'), refusal));
    const server = await prepare(place, options);
    const watch = await supervise(server);
    return {
      url: server.url,
      folder: place.home,
      stop: async () => {
        await watch.stop();
        for (const lock of locks.splice(0)) lock.release();
      },
    };
  } catch (error) {
    for (const lock of locks) lock.release();
    throw error;
  }
}

/** The URL of the running database of this data folder; null: none was ever started there. */
export function runningUrl({ dataDir, secret }: Pick<EmbeddedOptions, 'dataDir' | 'secret'>): string | null {
  const note = join(findPlace(dataDir).home, 'socket');
  return existsSync(note) ? urlOf(readFileSync(note, 'utf8'), secret) : null;
}

// The URL has a host so that `new URL` can parse it; pg uses the socket in the query.
const urlOf = (socketFolder: string, secret: string): string =>
  `postgresql://vigie:${passwordOf({ secret })}@localhost/vigie?host=${encodeURIComponent(socketFolder)}`;

async function prepare(place: Place, options: EmbeddedOptions): Promise<Server> {
  await haltAll(place.cluster);
  await forgetDrafts(place.home);
  forgetOldEngines(place.home, null);
  const engine = installEngine(place.home);
  const password = passwordOf(options);
  if (!existsSync(place.cluster)) {
    options.log('Création de la base de données…');
    await createCluster(place, engine, password, options.settings?.fsync !== 'off');
  }
  notePlaceReady(options.dataDir);
  checkVersion(place, engine);
  forgetOldEngines(place.home, engine.folder);
  writeFileSync(join(place.home, 'access.conf'), 'local all all scram-sha-256\n');
  chmodSync(join(place.home, 'access.conf'), 0o644);
  const socketFolder = makeSocketFolder(place);
  return { place, engine, socketFolder, url: urlOf(socketFolder, options.secret), options };
}

function passwordOf(options: Pick<EmbeddedOptions, 'secret'>): string {
  return derive(options.secret, 'database-owner').toString('base64url');
}

// In the shared /tmp, use a new name each time, so that nobody can create it before us.
function makeSocketFolder(place: Place): string {
  const note = join(place.home, 'socket');
  if (existsSync(note)) forgetSocketFolder(readFileSync(note, 'utf8'));
  const inside = join(place.home, 'run');
  const isShort = Buffer.byteLength(inside) <= longestSocketFolder;
  const folder = isShort ? inside : mkdtempSync('/tmp/vigie-');
  writeFileSync(note, folder);
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
  if (place.user) chownSync(folder, place.user.uid, place.user.gid);
  return folder;
}

function forgetSocketFolder(folder: string): void {
  rmSync(join(folder, '.s.PGSQL.5432'), { force: true });
  rmSync(join(folder, '.s.PGSQL.5432.lock'), { force: true });
  if (existsSync(folder)) rmdirSync(folder);
}

async function supervise(server: Server): Promise<{ stop(): Promise<void> }> {
  const { log } = server.options;
  let stopping = false;
  let child = await bringUp(server).catch(async (error: unknown) => {
    if (!isCode(error, '28P01')) throw error;
    // SECRET has changed. A user who may write these files may also set the password.
    await changePassword(server.place, server.engine, passwordOf(server.options));
    return bringUp(server);
  });
  let restart = Promise.resolve();
  const watch = (): void => {
    child.once('exit', () => {
      if (!stopping) restart = revive();
    });
  };
  const revive = async (): Promise<void> => {
    for (let delay = 200; !stopping; delay = Math.min(delay * 2, 10_000)) {
      try {
        log("La base de données s'est arrêtée d'elle-même ; redémarrage…");
        child = await bringUp(server);
        log('La base de données est de nouveau prête.');
        return watch();
      } catch (error) {
        log(error instanceof Error ? error.message : String(error));
        await wait(delay);
      }
    }
  };
  watch();
  return {
    stop: async () => {
      stopping = true;
      await restart;
      await haltAll(server.place.cluster);
      forgetSocketFolder(server.socketFolder);
    },
  };
}

async function bringUp(server: Server): Promise<ChildProcess> {
  const { place, engine, socketFolder, options } = server;
  await haltAll(place.cluster);
  // No process is left, so these files are stale; PostgreSQL would trust a reused pid.
  for (const path of [join(place.cluster, 'postmaster.pid'), join(socketFolder, '.s.PGSQL.5432.lock')]) {
    rmSync(path, { force: true });
  }
  const settings = {
    ...defaults,
    ...options.settings,
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    hba_file: join(place.home, 'access.conf'),
  };
  const log = openLog(place.home);
  const child = spawn(
    join(engine.folder, 'bin', 'postgres'),
    ['-D', place.cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      cwd: place.cluster,
      env: bareEnvironment,
      // A separate session: Ctrl C in the terminal is for the application, which stops the database last.
      detached: true,
      stdio: ['ignore', log.handle, log.handle],
      ...place.user,
    },
  );
  closeSync(log.handle);
  let ended = false;
  const failed = new Promise<never>((_, fail) => {
    child.once('error', fail).once('exit', () => {
      ended = true;
      fail(new Error(`PostgreSQL ne démarre pas : ${log.lastProblem()}`));
    });
  });
  try {
    await Promise.race([failed, answering(server, () => ended)]);
  } catch (error) {
    await haltAll(place.cluster);
    throw error;
  }
  failed.catch(() => {});
  return child;
}

// Crash recovery may take long: wait as long as the server runs.
async function answering(server: Server, ended: () => boolean): Promise<void> {
  const started = Date.now();
  for (let announced = false; !ended(); await wait(20)) {
    if (!announced && Date.now() - started > 5000) {
      server.options.log('La base de données se remet en état après un arrêt brutal…');
      announced = true;
    }
    const client = new pg.Client({ connectionString: server.url });
    client.on('error', () => {});
    try {
      await client.connect();
      return;
    } catch (error) {
      if (!['ENOENT', 'ECONNREFUSED', 'ECONNRESET', '57P03'].some((code) => isCode(error, code))) throw error;
    } finally {
      await client.end().catch(() => {});
    }
  }
}

function openLog(home: string): { handle: number; lastProblem(): string } {
  const path = join(home, 'log');
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > 10_000_000) renameSync(path, `${path}.1`);
  const handle = openSync(path, 'a', 0o600);
  const lastProblem = (): string => {
    const lines = readFileSync(path, 'utf8').trim().split('\n');
    return `${lines.findLast((line) => /FATAL|PANIC|error/i.test(line)) ?? lines.at(-1) ?? ''} (voir ${path})`;
  };
  return { handle, lastProblem };
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
