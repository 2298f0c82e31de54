import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { revokeDevice, settleKeptEvent } from '#core/field/desk-calls.ts';
import { handOver } from '#core/field/hand-over-calls.ts';
import { fetchOpenAlarms, savePtiEvent } from '#core/safety/calls.ts';
import { livingOf } from '#server/testing/living.ts';
import { plannerOf } from '#server/testing/planner.ts';
import { ago, sendingOf } from '#server/testing/sending.ts';
import { world } from '#server/testing/world.ts';
import { floodMessage, mostKeptADay, mostKeptPhotosADay } from './bounds.ts';

const here = await world();
const { as, sql, agency, people } = here;
const { site } = await plannerOf(here);
const { service, row } = livingOf(here, site);
const { device, event, enrol, send, batch, typed, kept, afresh } = sendingOf(here);
const agent = people.agent.profile?.id as string;

beforeEach(async () => {
  for (const table of ['alarm_log', 'alarms', 'notifications']) await sql(`delete from ${table}`);
  await afresh();
});

/** Kept of this device, some hours ago. */
const flood = (count: number, hours = 1) =>
  sql(
    `insert into field_events (agency_id, id, device_id, rank, agent_id, type, service_id, device_at, at, received_at, outcome, reason, payload)
      select $1, gen_random_uuid(), $2, n, $3, 'service-step', gen_random_uuid(), now(), now(), now() - make_interval(hours => $5), 'kept', 'Service introuvable', '{"status":200}'
      from generate_series(1, $4) n`,
    [agency.id, device, agent, count, hours],
  );
const sos = (of: string = randomUUID()) =>
  event(of, { uuid: randomUUID(), kind: 'sos', drill: false }, { type: 'event-pti' });
const alarms = async () => (await as('owner').call(fetchOpenAlarms)).alarms;

test('a device keeps so much a day for the agency; the rest stays on it and is taken the next day', async () => {
  await flood(mostKeptADay - 1);
  const [last, over] = [event(randomUUID(), { status: 200 }), event(randomUUID(), { status: 200 })];
  const real = event(await service({ from: -10 }), { status: 200 });
  expect((await batch([last, over, real].map(typed))).body).toMatchObject({
    taken: [{ uuid: last.uuid, outcome: 'kept' }],
    refused: { status: 429, message: floodMessage },
  });
  expect((await send(over)).status).toBe(429);
  // What is applied is not bounded.
  expect((await send(real)).body).toMatchObject({ outcome: 'applied' });
  await sql(`update field_events set received_at = received_at - interval '1 day'`);
  expect((await send(over)).body).toMatchObject({ outcome: 'kept' });
});

test('the photos of what is kept are bounded too', async () => {
  const photos = () =>
    Array.from({ length: 10 }, () => ({ id: randomUUID(), sha256: 'a'.repeat(64), size: 5 * 1024 * 1024 }));
  await flood(mostKeptPhotosADay / 10);
  await sql(
    `with p as (insert into files (agency_id, id, name, mime_type, size, hash, uploaded_by)
        select $1, gen_random_uuid(), 'photo-' || n, 'image/jpeg', 1, md5(n::text) || md5(n::text), $2 from generate_series(1, $3) n returning id)
      insert into field_event_files (agency_id, event_id, file_id, rank)
        select $1, e.id, f.id, 1 from (select id, row_number() over () as n from p) f
          join (select id, row_number() over () as n from field_events) e on e.n = (f.n - 1) / 10 + 1`,
    [agency.id, people.agent.id, mostKeptPhotosADay],
  );
  expect((await send(event(randomUUID(), { status: 200 }, { photos: photos() }))).status).toBe(429);
  expect((await send(event(randomUUID(), { status: 200 }))).body).toMatchObject({ outcome: 'kept' });
});

test('an alarm is never refused, nor held up by what is', async () => {
  await flood(mostKeptADay);
  const alarm = sos();
  const { taken, refused } = (await batch([typed(event(randomUUID(), { status: 200 })), alarm])).body;
  expect([taken, refused]).toMatchObject([[], { status: 429 }]);
  expect(await alarms()).toHaveLength(1);
  // In its turn it is known.
  expect((await batch([alarm])).body).toMatchObject({ taken: [{ uuid: alarm.uuid, outcome: 'applied' }] });
  expect(await alarms()).toHaveLength(1);
});

test('a flood of alarms of one kind is one alarm with a bounded number of lines', async () => {
  const report = () => ({ uuid: randomUUID(), kind: 'sos' as const, drill: false, service: { id: randomUUID() } });
  const first = report();
  const say = (input: object) => as('agent').call(savePtiEvent, { mount: 'agent', input } as never);
  await say(first);
  await sql(
    `insert into alarm_log (agency_id, id, alarm_id, at, act) select $1, gen_random_uuid(), $2, now(), 'again' from generate_series(1, 1000)`,
    [agency.id, first.uuid],
  );
  const lines = async () =>
    (await sql<{ n: number }>('select count(*)::integer as n from alarm_log where alarm_id = $1', [first.uuid]))[0]?.n;
  const before = await lines();
  expect(await say(report())).toMatchObject({ alarm: first.uuid });
  expect(await lines()).toBe(before);
});

test('invented services are one notification of their device, which goes once all are settled', async () => {
  const events = [1, 2, 3].map(() => event(randomUUID(), { status: 200 }));
  await batch(events.map(typed));
  const open = () =>
    sql(`select distinct event from notifications where kind = 'keptEventReceived' and read_at is null`);
  expect(await open()).toHaveLength(1);
  for (const { uuid } of events) {
    expect(await open()).toHaveLength(1);
    await as('owner').call(settleKeptEvent, { params: { uuid }, input: { how: 'closed', comment: 'Inventé' } });
  }
  expect(await open()).toHaveLength(0);
});

test('an SOS of a revoked telephone rings at once at the desk, which the telephone learns, and is kept; applied again it is the same alarm', async () => {
  const key = (await enrol(device)).body.handOver as string;
  const of = await service({ from: -10 });
  await as('owner').call(revokeDevice, { params: { id: device } });
  const alarm = sos(of);
  const hand = (events: object[]) =>
    here.anonymous.answer(handOver, { input: { agency: agency.id, device, key, events: events as never, waiting: 0 } });
  const step = typed(event(of, { status: 200 }, { createdAt: ago(1) }));
  // The telephone is told what became of each, also after an answer that was lost.
  for (let turn = 0; turn < 2; turn += 1) {
    const { taken } = (await hand([step, alarm])).body;
    expect(taken).toMatchObject([{ outcome: 'kept' }, { outcome: 'kept', raised: true }]);
    expect(taken[0]).not.toHaveProperty('raised');
  }
  // Only the alarm has an effect.
  expect((await row(of))?.status).toBe(100);
  const [raised] = await alarms();
  expect(raised).toMatchObject({ kind: 'sos', state: 'RAISED', agent: { id: agent }, site: { id: site } });
  expect(await sql(`select distinct kind from notifications where kind = 'alarm'`)).toEqual([{ kind: 'alarm' }]);
  expect((await kept()).map(({ uuid, reason }) => [uuid, reason])).toContainEqual([
    alarm.uuid,
    'Transmis par un téléphone révoqué',
  ]);
  await as('owner').call(settleKeptEvent, { params: { uuid: alarm.uuid }, input: { how: 'applied' } });
  expect((await alarms()).map(({ id }) => id)).toEqual([raised?.id]);
});
