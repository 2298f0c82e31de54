import { expect, test } from 'vitest';
import { Agent } from '#core/agents/agent.ts';
import { contractState } from '#core/agents/contracts.ts';
import { wallClock } from '#core/kernel/clock.ts';
import { agentsPerPage, fetchAgentsWithServices } from '#core/planning/fetch-calls.ts';
import { type AnyRow, endpointOf } from '#server/testing/client.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as } = here;
const owner = as('owner');
const { day: today } = wallClock(new Date(), 'Europe/Paris');

const saved = async (agentInfos: object = {}, more: object = {}): Promise<AnyRow> =>
  (
    (await owner.call(endpointOf(Agent, 'save'), {
      input: { firstname: 'Jean', lastname: 'Martin', agentInfos, ...more },
    })) as AnyRow
  ).agent;
const move = (id: string, type: string, who = owner) => who.answer(endpointOf(Agent, 'act'), { params: { id, type } });

test('a new sheet has rating 3 and is plannable; the person mirrors both, and the hours of the contract', async () => {
  const agent = await saved({
    contracts: [{ type: 'CDI', startDate: '2026-01-01', hoursLimit: 35, period: 'WEEK' }],
    nextSubscription: 5,
    insuranceExempt: true,
    insuranceExemptReason: 'Mutuelle du conjoint',
  });
  expect(agent).toMatchObject({
    fullname: 'Jean Martin',
    phone: [],
    status: 100,
    plannable: true,
    rating: 3,
    workingTime: 151.67,
    isOwner: false,
    lastLogin: null,
    agentInfos: {
      rating: 3,
      plannable: true,
      nextSubscription: 5,
      insuranceExempt: true,
      insuranceExemptReason: 'Mutuelle du conjoint',
    },
  });
  const changed = await saved({ rating: 5, plannable: false }, { id: agent.id });
  expect(changed).toMatchObject({ rating: 5, plannable: false });
  for (const rating of [0, 6])
    expect(
      (await owner.answer(endpointOf(Agent, 'save'), { input: { id: agent.id, agentInfos: { rating } } })).status,
    ).toBe(400);
});

test('F-006: the reason of an exemption is asked, and goes with it', async () => {
  const reasonOf = ({ agentInfos }: AnyRow) =>
    (agentInfos as { insuranceExemptReason: string | null }).insuranceExemptReason;
  const refused = await owner.answer(endpointOf(Agent, 'save'), {
    input: { firstname: 'Jean', lastname: 'Martin', agentInfos: { insuranceExempt: true } },
  });
  expect(refused).toMatchObject({
    status: 400,
    body: { violations: [{ path: 'agentInfos.insuranceExemptReason', message: 'Obligatoire' }] },
  });
  const exempt = await saved({ insuranceExempt: true, insuranceExemptReason: 'Mutuelle du conjoint' });
  expect(reasonOf(await saved({ plannable: false }, { id: exempt.id }))).toBe('Mutuelle du conjoint');
  expect(reasonOf(await saved({ insuranceExempt: false }, { id: exempt.id }))).toBeNull();
});

test('a state’s code makes its move, under the right of that move (F-018)', async () => {
  const { id } = await saved({});
  const editor = as(await here.hire('modes', { of: 'azur', rights: ['listAgents', 'readAgent', 'editAgent'] }));
  expect(await move(id, '300', editor)).toMatchObject({ status: 403, body: { right: 'archiveAgent' } });
  expect((await move(id, '200', editor)).body.agent.status).toBe(200);
  expect((await move(id, '300')).body.agent.status).toBe(300);
  expect((await move(id, '400')).status).toBe(204);
});

test('an unknown agent is a 404', async () => {
  const answer = await owner.answer(endpointOf(Agent, 'read'), {
    params: { id: '01900000-0000-7000-8000-00000000dead' },
  });
  expect(answer).toMatchObject({ status: 404, body: { message: 'Collaborateur introuvable' } });
});

