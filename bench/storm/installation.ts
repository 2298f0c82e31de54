// The installation under test: one application with its embedded database, or two on one database. A process that ends is
// restarted at once, as by a process manager.
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { runningUrl, startEmbedded } from '#server/db/embedded.ts';

export type Target = 'application' | 'database' | 'both';

export interface Installation {
  /** Ports of all processes; some may be down. */
  ports: readonly number[];
  dataDir: string;
  secret: string;
  databaseUrl(): string;
  /** Resolves when all processes are ready, with the seconds until the first was ready again. */
  kill(target: Target): Promise<number>;
  stop(): Promise<void>;
}

export const stormSecret = 'a secret of the storm alone';

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  return (address as { port: number }).port;
}

const patience = 60_000;

async function ready(port: number, isEnded: () => boolean): Promise<void> {
  for (const since = Date.now(); Date.now() - since < patience; await wait(20)) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/ready`).catch(() => null);
    if (answer?.ok) return;
    if (isEnded()) return;
  }
  throw new Error('not back in service after a minute');
}

/** `external`: a database of its own, which is not killed here. */
export async function install(
  processes: number,
  { demo = true, external = '' }: { demo?: boolean; external?: string } = {},
): Promise<Installation> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vigie-storm-'));
  const ports = await Promise.all(Array.from({ length: processes }, freePort));
  const shared = processes > 1 && external === '';
  const embedded = shared ? await startEmbedded({ dataDir, secret: stormSecret, log: () => {} }) : null;
  const children = new Map<number, ChildProcess>();
  let stopping = false;

  const start = (port: number): void => {
    const child = spawn(process.execPath, [join(import.meta.dirname, '../../server/main.ts')], {
      env: {
        ...process.env,
        DATA_DIR: dataDir,
        // Clients write as fast as they can.
        RATE_LIMIT: '0',
        PORT: String(port),
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        HOST: '127.0.0.1',
        SECRET: stormSecret,
        DATABASE_URL: embedded?.url ?? external,
        DEMO: demo ? '1' : '0',
        SMTP_URL: '',
        S3_URL: '',
        LOG_LEVEL: 'silent',
      },
      stdio: 'ignore',
    });
    children.set(port, child);
    // A process that starts while the database restarts gives up; it is started again.
    child.once('exit', () => {
      if (!stopping) setTimeout(() => !stopping && start(port), 100);
    });
  };
  const allReady = async (): Promise<void> => {
    for (const port of ports) await ready(port, () => stopping);
  };
  const databaseUrl = (): string => external || (embedded?.url ?? runningUrl({ dataDir, secret: stormSecret }) ?? '');
  const killDatabase = (): void => {
    const pid = Number(readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0]);
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The database is just starting.
    }
  };

  // Start the first alone: it creates the database and the demo.
  start(ports[0] as number);
  await ready(ports[0] as number, () => false);
  for (const port of ports.slice(1)) start(port);
  await allReady();
  let turn = 0;
  return {
    ports,
    dataDir,
    secret: stormSecret,
    databaseUrl,
    kill: async (target) => {
      const since = performance.now();
      const victim = ports[turn % ports.length] as number;
      turn += 1;
      if (target !== 'application') killDatabase();
      if (target !== 'database') children.get(victim)?.kill('SIGKILL');
      // A killed process may still seem ready for a moment.
      await wait(150);
      const back = await Promise.any(ports.map((port) => ready(port, () => stopping))).then(
        () => (performance.now() - since) / 1_000,
      );
      await allReady();
      return back;
    },
    stop: async () => {
      stopping = true;
      await Promise.all(
        [...children.values()].map(
          (child) =>
            new Promise<void>((ended) => {
              if (child.exitCode !== null || child.signalCode !== null) return ended();
              child.once('exit', () => ended());
              child.kill('SIGTERM');
            }),
        ),
      );
      await embedded?.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
