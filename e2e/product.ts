// The product as users run it, with its demo, on its own data folder and port.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export interface Product {
  url: string;
  dataDir: string;
  /** Also deletes the data folder. */
  stop(): Promise<void>;
}

const patience = 90_000;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

/** `prepare`: writes the operator's files into the data folder before the start. */
export async function startProduct(prepare?: (dataDir: string) => Promise<void>): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vigie-e2e-'));
  await prepare?.(dataDir);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const own = { DATA_DIR: dataDir, PORT: String(port), HOST: '', PUBLIC_URL: url, DEMO: '1' };
  const child = spawn(process.execPath, [join(import.meta.dirname, '../server/main.ts')], {
    env: {
      ...process.env,
      ...own,
      DATABASE_URL: '',
      SMTP_URL: '',
      S3_URL: '',
      TENANTS_FILE: '',
      SECRET: '',
      MAIL_FROM: '',
    },
    // The IPC channel closes when this process is killed: the server then stops by itself.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  };
  const since = Date.now();
  while (!(await answers(url))) {
    if (child.exitCode === null && child.signalCode === null && Date.now() - since < patience) await wait(50);
    else {
      await stop();
      throw new Error('the product did not start');
    }
  }
  return { url, dataDir, stop };
}

async function answers(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/api/version`).catch(() => null);
  return answer?.ok ?? false;
}
