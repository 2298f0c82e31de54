import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { Agent } from '#core/agents/agent.ts';
import { settleKeptEvent } from '#core/field/desk-calls.ts';
import { fetchPack } from '#core/field/pack.ts';
import { messageAgents, readSupervision } from '#core/home/supervision.ts';
import { lifecycleEvents } from '#core/planning/lifecycle.ts';
import { fetchServiceEvents } from '#core/planning/lifecycle-calls.ts';
import { impossibleTime } from '#server/field/applying.ts';
import { uuidv7 } from '#server/kernel/uuid.ts';
import { livingOf } from '#server/testing/living.ts';
import { plannerOf } from '#server/testing/planner.ts';
import { ago, sendingOf } from '#server/testing/sending.ts';
import { world } from '#server/testing/world.ts';

const here = await world();
const { as, sql } = here;
const { site, card, saved } = await plannerOf(here);
const { service, keys, row, agent } = livingOf(here, site);
const [{ name: siteName } = { name: '' }] = await sql<{ name: string }>('select name from sites where id = $1', [site]);
const { device, event, enrol, send, batch, typed, kept, afresh } = sendingOf(here);

beforeEach(afresh);

// Nothing in the rules of the planning bars him.
const contracts = [{ type: 'CDI', startDate: '2020-01-01', hoursLimit: 35, period: 'WEEK' }];
await saved(Agent, { id: agent, agentInfos: { ...card(), contracts } });
await sql(`update agencies set planning_regulation = 'OWN' where id = $1`, [here.agency.id]);

test('what is kept keeps its position only if it was taken at work: not in a break, nor outside a service', async () => {
  const id = await service({ from: -180 });
  const location = { latitude: 43.7, longitude: 7.26, accuracy: 12 };
  const told = (minutes: number, payload: object, of: string | null = id) =>
    event(of, payload, { createdAt: ago(minutes), location });
  const extension = { status: 250 };
  const [gone, early, atWork, inBreak, edge, after] = [
    told(178, { status: 200 }, randomUUID()),
    told(177, extension),
    told(150, extension),
    told(110, extension),
    told(105, { status: 500 }),
    told(20, extension),
  ] as const;
  const events = [
    ...[gone, early, told(170, { status: 200 }), atWork, told(120, { status: 500 }), inBreak, edge],
    ...[told(100, { status: 200 }), told(30, { status: 300 }), after],
  ];
  for (const one of events) await send(one);
  const rows = await sql<{ id: string; latitude: number | null }>(
    `select id, latitude from field_events where outcome = 'kept' order by rank`,
  );
  expect(rows).toEqual(
    [gone, early, atWork, inBreak, edge, after].map(({ uuid }) => ({
      id: uuid,
      latitude: uuid === atWork.uuid ? 43.7 : null,
    })),
  );
});

test('events of one moment are shown in the order in which they were taken, and the last one is the last', async () => {
  const id = await service({ from: -180 });
  const createdAt = ago(60);
  // Ids against the order.
  const ids = Array.from({ length: 4 }, () => randomUUID())
    .toSorted()
    .toReversed();
  const steps = [200, 500, 200, 400].map((status, index) => event(id, { status }, { createdAt, uuid: ids[index] }));
  await batch(steps.map(typed));
  expect(await keys(id)).toEqual(['serviceStartLate', 'breakStart', 'breakFinish', 'serviceInterrupted']);
  const { services } = await as('owner').call(readSupervision);
  expect(services.find((one) => one.id === id)?.lastEvent?.type).toBe(lifecycleEvents.serviceInterrupted.id);
});

test.each([
  [
    'an entry of 1990',
    'logbook-entry',
    (at: string) => ({ type: 122, description: 'RAS', site: at }),
    '1990-01-01T00:00:00.000Z',
  ],
  ['a step three days before its service', 'service-step', () => ({ status: 200 }), ago(3 * 1440)],
  ['a reading of 1990', 'note-read', () => ({ receipt: randomUUID() }), '1990-01-01T00:00:00.000Z'],
])('%s is kept: its time is impossible', async (_, type, payload, createdAt) => {
  const id = await service();
  await send(event(id, { status: 200 }));
  const of = type === 'note-read' ? null : id;
  expect((await send(event(of, payload(site), { createdAt, clockOffset: null }), type)).body).toMatchObject({
    outcome: 'kept',
    reason: impossibleTime,
  });
  expect(await sql(`select from logbook_events where at < '2000-01-01'`)).toEqual([]);
});

