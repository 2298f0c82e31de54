// Many agencies in one installation: 50 agents, ten customers, ten sites and 500 services of two weeks in each. The same
// measures with ten agencies and with a thousand: what grows with their number, and what does not.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { allRights } from '#core/rights.ts';
import { type Database, openDatabase } from '#server/db/database.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { gatherStatistics } from '#server/db/statistics.ts';
import { createJobs } from '#server/jobs/queue.ts';
import { allJobs } from '#server/product.ts';
import { openSession } from '#server/session/sessions.ts';
import { line, median, title } from './report.ts';
import { startProduct } from './start.ts';

const sizes = [10, Number(process.env.BENCH_AGENCIES ?? 1_000)];
const [people, shifts, rounds] = [50, 10, 15];
const secret = 'a secret of the benchmark alone';
/** A Monday: the two weeks lie ahead, so that the clock changes nothing. */
const monday = '2030-11-04';

/** Agencies numbered from `first` on, each with an owner. Without triggers, which take minutes for so many services. */
async function write(database: Database, ownerUrl: string, first: number, last: number): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const platform = await database.platform.connect();
  const run = (text: string, values: unknown[] = []) => platform.query(text, values);
  const numbered = `(select id, substr(name, 8)::integer as n from agencies where name like 'Agence %') g where g.n between ${first} and ${last}`;
  await run(
    `insert into agencies (id, name) select gen_random_uuid(), 'Agence ' || n from generate_series(${first}, ${last}) n`,
  );
  await run(`insert into customers (agency_id, id, name, street, zipcode, city) select g.id, gen_random_uuid(), 'Client ' || c, c || ' rue du Port', '06000', 'Nice'
    from generate_series(1, 10) c cross join ${numbered}`);
  await run(`insert into sites (agency_id, id, customer_id, name, slug) select c.agency_id, gen_random_uuid(), c.id, c.name || ', entrée', c.id::text
    from customers c join (select g.id from ${numbered}) g on g.id = c.agency_id`);
  await run(
    `insert into users (id, email, firstname, lastname) select gen_random_uuid(), 'directrice' || g.n || '@mesure.example', 'Ada', 'Numéro ' || g.n from ${numbered}`,
  );
  await run(
    `insert into agents (agency_id, id, user_id, firstname, lastname, fullname, email, status, plannable, rights)
      select g.id, gen_random_uuid(), case a when 1 then u.id end, 'Agent', 'n°' || a, 'Agent n°' || a, case a when 1 then u.email end, 100, a > 1, case a when 1 then $1::text[] else '{}' end
      from generate_series(1, ${people}) a cross join (select g.* from ${numbered}) g join users u on u.email = 'directrice' || g.n || '@mesure.example'`,
    [allRights.map(({ key }) => key)],
  );
  await run(
    `update agencies g set manager_id = a.user_id from agents a where a.agency_id = g.id and a.user_id is not null and g.manager_id is null`,
  );
  await run(`insert into agent_contracts (agency_id, id, agent_id, type, start_date, hours_limit, period)
    select a.agency_id, gen_random_uuid(), a.id, 'CDI', '2020-01-01', 35, 'WEEK' from agents a join (select g.id from ${numbered}) g on g.id = a.agency_id where a.plannable`);
  const filled = ['services', 'service_agents'];
  for (const table of filled) await owner.query(`alter table ${table} disable trigger user`);
  await run(`create temporary table made as select gen_random_uuid() as id, p.agency_id, p.id as agent, p.n, s.number, l.id as site
    from (select a.agency_id, a.id, row_number() over (partition by a.agency_id order by a.id) as n from agents a join (select g.id from ${numbered}) g on g.id = a.agency_id) p
      cross join generate_series(0, ${shifts - 1}) s (number)
      join (select agency_id, id, row_number() over (partition by agency_id order by id) - 1 as n from sites) l on l.agency_id = p.agency_id and l.n = (p.n + s.number) % 10`);
  await run(`insert into services (agency_id, id, reference, site_id, start_at, end_at) select agency_id, id, 'S' || n || '-' || number, site,
      timestamptz '${monday} 06:00+01' + make_interval(days => (number / 5 * 7 + number % 5)::integer), timestamptz '${monday} 14:00+01' + make_interval(days => (number / 5 * 7 + number % 5)::integer) from made`);
  await run('insert into service_agents (agency_id, service_id, agent_id) select agency_id, id, agent from made');
  await run('drop table made');
  for (const table of filled) await owner.query(`alter table ${table} enable trigger user`);
  await owner.end();
  platform.release();
  await gatherStatistics(ownerUrl);
}

interface Measured {
  start: number;
  restart: number;
  calls: Record<string, number>;
  night: number;
  jobs: number;
}

