// Collaborators of a file beyond the licences of the subscription (decision 112).
import { expect, test } from 'vitest';
import { Agent } from '#core/agents/agent.ts';
import { readPricing } from '#core/agents/quota.ts';
import { importerOf, word } from '#server/testing/importing.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { bring, check, run, found } = importerOf(here);
const { countAgents } = (await here.as('owner').call(readPricing, { mount: 'agency' })).pricing;
await here.sql('update agencies set accounts_limit = $2 where id = $1', [here.agency.id, countAgents.accounts + 2]);

const file = (mark: string) =>
  bring(
    Agent,
    ['Nom', 'Prénom'],
    ['A', 'B', 'C'].map((name) => [`${name} ${mark}`, 'Zoé']),
  );
const statuses = async (mark: string) =>
  (await found(Agent, mark)).map(({ status }) => Number(status)).toSorted((one, two) => one - two);

test('a check says how many accounts are left, and takes the others as inactive if asked', async () => {
  const mark = word();
  const brought = await file(mark);
  expect(await check(Agent, brought)).toMatchObject({
    ...{ created: 3, problemCount: 1, accountsLeft: 2 },
    problems: [{ row: null, message: expect.stringContaining('il en reste 2, il en faut 3') }],
  });
  const others = { ...brought, settings: { ...brought.settings, inactive: 'others' as const } };
  const checked = await check(Agent, others);
  expect(checked.problemCount).toBe(0);
  expect(checked.accountsLeft).toBeUndefined();
  expect(await run(Agent, others)).toMatchObject({ state: 'done', outcome: { created: 3 } });
  expect(await statuses(mark)).toEqual([100, 100, 200]);
});

test('all are imported as inactive if asked, even without an account left', async () => {
  const mark = word();
  const brought = await file(mark);
  expect(await check(Agent, brought)).toMatchObject({ accountsLeft: 0 });
  const all = { ...brought, settings: { ...brought.settings, inactive: 'all' as const } };
  expect(await run(Agent, all)).toMatchObject({ state: 'done', outcome: { created: 3 } });
  expect(await statuses(mark)).toEqual([200, 200, 200]);
});
