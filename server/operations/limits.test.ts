// A limit that holds for all processes together.
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { Customer } from '#core/customers/customer.ts';
import { type Endpoint, entityEndpoints } from '#core/kernel/endpoint.ts';
import { readUser, readVersion } from '#core/session/session.ts';
import { type Server, world } from '#server/testing/world.ts';

// 20 in each ten seconds, five times as many of a network.
const perWindow = 20;
const here = await world({ rateLimit: perWindow * 6 });
const there = await here.another();
const save = entityEndpoints(Customer).find(({ entity }) => entity?.operation === 'save') as Endpoint;

// The clock stands still, so that no window turns while a test counts.
vi.useFakeTimers({ toFake: ['Date'] });
afterAll(() => void vi.useRealTimers());
const nextWindow = (): void => void vi.setSystemTime(Math.ceil((Date.now() + 1) / 10_000) * 10_000);

async function answered(times: number, ask: (number: number) => Promise<{ status: number }>): Promise<number> {
  let good = 0;
  for (let number = 0; number < times; number += 1) good += (await ask(number)).status === 200 ? 1 : 0;
  return good;
}

describe('how much one may ask', () => {
  test('a session that asks too much waits, and the other process knows', async () => {
    nextWindow();
    const { token } = await here.sessionOf('owner');
    const [one, other] = [here, there].map((server: Server) => server.as('owner').with(token)) as [
      ReturnType<Server['as']>,
      ReturnType<Server['as']>,
    ];
    expect(await answered(perWindow - 5, () => one.answer(readUser))).toBe(perWindow - 5);
    // Told within a second.
    await wait(1_300);
    const granted = await answered(perWindow, () => other.answer(readUser));
    expect(granted).toBe(5);
    const refused = await other.answer(readUser);
    expect(refused.status).toBe(429);
    expect(refused.body.message).toMatch(/^Trop de demandes\. Réessayez dans (\d+ secondes|une seconde)\.$/);
    expect(Number(refused.headers['retry-after'])).toBe(refused.body.retryAfter);
    expect(refused.body.retryAfter).toBeLessThanOrEqual(10);
    // Nothing is written by a call that is refused so.
    const [before] = await here.sql('select count(*) from customers');
    expect((await other.answer(save, { mount: 'agency', input: { name: 'De trop', type: 100 } })).status).toBe(429);
    expect(await here.sql('select count(*) from customers')).toEqual([before]);
    // Another session of the same person is another.
    expect(
      (
        await there
          .as('owner')
          .with((await here.sessionOf('owner')).token)
          .answer(readUser)
      ).status,
    ).toBe(200);
    nextWindow();
    expect((await other.answer(readUser)).status).toBe(200);
  });

  test('without a session the network counts, whatever token is shown', async () => {
    nextWindow();
    const ip = '203.0.113.9';
    const bad = here.anonymous.with('x.y.z');
    const statuses: number[] = [];
    for (let number = 0; number < perWindow * 5 + 3; number += 1)
      statuses.push(
        (await (number % 2 ? bad.answer(readUser, { ip }) : here.anonymous.answer(readVersion, { ip }))).status,
      );
    expect(statuses.slice(0, perWindow * 5).every((status) => status === 200 || status === 401)).toBe(true);
    expect(statuses.slice(perWindow * 5)).toEqual([429, 429, 429]);
    expect((await here.anonymous.answer(readVersion, { ip: '203.0.113.10' })).status).toBe(200);
    // A good session behind the same address is not concerned.
    const { token } = await here.sessionOf('owner');
    expect((await here.as('owner').with(token).answer(readUser, { ip })).status).toBe(200);
  });

  test('people who ask little are told of to nobody', async () => {
    nextWindow();
    const heard: string[] = [];
    const listener = await here.database.listen({
      channel: 'limits',
      heard: (word) => heard.push(word),
      listening: () => {},
    });
    const { token } = await here.sessionOf('owner');
    await here.as('owner').with(token).answer(readUser);
    await wait(1_200);
    expect(heard).toEqual([]);
    await listener.close();
  });
});
