import { afterEach, expect, test } from 'vitest';
import { Agent } from '#core/agents/agent.ts';
import { quotaMessages, readPricing } from '#core/agents/quota.ts';
import type { Endpoint, Operation } from '#core/kernel/endpoint.ts';
import { type Answer, endpointOf } from '#server/testing/client.ts';
import { world } from '#server/testing/world.ts';

const { as, agency, sql } = await world();
const owner = as('owner');
const call = (operation: Operation): Endpoint => endpointOf(Agent, operation);
const create = (more: object = {}): Promise<Answer> =>
  owner.answer(call('save'), { input: { firstname: 'Nadia', lastname: 'Roux', ...more } });
const pricing = async () => (await owner.call(readPricing, { mount: 'agency' })).pricing;
const limit = (column: string, value: number | null): Promise<unknown> =>
  sql(`update agencies set ${column} = $2 where id = $1`, [agency.id, value]);

afterEach(async () => {
  await sql(
    'update agencies set agents_limit = null, accounts_limit = null, free_accounts = 0, remaining_sheets = null',
  );
});

test('without a limit, new sheets are accepted and counted', async () => {
  const { countAgents } = await pricing();
  expect((await create()).status).toBe(200);
  expect((await pricing()).countAgents).toEqual({ agents: countAgents.agents + 1, accounts: countAgents.accounts + 1 });
});

test('at the limit, a new sheet is refused and nothing is written', async () => {
  const { countAgents } = await pricing();
  await limit('agents_limit', countAgents.agents + 1);
  expect((await create()).status).toBe(200);
  expect(await create()).toMatchObject({ status: 409, body: { message: quotaMessages.agents } });
  expect((await pricing()).countAgents.agents).toBe(countAgents.agents + 1);
});

test('fifty concurrent creations never exceed the limit', async () => {
  await limit('agents_limit', (await pricing()).countAgents.agents + 2);
  const answers = await Promise.all(Array.from({ length: 50 }, () => create()));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
});

test('without a free account, a sheet is created without a licence or refused, and activation is refused', async () => {
  const { countAgents } = await pricing();
  await limit('accounts_limit', countAgents.accounts);
  expect(await create()).toMatchObject({ status: 409, body: { message: quotaMessages.accounts } });
  const waiting = await create({ willActivate: false });
  expect(waiting).toMatchObject({ status: 200, body: { agent: { status: 200 } } });
  const activate = () => owner.answer(call('act'), { params: { id: waiting.body.agent.id, type: 'activate' } });
  expect(await activate()).toMatchObject({ status: 409, body: { message: quotaMessages.accounts } });
  const save = { id: waiting.body.agent.id, willActivate: true };
  expect(await owner.answer(call('save'), { input: save })).toMatchObject({
    status: 409,
    body: { message: quotaMessages.accounts },
  });
  await limit('free_accounts', 1);
  expect((await activate()).status).toBe(200);
});

test('each creation uses one prepaid sheet, until none is left', async () => {
  await limit('remaining_sheets', 1);
  expect((await create()).status).toBe(200);
  expect((await pricing()).remainingSheets).toBe(0);
  expect(await create()).toMatchObject({ status: 409, body: { message: quotaMessages.sheets } });
  expect((await pricing()).remainingSheets).toBe(0);
});

test('an archived sheet comes back only within the quota, also as inactive', async () => {
  const made = (await create()).body.agent.id;
  const act = (id: string, type: string) => owner.answer(call('act'), { params: { id, type } });
  await limit('agents_limit', (await pricing()).countAgents.agents);
  expect((await act(made, 'archive')).status).toBe(200);
  const other = (await create()).body.agent.id;
  for (const type of ['reactivate', 'deactivate'])
    expect(await act(made, type)).toMatchObject({ status: 409, body: { message: quotaMessages.agents } });
  // What is no new sheet needs no room.
  expect((await act(other, 'deactivate')).status).toBe(200);
  expect((await act(other, 'activate')).status).toBe(200);
  expect((await act(other, 'archive')).status).toBe(200);
  expect((await act(made, 'deactivate')).status).toBe(200);
});
