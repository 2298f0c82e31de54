import { beforeEach, expect, test } from 'vitest';
import { Agency } from '#core/agencies/agency.ts';
import { Agent } from '#core/agents/agent.ts';
import { rightSet } from '#core/grants.ts';
import { RightsSet } from '#core/rights/set.ts';
import type { Right } from '#core/rights.ts';
import { type Answer, endpointOf } from '#server/testing/client.ts';
import { importerOf } from '#server/testing/importing.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, sql, agency, otherAgency } = here;
const owner = as('owner');

const set = async (name: string, rights: Right[], more: object = {}): Promise<string> =>
  (await owner.answer(endpointOf(RightsSet, 'save'), { input: { name, rights, ...more } })).body.rightsSet.id;
const choose = (id: string | null, who = owner): Promise<Answer> =>
  who.answer(endpointOf(Agency, 'save'), { input: { id: agency.id, defaultRightsSet: id && { id } } });
const rightsOfNew = async (): Promise<string[]> => {
  const { body } = await owner.answer(endpointOf(Agent, 'save'), { input: { firstname: 'Nina', lastname: 'Neuve' } });
  const [row] = await sql<{ rights: string[] }>('select rights from agents where id = $1', [body.agent.id]);
  return row?.rights.sort() ?? [];
};
const usual = rightSet('collaborator').sort();

beforeEach(async () => {
  await sql('delete from rights_sets');
});

test('a new collaborator gets the Collaborator set until the agency chooses its own set', async () => {
  expect(await rightsOfNew()).toEqual(usual);
  const chief = await set('Chef de poste', ['listSites', 'readOwnPlanning']);
  expect((await choose(chief)).status).toBe(200);
  expect(await rightsOfNew()).toEqual(['listSites', 'readOwnPlanning']);
  expect((await choose(null)).status).toBe(200);
  expect(await rightsOfNew()).toEqual(usual);
});

test('an imported agent gets it too', async () => {
  await choose(await set('Chef de poste', ['listSites']));
  const { bring, check, run } = importerOf(here);
  const brought = await bring(Agent, ['Prénom', 'Nom'], [['Inès', 'Importée']]);
  await check(Agent, brought);
  await run(Agent, brought);
  expect(await sql(`select rights from agents where lastname = 'Importée'`)).toEqual([{ rights: ['listSites'] }]);
});

test('the choice shows its name and has an audit line', async () => {
  const chief = await set('Chef de poste', ['listSites']);
  const { body } = await choose(chief);
  expect(body.agency.defaultRightsSet).toEqual({ id: chief, name: 'Chef de poste' });
  const { history } = (await owner.answer(endpointOf(Agency, 'history'), { params: { id: agency.id } })).body;
  expect(history[0].changes).toMatchObject({ defaultRightsSet: { after: { name: 'Chef de poste' } } });
});

test('after the set is removed, the Collaborator set applies', async () => {
  const chief = await set('Chef de poste', ['listSites']);
  await choose(chief);
  expect((await owner.answer(endpointOf(RightsSet, 'act'), { params: { id: chief, type: 'delete' } })).status).toBe(
    204,
  );
  expect(await rightsOfNew()).toEqual(usual);
});

test('a changed set grants its current rights', async () => {
  const chief = await set('Chef de poste', ['listSites']);
  await choose(chief);
  await owner.answer(endpointOf(RightsSet, 'save'), { input: { id: chief, rights: ['listCustomers'] } });
  expect(await rightsOfNew()).toEqual(['listCustomers']);
});

test('a set for contacts, an unknown set or one of another agency is refused', async () => {
  const contacts = await set('Gardien', ['listSites'], { kind: 'CUSTOMER' });
  expect(await choose(contacts)).toMatchObject({ status: 400, body: { violations: [{ path: 'defaultRightsSet' }] } });
  const [foreign] = await sql<{ id: string }>(
    `insert into rights_sets (agency_id, id, name) values ($1, gen_random_uuid(), 'Ailleurs') returning id`,
    [otherAgency.id],
  );
  expect((await choose(foreign?.id ?? '')).status).toBe(400);
  expect(await rightsOfNew()).toEqual(usual);
});

test('nobody chooses a set that he may not grant; keeping the current choice is allowed', async () => {
  const wide = await set('Exploitation', ['listSites', 'editAgentRight']);
  const settings = as(
    await here.hire('réglages', {
      of: 'azur',
      rights: [...usual, 'readAgencySetting', 'editAgencySetting'] as Right[],
    }),
  );
  expect(await choose(wide, settings)).toMatchObject({ status: 403 });
  await choose(wide);
  expect((await choose(wide, settings)).status).toBe(200);
});
