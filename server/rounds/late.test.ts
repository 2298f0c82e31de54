import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { verifyLogbook } from '#core/logbook/calls.ts';
import { LogEvent } from '#core/logbook/event.ts';
import { eventLogged } from '#core/logbook/notifications.ts';
import { serviceStep } from '#core/planning/step-message.ts';
import { Checkpoint } from '#core/rounds/checkpoint.ts';
import { Round } from '#core/rounds/round.ts';
import { Site } from '#core/sites/site.ts';
import { endpointOf } from '#server/testing/client.ts';
import { walkingOf } from '#server/testing/walking.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, sql } = here;
const walking = await walkingOf(here);
const { shift, phone, pointOf, read } = walking;
const { roundStart, roundCheckpoint } = walking.messages;
const name = 'Ronde de nuit';
const save = async (of: typeof Round | typeof Checkpoint | typeof Site, id: string, more: object) =>
  expect(
    (await as('owner').answer(endpointOf(of as never, 'save'), { mount: 'agency', input: { id, ...more } })).status,
  ).toBe(200);

/** A moment that parts what was done before it from what follows. */
const momentAfter = async (): Promise<string> => {
  const moment = new Date(Date.now() + 5);
  await new Promise((done) => setTimeout(done, 10));
  return moment.toISOString();
};

test('passes that a phone reports after the end of the service correct what was noted as missed, then withdraw it', async () => {
  const { service, serviceRound } = await shift();
  const send = await phone(service);
  await send(serviceStep, { status: 300 }, -10);
  const missed = async () => {
    const input = { filters: { service: [service] } };
    const list = endpointOf(LogEvent, 'list');
    const { data } = (await as('customer').call(list, { mount: 'customer', input })) as {
      data: { label: string; description: string }[];
    };
    return data.filter(({ label }) => label === 'Ronde non réalisée').map(({ description }) => description);
  };
  expect(await missed()).toEqual([`${name} · 0 sur 2`]);
  const begin = (minutes: number) => send(roundStart, { execution: randomUUID(), serviceRound, name }, minutes);
  expect(await begin(-60)).toMatchObject({ outcome: 'applied' });
  expect(await missed()).toEqual([`${name} · 1 sur 2`]);
  await sql(
    `insert into notifications (agency_id, id, user_id, kind, event, title, content, link)
      select agency_id, gen_random_uuid(), $2, $3, id::text, 't', 'c', '/x' from logbook_events where service_id = $1 and type = 18`,
    [service, here.people.owner.id, eventLogged.name],
  );
  await begin(-40);
  expect(await missed()).toEqual([]);
  const [entry] = await sql<{ id: string; state: string }>(
    'select id, state from logbook_events where service_id = $1 and type = 18',
    [service],
  );
  expect(entry?.state).toBe('WITHDRAWN');
  expect(await sql('select read_at is not null as read from notifications where event = $1', [entry?.id])).toEqual([
    { read: true },
  ]);
  const { verdict } = await as('owner').call(verifyLogbook, { params: { id: walking.site } });
  expect(verdict).toBe('valid');
});

test('a round begun without network keeps the plan of its beginning, whatever the desk changed before it arrives', async () => {
  const { service, serviceRound } = await shift();
  const send = await phone(service);
  const [execution, next] = [randomUUID(), randomUUID()];
  const { line, checkpoint } = pointOf(1);
  const lines = (indexes: number[]) =>
    indexes.map(pointOf).map((one) => ({ id: one.line, checkpoint: { id: one.checkpoint } }));
  await save(Round, walking.round, { name: 'Ronde courte', grantedDirections: ['free'], checkpoints: lines([0, 2]) });
  await save(Checkpoint, checkpoint, { title: 'Quai nord', tagId: '04:cc' });
  await save(Round, walking.round, { checkpoints: lines([2]) });
  await send(roundStart, { execution, serviceRound, name }, -60);
  await send(roundCheckpoint, { execution, line, checkpoint, title: 'Quai', way: 'QR' }, -50);
  await send(roundStart, { execution: next, serviceRound, name: 'Ronde courte' }, 0.05);
  const { executions } = await read(serviceRound);
  expect(executions.map(({ plan }) => [plan.name, plan.directions, plan.points.map(({ title }) => title)])).toEqual([
    [name, ['forward'], ['Hall', 'Quai', 'Parking']],
    ['Ronde courte', ['free'], ['Parking']],
  ]);
  expect(executions[0]?.plan.points[1]).toMatchObject({ line, checkpoint });
  const known = `select plan->'points'->1->'known'->>'tagId' as tag from round_executions where id = $1`;
  expect(await sql(known, [execution])).toEqual([{ tag: null }]);
});

test('a point and a radius that the desk changes before a round arrives are those of its beginning', async () => {
  const { service, serviceRound } = await shift();
  const send = await phone(service);
  const [execution, next] = [randomUUID(), randomUUID()];
  const { checkpoint } = pointOf(2);
  await save(Checkpoint, checkpoint, { location: { latitude: 43.9, longitude: 7.26 } });
  await save(Site, walking.site, { radius: 40 });
  await send(roundStart, { execution, serviceRound, name }, -60);
  await send(roundStart, { execution: next, serviceRound, name }, 0.05);
  const { executions } = await read(serviceRound);
  expect(
    executions.map(({ plan }) => [plan.radius, plan.points.find((one) => one.checkpoint === checkpoint)?.location]),
  ).toEqual([
    [100, { latitude: 43.7036, longitude: 7.26 }],
    [40, { latitude: 43.9, longitude: 7.26 }],
  ]);
});

test('a round is judged by the plan that its telephone had, however late the desk’s change reaches it', async () => {
  const { service, serviceRound } = await shift();
  const send = await phone(service);
  await save(Round, walking.round, { name: 'Ronde lue' });
  const readAt = await momentAfter();
  await save(Round, walking.round, { name: 'Ronde changée' });
  const changed = await momentAfter();
  // Both began after the change.
  for (const [read, minutes] of [
    [readAt, 0.05],
    [changed, 0.06],
  ] as const)
    await send(roundStart, { execution: randomUUID(), serviceRound, name, readAt: read }, minutes);
  const { executions } = await read(serviceRound);
  expect(executions.map(({ plan }) => plan.name)).toEqual(['Ronde lue', 'Ronde changée']);
});
