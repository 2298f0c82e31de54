import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createAgency } from '#core/agencies/creation.ts';
import { lockAgency, staysLocked } from '#core/agencies/lock.ts';
import { Agent } from '#core/agents/agent.ts';
import { listAgencies, listProfiles } from '#core/session/agencies.ts';
import { readRights, readUser, saveRights, switchProfile } from '#core/session/session.ts';
import { refreshToken } from '#core/session/tokens.ts';
import { readVersion } from '#core/session/version.ts';
import { Site } from '#core/sites/site.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';
import { endpointOf } from '#server/testing/client.ts';
import { world } from '#server/testing/world.ts';

const { anonymous, as, agency, otherAgency, customer, people, sessionOf, sql } = await world();
const idOf = (person: keyof typeof people): string => people[person].profile?.id as string;

async function act(person: keyof typeof people, profileId: string) {
  const session = await sessionOf(person);
  const tokens = await anonymous.with(session.token).call(switchProfile, { input: { userCompany: { id: profileId } } });
  return { session, tokens, client: as(person).with(tokens.token) };
}

test('the version is public; maintenance is shown only within its hours', async () => {
  const { version } = JSON.parse(readFileSync(`${import.meta.dirname}/../../package.json`, 'utf8'));
  const plain = { version, maintenance: false, message: null, planned: null, ptiModalPermissions: false };
  expect(await anonymous.call(readVersion)).toEqual(plain);
  const plan = (value: object) =>
    sql(`insert into platform_settings values ('maintenance', $1) on conflict (key) do update set value = $1`, [
      JSON.stringify(value),
    ]);
  const hours = (from: number, to: number) => ({
    message: 'Mise à jour',
    startAt: new Date(Date.now() + from * 3_600_000),
    endAt: new Date(Date.now() + to * 3_600_000),
  });
  const given = (planned: ReturnType<typeof hours>) => JSON.parse(JSON.stringify(planned));
  const next = hours(1, 2);
  await plan(next);
  expect(await anonymous.call(readVersion)).toEqual({ ...plain, planned: given(next) });
  await plan(hours(-2, -1));
  expect(await anonymous.call(readVersion)).toEqual(plain);
  const current = hours(-1, 1);
  await plan(current);
  expect(await anonymous.call(readVersion)).toEqual({
    ...{ ...plain, maintenance: true, message: 'Mise à jour', planned: given(current) },
  });
  await sql('delete from platform_settings');
});

test('support finds agencies by words, without accents, page by page', async () => {
  const find = async (input: object) => {
    const { agencies, filtered } = await as('support').call(listAgencies, { input });
    return [agencies.map(({ name }) => name), filtered];
  };
  expect(await find({})).toEqual([[agency.name, otherAgency.name], 2]);
  expect(await find({ query: 'SECURITE azur' })).toEqual([[agency.name], 1]);
  expect(await find({ query: '%' })).toEqual([[], 0]);
  expect(await find({ limit: 1, page: 2 })).toEqual([[otherAgency.name], 2]);
});

test('support finds the active profiles of an agency, the owner first', async () => {
  const find = async (query?: string) =>
    (await as('admin').call(listProfiles, { params: { id: agency.id }, input: { query } })).profiles;
  const all = await find();
  expect(all[0]).toEqual({
    id: idOf('owner'),
    fullname: 'Owner Test',
    position: null,
    company: agency.name,
    type: 'AGENCY',
  });
  expect(all.map(({ id }) => id).sort()).toEqual(
    [idOf('owner'), idOf('staff'), idOf('powerless'), idOf('agent'), idOf('customer')].sort(),
  );
  expect(await find('marina')).toEqual([
    { id: idOf('customer'), fullname: 'Customer Test', position: null, company: customer.name, type: 'CUSTOMER' },
  ]);
  for (const id of [randomUUID(), 'x'])
    expect((await as('admin').answer(listProfiles, { params: { id }, input: {} })).status).toBe(404);
});

test.each(['owner', 'agent', 'customer'] as const)(
  '%s can neither act for a profile nor list agencies',
  async (person) => {
    expect((await as(person).answer(switchProfile, { input: { userCompany: { id: idOf('staff') } } })).status).toBe(
      403,
    );
    expect((await as(person).answer(listAgencies, { input: {} })).status).toBe(403);
    expect((await as(person).answer(listProfiles, { params: { id: agency.id }, input: {} })).status).toBe(403);
    expect((await as(person).call(readUser)).user.acting).toBeNull();
  },
);

