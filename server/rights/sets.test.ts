import { beforeEach, expect, test } from 'vitest';
import { rightSet } from '#core/grants.ts';
import { entityEndpoints } from '#core/kernel/entity-endpoints.ts';
import { applyRightsSet, RightsSet } from '#core/rights/set.ts';
import { missingRight, type Right } from '#core/rights.ts';
import { world } from '#server/testing/world.ts';

const { as, hire, people, sql } = await world();
type Who = keyof typeof people;
const endpointNamed = (operation: string) => {
  const found = entityEndpoints(RightsSet).find(({ entity }) => entity?.operation === operation);
  if (!found) throw new Error(operation);
  return found;
};
const [save, list, act] = ['save', 'list', 'act'].map(endpointNamed) as [
  ReturnType<typeof endpointNamed>,
  ReturnType<typeof endpointNamed>,
  ReturnType<typeof endpointNamed>,
];

interface SetRow {
  id: string;
  version: number;
  rights: Right[];
  holders: number;
  outdated: number;
}
const write = (person: Who, input: object) => as(person).answer(save, { input });
const written = async (input: object, person: Who = 'owner'): Promise<SetRow> => {
  const answer = await write(person, input);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return (answer.body as { rightsSet: SetRow }).rightsSet;
};
const listed = async (): Promise<(SetRow & { name: string })[]> =>
  ((await as('owner').call(list, { input: {} })) as { rightsSets: (SetRow & { name: string })[] }).rightsSets;
const apply = (person: Who, { id, version }: SetRow) =>
  as(person).answer(applyRightsSet, { params: { id }, input: { version } });
const profileOf = (person: Who): string => people[person].profile?.id as string;
const give = (id: string, rights: readonly string[]) =>
  sql('update agents set rights = $2 where id = $1', [id, rights]);
const held = async (id: string): Promise<string[]> =>
  ((await sql<{ rights: string[] }>('select rights from user_companies where id = $1', [id]))[0]?.rights ?? []).sort();

const post: Right[] = ['listSites', 'readOwnPlanning'];

beforeEach(async () => {
  await sql('delete from rights_sets');
  await give(profileOf('staff'), rightSet('admin'));
  await give(profileOf('powerless'), []);
});

test('a set includes the rights that its rights need, and its name is unique', async () => {
  const made = await written({ name: 'Chef de poste', rights: ['editSite'] });
  expect(made).toMatchObject({ kind: 'AGENCY', rights: ['listSites', 'editSite'], rightsCount: 2 });
  expect(await write('owner', { name: 'Chef de poste' })).toMatchObject({
    status: 400,
    body: { violations: [{ path: 'name' }] },
  });
  expect((await as('owner').answer(act, { params: { id: made.id, type: 'delete' } })).status).toBe(204);
  expect(await listed()).toEqual([]);
});

test('unknown rights, and rights of the owner or the platform, are refused in a set', async () => {
  for (const rights of [['flyAway'], ['readEmail'], ['manageSubscription'], 'listSites', [null]])
    expect(await write('owner', { name: 'Refusé', rights })).toMatchObject({ status: 400 });
  expect(await listed()).toEqual([]);
});

test('nobody adds or removes a right that he does not have', async () => {
  await give(profileOf('staff'), ['editAgencySetting', 'readAgencySetting', 'editSite']);
  const refused = (right: Right) => ({ status: 403, body: { right, message: missingRight(right) } });
  expect(await write('staff', { name: 'A', rights: ['listMargins'] })).toMatchObject(refused('listMargins'));
  // Also not as a needed right.
  expect(await write('staff', { name: 'A', rights: ['editSite'] })).toMatchObject(refused('listSites'));
  const { id } = await written({ name: 'A', rights: ['listMargins'] });
  expect(await write('staff', { id, rights: [] })).toMatchObject(refused('listMargins'));
  expect(await write('staff', { id, name: 'B' })).toMatchObject({ status: 200 });
  expect(await write('staff', { id, rights: ['listMargins', 'editAgencySetting'] })).toMatchObject({ status: 200 });
});

test('saving a set needs the right to change the settings; reading one needs the right to grant', async () => {
  await written({ name: 'A', rights: post });
  await give(profileOf('staff'), ['editAgentRight', 'listAgents', 'readAgent']);
  expect(await write('staff', { name: 'B' })).toMatchObject({ status: 403, body: { right: 'editAgencySetting' } });
  expect((await as('staff').answer(list, { input: {} })).body).toMatchObject({ rightsSets: [{ rights: post }] });
  expect((await as('powerless').answer(list, { input: {} })).status).toBe(403);
  expect((await as('foreignOwner').answer(list, { input: {} })).body).toMatchObject({ rightsSets: [] });
});

