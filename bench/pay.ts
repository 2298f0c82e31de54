// A month of pay of 500 agents with 22 services each, computed as the screen asks for it. Goal: 2 s.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nobody } from '#server/db/context.ts';
import { type Database, openDatabase } from '#server/db/database.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { freezePayroll } from '#server/pay/closing.ts';
import { labourCost } from '#server/pay/cost.ts';
import { payrollOf } from '#server/pay/payroll.ts';
import { paySettings } from '#server/pay/place.ts';
import { line, median, title } from './report.ts';

const [agents, services, rounds] = [500, 22, 5];
const secret = 'a secret of the benchmark alone';

/** An agency of 500 agents with their services of two months; its id. */
export async function fillMonths({ platform }: Pick<Database, 'platform'>): Promise<string> {
  const [agency, customer, site] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  await platform.query(`insert into agencies (id, name, planning_regulation) values ($1, 'Mesure', 'IDCC1351')`, [
    agency,
  ]);
  await platform.query(`insert into customers (agency_id, id, name) values ($1, $2, 'Client')`, [agency, customer]);
  await platform.query(
    `insert into sites (agency_id, id, customer_id, name, slug) values ($1, $2, $3, 'Site', 'site')`,
    [agency, site, customer],
  );
  await platform.query(
    `insert into agents (agency_id, id, firstname, lastname, fullname, status)
      select $1, gen_random_uuid(), 'Agent', 'n°' || n, 'Agent n°' || n, 100 from generate_series(1, $2::integer) n`,
    [agency, agents],
  );
  await platform.query('analyze agents');
  await platform.query(
    `insert into agent_contracts (agency_id, id, agent_id, type, start_date, hours_limit, period, category, classification_coeff, monthly_pay)
      select $1, gen_random_uuid(), id, 'CDI', '2020-01-01', 35, 'WEEK', 'AGENT_EXPLOIT', 140, 1965.78 from agents where agency_id = $1`,
    [agency],
  );
  // By day, in three turns; a day at a time, since the triggers know no statistics of new tables.
  for (const month of ['2026-09', '2026-10'])
    for (let day = 1; day <= services; day += 1) {
      await platform.query(
        `with people as (select id, row_number() over (order by id) as rank from agents where agency_id = $1),
          made as (insert into services (agency_id, id, site_id, start_at, end_at, post_title)
            select $1, gen_random_uuid(), $2, d.at, d.at + interval '9 hours', p.rank::text
            from people p, lateral (select $3::timestamptz + make_interval(hours => (p.rank % 3)::integer * 8) as at) d returning id, post_title)
        insert into service_agents (agency_id, service_id, agent_id)
          select $1, m.id, p.id from made m join people p on p.rank = m.post_title::integer`,
        [agency, site, `${month}-${String(day).padStart(2, '0')} 00:00Z`],
      );
      if (day === 1) await platform.query('analyze');
    }
  await platform.query('analyze');
  return agency;
}

export async function benchPay(): Promise<void> {
  title(`Pay: a month of ${agents} agents with ${services} services each (median of ${rounds})`);
  const dataDir = await mkdtemp(join(tmpdir(), 'vigie-bench-'));
  const embedded = await startEmbedded({ dataDir, secret, log: () => undefined });
  try {
    const database = await openDatabase({ ownerUrl: embedded.url, secret });
    const agency = await fillMonths(database);
    const at = { ...nobody, agency };
    const timed = async (label: string, work: () => Promise<unknown>, goal: string): Promise<void> => {
      const times: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const since = performance.now();
        await work();
        times.push(performance.now() - since);
      }
      line(label, `${Math.round(median(times))} ms${goal}`);
    };
    const month = (asked: string) =>
      database.transaction(at, async (db) => payrollOf(db, asked, await paySettings(db)));
    const { rows } = await month('2026-09');
    if (rows.length !== agents) throw new Error(`${rows.length} agents paid`);
    await timed('computed', () => month('2026-09'), ' (goal 2000)');
    const since = performance.now();
    await database.transaction(at, async (db) => {
      const settings = await paySettings(db);
      const payroll = await payrollOf(db, '2026-09', settings);
      await freezePayroll(db, payroll, { at: new Date(), by: null, settings });
    });
    line('computed and closed', `${Math.round(performance.now() - since)} ms`);
    await timed('the next month, with the regularisations of the closed one', () => month('2026-10'), ' (goal 2000)');
    await timed('the closed month read', () => month('2026-09'), '');
    const period = { start: '2026-09-01', end: '2026-09-30' };
    await timed('labour cost of its services', () => database.transaction(at, (db) => labourCost(db, period)), '');
    await database.close();
  } finally {
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
