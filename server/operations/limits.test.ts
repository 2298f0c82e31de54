// A rate limit shared by all processes.
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { Customer } from '#core/customers/customer.ts';
import { noteService } from '#core/home/supervision.ts';
import type { Endpoint } from '#core/kernel/endpoint.ts';
import { entityEndpoints } from '#core/kernel/entity-endpoints.ts';
import { readUser } from '#core/session/session.ts';
import { readVersion } from '#core/session/version.ts';
import { type Server, world } from '#server/testing/world.ts';

// 20 calls per ten seconds and session, five times as many per network.
const perWindow = 20;
const here = await world({ rateLimit: perWindow * 6 });
const there = await here.another();
const save = entityEndpoints(Customer).find(({ entity }) => entity?.operation === 'save') as Endpoint;

// The clock stands still, so that no new window starts while a test counts.
vi.useFakeTimers({ toFake: ['Date'] });
afterAll(() => void vi.useRealTimers());
const nextWindow = (): void => void vi.setSystemTime(Math.ceil((Date.now() + 1) / 10_000) * 10_000);

async function answered(times: number, ask: (number: number) => Promise<{ status: number }>): Promise<number> {
  let good = 0;
  for (let number = 0; number < times; number += 1) good += (await ask(number)).status === 200 ? 1 : 0;
  return good;
}

describe('rate limits', () => {
  test('a session over the limit must wait, in the other process too', async () => {
    nextWindow();
    const { token } = await here.sessionOf('owner');
    const [one, other] = [here, there].map((server: Server) => server.as('owner').with(token)) as [
      ReturnType<Server['as']>,
      ReturnType<Server['as']>,
    ];
    expect(await answered(perWindow - 5, () => one.answer(readUser))).toBe(perWindow - 5);
    // The other process knows within a second.
    await wait(1_300);
    const granted = await answered(perWindow, () => other.answer(readUser));
    expect(granted).toBe(5);
    const refused = await other.answer(readUser);
    expect(refused.status).toBe(429);
    expect(refused.body.message).toMatch(/^Trop de demandes\. Réessayez dans (\d+ secondes|une seconde)\.$/);
    expect(Number(refused.headers['retry-after'])).toBe(refused.body.retryAfter);
    expect(refused.body.retryAfter).toBeLessThanOrEqual(10);
    // A refused call writes nothing.
    const [before] = await here.sql('select count(*) from customers');
    expect((await other.answer(save, { mount: 'agency', input: { name: 'De trop', type: 100 } })).status).toBe(429);
    expect(await here.sql('select count(*) from customers')).toEqual([before]);
    // Another session of the same person has its own count.
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

  test('a heavy call counts as several, and passes alone under a low limit', async () => {
    nextWindow();
    const { token } = await here.sessionOf('owner');
    const owner = here.as('owner').with(token);
    const note = () => owner.answer(noteService, { params: { id: here.agency.id }, input: { content: 'x' } });
    // It finds no service.
    expect([(await note()).status, (await note()).status]).toEqual([404, 429]);
    nextWindow();
    expect((await owner.answer(readUser)).status).toBe(200);
    expect((await note()).status).toBe(429);
  });

  test('calls without a valid session are counted by network', async () => {
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
    // A valid session behind the same address is not limited.
    const { token } = await here.sessionOf('owner');
    expect((await here.as('owner').with(token).answer(readUser, { ip })).status).toBe(200);
  });

  test('sessions far below the limit are not published to other processes', async () => {
    nextWindow();
    const notifications: string[] = [];
    const listener = await here.database.listen({
      channel: 'limits',
      onNotification: (payload) => notifications.push(payload),
      listening: () => {},
    });
    const { token } = await here.sessionOf('owner');
    await here.as('owner').with(token).answer(readUser);
    await wait(1_200);
    expect(notifications).toEqual([]);
    await listener.close();
  });
});
