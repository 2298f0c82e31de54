import { expect, test } from 'vitest';
import { readAgencyContact } from '#core/agencies/contact.ts';
import { rightSet } from '#core/grants.ts';
import { disconnectDevice, listDevices, registerDevice, removeDevice } from '#core/session/devices.ts';
import { readUser, saveUser, signOut } from '#core/session/session.ts';
import { Site } from '#core/sites/site.ts';
import { endpointOf } from '#server/testing/client.ts';
import { password, world } from '#server/testing/world.ts';

const { as, people, agency, customer, sql, sessionOf } = await world();

test('a collaborator reads his account with its profile, rights, company and roles', async () => {
  const { user } = await as('staff').call(readUser);
  expect(user).toMatchObject({
    id: people.staff.id,
    email: people.staff.email,
    admin: false,
    isSupport: false,
    superAdmin: false,
    agentAdmin: false,
    customerAdmin: false,
    firstLogin: true,
    pagesConfig: {},
    acting: null,
  });
  expect(user.userCompanies).toHaveLength(1);
  const [profile] = user.userCompanies;
  expect(profile).toMatchObject({
    id: people.staff.profile?.id,
    fullname: 'Staff Test',
    status: 100,
    isAgencyOwner: false,
    isCustomer: false,
    isAgent: false,
    isStaff: true,
    isStaffNonAgent: true,
    company: {
      id: agency.id,
      name: agency.name,
      type: 'AGENCY',
      agency: null,
      timeZone: 'Europe/Paris',
      currency: 'EUR',
      holidayLocale: 'FR',
      errors: [],
      pending: false,
    },
  });
  expect(Object.keys(profile?.rights ?? {}).sort()).toEqual(rightSet('admin').sort());
  expect(new Set(Object.values(profile?.rights ?? {}))).toEqual(new Set([true]));
});

test('the owner has every right except those of the platform', async () => {
  const { user } = await as('owner').call(readUser);
  expect(user.userCompanies[0]).toMatchObject({
    isOwner: true,
    isAgencyOwner: true,
    rights: { readEmail: true, deleteSite: true },
  });
  expect(user.userCompanies[0]?.rights).not.toHaveProperty('manageSubscription');
});

test('an agent and a customer read the flags of their roles', async () => {
  const [agent] = (await as('agent').call(readUser)).user.userCompanies;
  expect(agent).toMatchObject({ isAgent: true, isStaff: false, isCustomer: false, plannable: true });
  const [contact] = (await as('customer').call(readUser)).user.userCompanies;
  expect(contact).toMatchObject({
    isCustomer: true,
    isAgent: false,
    isStaff: false,
    company: { id: customer.id, name: customer.name, type: 'CUSTOMER', agency },
  });
});

test.each([
  ['support', { superAdmin: false, admin: false, isSupport: true }],
  ['admin', { superAdmin: false, admin: true, isSupport: true }],
  ['superAdmin', { superAdmin: true, admin: true, isSupport: true, agentAdmin: true, customerAdmin: true }],
] as const)('%s reads the roles that his implies', async (person, flags) => {
  expect((await as(person).call(readUser)).user).toMatchObject({ ...flags, userCompanies: [] });
});

test('the contract roles of the platform are flags of the account (C-006, C-007)', async () => {
  await sql('update users set agent_admin = true where id = $1', [people.support.id]);
  expect((await as('support').call(readUser)).user).toMatchObject({ agentAdmin: true, customerAdmin: false });
  await sql('update users set agent_admin = false where id = $1', [people.support.id]);
});