test('a phone that was in a drawer for three weeks is heard', async () => {
  const id = await service({ from: -21 * 1440, to: -21 * 1440 + 480 });
  const entry = { type: 122, description: 'RAS', site };
  const start = event(id, { status: 200 }, { createdAt: ago(21 * 1440 - 1) });
  expect((await send(start)).body).toMatchObject({ outcome: 'applied' });
  const said = await send(event(id, entry, { createdAt: ago(21 * 1440 - 60) }), 'logbook-entry');
  expect(said.body).toMatchObject({ outcome: 'applied' });
});

test('a clock that was set is in the history of its device', async () => {
  const jump = event(null, { before: 0, after: -3_600_000 });
  expect((await send(jump, 'clock-set')).body).toMatchObject({ outcome: 'applied' });
  expect(await sql(`select entity_id, changes from audit where entity = 'fieldDevice' and action = 'clock'`)).toEqual([
    { entity_id: device, changes: { clockOffset: { before: 0, after: -3_600_000 } } },
  ]);
});

test('the agency corrects the time and the service of a kept event before it applies it, and says why', async () => {
  const [wrong, right] = [await service({ from: -180 }), await service({ from: -180 })];
  const start = event(wrong, { status: 200 }, { createdAt: '1990-01-01T00:00:00.000Z' });
  expect((await send(start)).body).toMatchObject({ outcome: 'kept', reason: impossibleTime });
  const settle = (input: object) =>
    as('owner').answer(settleKeptEvent, { mount: 'agency', params: { uuid: start.uuid }, input: input as never });
  const at = ago(175);
  expect((await settle({ how: 'applied' })).status).toBe(409);
  expect((await settle({ how: 'applied', at, service: right })).status).toBe(400);
  expect((await settle({ how: 'closed', at, comment: 'x' })).status).toBe(400);
  const comment = 'Horloge à 1990, heure dite par téléphone';
  expect((await settle({ how: 'applied', at, service: right, comment })).status).toBe(204);
  expect(await row(right)).toMatchObject({ status: 200, began: new Date(at) });
  expect((await row(wrong))?.status).toBe(100);
  expect(await sql(`select changes from audit where entity = 'fieldEvent'`)).toEqual([
    {
      changes: {
        comment: { before: null, after: comment },
        at: { before: '1990-01-01T00:00:00.000Z', after: at },
        service: { before: wrong, after: right },
      },
    },
  ]);
  expect(await sql('select device_at, at from field_events')).toEqual([
    { device_at: new Date('1990-01-01T00:00:00.000Z'), at: new Date(at) },
  ]);
});

test('an unscheduled service to which somebody came is taken up as it is, for him too', async () => {
  const id = await service({ from: -60 });
  await sql('update services s set status = 700, published_at = now(), published = service_facts(s) where id = $1', [
    id,
  ]);
  await sql(`update services s set published = service_facts(s) || '{"status": true}' where id = $1`, [id]);
  const start = event(id, { status: 200 }, { createdAt: ago(50) });
  expect((await send(start)).body).toMatchObject({ outcome: 'kept' });
  const settle = (input: object) =>
    as('owner').answer(settleKeptEvent, { mount: 'agency', params: { uuid: start.uuid }, input: input as never });
  expect((await kept())[0]?.service).toMatchObject({ id, isUnscheduled: true });
  expect((await settle({ how: 'applied' })).status).toBe(409);
  expect((await settle({ how: 'applied', reschedule: true })).status).toBe(204);
  expect(await row(id)).toMatchObject({ status: 200 });
  expect(await sql('select status from published_services where id = $1', [id])).toEqual([{ status: 200 }]);
});

