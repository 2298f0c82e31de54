// Two servers on one database: a change through one applies to the other, and concurrent changes stay consistent.
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { Agent } from '#core/agents/agent.ts';
import { Customer } from '#core/customers/customer.ts';
import type { Operation } from '#core/kernel/endpoint.ts';
import type { Entity } from '#core/kernel/entity.ts';
import { entityEndpoints } from '#core/kernel/entity-endpoints.ts';
import { disconnectAgent, readUser, saveRights, signOut, switchProfile } from '#core/session/session.ts';
import { refreshToken } from '#core/session/tokens.ts';
import { Site } from '#core/sites/site.ts';
import type { Answer } from '#server/testing/client.ts';
import type { Person } from '#server/testing/people.ts';
import { password, type Server, world } from '#server/testing/world.ts';

const here = await world();
const there = await here.another();
const servers: [Server, Server] = [here, there];
const { agency, customer, people, sessionOf, sql } = here;

const endpointOf = (of: Entity, operation: Operation) =>
  entityEndpoints(of).find((endpoint) => endpoint.entity?.operation === operation) as ReturnType<
    typeof entityEndpoints
  >[number];
const [list, saveSite, saveCustomer, actOnAgent] = [
  endpointOf(Site, 'list'),
  endpointOf(Site, 'save'),
  endpointOf(Customer, 'save'),
  endpointOf(Agent, 'act'),
];

let hired = 0;
async function newcomer(): Promise<Person> {
  hired += 1;
  return here.hire(`recrue${hired}`, { of: 'azur', rights: ['listSites'] });
}

/** Within a tenth of a second: longer, and a person without the right would still be served. */
async function becomes<T>(ask: () => Promise<T>, wanted: T): Promise<void> {
  let answer = await ask();
  for (const start = Date.now(); answer !== wanted && Date.now() - start < 100; answer = await ask()) await wait(5);
  expect(answer).toBe(wanted);
}

describe('a change through one process reaches the other', () => {
  const asksThere = async (person: Person): Promise<() => Promise<Answer>> => {
    const { token } = await sessionOf(person);
    const client = there.as(person).with(token);
    const ask = () => client.answer(list, { mount: 'agency', input: {} });
    // Both have cached the session.
    expect((await ask()).status).toBe(200);
    expect((await here.as(person).with(token).answer(list, { mount: 'agency', input: {} })).status).toBe(200);
    return ask;
  };
  const idOf = (person: Person): string => person.profile?.id as string;

  test('a revoked right', async () => {
    const person = await newcomer();
    const ask = await asksThere(person);
    await here.as('owner').call(saveRights, { params: { id: idOf(person) }, input: { rights: { listSites: false } } });
    await becomes(async () => (await ask()).status, 403);
    await here.as('owner').call(saveRights, { params: { id: idOf(person) }, input: { rights: { listSites: true } } });
    await becomes(async () => (await ask()).status, 200);
  });

  test('a disconnected agent', async () => {
    const person = await newcomer();
    const ask = await asksThere(person);
    await here.as('owner').call(disconnectAgent, { params: { id: idOf(person) } });
    await becomes(async () => (await ask()).status, 401);
  });

  test('an archived and a reactivated agent', async () => {
    const person = await newcomer();
    const ask = await asksThere(person);
    await here.as('owner').call(actOnAgent, { mount: 'agency', params: { id: idOf(person), type: 'archive' } });
    await becomes(async () => (await ask()).status, 401);
    await here.as('owner').call(actOnAgent, { mount: 'agency', params: { id: idOf(person), type: 'reactivate' } });
    await becomes(async () => (await ask()).status, 200);
  });

  test('signing out, here and everywhere', async () => {
    const person = await newcomer();
    await sql('update users set password_hash = (select password_hash from users where id = $2) where id = $1', [
      person.id,
      people.owner.id,
    ]);
    const [one, two] = [await sessionOf(person), await sessionOf(person)];
    const status = async (token: string): Promise<number> =>
      (await there.as(person).with(token).answer(readUser)).status;
    expect(await status(one.token)).toBe(200);
    expect(await status(two.token)).toBe(200);
    await here.as(person).with(one.token).call(signOut, { input: {} });
    await becomes(() => status(one.token), 401);
    expect(await status(two.token)).toBe(200);
    await here
      .as(person)
      .with((await sessionOf(person)).token)
      .call(signOut, { input: { everywhere: true, password } });
    await becomes(() => status(two.token), 401);
  });

  test('a new manager of the agency', async () => {
    const person = await newcomer();
    const ask = async (): Promise<number> =>
      (await there.as(person).answer(saveCustomer, { mount: 'agency', input: { name: 'Du nouveau responsable' } }))
        .status;
    expect(await ask()).toBe(403);
    await sql('update agencies set manager_id = $2 where id = $1', [agency.id, person.id]);
    await becomes(ask, 200);
    await sql('update agencies set manager_id = $2 where id = $1', [agency.id, people.owner.id]);
    await becomes(ask, 403);
  });

  test('support acting for a profile', async () => {
    const { token } = await sessionOf('support');
    const [mine, theirs] = [here.as('support').with(token), there.as('support').with(token)];
    expect((await theirs.answer(readUser)).status).toBe(200);
    const taken = await mine.call(switchProfile, { input: { userCompany: { id: people.powerless.profile?.id } } });
    await becomes(async () => (await theirs.answer(readUser)).body.message, 'Expired JWT Token');
    expect((await there.as('support').with(taken.token).call(readUser)).user.acting?.id).toBe(
      people.powerless.profile?.id,
    );
  });
});

