import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { registerDevice } from '#core/session/devices.ts';
import { disconnectAgent, readRights, readUser, saveRights, switchProfile } from '#core/session/session.ts';
import { type Server, world } from '#server/testing/world.ts';
import { issueAccess } from './tokens.ts';

const here = await world();
const { as, anonymous, people, agency, environment, sessionOf, sql } = here;
const there: Server = await here.another();
const agentId = people.agent.profile?.id as string;
const staffId = people.staff.profile?.id as string;

let token: string;
beforeEach(async () => {
  token = (await sessionOf('agent')).token;
});

test('a disconnect takes effect from the next call on, in every process', async () => {
  for (let round = 0; round < 20; round += 1) {
    const session = await sessionOf('agent');
    const clients = [anonymous.with(session.token), there.anonymous.with(session.token)];
    for (const client of clients) await client.call(readUser);
    await as('owner').call(disconnectAgent, { params: { id: agentId } });
    for (const client of clients)
      expect(await client.answer(readUser)).toMatchObject({ status: 401, body: { message: 'Invalid JWT Token' } });
  }
});

test('a disconnect removes the devices and writes an audit line in the agency', async () => {
  await anonymous.with(token).call(registerDevice, { input: { token: 'push' } });
  await sql('delete from audit');
  await as('owner').call(disconnectAgent, { params: { id: agentId } });
  expect(await sql('select from user_devices where user_id = $1', [people.agent.id])).toEqual([]);
  expect(await sql('select author, entity, entity_id, action from audit')).toEqual([
    { author: people.owner.fullname, entity: 'agent', entity_id: agentId, action: 'disconnect' },
  ]);
});

test.each([
  ["another agency's agent", people.foreignAgent.profile?.id as string],
  ['an unknown id', randomUUID()],
  ['no id', 'x'],
])('%s cannot be disconnected: 404', async (_what, id) => {
  const session = await sessionOf('foreignAgent');
  expect(await as('owner').answer(disconnectAgent, { params: { id } })).toMatchObject({
    status: 404,
    body: { message: 'Collaborateur introuvable' },
  });
  expect((await anonymous.with(session.token).answer(readUser)).status).toBe(200);
});

test('a changed right takes effect from the next call on, in every process', async () => {
  const servers = [here, there];
  for (const on of [false, true, false, true]) {
    await as('owner').call(saveRights, { params: { id: staffId }, input: { rights: { editAgentRight: on } } });
    for (const server of servers) {
      expect((await server.as('staff').answer(readRights, { params: { id: agentId } })).status).toBe(on ? 200 : 403);
    }
  }
});

test('a new manager has every right from the next call on, the former only his own', async () => {
  const read = async (person: 'owner' | 'powerless') =>
    (await there.as(person).answer(readRights, { params: { id: agentId } })).status;
  expect([await read('owner'), await read('powerless')]).toEqual([200, 403]);
  await sql('update agencies set manager_id = $2 where id = $1', [agency.id, people.powerless.id]);
  expect([await read('owner'), await read('powerless')]).toEqual([403, 200]);
  await sql('update agencies set manager_id = $2 where id = $1', [agency.id, people.owner.id]);
});

test('without notifications, every call reads the session again', async () => {
  const session = await sessionOf('agent');
  const client = there.anonymous.with(session.token);
  await client.call(readUser);
  await sql(
    `select pg_terminate_backend(pid) from pg_stat_activity where usename = current_user and (query like 'listen%' or query = '')`,
  );
  expect((await client.answer(readUser)).status).toBe(200);
  await sql('update sessions set ended_at = now() where id = $1', [session.id]);
  expect((await client.answer(readUser)).status).toBe(401);
});

test('a token of an unknown session, an ended session or another user is invalid', async () => {
  const session = await sessionOf('agent');
  const refused = async (sub: string, sid: string) =>
    (await anonymous.with(await issueAccess(environment.secret, { sub, sid, as: null }, new Date())).answer(readUser))
      .body.message;
  expect(await refused(people.agent.id, randomUUID())).toBe('Invalid JWT Token');
  expect(await refused(people.owner.id, session.id)).toBe('Invalid JWT Token');
  await sql(`update sessions set expires_at = now() - interval '1 second' where id = $1`, [session.id]);
  expect(await refused(people.agent.id, session.id)).toBe('Invalid JWT Token');
});

test('an expired token has its own message, so that the client renews it', async () => {
  const session = await sessionOf('agent');
  const old = await issueAccess(
    environment.secret,
    { sub: people.agent.id, sid: session.id, as: null },
    new Date(Date.now() - 16 * 60_000),
  );
  expect(await anonymous.with(old).answer(readUser)).toMatchObject({
    status: 401,
    body: { code: 401, message: 'Expired JWT Token' },
  });
});

test('a token issued before acting for a profile must be renewed', async () => {
  const session = await sessionOf('support');
  const before = anonymous.with(session.token);
  const taken = await before.call(switchProfile, { input: { userCompany: { id: agentId } } });
  expect(await before.answer(readUser)).toMatchObject({ status: 401, body: { message: 'Expired JWT Token' } });
  expect((await anonymous.with(taken.token).call(readUser)).user.acting?.id).toBe(agentId);
});

test('staff acting for a closed profile are signed out, and do not fall back to their own rights', async () => {
  const unlinked = randomUUID();
  await sql(`insert into agents (agency_id, id, firstname, lastname) values ($1, $2, 'Sans', 'Compte')`, [
    agency.id,
    unlinked,
  ]);
  const session = await sessionOf('support');
  const { token: acting } = await anonymous
    .with(session.token)
    .call(switchProfile, { input: { userCompany: { id: unlinked } } });
  expect((await there.anonymous.with(acting).answer(readUser)).status).toBe(200);
  await sql('update agents set status = 300 where id = $1', [unlinked]);
  expect((await there.anonymous.with(acting).answer(readUser)).status).toBe(401);
});
