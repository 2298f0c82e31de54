// The list of 5,000 agents with every column, sorted by each computed column: our single statement with row policies,
// against the same query written by hand, without policies and rights. Interleaved, median.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent } from '#core/agents/agent.ts';
import { entityNamed } from '#core/entities.ts';
import { agentExtension } from '#server/agents/agents.ts';
import { anomaliesOf } from '#server/agents/anomalies.ts';
import { activeContractOf, monthlyHours } from '#server/agents/contracts.ts';
import { plannedHours } from '#server/agents/planned.ts';
import { nobody } from '#server/db/context.ts';
import { openDatabase } from '#server/db/database.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { gatherStatistics } from '#server/db/statistics.ts';
import { seedDemo } from '#server/demo/seed.ts';
import { listStatement } from '#server/kernel/list.ts';
import { named, planOf } from '#server/kernel/plan.ts';
import { line, median, title } from './report.ts';

const rounds = 15;
const secret = 'a secret of the benchmark alone';
/** Each unit adds sixty agents. */
const factor = 84;

const orders: Record<string, string> = {
  fullname: 't.fullname collate "fr-x-icu"',
  anomalies: `cardinality(${anomaliesOf('t')})`,
  'agentInfos.individualNumber': `right(t.card_number, 7) collate "fr-x-icu"`,
  'agentInfos.activeContract': `(select ${monthlyHours('c')} ${activeContractOf('t')})`,
  'agentInfos.plannedHours': plannedHours('t'),
};

export async function benchAgents(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vigie-bench-'));
  const postgres = await startEmbedded({ dataDir, secret, log: () => {} });
  try {
    const database = await openDatabase({ ownerUrl: postgres.url, secret });
    await seedDemo(database, () => {}, { factor, secret });
    await gatherStatistics(postgres.url);
    // With the platform's role, whose policy allows everything.
    const platform = await database.platform.connect();
    await platform.query('set jit = off');
    const { rows } = await platform.query<{ agency: string; agents: number }>(
      'select agency_id as agency, count(*)::integer as agents from agents group by 1 order by 2 desc limit 1',
    );
    const { agency = '', agents = 0 } = rows[0] ?? {};
    await platform.query(`select set_config('app.agency', $1, false)`, [agency]);
    const plan = planOf(Agent, agentExtension, entityNamed);
    title(`Collaborators: ${agents} of one agency, a page of 25 with all columns, ${rounds} × each, interleaved`);
    for (const [by, order] of Object.entries(orders)) {
      const ours = listStatement(plan.whole, { orderBy: by, ascending: false, limit: 25 });
      // The same columns of the same page, without our layers.
      const bare = `select ${plan.whole.columns('listed')} from (select t.* from agents t where t.agency_id = '${agency}' and t.status <> 400
        order by ${order} desc nulls last, t.id desc limit 25) t`;
      const times: { ours: number[]; bare: number[] } = { ours: [], bare: [] };
      for (let round = 0; round < rounds + 1; round += 1) {
        let since = performance.now();
        await database.read({ ...nobody, agency }, named(ours.text, ours.values));
        if (round > 0) times.ours.push(performance.now() - since);
        since = performance.now();
        await platform.query(bare);
        if (round > 0) times.bare.push(performance.now() - since);
      }
      const [our, their] = [median(times.ours), median(times.bare)];
      line(`sorted by ${by}`, `${our.toFixed(1)} ms, bare ${their.toFixed(1)} ms, ratio ${(their / our).toFixed(2)}`);
    }
    platform.release();
    await database.close();
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