async function measure(database: Database, databaseUrl: string, dataDir: string, size: number): Promise<Measured> {
  const from = { DATABASE_URL: databaseUrl, SECRET: secret, DEMO: '0', RATE_LIMIT: '0', LOG_LEVEL: 'silent' };
  const first = await startProduct(dataDir, 4310, from);
  // Its schedules are made after the first answer.
  const wanted = allJobs.filter(({ options }) => options.cron?.of === 'agencies').length * size;
  const scheduled = async (): Promise<number> =>
    (
      await database.platform.query<{ count: number }>(
        `select count(*)::integer as count from jobs.schedule where key <> ''`,
      )
    ).rows[0]?.count ?? 0;
  while ((await scheduled()) < wanted) await wait(100);
  await first.stop();
  const running = await startProduct(dataDir, 4311, from);
  try {
    const { rows } = await database.platform.query<{ agency: string; user: string }>(
      `select id as agency, manager_id as user from agencies where name like 'Agence %' order by id limit 20`,
    );
    const times = new Map<string, number[]>();
    for (let round = 0; round <= rounds; round += 1) {
      const { agency, user } = rows[round % rows.length] as { agency: string; user: string };
      const { tokens } = await database.platformTransaction((db) => openSession(db, secret, user, new Date()));
      const call = async (label: string, method: string, path: string, body?: object): Promise<void> => {
        const since = performance.now();
        const answer = await fetch(`${running.url}/api${path}`, {
          method,
          headers: { authorization: `Bearer ${tokens.token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
          ...(body ? { body: JSON.stringify(body) } : {}),
        });
        const text = await answer.text();
        if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
        if (round > 0) times.set(label, [...(times.get(label) ?? []), performance.now() - since]);
      };
      await call('who I am', 'GET', '/user');
      await call('first page', 'GET', `/agency/${agency}/dashboard`);
      await call('grid of two weeks', 'POST', `/agency/${agency}/fetch/circuits-planning`, {
        start: monday,
        end: '2030-11-17',
      });
      await call('list of agents', 'POST', `/agency/${agency}/fetch/agents`, {});
    }
    // A night: every job of every agency, and those of the platform, known at once.
    const night = allJobs.filter(({ options }) => options.cron);
    const queue = createJobs(database, allJobs);
    const { rows: agencies } = await database.platform.query<{ id: string }>(
      'select id from agencies where id <> platform_agency()',
    );
    await database.platformTransaction(async (db) => {
      for (const job of night)
        for (const agency of job.options.cron?.of === 'agencies' ? agencies.map(({ id }) => id) : [null])
          await queue.enqueue(job, [{ key: `${size} ${agency}`, data: {} }], { db, agency });
    });
    const since = performance.now();
    const left = async (): Promise<number> =>
      (
        await database.platform.query<{ count: number }>(
          `select count(*)::integer as count from jobs.job where name = any ($1) and (state = 'active' or state in ('created', 'retry') and start_after <= now())`,
          [night.map(({ name }) => name)],
        )
      ).rows[0]?.count ?? 0;
    while ((await left()) > 0) await wait(200);
    return {
      ...{ start: first.seconds, restart: running.seconds },
      calls: Object.fromEntries([...times].map(([label, taken]) => [label, median(taken)])),
      night: (performance.now() - since) / 1_000,
      jobs: night.reduce((all, { options }) => all + (options.cron?.of === 'agencies' ? size : 1), 0),
    };
  } finally {
    await running.stop();
  }
}

export async function benchAgencies(): Promise<void> {
  title(
    `Agencies of one installation: ${sizes.join(' and ')}, with ${people} agents and ${people * shifts} services each (median of ${rounds})`,
  );
  const dataDir = await mkdtemp(join(tmpdir(), 'vigie-bench-'));
  const embedded = await startEmbedded({ dataDir: join(dataDir, 'database'), secret, log: () => undefined });
  try {
    const database = await openDatabase({ ownerUrl: embedded.url, secret });
    let written = 0;
    const found: Measured[] = [];
    for (const size of sizes) {
      const since = performance.now();
      await write(database, embedded.url, written + 1, size);
      written = size;
      console.log(`  ${size} agencies written in ${((performance.now() - since) / 1_000).toFixed(0)} s`);
      found.push(await measure(database, embedded.url, join(dataDir, 'files'), size));
    }
    const each = (of: (one: Measured) => number, unit: string, decimals: number): string =>
      `${found.map((one) => of(one).toFixed(decimals)).join(' → ')} ${unit}`;
    line(
      'start, until the first answer',
      each(({ start }) => start, 's', 1),
    );
    line(
      'start again',
      each(({ restart }) => restart, 's', 1),
    );
    for (const label of Object.keys(found[0]?.calls ?? {}))
      line(
        label,
        each(({ calls }) => calls[label] ?? 0, 'ms', 0),
      );
    line(
      'a night of jobs',
      each(({ night }) => night, 's', 1),
    );
    line(
      '  jobs',
      each(({ jobs }) => jobs, '', 0),
    );
    await database.close();
  } finally {
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