test('a locked agency refuses its people with the reason, except their account and its contact details (C-020)', async () => {
  const errors = [{ message: 'Abonnement expiré', lock: true }];
  const lists = endpointOf(Site, 'list');
  const asked = (who: 'owner' | 'customer' | 'support') =>
    as(who).answer(lists, {
      mount: who === 'customer' ? 'customer' : 'agency',
      ...(who === 'support' ? { params: { agencyId: agency.id } } : {}),
      input: {},
    });
  await sql('update agencies set errors = $2, pending = true where id = $1', [agency.id, JSON.stringify(errors)]);
  expect((await as('customer').call(readUser)).user.userCompanies[0]?.company).toMatchObject({ errors, pending: true });
  for (const who of ['owner', 'customer'] as const) {
    expect(await asked(who)).toMatchObject({ status: 403, body: { message: 'Abonnement expiré', locked: true } });
    const mount = who === 'customer' ? 'customer' : 'agency';
    expect((await as(who).answer(readAgencyContact, { mount })).status).toBe(200);
  }
  expect((await asked('support')).status).toBe(200);
  await sql(`update agencies set errors = '[]', pending = false where id = $1`, [agency.id]);
  expect((await asked('owner')).status).toBe(200);
});

test('each page of the configuration is replaced separately, and the next read returns it', async () => {
  const sites = { config: { orderBy: 'name', ascending: false, columns: [{ name: 'name', visible: true }] } };
  const agents = { filtersPreset: [{ key: 'a', label: 'À moi', favorite: true, filters: { status: [100] } }] };
  await as('staff').call(saveUser, { input: { pagesConfig: { sites } } });
  await as('staff').call(saveUser, { input: { pagesConfig: { agents, sites: { config: { limit: 50 } } } } });
  const { user } = await as('staff').call(saveUser, { input: { firstLogin: false } });
  expect(user).toMatchObject({ firstLogin: false });
  expect(user.pagesConfig).toEqual({ agents, sites: { config: { limit: 50 } } });
  expect((await as('staff').call(readUser)).user).toEqual(user);
  expect((await as('owner').call(readUser)).user.pagesConfig).toEqual({});
  const favorites = ['a', 'b'].map((key) => ({ key, label: key, favorite: true, filters: {} }));
  const two = await as('staff').answer(saveUser, { input: { pagesConfig: { agents: { filtersPreset: favorites } } } });
  expect([two.status, two.body.message]).toEqual([400, 'Un seul favori par page']);
});

test('a changed name is returned, stored and audited; arranging columns is not audited', async () => {
  await sql('delete from platform_audit');
  expect((await as('powerless').call(saveUser, { input: { lastname: ' Durand ' } })).user.lastname).toBe('Durand');
  await as('powerless').call(saveUser, { input: { pagesConfig: { sites: {} } } });
  expect(await sql('select author, entity, entity_id, action, changes from platform_audit')).toEqual([
    {
      author: people.powerless.fullname,
      entity: 'user',
      entity_id: people.powerless.id,
      action: 'edit',
      changes: { lastname: { before: 'Test', after: 'Durand' } },
    },
  ]);
});

test.each([
  ['an unknown key', { admin: true }],
  ['an e-mail', { email: 'autre@vigie.example' }],
  ['an empty name', { firstname: ' ' }],
  ['a first sign-in again', { firstLogin: true }],
  ['an unknown page', { pagesConfig: { sites: { evil: 1 } } }],
])('%s is refused and nothing is written', async (_what, input) => {
  const before = await sql('select * from users order by id');
  expect((await as('agent').answer(saveUser, { input })).status).toBe(400);
  expect(await sql('select * from users order by id')).toEqual(before);
});

test('a configuration that is too large is refused', async () => {
  const page = {
    filtersPreset: Array.from({ length: 50 }, (_, index) => ({
      key: `${index}`,
      label: 'x',
      favorite: false,
      filters: { a: 'x'.repeat(15_000) },
    })),
  };
  expect((await as('foreignAgent').answer(saveUser, { input: { pagesConfig: { one: page } } })).status).toBe(200);
  expect((await as('foreignAgent').answer(saveUser, { input: { pagesConfig: { two: page } } })).status).toBe(413);
  expect(Object.keys((await as('foreignAgent').call(readUser)).user.pagesConfig)).toEqual(['one']);
});

