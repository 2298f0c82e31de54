// Many clients write while processes are killed: every acknowledged write must be stored, once and completely.
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { passwordOf, rolesOf } from '#server/db/migrate.ts';
import { folderStore } from '#server/files/store.ts';
import { startClients, type Written } from './clients.ts';
import { type Installation, install, type Target } from './installation.ts';
import { openProxy } from './proxy.ts';

export interface StormOptions {
  kills: number;
  writes: number;
  clients: number;
  /** 2: two applications on one database. */
  processes: 1 | 2;
  /** Share of replies dropped by the proxy. */
  lost: number;
  log(line: string): void;
}

export interface StormResult {
  acknowledged: number;
  kills: number;
  cut: number;
  repeated: number;
  lost: number;
  doubled: number;
  half: number;
  /** Seconds out of service after a kill. */
  returns: number[];
  seconds: number;
}

const targets: readonly Target[] = ['application', 'database', 'application', 'both'];

export async function storm({ kills, writes, clients, processes, lost, log }: StormOptions): Promise<StormResult> {
  const since = performance.now();
  const installation = await install(processes);
  const proxy = await openProxy(installation.ports, lost);
  try {
    const writers = await startClients(proxy.url, clients, writes);
    let over = false;
    const finished = writers.finish().finally(() => {
      over = true;
    });
    const returns: number[] = [];
    for (let kill = 0; kill < kills && !over; kill += 1) {
      // Spread over the run, each at a random moment.
      while (!over && writers.acknowledged() < ((kill + 0.5) * writes) / (kills + 1)) await wait(20);
      await wait(Math.random() * 200);
      const target = targets[kill % targets.length] as Target;
      returns.push(await installation.kill(target));
      if ((kill + 1) % 10 === 0) log(`  ${kill + 1} arrêts brutaux, ${writers.acknowledged()} écritures confirmées`);
    }
    await finished;
    const found = await verify(installation, writers.written);
    return {
      acknowledged: writers.acknowledged(),
      kills: returns.length,
      cut: proxy.cut(),
      repeated: writers.written.repeated,
      ...found,
      returns,
      seconds: (performance.now() - since) / 1_000,
    };
  } finally {
    await proxy.close();
    await installation.stop();
  }
}

export async function verify(
  installation: Installation,
  written: Written,
): Promise<Pick<StormResult, 'lost' | 'doubled' | 'half'>> {
  const owner = new pg.Client({ connectionString: installation.databaseUrl() });
  const role = rolesOf(owner.database ?? '').platform;
  const client = new pg.Client({
    host: owner.host,
    port: owner.port,
    database: owner.database ?? '',
    user: role,
    password: passwordOf(installation.secret, role),
  });
  await client.connect();
  try {
    const { rows: sites } = await client.query<{ name: string; count: number; whole: boolean }>(
      `select name, count(*)::integer as count, bool_and(
          (select count(*) from site_keys k where k.agency_id = s.agency_id and k.site_id = s.id) = 1
          and (select count(*) from audit a where a.agency_id = s.agency_id and a.entity_id = s.id) = 1
          and exists (select from search w where w.agency_id = s.agency_id and w.id = s.id)) as whole
        from sites s where name like 'Tempête %' group by name`,
    );
    const byName = new Map(sites.map((site) => [site.name, site]));
    const { rows: files } = await client.query<{ id: string; hash: string }>(
      'select id, hash from files where id = any ($1)',
      [written.files],
    );
    const { rows: customers } = await client.query<{ id: string; comments: string }>(
      'select id, comments from customers where id = any ($1)',
      [[...written.edits.keys()]],
    );
    const kept = new Map(customers.map(({ id, comments }) => [id, Number(comments)]));
    const store = folderStore(installation.dataDir);
    let broken = 0;
    for (const { hash } of files) {
      const digest = createHash('sha256');
      const whole = await store.open(hash).then(
        async (content) => {
          for await (const chunk of content) digest.update(chunk as Buffer);
          return digest.digest('hex') === hash;
        },
        () => false,
      );
      if (!whole) broken += 1;
    }
    return {
      lost:
        written.sites.filter((name) => !byName.has(name)).length +
        (written.files.length - files.length) +
        [...written.edits].filter(([id, count]) => (kept.get(id) ?? 0) < count).length,
      doubled: sites.filter(({ count }) => count > 1).length + (sites.length - new Set(written.sites).size),
      half: sites.filter(({ whole }) => !whole).length + broken,
    };
  } finally {
    await client.end();
  }
}
