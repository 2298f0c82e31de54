// Repeated requests with one key: one row, one answer, for any number and speed of repetitions.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Agent } from '#core/agents/agent.ts';
import { allEndpoints } from '#core/endpoints.ts';
import { isRead } from '#core/kernel/endpoint.ts';
import { registerDevice } from '#core/session/devices.ts';
import { acceptInvitation, createFirstAdmin } from '#core/session/session.ts';
import { firstAdminLink } from '#server/session/first.ts';
import { type Aim, aimsOf, send, validPayload } from '#server/testing/aims.ts';
import { type Answer, type AnyRow, endpointOf } from '#server/testing/client.ts';
import { actsOf } from '#server/testing/requests.ts';
import { password, world } from '#server/testing/world.ts';

const here = await world();
const { sql, as } = here;

/** Tables in which a request may create rows, audit and search included. */
const tables = (
  await sql<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not in ('migrations', 'idempotency_keys')`,
  )
).map(({ name }) => name);

async function counts(): Promise<Record<string, number>> {
  // Jobs of the request count as part of it; those that wait for an hour of their own would run during another request.
  await sql(`update jobs.job set start_after = 'infinity' where state = 'created' and start_after > now()`);
  await here.jobsDone();
  // Planning two hundred subqueries takes longer than running them.
  const { rows } = await here.database.platform.query<Record<string, number>>({
    name: 'counts',
    text: `select ${tables.map((name) => `(select count(*)::integer from ${name}) as ${name}`).join(', ')}`,
  });
  return rows[0] as Record<string, number>;
}

/** The change in the number of rows, per table. */
async function growth(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await counts();
  await work();
  const after = await counts();
  return Object.fromEntries(
    tables.flatMap((name) => (after[name] === before[name] ? [] : [[name, (after[name] ?? 0) - (before[name] ?? 0)]])),
  );
}

const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

/** Ends its session, or stores nothing because a repetition has no effect. */
const apart = new Set(['signOut']);

const writes = (await aimsOf(here)).filter(
  ({ act: { endpoint, access } }) =>
    !isRead(endpoint) && access !== 'public' && !endpoint.repeatable && !apart.has(endpoint.name),
);
const isCreation = ({ act }: Aim): boolean =>
  act.name.endsWith(':create') || ['registerDevice', 'invite'].includes(act.name);

/** A new request on its own row. */
async function renewed(aim: Aim): Promise<Aim> {
  const { act, person } = aim;
  const { params, input } = await act.request({ world: here, mount: act.mount, person, where: 'own', fresh: true });
  return { ...aim, params: { ...aim.params, ...params }, input: (input ?? {}) as Record<string, unknown> };
}

describe('a hundred times in parallel with one key: one row, one answer', () => {
  const creations = writes.filter(isCreation);
  test('the creating calls are found', () => {
    const names = creations.map(({ title }) => title);
    expect(names).toEqual(
      expect.arrayContaining(['registerDevice on root', 'invite on agency', 'site:create on customer']),
    );
    const saves = allEndpoints
      .flatMap(actsOf)
      .filter(({ name, access }) => name.endsWith(':create') && access !== null);
    expect(names.length).toBe(saves.length + 2);
  });

  test.each(creations)('$title', async (aim) => {
    const fresh = await renewed(aim);
    const headers = { 'idempotency-key': randomUUID() };
    const valid = validPayload(fresh);
    // The rows that one request creates, measured on a similar one.
    const twin = await renewed(aim);
    const once = await growth(() => send(twin, validPayload(twin)));
    let answers: Answer[] = [];
    const grown = await growth(async () => {
      answers = await times(100, () => send(fresh, { ...valid, headers }));
    });
    expect(answers[0]?.status).toBe(aim.act.status);
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    expect(Object.keys(once).length).toBeGreaterThan(0);
    expect(grown).toEqual(once);
    expect(await send(fresh, { ...valid, headers })).toMatchObject({ status: aim.act.status, body: answers[0]?.body });
  });
});

describe('ten times in parallel with one key: done once, answered ten times', () => {
  test.each(writes.filter((aim) => !isCreation(aim)))('$title', async (aim) => {
    const fresh = await renewed(aim);
    const headers = { 'idempotency-key': randomUUID() };
    const versions = () =>
      sql(
        `select version from sites union all select version from customers union all select version from agents union all select version from specialties`,
      );
    const answers = await times(10, () => send(fresh, { ...validPayload(fresh), headers }));
    expect(answers[0]?.status).toBe(aim.act.status);
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    // Jobs of the request count as part of it.
    await here.jobsDone();
    const before = await versions();
    const grown = await growth(() => times(3, () => send(fresh, { ...validPayload(fresh), headers })));
    expect(grown).toEqual({});
    expect(await versions()).toEqual(before);
  });
});

describe('a key', () => {
  const site = writes.find(({ title }) => title === 'site:create on agency') as Aim;
  const device = (token: string) => ({ input: { token }, key: 'the-same' });

  test('of another request is refused', async () => {
    const [one, other] = [await renewed(site), await renewed(site)];
    const headers = { 'idempotency-key': randomUUID() };
    expect((await send(one, { payload: one.input, headers })).status).toBe(200);
    const refused = await send(other, { payload: other.input, headers });
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 409, message: expect.stringContaining('Cette action a déjà été reçue avec un autre contenu') },
    });
    const elsewhere = writes.find(({ title }) => title === 'specialty:create on agency') as Aim;
    expect((await send(elsewhere, { payload: one.input, headers })).status).toBe(409);
  });

  test('of another person is independent', async () => {
    const [mine, theirs] = await Promise.all([
      as('owner').call(registerDevice, device('appareil')),
      as('staff').call(registerDevice, device('appareil')),
    ]);
    expect(mine.device.id).not.toBe(theirs.device.id);
    expect(await as('owner').call(registerDevice, device('appareil'))).toEqual(mine);
  });

  test('can be used again after a failed attempt', async () => {
    const fresh = await renewed(site);
    const headers = { 'idempotency-key': randomUUID() };
    const grown = await growth(async () => {
      expect((await send(fresh, { payload: { ...fresh.input, radius: -1 }, headers })).status).toBe(400);
      expect((await send(fresh, { payload: { ...fresh.input, customer: { id: randomUUID() } }, headers })).status).toBe(
        400,
      );
    });
    expect(grown).toEqual({});
    expect((await send(fresh, { payload: fresh.input, headers })).status).toBe(200);
  });

  test('returns nothing to a caller who has lost the right', async () => {
    const person = await here.hire('déchu', { of: 'azur', rights: ['createSite', 'listSites'] });
    const fresh = { ...(await renewed(site)), client: as(person) };
    const headers = { 'idempotency-key': randomUUID() };
    expect((await send(fresh, { payload: fresh.input, headers })).status).toBe(200);
    await sql(`update agents set rights = '{}' where id = $1`, [person.profile?.id]);
    await expect.poll(async () => (await send(fresh, { payload: fresh.input, headers })).status).toBe(403);
  });

  test('is needed: without one, the same request ten times creates ten rows, each with its own short identifier', async () => {
    const fresh = await renewed(site);
    const grown = await growth(() => times(10, () => send(fresh, { payload: { ...fresh.input, slug: null } })));
    expect(grown.sites).toBe(10);
  });
});

describe('one-time links used many times concurrently', () => {
  test('an invitation creates one account', async () => {
    const act = actsOf(acceptInvitation)[0] as Aim['act'];
    const request = await act.request({ world: here, mount: 'root', person: null, where: 'own', fresh: true });
    let answers: Answer[] = [];
    const grown = await growth(async () => {
      answers = await times(20, () => here.anonymous.answer(acceptInvitation, request));
    });
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.every(({ status }) => [200, 401, 404, 409].includes(status))).toBe(true);
    expect(grown).toMatchObject({ users: 1, sessions: 1 });
  });

  test('the first link creates one super-admin', async () => {
    const empty = await world();
    await empty.sql('delete from agencies');
    await empty.sql('delete from users');
    const token = (await firstAdminLink(empty.database, empty.environment))?.split('/').at(-1) as string;
    const input = { firstname: 'Ada', lastname: 'Premier', password };
    const answers = await times(20, (index) =>
      empty.anonymous.answer(createFirstAdmin, {
        params: { token },
        input: { ...input, email: `ada${index}@vigie.example` },
      }),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(19);
    expect(await empty.sql('select super_admin from users')).toEqual([{ super_admin: true }]);
  });
});

test('a stored reply is not given again when the rights of its maker have changed', async () => {
  const reader = await here.hire('lectrice', {
    of: 'azur',
    rights: ['listAgents', 'readAgent', 'editAgent', 'listAgentContracts'],
  });
  const made = (await as('owner').call(endpointOf(Agent, 'save'), {
    mount: 'agency',
    input: {
      firstname: 'Jean',
      lastname: 'Martin',
      agentInfos: { contracts: [{ type: 'CDI', startDate: '2026-01-01', monthlyPay: 1_900 }] },
    },
  })) as AnyRow;
  const headers = { 'idempotency-key': randomUUID() };
  const ask = () =>
    as(reader).answer(endpointOf(Agent, 'save'), {
      mount: 'agency',
      input: { id: made.agent.id, position: 'Chef' },
      headers,
    });
  const first = await ask();
  expect(first.body.agent.agentInfos.contracts).toHaveLength(1);
  expect(await ask()).toMatchObject({ status: 200, body: first.body });
  await sql(`update agents set rights = array_remove(rights, 'listAgentContracts') where id = $1`, [
    reader.profile?.id,
  ]);
  const later = await ask();
  expect([later.status, JSON.stringify(later.body)]).toEqual([409, expect.not.stringContaining('1900')]);
});