test('support acting for a profile has exactly its rights, only in its agency', async () => {
  const target = { params: { id: idOf('agent'), agencyId: agency.id }, mount: 'agency' as const };
  expect((await as('support').answer(readRights, target)).status).toBe(200);
  const { client } = await act('support', idOf('powerless'));
  const { user } = await client.call(readUser);
  expect(user).toMatchObject({ id: people.support.id, isSupport: true, acting: { id: idOf('powerless'), rights: {} } });
  expect(await client.answer(readRights, target)).toMatchObject({ status: 403, body: { right: 'editAgentRight' } });
  const elsewhere = { params: { id: idOf('foreignAgent'), agencyId: otherAgency.id }, mount: 'agency' as const };
  expect((await client.answer(readRights, elsewhere)).status).toBe(403);
});

test('a renewed token still acts for the profile; switching back restores the own rights', async () => {
  const { tokens, client } = await act('admin', idOf('customer'));
  const renewed = await anonymous.call(refreshToken, { input: { refresh_token: tokens.refresh_token } });
  expect((await client.with(renewed.token).call(readUser)).user.acting).toMatchObject({
    id: idOf('customer'),
    isCustomer: true,
  });
  const own = await client.with(renewed.token).call(switchProfile, { input: { userCompany: null } });
  expect((await client.with(own.token).call(readUser)).user.acting).toBeNull();
  expect((await client.with(renewed.token).answer(readUser)).body.message).toBe('Expired JWT Token');
});

test('a switch whose reply was lost does not end the session', async () => {
  const { session } = await act('support', idOf('staff'));
  const renewed = await anonymous.call(refreshToken, { input: { refresh_token: session.refresh_token } });
  expect((await anonymous.with(renewed.token).call(readUser)).user.acting?.id).toBe(idOf('staff'));
});

test('a switch with an idempotency key stores no token', async () => {
  const session = await sessionOf('support');
  const key = randomUUID();
  const input = { userCompany: { id: idOf('staff') } };
  const tokens = await anonymous.with(session.token).call(switchProfile, { input, key });
  const again = await anonymous.with(tokens.token).call(switchProfile, { input, key });
  expect(again.refresh_token).toBe(tokens.refresh_token);
  const kept = JSON.stringify(await sql('select * from idempotency_keys'));
  for (const token of [tokens.token, tokens.refresh_token]) expect(kept).not.toContain(token);
});

test('audit lines of acting staff and of the switch name both people', async () => {
  await sql('delete from audit');
  await sql('delete from platform_audit');
  const { client } = await act('support', idOf('owner'));
  const params = { id: idOf('agent'), agencyId: agency.id };
  await client.call(saveRights, { params, input: { rights: { listMargins: true } }, mount: 'agency' });
  await client.call(switchProfile, { input: { userCompany: null } });
  const both = { user_id: people.support.id, author: people.support.fullname, acting_for: people.owner.fullname };
  expect(await sql('select user_id, author, acting_for, entity, entity_id, action from audit order by at')).toEqual([
    { ...both, entity: 'agent', entity_id: idOf('owner'), action: 'actFor' },
    { ...both, entity: 'agent', entity_id: idOf('agent'), action: 'editRights' },
  ]);
  expect(await sql('select author, action, changes from platform_audit order by at')).toEqual([
    {
      author: people.support.fullname,
      action: 'switchProfile',
      changes: { actingFor: { before: null, after: people.owner.fullname } },
    },
    {
      author: people.support.fullname,
      action: 'switchProfile',
      changes: { actingFor: { before: people.owner.fullname, after: null } },
    },
  ]);
});

test('staff cannot act for an unknown or inactive profile', async () => {
  expect((await as('support').answer(switchProfile, { input: { userCompany: { id: randomUUID() } } })).status).toBe(
    404,
  );
  await sql('update agents set status = 300 where id = $1', [idOf('foreignAgent')]);
  expect(
    (await as('support').answer(switchProfile, { input: { userCompany: { id: idOf('foreignAgent') } } })).status,
  ).toBe(404);
});

test('a profile id that another agency chose too leads into the agency that staff name, never into another', async () => {
  const taken = uuidv7();
  const hire = async (owner: 'owner' | 'foreignOwner'): Promise<void> => {
    const input = { newId: taken, firstname: 'Même', lastname: 'Identifiant' };
    await as(owner).call(endpointOf(Agent, 'save'), { mount: 'agency', input });
  };
  await hire('owner');
  const switchTo = async (more: object = {}) => {
    const { token } = await sessionOf('support');
    return anonymous.with(token).answer(switchProfile, { input: { userCompany: { id: taken, ...more } } });
  };
  expect((await switchTo({ agency: { id: otherAgency.id } })).status).toBe(404);
  await hire('foreignOwner');
  expect((await switchTo()).status).toBe(409);
  for (const { id } of [agency, otherAgency]) {
    const { body } = await switchTo({ agency: { id } });
    expect((await anonymous.with(body.token).call(readUser)).user.acting?.company.id).toBe(id);
  }
});