test('a device registered twice is one updated device', async () => {
  const first = await as('agent').call(registerDevice, {
    input: { token: 'push-1', deviceInfos: 'Pixel', browserName: 'Chrome', browserVersion: '140' },
  });
  const again = await as('agent').call(registerDevice, {
    input: { token: 'push-1', deviceInfos: 'Pixel', browserName: 'Chrome', browserVersion: '141' },
  });
  expect(again.device).toMatchObject({ id: first.device.id, createdAt: first.device.createdAt, browserVersion: '141' });
  await as('agent').call(registerDevice, { input: { token: 'push-2' } });
  const { devices } = await as('agent').call(listDevices);
  expect(devices.map(({ browserVersion }) => browserVersion)).toEqual([null, '141']);
});

test('nobody sees or removes the device of another person', async () => {
  const { device } = await as('agent').call(registerDevice, { input: { token: 'push-3' } });
  expect((await as('owner').call(listDevices)).devices.filter(({ registered }) => registered)).toEqual([]);
  for (const id of [device.id, 'x'])
    expect((await as('owner').answer(removeDevice, { params: { id } })).status).toBe(404);
  expect((await as('agent').answer(removeDevice, { params: { id: device.id } })).status).toBe(204);
  expect(await sql('select from user_devices where id = $1', [device.id])).toEqual([]);
});

test('a session without a device is listed, is ended with the password, and belongs to its person', async () => {
  const [here, there] = [await sessionOf('staff'), await sessionOf('staff')];
  const client = as('staff').with(here.token);
  const listed = async () => (await client.call(listDevices)).devices.filter(({ registered }) => !registered);
  expect(await listed()).toContainEqual(expect.objectContaining({ id: here.id, current: true, connected: true }));
  expect(await listed()).toContainEqual(expect.objectContaining({ id: there.id, current: false, browserName: null }));
  expect((await as('owner').answer(removeDevice, { params: { id: there.id } })).status).toBe(404);
  expect((await client.answer(removeDevice, { params: { id: there.id } })).status).toBe(409);
  const wrong = await client.answer(disconnectDevice, { params: { id: there.id }, input: { password: 'Faux1234' } });
  expect([wrong.status, wrong.body.message]).toEqual([400, 'Mot de passe incorrect']);
  expect((await as('staff').with(there.token).answer(readUser)).status).toBe(200);
  await client.call(disconnectDevice, { params: { id: there.id }, input: { password } });
  await expect.poll(async () => (await as('staff').with(there.token).answer(readUser)).status).toBe(401);
  expect((await listed()).map(({ id }) => id)).not.toContain(there.id);
});

test('a device shows whether it is this one, is connected and when it was last seen; removing it ends its sessions', async () => {
  const [here, there] = [await sessionOf('staff'), await sessionOf('staff')];
  const staff = (session: { token: string }) => as('staff').with(session.token);
  const mine = await staff(here).call(registerDevice, { input: { token: 'bureau' } });
  expect(mine.device).toMatchObject({ current: true, connected: true });
  const other = await staff(there).call(registerDevice, { input: { token: 'telephone' } });
  await sql(`update sessions set rotated_at = '2030-01-01T00:00:00Z' where id = $1`, [there.id]);
  const listed = async () =>
    (await staff(here).call(listDevices)).devices
      .filter(({ registered }) => registered)
      .map(({ id, current, connected }) => [id, current, connected]);
  expect((await staff(here).call(listDevices)).devices[0]?.lastSeenAt).toBe('2030-01-01T00:00:00.000Z');
  expect(await listed()).toEqual([
    [other.device.id, false, true],
    [mine.device.id, true, true],
  ]);
  await staff(there).call(signOut, { input: {} });
  expect(await listed()).toContainEqual([other.device.id, false, false]);

  const again = await sessionOf('staff');
  await staff(again).call(registerDevice, { input: { token: 'telephone' } });
  expect(await listed()).toContainEqual([other.device.id, false, true]);
  await staff(here).call(disconnectDevice, { params: { id: other.device.id }, input: { password } });
  await expect.poll(async () => (await staff(again).answer(readUser)).status).toBe(401);
  expect((await staff(here).answer(readUser)).status).toBe(200);
  expect(await listed()).toEqual([[mine.device.id, true, true]]);
});
