// Positions of agents: kept as long as the CNIL allows, never during a break; and the author of an event.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { Agent } from '#core/agents/agent.ts';
import { lifecycleEvents } from '#core/planning/lifecycle.ts';
import { erasePerson } from '#core/privacy/person.ts';
import { servicesOf } from '#server/kernel/app.ts';
import { livingOf } from '#server/testing/living.ts';
import { plannerOf } from '#server/testing/planner.ts';
import { world } from '#server/testing/world.ts';
import { applyRetention } from './retention.ts';

const here = await world();
const { as, agency, people, sql } = here;
const { site, card, saved } = await plannerOf(here);
const { agent, service, nameOf, input, step } = livingOf(here, site);
await saved(Agent, { id: agent, agentInfos: card() });

const location = { latitude: 43.7, longitude: 7.26, accuracy: 12 };
const there = { latitude: 43.7, longitude: 7.26, accuracy: 12 };
const nowhere = { latitude: null, longitude: null, accuracy: null };

const eventsOf = (id: string) =>
  sql<{ type: number; author: string; user_id: string | null; latitude: number | null }>(
    'select type, author, user_id, latitude, longitude, accuracy from service_events where service_id = $1 order by at, created_at, type',
    [id],
  );

test('the start and the end of a break have no position', async () => {
  const id = await service();
  for (const status of [200, 500, 200, 300])
    expect((await step(id, status, 'agent', input(id, undefined, { location }))).status).toBe(200);
  const { serviceStart, breakStart, breakFinish, serviceStoppedEarly } = lifecycleEvents;
  expect(await eventsOf(id)).toMatchObject([
    { type: serviceStart.id, ...there },
    { type: breakStart.id, ...nowhere },
    { type: breakFinish.id, ...nowhere },
    { type: serviceStoppedEarly.id, ...there },
  ]);
});

test('positions are removed after two months; the events stay', async () => {
  const id = await service();
  const event = (age: string): Promise<unknown> =>
    sql(
      `insert into service_events (agency_id, id, service_id, agent_id, type, at, author, content, latitude, longitude, accuracy)
        values ($1, $2, $3, $4, 1, now() - $5::interval, 'A B', $5, 43.7, 7.26, 12)`,
      [agency.id, randomUUID(), id, agent, age],
    );
  for (const age of ['63 days', '58 days']) await event(age);
  const attempt = { agency: null, count: 1, isLast: false, signal: new AbortController().signal };
  await applyRetention.work({}, servicesOf(here.app), attempt);
  await applyRetention.work({}, servicesOf(here.app), attempt);
  expect(await eventsOf(id)).toMatchObject([
    { author: 'A B', ...nowhere },
    { author: 'A B', ...there },
  ]);
  expect(await sql(`select count from retention_runs where rule = 'geolocationActivity' order by at, id`)).toEqual([
    { count: 1 },
    { count: 0 },
  ]);
});

test('an external agent, whose sheet contains his company, is erased from the log of services, with his positions', async () => {
  const id = await service();
  expect((await step(id, 200, 'agent', input(id, undefined, { location }))).status).toBe(200);
  expect((await step(id, 300, 'owner')).status).toBe(200);
  expect((await eventsOf(id)).map(({ author, user_id }) => [author, user_id])).toEqual([
    [await nameOf('agent'), people.agent.id],
    [await nameOf('owner'), people.owner.id],
  ]);
  await saved(Agent, { id: agent, agentInfos: { type: 'EXTERNAL', externalCompanyName: 'Garde Ouest' } });
  const [sheet] = await sql<{ fullname: string }>('select fullname from agents where id = $1', [agent]);
  expect(sheet?.fullname).not.toBe(await nameOf('agent'));
  await sql('update agents set status = 300 where id = $1', [agent]);
  const { erasure } = await as('owner').call(erasePerson, {
    params: { kind: 'agent', id: agent },
    input: { confirmed: true },
  });
  expect(await eventsOf(id)).toMatchObject([
    { author: erasure.name, user_id: null, ...nowhere },
    { author: await nameOf('owner'), user_id: people.owner.id },
  ]);
});
