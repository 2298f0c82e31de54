import { expect, test } from 'vitest';
import { Customer } from '#core/customers/customer.ts';
import { readHome } from '#core/home/home.ts';
import type { Endpoint, Operation } from '#core/kernel/endpoint.ts';
import type { Entity } from '#core/kernel/entity.ts';
import { entityEndpoints } from '#core/kernel/entity-endpoints.ts';
import { invite } from '#core/session/session.ts';
import { Site } from '#core/sites/site.ts';
import { world } from '#server/testing/world.ts';

const { as, customer, hire, sql, people } = await world();

const operation = (of: Entity, wanted: Operation): Endpoint =>
  entityEndpoints(of).find(({ entity }) => entity?.operation === wanted) as Endpoint;
const save = async (person: Parameters<typeof as>[0], of: Entity, input: object): Promise<string> =>
  ((await as(person).call(operation(of, 'save'), { mount: 'agency', input })) as Record<string, { id: string }>)[
    of.name
  ]?.id as string;
const site = (person: Parameters<typeof as>[0], name: string) =>
  save(person, Site, { name, customer: { id: customer.id } });
const homeOf = async (person: Parameters<typeof as>[0]) => (await as(person).call(readHome)).home;
const counts = async (person: Parameters<typeof as>[0]) =>
  Object.fromEntries((await homeOf(person)).counts.map(({ entity, states }) => [entity, states]));

test('records are counted by status, for the entities and rows that the caller may list', async () => {
  const archived = await site('owner', 'Ancien');
  await as('owner').call(operation(Site, 'act'), { params: { id: archived, type: 'archive' } });
  await site('owner', 'Actuel');
  const other = await save('owner', Customer, { name: 'Voisin', type: 100 });
  await save('owner', Site, { name: 'Chez le voisin', customer: { id: other } });
  expect(await counts('owner')).toMatchObject({
    site: [
      { status: 100, count: 2 },
      { status: 300, count: 1 },
    ],
    customer: [{ status: 100, count: 2 }],
    agent: [{ status: 100, count: 4 }],
  });
  expect(await counts('customer')).toEqual({
    site: [
      { status: 100, count: 1 },
      { status: 300, count: 1 },
    ],
  });
  const reader = await hire('lecteur', { of: 'azur', rights: ['listSites'] });
  expect(Object.keys(await counts(reader))).toEqual(['site']);
  expect((await homeOf('powerless')).counts).toEqual([]);
  expect((await counts('foreignOwner')).site).toEqual([]);
});

test('a deleted collaborator is not counted', async () => {
  const before = (await counts('owner')).agent?.[0]?.count ?? 0;
  await sql('update agents set status = 400 where id = $1', [people.powerless.profile?.id]);
  expect((await counts('owner')).agent).toEqual([{ status: 100, count: before - 1 }]);
  await sql('update agents set status = 100 where id = $1', [people.powerless.profile?.id]);
});

test('own recent changes list each record once, the latest first; removed records are not named', async () => {
  const person = await hire('actif', {
    of: 'azur',
    rights: ['listSites', 'createSite', 'editSite', 'archiveSite', 'deleteSite'],
  });
  const first = await site(person, 'Premier');
  const second = await site(person, 'Second');
  const gone = await site(person, 'Disparu');
  await as(person).call(operation(Site, 'act'), { params: { id: gone, type: 'delete' } });
  await save(person, Site, { id: first, name: 'Premier, corrigé' });
  await save('owner', Site, { id: second, name: 'Second, par un autre' });
  const { recent } = await homeOf(person);
  expect(recent.map(({ id, name, action, entity }) => [entity, id, name, action])).toEqual([
    ['site', first, 'Premier, corrigé', 'edit'],
    ['site', second, 'Second, par un autre', 'create'],
  ]);
  expect(Date.now() - Date.parse(recent[0]?.at ?? '')).toBeLessThan(10_000);
  await sql('update agents set rights = $2 where id = $1', [person.profile?.id, []]);
  await expect.poll(async () => (await homeOf(person)).recent).toEqual([]);
});

test('there are at most eight, and customers read no history', async () => {
  const person = await hire('zélé', { of: 'azur', rights: ['listSites', 'createSite'] });
  for (let count = 0; count < 10; count += 1) await site(person, `Site ${count}`);
  expect((await homeOf(person)).recent.map(({ name }) => name)).toEqual(
    [9, 8, 7, 6, 5, 4, 3, 2].map((count) => `Site ${count}`),
  );
  expect((await homeOf('customer')).recent).toEqual([]);
  expect((await homeOf('agent')).recent).toEqual([]);
});

test('pending invitations are shown with the right to invite, the oldest first', async () => {
  const guests = await Promise.all(['un', 'deux'].map((name) => hire(`invité-${name}`, { of: 'azur', rights: [] })));
  for (const { profile } of guests) {
    await sql('update agents set user_id = null where id = $1', [profile?.id]);
    await as('owner').call(invite, { params: { id: profile?.id as string } });
  }
  const { invitations } = await homeOf('owner');
  expect(invitations?.count).toBe(2);
  expect(invitations?.oldest.map(({ id, type }) => [id, type])).toEqual(
    guests.map(({ profile }) => [profile?.id, 'AGENCY']),
  );
  expect((await homeOf('customer')).invitations).toBeNull();
  expect((await homeOf('agent')).invitations).toBeNull();
  expect((await homeOf('powerless')).invitations).toBeNull();
  await sql(`update invitations set expires_at = now() - interval '1 second' where profile_id = $1`, [
    guests[0]?.profile?.id,
  ]);
  expect((await homeOf('owner')).invitations?.count).toBe(1);
});
