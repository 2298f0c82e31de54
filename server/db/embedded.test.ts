import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Application, here, type Program, reachableCopy, type User } from '#server/testing/application.ts';
import { haltAll, killAll, processesIn } from './embedded/processes.ts';

type Moment = { what: string; delay: number };

/** Kills in each of the four trials; START_KILLS sets more. */
const kills = Number(process.env.START_KILLS ?? 2);

const isRoot = process.getuid?.() === 0;
const nobody = { uid: 65_534, gid: 65_534 };
let scratch = '';
let copy: Program = here;

beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'vigie-launcher-'));
  chmodSync(scratch, 0o777);
  if (isRoot) copy = reachableCopy(join(scratch, 'copy'));
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const variants: [string, User][] = isRoot
  ? [
      ['root', null],
      ['an ordinary user', nobody],
    ]
  : [['an ordinary user', null]];

describe.each(variants)('as %s', (name, user) => {
  let folders = 0;
  const freshFolder = (): string => join(scratch, `${name.replaceAll(' ', '')}-${++folders}`);
  const launch = (dataDir: string, secret?: string): Application =>
    new Application(user ? copy : here, user, dataDir, secret);
  const clusterIn = (dataDir: string): string => join(dataDir, 'postgres', 'cluster');

  async function killSome(what: string, application: Application, dataDir: string): Promise<void> {
    if (what !== 'database') await application.kill();
    if (what !== 'application') {
      for (const folder of clusterFolders(dataDir)) await killAll(folder);
    }
    if (what === 'database') await application.kill();
  }

  async function discard(application: Application, dataDir: string): Promise<void> {
    await application.kill();
    await killAll(clusterIn(dataDir));
    rmSync(dataDir, { recursive: true, force: true });
  }

  test('a first start creates the database, a restart keeps its rows, and a stop leaves no process', async () => {
    const dataDir = freshFolder();
    const first = launch(dataDir);
    const { ready, url = '' } = await first.ready();
    expect(ready).toBe(0);
    await first.until((line) => (line.committed === 3 ? true : undefined));
    const wrong = new pg.Client({ connectionString: url.replace(/:[^:@]+@/, ':wrong@') });
    if (isRoot || !user) await expect(wrong.connect()).rejects.toMatchObject({ code: '28P01' });
    expect(await first.end()).toBe(0);
    expect(processesIn(clusterIn(dataDir))).toEqual([]);
    expect(existsSync(join(clusterIn(dataDir), 'postmaster.pid'))).toBe(false);
    const second = launch(dataDir);
    expect((await second.ready()).ready).toBe(first.committed);
    expect(await second.end()).toBe(0);
    const third = launch(dataDir, 'another secret than the first one');
    expect((await third.ready()).ready).toBe(second.committed);
    await discard(third, dataDir);
  });

  test.concurrent('a second application on the same data folder is refused in one sentence and disturbs nothing', async () => {
    const dataDir = freshFolder();
    const first = launch(dataDir);
    await first.ready();
    const second = launch(dataDir);
    expect(await second.ended).toBe(1);
    expect(second.errors.trim().split('\n')).toEqual([expect.stringContaining('Vigie est déjà lancée sur ce dossier')]);
    const before = first.committed;
    await first.until((line) => (line.committed === before + 5 ? true : undefined));
    expect(first.lines.filter((line) => line.log?.includes('redémarrage'))).toEqual([]);
    await discard(first, dataDir);
  });

  test.concurrent('kills at random moments of a first start: the next start recovers by itself', async () => {
    const survive = async (moment: Moment): Promise<void> => {
      const dataDir = freshFolder();
      const application = launch(dataDir);
      await wait(moment.delay);
      await killSome(moment.what, application, dataDir);
      const next = launch(dataDir);
      const { ready } = await next.ready();
      expect(ready, JSON.stringify(moment)).toBeGreaterThanOrEqual(application.committed);
      expect(readdirSync(join(dataDir, 'postgres')).filter((found) => found.includes('.new-'))).toEqual([]);
      await discard(next, dataDir);
    };
    const moments = momentsOf(1800);
    while (moments.length > 0) await Promise.all(moments.splice(0, 2).map(survive));
  });

  test.concurrent('kills at random moments of a warm start: no committed row is lost', async () => {
    const dataDir = freshFolder();
    let known = 0;
    let application = launch(dataDir);
    await application.ready();
    for (const moment of momentsOf(500)) {
      known = Math.max(known, application.committed);
      await (moment.delay % 2 ? application.end() : application.kill());
      application = launch(dataDir);
      await wait(moment.delay);
      await killSome(moment.what, application, dataDir);
      known = Math.max(known, application.committed);
      application = launch(dataDir);
      expect((await application.ready()).ready, JSON.stringify(moment)).toBeGreaterThanOrEqual(known);
    }
    await discard(application, dataDir);
  });

  test('a killed database of a running application is restarted', async () => {
    const dataDir = freshFolder();
    const application = launch(dataDir);
    await application.ready();
    const postmaster = Number.parseInt(readFileSync(join(clusterIn(dataDir), 'postmaster.pid'), 'utf8'), 10);
    process.kill(postmaster, 'SIGKILL');
    await application.until((line) => (line.log?.includes('de nouveau prête') ? true : undefined));
    const before = application.committed;
    await application.until((line) => (line.committed === before + 3 ? true : undefined));
    expect(await application.end()).toBe(0);
    rmSync(dataDir, { recursive: true, force: true });
  });

  test('a stale pid file with the pid of a running process does not block the start', async () => {
    const dataDir = freshFolder();
    await launchAndEnd(dataDir);
    const cluster = clusterIn(dataDir);
    writeFileSync(join(cluster, 'postmaster.pid'), `${process.pid}\n${cluster}\n1\n5432\n/tmp\n\n  0  0\nready\n`);
    const application = launch(dataDir);
    await application.ready();
    await discard(application, dataDir);
  });

  test('a data folder with a very long path gets its socket elsewhere, and leaves none behind', async () => {
    const dataDir = join(freshFolder(), 'é'.repeat(60), 'x'.repeat(60));
    const application = launch(dataDir);
    const { url = '', folder = '' } = await application.ready();
    expect(folder).toBe(join(dataDir, 'postgres'));
    const socket = new URL(url).searchParams.get('host') ?? '';
    expect(Buffer.byteLength(socket)).toBeLessThan(90);
    expect(statSync(socket).mode & 0o777).toBe(0o700);
    expect(await application.end()).toBe(0);
    expect(existsSync(socket)).toBe(false);
  });

  if (isRoot && user === null) {
    test('in a folder closed to other users, the database is elsewhere and the data folder names its place', async () => {
      const closed = freshFolder();
      mkdirSync(closed, { mode: 0o700 });
      const dataDir = join(closed, 'data');
      const application = launch(dataDir);
      const { folder = '' } = await application.ready();
      expect(folder.startsWith(dataDir)).toBe(false);
      expect(JSON.parse(readFileSync(join(dataDir, 'database.json'), 'utf8'))).toEqual({ folder, ready: true });
      await application.kill();
      const next = launch(dataDir);
      expect((await next.ready()).folder).toBe(folder);
      await next.end();
      rmSync(folder, { recursive: true, force: true });
      const lost = launch(dataDir);
      expect(await lost.ended).toBe(1);
      expect(lost.errors).toContain('est introuvable');
    });
  }

  async function launchAndEnd(dataDir: string): Promise<void> {
    const application = launch(dataDir);
    await application.ready();
    expect(await application.end()).toBe(0);
    await haltAll(clusterIn(dataDir));
  }
});

function clusterFolders(dataDir: string): string[] {
  const home = join(dataDir, 'postgres');
  if (!existsSync(home)) return [];
  return readdirSync(home)
    .filter((name) => name.startsWith('cluster'))
    .map((name) => join(home, name));
}

// One moment in each part of the span, so that every run covers every phase.
function momentsOf(span: number): Moment[] {
  const targets = ['application', 'database', 'both'];
  return Array.from({ length: kills }, (_, index) => ({
    what: targets[index % 3] ?? 'both',
    delay: Math.round(((index + Math.random()) * span) / kills),
  }));
}