test('staff who lose their platform role while acting are signed out', async () => {
  const { client } = await act('superAdmin', idOf('staff'));
  expect((await client.answer(readUser)).status).toBe(200);
  await sql('update users set super_admin = false where id = $1', [people.superAdmin.id]);
  expect((await client.answer(readUser)).status).toBe(401);
});

test('only platform administrators create an agency, with default lists and settings (AG-005)', async () => {
  const input = { name: '  Nouvelle Garde ' };
  expect((await anonymous.answer(createAgency, { input })).status).toBe(401);
  for (const who of ['owner', 'staff', 'agent', 'customer', 'support'] as const)
    expect((await as(who).answer(createAgency, { input })).status, who).toBe(403);
  const key = randomUUID();
  const make = () => as('admin').answer(createAgency, { input, headers: { 'idempotency-key': key } });
  const [made, again] = [await make(), await make()];
  expect(made).toMatchObject({
    status: 200,
    body: { agency: { name: 'Nouvelle Garde', type: 'AGENCY', country: 'FR', currency: 'EUR', pending: false } },
  });
  expect(again.body).toEqual(made.body);
  const { id } = made.body.agency;
  expect(await sql(`select count(*)::integer as types from agency_request_types where agency_id = $1`, [id])).toEqual([
    { types: expect.toSatisfy((count: number) => count > 0) },
  ]);
  expect(await sql(`select author, action from platform_audit where entity_id = $1`, [id])).toEqual([
    { author: people.admin.fullname, action: 'create' },
  ]);
  expect(await sql(`select 1 from agencies where name = 'Nouvelle Garde'`)).toHaveLength(1);
  expect((await as('admin').answer(createAgency, { input: { name: ' ' } })).status).toBe(400);
});

describe('an agency', () => {
  const lock = (message: string | null, who: 'admin' | 'support' | 'owner' = 'admin', id: string = agency.id) =>
    as(who).answer(lockAgency, { params: { id }, input: { message } });
  const sites = async () => (await as('owner').answer(endpointOf(Site, 'list'), { mount: 'agency', input: {} })).status;

  test('is suspended with its reason and opened again by a platform administrator, with a line in the audit (C-020)', async () => {
    await sql(`update agencies set errors = '[{"message": "À compléter", "lock": false}]' where id = $1`, [agency.id]);
    await sql('delete from platform_audit');
    const locked = await lock('Abonnement expiré');
    expect(locked.body.agency.errors).toEqual([
      { message: 'À compléter', lock: false },
      { message: 'Abonnement expiré', lock: true },
    ]);
    expect(await sites()).toBe(403);
    // Sent again, nothing more is written.
    expect((await lock('Abonnement expiré')).status).toBe(200);
    expect((await lock('Impayé')).body.agency.errors).toHaveLength(2);
    expect((await lock(null)).body.agency.errors).toEqual([{ message: 'À compléter', lock: false }]);
    expect(await sites()).toBe(200);
    expect(await sql('select action, changes from platform_audit order by at, id')).toEqual([
      { action: 'lock', changes: { lock: { before: null, after: 'Abonnement expiré' } } },
      { action: 'lock', changes: { lock: { before: 'Abonnement expiré', after: 'Impayé' } } },
      { action: 'unlock', changes: { lock: { before: 'Impayé', after: null } } },
    ]);
    await sql(`update agencies set errors = '[]' where id = $1`, [agency.id]);
  });

  test('is opened by hand only from what was closed by hand; the other locks stay and are named (decision 106)', async () => {
    const others = [
      { message: 'Abonnement expiré', lock: true, by: 'subscriptions' },
      { message: 'Abonnement expiré : la facture F1 n’est pas réglée.', lock: true, by: 'payments' },
    ];
    await sql('update agencies set errors = $2 where id = $1', [agency.id, JSON.stringify(others)]);
    expect((await lock('Contrôle')).body.agency.errors).toEqual([...others, { message: 'Contrôle', lock: true }]);
    const opened = await lock(null);
    expect(opened.body.agency.errors).toEqual(others);
    expect(staysLocked(opened.body.agency.errors)).toContain('Abonnement expiré (abonnement)');
    expect(await sites()).toBe(403);
    await sql(`update agencies set errors = '[]' where id = $1`, [agency.id]);
  });

  test('is suspended by nobody else, nor without a reason, nor if it does not exist', async () => {
    for (const who of ['support', 'owner'] as const) expect((await lock('Non', who)).status).toBe(403);
    expect((await lock('  ')).status).toBe(400);
    for (const id of ['x', randomUUID()]) expect((await lock('Non', 'admin', id)).status).toBe(404);
    expect(await sites()).toBe(200);
  });
});