test('the phone learns what the agency decided, and what a supervisor wrote, until its agent has read it', async () => {
  const id = await service({ from: -60 });
  const packed = async () => as('agent').call(fetchPack, { mount: 'agent', input: {} });
  const [late, odd] = [event(randomUUID(), { status: 200 }), event(randomUUID(), { status: 200 })];
  for (const one of [late, odd]) expect((await send(one)).body).toMatchObject({ outcome: 'kept' });
  expect((await packed()).settled).toEqual([]);
  const input = { how: 'closed', comment: 'Mauvais service' } as const;
  await as('owner').call(settleKeptEvent, { mount: 'agency', params: { uuid: odd.uuid }, input });
  // Why is the agency's.
  expect((await packed()).settled).toEqual([{ uuid: odd.uuid, how: 'closed' }]);

  await sql('update services s set published_at = now(), published = service_facts(s) where id = $1', [id]);
  await as('owner').call(messageAgents, {
    params: { id },
    input: { content: 'Passez par le quai B', agents: [agent] },
  });
  const { messages = [] } = await packed();
  expect(messages).toEqual([
    { id: expect.any(String), service: id, text: 'Passez par le quai B', at: expect.any(String) },
  ]);
  const read = event(null, { notification: messages[0]?.id });
  for (const _ of [1, 2]) expect((await send(read, 'message-read')).body).toMatchObject({ outcome: 'applied' });
  expect((await packed()).messages).toEqual([]);
  const [{ unread } = { unread: null }] = await sql<{ unread: number }>(
    `select count(*)::integer as unread from notifications where kind = 'agencyMessage' and read_at is null`,
  );
  expect(unread).toBe(0);
});

test('who was removed while he worked is there, his end says why it is kept, and the desk applies it in his name', async () => {
  const id = await service({ from: -60 });
  expect((await send(event(id, { status: 200 }, { createdAt: ago(50) }))).body).toMatchObject({ outcome: 'applied' });
  await sql('delete from service_agents where service_id = $1', [id]);
  await sql('update services s set published_at = now(), published = service_facts(s) where id = $1', [id]);
  const { services, postsNow } = await as('owner').call(readSupervision);
  expect(services.find((one) => one.id === id)).toMatchObject({
    ...{ missing: 0, agents: [{ id: agent, presence: 'held', replaced: true }] },
  });
  expect(postsNow).toMatchObject({ held: 1, unfilled: 0 });
  const end = event(id, { status: 300, content: 'Relevé' }, { createdAt: ago(5) });
  expect((await send(end)).body).toMatchObject({
    ...{ outcome: 'kept', reason: 'Le collaborateur n’est plus sur ce service' },
  });
  const params = { uuid: end.uuid };
  await as('owner').call(settleKeptEvent, { mount: 'agency', params, input: { how: 'applied' } });
  expect(await sql('select state from service_times where service_id = $1', [id])).toEqual([{ state: 300 }]);
  const { events } = await as('owner').call(fetchServiceEvents, { mount: 'agency', params: { id }, input: {} });
  const author = events.find(({ uuid }) => uuid === end.uuid)?.author;
  expect(author).toBe(`${here.people.agent.fullname} (appliqué par ${here.people.owner.fullname})`);
});

test('an unplanned start that was kept names its site, and the desk makes its service', async () => {
  const id = uuidv7();
  const begin = event(id, { site, content: 'Appel du client' }, { createdAt: ago(30) });
  await sql('update agencies set unplanned_services = false');
  expect((await send(begin, 'unplanned-service')).body).toMatchObject({ outcome: 'kept' });
  await sql('update agencies set unplanned_services = true');
  expect(await kept()).toMatchObject([{ service: null, site: siteName }]);
  const params = { uuid: begin.uuid };
  await as('owner').call(settleKeptEvent, { mount: 'agency', params, input: { how: 'applied' } });
  expect(await sql('select status, unplanned from services where id = $1', [id])).toEqual([
    { status: 200, unplanned: true },
  ]);
  expect(await sql('select agent_id as agent from service_agents where service_id = $1', [id])).toEqual([{ agent }]);
});

test('a photo that a message names twice is one photo', async () => {
  const id = await service();
  await send(event(id, { status: 200 }));
  const photo = { id: randomUUID(), sha256: 'a'.repeat(64), size: 100 };
  const said = event(id, { type: 122, description: 'Portail', site }, { photos: [photo, photo] });
  expect((await send(said, 'logbook-entry')).body).toMatchObject({ outcome: 'applied' });
  expect(await sql('select file_id from field_event_files where event_id = $1', [said.uuid])).toEqual([
    { file_id: photo.id },
  ]);
});

test('a person has five phones at most: the one heard longest ago gives way, and is still heard', async () => {
  const phones = Array.from({ length: 5 }, () => randomUUID());
  await sql(`update field_devices set seen_at = now() - interval '1 day'`);
  for (const phone of phones) expect((await enrol(phone)).status).toBe(200);
  expect(await sql('select id from field_devices where lost_at is not null')).toEqual([{ id: device }]);
  const id = await service();
  expect((await send(event(id, { status: 200 }))).body).toMatchObject({ outcome: 'applied' });
});
