// Cold start (new data folder with demo) and warm start, until the API answers.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { line, median, title } from './report.ts';

const rounds = 5;

export interface Running {
  url: string;
  seconds: number;
  stop(): Promise<void>;
}

/** The product as `npm start` runs it after install and build. */
export async function startProduct(dataDir: string, port: number, more: NodeJS.ProcessEnv = {}): Promise<Running> {
  const began = performance.now();
  const child: ChildProcess = spawn(process.execPath, [join(import.meta.dirname, '../server/main.ts')], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), ...more },
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${port}`;
  for (;;) {
    const answer = await fetch(`${url}/api/version`).catch(() => null);
    if (answer?.ok) break;
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    url,
    seconds: (performance.now() - began) / 1000,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}

export async function benchStart(): Promise<void> {
  title(`Start until the first answer, ${rounds} rounds, interleaved`);
  const [cold, warm]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const dataDir = await mkdtemp(join(tmpdir(), 'vigie-bench-'));
    for (const seconds of [cold, warm]) {
      const running = await startProduct(dataDir, 4100 + round);
      seconds.push(running.seconds);
      await running.stop();
    }
    await rm(dataDir, { recursive: true, force: true });
  }
  line('cold (database created, demo written)', `${median(cold).toFixed(2)} s`);
  line('warm', `${median(warm).toFixed(2)} s`);
}