test('holders of exactly the set are counted, in any order, without rights that cannot be granted', async () => {
  const [one, other, more] = await Promise.all(
    ['un', 'deux', 'trois'].map((name) => hire(`${name}-holder`, { of: 'azur', rights: [] })),
  );
  await give(one?.profile?.id as string, [...post].reverse());
  await give(other?.profile?.id as string, [...post, 'readEmail']);
  await give(more?.profile?.id as string, [...post, 'listCustomers']);
  expect(await written({ name: 'A', rights: post })).toMatchObject({ holders: 2, outdated: 0 });
  expect(await written({ name: 'B', rights: post, kind: 'CUSTOMER' })).toMatchObject({ holders: 0 });
});

test('changing a set changes nobody; applying it updates its former holders in one call, with an audit line each', async () => {
  const [one, other] = (
    await Promise.all(['a', 'b'].map((name) => hire(`${name}-follower`, { of: 'azur', rights: ['readOwnPlanning'] })))
  ).map(({ profile }) => profile?.id as string) as [string, string];
  const made = await written({ name: 'A', rights: ['readOwnPlanning'] });
  await written({ id: made.id, rights: ['readOwnPlanning', 'listCustomers'] });
  await give(other, ['readOwnPlanning', 'listCustomers']);
  // Every former version counts.
  const now = await written({ id: made.id, rights: ['readOwnPlanning', 'editSite'] });
  expect(now).toMatchObject({ holders: 0, outdated: 2 });
  expect(await held(one)).toEqual(['readOwnPlanning']);
  expect(await apply('owner', { ...now, version: now.version - 1 })).toMatchObject({ status: 409 });

  await sql('delete from audit');
  expect(await apply('owner', now)).toMatchObject({ status: 200, body: { applied: 2, left: 0 } });
  for (const id of [one, other]) expect(await held(id)).toEqual(['editSite', 'listSites', 'readOwnPlanning']);
  const lines = await sql<{ entity_id: string; action: string; changes: object }>(
    'select entity_id, action, changes from audit',
  );
  expect(new Map(lines.map(({ entity_id, action }) => [entity_id, action]))).toEqual(
    new Map([
      [one, 'editRights'],
      [other, 'editRights'],
      [made.id, 'applyRights'],
    ]),
  );
  expect(lines).toHaveLength(3);
  expect(lines.find(({ entity_id }) => entity_id === other)?.changes).toEqual({
    'rights.listCustomers': { before: true, after: false },
    'rights.editSite': { before: false, after: true },
    'rights.listSites': { before: false, after: true },
  });
  expect(await listed()).toMatchObject([{ holders: 2, outdated: 0 }]);
  expect(await apply('owner', now)).toMatchObject({ body: { applied: 0, left: 0 } });
});

test('a caller who may not grant the difference changes nobody', async () => {
  const person = (await hire('guarded', { of: 'azur', rights: ['listStockReferences'] })).profile?.id as string;
  const made = await written({ name: 'A', rights: ['listStockReferences'] });
  const now = await written({ id: made.id, rights: ['listStockReferences', 'listMargins'] });
  await give(profileOf('staff'), ['editAgentRight', 'listAgents', 'readAgent', 'listStockReferences']);
  expect(await apply('staff', now)).toMatchObject({ status: 200, body: { applied: 0, left: 1 } });
  expect(await held(person)).toEqual(['listStockReferences']);
});

test('applying a set does not change the caller’s own rights, and an empty set has no former holders', async () => {
  const rights: Right[] = ['editAgentRight', 'listAgents', 'readAgent', 'listSites', 'listInvoices'];
  await give(profileOf('staff'), rights);
  const { id } = await written({ name: 'A', rights: [] });
  expect(await written({ id, rights })).toMatchObject({ holders: 1, outdated: 0 });
  const now = await written({ id, rights: rights.slice(0, -1) });
  expect((await apply('staff', now)).body).toEqual({ applied: 0, left: 1 });
  expect(await held(profileOf('staff'))).toEqual([...rights].sort());
});

test('a holder of a default set does not count as a holder of its copy', async () => {
  const made = await written({ name: 'Agents', rights: rightSet('collaborator') });
  expect(made.holders).toBeGreaterThan(0);
  expect(await written({ id: made.id, rights: post })).toMatchObject({ outdated: 0 });
});
