// A person whose contract was signed is erased once the law no longer keeps it, and never before.
import { expect, test } from 'vitest';
import { Agent } from '#core/agents/agent.ts';
import { contractCalls } from '#core/contracts/calls.ts';
import { AgentContract } from '#core/contracts/contract.ts';
import { servicesOf } from '#server/kernel/app.ts';
import { applyRetention } from '#server/privacy/retention.ts';
import { bound, rowsOf, type Subject, subjectOf } from '#server/privacy/subject.ts';
import { endpointOf } from '#server/testing/client.ts';
import { drawnName } from '#server/testing/contract-requests.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, sql, agency } = here;
const owner = as('owner');
const services = servicesOf(here.app);

async function signed(firstname: string): Promise<{ agent: string; contract: string }> {
  const agent = (
    await owner.answer(endpointOf(Agent, 'save'), { input: { firstname, lastname: 'Roy', email: `${firstname}@a.fr` } })
  ).body.agent.id;
  const signatures = [{ fullname: `${firstname} Roy` }];
  const input = { title: 'CDI', agent: { id: agent }, content: '<p>Texte</p>', signatures };
  const { body } = await owner.answer(endpointOf(AgentContract, 'save'), { input: input as never });
  const contract = body.agentContract.id;
  const done = await owner.answer(contractCalls.agent.sign, {
    input: { id: contract, fullname: `${firstname} Roy`, consent: true, drawing: drawnName },
  });
  expect(done.body.agentContract.status).toBe(300);
  return { agent, contract };
}

const run = (): Promise<void> =>
  applyRetention.work({}, services, {
    ...{ agency: null, count: 1, isLast: false, signal: new AbortController().signal },
  });

const leftOf = async (contract: string): Promise<number> =>
  (
    await sql<{ left: number }>(
      `select (select count(*) from agent_contract_papers where id = $1)::integer + (select count(*) from signature_requests where agent_contract_id = $1)::integer as left`,
      [contract],
    )
  )[0]?.left as number;

test('signatures and their steps are in the export of whoever signed', async () => {
  const { agent } = await signed('Ada');
  const found = await services.database.platformTransaction(async (db) => {
    const subject = (await subjectOf(db, { agency: agency.id, kind: 'agent', id: agent })) as Subject;
    const counts: Record<string, number> = {};
    for (const [table, { where, derived, internal }] of services.people.personal)
      if (table.startsWith('signature_') && !derived && !internal)
        counts[table] = (
          await db.query<{ count: number }>(
            bound(`select count(*)::integer as count from ${table} t where ${rowsOf(where, false)}`, subject),
          )
        )[0]?.count as number;
    return counts;
  });
  expect(found).toEqual({ signature_parties: 1, signature_steps: 2 });
});

test('the nightly rule erases who left long ago with a signed contract, each alone; before its term nobody deletes one', async () => {
  const [gone, archived, stays] = [await signed('Inès'), await signed('Paul'), await signed('Noé')];
  const remove = (contract: string): Promise<string> =>
    sql(`delete from agent_contract_papers where id = '${contract}'`).then(
      () => 'deleted',
      ({ code }) => code,
    );
  expect(await remove(gone.contract)).toBe('VF409');
  await sql(`update agents set status = 300, updated_at = now() - interval '20 years' where id = $1`, [gone.agent]);
  // Erased before, with what the law kept until yesterday.
  await sql(`update agents set status = 300 where id = any ($1)`, [[archived.agent, stays.agent]]);
  for (const [id, until] of [
    [archived.agent, -1],
    [stays.agent, 30],
  ])
    await sql(
      `insert into erased_people (agency_id, id, kind, number, kept, kept_until) values ($1, $2, 'agent', $3, 'sealed', current_date + $4::integer)`,
      [agency.id, id, 100 + Number(until), until],
    );
  await run();
  expect([await leftOf(gone.contract), await leftOf(archived.contract), await leftOf(stays.contract)]).toEqual([
    0, 0, 2,
  ]);
  expect(await remove(stays.contract)).toBe('VF409');
  const kept = await sql('select from signature_parties where fullname = any ($1)', [['Inès Roy', 'Paul Roy']]);
  expect(kept).toEqual([]);
});
