// The margins of a year: 300 customers with two sites each, 500 agents and 100,000 services, half of them lived. One query for
// the months that are kept, the same few for each other one whatever the number of services: their plans are printed.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { nobody } from '#server/db/context.ts';
import { type Database, type Db, openDatabase } from '#server/db/database.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { gatherStatistics } from '#server/db/statistics.ts';
import { type Reading, readMargins } from '#server/margins/read.ts';
import { line, median, title } from './report.ts';

const [customers, agents, services, rounds] = [300, 500, 100_000, 3];
const secret = 'a secret of the benchmark alone';
const [half, year, month] = [
  { start: '2026-01-01', end: '2026-05-31' },
  { start: '2026-01-01', end: '2026-12-31' },
  { start: '2026-07-01', end: '2026-07-31' },
];
/** The first half of the year is lived. */
const now = new Date('2026-07-01T00:00Z');

const filled = ['services', 'service_agents', 'service_times', 'service_breaks'];

/** Without triggers, which take minutes for so many services. */
export async function writeYear(database: Database, ownerUrl: string, agency: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const platform = await database.platform.connect();
  const run = (text: string, values: unknown[] = [agency]) => platform.query(text, values);
  await run(`insert into agencies (id, name, planning_regulation) values ($1, 'Mesure', 'IDCC1351')`);
  await run(
    `insert into customers (agency_id, id, name) select $1, gen_random_uuid(), 'Client ' || n from generate_series(1, $2::integer) n`,
    [agency, customers],
  );
  await run(`insert into sites (agency_id, id, customer_id, name, slug)
    select agency_id, gen_random_uuid(), id, name || ', site ' || n, id || '-' || n from customers, generate_series(1, 2) n where agency_id = $1`);
  await run(`insert into customer_prices (agency_id, id, customer_id, price_key, amount)
    select agency_id, gen_random_uuid(), id, 'day', 24.5 from customers where agency_id = $1`);
  await run(
    `insert into agents (agency_id, id, firstname, lastname, fullname, status)
      select $1, gen_random_uuid(), 'Agent', 'n°' || n, 'Agent n°' || n, 100 from generate_series(1, $2::integer) n`,
    [agency, agents],
  );
  await run(`insert into agent_contracts (agency_id, id, agent_id, type, start_date, hours_limit, period, category, classification_coeff, monthly_pay)
    select $1, gen_random_uuid(), id, 'CDI', '2020-01-01', 35, 'WEEK', 'AGENT_EXPLOIT', 140, 1965.78 from agents where agency_id = $1`);
  await run('analyze', []);
  await run(
    `create temporary table made as
      with people as (select id, row_number() over (order by id) - 1 as n from agents where agency_id = $1),
        places as (select id, row_number() over (order by id) - 1 as n, count(*) over () as total from sites where agency_id = $1)
      select gen_random_uuid() as id, l.id as site, p.id as agent, row_number() over () as n, t.start
      from people p cross join generate_series(0, $2::integer - 1) g join places l on l.n = (p.n * 7 + g) % l.total
        cross join lateral (select timestamptz '2026-01-01 05:00Z' + g * 365.0 / $2 * interval '1 day' + (p.n % 3) * interval '8 hours' as start) t`,
    [agency, services / agents],
  );
  for (const table of filled) await owner.query(`alter table ${table} disable trigger user`);
  await run(
    `insert into services (agency_id, id, reference, site_id, start_at, end_at, status)
      select $1, id, 'SV' || n, site, start, start + interval '8 hours', case when start < $2 then 300 else 100 end from made`,
    [agency, now],
  );
  await run('insert into service_agents (agency_id, service_id, agent_id) select $1, id, agent from made');
  await run(
    `insert into service_times (agency_id, service_id, agent_id, start_at, state, started_at, ended_at, status, difference)
      select $1, id, agent, start, 300, start, start + interval '8 hours', 110, 0 from made where start < $2`,
    [agency, now],
  );
  await run(`insert into service_breaks (agency_id, id, service_id, start_at, end_at)
    select $1, gen_random_uuid(), id, start + interval '4 hours', start + interval '260 minutes' from made where n % 4 = 0`);
  for (const table of filled) await owner.query(`alter table ${table} enable trigger user`);
  await owner.end();
  platform.release();
  await gatherStatistics(ownerUrl);
}

interface Plan {
  Plans?: Plan[];
}
const nodesOf = ({ Plans = [] }: Plan): number => 1 + Plans.reduce((all, plan) => all + nodesOf(plan), 0);

interface Explained {
  queries: number;
  nodes: number;
  milliseconds: number;
}

/** Runs the work once, each of its queries explained. */
async function explained(db: Db, work: (db: Db) => Promise<unknown>): Promise<Explained> {
  const found: Explained = { queries: 0, nodes: 0, milliseconds: 0 };
  const watched: Db = {
    ...db,
    query: async (query) => {
      const { text, values } = query as { text: string; values?: unknown[] };
      const [row] = await db.query<{
        'QUERY PLAN': [{ Plan: Plan; 'Execution Time': number; 'Planning Time': number }];
      }>({
        text: `explain (analyze, timing off, format json) ${text}`,
        ...(values ? { values } : {}),
      });
      const [plan] = row?.['QUERY PLAN'] ?? [];
      if (plan) {
        found.queries += 1;
        found.nodes += nodesOf(plan.Plan);
        found.milliseconds += plan['Execution Time'] + plan['Planning Time'];
      }
      return db.query(query);
    },
  };
  await work(watched);
  return found;
}

export async function benchMargins(): Promise<void> {
  title(`Margins: a year of ${customers} customers, ${agents} agents, ${services} services (median of ${rounds})`);
  const dataDir = await mkdtemp(join(tmpdir(), 'vigie-bench-'));
  const embedded = await startEmbedded({ dataDir, secret, log: () => undefined });
  try {
    const database = await openDatabase({ ownerUrl: embedded.url, secret });
    const agency = crypto.randomUUID();
    await writeYear(database, embedded.url, agency);
    await measureMargins(database, agency);
    await database.close();
  } finally {
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

export async function measureMargins(database: Database, agency: string): Promise<void> {
  const at = { ...nobody, agency };
  const reading = (db: Db, kept: ((db: Db) => Promise<unknown>)[]): Reading => ({
    ...{ db, now },
    keep: (work) => void kept.push(work),
  });
  for (const [label, period, goal] of [
    ['five months that are over', half, ''],
    ['the year', year, '≤ 8000 ms'],
    ['a month, as the planning shows it', month, '≤ 1000 ms'],
  ] as const) {
    const read = (kept: ((db: Db) => Promise<unknown>)[]) => (db: Db) =>
      readMargins(reading(db, kept), { ...period, by: 'customer' });
    const times: number[] = [];
    // The first round counts every month; the next ones, those around today.
    for (let round = 0; round <= rounds; round += 1) {
      const kept: ((db: Db) => Promise<unknown>)[] = [];
      const since = performance.now();
      const { rows } = await database.transaction(at, read(kept));
      const taken = performance.now() - since;
      if (rows.length !== customers) throw new Error(`${rows.length} customers`);
      for (const work of kept) await database.transaction(at, work);
      if (round === 0) line(`${label}, counted for the first time`, `${Math.round(taken)} ms`, '');
      else times.push(taken);
    }
    line(label, `${Math.round(median(times))} ms`, goal);
    const { queries, nodes, milliseconds } = await database.transaction(at, (db) => explained(db, read([])));
    line(`${label}: its queries`, `${queries} (${nodes} nodes, ${Math.round(milliseconds)} ms)`);
  }
}