describe('a session renewed through both', () => {
  const renew = (server: Server, refresh_token: string): Promise<Answer> =>
    server.anonymous.answer(refreshToken, { input: { refresh_token } });

  test('can be renewed in turns', async () => {
    let { refresh_token } = await sessionOf('staff');
    for (const server of [here, there, here, there]) {
      const answer = await renew(server, refresh_token);
      expect(answer.status).toBe(200);
      refresh_token = answer.body.refresh_token;
      expect((await here.as('staff').with(answer.body.token).answer(readUser)).status).toBe(200);
    }
  });

  test('gets one successor for concurrent renewals', async () => {
    const { refresh_token } = await sessionOf('staff');
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => renew(servers[index % 2] as Server, refresh_token)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1);
  });

  test('ends everywhere when an old token is reused', async () => {
    const { refresh_token: first } = await sessionOf('staff');
    const { body: second } = await renew(here, first);
    const { body: third } = await renew(there, second.refresh_token);
    expect((await here.as('staff').with(third.token).answer(readUser)).status).toBe(200);
    expect((await renew(here, first)).status).toBe(401);
    await becomes(async () => (await there.as('staff').with(third.token).answer(readUser)).status, 401);
    expect((await renew(there, third.refresh_token)).status).toBe(401);
  });
});

describe('concurrent writes', () => {
  test('of twenty saves of one version, exactly one succeeds', async () => {
    const { site } = (await here
      .as('owner')
      .call(saveSite, { mount: 'agency', input: { name: 'Disputé', customer: { id: customer.id } } })) as {
      site: { id: string; version: number };
    };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (servers[index % 2] as Server).as('owner').answer(saveSite, {
          mount: 'agency',
          input: { id: site.id, version: site.version, comments: `De ${index}` },
        }),
      ),
    );
    const [won, ...others] = answers.filter(({ status }) => status === 200);
    expect(others).toEqual([]);
    const lost = answers.filter(({ status }) => status === 409);
    expect(lost).toHaveLength(19);
    for (const { body } of lost) expect(body.current).toEqual(won?.body.site);
    expect(await sql('select version from sites where id = $1', [site.id])).toEqual([{ version: site.version + 1 }]);
  });

  test('fifty customers get fifty consecutive numbers', async () => {
    const [before] = await sql<{ value: number }>(
      `select value from counters where agency_id = $1 and name = 'customer'`,
      [agency.id],
    );
    const last = before?.value ?? 0;
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        (servers[index % 2] as Server)
          .as('owner')
          .answer(saveCustomer, { mount: 'agency', input: { name: `Client ${index}` } }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const numbers = answers.map(({ body }) => body.customer.customerInfos.customerNumberId as string);
    const wanted = Array.from({ length: 50 }, (_, index) => `411-${String(last + index + 1).padStart(4, '0')}`);
    expect(numbers.sort()).toEqual(wanted);
  });

  test('a refused creation takes no number', async () => {
    const make = (input: object): Promise<Answer> => there.as('owner').answer(saveCustomer, { mount: 'agency', input });
    const numberOf = ({ body }: Answer): number => Number(body.customer.customerInfos.customerNumberId.slice(4));
    const first = numberOf(await make({ name: 'Premier' }));
    expect((await make({ name: 'Refusé', specialties: [{ id: crypto.randomUUID() }] })).status).toBe(400);
    expect(
      (await make({ name: 'Refusé', customerInfos: { customerNumberId: `411-${String(first).padStart(4, '0')}` } }))
        .status,
    ).toBe(400);
    expect(numberOf(await make({ name: 'Suivant' }))).toBe(first + 1);
  });

  test('sites with references to each other’s rows do not deadlock', async () => {
    const ids = await Promise.all(
      ['A', 'B'].map(
        async (name) =>
          (
            (await here
              .as('owner')
              .call(saveSite, { mount: 'agency', input: { name, customer: { id: customer.id } } })) as {
              site: { id: string };
            }
          ).site.id,
      ),
    );
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (servers[index % 2] as Server).as('owner').answer(saveSite, {
          mount: 'agency',
          input: { id: ids[(index >> 1) % 2], siteUsers: [{ agent: { id: people.agent.profile?.id } }] },
        }),
      ),
    );
    for (const { status } of answers) expect([200, 400, 409]).toContain(status);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
  });
});
