import { beforeEach, expect, test, vi } from 'vitest';
import { Customer } from '#core/customers/customer.ts';
import { rightSet } from '#core/grants.ts';
import { entityEndpoints } from '#core/kernel/entity-endpoints.ts';
import { allRights, offeredRights, type Right, type RightInfo } from '#core/rights.ts';
import { world } from '#server/testing/world.ts';
import { giftOf, grantNewRights } from './upgrade.ts';

/** The right that the new version adds; the sets Admin and Complet include it. */
const fresh: Right = 'listCustomers';
const without = (rights: readonly Right[]): Right[] => rights.filter((right) => right !== fresh);

const { as, another, database, hire, people, sql } = await world();
const list = entityEndpoints(Customer).find(({ entity }) => entity?.operation === 'list');
if (!list) throw new Error('list');
type Who = Parameters<typeof as>[0];
const statusOf = async (person: Who): Promise<number> => (await as(person).answer(list, { input: {} })).status;
const idOf = (person: { profile: { id: string } | null }): string => person.profile?.id as string;
const give = (id: string, rights: readonly string[]) =>
  sql('update agents set rights = $2 where id = $1', [id, rights]);
const held = async (id: string): Promise<string[]> =>
  (await sql<{ rights: string[] }>('select rights from user_companies where id = $1', [id]))[0]?.rights ?? [];
const lines = () =>
  sql('select agency_id, author, entity, entity_id, action, changes from audit order by entity, entity_id');

const altered = await hire('altered', { of: 'azur', rights: [] });
const elsewhere = await hire('elsewhere', { of: 'boreal', rights: [] });

/** The installation of the previous version. */
beforeEach(async () => {
  await sql('delete from known_rights');
  await grantNewRights(database);
  await sql('delete from known_rights where key = $1', [fresh]);
  await sql('delete from rights_sets');
  await give(idOf(people.staff), without(rightSet('admin')));
  await give(idOf(elsewhere), without(rightSet('full')));
  await give(idOf(people.agent), rightSet('collaborator'));
  await give(idOf(people.powerless), []);
  await give(
    idOf(altered),
    without(rightSet('admin')).filter((right) => right !== 'editSite'),
  );
  await sql('delete from audit');
});

test('a new right is granted to holders of the default sets that include it, and to nobody else', async () => {
  for (const person of [people.staff, elsewhere, altered, people.powerless, people.agent])
    expect(await statusOf(person), person.email).toBe(403);
  expect(await grantNewRights(database)).toBe(2);
  // Their sessions are cached: a notification makes each process drop them.
  await vi.waitFor(async () => expect(await statusOf(people.staff)).toBe(200));
  await vi.waitFor(async () => expect(await statusOf(elsewhere)).toBe(200));
  for (const person of [altered, people.powerless, people.agent])
    expect(await statusOf(person), person.email).toBe(403);
  expect((await held(idOf(people.staff))).sort()).toEqual(rightSet('admin').sort());
});

test('each grant writes an audit line of its holder', async () => {
  await grantNewRights(database);
  const line = {
    author: null,
    entity: 'agent',
    action: 'editRights',
    changes: { 'rights.listCustomers': { before: false, after: true } },
  };
  expect(await lines()).toEqual(
    expect.arrayContaining(
      [people.staff, elsewhere].map((one) => ({ ...line, agency_id: expect.any(String), entity_id: idOf(one) })),
    ),
  );
  expect(await lines()).toHaveLength(2);
});

test('it is granted once: a holder who loses it later does not get it again', async () => {
  expect(await grantNewRights(database)).toBe(2);
  await give(idOf(people.staff), without(rightSet('admin')));
  expect(await grantNewRights(database)).toBe(0);
  expect(await held(idOf(people.staff))).not.toContain(fresh);
});

