import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { Agent } from '#core/agents/agent.ts';
import { countAgentServices } from '#core/agents/planned.ts';
import { entityNamed } from '#core/entities.ts';
import { instantAt, wallClock } from '#core/kernel/clock.ts';
import { monthAfter } from '#core/planning/days.ts';
import { nobody } from '#server/db/context.ts';
import { listStatement } from '#server/kernel/list.ts';
import { planOf } from '#server/kernel/plan.ts';
import { endpointOf } from '#server/testing/client.ts';
import { world } from '#server/testing/world.ts';
import { agentExtension } from './agents.ts';

const { as, agency, people, sql, database } = await world({ jobs: [] });
const owner = as('owner');
const agent = people.agent.profile?.id as string;

const site = randomUUID();
await sql(
  `insert into sites (agency_id, id, name, slug, customer_id) select $1, $2, 'Marina', 'marina', c.id from customers c where c.agency_id = $1`,
  [agency.id, site],
);

const zone = 'Europe/Paris';
const month = wallClock(new Date(), zone).day.slice(0, 7);
const at = (day: string, time: string): string => instantAt(day, time, zone);

async function plan(
  start: string,
  hours: number,
  more: { status?: number; circuit?: string; isCircuit?: boolean } = {},
) {
  const id = randomUUID();
  await sql(
    `insert into services (agency_id, id, site_id, status, start_at, end_at, circuit_id, is_circuit)
      values ($1, $2, $3, $4, $5::timestamptz, $5::timestamptz + make_interval(hours => $6), $7, $8)`,
    [agency.id, id, site, more.status ?? 100, start, hours, more.circuit ?? null, more.isCircuit ?? false],
  );
  await sql('insert into service_agents (agency_id, service_id, agent_id) values ($1, $2, $3)', [agency.id, id, agent]);
  return id;
}
beforeEach(() => sql('delete from services'));

interface Listed {
  agents: { id: string; agentInfos: { plannedHours: number | null } }[];
}
const listed = async (ascending = false): Promise<[string, number | null][]> => {
  const input = { orderBy: 'agentInfos.plannedHours', ascending, limit: 100 };
  const { agents } = (await owner.call(endpointOf(Agent, 'list'), { input })) as unknown as Listed;
  return agents.map(({ id, agentInfos }) => [id, agentInfos.plannedHours]);
};
const hoursOf = async (id: string): Promise<number | null | undefined> => new Map(await listed()).get(id);

test('the hours of this month are summed by the agency’s clock, without breaks', async () => {
  const service = await plan(at(`${month}-10`, '08:00'), 10);
  await sql(
    `insert into service_breaks (agency_id, id, service_id, type, start_at, end_at) select agency_id, gen_random_uuid(), id, 0, start_at, start_at + interval '90 minutes' from services where id = $1`,
    [service],
  );
  await plan(at(`${month}-01`, '00:00'), 8);
  await plan(at(`${monthAfter(month, 1)}-01`, '00:00'), 8);
  await plan(new Date(Date.parse(at(`${month}-01`, '00:00')) - 60_000).toISOString(), 8);
  expect(await hoursOf(agent)).toBe(16.5);
});

test('a break of one of two agents counts only for him', async () => {
  const service = await plan(at(`${month}-10`, '08:00'), 10);
  const staff = people.staff.profile?.id as string;
  await sql('update agents set plannable = true where id = $1', [staff]);
  await sql('insert into service_agents (agency_id, service_id, agent_id) values ($1, $2, $3)', [
    agency.id,
    service,
    staff,
  ]);
  await sql(
    `insert into service_breaks (agency_id, id, service_id, agent_id, type, start_at, end_at) select agency_id, gen_random_uuid(), id, $2, 0, start_at, start_at + interval '1 hour' from services where id = $1`,
    [service, agent],
  );
  expect([await hoursOf(agent), await hoursOf(staff)]).toEqual([9, 10]);
  await sql('update agents set plannable = false where id = $1', [staff]);
});

test('missed, archived or unscheduled services do not count, and a circuit counts once', async () => {
  for (const status of [120, 700]) await plan(at(`${month}-11`, '08:00'), 8, { status });
  const circuit = await plan(at(`${month}-12`, '20:00'), 6, { isCircuit: true });
  await plan(at(`${month}-12`, '21:00'), 1, { circuit });
  expect(await hoursOf(agent)).toBe(6);
});

test('an agent of the planning without services has 0; other agents have no hours, and come last', async () => {
  await plan(at(`${month}-10`, '08:00'), 10);
  for (const ascending of [true, false]) {
    const rows = await listed(ascending);
    const hours = rows.map(([, value]) => value);
    const known = hours.filter((value) => value !== null);
    expect(known).toEqual(known.toSorted((one, other) => (ascending ? one - other : other - one)));
    expect(hours.slice(known.length).every((value) => value === null)).toBe(true);
    expect(new Map(rows).get(people.owner.profile?.id as string)).toBeNull();
  }
});

interface Node {
  'Subplan Name'?: string;
  'Relation Name'?: string;
  Plans?: Node[];
}

test('listing or sorting all agents reads the services once, not once per agent', async () => {
  const { text, values } = listStatement(planOf(Agent, agentExtension, entityNamed).whole, {
    orderBy: 'agentInfos.plannedHours',
  });
  const [row] = await database.transaction({ ...nobody, agency: agency.id }, (db) =>
    db.query<{ 'QUERY PLAN': { Plan: Node }[] }>({ text: `explain (format json) ${text}`, values }),
  );
  const page: Node[] = [];
  const find = (node: Node): void => {
    if (node['Subplan Name'] === 'CTE page') page.push(node);
    node.Plans?.forEach(find);
  };
  find(row?.['QUERY PLAN'][0]?.Plan as Node);
  /** The path to each scan of services in the plan: an initial plan, or a plan for each row. */
  const ways: string[][] = [];
  const walk = (node: Node, way: string[]): void => {
    const next = node['Subplan Name'] ? [...way, node['Subplan Name']] : way;
    if (node['Relation Name'] === 'services') ways.push(next);
    for (const child of node.Plans ?? []) walk(child, next);
  };
  for (const node of page) walk(node, []);
  expect(ways.length).toBeGreaterThan(0);
  for (const way of ways)
    expect(
      way.some((name) => name.startsWith('InitPlan')),
      way.join(' > '),
    ).toBe(true);
});

test('the services of an agent are counted without stops; agents of other agencies are missing', async () => {
  const circuit = await plan(at(`${month}-12`, '20:00'), 6, { isCircuit: true });
  await plan(at(`${month}-12`, '21:00'), 1, { circuit });
  await plan('2020-01-01T08:00:00.000Z', 8, { status: 600 });
  expect(await owner.call(countAgentServices, { params: { id: agent } })).toEqual({ services: 2 });
  expect((await as('foreignOwner').answer(countAgentServices, { params: { id: agent } })).status).toBe(404);
  expect((await owner.answer(countAgentServices, { params: { id: 'x' } })).status).toBe(404);
});