test('the active contract has its state and its pay, only with the right to list contracts', async () => {
  const dates = [
    ['2026-01-01', null],
    ['2199-01-01', null],
    ['2020-01-01', '2021-01-01'],
  ] as const;
  for (const [startDate, endDate] of dates) {
    const contract = {
      name: 'Poste',
      type: 'CDI',
      startDate,
      endDate,
      hoursLimit: 35,
      period: 'WEEK',
      hourlyPay: 13.5,
      monthlyPay: 2_100,
      workPlace: 'Nice',
    };
    const { id, agentInfos } = await saved({ contracts: [contract] });
    expect(agentInfos.activeContract).toMatchObject({
      ...contract,
      status: contractState({ startDate, endDate }, today),
    });
    const reader = as(await here.hire(`lecteur${startDate}`, { of: 'azur', rights: ['listAgents', 'readAgent'] }));
    const { body } = await reader.answer(endpointOf(Agent, 'read'), { params: { id } });
    expect(body.agent.agentInfos.activeContract).toBeNull();
    const list = (await reader.answer(endpointOf(Agent, 'list'), { input: { limit: 5_000 } })).body as AnyRow;
    expect(list.agents.find((one: AnyRow) => one.id === id).agentInfos.activeContract).toBeNull();
  }
});

test('a list returns agents, the specialties of the agency and the count', async () => {
  const list = (await owner.answer(endpointOf(Agent, 'list'), { input: { limit: 1 } })).body as AnyRow;
  expect(Object.keys(list).toSorted()).toEqual(['agents', 'filtered', 'specialties']);
  expect(list.agents).toHaveLength(1);
  expect(list.filtered).toBeGreaterThan(1);
});

test('agents are returned by five hundred with the planning of a period, without it by the requested number', async () => {
  await here.sql(
    `insert into agents (agency_id, id, firstname, lastname, fullname, type, status, rights)
      select $1, gen_random_uuid(), 'Foule', n::text, '', 'EMPLOYEE', 100, '{}' from generate_series(1, 520) n`,
    [here.agency.id],
  );
  const page = (input: object) =>
    owner.call(fetchAgentsWithServices, { input: { start: today, end: today, ...input } });
  const [first, second] = [await page({}), await page({ page: 2 })];
  expect([first.agents.length, second.agents.length]).toEqual([agentsPerPage, first.filtered - agentsPerPage]);
  expect(agentsPerPage).toBe(500);
  expect(new Set([...first.agents, ...second.agents].map(({ id }) => id)).size).toBe(first.filtered);
  const list = (await owner.answer(endpointOf(Agent, 'list'), { input: { limit: 200, page: 2 } })).body as AnyRow;
  expect(list.agents).toHaveLength(200);
});

test('the moves of a sheet each need their own right', async () => {
  const { id } = await saved();
  const clerk = as(await here.hire('commis', { of: 'azur', rights: ['listAgents', 'readAgent', 'editAgent'] }));
  expect(await move(id, 'archive', clerk)).toMatchObject({ status: 403, body: { right: 'archiveAgent' } });
  expect((await move(id, 'deactivate', clerk)).body).toMatchObject({ agent: { status: 200 } });
  expect(await move(id, 'delete', clerk)).toMatchObject({ status: 403, body: { right: 'deleteAgent' } });
  expect((await move(id, 'activate', clerk)).body).toMatchObject({ agent: { status: 100 } });
  expect((await move(id, 'delete')).status).toBe(409);
  expect((await move(id, 'archive')).body).toMatchObject({ agent: { status: 300 } });
  expect((await move(id, 'reactivate')).body).toMatchObject({ agent: { status: 100 } });
  await move(id, 'archive');
  expect((await move(id, 'delete')).status).toBe(204);
  expect((await move(id, 'vaporise')).status).toBe(400);
});