test('of processes that start together, one grants', async () => {
  const other = await another();
  const grantCounts = await Promise.all([database, other.database, database].map((one) => grantNewRights(one)));
  expect(grantCounts.toSorted((one, other) => one - other)).toEqual([0, 0, 2]);
  expect((await held(idOf(people.staff))).filter((right) => right === fresh)).toHaveLength(1);
  expect(await lines()).toHaveLength(2);
});

test('a first start records the rights and grants nothing', async () => {
  await sql('delete from known_rights');
  expect(await grantNewRights(database)).toBe(0);
  expect(await held(idOf(people.staff))).not.toContain(fresh);
  expect(await sql('select key from known_rights')).toHaveLength(allRights.length);
});

test('an agency’s copy of a default set is updated too, its own sets are left alone', async () => {
  const [{ id: agency } = { id: '' }] = await sql<{ id: string }>('select agency_id as id from agents where id = $1', [
    idOf(people.staff),
  ]);
  const insert = 'insert into rights_sets (agency_id, id, name, rights) values ($1, gen_random_uuid(), $2, $3)';
  const offered = new Set<string>(offeredRights.map(({ key }) => key));
  await sql(insert, [agency, 'Copie', without(rightSet('admin')).filter((key) => offered.has(key))]);
  await sql(insert, [agency, 'A nous', ['listSites', 'editSite']]);
  await grantNewRights(database);
  const sets = await sql<{ name: string; rights: string[]; version: number }>(
    'select name, rights, version from rights_sets order by name',
  );
  expect(sets).toEqual([
    { name: 'A nous', rights: ['listSites', 'editSite'], version: 1 },
    { name: 'Copie', rights: expect.arrayContaining([fresh]), version: 2 },
  ]);
  expect((await lines()).filter(({ entity }) => entity === 'rightsSet')).toHaveLength(1);
});

test('a right that is not new is granted to nobody', async () => {
  await sql('insert into known_rights (key, sets) values ($1, $2)', [fresh, ['admin', 'full']]);
  expect(await grantNewRights(database)).toBe(0);
  expect(await held(idOf(people.staff))).not.toContain(fresh);
});

const right = (key: string, sets: string[]): RightInfo => ({ key, in: sets }) as unknown as RightInfo;
const now = [
  right('own', ['collaborator', 'admin', 'full']),
  right('shown', ['customer', 'admin', 'full']),
  right('managed', ['admin', 'full']),
  right('newForAll', ['collaborator', 'customer', 'admin', 'full']),
  right('newForAdmins', ['admin', 'full']),
  right('newForFull', ['full']),
];
const known = new Map([
  ['own', ['collaborator', 'admin', 'full']],
  ['shown', ['customer', 'admin', 'full']],
  ['managed', ['admin', 'full']],
  ['gone', ['admin', 'full']],
]);

test.each<[string, string[], 'AGENCY' | 'CUSTOMER', string[]]>([
  ['a collaborator gets what is new for collaborators', ['own'], 'AGENCY', ['newForAll']],
  [
    'Admin and Complet were equal: he gets what both hold',
    ['own', 'shown', 'managed'],
    'AGENCY',
    ['newForAll', 'newForAdmins'],
  ],
  [
    'a right that no longer exists does not count',
    ['own', 'shown', 'managed', 'gone'],
    'AGENCY',
    ['newForAll', 'newForAdmins'],
  ],
  ['a contact gets what is new for customers', ['shown'], 'CUSTOMER', ['newForAll']],
  ['a contact is no administrator', ['own', 'shown', 'managed'], 'CUSTOMER', []],
  ['less than a set is no set', ['own', 'managed'], 'AGENCY', []],
  ['more than a set is no set', ['own', 'shown'], 'AGENCY', []],
  ['nothing is no set', [], 'AGENCY', []],
  ['a right that he has is not granted again', ['own', 'newForAll'], 'AGENCY', []],
])('%s', (_fact, rights, kind, expected) => {
  expect(giftOf(rights, kind, known, now)).toEqual(expected);
});
