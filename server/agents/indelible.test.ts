import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { Agent, agentTypes } from '#core/agents/agent.ts';
import { exportAgents, isInRegister } from '#core/agents/register.ts';
import { wallClock } from '#core/kernel/clock.ts';
import { erasePerson } from '#core/privacy/person.ts';
import { nobody } from '#server/db/context.ts';
import { type Answer, type AnyRow, endpointOf } from '#server/testing/client.ts';
import { openPdf } from '#server/testing/pdf.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, agency, database, people, sql } = here;
const owner = as('owner');

const { day: today } = wallClock(new Date(), 'Europe/Paris');
const dayIn = (days: number): string =>
  new Date(Date.parse(`${today}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
const save = (input: object): Promise<Answer> => owner.answer(endpointOf(Agent, 'save'), { input });
const contract = (startDate: string, more: object = {}): object => ({
  type: 'CDI',
  startDate,
  hoursLimit: 35,
  period: 'WEEK',
  ...more,
});
async function hired(lastname: string, contracts: object[], more: object = {}): Promise<AnyRow> {
  const answer = await save({ firstname: 'Jean', lastname, agentInfos: { contracts, ...more } });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.agent;
}
/** The contract begins without any save. */
async function beginUnseen(id: string): Promise<void> {
  const clock = new pg.Client({ connectionString: here.environment.databaseUrl as string });
  await clock.connect();
  await clock.query('alter table agent_contracts disable trigger register_updated');
  await sql('update agent_contracts set start_date = $2 where agent_id = $1', [id, today]);
  await clock.query('alter table agent_contracts enable trigger register_updated');
  await clock.end();
}
const contractsOf = async (id: string): Promise<AnyRow[]> =>
  ((await owner.call(endpointOf(Agent, 'read'), { params: { id } })) as AnyRow).agent.agentInfos.contracts;
const entries = async (): Promise<AnyRow[]> => (await owner.call(exportAgents, { input: {} })).agents;
const numberOf = async (lastname: string): Promise<number | undefined> =>
  (await entries()).find((line) => line.lastname === lastname)?.number;

describe('a contract that has begun', () => {
  test('cannot be removed by any save, but corrected and ended', async () => {
    const { id, agentInfos } = await hired('Durable', [contract('2024-01-01'), contract(dayIn(10))]);
    const [begun, coming] = agentInfos.contracts as AnyRow[];
    for (const contracts of [[], [coming], [contract('2024-01-01')]])
      expect(await save({ id, agentInfos: { contracts } })).toMatchObject({
        status: 400,
        body: {
          violations: [{ path: 'agentInfos.contracts', message: expect.stringContaining('commencé le 01/01/2024') }],
        },
      });
    expect(await contractsOf(id)).toHaveLength(2);
    const ended = await save({
      id,
      agentInfos: { contracts: [{ ...begun, startDate: '2024-02-01', endDate: today }] },
    });
    expect(ended.status).toBe(200);
    expect(await contractsOf(id)).toMatchObject([{ id: begun?.id, startDate: '2024-02-01', endDate: today }]);
  });

  test('cannot be removed after its start is changed to the future, because it is in the register', async () => {
    const { id, agentInfos } = await hired('Rusé', [contract(dayIn(-3))]);
    const [begun] = agentInfos.contracts as AnyRow[];
    expect((await save({ id, agentInfos: { contracts: [{ ...begun, startDate: dayIn(5) }] } })).status).toBe(200);
    expect((await save({ id, agentInfos: { contracts: [] } })).status).toBe(400);
  });

  test('cannot be deleted by the application role; a future contract can', async () => {
    const { id } = await hired('Gardé', [contract('2024-01-01'), contract(dayIn(10))]);
    const removed = await database.transaction({ ...nobody, agency: agency.id, user: people.owner.id }, (db) =>
      db.query<{ start: string }>({
        text: 'delete from agent_contracts where agency_id = $1 and agent_id = $2 returning start_date::text as start',
        values: [agency.id, id],
      }),
    );
    expect(removed).toEqual([{ start: dayIn(10) }]);
  });

  test('is erased with its person after the legal retention', async () => {
    const { id } = await hired('Parti', [contract('2010-01-01', { endDate: '2015-01-01' })]);
    await sql('update agents set status = 300 where id = $1', [id]);
    await owner.call(erasePerson, { params: { kind: 'agent', id }, input: { confirmed: true } });
    expect(await sql('select 1 from agent_contracts where agent_id = $1', [id])).toEqual([]);
  });
});

describe('the number of an entry', () => {
  test('is assigned once: a late hire gets the next one, and is listed at its day', async () => {
    await hired('Ancienne', [contract('2024-03-01')]);
    await hired('Récente', [contract('2025-03-01')]);
    const [first, second] = [await numberOf('Ancienne'), await numberOf('Récente')];
    await hired('Tardive', [contract('2024-06-01')]);
    expect(await numberOf('Ancienne')).toBe(first);
    expect(await numberOf('Récente')).toBe(second);
    expect(await numberOf('Tardive')).toBe(Number(second) + 1);
    const order = (await entries()).map(({ lastname }) => lastname);
    expect(order.indexOf('Ancienne')).toBeLessThan(order.indexOf('Tardive'));
    expect(order.indexOf('Tardive')).toBeLessThan(order.indexOf('Récente'));
  });

  test('is assigned when the contract begins, not before, and is printed', async () => {
    const { id, agentInfos } = await hired('Future', [contract(dayIn(2))]);
    expect(agentInfos.contracts[0].registerNumber).toBeNull();
    await beginUnseen(id);
    expect((await contractsOf(id))[0]?.registerNumber).toBeNull();
    const { token } = await here.sessionOf('owner');
    const printed = await here.app.inject({
      url: `/api/agency/${agency.id}/export/agents/register?day=${today}`,
      headers: { authorization: `Bearer ${token}` },
    });
    expect((await openPdf(printed.rawPayload)).text).toContain('Future');
    expect((await contractsOf(id))[0]?.registerNumber).toBe(await numberOf('Future'));
    // The first document of a process waits for the drawing thread to start.
  }, 60_000);

  test('of a trainee is in the other part; an agreement entered as a contract is numbered there again', async () => {
    const trainee = await hired('Stagiaire', [contract(dayIn(-9), { type: 'INTERNSHIP' })]);
    expect(trainee.agentInfos.contracts[0].registerNumber).toBe(1);
    const wrong = await hired('Confondue', [contract(dayIn(-8))]);
    const [line] = wrong.agentInfos.contracts as AnyRow[];
    const { body } = await save({ id: wrong.id, agentInfos: { contracts: [{ ...line, type: 'INTERNSHIP' }] } });
    expect(body.agent.agentInfos.contracts[0].registerNumber).toBe(2);
    // Its earlier number in the other part is not reused.
    await hired('Suivante', [contract(dayIn(-7))]);
    expect(await numberOf('Suivante')).toBe(Number(line?.registerNumber) + 1);
  });

  test('is assigned by the same rule as in core', async () => {
    for (const type of Object.keys(agentTypes)) {
      const { agentInfos } = await hired(`Type ${type}`, [contract('2024-01-01')], { type });
      expect(agentInfos.contracts[0].registerNumber !== null, type).toBe(isInRegister({ type }));
    }
  });

  test('is assigned when a candidate is hired; an agent with a number cannot become a candidate, and keeps it in other types', async () => {
    const { id, agentInfos } = await hired('Candidate', [contract('2024-01-01')], { type: 'NOMINEE' });
    expect(agentInfos.contracts[0].registerNumber).toBeNull();
    const { body } = await save({ id, agentInfos: { type: 'EMPLOYEE' } });
    const number = body.agent.agentInfos.contracts[0].registerNumber;
    expect(number).toBe(await numberOf('Candidate'));
    expect(await save({ id, agentInfos: { type: 'NOMINEE' } })).toMatchObject({
      status: 400,
      body: { violations: [{ path: 'agentInfos.type' }] },
    });
    expect((await save({ id, agentInfos: { type: 'SELF' } })).status).toBe(200);
    expect(await numberOf('Candidate')).toBe(number);
  });

  test('is due from the first day of the contract: from then on the agent cannot become a candidate', async () => {
    const { id } = await hired('Promise', [contract(dayIn(1))]);
    const candidate = { id, agentInfos: { type: 'NOMINEE' } };
    // The contract has not begun yet.
    expect((await save(candidate)).status).toBe(200);
    expect((await save({ id, agentInfos: { type: 'EMPLOYEE' } })).status).toBe(200);
    await beginUnseen(id);
    expect((await contractsOf(id))[0]?.registerNumber).toBeNull();
    expect(await save(candidate)).toMatchObject({ status: 400, body: { violations: [{ path: 'agentInfos.type' }] } });
    // External agents are not in the register.
    const lent = await hired('Prêtée', [contract(dayIn(-3))], { type: 'EXTERNAL' });
    expect((await save({ id: lent.id, agentInfos: { type: 'NOMINEE' } })).status).toBe(200);
  });

  test('is unique when many agents are hired concurrently', async () => {
    await Promise.all(Array.from({ length: 12 }, (_, index) => hired(`Ensemble ${index}`, [contract('2025-01-01')])));
    const numbers = (await entries()).flatMap(({ part, number }) => (part === 'STAFF' ? [number] : []));
    expect(new Set(numbers).size).toBe(numbers.length);
  });
});
