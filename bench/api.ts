// The whole API against a bare route: one row, a filtered and sorted page, a search. Interleaved, median of five.
import { type ChildProcess, fork } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { listInput } from '#core/kernel/query.ts';
import { openDatabase } from '#server/db/database.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { gatherStatistics } from '#server/db/statistics.ts';
import { seedDemo } from '#server/demo/seed.ts';
import { readEnvironment } from '#server/environment.ts';
import { callerIn, permit } from '#server/kernel/scope.ts';
import { createAuthenticator } from '#server/session/authenticate.ts';
import { line, median, title } from './report.ts';

const rounds = 5;
const seconds = Number(process.env.BENCH_SECONDS ?? 3);
const connections = 16;
const secret = 'a secret of the benchmark alone';

export interface Child {
  process: ChildProcess;
  url: string;
  cpu(): Promise<number>;
}

export async function start(file: string, settings: object): Promise<Child> {
  // The product logs each call as in production, but into a file, so that logs do not mix with the figures.
  const logPath = join(tmpdir(), `vigie-bench-${process.pid}-${file}.log`);
  const log = openSync(logPath, 'w');
  const child = fork(join(import.meta.dirname, file), [JSON.stringify(settings)], {
    stdio: ['ignore', 'inherit', log, 'ipc'],
  });
  closeSync(log);
  const ended = new Promise<never>((_, reject) =>
    child.once('exit', (code) => {
      const logs = code ? readFileSync(logPath, 'utf8').split('\n').slice(-20).join('\n') : '';
      rmSync(logPath, { force: true });
      reject(new Error(`${file} ended with ${code}\n${logs}`));
    }),
  );
  ended.catch(() => {});
  const nextMessage = <T>(): Promise<T> =>
    Promise.race([ended, new Promise<T>((resolve) => child.once('message', (message) => resolve(message as T)))]);
  const { port } = await nextMessage<{ port: number }>();
  return {
    process: child,
    url: `http://127.0.0.1:${port}`,
    cpu: async () => {
      const answer = nextMessage<{ cpu: number }>();
      child.send('cpu');
      return (await answer).cpu;
    },
  };
}

interface Shot {
  requests: number;
  cpu: number;
}

async function shoot(
  child: Child,
  request: { path: string; method?: 'GET' | 'POST'; body?: object; headers?: Record<string, string> },
): Promise<Shot> {
  const before = await child.cpu();
  const result = await autocannon({
    url: child.url + request.path,
    method: request.method ?? 'GET',
    headers: { 'content-type': 'application/json', ...request.headers },
    ...(request.body ? { body: JSON.stringify(request.body) } : {}),
    connections,
    duration: seconds,
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${request.path}: ${result.non2xx} refused, ${result.errors} failed`);
  return { requests: result.requests.average, cpu: ((await child.cpu()) - before) / result.requests.total };
}

export async function benchApi(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vigie-bench-'));
  const postgres = await startEmbedded({ dataDir, secret, log: () => {} });
  const children: Child[] = [];
  try {
    const database = await openDatabase({ ownerUrl: postgres.url, secret });
    await seedDemo(database, () => {}, { factor: 625 });
    const { rows } = await database.platform.query<{ agency: string; sites: number; site: string; word: string }>(
      `select agency_id as agency, count(*)::integer as sites, (array_agg(id))[1] as site, lower((array_agg(split_part(name, ' ', 2)))[1]) as word from sites group by 1 order by 2 desc limit 1`,
    );
    const { agency = '', sites = 0, site = '', word = '' } = rows[0] ?? {};
    await database.close();
    await gatherStatistics(postgres.url);

    const settings = { ownerUrl: postgres.url, secret, connections, agency };
    const [ours, bare] = [await start('ours.ts', settings), await start('bare.ts', settings)];
    children.push(ours, bare);
    const signed = await fetch(`${ours.url}/api/login_check`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'direction@azur.example', password: 'Demo1234' }),
    });
    const { token } = (await signed.json()) as { token: string };
    const headers = { authorization: `Bearer ${token}` };
    const prefix = `/api/agency/${agency}`;

    title(`API, ${sites} sites of one agency, ${connections} connections, ${rounds} × ${seconds} s each, interleaved`);
    const cases = [
      {
        label: 'one row by id, bare returns only its columns',
        goal: '≥ 0.65',
        ours: { path: `${prefix}/site/${site}`, headers },
        bare: { path: `/site/${site}` },
      },
      {
        label: 'one row by id, bare returns the same content',
        goal: '≥ 0.65',
        ours: { path: `${prefix}/site/${site}`, headers },
        bare: { path: `/site-whole/${site}` },
      },
      {
        label: 'a filtered and sorted page of 25',
        goal: '≥ 1.0',
        ours: {
          path: `${prefix}/fetch/sites`,
          method: 'POST' as const,
          headers,
          body: { filters: { status: [100] }, limit: 25, page: 3 },
        },
        bare: { path: '/sites', method: 'POST' as const, body: { status: [100], limit: 25, page: 3 } },
      },
      {
        label: `a search (« ${word} »)`,
        goal: '',
        ours: { path: `${prefix}/fetch/sites`, method: 'POST' as const, headers, body: { query: word } },
        bare: { path: '/search', method: 'POST' as const, body: { query: word } },
      },
    ];
    for (const one of cases) {
      const shots: { ours: Shot[]; bare: Shot[] } = { ours: [], bare: [] };
      await shoot(ours, one.ours);
      await shoot(bare, one.bare);
      for (let round = 0; round < rounds; round += 1) {
        shots.ours.push(await shoot(ours, one.ours));
        shots.bare.push(await shoot(bare, one.bare));
      }
      const [our, their] = [
        median(shots.ours.map((shot) => shot.requests)),
        median(shots.bare.map((shot) => shot.requests)),
      ];
      const [ourCpu, theirCpu] = [
        median(shots.ours.map((shot) => shot.cpu)),
        median(shots.bare.map((shot) => shot.cpu)),
      ];
      line(one.label, `${our.toFixed(0)} / ${their.toFixed(0)} req/s = ${(our / their).toFixed(2)}`, one.goal);
      line('  Node CPU per request', `${ourCpu.toFixed(0)} / ${theirCpu.toFixed(0)} µs`);
    }
    await benchGuards(postgres.url, headers.authorization, agency);
  } finally {
    for (const child of children) child.process.kill();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
    await rm(postgres.folder, { recursive: true, force: true });
  }
}

/** Token, session, prefix, right and validation of one list call, without HTTP and without the database. */
async function benchGuards(ownerUrl: string, authorization: string, agency: string): Promise<void> {
  const database = await openDatabase({ ownerUrl, secret });
  const { authenticate } = await createAuthenticator({
    environment: readEnvironment({ DATABASE_URL: ownerUrl, SECRET: secret }),
    database,
  });
  const body = { filters: { status: [100] }, limit: 25, page: 3 };
  const samples: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = process.cpuUsage();
    for (let call = 0; call < 20_000; call += 1) {
      const scoped = callerIn(await authenticate(authorization), 'agency', { agencyId: agency });
      permit(['listSites'], scoped, {});
      listInput.parse(body);
    }
    const { user, system } = process.cpuUsage(before);
    samples.push((user + system) / 20_000);
  }
  line('CPU of all guards of one list call', `${median(samples).toFixed(1)} µs`);
  await database.close();
}
